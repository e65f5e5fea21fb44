"""A case with its figures and its level: what it claims, measured against thresholds (rulebook, "Case booklets").

The rulebook's idea of *amateur* is fewer wrong paths and more ways to find what matters.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from casekit.asking.figures.level_bounds import FigureBound, MeasuredLevel
from casekit.asking.interrogation import Json
from casekit.diagnostics import Source, codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import CaseMeasures, measure
from casekit.games.midnight.case import Case
from casekit.games.midnight.codes import ESSENTIAL_PATH, FEW_WAYS, UNACCUSED_CULPRIT, UNACCUSED_INNOCENT
from casekit.games.midnight.edition import LEVELS, Edition

DEFAULT_THRESHOLDS: Mapping[str, Mapping[str, float]] = {
    "amateur": {"wrong_max": 0.3, "ways_min": 2, "suppositions_max": 1},
    "expert": {"culprit_min": 3, "wrong_max": 0.5},
}
"""Thresholds of a level that its edition gives none for."""


def _share(names: tuple[str, ...], figures: CaseMeasures) -> float:
    """How many of the paths lead to the named paragraphs: a shared one counts for each of its paths."""
    return sum(name.count(",") + 1 for name in names) / figures.paths


def _unread(figures: CaseMeasures) -> float | None:
    return None if figures.robustness is None else len(figures.robustness.unread)


def _size(figures: CaseMeasures) -> float | None:
    return None if figures.proof is None else len(figures.proof.sources)


def _ways(figures: CaseMeasures) -> float | None:
    counts = [len(clue.ways.sets) for clue in figures.clues]
    return sum(counts) / len(counts) if counts else None


def _thin(figures: CaseMeasures) -> float | None:
    return sum(clue.thin for clue in figures.clues) / len(figures.clues) if figures.clues else None


_GAUGES: Mapping[str, tuple[str, Callable[[CaseMeasures], float | None]]] = {
    "wrong": ("share of wrong paths", lambda figures: _share(figures.wrong, figures)),
    "essential": ("essential paths", lambda figures: len(figures.essential)),
    "robustness": ("paths to leave unread", _unread),
    "proof": ("paths of the smallest proof", _size),
    "culprit": ("paths of the smallest proof of the culprit", lambda figures: figures.sizes.get("culprit")),
    "ways": ("ways to a conclusion, on average", _ways),
    "thin": ("share of conclusions with few ways", _thin),
    "suppositions": ("suppositions inside each other", lambda figures: figures.depth),
    # Simulated tables say that, and no proof does.
    "solved": ("share of simulated tables that solve it", lambda _: None),
}
"""The figures that can have a threshold: description and figure, ``None`` for those that no proof has."""

LABELS: Mapping[str, str] = {name: label for name, (label, _) in _GAUGES.items()}
"""The name of each figure that can have a threshold."""


def measure_level(edition: Edition, figures: CaseMeasures) -> MeasuredLevel:
    """Hold figures against the thresholds of each level."""
    gauges = {name: read(figures) for name, (_, read) in _GAUGES.items()}
    return MeasuredLevel({level: tuple(_bounds(edition, level, gauges)) for level in LEVELS}, gauges)


def _bounds(edition: Edition, level: str, gauges: Mapping[str, float | None]) -> Iterator[FigureBound]:
    for name, limit in edition.levels.get(level, DEFAULT_THRESHOLDS[level]).items():
        gauge, _, end = name.rpartition("_")
        least, most = (limit, None) if end == "min" else (None, limit)
        yield FigureBound(name, LABELS[gauge], least, most, gauges[gauge])


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
