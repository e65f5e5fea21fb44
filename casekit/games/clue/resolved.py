"""A puzzle with its text, its edition and the names of its formulas: what everything asks that is done with it."""

from dataclasses import dataclass

from casekit.diagnostics import Source, Span
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import Puzzle
from casekit.language.formula.scope import Scope
from casekit.model.place import Place


@dataclass(frozen=True)
class ResolvedPuzzle:
    """A puzzle as it was read.

    Unless it was ``understood``, it has no players or no play, or lines are left out of it that could not be read or that
    name an unknown card or player. Findings say so; the rules of the game are not held against what is left. ``unplaced``
    counts blocks under a heading that could not be read or is unknown, each of which may be one that seems to be missing.
    """

    puzzle: Puzzle
    source: Source
    settings: PuzzleEdition
    scope: Scope
    understood: bool = True
    unplaced: int = 0

    @property
    def title(self) -> str:
        """Its title."""
        return self.puzzle.title

    def span(self, place: Place) -> Span:
        """Where something of the puzzle is in its file."""
        return self.source.span(place.start, place.end)

    def field_span(self, key: str) -> Span:
        """Where a field of the header is, or the file's beginning without it."""
        place = self.puzzle.fields.get(key)
        return self.source.whole() if place is None else self.span(place)

    def heading_span(self, block: str) -> Span:
        """Where the heading of a block is, or the file's beginning without it."""
        place = self.puzzle.headings.get(block)
        return self.source.whole() if place is None else self.span(place)
