"""A puzzle as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Findings
from casekit.diagnostics import Source, Span
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import Puzzle
from casekit.language.formula.scope import Scope
from casekit.model.place import Place

if TYPE_CHECKING:
    from casekit.games.clue.puzzle_interrogation import PuzzleInterrogation


@dataclass(frozen=True)
class PuzzleDocument:
    """A puzzle as it was read, its text, its edition and the names of its formulas.

    Unless it was ``understood``, lines are left out of it that could not be read or that name an unknown card or
    player. Findings say so; the rules of the game are not held against what is left. ``unplaced`` counts blocks under a
    heading that could not be read or is unknown, each of which may be one that seems to be missing.
    """

    puzzle: Puzzle
    source: Source
    settings: PuzzleEdition
    scope: Scope
    understood: bool = True
    unplaced: int = 0

    @property
    def title(self) -> str:
        """What it is called."""
        return self.puzzle.title

    @property
    def paragraphs(self) -> int:
        """How many paragraphs with numbers are printed of it: none."""
        return 0

    def span(self, place: Place) -> Span:
        """Where something of the puzzle is in its file."""
        return self.source.span(place.start, place.end)

    def check(self, other_titles: tuple[str, ...]) -> Findings:
        """Every check that needs no deduction, missing blocks first."""
        from casekit.games.clue.checks import check_puzzle
        from casekit.games.clue.reading.puzzle_blocks import missing_blocks

        return (*missing_blocks(self), *check_puzzle(self, other_titles))

    def gaps(self) -> Findings:
        """Blocks without which nothing can be asked: who plays, and what was played."""
        from casekit.games.clue.reading.puzzle_blocks import ASKED_ABOUT, missing_blocks

        return tuple(missing_blocks(self, ASKED_ABOUT))

    def interrogation(self) -> "PuzzleInterrogation":
        """The puzzle with its questions open."""
        from casekit.games.clue.puzzle_interrogation import PuzzleInterrogation

        return PuzzleInterrogation(self)

    def assets(self) -> tuple[Path, ...]:
        """There are none."""
        return ()
