"""How puzzles are written."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from casekit.games.clue.reading.puzzle_tree import BLOCKS_IN_ORDER, LOGIC_BLOCKS
from casekit.language.document.dialect import Dialect, Slip
from casekit.language.document.tree import Heading, Item

if TYPE_CHECKING:
    from lark import Token, Transformer

    from casekit.language.formula.formula_json import FormulaWriter


class PuzzleDialect(Dialect):
    """The language of puzzles. They hold no formulas; those that are asked stand alone."""

    grammar = "puzzle"
    noun = "puzzle"
    usual = "a puzzle has some 300"
    blocks = frozenset((*BLOCKS_IN_ORDER, "notes"))
    logic_blocks = frozenset(LOGIC_BLOCKS)
    formula_places = ()

    def builder(self) -> "Transformer[Token, Any]":
        """What makes syntax trees of what the grammar recognises."""
        from casekit.games.clue.reading.puzzle_builder import PuzzleBuilder
        from casekit.language.document.document_builder import with_formulas

        return with_formulas(PuzzleBuilder())

    def slips(self) -> tuple[Slip, ...]:
        """The mistakes that have a name."""
        from casekit.games.clue.reading.puzzle_slips import PUZZLE_SLIPS

        return PUZZLE_SLIPS

    def format_heading(self, heading: Heading) -> str:
        """A heading without its mark."""
        from casekit.games.clue.reading.puzzle_text import puzzle_heading

        return puzzle_heading(heading)

    def format_item(self, item: Item) -> Iterable[str]:
        """The lines of an item of a puzzle."""
        from casekit.games.clue.reading.puzzle_text import puzzle_lines

        return puzzle_lines(item)

    def write_heading(self, heading: Heading) -> dict[str, Any]:
        """A heading as members of its block."""
        from casekit.games.clue.reading.puzzle_json import write_puzzle_heading

        return write_puzzle_heading(heading)

    def read_heading(self, data: Mapping[str, Any]) -> Heading:
        """The heading of a block, from its members."""
        from casekit.games.clue.reading.puzzle_json import read_puzzle_heading

        return read_puzzle_heading(data)

    def write_item(self, item: Item, writer: "FormulaWriter") -> dict[str, Any]:
        """An item of a puzzle; none has a formula to type."""
        from casekit.games.clue.reading.puzzle_json import write_puzzle_item

        del writer
        return write_puzzle_item(item)

    def read_item(self, data: Mapping[str, Any]) -> Item:
        """The item that such JSON describes."""
        from casekit.games.clue.reading.puzzle_json import read_puzzle_item

        return read_puzzle_item(data)


PUZZLE = PuzzleDialect()
