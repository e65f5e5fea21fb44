"""Lines that cannot hold together: smallest contradictory sets, lines to blame, and smallest corrections."""

from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet, Sized
from typing import NamedTuple

from casekit.deduce.solving.cores import (
    ALLOWANCE,
    HITTING,
    ROUNDS,
    Core,
    limit_search,
    shrunk_core,
    smallest_core,
)
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.theory import Conflict, OutOfBudgetError

Lines = tuple[str, ...]

_LOOKS = 100_000
"""A search looks at lines at most this many times.

Among few lines it tries all its rounds, among thousands only some.
"""


class Blame(NamedTuple):
    """The lines to blame, in the order they were given; ``exact`` if no set of less weight would do.

    ``unseen`` lines were not looked at any more: there may be others to blame among them.
    """

    lines: tuple[str, ...]
    exact: bool
    unseen: tuple[str, ...] = ()


def blame(
    solver: TheorySolver, hard: Sequence[str], weights: Mapping[str, int], rounds: int = ROUNDS
) -> Blame:
    """The set of least weight among the weighted lines whose removal leaves the others a world.

    Among sets of equal weight, the one that spares the first line; if all do or none does, the one that
    spares the second; and so on. The hard lines must have a world.
    """
    search = _Search(solver, hard, weights, rounds)
    best = search.cheapest()
    spared: set[str] = set()
    for line in weights:
        if best is None or search.given_up:
            return greedy(solver, hard, weights)
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


