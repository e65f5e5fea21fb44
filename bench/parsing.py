"""Reading the text: our syntax tree with positions and comments beside lark's raw tree of the same text."""

from collections.abc import Iterator

from lark import Lark

from bench.example import FILE, SHELF
from bench.measure import Row, Scale
from casekit import resources
from casekit.games.midnight.language.line_forms import CASE
from casekit.language.syntax.layout import lay_out
from casekit.pipeline import loading


def rows(scale: Scale) -> Iterator[Row]:
    """Parsing, and everything up to a typed case."""
    data = FILE.read_bytes()
    text = lay_out(data.decode(), CASE.logic_blocks)
    grammar = resources.path("grammar/case.lark")
    bare = Lark(
        grammar.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start="document",
        import_paths=[str(grammar.parent)],
    )
    peer = "lark, LALR, its own tree"
    yield scale.compare(
        "bytes to syntax tree",
        lambda: loading.parse_bytes(data, FILE.name),
        peer,
        lambda: bare.parse(text),
        rounds=25,
    )
    yield scale.compare(
        "bytes to typed case",
        lambda: loading.resolve_document(loading.parse_bytes(data, FILE.name), SHELF).resolved,
        peer,
        lambda: bare.parse(text),
        rounds=25,
    )
