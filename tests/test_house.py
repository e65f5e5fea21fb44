"""How the modules are laid out: folders that can be overlooked, names that occur once, print that knows no game."""

import ast
import re
import tokenize
from collections import defaultdict

import pytest

from casekit.kit.registry import GAMES
from casekit.logic.formulas import QUANTIFIERS
from tests.names import (
    MODULES,
    NAMES_OF_OTHERS,
    PACKAGE,
    TESTS,
    explanations_and_names,
    names_nobody_has,
    names_there_are,
)

PACKAGES = sorted(path.parent for path in MODULES if path.name == "__init__.py")

# This many modules can be overlooked.
MOST = 15
# The games that know nothing of what those share that are told by a transcript.
TOLD_OTHERWISE = {"midnight"}
# What turns a rule off for a line; what follows is why.
SUPPRESSION = re.compile(
    r"(?:noqa(?:: ?[A-Z]+[0-9]+(?:, ?[A-Z]+[0-9]+)*)?|type: ?ignore(?:\[[a-z-, ]+\])?)(.*)"
)
# What Midnight Murder Mysteries calls its things. A safe zone is what a print shop calls one of its own.
WORDS = (
    "ship",
    "deck",
    "purser",
    "suspect",
    "zone",
    "culprit",
    "alibi",
    "cabin",
    "liner",
    "hull",
    "midnight",
)
OF_ONE_GAME = re.compile(rf"(?<![a-z])(?<!safe[ \n])({'|'.join(WORDS)})s?(?![a-z])", re.IGNORECASE)
# In these modules midnight is an hour.
CLOCKS = re.compile("/prose/expressions/")
# What is inside a package whose own face is a list of what it gives.
INSIDE = sorted(
    package.relative_to(PACKAGE).as_posix()
    for package in PACKAGES
    if package.relative_to(PACKAGE).parent.name in {"analysis", "checks", "cli", "deduce", "editor"}
)
CAMEL_CASE = re.compile("(?<=[a-z])(?=[A-Z])")


def folder_of(module):
    return module.relative_to(PACKAGE).parts[0]


def tree_of(module):
    """The folder tree that a module belongs to: a game, its rooms, what games share, or a package."""
    parts = module.relative_to(PACKAGE).parts
    if "rooms" in parts:
        return "/".join(parts[: parts.index("rooms") + 1])
    return "/".join(parts[:2]) if parts[0] in {"games", "kit"} and len(parts) > 2 else parts[0]


def repeated(names):
    """The names that several modules have."""
    modules_of = defaultdict(list)
    for name, module in names:
        modules_of[name].append(module.relative_to(PACKAGE).as_posix())
    return {name: modules for name, modules in modules_of.items() if len(modules) > 1}


@pytest.mark.parametrize("tree", sorted({tree_of(module) for module in MODULES}))
def test_no_two_modules_of_a_folder_tree_have_one_name(tree):
    """Rooms of games repeat on purpose: `theory.py` is where the theory of each game is."""
    names = [
        (module.stem, module)
        for module in MODULES
        if module.name != "__init__.py" and tree_of(module) == tree
    ]
    assert {} == repeated(names)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_classes_have_one_name(game):
    """Games know nothing of each other, so they may call things alike."""
    others = [PACKAGE / "games" / other for other in GAMES if other != game]
    if game in TOLD_OTHERWISE:
        others += [PACKAGE / "kit" / "transcripts", PACKAGE / "kit" / "hands.py"]
    names = []
    for module in MODULES:
        if any(module.is_relative_to(other) for other in others):
            continue
        nodes = ast.parse(module.read_text(encoding="utf-8")).body
        classes = [node.name for node in nodes if isinstance(node, ast.ClassDef)]
        names.extend((name, module) for name in classes if not name.startswith("_"))
    assert {} == repeated(names)


def test_a_folder_can_be_overlooked():
    counts = {
        package.relative_to(PACKAGE).as_posix(): len(list(package.glob("*.py"))) - 1 for package in PACKAGES
    }
    assert {} == {folder: count for folder, count in counts.items() if count > MOST}


def test_frozen_classes_are_ours():
    """The standard library would write all methods of each of them whenever a command starts (``casekit/values/``)."""
    theirs = [
        module.relative_to(PACKAGE).as_posix()
        for module in MODULES
        if re.search(r"@dataclass\([^)]*frozen", module.read_text(encoding="utf-8"))
    ]
    assert [] == theirs


PEEKING = re.compile(
    r"__dataclass_fields__|__dataclass_params__|\b__slots__(?! = )|\bvars\(|\.__dict__\b|\.__get__\b"
)
"""How a module could look into a frozen class."""
LOOKING = {
    "diagnostics/codes.py": "the codes of a module",
    "print/typesetting/weasyprint_patches.py": "fonts of WeasyPrint",
}
"""Modules that look into something else, and what that is."""


