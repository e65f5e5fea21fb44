"""Whom to blame when lines contradict each other: the lines of least weight whose removal restores consistency."""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from typing import NamedTuple

from casekit.deduce.cores import ROUNDS, minimal_core
from casekit.deduce.knowledge import Knowledge


class Blame(NamedTuple):
    """The lines to blame, in the order they were given; ``exact`` if no set of less weight would do."""

    lines: tuple[str, ...]
    exact: bool


def blame(
    knowledge: Knowledge, hard: Sequence[str], weights: Mapping[str, int], rounds: int = ROUNDS
) -> Blame:
    """The set of least weight among the weighted lines without which the others, and the hard ones, have a world.

    Among sets of equal weight, the one that spares the first line; if all do or none does, the one that spares the
    second; and so on. The hard lines must have a world.
    """
    search = _Search(knowledge, hard, weights, rounds)
    best = search.cheapest(frozenset())
    spared: set[str] = set()
    for line in weights:
        if best is None or search.rounds <= 0:
            return _greedy(knowledge, hard, weights)
        if line not in best:
            spared.add(line)
            continue
        other = search.cheapest({*spared, line})
        if other is not None and _weight(other, weights) == _weight(best, weights):
            best = other
            spared.add(line)
    return Blame(tuple(line for line in weights if line in (best or ())), exact=True)


def _weight(lines: AbstractSet[str], weights: Mapping[str, int]) -> int:
    return sum(weights[line] for line in lines)


def _greedy(knowledge: Knowledge, hard: Sequence[str], weights: Mapping[str, int]) -> Blame:
    """A minimal set, found by keeping the weightiest lines first."""
    kept = list(hard)
    blamed = set()
    for line in sorted(weights, key=lambda line: -weights[line]):
        if knowledge.consistent([*kept, line]):
            kept.append(line)
        else:
            blamed.add(line)
    return Blame(tuple(line for line in weights if line in blamed), exact=False)


class _Search:
    """Implicit hitting sets (Davies and Bacchus 2011): the blamed lines hit every contradiction met so far."""

    def __init__(
        self, knowledge: Knowledge, hard: Sequence[str], weights: Mapping[str, int], rounds: int
    ) -> None:
        self._knowledge = knowledge
        self._given = knowledge.assume(hard)
        self._weights = weights
        self._cores: list[tuple[str, ...]] = []
        self.rounds = rounds

    def cheapest(self, spared: AbstractSet[str]) -> frozenset[str] | None:
        """The set of least weight, with none of the ``spared``; ``None`` if there is none or rounds run out."""
        while self.rounds > 0:
            self.rounds -= 1
            blamed = self._hitting_set(spared)
            if blamed is None:
                return None
            kept = {line: (line,) for line in self._weights if line not in blamed}
            if self._knowledge.solve([*self._given, *self._knowledge.assume(kept)]):
                return blamed
            self._cores.append(minimal_core(self._knowledge, self._given, kept))
        return None

    def _hitting_set(self, spared: AbstractSet[str]) -> frozenset[str] | None:
        from pysat.examples.hitman import Hitman  # noqa: PLC0415 - most cases have no conflict

        names = list(self._weights)
        index = {name: number for number, name in enumerate(names)}
        cores = [[index[line] for line in core if line not in spared] for core in self._cores]
        if not all(cores):
            return None
        weights = {number: self._weights[name] for number, name in enumerate(names)}
        with Hitman(bootstrap_with=cores, weights=weights, solver="m22", htype="sorted") as hitman:
            return frozenset(names[number] for number in hitman.get() or ())
