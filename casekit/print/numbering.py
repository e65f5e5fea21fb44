"""The numbers of a booklet's paragraphs: a seeded shuffle, uniform among the orders that keep the rules.

The rules: paragraphs of one case keep a distance (``gap``), members of one group, such as a suspect's topics, a
greater one (``spread``), and the order of a case's paths says nothing of its numbers.

A first order is built greedily. Then many random transpositions are tried, each kept if the rules still hold:
a Markov chain with symmetric moves, whose limit is the uniform distribution over the orders it can reach.
Samples in which path order and number order are correlated are passed over, which keeps the rest uniform.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from casekit.print.content import Booklet

SPREAD = 12
_ATTEMPTS = 20
_ROUNDS = 12
_SIGMAS = 2.0


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be numbered, the case it belongs to, and its group within the booklet, if it has one."""

    key: str
    case: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Distances:
    """How far apart the numbers of one case, and of one group, are at least."""

    gap: int
    spread: int


def number_booklet(booklet: Booklet, seed: int | None = None) -> dict[str, int]:
    """Number a booklet's paragraphs from 1. The seed comes from its slug and titles unless one is given.

    Returns:
        Numbers by paragraph key, in the order of the paragraphs.
    """
    items = [
        Item(paragraph.key, str(at), paragraph.group)
        for at, case in enumerate(booklet.cases)
        for paragraph in case.paragraphs
    ]
    if seed is None:
        seed = seed_of(booklet.slug, *(case.title for case in booklet.cases))
    return number(items, seed)


def seed_of(*texts: str) -> int:
    """A seed that depends on the texts alone."""
    return int.from_bytes(sha256("\0".join(texts).encode()).digest()[:8], "big")


def number(items: Sequence[Item], seed: int) -> dict[str, int]:
    """Give the items numbers from 1 to their count, keyed as the items are and in their order."""
    random = Random(seed)  # noqa: S311 -- a shuffle that a reprint must find again
    distances, order = _start(items, random)
    positions = _Positions(items, order, distances)
    steps = math.ceil(_ROUNDS * len(items) * math.log(len(items) + 1))
    positions.shuffle(random, steps)
    # Tiny booklets may have no uncorrelated order: then the last sample has to do.
    for _ in range(_ATTEMPTS):
        if not correlated(items, positions.at):
            break
        positions.shuffle(random, steps)
    return {item.key: position + 1 for item, position in zip(items, positions.at, strict=True)}


def distances(items: Sequence[Item]) -> Distances:
    """The distances to aim for.

    The gap grows with the number of cases but leaves room to shuffle (ten cases: 4), and is never more than
    the largest case allows. The spread is ``SPREAD`` or, in tiny editions, a part of the whole.
    """
    cases = Counter(item.case for item in items)
    groups = Counter(item.group for item in items if item.group)
    largest_case = max(cases.values(), default=1)
    largest_group = max(groups.values(), default=1)
    return Distances(
        gap=max(1, min(max(2, 1 + len(cases) // 3), (len(items) - 1) // max(1, largest_case - 1))),
        spread=max(1, min(SPREAD, len(items) // largest_group - 1)),
    )


def correlated(items: Sequence[Item], positions: Sequence[int]) -> bool:
    """Whether the numbers of any case follow its path order, by Spearman's rank correlation.

    The limit is two standard deviations of the coefficient of a random order, ``1 / sqrt(n - 1)`` each.
    """
    for case in dict.fromkeys(item.case for item in items):
        own = [at for item, at in zip(items, positions, strict=True) if item.case == case]
        if len(own) > 2 and abs(spearman(own)) > _SIGMAS / math.sqrt(len(own) - 1):  # noqa: PLR2004 -- two always correlate
            return True
    return False


def spearman(positions: Sequence[int]) -> float:
    """Spearman's rank correlation between distinct positions and the order they are given in."""
    count = len(positions)
    ranks = {position: rank for rank, position in enumerate(sorted(positions))}
    squares = sum((ranks[position] - at) ** 2 for at, position in enumerate(positions))
    return 1 - 6 * squares / (count * (count**2 - 1))


def _start(items: Sequence[Item], random: Random) -> tuple[Distances, list[int]]:
    """An order (item indices by position) that keeps distances as near to the wanted ones as can be found."""
    for wanted in _looser(distances(items)):
        for _ in range(_ATTEMPTS):
            order = _greedy(items, wanted, random)
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


def _greedy(items: Sequence[Item], wanted: Distances, random: Random) -> list[int] | None:
    """Fill the positions in turn, each from the case and the group with most left; ``None`` at a dead end."""
    left = list(range(len(items)))
    cases = Counter(item.case for item in items)
    groups = Counter(item.group for item in items)
    groups[""] = 0
    last_case: dict[str, int] = {}
    last_group: dict[str, int] = {}
    order: list[int] = []
    for position in range(len(items)):
        free = [
            index
            for index in left
            if position - last_case.get(items[index].case, -wanted.gap) >= wanted.gap
            and (
                not items[index].group
                or position - last_group.get(items[index].group, -wanted.spread) >= wanted.spread
            )
        ]
        if not free:
            return None
        index = max(free, key=lambda i: (cases[items[i].case], groups[items[i].group], random.random()))
        order.append(index)
        left.remove(index)
        cases[items[index].case] -= 1
        groups[items[index].group] -= bool(items[index].group)
        last_case[items[index].case] = last_group[items[index].group] = position
    return order


class _Positions:
    """A valid order under random transpositions. ``at`` holds each item's position."""

    def __init__(self, items: Sequence[Item], order: Sequence[int], wanted: Distances) -> None:
        self.at = [0] * len(items)
        for position, index in enumerate(order):
            self.at[index] = position
        self._order = list(order)
        self._gap = wanted.gap
        self._spread = wanted.spread
        self._case = [item.case for item in items]
        self._mates = [
            [j for j, other in enumerate(items) if item.group and other.group == item.group and j != i]
            for i, item in enumerate(items)
        ]

    def shuffle(self, random: Random, steps: int) -> None:
        """Try that many transpositions."""
        order, at, count = self._order, self.at, len(self._order)
        for _ in range(steps):
            # Only random() itself is promised to stay the same in later versions of Python.
            i, j = int(random.random() * count), int(random.random() * count)
            a, b = order[i], order[j]
            order[i], order[j], at[a], at[b] = b, a, j, i
            if not (self._fits(i) and self._fits(j)):
                order[i], order[j], at[a], at[b] = a, b, i, j

    def _fits(self, position: int) -> bool:
        """Whether the item at a position keeps its distances."""
        index = self._order[position]
        case = self._case[index]
        for mate in self._mates[index]:
            if -self._spread < self.at[mate] - position < self._spread:
                return False
        near = self._order[max(0, position - self._gap + 1) : position + self._gap]
        return sum(self._case[other] == case for other in near) == 1
