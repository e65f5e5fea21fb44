"""Formulas that are in no document of a game."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from casekit.language.document.dialect import Dialect
from casekit.language.document.tree import Item

if TYPE_CHECKING:
    from lark import Token, Transformer

    from casekit.language.document.slips import Slip
    from casekit.language.formula.formula_json import FormulaWriter


class LoneDialect(Dialect):
    """The language of formulas alone. It has no blocks, so no item of a block either."""

    grammar = "lone"
    noun = "formula"
    usual = "a formula has some 20"
    blocks = frozenset[str]()
    logic_blocks = frozenset[str]()
    formula_places = ()

    def builder(self) -> "Transformer[Token, Any]":
        """What makes nodes of what the grammar recognises."""
        from casekit.language.document.document_builder import DocumentBuilder, with_formulas

        return with_formulas(DocumentBuilder())

    def slips(self) -> "tuple[Slip, ...]":
        """The mistakes that have a name."""
        from casekit.language.document.formula_slips import FORMULA_SLIPS

        return FORMULA_SLIPS

    def format_item(self, item: Item) -> Iterable[str]:
        """There is none."""
        raise TypeError(item)

    def write_item(self, item: Item, writer: "FormulaWriter") -> dict[str, Any]:
        """There is none."""
        del writer
        raise TypeError(item)

    def read_item(self, data: Mapping[str, Any]) -> Item:
        """There is none."""
        raise TypeError(data)


LONE = LoneDialect()
