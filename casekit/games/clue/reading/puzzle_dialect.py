"""How puzzles are written."""

from typing import TYPE_CHECKING, Any

from casekit.games.clue.reading.puzzle_tree import BLOCKS_IN_ORDER, LOGIC_BLOCKS
from casekit.games.elsewhere import elsewhere, value_at
from casekit.language.document.dialect import Dialect

if TYPE_CHECKING:
    from lark import Token, Transformer


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

    slips = value_at("clue.reading.puzzle_slips:PUZZLE_SLIPS")
    format_heading = elsewhere("clue.reading.puzzle_text:puzzle_heading")
    format_item = elsewhere("clue.reading.puzzle_text:puzzle_lines")
    write_heading = elsewhere("clue.reading.puzzle_json:write_puzzle_heading")
    write_item = elsewhere("clue.reading.puzzle_json:write_puzzle_item")
    read_heading = elsewhere("clue.reading.puzzle_json:read_puzzle_heading")
    read_item = elsewhere("clue.reading.puzzle_json:read_puzzle_item")


PUZZLE = PuzzleDialect()
