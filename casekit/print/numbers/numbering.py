"""The numbers of a booklet's paragraphs: a seeded shuffle, uniform among the orders that keep the rules.

The rules: paragraphs of one case keep a distance (``gap``), members of one group, such as one person's
answers, a greater one (``spread``), the order of a case's paths says nothing of its numbers, and where the
room of the pages is known, no spread shows two paragraphs of one case that need not.

A first order is built greedily. Then many random transpositions are tried, each kept if the rules still hold:
a Markov chain with symmetric moves, whose limit is the uniform distribution over the orders it can reach.
Path order and number order are compared after every block of moves, and a block that leaves them correlated
is taken back as a whole, which again is a symmetric move that is kept or not.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random

from casekit.print.content.booklet import Booklet
from casekit.print.numbers.page_filling import Filling, PageRoom, Partition, spread_of
from casekit.values import frozen
from casekit.values.grouping import grouped

SPREAD = 12
TRIES = 4
"""How often a booklet may be numbered until no spread of its pages is crowded."""

_WIDER = 4
_ATTEMPTS = 20
_ROUNDS = 4
_SIGMAS = 2.0
_FEW = 4
"""Fewer cases keep no gap: so few orders would be left that a number betrayed its case.

Of two cases one would have the even numbers, the other one the odd.
"""


@frozen(slots=True)
class NumberedItem:
    """Something to be numbered, the case it belongs to, and its group within the booklet, if it has one."""

    key: str
    case: str
    group: str = ""


@frozen(slots=True)
class Distances:
    """How far apart the numbers of one case, and of one group, are at least."""

    gap: int
    spread: int


@frozen(slots=True)
class Numbering:
    """The numbers of a booklet by paragraph key, and the seed they come from.

    ``gaps`` are numbers that no paragraph has any more, ``added`` those given since the last printing.
    """

    numbers: Mapping[str, int]
    seed: int
    gaps: tuple[int, ...] = ()
    added: tuple[int, ...] = ()


def items_of(booklet: Booklet) -> list[NumberedItem]:
    """A booklet's paragraphs as things to be numbered, in their order."""
    items = []
    for index, case in enumerate(booklet.cases):
        items += [NumberedItem(paragraph.key, str(index), paragraph.group) for paragraph in case.paragraphs]
    return items


_MOST_RUNS = 8


