"""How cases are written."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from casekit.games.midnight.reading.case_tree import BLOCKS, LOGIC_BLOCKS, StatementNode
from casekit.language.document.dialect import Dialect, Slip
from casekit.language.document.tree import Heading, Item

if TYPE_CHECKING:
    from lark import Token, Transformer

    from casekit.language.formula.formula_json import FormulaWriter


class CaseDialect(Dialect):
    """The language of cases."""

    grammar = "case"
    noun = "case"
    usual = "a case has some 2,000"
    blocks = frozenset(BLOCKS)
    logic_blocks = frozenset(LOGIC_BLOCKS)
    formula_places = ("== 01\n~ ", "== rules\n", "== truth\n")

    def builder(self) -> "Transformer[Token, Any]":
        """What makes syntax trees of what the grammar recognises."""
        from casekit.games.midnight.reading.case_builder import CaseBuilder
        from casekit.language.document.document_builder import with_formulas

        return with_formulas(CaseBuilder())

    def slips(self) -> tuple[Slip, ...]:
        """The mistakes that have a name."""
        from casekit.games.midnight.reading.case_slips import SLIPS

        return SLIPS

    def format_heading(self, heading: Heading) -> str:
        """A heading without its mark."""
        from casekit.games.midnight.reading.case_text import heading_text

        return heading_text(heading)

    def format_item(self, item: Item) -> Iterable[str]:
        """The lines of an item of a case."""
        from casekit.games.midnight.reading.case_text import item_lines

        return item_lines(item)

    def belongs_to_what_is_before(self, item: Item) -> bool:
        """A statement belongs to the prose above it."""
        return isinstance(item, StatementNode)

    def write_heading(self, heading: Heading) -> dict[str, Any]:
        """A heading as members of its block."""
        from casekit.games.midnight.reading.case_json import write_heading

        return write_heading(heading)

    def read_heading(self, data: Mapping[str, Any]) -> Heading:
        """The heading of a block, from its members."""
        from casekit.games.midnight.reading.case_json import read_heading

        return read_heading(data)

    def write_item(self, item: Item, writer: "FormulaWriter") -> dict[str, Any]:
        """An item of a case."""
        from casekit.games.midnight.reading.case_json import write_item

        return write_item(item, writer)

    def read_item(self, data: Mapping[str, Any]) -> Item:
        """The item that such JSON describes."""
        from casekit.games.midnight.reading.case_json import read_item

        return read_item(data)


CASE = CaseDialect()
