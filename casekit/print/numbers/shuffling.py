"""A seeded shuffle, uniform among the orders that keep the rules of ``distances``.

If the room of the pages is known, there is one more rule: no spread shows two paragraphs of one case unless
it has to.

A first order is built greedily. Then many random transpositions are tried, each kept if the rules still hold:
a Markov chain with symmetric moves, whose limit is the uniform distribution over the orders it can reach.
Path order and number order are compared after every block of moves, and a block that leaves them correlated
is taken back as a whole, which again is a symmetric move that is kept or not.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from casekit.print.numbers.distances import (
    USUAL_SPREAD,
    Distances,
    NumberedItem,
    correlated,
    distances,
    looser,
)
from casekit.print.numbers.page_filling import Filling, PageRoom, Partition
from casekit.print.numbers.spreads import paragraph_spread
from casekit.values import frozen
from casekit.values.grouping import grouped

# How often a first order of some distances is tried, and another block of moves for one that is uncorrelated.
_ATTEMPTS = 20
# How many blocks of moves there are, for each unit of the logarithm of the number of items.
_BLOCKS_PER_LOG = 4


@frozen(slots=True)
class _FirstOrder:
    """An order to begin with."""

    order: list[int]
    """The indexes of items, by position."""
    distances: Distances
    """The distances that it keeps."""


def shuffle(
    items: Sequence[NumberedItem], seed: int, spread: int = USUAL_SPREAD, room: PageRoom | None = None
) -> dict[str, int]:
    """Give the items numbers from 1 to their count, keyed as the items are and in their order."""
    random = Random(seed)  # noqa: S311 -- a shuffle that a reprint must find again
    first = _first_order(items, random, distances(items, spread), room)
    positions = _Positions(items, first.order, first.distances, room)
    blocks = math.ceil(_BLOCKS_PER_LOG * math.log(len(items) + 1))
    for _ in range(blocks):
        positions.shuffle(random)
    # Tiny booklets may have no uncorrelated order: then the last one tried has to do.
    for _ in range(_ATTEMPTS):
        if not correlated(items, positions.at):
            break
        positions.shuffle(random)
    for _ in range(blocks):
        order_before = positions.order.copy()
        positions.shuffle(random)
        if correlated(items, positions.at):
            positions.put(order_before)
    return {item.key: position + 1 for item, position in zip(items, positions.at, strict=True)}


def _first_order(
    items: Sequence[NumberedItem], random: Random, aim: Distances, room: PageRoom | None
) -> _FirstOrder:
    """An order that keeps distances as near to the wanted ones as can be found."""
    for wanted in looser(aim):
        for attempt in range(_ATTEMPTS):
            # Spreads are asked for first, and given up before a distance is.
            spreads = _Spreads(items, room) if room and attempt < _ATTEMPTS // 2 else None
            order = _greedy_order(items, wanted, random, spreads)
            if order is not None:
                return _FirstOrder(order, wanted)
    raise AssertionError("distances of 1 always fit")


def _greedy_order(
    items: Sequence[NumberedItem], wanted: Distances, random: Random, spreads: "_Spreads | None" = None
) -> list[int] | None:
    """Fill positions in turn, each from the case, then the group with most left; ``None`` at a dead end.

    The result has the indexes of items, by position.
    """
    remaining = _shuffled_groups(items, random)
    remaining_of_case = Counter(item.case for item in items)
    # The first position that each case, and each group, may have again.
    next_of_case: dict[str, int] = {}
    next_of_group: dict[str, int] = {}
    order: list[int] = []
    for position in range(len(items)):
        free_cases = [case for case in remaining if next_of_case.get(case, 0) <= position]
        for case in sorted(free_cases, key=lambda case: (-remaining_of_case[case], random.random())):
            groups_of_case = remaining[case]
            free_groups = [
                group for group in groups_of_case if not group or next_of_group.get(group, 0) <= position
            ]
            # A case that is on the spread already comes again only on the next one.
            groups = free_groups if spreads is None else spreads.fitting(case, free_groups, groups_of_case)
            if groups:
                break
        else:
            return None
        group = max(groups, key=lambda group: (len(groups_of_case[group]) if group else 0, random.random()))
        order.append(groups_of_case[group].pop())
        if spreads is not None:
            spreads.add(order[-1])
        remaining_of_case[case] -= 1
        if not groups_of_case[group]:
            del groups_of_case[group]
        if not groups_of_case:
            del remaining[case]
        next_of_case[case] = position + wanted.gap
        next_of_group[group] = position + wanted.spread
    return order


def _shuffled_groups(items: Sequence[NumberedItem], random: Random) -> dict[str, dict[str, list[int]]]:
    """The indexes of items by case and group, in random order."""
    groups: dict[str, dict[str, list[int]]] = {}
    for index in sorted(range(len(items)), key=lambda _: random.random()):
        groups.setdefault(items[index].case, {}).setdefault(items[index].group, []).append(index)
    return groups


class _Spreads:
    """The cases on the spread that is being filled: each comes once before any comes again."""

    def __init__(self, items: Sequence[NumberedItem], room: PageRoom) -> None:
        self._items = items
        self._heights = [room.heights[item.key] for item in items]
        self._filling = Filling(room, used=room.above)
        self._case_count = len({item.case for item in items})
        self._spread = 0
        self._items_of_case: Counter[str] = Counter()

    def fitting(self, case: str, groups: list[str], indexes: Mapping[str, list[int]]) -> list[str]:
        """The groups of a case whose next item may follow.

        ``indexes`` are those of the remaining items of each group; the last is the next.
        """
        if self._items_of_case[case] <= self._items_of_case.total() // self._case_count:
            return groups
        pages = {group: self._filling.page_for(self._heights[indexes[group][-1]]) for group in groups}
        return [group for group, page in pages.items() if paragraph_spread(page) > self._spread]

    def add(self, index: int) -> None:
        """Put an item at the end."""
        spread = paragraph_spread(self._filling.add(self._heights[index]))
        if spread != self._spread:
            self._spread = spread
            self._items_of_case.clear()
        self._items_of_case[self._items[index].case] += 1


class _Positions:
    """A valid order under random transpositions.

    With the room of its pages an order stays divided into pages as it is, and no case becomes more frequent
    on a spread than it has to be.
    """

    at: list[int]
    """The position of each item, by its index."""
    order: list[int]
    """The indexes of items, by position."""

    def __init__(
        self,
        items: Sequence[NumberedItem],
        order: Sequence[int],
        wanted: Distances,
        room: PageRoom | None = None,
    ) -> None:
        self.at = [0] * len(items)
        self._gap = wanted.gap
        self._spread = wanted.spread
        self._case_of = [item.case for item in items]
        groups = grouped((item.group, index) for index, item in enumerate(items))
        # For each item the other ones of its group.
        self._mates: list[list[int]] = []
        for index, item in enumerate(items):
            group = groups[item.group] if item.group else []
            self._mates.append([mate for mate in group if mate != index])
        self._room = room
        self._height_of = [0.0 if room is None else room.heights[item.key] for item in items]
        self._partition: Partition | None = None
        # For each page how many paragraphs of one case its spread may have.
        self._most_of_case: list[int] = []
        self.put(order)

    def put(self, order: Sequence[int]) -> None:
        """Take an order."""
        self.order = list(order)
        # Beside the ends there is room for the gap, so that neighbours need no care there.
        margin = [""] * self._gap
        self._cases = [*margin, *(self._case_of[index] for index in order), *margin]
        for position, index in enumerate(order):
            self.at[index] = position
        if self._room is not None:
            self._partition = Partition([self._height_of[index] for index in order], self._room)
            # A case may be on a spread once before any comes again; more often if no better order was found.
            case_count = len(set(self._case_of))
            self._most_of_case = []
            for start, end in self._partition.spreads:
                frequencies = Counter(self._case_of[index] for index in order[start:end])
                evenly = math.ceil((end - start) / case_count)
                self._most_of_case.append(max(*frequencies.values(), evenly))

    def shuffle(self, random: Random) -> None:
        """Try as many transpositions as there are items."""
        order, at, cases, gap = self.order, self.at, self._cases, self._gap
        partition = self._partition
        count = len(order)
        # Only random() itself is promised to stay the same in later versions of Python.
        draw = random.random
        for _ in range(count):
            # Items a and b are at the positions i and j.
            i, j = int(draw() * count), int(draw() * count)
            a, b = order[i], order[j]
            order[i], order[j], at[a], at[b] = b, a, j, i
            cases[i + gap], cases[j + gap] = cases[j + gap], cases[i + gap]
            fit = self._fits(i, b) and self._fits(j, a)
            if not (fit and (partition is None or partition.exchange(i, j))):
                order[i], order[j], at[a], at[b] = a, b, i, j
                cases[i + gap], cases[j + gap] = cases[j + gap], cases[i + gap]

    def _fits(self, position: int, index: int) -> bool:
        """Whether the item at a position keeps its distances."""
        at, spread = self.at, self._spread
        for mate in self._mates[index]:
            if -spread < at[mate] - position < spread:
                return False
        here = position + self._gap
        case = self._case_of[index]
        if self._cases[here - self._gap + 1 : here + self._gap].count(case) != 1:
            return False
        if self._partition is None:
            return True
        page = self._partition.page_at[position]
        start, end = self._partition.spreads[page]
        return self._cases[start + self._gap : end + self._gap].count(case) <= self._most_of_case[page]
