"""A case with its figures and its level."""

from dataclasses import dataclass

from casekit.diagnostics import codes
from casekit.games.elsewhere import of_this
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import CaseMeasures, measure
from casekit.games.midnight.asking.levels import Measured, measure_level
from casekit.games.midnight.case import Case
from casekit.games.midnight.codes import ESSENTIAL_PATH, FEW_WAYS, UNACCUSED_CULPRIT, UNACCUSED_INNOCENT


@dataclass(frozen=True)
class Balance:
    """A case, what was measured of it, and its level."""

    inquiry: CaseInquiry
    figures: CaseMeasures
    level: Measured

    shown = (
        codes.LEVEL_NOT_MET,
        FEW_WAYS,
        ESSENTIAL_PATH,
        UNACCUSED_CULPRIT,
        UNACCUSED_INNOCENT,
    )
    """Findings that only repeat what the figures in words say, so readers of the figures need not see them."""

    in_words = of_this("midnight.asking.case_report:report_in_words")
    as_json = of_this("midnight.asking.case_report:report_as_json")

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
