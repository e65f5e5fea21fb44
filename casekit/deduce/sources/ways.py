"""Ways to one conclusion that have nothing in common."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from casekit.deduce.solving.cores import Groups, smallest_core
from casekit.deduce.solving.goals import check_minimal
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.solving.maximal import group_nodes
from casekit.deduce.solving.optimum import best_world
from casekit.deduce.sources.enumeration import minimal_sets

FURTHER_SETS = 200
"""How many sets are tried for other ways where the greedy choice may have missed some."""

MOST_WAYS = 1_000
"""More ways than any case has."""

CHOICES = 20_000
"""How many choices among these ways are tried."""

SourceNames = tuple[str, ...]


class Ways(NamedTuple):
    """Minimal sets of names of which no two have a name in common, smaller ones first.

    ``complete`` if it is proved that no choice of such sets has more.
    """

    sets: tuple[SourceNames, ...]
    complete: bool


def independent_ways(
    knowledge: Knowledge,
    given: Sequence[int],
    groups: Groups,
    enough: int = MOST_WAYS,
    seeds: int = FURTHER_SETS,
) -> Ways:
    """Pairwise disjoint minimal sets of groups that each contradict the given nodes.

    Each is a smallest one of what those before it leave; only where that may have missed some, more of them are
    looked for, and at most ``seeds`` sets are tried. As soon as there are ``enough``, no more are looked for. None if all groups together do not contradict the nodes. Which of several equally
    good choices it is depends on what the solver was asked before; a fresh ``Knowledge`` always gives the same.

    Raises:
        ValueError: If the given nodes contradict each other, so that nothing needs to be read.
    """
    if not knowledge.solve(given):
        raise ValueError("what is given contradicts itself, so every way to it is empty")
    ways = _greedy(knowledge, given, groups, enough)
    if not ways:
        return Ways((), complete=True)
    vital = _vital(knowledge, given, groups)
    complete = len(ways) == len(vital)
    if not complete and len(ways) < enough:
        every = minimal_sets(knowledge, given, groups, seeds)
        packing = _Packing(every.sets, vital, ways)
        packing.search()
        ways = packing.best
        complete = len(ways) == len(vital) or (every.complete and packing.choices > 0)
    for way in ways:
        check_minimal(knowledge, given, groups, way)
    return Ways(_in_order(ways, list(groups)), complete)


def _greedy(knowledge: Knowledge, given: Sequence[int], groups: Groups, enough: int) -> list[SourceNames]:
    left = dict(groups)
    ways: list[SourceNames] = []
    while len(ways) < enough and not knowledge.solve(
        [*given, *knowledge.assume(line for lines in left.values() for line in lines)]
    ):
        ways.append(smallest_core(knowledge, given, left).names)
        for name in ways[-1]:
            del left[name]
    return ways


def _vital(knowledge: Knowledge, given: Sequence[int], groups: Groups) -> SourceNames:
    """Few names without which nothing contradicts the given nodes, the fewest if the solver finds them.

    Every way contains one of them, and no two ways the same: there are no more ways than these names.
    """
    nodes = group_nodes(knowledge, groups)
    best = best_world(knowledge, given, list(nodes.values()))
    if best is None:
        raise AssertionError("a world that was found has been lost")
    return tuple(name for name, node in nodes.items() if node not in best.model)


def _in_order(ways: Iterable[SourceNames], names: Sequence[str]) -> tuple[SourceNames, ...]:
    place = {name: number for number, name in enumerate(names)}
    return tuple(sorted(ways, key=lambda way: (len(way), [place[name] for name in way])))


class _Packing:
    """Branch and bound for most disjoint ways: every way contains a vital name, so each name has one way or none."""

    def __init__(self, ways: Sequence[SourceNames], vital: SourceNames, best: list[SourceNames]) -> None:
        self.best = best
        self.choices = CHOICES
        self._vital = vital
        self._ways = {name: [way for way in ways if name in way] for name in vital}

    def search(self, chosen: tuple[SourceNames, ...] = (), start: int = 0) -> None:
        """Try, beside the ways chosen, those through the vital names from ``start`` on."""
        if len(chosen) > len(self.best):
            self.best = list(chosen)
        taken = {name for way in chosen for name in way}
        for place in range(start, len(self._vital)):
            if len(chosen) + len(self._vital) - place <= len(self.best):
                return
            for way in self._ways[self._vital[place]]:
                if self.choices > 0 and taken.isdisjoint(way):
                    self.choices -= 1
                    self.search((*chosen, way), place + 1)
