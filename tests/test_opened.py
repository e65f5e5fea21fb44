"""What casekit is given or finds is opened in one place, which knows of links, pipes and lengths; and in one it is changed."""

import ast
from pathlib import Path

import pytest

from casekit import resources

PACKAGE = Path(resources.__file__).resolve().parent
OPENING = {"open", "read_text", "read_bytes"}
MAY = {
    "language/source_files.py": "the place itself",
    "resources.py": "the package's own data",
    "language/syntax/parse_tables.py": "the grammar",
    "diagnostics/catalogue.py": "the package's own data",
    "kit/code_registry.py": "likewise",
    "kit/defaults/authoring.py": "the skeleton that comes with a game",
    "games/midnight/language/edition_file.py": "the built-in edition",
    "games/midnight/generator/situations.py": "the library that comes with the package",
    "games/midnight/skeletons/skeleton_tongues.py": "sentences in other languages, which come with the package",
    "games/midnight/printing/drawings.py": "the package's own data",
    "print/prepress/ink_conversion.py": "the package's own data",
    "web/case_pages/made_views.py": "the package's own script",
    "print/prepress/pdf_variants.py": "the colour profile",
    "print/preflight/file_checks.py": "the colour profile",
    "print/typesetting/letters.py": "the package's own data",
    "print/typesetting/fonts.py": "the fonts",
    "print/typesetting/typesetter.py": "the fonts",
    "building/atomic_writes.py": "whether a file holds its bytes already",
    "system/disk.py": "what is written",
    "cli/guarded_streams.py": "standard streams that were closed",
    "building/build_cache.py": "digests of plain files",
    "building/build.py": "whether a product of that name may be replaced",
    "system/user_cache.py": "the user's own key, answers that are sealed, and the package's own files",
    "system/cursor_channel.py": "where the cursor of an editor is",
    "system/git_comparison.py": "whether plain files are what a commit has",
    "system/process_limits.py": "what the system says of this process",
    "system/temporary.py": "locks of folders of our own",
}
NOT_FILES = {
    "archive",
    "pikepdf",
    "picture",
    "Image",
    "Contents",
    "DestOutputProfile",
    "Metadata",
    "owner",
    "stream",
    "translation",
    "webbrowser",
}
"""What else has methods of these names: PDFs, archives and pictures that are in memory, the translation of a game, and the browser."""


def _opens(call):
    function = call.func
    if isinstance(function, ast.Name):
        return function.id == "open"
    if not isinstance(function, ast.Attribute) or function.attr not in OPENING:
        return False
    owner = function.value
    return getattr(owner, "attr", getattr(owner, "id", "")) not in NOT_FILES


def test_no_other_module_opens_files():
    opening = {
        file.relative_to(PACKAGE).as_posix()
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _opens(node)
    }
    assert set() == opening - MAY.keys()
    assert "language/source_files.py" in opening


QUESTIONS = {
    *("exists", "is_dir", "is_file", "is_mount", "is_symlink", "resolve", "stat", "lstat", "readlink"),
    *("iterdir", "glob", "rglob", "scandir", "listdir", "walk"),
    *("lexists", "isfile", "isdir", "islink", "realpath", "samefile", "access"),
}
"""What is asked of a disk without opening a file."""

OF_CHECKS = ("language", "kit", "prose", "logic", "deduce", "analysis", "games")
OF_NO_CHECK = "generator"
"""What makes cases looks for situations; no check does."""

ASK_THEIR_OWN = {
    "language/places.py": "the places themselves",
    "language/source_files.py": "the place that notes what it asks",
    "language/syntax/parse_tables.py": "the package's own grammars",
}
NOT_PATHS = {
    "DocumentResolver",
    "TranscriptParts",
    "_Resolver",
}
"""What else has a method of such a name, by the class that is called."""


def _asks_a_disk(call):
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in QUESTIONS:
        return False
    owner = function.value
    made_of = owner.func if isinstance(owner, ast.Call) else owner
    return getattr(made_of, "id", getattr(made_of, "attr", "")) not in NOT_PATHS


def test_a_check_asks_a_disk_only_where_it_is_noted():
    asking = {
        f"{file.relative_to(PACKAGE).as_posix()}:{node.lineno}"
        for folder in OF_CHECKS
        for file in (PACKAGE / folder).rglob("*.py")
        if file.relative_to(PACKAGE).as_posix() not in ASK_THEIR_OWN and OF_NO_CHECK not in str(file)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _asks_a_disk(node)
    }
    assert set() == asking


OF_SYSTEM = {
    *(
        "chmod",
        "copy",
        "copy2",
        "copyfile",
        "copytree",
        "fsync",
        "ftruncate",
        "link",
        "makedirs",
        "mkdir",
        "mkdtemp",
    ),
    *(
        "mkstemp",
        "move",
        "remove",
        "removedirs",
        "rename",
        "renames",
        "replace",
        "rmdir",
        "rmtree",
        "symlink",
    ),
    *("truncate", "unlink", "utime", "O_CREAT", "O_RDWR", "O_WRONLY"),
}
"""What changes a disk in the modules ``os``, ``shutil`` and ``tempfile``."""
OF_PATHS = {
    *("chmod", "hardlink_to", "mkdir", "rename", "replace", "rmdir", "symlink_to", "touch", "unlink"),
    *("write_bytes", "write_text"),
}
"""Methods of paths that do so. Texts have a ``replace`` too, but not one with a single argument."""
MAY_CHANGE = {
    (
        "cli/guarded_streams.py",
        "O_RDWR",
    ): "the device that leads nowhere, in the place of a standard stream that was closed",
    (
        "system/cursor_channel.py",
        "O_WRONLY",
    ): "what an editor tells the preview, which it reads only if it is whole",
    ("system/temporary.py", "rmtree"): "it asks whether that is safe here",
}


def _changes(node):
    """The name by which something changes the disk."""
    if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in {"os", "shutil", "tempfile"}:
        return node.attr if node.attr in OF_SYSTEM else ""
    if not isinstance(node, ast.Call):
        return ""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name == "open":
        told = [*node.args[isinstance(node.func, ast.Name) : 2], *(each.value for each in node.keywords)]
        modes = [
            each.value for each in told if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        return name if any(set(mode) & set("wax+") and len(mode) <= 3 for mode in modes) else ""
    if not isinstance(node.func, ast.Attribute) or getattr(node.func.value, "id", "") == "disk":
        return ""
    one = len(node.args) == 1 and not node.keywords
    return name if name in OF_PATHS and (one or name not in {"rename", "replace"}) else ""


def test_no_other_module_changes_files():
    changing = {
        (file.relative_to(PACKAGE).as_posix(), name)
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (name := _changes(node))
    }
    elsewhere = {(file, name) for file, name in changing if file != "system/disk.py"}
    assert MAY_CHANGE.keys() == elsewhere
    assert {"replace", "fsync", "unlink", "rmtree", "O_WRONLY", "mkdir"} <= {name for _, name in changing}


@pytest.mark.parametrize(
    "text",
    [
        "os.replace(a, b)",
        "map(os.unlink, a)",
        "a.replace(b)",
        "a.write_text(b)",
        "open(a, 'w')",
        "a.open('xb')",
        "open(a, mode='r+')",
        "tempfile.mkstemp()",
    ],
)
def test_each_way_to_change_a_file_is_seen(text):
    assert any(_changes(node) for node in ast.walk(ast.parse(text)))
