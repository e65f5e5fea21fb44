"""All minimal sets of groups that contradict what is given (MARCO), as far as a budget reaches.

Beside these: sets that have nothing in common.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from pysat.solvers import Solver

from casekit.deduce.minimal_sources import Goal, claims_by_source, unproved
from casekit.deduce.solving.cores import (
    MOST_GROUPS_COMPARED,
    Groups,
    best_world,
    check_minimal,
    group_nodes,
    grown,
    shrunk,
    smallest_core,
)
from casekit.deduce.solving.theory_solver import TheorySolver

MOST_SETS = 1_000
"""How many sets an enumeration tries by default: a few tenths of a second for a hand-written case."""


class Enumeration(NamedTuple):
    """Minimal sets of names, and whether these are all or, of disjoint sets, as many as there can be.

    Smaller sets come first; sets of one size are compared by the places of their names in the order of the
    groups, in which the names of each set are too.
    """

    sets: tuple[tuple[str, ...], ...]
    complete: bool


def minimal_sets(solver: TheorySolver, given: Sequence[int], groups: Groups, budget: int) -> Enumeration:
    """The minimal sets of groups that contradict the given nodes, after at most ``budget`` sets tried.

    None if all groups have a world in which the nodes are true, and one, which is empty, if the nodes alone
    have no world. An answer that is not complete depends on what the solver was asked before; a fresh
    ``TheorySolver`` always gives the same.

    MARCO (Liffiton, Previti, Malik and Marques-Silva 2016): a second solver, the map, proposes a set about
    which nothing is known yet. If it has a world it grows to a maximal such set, no part of which is proposed
    again; otherwise it shrinks to a minimal set, nothing around which is proposed again.
    """
    if not solver.solve(given):
        return Enumeration(((),), complete=True)
    nodes = group_nodes(solver, groups)
    parts = {name: (node,) for name, node in nodes.items()}
    variables = {name: number for number, name in enumerate(nodes, start=1)}
    minimal: list[frozenset[str]] = []
    with Solver(name="minisat22") as unexplored:
        for variable in variables.values():
            unexplored.add_clause([variable, -variable])  # a solver knows only variables it has met
        unexplored.set_phases(list(variables.values()))  # larger sets are guessed first
        for _ in range(budget):
            if not unexplored.solve():
                break
            model = set(unexplored.get_model() or ())
            seed = [name for name, variable in variables.items() if variable in model]
            if solver.solve([*given, *map(nodes.__getitem__, seed)]):
                known = grown(solver, given, nodes)
                unexplored.add_clause([number for name, number in variables.items() if name not in known])
            else:
                kept, _ = shrunk(solver, given, parts, seed, solver.solve)
                minimal.append(frozenset(kept))
                unexplored.add_clause([-variables[name] for name in kept])
        complete = not unexplored.solve()
    return Enumeration(_in_order(minimal, list(groups)), complete)


def all_proofs(solver: TheorySolver, goal: Goal, budget: int = MOST_SETS) -> Enumeration:
    """The minimal sets of sources whose readers are certain of a goal; none if all sources leave a doubt.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    fresh = solver.fresh()
    (given, _), groups = unproved(fresh, goal), claims_by_source(fresh)
    proofs = minimal_sets(fresh, given, groups, budget)
    for names in proofs.sets:
        check_minimal(fresh, given, groups, names)
    return proofs


