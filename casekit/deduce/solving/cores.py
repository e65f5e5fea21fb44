"""Small sets of lines that contradict what is assumed, and large sets that can hold together.

Beside these: worlds that fulfil the most wishes.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set as AbstractSet
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from casekit.deduce.solving.theory_solver import TheorySolver

if TYPE_CHECKING:
    from pysat.examples.hitman import Hitman
    from pysat.solvers import Solver

K = TypeVar("K", bound=Hashable)

ROUNDS = 400
"""How many hitting sets a search for a smallest set may try before it settles for a minimal one."""

MANY = 100
"""Among more groups than that a smallest set is not looked for, unless the caller says that few matter."""

ALLOWANCE = 50_000_000
"""A search for a smaller set may cost the solver this much work (``CostMeter.work``).

What it takes to find a set at all does not count.
"""

HITTING = 100_000
"""To choose sets that hit all contradictions met so far may take this many conflicts."""


def limit_search(hitman: "Hitman") -> "Solver":
    """The solver inside a search for hitting sets, which may meet no more than ``HITTING`` conflicts.

    pysat does not document the attributes that lead to it, but ``Hitman`` takes no limit. Without one, to
    choose among a hundred lines may take longer than anybody waits; if pysat renames them, every search for
    the smallest set fails.
    """
    solver: Solver = hitman.oracle.oracle
    solver.conf_budget(HITTING)
    return solver


Ask = Callable[[Sequence[int]], bool | None]
"""Finds out whether some world satisfies assumptions; ``None`` if that is too hard to say."""

Groups = Mapping[str, Sequence[str]]
"""Named sets of lines that are used together or not at all: the claims of a source, or a single line."""


class Core(NamedTuple):
    """Names of groups that contradict what is assumed, in the order they were given.

    ``minimum`` if no smaller set exists; otherwise the search for one was given up. ``minimal`` if none of
    them can go; otherwise not even that could be found out.
    """

    names: tuple[str, ...]
    minimum: bool
    minimal: bool = True


def shrunk_core(solver: TheorySolver, given: Sequence[int], groups: Groups) -> Core:
    """A minimal set of groups that contradicts the given nodes, in their order, as far as ``ALLOWANCE`` goes.

    Which of several depends on what the solver was asked before; a fresh ``TheorySolver`` always gives the
    same. A group that may be needed, but costs too much to find out about, is kept.

    Raises:
        ValueError: If all groups together do not contradict the nodes.
        OutOfBudgetError: If it is too hard to say whether they do.
    """
    parts = {name: assumed(solver, groups, (name,)) for name in groups}
    if solver.solve([*given, *chain.from_iterable(parts.values())]):
        raise ValueError("there is no contradiction to explain")
    spent = solver.meter.work + ALLOWANCE

    def ask(assumptions: Sequence[int]) -> bool | None:
        return solver.solve_within(assumptions) if solver.meter.work < spent else None

    kept, minimal = shrunk(solver, given, parts, list(parts), ask)
    return Core(tuple(kept), minimum=minimal and len(kept) <= 1, minimal=minimal)


def shrunk(
    solver: TheorySolver,
    given: Sequence[int],
    parts: Mapping[K, Sequence[int]],
    names: Sequence[K],
    ask: Ask,
    *,
    backwards: bool = False,
) -> tuple[list[K], bool]:
    """Some of the named parts that contradict the given nodes; the last ``solve`` refused all parts together.

    Returns:
        The names in their order; and whether ``ask`` has found of each that it cannot go.
    """
    kept = blamed(solver, parts, names)
    minimal = True
    before = len(names)
    while MANY < len(kept) < before:
        # Once more costs one question, and each that is not kept would cost one.
        if ask([*given, *chain.from_iterable([parts[name] for name in kept])]) is not False:
            break
        before, kept = len(kept), blamed(solver, parts, kept)
    for name in reversed(kept) if backwards else kept:
        if name not in kept:
            continue
        others = [other for other in kept if other != name]
        nodes = list(chain.from_iterable([parts[other] for other in others]))
        answer = ask([*given, *nodes]) if nodes else solver.possible_at_all(given)
        if answer is None:
            minimal = False
        elif not answer:
            kept = blamed(solver, parts, others)
    return kept, minimal


def core_by_cases(solver: TheorySolver, given: Sequence[int], cases: Iterable[int], groups: Groups) -> Core:
    """A minimal set of groups that contradicts the given nodes in each of some cases, as all groups must.

    Each question is about one case, against which few groups speak, so that many groups are as easy as few.

    Raises:
        ValueError: If all groups together do not contradict the nodes.
        OutOfBudgetError: If it is too hard to say whether they do.
    """
    parts = {name: assumed(solver, groups, (name,)) for name in groups}

    def assuming(case: int, names: Iterable[str]) -> list[int]:
        return [*given, case, *chain.from_iterable(parts[name] for name in names)]

    kept: dict[str, None] = {}
    needed: dict[int, Sequence[str]] = {}
    for case in cases:
        names = list(kept)
        # That something is possible takes a whole world to see; what is not is mostly seen at first sight.
        if solver.propagation(assuming(case, names)) is not None:
            names += [name for name in parts if name not in kept]
        if solver.solve(assuming(case, names)):
            raise ValueError("there is no contradiction to explain")
        names = blamed(solver, parts, names)
        for name in reversed(names):
            others = [other for other in names if other != name]
            if solver.propagation(assuming(case, others)) is None:
                names = others
        needed[case] = names
        kept |= dict.fromkeys(names)
    minimal = _drop_needless(solver, assuming, parts, kept, needed)
    return Core(tuple(name for name in groups if name in kept), minimum=False, minimal=minimal)


def _drop_needless(
    solver: TheorySolver,
    assuming: Callable[[int, Iterable[str]], list[int]],
    parts: Mapping[str, Sequence[int]],
    kept: dict[str, None],
    needed: dict[int, Sequence[str]],
) -> bool:
    """Take from the ``kept`` names those without which all cases are still contradicted.

    ``needed`` are the names that contradict each case. Whether it could be found out of each name.
    """
    minimal = True
    for name in list(kept):
        others = [other for other in kept if other != name]
        instead: dict[int, Sequence[str]] = {}
        affected = [case for case, names in needed.items() if name in names]
        for case in affected:
            answer = solver.solve_within(assuming(case, others))
            minimal = minimal and answer is not None
            if answer is not False:
                break
            instead[case] = blamed(solver, parts, others)
        else:
            del kept[name]
            needed.update(instead)
    return minimal


def blamed(solver: TheorySolver, parts: Mapping[K, Sequence[int]], names: Iterable[K]) -> list[K]:
    """Those of some parts that the solver needed for the contradiction it has just found."""
    core = set(solver.core())
    return [name for name in names if not core.isdisjoint(parts[name])]


def check_minimal(solver: TheorySolver, given: Sequence[int], groups: Groups, names: Sequence[str]) -> None:
    """Ask the solver again whether groups contradict the given nodes and none of them can go.

    Where it is too hard to say whether one can go, this is not held against it.

    Raises:
        AssertionError: If not, which is a fault of the search that found them.
    """
    if solver.solve([*given, *assumed(solver, groups, names)]):
        raise AssertionError(f"these do not contradict what is given: {names}")
    for name in names:
        others = assumed(solver, groups, [other for other in names if other != name])
        answer = solver.solve_within([*given, *others]) if others else solver.possible_at_all(given)
        if answer is False:
            raise AssertionError(f"{name} does not belong to the contradiction {names}")


def smallest_core(
    solver: TheorySolver,
    given: Sequence[int],
    groups: Groups,
    rounds: int = ROUNDS,
    many: int = MANY,
    cases: Sequence[int] = (),
    *,
    sparing: bool = False,
) -> Core:
    """A smallest set of groups that contradicts the given nodes.

    Implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva 2015): a set that is not a
    contradiction grows to a maximal one, and every contradiction has to contain something of what was left
    out. Of more than ``many`` groups it is a minimal set only: to choose among them is hard by itself
    (NP-complete). So it is where the search takes more than ``ALLOWANCE`` or ``HITTING``. If ``cases`` are
    given, which together are all in which the given nodes can be true, many groups are tried in one case
    after the other. ``sparing`` asks less of the solver, which may then find other ones of several equally
    good answers to what it is asked later.

    Raises:
        ValueError: If all groups together do not contradict them.
        OutOfBudgetError: If it is too hard to say whether they do.
    """
    if cases and len(groups) > many:
        return core_by_cases(solver, given, cases, groups)
    fallback = shrunk_core(solver, given, groups)
    if len(groups) > many or fallback.minimum or not fallback.minimal:
        return fallback
    return _smaller_core(solver, given, groups, rounds, fallback, sparing=sparing)


def _smaller_core(
    solver: TheorySolver,
    given: Sequence[int],
    groups: Groups,
    rounds: int,
    fallback: Core,
    *,
    sparing: bool,
) -> Core:
    """A core smaller than the ``fallback``, or that one where there is none or the search is given up."""
    from pysat.examples.hitman import Hitman  # noqa: PLC0415 - answers for machines cite no lines

    names = list(groups)
    parts = dict(enumerate([assumed(solver, groups, (name,)) for name in names]))
    spent = solver.meter.work + ALLOWANCE
    with Hitman(solver="m22", htype="sorted") as hitman:
        limit_search(hitman)
        for _ in range(rounds):
            chosen = hitman.get()
            if chosen is None:
                break
            chosen.sort()
            if len(chosen) == len(fallback.names):
                return Core(fallback.names, minimum=True)
            held = [*given, *chain.from_iterable(map(parts.__getitem__, chosen))]
            others = {place: nodes for place, nodes in parts.items() if place not in chosen}
            left_out = _left_out(solver, held, others, solver.solve_within) if sparing else None
            # A larger set with a world says that this one has a world, too.
            answer = True if left_out is not None else solver.solve_within(held)
            if answer is False:
                return Core(tuple(map(names.__getitem__, chosen)), minimum=True)
            if answer is None or solver.meter.work >= spent:
                break
            if not left_out:
                left_out = _left_out(solver, held, others, solver.solve_within)
            hitman.hit(sorted(left_out or others))
    return fallback._replace(minimum=False)


def _left_out(
    solver: TheorySolver, held: Sequence[int], parts: Mapping[int, Sequence[int]], ask: Ask
) -> AbstractSet[int] | None:
    """The numbers of parts left out of a set that takes, beside ``held``, one after the other.

    A part is left out where the set would have no world with it.
    No node is in two parts. The set is maximal but for what ``ask`` cannot decide on; ``None`` if it finds no
    world at all.
    """
    number_of: dict[int, int] = {}
    for number, part in parts.items():
        number_of |= dict.fromkeys(part, number)
    against: dict[int, Sequence[int]] = {}  # what is left out, with parts before it that speak against it
    while True:
        kept = [part for number, part in parts.items() if part and number not in against]
        answer = ask([*held, *chain.from_iterable(kept)])
        if answer:
            return against.keys()
        core: Sequence[int] = ()
        if answer is False:
            core = solver.core()
        elif kept:
            core = kept[-1]
        blame = sorted({number_of[node] for node in core if node in number_of} - against.keys())
        if not blame:
            return None
        *others, last = blame
        against = {number: before for number, before in against.items() if last not in before}
        against[last] = others


def assumed(solver: TheorySolver, groups: Groups, names: Iterable[str]) -> list[int]:
    """The selectors of the lines of some groups; one node a group where there are many."""
    if len(groups) > MANY:
        # A solver goes through what is assumed one by one, over and over.
        return [solver.selecting(groups[name]) for name in names]
    return solver.assume(chain.from_iterable([groups[name] for name in names]))


Nodes = Mapping[str, int]
"""Named nodes, each true where all lines of the group of that name hold."""


def group_nodes(solver: TheorySolver, groups: Groups) -> dict[str, int]:
    """One node a group: all its lines hold. Lines that were refused count as holding."""
    lines = solver.lines
    nodes: dict[str, int] = {}
    for name, members in groups.items():
        nodes[name] = solver.circuit.all_of([lines[line].holds for line in members if line in lines])
    return nodes


def grown(solver: TheorySolver, given: Sequence[int], nodes: Nodes) -> frozenset[str]:
    """A maximal set of names whose nodes are true together in a world of ``given``.

    It contains those that are true in the world which the last ``solve`` found; that world has to be one of
    ``given``. The others are tried in their order.
    """
    model = solver.model()
    held = [node for node in nodes.values() if node in model]
    tried = list(dict.fromkeys(node for node in nodes.values() if node not in model))
    parts = {number: (node,) for number, node in enumerate(tried)}
    left_out = _left_out(solver, [*given, *held], parts, solver.solve) or ()
    without = {tried[number] for number in left_out}
    return frozenset(name for name, node in nodes.items() if node not in without)


class Optimum(NamedTuple):
    """The best world found: how many wishes fail, the true literals of the world, and a node ``bound``.

    ``bound`` is true in all worlds in which no more wishes fail. ``exact`` is false if the search was given
    up and a better world may exist.
    """

    failed: int
    model: AbstractSet[int]
    bound: int
    exact: bool


def best_world(solver: TheorySolver, assumptions: Sequence[int], wishes: Sequence[int]) -> Optimum | None:
    """The world of the assumptions in which the fewest wishes (nodes) fail; ``None`` if there is none.

    Core-guided from below (MSU3, Marques-Silva and Planes 2007): wishes are assumed until they turn out to
    contradict each other; from then on one more of those met so far may fail. Each step has the solver's
    budget.
    """
    circuit = solver.circuit
    known = solver.propagation(assumptions)
    if known is None:
        return None
    hopeless = sum(-wish in known for wish in wishes)
    assumed = dict.fromkeys(wish for wish in wishes if -wish not in known)
    met: list[int] = []
    for failed in range(len(wishes) + 1):
        bound = -circuit.at_least(failed + 1, met)
        answer = solver.solve_within([*assumptions, bound, *assumed])
        if answer is None:
            break
        if answer:
            # Of the wishes met so many always fail: where no more do, all others are fulfilled.
            exactly = circuit.all_of((bound, *assumed))
            return Optimum(hopeless + failed, solver.model(), exactly, exact=True)
        core = set(solver.core())
        if bound not in core and core.isdisjoint(assumed):
            return None
        met += [-wish for wish in wishes if wish in core and wish in assumed]
        assumed = dict.fromkeys(wish for wish in assumed if wish not in core)
    return _some_world(solver, assumptions, wishes)


def _some_world(solver: TheorySolver, assumptions: Sequence[int], wishes: Sequence[int]) -> Optimum | None:
    """The world that the solver comes upon, where the best one is too hard to find."""
    if not solver.solve(assumptions):
        return None
    model = solver.model()
    failed = sum(wish not in model for wish in wishes)
    bound = -solver.circuit.at_least(failed + 1, [-wish for wish in wishes])
    return Optimum(failed, model, bound, exact=False)