def runs_in_words(numbers: Sequence[int]) -> str:
    """Ascending numbers as a person lists them, such as ``3, 7, 121 to 180``; of many runs the first few."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    listed = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return ", ".join([*listed[:_MOST_RUNS], "…"] if len(listed) > _MOST_RUNS else listed)


def number_again(booklet: Booklet, attempt: int, room: PageRoom | None = None) -> Numbering:
    """Number a booklet whose pages do not suit the attempt before, of ``TRIES``; the first is 0.

    Later attempts take the next seeds and keep the members of a group further apart. ``room`` is that of its
    pages, if paragraphs of one case are to be on different spreads.
    """
    # Titles and texts can be corrected or translated without changing the seed.
    seed = (seed_of(booklet.slug, *(case.file for case in booklet.cases)) + attempt) % 2**64
    return Numbering(shuffle(items_of(booklet), seed, SPREAD + attempt * _WIDER, room), seed)


def seed_of(*texts: str) -> int:
    """A seed that depends on the texts alone."""
    return int.from_bytes(sha256("\0".join(texts).encode("utf-8", "surrogateescape")).digest()[:8], "big")


def shuffle(
    items: Sequence[NumberedItem], seed: int, spread: int = SPREAD, room: PageRoom | None = None
) -> dict[str, int]:
    """Give the items numbers from 1 to their count, keyed as the items are and in their order."""
    random = Random(seed)  # noqa: S311 -- a shuffle that a reprint must find again
    wanted, order = _start(items, random, distances(items, spread), room)
    positions = _Positions(items, order, wanted, room)
    blocks = math.ceil(_ROUNDS * math.log(len(items) + 1))
    for _ in range(blocks):
        positions.shuffle(random)
    # Tiny booklets may have no uncorrelated order: then the last one tried has to do.
    for _ in range(_ATTEMPTS):
        if not correlated(items, positions.at):
            break
        positions.shuffle(random)
    for _ in range(blocks):
        before = positions.order.copy()
        positions.shuffle(random)
        if correlated(items, positions.at):
            positions.put(before)
    return {item.key: position + 1 for item, position in zip(items, positions.at, strict=True)}


def distances(items: Sequence[NumberedItem], spread: int = SPREAD) -> Distances:
    """The distances to aim for.

    The gap grows with the number of cases but leaves room to shuffle (three cases: none, ten: 7), and is
    never more than the largest case allows. The spread is the one given or, in tiny editions, a part of the
    whole.
    """
    cases = Counter(item.case for item in items)
    groups = Counter(item.group for item in items if item.group)
    largest_case = max(cases.values(), default=1)
    largest_group = max(groups.values(), default=1)
    gap = 1
    if len(cases) >= _FEW:
        gap = max(1, min(len(cases) * 7 // 10, (len(items) - 1) // max(1, largest_case - 1)))
    return Distances(gap, max(1, min(spread, len(items) // largest_group - 1)))


def tolerable(items: Sequence[NumberedItem]) -> int:
    """The least gap that goes without a warning: less than the aim, because printed numbers stay."""
    return min(distances(items).gap, max(2, 1 + len({item.case for item in items}) // 3))


def correlated(items: Sequence[NumberedItem], positions: Sequence[int]) -> bool:
    """Whether the numbers of any case follow its path order, by Spearman's rank correlation.

    The limit is two standard deviations of the coefficient of a random order, ``1 / sqrt(n - 1)`` each.
    """
    cases = [item.case for item in items]
    for of_case in grouped(zip(cases, positions, strict=True)).values():
        count = len(of_case)
        # Two always correlate.
        if count > 2 and abs(spearman(of_case)) > _SIGMAS / math.sqrt(count - 1):  # noqa: PLR2004
            return True
    return False


def spearman(positions: Sequence[int]) -> float:
    """Spearman's rank correlation between distinct positions and the order they are given in."""
    count = len(positions)
    ranks = {position: rank for rank, position in enumerate(sorted(positions))}
    squares = sum((ranks[position] - at) ** 2 for at, position in enumerate(positions))
    return 1 - 6 * squares / (count * (count**2 - 1))


def _start(
    items: Sequence[NumberedItem], random: Random, aim: Distances, room: PageRoom | None
) -> tuple[Distances, list[int]]:
    """An order (item indices by position) that keeps distances as near to the wanted ones as can be found."""
    for wanted in _looser(aim):
        for attempt in range(_ATTEMPTS):
            # Spreads are asked for first, and given up before a distance is.
            spreads = _Spreads(items, room) if room and attempt < _ATTEMPTS // 2 else None
            order = _greedy(items, wanted, random, spreads)
            if order is not None:
                return wanted, order
    raise AssertionError("distances of 1 always fit")


def _looser(wanted: Distances) -> Iterator[Distances]:
    """The distances and, in turn, smaller ones, down to 1."""
    gap, spread = wanted.gap, wanted.spread
    yield Distances(gap, spread)
    while gap > 1 or spread > 1:
        gap, spread = (gap, spread - 1) if spread > gap else (gap - 1, spread)
        yield Distances(gap, spread)


def _greedy(
    items: Sequence[NumberedItem], wanted: Distances, random: Random, spreads: "_Spreads | None" = None
) -> list[int] | None:
    """Fill positions in turn, each from the case, then the group with most left; ``None`` at a dead end."""
    left = _shuffled_groups(items, random)
    count = Counter(item.case for item in items)
    # The first position that each case, and each group, may have again.
    case_from: dict[str, int] = {}
    group_from: dict[str, int] = {}
    order: list[int] = []
    for position in range(len(items)):
        free = [case for case in left if case_from.get(case, 0) <= position]
        for case in sorted(free, key=lambda case: (-count[case], random.random())):
            groups = [group for group in left[case] if not group or group_from.get(group, 0) <= position]
            # A case that is on the spread already comes again only on the next one.
            fitting = groups if spreads is None else spreads.fitting(case, groups, left[case])
            if fitting:
                break
        else:
            return None
        group = max(fitting, key=lambda group: (len(left[case][group]) if group else 0, random.random()))
        order.append(left[case][group].pop())
        if spreads is not None:
            spreads.add(order[-1])
        count[case] -= 1
        if not left[case][group]:
            del left[case][group]
        if not left[case]:
            del left[case]
        case_from[case] = position + wanted.gap
        group_from[group] = position + wanted.spread
    return order


