"""The level of a case: what it claims, measured against thresholds (rulebook, "Case booklets").

The rulebook's idea of *amateur* is fewer wrong paths and more ways to find what matters.
"""

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from casekit.games.midnight.asking.figures import CaseMeasures
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
"""What can have a threshold: its description and the figure, ``None`` where there is none."""

LABELS: Mapping[str, str] = {name: label for name, (label, _) in _GAUGES.items()}
"""What each figure that can have a threshold is called."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """A threshold and the figure it is held against."""

    name: str
    limit: float
    figure: str
    value: float | None

    @property
    def met(self) -> bool:
        """Whether the figure is on the right side of the threshold; one that cannot be measured is."""
        holds = operator.ge if self.name.endswith("_min") else operator.le
        return self.value is None or bool(holds(round(self.value, 6), self.limit))

    def __str__(self) -> str:
        end = "at least" if self.name.endswith("_min") else "at most"
        value = (
            "?"
            if self.value is None
            else f"{self.value:g}"
            if self.value == int(self.value)
            else f"{self.value:.2f}"
        )
        return f"{self.figure}: {value}, {end} {self.limit:g}"


@dataclass(frozen=True, slots=True)
class Measured:
    """A case against the thresholds of each level, easy ones first; ``level`` is the first whose all are met.

    ``gauges`` are all figures that can have a threshold.
    """

    level: str | None
    bounds: Mapping[str, tuple[Threshold, ...]]
    gauges: Mapping[str, float | None]


def measure_level(edition: Edition, figures: CaseMeasures) -> Measured:
    """Hold figures against the thresholds of each level."""
    gauges = {name: read(figures) for name, (_, read) in _GAUGES.items()}
    bounds = {level: tuple(_bounds(edition, level, gauges)) for level in LEVELS}
    met = [level for level, of_level in bounds.items() if all(bound.met for bound in of_level)]
    return Measured(met[0] if met else None, bounds, gauges)


def _bounds(edition: Edition, level: str, gauges: Mapping[str, float | None]) -> Iterator[Threshold]:
    for name, limit in edition.levels.get(level, DEFAULT_THRESHOLDS[level]).items():
        gauge = name.rpartition("_")[0]
        yield Threshold(name, limit, _GAUGES[gauge][0], gauges[gauge])
