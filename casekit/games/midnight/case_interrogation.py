"""A case that questions are asked of, as the rest of casekit sees it.

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Answered, Findings, Interrogation, Json, Remedy
from casekit.diagnostics import Code, Diagnostic

if TYPE_CHECKING:
    from casekit.deduce.solving.out_of_budget import OutOfBudgetError
    from casekit.games.midnight.asking.case_inquiry import CaseInquiry
    from casekit.games.midnight.asking.weighing import Balance
    from casekit.games.midnight.case import Case
    from casekit.games.midnight.skeletons.distance.distance_words import DistanceAnswer


@dataclass(frozen=True)
class CaseFigures:
    """What was measured of a case."""

    balance: "Balance"

    @property
    def shown(self) -> tuple[Code, ...]:
        """The codes of findings that say no more than the figures do."""
        from casekit.games.midnight.checks.logic.balance import MEASURED

        return tuple(MEASURED)

    def in_words(self, width: int) -> str:
        """As text with bars."""
        from casekit.games.midnight.asking.case_report import report_in_words

        return report_in_words(self.balance, width)

    def as_json(self) -> Json:
        """As ``schemas/report.schema.json`` has it."""
        from casekit.games.midnight.asking.case_report import report_as_json

        return report_as_json(self.balance)


class CaseInterrogation(Interrogation):
    """A case that questions are asked of."""

    inquiry: "CaseInquiry"

    def __init__(self, case: "Case") -> None:
        from casekit.games.midnight.asking.case_inquiry import CaseInquiry

        self.inquiry = CaseInquiry(case)

    def check(self) -> tuple[Findings, bool]:
        """Every check of truth and deduction, as far as it can be made, and whether all were."""
        from casekit.games.midnight.checks import check_logic

        return check_logic(self.inquiry)

    def contradictions(self) -> Findings:
        """What keeps questions from being answered at all."""
        from casekit.games.midnight.checks import contradictions

        return contradictions(self.inquiry)

    def too_hard(self, error: "OutOfBudgetError") -> Diagnostic:
        """The finding for a question that was not answered."""
        from casekit.asking.obstacles import unfinished

        return unfinished(self.inquiry, error)

    def shortcomings(self, elements: Sequence[str]) -> Findings:
        """Why some elements of the solution cannot be proved, or need no proof."""
        from casekit.games.midnight.checks import shortcomings

        return shortcomings(self.inquiry, elements)

    def measure(self, budget: int) -> tuple[CaseFigures, Findings]:
        """How hard the case is, and what that says against its level."""
        from casekit.games.midnight.asking.weighing import weigh
        from casekit.games.midnight.checks.logic.balance import check_balance

        balance = weigh(self.inquiry, budget)
        return CaseFigures(balance), check_balance(balance)

    def distance(self, level: str, budget: int, step: Callable[[str], None]) -> "Answered[DistanceAnswer]":
        """How far the case is from a level, and which changes would bring it there."""
        from casekit.games.midnight.skeletons.distance.distance_words import DistanceAnswer
        from casekit.games.midnight.skeletons.distance.nearing import distance

        unproved = [each.name for each in self.inquiry.verdict.elements if each.status != "certain"]
        if unproved:
            return None, self.shortcomings(unproved)
        found = distance(self.inquiry, "expert" if level == "expert" else "amateur", 4, budget, step)
        return DistanceAnswer(found), ()

    distance_steps = 37
    """Those of ``skeletons.distance.nearing``, which costs too much to import for a number."""

    def remedies(self) -> tuple[Remedy, ...]:
        """The cures of the case with the paragraphs that could tell each."""
        from casekit.games.midnight.asking.carriers import carriers

        found = self.inquiry.cures
        facts = {str(cure.fact): cure for cure in (*found.ranked, *found.closing)}
        return tuple(Remedy(text, carriers(self.inquiry, cure)) for text, cure in facts.items())