def greedy(solver: TheorySolver, hard: Sequence[str], weights: Mapping[str, int]) -> Blame:
    """A minimal set without which the others, and the hard lines, have a world: weighty lines are kept first.

    It stops where more lines are to blame than are ``affordable``.
    """
    most = affordable(len(weights), weights)
    kept = solver.assume(hard)
    blamed: set[str] = set()
    left = sorted(weights, key=lambda line: -weights[line])
    place, step = 0, 1
    while place < len(left) and len(blamed) < most:
        # Many lines are tried at once while all goes well: a question for each would be quadratic.
        tried = left[place : place + step]
        selectors = solver.assume(tried)
        if solver.solve([*kept, *selectors]):
            kept += selectors
            place, step = place + len(tried), 2 * step
        elif len(tried) > 1:
            step = max(1, len(tried) // 4)
        else:
            blamed.update(tried)
            place += 1
    return Blame(tuple(line for line in weights if line in blamed), exact=False, unseen=tuple(left[place:]))


def contradiction(
    solver: TheorySolver, given: Sequence[int], weights: Mapping[str, int], blamed: AbstractSet[str]
) -> tuple[str, ...] | None:
    """A minimal contradiction, with the given nodes, among lines not blamed; ``None`` if there is none."""
    kept = {line: (line,) for line in weights if line not in blamed}
    if solver.solve([*given, *solver.assume(kept)]):
        return None
    return shrunk_core(solver, given, kept).names


def hitting_set(
    cores: Sequence[Sequence[str]], weights: Mapping[str, int], barred: Sequence[Sequence[str]] = ()
) -> frozenset[str] | None:
    """A set of least weight with a line of every core, but with none of the ``barred`` sets inside.

    ``None`` if there is none.

    Raises:
        OutOfBudgetError: if it is too hard to choose.
    """
    from pysat.examples.hitman import Atom, Hitman  # noqa: PLC0415 - most cases have no conflict

    if not all(cores):
        return None
    if not cores:
        return frozenset()
    names = list(weights)
    index = {name: number for number, name in enumerate(names)}
    excluded: list[list[Atom]] = []
    for lines in barred:
        absent = [Atom(index[line], sign=False) for line in lines]
        excluded.append(absent)
    with Hitman(
        bootstrap_with=[list(map(index.__getitem__, core)) for core in cores],
        weights={index[name]: weight for name, weight in weights.items()},
        subject_to=excluded,
        solver="m22",
        htype="sorted",
    ) as hitman:
        search = limit_search(hitman)
        chosen = hitman.get()
        if search.get_status() is None:
            raise OutOfBudgetError.after(HITTING)
    return None if chosen is None else frozenset(names[number] for number in chosen)


class _Search:
    """Implicit hitting sets (Davies and Bacchus 2011): the blamed lines hit every contradiction met so far.

    ``given_up`` once its rounds, or what it may cost the solver, are spent.
    """

    def __init__(
        self, solver: TheorySolver, hard: Sequence[str], weights: Mapping[str, int], rounds: int
    ) -> None:
        self._knowledge = solver
        self._given = solver.assume(hard)
        self._weights = weights
        self._cores: list[tuple[str, ...]] = []
        self._enough = solver.meter.work + ALLOWANCE
        self._rounds = affordable(rounds, weights)
        self.given_up = False

    def cheapest(
        self, spared: AbstractSet[str] = frozenset(), barred: Sequence[Lines] = ()
    ) -> frozenset[str] | None:
        """The set of least weight; ``None`` if there is none.

        It has none of the ``spared`` lines and is around none of the ``barred`` sets.
        """
        while self._rounds > 0 and self._knowledge.meter.work <= self._enough:
            self._rounds -= 1
            cores: list[list[str]] = []
            for core in self._cores:
                left = [line for line in core if line not in spared]
                cores.append(left)
            blamed = hitting_set(cores, self._weights, barred)
            if blamed is None:
                return None
            unhit = contradiction(self._knowledge, self._given, self._weights, blamed)
            if unhit is None:
                return blamed
            self._cores.append(unhit)
        self.given_up = True
        return None


def conflicts(solver: TheorySolver, lines: Iterable[str]) -> tuple[Conflict, ...]:
    """One conflict for each line to blame, in the order of the lines; none if the lines have a world.

    Where very many of thousands of lines are to blame, only some of them get one.

    ``lines`` says which lines take part, for instance ``knowledge.laws``, ``.truth``, ``.everything`` or
    ``.truth_told``. Lines of weight 0 are never blamed; if they contradict each other, the answer is one
    conflict that blames nobody. Each set is checked again with a solver of its own.
    """
    taking_part = [line for line in dict.fromkeys(lines) if line in solver.selectors]
    if solver.consistent(taking_part):
        return ()
    # A solver that has answered nothing else makes the choice among equals depend on the theory alone.
    fresh = solver.fresh()
    weights = solver.theory.weights
    hard = [line for line in taking_part if weights[line] == 0]
    if not fresh.consistent(hard):
        core = shrunk_core(fresh, (), {line: (line,) for line in hard})._replace(minimum=False)
        return (_checked(solver, core, "", exact=True),)
    weighed = {line: weights[line] for line in taking_part if weights[line]}
    try:
        blamed = blame(fresh, hard, weighed)
        gone = {*blamed.lines, *blamed.unseen}
        kept = [line for line in taking_part if line not in gone]
        cores = [(_smallest(fresh, kept, line, taking_part), line) for line in blamed.lines]
    except OutOfBudgetError:
        # That the lines contradict each other is known; only whom to blame is too hard to say.
        return (_at_hand(solver, taking_part, weights),)
    return tuple(_checked(solver, core, line, exact=blamed.exact) for core, line in cores)


def first_conflicts(solver: TheorySolver) -> tuple[Conflict, ...]:
    """The conflicts of what all know, of the truth, of all that is read, or of both: those that come first.

    So one mistake is reported once.
    """
    orders = (solver.laws, solver.truth, solver.everything, solver.truth_told)
    return next(filter(None, (conflicts(solver, lines) for lines in orders)), ())


def _at_hand(solver: TheorySolver, lines: Sequence[str], weights: Mapping[str, int]) -> Conflict:
    """A contradictory set as the solver comes upon it, which blames the last of its lines of least weight."""
    core = shrunk_core(solver, (), {line: (line,) for line in lines})
    blamed = min(reversed(core.names), key=lambda line: weights[line] or sum(weights.values()))
    return Conflict(core.names, blamed, minimum=False, minimal=core.minimal)


def _smallest(fresh: TheorySolver, kept: Sequence[str], blamed: str, order: Sequence[str]) -> Core:
    """A smallest contradictory set of the blamed line and others that are kept, in the order of all lines."""
    # A contradiction is a matter of few lines, however many there are.
    core = smallest_core(fresh, fresh.assume((blamed,)), {line: (line,) for line in kept}, many=len(kept))
    members = {*core.names, blamed}
    return core._replace(names=tuple(line for line in order if line in members))


def _checked(solver: TheorySolver, core: Core, blamed: str, *, exact: bool) -> Conflict:
    lines = core.names
    if solver.solve_within(solver.assume(lines)):
        raise AssertionError(f"these lines do not contradict each other: {lines}")
    for line in lines if core.minimal else ():
        if solver.solve_within(solver.assume(other for other in lines if other != line)) is False:
            raise AssertionError(f"{line} does not belong to the contradiction {lines}")
    return Conflict(lines, blamed, core.minimum and exact, core.minimal)


class Corrections(NamedTuple):
    """Minimal sets of lines whose removal restores a world, the best first.

    ``complete`` if they are proved to be the first of all such sets; otherwise others may be as good or
    better.
    """

    sets: tuple[Lines, ...]
    complete: bool


def corrections(
    solver: TheorySolver, lines: Iterable[str], count: int = 3, rounds: int = ROUNDS
) -> Corrections:
    """The first ``count`` minimal sets of lines without which the others have a world.

    They are ordered by size, then by the sum of their weights, then by the places of their lines. Lines of
    weight 0 are never removed: if they contradict each other there is no set. If nothing is wrong the only
    set is empty. There is no set either where it is too hard to find one.
    """
    taking_part = [line for line in dict.fromkeys(lines) if line in solver.selectors]
    # A solver that has answered nothing else makes what a given-up search finds depend on the theory alone.
    fresh = solver.fresh()
    believed = solver.theory.weights
    weights = {line: believed[line] for line in taking_part if believed[line]}
    hard = [line for line in taking_part if line not in weights]
    if not fresh.consistent(hard):
        return Corrections((), complete=True)
    try:
        sets, complete = _first(fresh, hard, weights, count, rounds)
        if not sets:
            guess = greedy(fresh, hard, weights)
            sets = [] if guess.unseen else [guess.lines]
        for removed in sets:
            _check(solver, taking_part, removed)
    except OutOfBudgetError:
        return Corrections((), complete=False)
    return Corrections(tuple(sets), complete)


def _first(
    solver: TheorySolver, hard: Sequence[str], weights: Mapping[str, int], count: int, rounds: int
) -> tuple[list[Lines], bool]:
    """The first sets that are found, and whether it is known that they are the first."""
    place = {line: number for number, line in enumerate(weights)}

    def rank(removed: Lines) -> tuple[int, int, list[int]]:
        return len(removed), sum(weights[line] for line in removed), [place[line] for line in removed]

    one_more = sum(weights.values()) + 1  # a line more costs more than all weights together
    search = _Search(solver, hard, {line: one_more + weight for line, weight in weights.items()}, rounds)
    sets: list[Lines] = []
    while (chosen := search.cheapest(barred=sets)) is not None:
        removed = tuple([line for line in weights if line in chosen])
        last = sorted(sets, key=rank)[count - 1 : count]
        if last and rank(removed)[:2] > rank(last[0])[:2]:
            break
        sets.append(removed)
        if not removed:
            break
    return sorted(sets, key=rank)[:count], not search.given_up


def _check(solver: TheorySolver, lines: Sequence[str], removed: Lines) -> None:
    """Ask another solver whether the removal restores a world and every line has to go.

    Raises:
        AssertionError: If not, which is a fault of the search.
    """
    gone = set(removed)
    kept = [line for line in lines if line not in gone]
    if not solver.consistent(kept):
        raise AssertionError(f"without these there is still no world: {removed}")
    for line in removed:
        if solver.consistent([*kept, line]):
            raise AssertionError(f"{line} need not be removed with {removed}")
