"""Lines that cannot hold together: smallest contradictory sets, lines to blame, and smallest corrections."""

from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet, Sized
from typing import NamedTuple

from casekit.deduce.solving.cores import (
    CONFLICTS_TO_HIT,
    MOST_HITTING_SETS,
    WORK_FOR_SMALLER_SET,
    Core,
    limit_search,
    shrunk_core,
    smallest_core,
)
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.theory import Conflict, OutOfBudgetError

Lines = tuple[str, ...]
"""The identifiers of some lines."""

_MOST_LINES_LOOKED_AT = 100_000
"""The most lines that a search looks at, each as often as it does.

Among few lines it tries all its rounds, among thousands only some.
"""


class Blame(NamedTuple):
    """The lines to blame for a contradiction."""

    lines: tuple[str, ...]
    """The lines, in the order they were given."""

    exact: bool
    """Whether no set of less weight would do."""

    unseen: tuple[str, ...] = ()
    """Lines that were not looked at any more: there may be others to blame among them."""


def blame(
    solver: TheorySolver, hard: Sequence[str], weights: Mapping[str, int], rounds: int = MOST_HITTING_SETS
) -> Blame:
    """The set of least weight among the weighted lines whose removal leaves the others a world.

    Among sets of equal weight, the one that spares the first line; if all do or none does, the one that
    spares the second; and so on.

    Args:
        solver: the solver.
        hard: lines that are never to blame, and that have a world.
        weights: the weights of the other lines.
        rounds: the most hitting sets that are tried.
    """
    search = _Search(solver, hard, weights, rounds)
    best_set = search.cheapest()
    spared_lines: set[str] = set()
    for line in weights:
        if best_set is None or search.given_up:
            return greedy(solver, hard, weights)
        if line not in best_set:
            spared_lines.add(line)
            continue
        other_set = search.cheapest({*spared_lines, line})
        if other_set is not None and _weight(other_set, weights) == _weight(best_set, weights):
            best_set = other_set
            spared_lines.add(line)
    return Blame(tuple(line for line in weights if line in (best_set or ())), exact=True)


