"""The parser: one LALR grammar with the contextual lexer, built once a process."""

from functools import cache
from typing import Any

from lark import Lark
from platformdirs import user_cache_path

from casekit import resources
from casekit.language.builder import builder
from casekit.language.tree import Block, FieldNode, FormulaNode


@cache
def parser() -> Lark:
    """The parser of case files, which builds syntax trees as it goes."""
    path = resources.path("grammar/case.lark")
    return Lark(
        path.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=["case", "lone_formula", "slip"],
        import_paths=[str(path.parent)],
        transformer=builder(),
        cache=_cache(),
    )


def _cache() -> str | bool:
    """Where the parser's tables are kept: making them takes ten times as long as reading them.

    Lark makes them again when the grammar, lark or Python changed, or the file cannot be read.
    """
    try:
        folder = user_cache_path("casekit", appauthor=False, ensure_exists=True)
    except OSError:
        return False
    return str(folder / "case.lark.tables")


def parse_case(text: str) -> tuple[FieldNode | Block, ...]:
    """Parse laid-out text as a case: header fields, then blocks.

    Raises:
        lark.UnexpectedInput: at the first mistake.
    """
    result: Any = parser().parse(text, start="case")
    return tuple(node for node in result if node is not None)


def parse_formula(text: str) -> FormulaNode:
    """Parse laid-out text as one formula.

    Raises:
        lark.UnexpectedInput: at the first mistake.
    """
    result: Any = parser().parse(text, start="lone_formula")
    return result  # type: ignore[no-any-return]
