"""Whom to blame when lines contradict each other: the lines of least weight whose removal restores consistency."""

from collections.abc import Mapping, Sequence, Set as AbstractSet, Sized
from typing import NamedTuple

from casekit.deduce.solving.cores import ALLOWANCE, ROUNDS, minimal_core
from casekit.deduce.solving.knowledge import Knowledge

_LOOKS = 100_000
"""A search looks at lines at most this many times: among few it tries all its rounds, among thousands only some."""


class Blame(NamedTuple):
    """The lines to blame, in the order they were given; ``exact`` if no set of less weight would do.

    ``unseen`` lines were not looked at any more: there may be others to blame among them.
    """

    lines: tuple[str, ...]
    exact: bool
    unseen: tuple[str, ...] = ()


def blame(
    knowledge: Knowledge, hard: Sequence[str], weights: Mapping[str, int], rounds: int = ROUNDS
) -> Blame:
    """The set of least weight among the weighted lines without which the others, and the hard ones, have a world.

    Among sets of equal weight, the one that spares the first line; if all do or none does, the one that spares the
    second; and so on. The hard lines must have a world.
    """
    search = _Search(knowledge, hard, weights, affordable(rounds, weights))
    best = search.cheapest(frozenset())
    spared: set[str] = set()
    for line in weights:
        if best is None or search.rounds <= 0:
            return greedy(knowledge, hard, weights)
        if line not in best:
            spared.add(line)
            continue
        other = search.cheapest({*spared, line})
        if other is not None and _weight(other, weights) == _weight(best, weights):
            best = other
            spared.add(line)
    return Blame(tuple(line for line in weights if line in (best or ())), exact=True)


def affordable(rounds: int, lines: Sized) -> int:
    """How many of the rounds, each through some lines, come to at most ``_LOOKS`` in all."""
    return min(rounds, max(1, _LOOKS // max(1, len(lines))))


def _weight(lines: AbstractSet[str], weights: Mapping[str, int]) -> int:
    return sum(weights[line] for line in lines)


def greedy(knowledge: Knowledge, hard: Sequence[str], weights: Mapping[str, int]) -> Blame:
    """A minimal set without which the others, and the hard lines, have a world: the weightiest are kept first.

    It stops where more lines are to blame than are ``affordable``.
    """
    most = affordable(len(weights), weights)
    kept = knowledge.assume(hard)
    blamed: set[str] = set()
    left = sorted(weights, key=lambda line: -weights[line])
    place, step = 0, 1
    while place < len(left) and len(blamed) < most:
        # Many lines are tried at once while all goes well: a question for each would be quadratic.
        tried = left[place : place + step]
        selectors = knowledge.assume(tried)
        if knowledge.solve([*kept, *selectors]):
            kept += selectors
            place, step = place + len(tried), 2 * step
        elif len(tried) > 1:
            step = max(1, len(tried) // 4)
        else:
            blamed.update(tried)
            place += 1
    return Blame(tuple(line for line in weights if line in blamed), exact=False, unseen=tuple(left[place:]))


def contradiction(
    knowledge: Knowledge, given: Sequence[int], weights: Mapping[str, int], blamed: AbstractSet[str]
) -> tuple[str, ...] | None:
    """A minimal contradiction, with the given nodes, among the lines that are not blamed; ``None`` if there is none."""
    kept = {line: (line,) for line in weights if line not in blamed}
    if knowledge.solve([*given, *knowledge.assume(kept)]):
        return None
    return minimal_core(knowledge, given, kept)


def hitting_set(
    cores: Sequence[Sequence[str]], weights: Mapping[str, int], barred: Sequence[Sequence[str]] = ()
) -> frozenset[str] | None:
    """A set of least weight with a line of every core, but with none of the ``barred`` sets inside.

    ``None`` if there is none.
    """
    from pysat.examples.hitman import Atom, Hitman  # noqa: PLC0415 - most cases have no conflict

    if not all(cores):
        return None
    if not cores:
        return frozenset()
    names = list(weights)
    index = {name: number for number, name in enumerate(names)}
    with Hitman(
        bootstrap_with=[[index[line] for line in core] for core in cores],
        weights={index[name]: weight for name, weight in weights.items()},
        subject_to=[[Atom(index[line], sign=False) for line in lines] for lines in barred],
        solver="m22",
        htype="sorted",
    ) as hitman:
        chosen = hitman.get()
    return None if chosen is None else frozenset(names[number] for number in chosen)


class _Search:
    """Implicit hitting sets (Davies and Bacchus 2011): the blamed lines hit every contradiction met so far."""

    def __init__(
        self, knowledge: Knowledge, hard: Sequence[str], weights: Mapping[str, int], rounds: int
    ) -> None:
        self._knowledge = knowledge
        self._given = knowledge.assume(hard)
        self._weights = weights
        self._cores: list[tuple[str, ...]] = []
        self._enough = knowledge.conflicts + ALLOWANCE
        self.rounds = rounds

    def cheapest(self, spared: AbstractSet[str]) -> frozenset[str] | None:
        """The set of least weight, with none of the ``spared``; ``None`` if there is none or rounds run out."""
        while self.rounds > 0:
            self.rounds -= 1
            if self._knowledge.conflicts > self._enough:
                self.rounds = 0
            blamed = hitting_set(
                [[line for line in core if line not in spared] for core in self._cores], self._weights
            )
            if blamed is None:
                return None
            core = contradiction(self._knowledge, self._given, self._weights, blamed)
            if core is None:
                return blamed
            self._cores.append(core)
        return None
