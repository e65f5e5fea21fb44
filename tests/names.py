"""The names that there are in the code, and those that a text speaks of in code marks."""

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "casekit"
MODULES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
_DATA = (".css", ".html", ".js", ".json", ".lark", ".svg", ".toml", ".xml", ".xmp")

NAMES_OF_OTHERS = {
    "PYTHONHASHSEED": "Python",
    "HOME": "the folders of Linux",
    "XDG_STATE_HOME": "the folders of Linux",
    "section_end": "logs of GitLab",
    "half_past_ten": "a writer's name, as an example",
    "two_keys": "a writer's name, as an example",
}
"""What docstrings and comments name that is no name of casekit's, and whose it is."""

_A_MODULE = re.compile(r"(?:\w+/)*\w+\.py")
_A_NAME = re.compile(r"[\w.]+(?:\(\))?")
_OF_CODE = re.compile(
    r"_*[a-z][a-z0-9]*(?:_[a-z0-9]+)+"  # snake_case
    r"|_[a-z]\w*"
    r"|_?[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*"  # UPPER_CASE
    r"|_?[A-Z][a-z]\w*"  # CamelCase
)
_RAISES = re.compile(r"^[ \t]*Raises:\n((?:[ \t]+\S.*\n?)+)", re.MULTILINE)
_RAISED = re.compile(r"^[ \t]+([A-Z]\w+):", re.MULTILINE)


def _places_of_docstrings(tree: ast.Module) -> set[tuple[int, int]]:
    """Where strings begin that are statements."""
    places = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                places.add((statement.value.lineno, statement.value.col_offset))
    return places


def explanations_and_names(code: str) -> tuple[str, set[str]]:
    """The docstrings and comments of some code, and the names in all the rest of it.

    A string without a space may be a name too, such as a key of a table.
    """
    docstrings = _places_of_docstrings(ast.parse(code))
    explanations, names = [], set()
    strings = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.start in docstrings):
            explanations.append(token.string)
        elif token.type == tokenize.NAME or (token.type in strings and " " not in token.string):
            names.update(re.findall(r"\w+", token.string))
    return "\n".join(explanations), names


@cache
def names_there_are() -> frozenset[str]:
    """All names in casekit's code, in its templates, tables, grammars and schemas, and those of Python."""
    names = set(dir(builtins))
    for module in MODULES:
        names |= explanations_and_names(module.read_text(encoding="utf-8"))[1]
    files = [path for folder in (PACKAGE, ROOT / "grammar", ROOT / "schemas") for path in folder.rglob("*")]
    for file in files:
        if file.suffix in _DATA:
            names.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    return frozenset(names)


def names_nobody_has(text: str, names: frozenset[str], marked: str = "``") -> Iterator[str]:
    """The modules and names that a text has in code marks and that are not there, and exceptions that it lists."""
    for quoted in re.findall(rf"(?<!`){marked}([^`]+){marked}(?!`)", text):
        if _A_MODULE.fullmatch(quoted):
            if not any(path.as_posix().endswith(f"/{quoted}") for path in (*MODULES, *TESTS)):
                yield quoted
        elif _A_NAME.fullmatch(quoted):
            parts = quoted.removesuffix("()").split(".")
            if any(_OF_CODE.fullmatch(part) and part not in names for part in parts):
                yield quoted
    for listed in _RAISES.findall(text):
        yield from (name for name in _RAISED.findall(listed) if name not in names)
