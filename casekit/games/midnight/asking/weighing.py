"""A case with its figures and its level."""

from dataclasses import dataclass

from casekit.asking.figures.level_bounds import MeasuredLevel
from casekit.asking.interrogation import Json
from casekit.diagnostics import Source, codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import CaseMeasures, measure
from casekit.games.midnight.asking.levels import measure_level
from casekit.games.midnight.case import Case
from casekit.games.midnight.codes import ESSENTIAL_PATH, FEW_WAYS, UNACCUSED_CULPRIT, UNACCUSED_INNOCENT


@dataclass(frozen=True)
class Balance:
    """A case, what was measured of it, and its level."""

    inquiry: CaseInquiry
    figures: CaseMeasures
    level: MeasuredLevel

    shown = (
        codes.LEVEL_NOT_MET,
        FEW_WAYS,
        ESSENTIAL_PATH,
        UNACCUSED_CULPRIT,
        UNACCUSED_INNOCENT,
    )
    """Findings that only repeat what the figures in words say, so readers of the figures need not see them."""

    def in_words(self, width: int) -> str:
        """All figures, as text."""
        from casekit.games.midnight.asking.case_report import report_in_words  # noqa: PLC0415 -- a check measures and says nothing

        return report_in_words(self, width)

    def as_json(self) -> Json:
        """All figures as their schema has them."""
        from casekit.games.midnight.asking.case_report import report_as_json  # noqa: PLC0415 -- likewise

        return report_as_json(self)

    @property
    def case(self) -> Case:
        """The case."""
        return self.inquiry.case

    @property
    def title(self) -> str:
        """Its title."""
        return self.case.title

    @property
    def source(self) -> Source:
        """Its text."""
        return self.inquiry.source

    @property
    def claimed(self) -> str:
        """The level that it claims."""
        return self.case.level


def weigh(inquiry: CaseInquiry, budget: int) -> Balance:
    """Measure a case and hold it against its edition's thresholds; ``budget`` as for ``measure``.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    figures = measure(inquiry, budget)
    return Balance(inquiry, figures, measure_level(inquiry.case.edition, figures))
