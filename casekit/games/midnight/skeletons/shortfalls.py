"""The shortfalls of a case: each threshold that a skeleton of a level has to meet, and by how much the case misses it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from casekit.asking.figures.level_bounds import FigureBound, MeasuredLevel
from casekit.games.making.distance import Shortfall
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import CaseMeasures, measure
from casekit.games.midnight.asking.levels import LABELS, measure_level
from casekit.games.midnight.case import Level
from casekit.games.midnight.edition import LEVELS
from casekit.games.midnight.skeletons.generating import EASIER, LEAST_PROOF, SHARES, solved_share

SHORTCUT = "paths that find the culprit, the lie and what gives it away among them"
SOLVED = LABELS["solved"]

_SHARES = frozenset(("wrong", "thin", "solved"))
_TENTH = 0.1
"""A tenth of all paths or tables weighs as much as one path of a proof, or one way to it."""


@dataclass(frozen=True)
class HeldCase:
    """A case with everything that is held against a level. ``solved`` is the share of tables, ``None`` without a table."""

    inquiry: CaseInquiry
    level: Level
    figures: CaseMeasures
    solved: float | None

    @cached_property
    def measured(self) -> MeasuredLevel:
        """Its figures against the thresholds of its edition."""
        return measure_level(self.inquiry.case.edition, self.figures)

    @cached_property
    def missed(self) -> tuple[Shortfall, ...]:
        """The thresholds that it misses."""
        return tuple(self._missed())

    @property
    def gap(self) -> float:
        """How far it is from the level; 0 if it is there."""
        return sum(each.gap for each in self.missed)

    @property
    def values(self) -> dict[str, float]:
        """Every figure that can keep it from the level, by its description."""
        found = {LABELS[name]: value for name, value in self.measured.gauges.items() if value is not None}
        return found | ({} if self.solved is None else {SOLVED: self.solved})

    def _missed(self) -> Iterator[Shortfall]:
        for bound in self.measured.missed(self.level):
            if bound.value is not None:
                missed = _short(bound.name, bound.figure, bound.value, bound.limit)
                yield self._with_ways(missed) if bound.name == "culprit_min" else missed
        size = self.figures.sizes.get("culprit")
        bounds = {bound.name for bound in self.measured.missed(self.level)}
        if size is not None and size < LEAST_PROOF and "culprit_min" not in bounds:
            yield self._with_ways(_short("culprit_min", SHORTCUT, size, LEAST_PROOF))
        yield from self._at_the_table()
        yield from self._too_easy()

    def _with_ways(self, missed: Shortfall) -> Shortfall:
        """A proof that is too short, and nearer to be none the fewer others are: each has to go."""
        ways = self.figures.ways.get("culprit")
        short = 0 if ways is None else sum(len(way) < missed.limit for way in ways.sets)
        return replace(missed, gap=missed.gap + _TENTH * short)

    def _at_the_table(self) -> Iterator[Shortfall]:
        if self.solved is None:
            return
        limits = self.inquiry.case.edition.levels.get(self.level, {})
        least, most = SHARES[self.level]
        least, most = limits.get("solved_min", least), limits.get("solved_max", most)
        if self.solved < least:
            yield _short("solved_min", SOLVED, self.solved, least)
        elif self.solved > most:
            yield _short("solved_max", SOLVED, self.solved, most)

    def _too_easy(self) -> Iterator[Shortfall]:
        """A case that meets what an easier level asks is of that level: the nearest of its thresholds has to be missed."""
        for level in LEVELS[: LEVELS.index(self.level)]:
            bounds = self.measured.bounds[level]
            if bounds and all(bound.met for bound in bounds):
                slack, nearest = min(((_slack(bound), bound) for bound in bounds), key=lambda each: each[0])
                yield Shortfall(
                    nearest.name,
                    f"{EASIER} ({nearest.figure})",
                    nearest.value or 0,
                    nearest.limit,
                    nearest.name.endswith("_max"),
                    slack,
                    past=True,
                )


def held_case(inquiry: CaseInquiry, level: Level, players: int, budget: int) -> HeldCase:
    """A case held against a level; costs as much as all figures and a simulation.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    return HeldCase(inquiry, level, measure(inquiry, budget), solved_share(inquiry, players))


def _short(name: str, figure: str, value: float, limit: float) -> Shortfall:
    return Shortfall(name, figure, value, limit, name.endswith("_min"), _steps(name, value, limit))


def _slack(bound: FigureBound) -> float:
    """By how much a threshold would have to be missed that is met; the least that is more than none."""
    return (0 if bound.value is None else _steps(bound.name, bound.value, bound.limit)) + _TENTH


def _steps(name: str, value: float, limit: float) -> float:
    return abs(value - limit) / (_TENTH if name.rpartition("_")[0] in _SHARES else 1)
