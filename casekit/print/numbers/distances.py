"""The rules that the numbers of a booklet's paragraphs keep: distances, and no trace of the paths' order.

Numbers of one case keep a distance (``gap``), and those of one group a greater one (``spread``). They say
nothing of the order in which a case has its paths.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from casekit.values import frozen
from casekit.values.grouping import grouped

USUAL_SPREAD = 12
"""The distance of numbers of one group that is aimed for in booklets of usual size."""

# Fewer cases keep no gap: so few orders would be left that a number betrayed its case. Of two cases one would
# have the even numbers, the other one the odd.
_LEAST_CASES_WITH_GAP = 4
# The most that a rank correlation may be, in standard deviations of that of a random order.
_MOST_STANDARD_DEVIATIONS = 2.0


@frozen(slots=True)
class NumberedItem:
    """Something to be numbered."""

    key: str
    case: str
    """The case that it belongs to."""
    group: str = ""
    """Its group within the booklet; empty if it has none."""


@frozen(slots=True)
class Distances:
    """How far apart numbers are at least."""

    gap: int
    """The least distance of two numbers of one case."""
    spread: int
    """The least distance of two numbers of one group."""


def distances(items: Sequence[NumberedItem], spread: int = USUAL_SPREAD) -> Distances:
    """The distances to aim for.

    The gap grows with the number of cases but leaves room to shuffle (three cases: none, ten: 7), and is
    never more than the largest case allows. The spread is the one given or, in tiny editions, a part of the
    whole.
    """
    items_by_case = Counter(item.case for item in items)
    items_by_group = Counter(item.group for item in items if item.group)
    largest_case = max(items_by_case.values(), default=1)
    largest_group = max(items_by_group.values(), default=1)
    case_count = len(items_by_case)
    gap = 1
    if case_count >= _LEAST_CASES_WITH_GAP:
        most_gap = (len(items) - 1) // max(1, largest_case - 1)
        gap = max(1, min(case_count * 7 // 10, most_gap))
    return Distances(gap, max(1, min(spread, len(items) // largest_group - 1)))


def looser(strict: Distances) -> Iterator[Distances]:
    """The distances and, in turn, smaller ones, down to 1."""
    gap, spread = strict.gap, strict.spread
    yield Distances(gap, spread)
    while gap > 1 or spread > 1:
        if spread > gap:
            spread -= 1
        else:
            gap -= 1
        yield Distances(gap, spread)


def tolerable_gap(items: Sequence[NumberedItem]) -> int:
    """The least gap that goes without a warning: less than the aim, because printed numbers stay."""
    case_count = len({item.case for item in items})
    return min(distances(items).gap, max(2, 1 + case_count // 3))


def correlated(items: Sequence[NumberedItem], positions: Sequence[int]) -> bool:
    """Whether the numbers of any case follow its path order, by Spearman's rank correlation.

    The limit is two standard deviations of the coefficient of a random order, ``1 / sqrt(n - 1)`` each.
    """
    cases = [item.case for item in items]
    for positions_of_case in grouped(zip(cases, positions, strict=True)).values():
        count = len(positions_of_case)
        # Two always correlate.
        if count <= 2:  # noqa: PLR2004 -- see above
            continue
        if abs(spearman(positions_of_case)) > _MOST_STANDARD_DEVIATIONS / math.sqrt(count - 1):
            return True
    return False


def spearman(positions: Sequence[int]) -> float:
    """Spearman's rank correlation between distinct positions and the order they are given in."""
    count = len(positions)
    ranks = {position: rank for rank, position in enumerate(sorted(positions))}
    squares = sum((ranks[position] - index) ** 2 for index, position in enumerate(positions))
    return 1 - 6 * squares / (count * (count**2 - 1))
