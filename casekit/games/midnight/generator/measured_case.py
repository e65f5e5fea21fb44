"""A case held against a level: every figure, and the thresholds that it misses.

A threshold that a skeleton of the level has to meet counts by how much the case misses it.
"""

from collections.abc import Iterator
from functools import cached_property

from casekit.analysis.level_report import LevelBound, LevelMatch
from casekit.games.midnight.document import LEVELS, Level
from casekit.games.midnight.generator import search
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import LABELS, CaseMeasures, measure, measure_level
from casekit.kit.level_distance import ThresholdGap
from casekit.values import frozen

SHORT_PROOF = "paths that find the culprit, the lie and what gives it away among them"
SOLVED = LABELS["solved"]

_GAUGES_OF_SHARES = frozenset(("wrong", "thin", "solved"))
"""The figures that are shares of all paths or tables; the others are counts."""

_SHARE_OF_A_STEP = 0.1
"""A tenth of all paths or tables weighs as much as one path of a proof, or one way to it."""

_LESS_THAN_A_STEP = 0.1
"""What counts beside whole steps: one short proof more, or a threshold that is just met."""


@frozen
class MeasuredCase:
    """A case with everything that is held against a level."""

    analysis: CaseAnalysis
    level: Level
    figures: CaseMeasures

    solved: float | None
    """The share of tables that solve it; ``None`` without a table."""

    @cached_property
    def measured(self) -> LevelMatch:
        """Its figures against the thresholds of its edition."""
        return measure_level(self.analysis.case.edition, self.figures)

    @cached_property
    def missed(self) -> tuple[ThresholdGap, ...]:
        """The thresholds that it misses."""
        return tuple(self._gaps())

    @property
    def gap(self) -> float:
        """How far it is from the level; 0 if it is there."""
        return sum(threshold.gap for threshold in self.missed)

    @property
    def values(self) -> dict[str, float]:
        """Every figure that can keep it from the level, by its description."""
        gauges = {**self.measured.gauges, "solved": self.solved}
        return {LABELS[name]: value for name, value in gauges.items() if value is not None}

    def _gaps(self) -> Iterator[ThresholdGap]:
        missed = self.measured.missed(self.level)
        for bound in missed:
            if bound.value is not None:
                yield self._gap(bound.name, bound.figure, bound.value, bound.limit)
        size = self.figures.sizes.get("culprit")
        is_named = any(bound.name == "culprit_min" for bound in missed)
        if size is not None and size < search.LEAST_PROOF and not is_named:
            yield self._gap("culprit_min", SHORT_PROOF, size, search.LEAST_PROOF)
        limits = search.share_limits(self.analysis.case.edition, self.level)
        if self.solved is not None and self.solved < limits.least:
            yield self._gap("solved_min", SOLVED, self.solved, limits.least)
        elif self.solved is not None and self.solved > limits.most:
            yield self._gap("solved_max", SOLVED, self.solved, limits.most)
        yield from self._too_easy()

    def _gap(self, name: str, figure: str, value: float, limit: float) -> ThresholdGap:
        """A missed threshold. A too short proof of the culprit is nearer, the fewer such proofs there are."""
        ways = self.figures.ways.get("culprit") if name == "culprit_min" else None
        short_proofs = sum(len(way) < limit for way in ways.sets) if ways else 0
        gap = _steps(name, value, limit) + _LESS_THAN_A_STEP * short_proofs
        return ThresholdGap(name, figure, value, limit, name.endswith("_min"), gap)

    def _too_easy(self) -> Iterator[ThresholdGap]:
        """The nearest threshold of each easier level that is met, which has to be missed.

        A case that meets what an easier level asks is of that level.
        """
        for level in LEVELS[: LEVELS.index(self.level)]:
            bounds = self.measured.bounds[level]
            if bounds and all(bound.met for bound in bounds):
                bound = min(bounds, key=_slack)
                yield ThresholdGap(
                    name=bound.name,
                    figure=f"{search.EASIER} ({bound.figure})",
                    value=bound.value or 0,
                    limit=bound.limit,
                    low=bound.name.endswith("_max"),
                    gap=_slack(bound),
                    past=True,
                )


def held_case(analysis: CaseAnalysis, level: Level, players: int, budget: int) -> MeasuredCase:
    """A case held against a level; costs as much as all figures and a simulation.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    return MeasuredCase(analysis, level, measure(analysis, budget), search.solved_share(analysis, players))


def _slack(bound: LevelBound) -> float:
    """By how many steps a figure must change to miss a threshold that it meets; always more than none."""
    steps = 0.0 if bound.value is None else _steps(bound.name, bound.value, bound.limit)
    return steps + _LESS_THAN_A_STEP


def _steps(name: str, value: float, limit: float) -> float:
    """How far a figure is from a limit, in steps that are comparable between figures."""
    gauge, _, _ = name.rpartition("_")
    step = _SHARE_OF_A_STEP if gauge in _GAUGES_OF_SHARES else 1
    return abs(value - limit) / step