def _in_order(sets: Iterable[Iterable[str]], names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    place = {name: number for number, name in enumerate(names)}
    rows = [sorted(map(place.__getitem__, members)) for members in sets]
    rows.sort(key=lambda row: (len(row), row))
    return tuple([tuple(map(names.__getitem__, row)) for row in rows])


FURTHER_SETS = 200
"""How many sets are tried for other ways where the greedy choice may have missed some."""

MOST_WAYS = 1_000
"""More ways than any case has."""

CHOICES = 20_000
"""How many choices among these ways are tried."""


def independent_ways(
    solver: TheorySolver,
    given: Sequence[int],
    groups: Groups,
    enough: int = MOST_WAYS,
    seeds: int = FURTHER_SETS,
    cases: Sequence[int] = (),
) -> Enumeration:
    """Pairwise disjoint minimal sets of groups that each contradict the given nodes.

    Each is a smallest one of what those before it leave; only where that may have missed some, more of them
    are looked for, among ``MOST_GROUPS_COMPARED`` groups at most, and at most ``seeds`` sets are tried. As
    soon as there are ``enough``, no more are looked for. ``cases`` are as for ``smallest_core``. None if
    all groups together do not contradict the nodes. Which of several equally good choices it is depends on
    what the solver was asked before; a fresh ``TheorySolver`` always gives the same.

    Raises:
        ValueError: If the given nodes contradict each other, so that nothing needs to be read.
    """
    if solver.possible_at_all(given) is False:
        raise ValueError("what is given contradicts itself, so every way to it is empty")
    ways = _greedy(solver, given, groups, enough, cases)
    if not ways:
        return Enumeration((), complete=True)
    vital = _vital(solver, given, groups)
    complete = len(ways) == len(vital)
    if not complete and len(ways) < enough and len(groups) <= MOST_GROUPS_COMPARED:
        every = minimal_sets(solver, given, groups, seeds)
        packing = _Packing(every.sets, vital, ways)
        packing.search()
        ways = packing.best
        complete = len(ways) == len(vital) or (every.complete and packing.choices > 0)
        for way in ways:
            check_minimal(solver, given, groups, way)
    return Enumeration(_in_order(ways, list(groups)), complete)


def _greedy(
    solver: TheorySolver, given: Sequence[int], groups: Groups, enough: int, cases: Sequence[int]
) -> list[tuple[str, ...]]:
    left = dict(groups)
    many = 0 if len(groups) > MOST_GROUPS_COMPARED else MOST_GROUPS_COMPARED
    ways: list[tuple[str, ...]] = []
    with suppress(ValueError):  # where what is left does not suffice for another
        while len(ways) < enough:
            ways.append(smallest_core(solver, given, left, many=many, cases=cases).names)
            check_minimal(solver, given, groups, ways[-1])
            for name in ways[-1]:
                del left[name]
    return ways


def _vital(solver: TheorySolver, given: Sequence[int], groups: Groups) -> tuple[str, ...]:
    """Few names without which nothing contradicts the given nodes, the fewest if the solver finds them.

    Every way contains one of them, and no two ways the same: there are no more ways than these names.
    """
    nodes = group_nodes(solver, groups)
    best = best_world(solver, given, list(nodes.values()))
    if best is None:
        raise AssertionError("a world that was found has been lost")
    return tuple(name for name, node in nodes.items() if node not in best.model)


class _Packing:
    """Branch and bound for most disjoint ways.

    Every way contains a vital name, so each vital name has one way or none.
    """

    def __init__(
        self, ways: Sequence[tuple[str, ...]], vital: tuple[str, ...], best: list[tuple[str, ...]]
    ) -> None:
        self.best = best
        self.choices = CHOICES
        self._vital = vital
        self._ways: dict[str, list[tuple[str, ...]]] = {}
        for name in vital:
            self._ways[name] = [way for way in ways if name in way]

    def search(self, chosen: tuple[tuple[str, ...], ...] = (), start: int = 0) -> None:
        """Try, beside the ways chosen, those through the vital names from ``start`` on."""
        if len(chosen) > len(self.best):
            self.best = list(chosen)
        taken = set(chain.from_iterable(chosen))
        for place in range(start, len(self._vital)):
            if len(chosen) + len(self._vital) - place <= len(self.best):
                return
            for way in self._ways[self._vital[place]]:
                if self.choices > 0 and taken.isdisjoint(way):
                    self.choices -= 1
                    self.search((*chosen, way), place + 1)