def test_nothing_but_values_looks_into_frozen_classes():
    """Fields, copies and values are asked of ``casekit.values``, so that another class could be made there."""
    looking, importing = [], []
    for module in MODULES:
        name = module.relative_to(PACKAGE).as_posix()
        if name.startswith("values/"):
            continue
        text = module.read_text(encoding="utf-8")
        if PEEKING.search(text):
            looking.append(name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module == "dataclasses":
                imported = {alias.name for alias in node.names}
                # Classes that can be changed are those of the standard library.
                if "dataclass" not in imported or imported - {"dataclass", "field"}:
                    importing.append(name)
            if isinstance(node, ast.Import) and "dataclasses" in {alias.name for alias in node.names}:
                importing.append(name)
    assert sorted(LOOKING) == sorted(looking)
    assert [] == importing


PRIVATE = re.compile(
    r"SLF001|getattr\([\w.]+, \"_[a-z]|import .*\b\w+_add_cl\b|\.oracle\.oracle|\._load_from_dict"
)
"""How a module could use a name that a library keeps to itself."""
USING = {
    "cli/guarded_streams.py": "a stream of ours",
    "deduce/solving/cores.py": "the solver inside Hitman",
    "editor/language_server.py": "whether pygls was shut down",
    "language/syntax/parse_tables.py": "tables of lark that are no pickle",
    "print/typesetting/typesetter.py": "boxes of a page of WeasyPrint",
    "print/typesetting/weasyprint_patches.py": "boxes and streams of WeasyPrint",
}
"""Modules that do, and for what; each says beside it why, and what fails without it."""


def test_private_names_of_libraries_are_used_only_where_nothing_else_serves():
    names = {module.relative_to(PACKAGE).as_posix(): module for module in MODULES}
    using = [name for name, module in names.items() if PRIVATE.search(module.read_text(encoding="utf-8"))]
    assert sorted(USING) == sorted(using)


def suppressions(module):
    """The comments of a module that turn rules off."""
    with tokenize.open(module) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT and SUPPRESSION.search(token.string):
                yield token


def is_reasoned(comment):
    """Whether something is left of a comment without what it turns off."""
    found = SUPPRESSION.search(comment)
    while found:
        comment = found[1]
        found = SUPPRESSION.search(comment)
    return bool(comment.strip(" #-"))


def test_each_suppression_has_a_reason():
    """The reason is in the comment, or in one directly above."""
    bare = []
    for module in MODULES:
        lines = module.read_text(encoding="utf-8").splitlines()
        for token in suppressions(module):
            above = lines[token.start[0] - 2].strip() if token.start[0] > 1 else ""
            if not is_reasoned(token.string) and not above.startswith("#"):
                bare.append(f"{module.relative_to(PACKAGE).as_posix()}:{token.start[0]}")
    assert [] == bare


@pytest.mark.parametrize(
    ("comment", "reasoned"),
    [
        ("# noqa: S101", False),
        ("# noqa: S101, PLC0415 -", False),
        ("# type: ignore[arg-type]  # noqa: S101", False),
        ("# type: ignore[arg-type]", False),
        ("# noqa: S101 -- for mypy", True),
        ("# type: ignore[arg-type]  # the callers name kinds", True),
        ("# type: ignore[no-untyped-call]  # noqa: SLF001 -- see above", True),
    ],
)
def test_a_reason_is_what_follows_the_rules(comment, reasoned):
    assert reasoned is is_reasoned(comment)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(PACKAGE.parent).as_posix())
def test_a_package_says_what_it_is_for(package):
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)


@pytest.mark.parametrize("name", ["library", "print", "building", "pipeline", *INSIDE])
def test_the_face_of_a_package_imports_nothing(name):
    faces = [package / "__init__.py" for package in PACKAGES if package.is_relative_to(PACKAGE / name)]
    longer = [face for face in faces if len(ast.parse(face.read_text(encoding="utf-8")).body) > 1]
    assert [] == longer


LISTING_QUANTIFIERS = {
    "casekit/logic/formulas.py": "the table",
    "casekit/analysis/verbalizer/english_and_french.py": "words of English",
    "tests/quantifiers.py": "what each means, found without asking the program",
    "tests/editors/test_editor_files.py": "snippets that are written by hand",
    "tests/test_house.py": "examples of lists",
}
"""Modules that list quantifiers, and why."""


