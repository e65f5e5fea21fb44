"""A puzzle that questions are asked of, as the rest of casekit sees it.

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from casekit.asking.interrogation import Findings, Interrogation, Json
from casekit.diagnostics import Code, Diagnostic, Source
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import Puzzle
from casekit.language.formula.scope import Scope

if TYPE_CHECKING:
    from casekit.deduce.solving.out_of_budget import OutOfBudgetError
    from casekit.games.clue.asking.puzzle_figures import PuzzleBalance
    from casekit.games.clue.asking.puzzle_inquiry import PuzzleInquiry


class AskedPuzzle(Protocol):
    """A puzzle with its text, its edition and the names of its formulas."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""

    @property
    def source(self) -> Source:
        """Its text."""

    @property
    def settings(self) -> PuzzleEdition:
        """Its edition."""

    @property
    def scope(self) -> Scope:
        """The names that its formulas may use."""


@dataclass(frozen=True)
class PuzzleFigures:
    """What was measured of a puzzle."""

    balance: "PuzzleBalance"

    @property
    def shown(self) -> tuple[Code, ...]:
        """The codes of findings that say no more than the figures do."""
        from casekit.games.clue.checks.fit import MEASURED

        return MEASURED

    def in_words(self, width: int) -> str:
        """As text with bars."""
        from casekit.games.clue.asking.puzzle_report import puzzle_report_in_words

        return puzzle_report_in_words(self.balance, width)

    def as_json(self) -> Json:
        """As ``schemas/puzzle-report.schema.json`` has it."""
        from casekit.games.clue.asking.puzzle_report import puzzle_report_as_json

        return puzzle_report_as_json(self.balance)


class PuzzleInterrogation(Interrogation):
    """A puzzle that questions are asked of."""

    inquiry: "PuzzleInquiry"

    def __init__(self, document: AskedPuzzle) -> None:
        from casekit.games.clue.asking.puzzle_inquiry import PuzzleInquiry

        self._settings = document.settings
        self.inquiry = PuzzleInquiry(
            document.puzzle, document.source, document.scope, document.settings.language
        )

    def check(self) -> tuple[Findings, bool]:
        """Every check of deduction, as far as it can be made, and whether all were."""
        from casekit.games.clue.checks import check_logic

        return check_logic(self.inquiry)

    def contradictions(self) -> Findings:
        """What keeps questions from being answered at all."""
        from casekit.games.clue.checks import contradictions

        return contradictions(self.inquiry)

    def too_hard(self, error: "OutOfBudgetError") -> Diagnostic:
        """The finding for a question that was not answered."""
        from casekit.asking.obstacles import unfinished

        return unfinished(self.inquiry, error)

    def shortcomings(self, elements: Sequence[str]) -> Findings:
        """Why some elements of the solution cannot be proved, or need no proof."""
        from casekit.games.clue.checks import shortcomings

        return shortcomings(self.inquiry, elements)

    def measure(self, budget: int) -> tuple[PuzzleFigures, Findings]:
        """How hard the puzzle is, and what that says against its level."""
        from casekit.games.clue.asking.puzzle_figures import weigh_puzzle
        from casekit.games.clue.checks.fit import check_fit

        balance = weigh_puzzle(self.inquiry, self._settings.levels, budget)
        return PuzzleFigures(balance), check_fit(balance)