def _shuffled_groups(items: Sequence[NumberedItem], random: Random) -> dict[str, dict[str, list[int]]]:
    """The indices of items by case and group, in random order."""
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
        self._cases = len({item.case for item in items})
        self._spread = 0
        self._seen: Counter[str] = Counter()

    def fitting(self, case: str, groups: list[str], left: Mapping[str, list[int]]) -> list[str]:
        """The groups whose next item may follow; the last of each is the next."""
        if self._seen[case] <= self._seen.total() // self._cases:
            return groups
        pages = {group: self._filling.page_for(self._heights[left[group][-1]]) for group in groups}
        return [group for group, page in pages.items() if spread_of(page) > self._spread]

    def add(self, index: int) -> None:
        """Put an item at the end."""
        spread = spread_of(self._filling.add(self._heights[index]))
        if spread != self._spread:
            self._spread = spread
            self._seen.clear()
        self._seen[self._items[index].case] += 1


class _Positions:
    """A valid order under random transpositions: ``at`` has items' positions, ``order`` items by position.

    With the room of its pages an order stays divided into pages as it is, and no case becomes more frequent
    on a spread than it has to be.
    """

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
        self._case = [item.case for item in items]
        groups = grouped((item.group, index) for index, item in enumerate(items))
        self._mates: list[list[int]] = []
        for index, item in enumerate(items):
            group = groups[item.group] if item.group else []
            self._mates.append([mate for mate in group if mate != index])
        self._room = room
        self._height = [0.0 if room is None else room.heights[item.key] for item in items]
        self._partition: Partition | None = None
        self._most: list[int] = []
        self.put(order)

    def put(self, order: Sequence[int]) -> None:
        """Take an order."""
        self.order = list(order)
        # Beside the ends there is room for the gap, so that neighbours need no care there.
        margin = [""] * self._gap
        self._cases = [*margin, *(self._case[index] for index in order), *margin]
        for position, index in enumerate(order):
            self.at[index] = position
        if self._room is not None:
            self._partition = Partition([self._height[index] for index in order], self._room)
            # How often a case may be on a spread: once before any comes again, but for what could not be had.
            cases = len(set(self._case))
            self._most = []
            for start, end in self._partition.spreads:
                frequencies = Counter(self._case[index] for index in order[start:end])
                self._most.append(max(*frequencies.values(), -(-(end - start) // cases)))

    def shuffle(self, random: Random) -> None:
        """Try as many transpositions as there are items."""
        order, at, cases, gap = self.order, self.at, self._cases, self._gap
        pages = self._partition
        count = len(order)
        # Only random() itself is promised to stay the same in later versions of Python.
        draw = random.random
        for _ in range(count):
            i, j = int(draw() * count), int(draw() * count)
            a, b = order[i], order[j]
            order[i], order[j], at[a], at[b] = b, a, j, i
            cases[i + gap], cases[j + gap] = cases[j + gap], cases[i + gap]
            if not (self._fits(i, b) and self._fits(j, a) and (pages is None or pages.exchange(i, j))):
                order[i], order[j], at[a], at[b] = a, b, i, j
                cases[i + gap], cases[j + gap] = cases[j + gap], cases[i + gap]

    def _fits(self, position: int, index: int) -> bool:
        """Whether the item at a position keeps its distances."""
        at, spread = self.at, self._spread
        for mate in self._mates[index]:
            if -spread < at[mate] - position < spread:
                return False
        here = position + self._gap
        case = self._case[index]
        if self._cases[here - self._gap + 1 : here + self._gap].count(case) != 1:
            return False
        if self._partition is None:
            return True
        page = self._partition.page_at[position]
        start, end = self._partition.spreads[page]
        return self._cases[start + self._gap : end + self._gap].count(case) <= self._most[page]
