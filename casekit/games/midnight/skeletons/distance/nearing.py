"""The changes that bring a case to a level: each is measured with its tables."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from casekit.games.making.distance import MOST_CHANGES, Distance, nearest
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import measure
from casekit.games.midnight.case import Level
from casekit.games.midnight.skeletons.distance.changes import TRIED, Change, candidates
from casekit.games.midnight.skeletons.distance.shortfalls import HeldCase, held_case
from casekit.games.midnight.skeletons.trial_tables import solved_share
from casekit.model.theory import OutOfBudgetError

MOST_STEPS = 1 + MOST_CHANGES * 2 * TRIED
"""The most measurements that are made."""

BUDGET = 400
"""The number of worlds that the search for wrong paths looks at for each change that is tried."""


def distance(
    inquiry: CaseInquiry, level: Level, players: int, budget: int, step: Callable[[str], None]
) -> Distance[HeldCase]:
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
    after = partial(_after, players, min(budget, BUDGET))
    return nearest(held_case(inquiry, level, players, budget), candidates, after, step)


def _after(players: int, budget: int, now: HeldCase, change: Change, least: float) -> HeldCase | None:
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
