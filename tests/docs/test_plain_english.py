"""Words that ``docs/style.md`` rules out and a machine can find: in messages, hints, help, docstrings and pages."""

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/*.md",
    "casekit/**/catalogue/*.md",
    "schemas/*.json",
)
RULES = "docs/style.md"
"""Names the phrases that it rules out."""

_PLACES = (
    r"(?:here|there|first|last|alone|among|at|behind|beside|by|in|on|once|side by side|twice|under|upside)"
)

PHRASES = (
    rf"\bstands? {_PLACES}\b",
    r"\bstands (?:a second time|complete|the)\b",
    r"\b(?:can|could|may|must|shall|should|does|do|did|to) (?:not )?stand\b",
    r"(?<!\bnobody )(?<!\bevery )(?<!\ba )(?<!\bthe )\blies? (?:in|on|outside|within|below|beside|there|where)\b",
    r"\bbelong(?:s|ing)? into\b",
    r"\bmend(?:s|ed|ing)?\b",
    r"\b(?:wherein|whereof|thereof|therein)\b",
    r"\bof which (?:none|only|the|each|all|nothing)\b",
    r"(?<!\bthere )\b(?:is|are|was|were) (?:no|none of) (?:\{[^}]*\}|pdf|json|svg|po|file|plain|multiple|name|number|suspect's|terminal|\w+ that is)",
    r"\bis none of\b",
    r"\b(?:to|for|but|of|so) who (?!else)\w+\b",
    r"(?:^|[.:;] )who \w+ (?:it|this|that|the|these|them|nothing|alone)\b",
    r"\btells? (?:how|why|what|which|whether|that|the|it|this|its|nothing|where|in)\b(?! truth\b)",
    r"\btell `",
    r"\bunless told otherwise\b",
    r"\bfor want of\b",
    r"\banew\b(?!:)",
    r"\bpass(?:es|ed)? over\b",
    r"(?<!\bleft )\bbehind (?:it|them|a|an|its|each|every|`|\{)",
    r"\bin front of\b",
    r"\ba second time here\b|\bhere a second time,",
    r"\bso that (?:nothing|everything) would\b",
    r"\b(?:take|takes|took|taken|taking) (?:\S+ )?away\b",
    r"\b(?:another (?:\w+ ){0,2}|other \w+ )than\b",
    r"\bno (?:such )?\w+ any ?more\b",
    r"\bis to (?:be found|stand)\b",
    r"\bresults? out of\b",
    r"\bhangs? on\b",
    r"\bfurther (?:below|above|up|down)\b",
    r"\bnot before\b",
    r"\bno sooner\b",
    r"\bas well as not\b",
    r"\bdots an inch\b|\ba (?:line|case|folder) an?\b",
    r"\bare the most\b",
    r"\bso (?:long|many|large|few) an?\b",
)
IN_FIELDS = (
    *PHRASES,
    r"\A(?:Who|Of|So many|So much)\b",
    r"\bso many\b(?! that)",
    r"(?<!\bthere )\b(?:is|are|was|were) none\b",
    r"(?<!\bthere )\b(?:is|are|was|were) no\b(?! (?:longer|more|less|better|worse)\b)",
    r"(?<!left )(?<!nothing )\bbehind\b",
    r"\btold\b(?!`| apart\b|: )|\btells?\b(?!`|: )",
    r"\bstands?\b(?!`| for\b)",
    r"\blies? (?:alike|around|one|right|up)\b",
    r"\b(?:a|no) line end\b",
)
"""What is under a field or a constant says what its value is, and may begin with that word."""

IN_DOCSTRINGS = (*IN_FIELDS, r"\AWhat\b")
"""Docstrings begin with a noun or a verb."""


def _any(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases), re.IGNORECASE | re.MULTILINE)


SLIP = _any(PHRASES)
SLIP_IN_DOCSTRING = _any(IN_DOCSTRINGS)
SLIP_IN_FIELD = _any(IN_FIELDS)
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def _modules() -> list[Path]:
    return sorted((ROOT / "casekit").rglob("*.py"))


def _sentences(module: ast.Module, *, of_commands: bool) -> Iterator[tuple[int, str]]:
    """The strings that a module can print, each with its line; a command's docstring is its help."""
    skipped = {id(value) for value in _documentation(module, of_commands=of_commands)}
    for node in ast.walk(module):
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
            yield node.lineno, "".join(_part(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def _part(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "{}"


def _documentation(module: ast.Module, *, of_commands: bool) -> Iterator[ast.expr]:
    """Strings that are statements: docstrings of modules, classes, functions and attributes."""
    for node in ast.walk(module):
        if of_commands and isinstance(node, ast.FunctionDef) and node.decorator_list:
            continue
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                yield statement.value


def _of_fields(module: ast.Module) -> set[int]:
    """The strings under fields and constants, by their identity."""
    strings: set[int] = set()
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        statements = body if isinstance(body, list) else []
        for above, statement in itertools.pairwise(statements):
            if isinstance(above, ast.Assign | ast.AnnAssign) and isinstance(statement, ast.Expr):
                strings.add(id(statement.value))
    return strings


def _slips(text: str, slip: re.Pattern[str] = SLIP) -> list[str]:
    """Each forbidden phrase with the words around it."""
    flat = re.sub(r"\s+", " ", text)
    return [flat[max(0, found.start() - 30) : found.end() + 30] for found in slip.finditer(flat)]


def test_what_casekit_prints():
    found = [
        (path.relative_to(ROOT).as_posix(), line, slip)
        for path in _modules()
        for line, text in _sentences(
            ast.parse(path.read_text(encoding="utf-8")),
            of_commands=path.is_relative_to(ROOT / "casekit" / "cli"),
        )
        for slip in _slips(text)
    ]
    assert [] == found


def test_docstrings():
    """Docstrings of commands are help, which is printed."""
    found = []
    for path in _modules():
        module = ast.parse(path.read_text(encoding="utf-8"))
        of_fields = _of_fields(module)
        of_commands = path.is_relative_to(ROOT / "casekit" / "cli")
        for text in _documentation(module, of_commands=of_commands):
            pattern = SLIP_IN_FIELD if id(text) in of_fields else SLIP_IN_DOCSTRING
            name = path.relative_to(ROOT).as_posix()
            found += [(name, text.lineno, slip) for slip in _slips(str(text.value), pattern)]
    assert [] == found


@pytest.mark.parametrize("pattern", PAGES)
def test_pages(pattern):
    pages = sorted(page for page in ROOT.glob(pattern) if page != ROOT / RULES)
    assert pages
    assert [] == [
        (page.name, slip)
        for page in pages
        for slip in _slips(_FENCED.sub("", page.read_text(encoding="utf-8")))
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "the number stands on page 3",
        "a statement cannot stand here",
        "the file lies in its folder",
        "it belongs into the header",
        "mend those above",
        "the file is no PDF",
        "'x' is none of a, b",
        "who reads this paragraph alone knows the culprit",
        "it tells how the solution follows",
        "tell `~ tin = suite`",
        "the next build writes it anew",
        "a broken one is passed over",
        "a space behind `==`",
        "take `lie` away, or make the statement false",
        "another answer than the true one",
        "there is no such text any more",
    ],
)
def test_a_slip_is_found(sentence):
    assert _slips(sentence)


@pytest.mark.parametrize(
    "docstring",
    [
        "What was built",
        "So many answers are kept",
        "A number of so many worlds",
        "A picture, or why it is none",
        "A value that is no good",
        "The text behind some mark",
        "Each report that is told",
        "A step that stands inside another",
        "A text without a line end",
    ],
)
def test_a_slip_in_a_docstring_is_found(docstring):
    assert _slips(docstring, SLIP_IN_DOCSTRING)
    assert [] == _slips(docstring)


@pytest.mark.parametrize(
    "docstring",
    [
        "Say what was built",
        "There are so many that none fits",
        "A file, if there is none",
        "It is no longer there",
    ],
)
def test_plain_docstrings_pass(docstring):
    assert [] == _slips(docstring, SLIP_IN_DOCSTRING)


@pytest.mark.parametrize(
    "sentence",
    [
        "a variable stands for anybody",
        "the booklet's standing order",
        "so every lie in a case is meant",
        "there is no PDF in this folder",
        "a value other than the true one",
        "people who read it",
        "the victim told nobody",
        "the culprit never tells the truth",
        "nobody lies in this case",
        "choose another folder, or move this file elsewhere",
    ],
)
def test_plain_words_pass(sentence):
    assert [] == _slips(sentence)


def test_what_is_under_a_field_may_say_what_it_is():
    module = ast.parse(
        'class A:\n    """What one is."""\n    x: int\n    """What x is."""\nX = "F"\n"""What F is."""\n'
    )
    of_fields = _of_fields(module)
    strings = list(_documentation(module, of_commands=False))
    assert ["What F is.", "What x is."] == sorted(text.value for text in strings if id(text) in of_fields)
    assert [] == _slips("What x is.", SLIP_IN_FIELD)
    assert _slips("Who x is.", SLIP_IN_FIELD)


def test_docstrings_are_not_printed_unless_they_are_help():
    module = ast.parse('"""A"""\n@command\ndef f():\n    """B"""\n    echo(f"C {d} e")\nX = "F"\n"""G"""\n')
    assert [(5, "C {} e"), (6, "F")] == sorted(_sentences(module, of_commands=False))
    assert ["B", "C {} e", "F"] == sorted(text for _, text in _sentences(module, of_commands=True))