def lists_of_texts(tree):
    """The texts beside each other in each display, in each call, and in each alternative of a pattern."""
    for node in ast.walk(tree):
        match node:
            case ast.Set(elts=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(keys=parts):
                texts = [part.value for part in parts if isinstance(part, ast.Constant)]
            case ast.Call(args=parts):
                texts = [part.value for part in parts if isinstance(part, ast.Constant)]
            case ast.Constant(value=str(text)) if "|" in text:
                texts = re.split(r"[|()>]", text)
            case _:
                continue
        yield {text for text in texts if isinstance(text, str)}


def lists_quantifiers(texts):
    """Whether texts are quantifiers that one should ask ``QUANTIFIERS`` for: three, or two with a number."""
    with_number = {name for name in QUANTIFIERS if QUANTIFIERS[name].has_number}
    named = {re.sub(r" \d+$", "", text) for text in texts}
    return len(named & QUANTIFIERS.keys()) > 2 or len(named & with_number) > 1


def test_quantifiers_are_listed_at_one_place():
    """Whoever adds a quantifier is not to look for lists that leave it out."""
    listing = []
    for module in [*MODULES, *TESTS]:
        tree = ast.parse(module.read_text(encoding="utf-8"))
        if any(lists_quantifiers(texts) for texts in lists_of_texts(tree)):
            listing.append(module.relative_to(PACKAGE.parent).as_posix())
    assert sorted(LISTING_QUANTIFIERS) == sorted(listing)


@pytest.mark.parametrize(
    ("code", "lists"),
    [
        ('part in {"exactly", "at most"}', True),
        ('pick("every", "some", "no", "exactly 1")', True),
        (r"""re.compile("(?P<how>exactly|at least) (?P<number>\\d+)")""", True),
        ('{"at least": -1, "at most": 1}', True),
        ('part in {"every", "no"}', False),
        ('say("at most", 2)', False),
    ],
)
def test_a_list_of_quantifiers_is_seen(code, lists):
    assert lists is any(map(lists_quantifiers, lists_of_texts(ast.parse(code))))


def test_what_docstrings_and_comments_name_is_there():
    """What was renamed is renamed where docstrings and comments speak of it."""
    gone, of_others = {}, set()
    for module in MODULES:
        explanations, _ = explanations_and_names(module.read_text(encoding="utf-8"))
        missing = {*names_nobody_has(explanations, names_there_are())}
        of_others |= missing & NAMES_OF_OTHERS.keys()
        if missing - NAMES_OF_OTHERS.keys():
            gone[module.relative_to(PACKAGE).as_posix()] = sorted(missing - NAMES_OF_OTHERS.keys())
    assert {} == gone
    assert sorted(NAMES_OF_OTHERS) == sorted(of_others)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("``test_house.py`` holds it, ``test_home.py`` does not", ["test_home.py"]),
        ("``library.py`` holds it", []),
        ("a ``CaseShop.ask``", ["CaseShop.ask"]),
        ("a ``CaseStore.ask`` of ``runs`` in ``{{ base }}``", []),
        ("a ``Teller`` asks ``_so``, ``is_so()`` and ``START``", ["Teller", "_so", "is_so()", "START"]),
        ("as in ``Clara had no key``", []),
        (
            "That.\n\n    Raises:\n        LostError: if it is lost.\n        ValueError: if not.",
            ["LostError"],
        ),
    ],
)
def test_a_name_that_is_not_there_is_seen(text, missing):
    assert missing == [*names_nobody_has(text, frozenset({"CaseStore", "ask", "ValueError"}))]


def test_options_are_those_of_a_function_beside():
    """A docstring that sends its reader to another function names one of its own module."""
    gone = {}
    for module in MODULES:
        text = module.read_text(encoding="utf-8")
        for name in re.findall(r"options are those\s+of\s+``(\w+)``", text):
            if f"def {name}(" not in text:
                gone[module.relative_to(PACKAGE).as_posix()] = name
    assert {} == gone


def test_names_are_those_of_code():
    code = '"""A ``Teller``."""\nfast = ask("table")  # never ``slow``\nsay("a word")\n'
    assert (
        '"""A ``Teller``."""\n# never ``slow``',
        {"fast", "ask", "table", "say"},
    ) == explanations_and_names(code)


@pytest.mark.parametrize(
    "folder",
    [
        "analysis",
        "building",
        "deduce",
        "language",
        "logic",
        "manuscripts",
        "pipeline",
        "print",
        "system",
        "translation",
    ],
)
def test_what_games_share_has_no_words_of_one(folder):
    texts = [
        path
        for path in sorted((PACKAGE / folder).rglob("*"))
        # There the word is a time of the night, and nobody's game.
        if path.suffix in {".py", ".html", ".css", ".svg", ".xmp"} and "expressions" not in path.parts
    ]
    found = {
        path.relative_to(PACKAGE).as_posix(): words
        for path in texts
        if (words := OF_ONE_GAME.findall(CAMEL_CASE.sub(" ", path.read_text(encoding="utf-8"))))
        if not (CLOCKS.search(path.as_posix()) and {*words} == {"midnight"})
    }
    assert {} == found