def affordable(rounds: int, lines: Sized) -> int:
    """The number of rounds through some lines that look at ``_MOST_LINES_LOOKED_AT`` lines at most."""
    return min(rounds, max(1, _MOST_LINES_LOOKED_AT // max(1, len(lines))))


def _weight(lines: AbstractSet[str], weights: Mapping[str, int]) -> int:
    return sum(weights[line] for line in lines)


def greedy(solver: TheorySolver, hard: Sequence[str], weights: Mapping[str, int]) -> Blame:
    """A minimal set of lines without which the others, and the hard lines, have a world.

    Lines of more weight are kept first. It stops where more lines are to blame than are ``affordable``.
    """
    most_blamed = affordable(len(weights), weights)
    kept_nodes = solver.assume(hard)
    blamed_lines: set[str] = set()
    lines_in_order = sorted(weights, key=lambda line: -weights[line])
    index, lines_at_once = 0, 1
    while index < len(lines_in_order) and len(blamed_lines) < most_blamed:
        # Many lines are tried at once while all goes well: a question for each would be quadratic.
        lines_tried = lines_in_order[index : index + lines_at_once]
        selectors = solver.assume(lines_tried)
        if solver.solve([*kept_nodes, *selectors]):
            kept_nodes += selectors
            index, lines_at_once = index + len(lines_tried), 2 * lines_at_once
        elif len(lines_tried) > 1:
            lines_at_once = max(1, len(lines_tried) // 4)
        else:
            blamed_lines.update(lines_tried)
            index += 1
    return Blame(
        tuple(line for line in weights if line in blamed_lines),
        exact=False,
        unseen=tuple(lines_in_order[index:]),
    )


def contradiction(
    solver: TheorySolver, given: Sequence[int], weights: Mapping[str, int], blamed: AbstractSet[str]
) -> tuple[str, ...] | None:
    """A minimal contradiction, with the given nodes, among lines not blamed; ``None`` if there is none."""
    groups = {line: (line,) for line in weights if line not in blamed}
    if solver.solve([*given, *solver.assume(groups)]):
        return None
    return shrunk_core(solver, given, groups).names


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
            raise OutOfBudgetError.after(CONFLICTS_TO_HIT)
    return None if chosen is None else frozenset(names[number] for number in chosen)


class _Search:
    """Implicit hitting sets (Davies and Bacchus 2011): the blamed lines hit each contradiction so far."""

    given_up: bool
    """Whether its rounds, or what it may cost the solver, are spent."""

    def __init__(
        self, solver: TheorySolver, hard: Sequence[str], weights: Mapping[str, int], rounds: int
    ) -> None:
        self._solver = solver
        self._given = solver.assume(hard)
        self._weights = weights
        self._cores: list[tuple[str, ...]] = []
        self._work_limit = solver.meter.work + WORK_FOR_SMALLER_SET
        self._rounds = affordable(rounds, weights)
        self.given_up = False

    def cheapest(
        self, spared: AbstractSet[str] = frozenset(), barred: Sequence[Lines] = ()
    ) -> frozenset[str] | None:
        """The set of least weight to blame; ``None`` if there is none.

        Args:
            spared: lines that are not in it.
            barred: sets that are not inside it.
        """
        while self._rounds > 0 and self._solver.meter.work <= self._work_limit:
            self._rounds -= 1
            cores: list[list[str]] = []
            for core in self._cores:
                lines_not_spared = [line for line in core if line not in spared]
                cores.append(lines_not_spared)
            blamed = hitting_set(cores, self._weights, barred)
            if blamed is None:
                return None
            core_without_blame = contradiction(self._solver, self._given, self._weights, blamed)
            if core_without_blame is None:
                return blamed
            self._cores.append(core_without_blame)
        self.given_up = True
        return None


def conflicts(solver: TheorySolver, lines: Iterable[str]) -> tuple[Conflict, ...]:
    """One conflict for each line to blame, in the order of the lines; none if the lines have a world.

    Where very many of thousands of lines are to blame, only some of them get one. Lines of weight 0 are never
    blamed; if they contradict each other, the answer is one conflict that blames nobody. Each set is checked
    again with a solver of its own.

    Args:
        solver: the solver.
        lines: the lines that take part, for instance its ``laws``, ``truth``, ``everything`` or
            ``truth_told``.
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
    weights_of_blamable = {line: weights[line] for line in taking_part if weights[line]}
    try:
        blamed = blame(fresh, hard, weights_of_blamable)
        removed_lines = {*blamed.lines, *blamed.unseen}
        kept_lines = [line for line in taking_part if line not in removed_lines]
        cores = [(_smallest(fresh, kept_lines, line, taking_part), line) for line in blamed.lines]
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
    """The conflict of a core, after it was asked again whether it is one and none of its lines can go."""
    lines = core.names
    if solver.solve_within(solver.assume(lines)):
        raise AssertionError(f"these lines do not contradict each other: {lines}")
    for line in lines if core.minimal else ():
        if solver.solve_within(solver.assume(other for other in lines if other != line)) is False:
            raise AssertionError(f"{line} does not belong to the contradiction {lines}")
    return Conflict(lines, blamed, core.minimum and exact, core.minimal)


class Corrections(NamedTuple):
    """Minimal sets of lines whose removal restores a world."""

    sets: tuple[Lines, ...]
    """The sets, the best first."""

    complete: bool
    """Whether they are proved to be the first of all such sets; otherwise others may be as good or better."""


def corrections(
    solver: TheorySolver, lines: Iterable[str], count: int = 3, rounds: int = MOST_HITTING_SETS
) -> Corrections:
    """The first ``count`` minimal sets of lines without which the others have a world.

    They are ordered by size, then by the sum of their weights, then by the places of their lines. Lines of
    weight 0 are never removed: if they contradict each other there is no set. If nothing is wrong the only
    set is empty. There is no set either where it is too hard to find one.
    """
    taking_part = [line for line in dict.fromkeys(lines) if line in solver.selectors]
    # A solver that has answered nothing else makes what a given-up search finds depend on the theory alone.
    fresh = solver.fresh()
    weights_of_theory = solver.theory.weights
    weights = {line: weights_of_theory[line] for line in taking_part if weights_of_theory[line]}
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

    def cost(removed: Lines) -> tuple[int, int]:
        return len(removed), sum(weights[line] for line in removed)

    def rank(removed: Lines) -> tuple[tuple[int, int], list[int]]:
        return cost(removed), [place[line] for line in removed]

    more_than_all = sum(weights.values()) + 1  # a line more costs more than all weights together
    search = _Search(solver, hard, {line: more_than_all + weight for line, weight in weights.items()}, rounds)
    sets: list[Lines] = []
    while (chosen := search.cheapest(barred=sets)) is not None:
        removed = tuple([line for line in weights if line in chosen])
        if 0 < count <= len(sets):
            last_of_first = sorted(sets, key=rank)[count - 1]
            if cost(removed) > cost(last_of_first):
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
    removed_lines = set(removed)
    kept_lines = [line for line in lines if line not in removed_lines]
    if not solver.consistent(kept_lines):
        raise AssertionError(f"without these there is still no world: {removed}")
    for line in removed:
        if solver.consistent([*kept_lines, line]):
            raise AssertionError(f"{line} need not be removed with {removed}")
