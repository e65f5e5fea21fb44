"""The changes that bring a case to a level: each is tried, and what comes nearest is taken."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from casekit.deduce.solving.out_of_budget import OutOfBudgetError
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import measure
from casekit.games.midnight.case import Level
from casekit.games.midnight.skeletons.distance.changes import TRIED, Change, candidates
from casekit.games.midnight.skeletons.distance.shortfalls import HeldCase, Shortfall, held_case
from casekit.games.midnight.skeletons.trial_tables import solved_share

MOST_CHANGES = 3
"""The most changes that are looked for."""

MOST_STEPS = 1 + MOST_CHANGES * 2 * TRIED
"""The most measurements that are made."""

BUDGET = 400
"""The number of worlds that the search for wrong paths looks at for each change that is tried."""


@dataclass(frozen=True)
class NearerStep:
    """A change and the figures before and after it, as far as they keep the case from the level or change it."""

    change: Change
    before: HeldCase
    after: HeldCase

    @property
    def effects(self) -> tuple[tuple[str, float, float], ...]:
        """The figures that it changes: a description, and what each was and is."""
        before, after = self.before.values, self.after.values
        return tuple(
            (figure, before[figure], after[figure])
            for figure in before
            if figure in after and round(before[figure], 6) != round(after[figure], 6)
        )


@dataclass(frozen=True)
class Distance:
    """How far a case is from a level, the changes that bring it nearest, and how many were tried."""

    start: HeldCase
    steps: tuple[NearerStep, ...]
    tried: int

    @property
    def level(self) -> Level:
        """The level."""
        return self.start.level

    @property
    def rest(self) -> tuple[Shortfall, ...]:
        """The thresholds that the case still misses after all changes."""
        return self.steps[-1].after.missed if self.steps else self.start.missed


def distance(
    inquiry: CaseInquiry, level: Level, players: int, budget: int, step: Callable[[str], None]
) -> Distance:
    """How far a case is from a level, and up to three changes, each the best of those that were measured after the one before.

    Args:
        inquiry: a case whose solution readers can prove.
        level: the level it is held against.
        players: how many detectives are at the simulated tables.
        budget: how many worlds the search for wrong paths may look at.
        step: is called before each change is tried.

    Raises:
        OutOfBudgetError: if a question about the case itself is too hard.
    """
    step("the case as it is")
    start = now = held_case(inquiry, level, players, budget)
    random = Random(0)  # noqa: S311 - the same case always gets the same answer
    steps: list[NearerStep] = []
    tried = 0
    while now.gap and len(steps) < MOST_CHANGES:
        found = candidates(now, random)
        best: NearerStep | None = None
        for change in found:
            step(f"change {tried + 1}")
            tried += 1
            after = _after(
                now, change, players, min(budget, BUDGET), now.gap if best is None else best.after.gap
            )
            if after is not None:
                best = NearerStep(change, now, after)
        if best is None:
            break
        steps.append(best)
        now = best.after
    return Distance(start, tuple(steps), tried)


def _after(now: HeldCase, change: Change, players: int, budget: int, least: float) -> HeldCase | None:
    """A case after a change; ``None`` if it is not nearer than ``least``, its solution no longer follows, or that is too hard to say."""
    inquiry = CaseInquiry(change.apply(now.inquiry.case))
    try:
        elements = inquiry.verdict.elements
        if not inquiry.verdict.consistent or any(element.status != "certain" for element in elements):
            return None
        found = HeldCase(inquiry, now.level, measure(inquiry, budget), None)
        if found.gap >= least:
            return None  # tables can only take it further away, and they cost as much again
        found = replace(found, solved=solved_share(inquiry, players))
    except OutOfBudgetError:
        return None
    return found if found.gap < least else None
