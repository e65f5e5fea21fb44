"""How cases are written."""

from typing import TYPE_CHECKING, Any

from casekit.games.elsewhere import elsewhere, value_at
from casekit.games.midnight.reading.case_tree import BLOCKS, LOGIC_BLOCKS, StatementNode
from casekit.language.document.dialect import Dialect
from casekit.language.document.tree import Item

if TYPE_CHECKING:
    from lark import Token, Transformer


class CaseDialect(Dialect):
    """The language of cases."""

    blocks = frozenset(BLOCKS)
    logic_blocks = frozenset(LOGIC_BLOCKS)

    def builder(self) -> "Transformer[Token, Any]":
        """What makes syntax trees of what the grammar recognises."""
        from casekit.games.midnight.reading.case_builder import CaseBuilder
        from casekit.language.document.document_builder import with_formulas

        return with_formulas(CaseBuilder())

    slips = value_at("midnight.reading.case_slips:SLIPS")
    format_heading = elsewhere("midnight.reading.case_text:heading_text")
    format_item = elsewhere("midnight.reading.case_text:item_lines")
    write_heading = elsewhere("midnight.reading.case_json:write_heading")
    write_item = elsewhere("midnight.reading.case_json:write_item")
    read_heading = elsewhere("midnight.reading.case_json:read_heading")
    read_item = elsewhere("midnight.reading.case_json:read_item")

    def belongs_to_what_is_before(self, item: Item) -> bool:
        """A statement belongs to the prose above it."""
        return isinstance(item, StatementNode)


CASE = CaseDialect(
    "case",
    noun="case",
    usual="a case has some 2,000",
    fields={
        "title": (),
        "level": ("amateur", "expert"),
        "author": (),
        "content-notes": (),
        "victim": (),
        "liar": ("may", "never", "must"),
        "certainty": ("certain", "supported"),
        "illustration": (),
        "illustration-size": ("quarter", "third", "half"),
        "emblem": (),
        "game": (),
    },
    required=("title", "level", "victim"),
    mark="~ ",
    formula_places=("== 01\n~ ", "== rules\n", "== truth\n"),
)
