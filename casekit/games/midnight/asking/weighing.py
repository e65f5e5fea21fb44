"""A case with its figures and its level."""

from dataclasses import dataclass

from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import CaseMeasures, measure
from casekit.games.midnight.asking.levels import Measured, measure_level
from casekit.games.midnight.case import Case


@dataclass(frozen=True)
class Balance:
    """A case, what was measured of it, and its level."""

    inquiry: CaseInquiry
    figures: CaseMeasures
    level: Measured

    @property
    def case(self) -> Case:
        """The case."""
        return self.inquiry.case


def weigh(inquiry: CaseInquiry, budget: int) -> Balance:
    """Measure a case and hold it against its edition's thresholds; ``budget`` as for ``measure``.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    figures = measure(inquiry, budget)
    return Balance(inquiry, figures, measure_level(inquiry.case.edition, figures))
