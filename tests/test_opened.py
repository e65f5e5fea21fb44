"""What casekit is given or finds is opened in one place, which knows of links, pipes and lengths."""

import ast
from pathlib import Path

from casekit import resources

PACKAGE = Path(resources.__file__).resolve().parent
OPENING = {"open", "read_text", "read_bytes"}
MAY = {
    "language/reading.py": "the place itself",
    "resources.py": "the package's own data",
    "language/document/tables.py": "the grammar",
    "diagnostics/catalogue.py": "the package's own data",
    "games/all_codes.py": "likewise",
    "games/usual/plain_authoring.py": "the skeleton that comes with a game",
    "games/midnight/reading/edition_file.py": "the built-in edition",
    "games/midnight/skeletons/situations.py": "the library that comes with the package",
    "games/midnight/skeletons/skeleton_tongues.py": "sentences in other languages, which come with the package",
    "games/midnight/printing/drawings.py": "the package's own data",
    "print/press/inks.py": "the package's own data",
    "web/case_pages/made_views.py": "the package's own script",
    "print/press/finishes.py": "the colour profile",
    "print/preflight/objects/file_checks.py": "the colour profile",
    "print/text/glyphs.py": "the fonts",
    "print/text/typesetter.py": "the fonts",
    "building/writing.py": "what is written",
    "building/memory.py": "digests of plain files",
    "building/builds.py": "whether a product of that name may be replaced",
    "system/sealing.py": "the user's own key, and answers that are sealed",
    "system/fingerprint.py": "the package's own files",
    "system/git_files.py": "whether plain files are what a commit has",
    "system/cursor_slots.py": "where the cursor of an editor is, for the preview",
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
    assert "language/reading.py" in opening
