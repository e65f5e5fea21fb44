"""Small sets of lines that contradict what is assumed, large sets that have a world, and best worlds.

Lines are used in groups, as those of one source are. A *part* is the nodes that stand for a group.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set as AbstractSet
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from casekit.deduce.solving.theory_solver import TheorySolver

if TYPE_CHECKING:
    from pysat.examples.hitman import Hitman
    from pysat.solvers import Solver

K = TypeVar("K", bound=Hashable)

MOST_HITTING_SETS = 400
"""The most hitting sets that a search for a smallest set tries before it settles for a minimal one."""

MOST_GROUPS_COMPARED = 100
"""The most groups among which a smallest set is looked for, unless the caller says that few matter."""

WORK_FOR_SMALLER_SET = 50_000_000
"""The most work (``CostMeter.work``) of the solver on a search for a smaller set.

What it takes to find a set at all does not count.
"""

CONFLICTS_TO_HIT = 100_000
"""The most conflicts in which sets are chosen that hit all contradictions met so far."""


def limit_search(hitman: "Hitman") -> "Solver":
    """The solver inside a search for hitting sets, limited to ``CONFLICTS_TO_HIT`` conflicts.

    pysat does not document the attributes that lead to it, but ``Hitman`` takes no limit. Without one, to
    choose among a hundred lines may take longer than anybody waits; if pysat renames them, every search for
    the smallest set fails.
    """
    solver: Solver = hitman.oracle.oracle
    solver.conf_budget(CONFLICTS_TO_HIT)
    return solver


Ask = Callable[[Sequence[int]], bool | None]
"""Finds out whether some world satisfies assumptions; ``None`` if that is too hard to say."""

Groups = Mapping[str, Sequence[str]]
"""Named sets of lines that are used together or not at all: the claims of a source, or a single line."""


class Core(NamedTuple):
    """Groups that contradict what is assumed."""

    names: tuple[str, ...]
    """Their names, in the order they were given."""

    minimum: bool
    """Whether no smaller set exists; otherwise the search for one was given up."""

    minimal: bool = True
    """Whether none of them can go; otherwise not even that could be found out."""


def shrunk_core(solver: TheorySolver, given: Sequence[int], groups: Groups) -> Core:
    """A minimal set of groups that contradicts the given nodes, in their order.

    Which of several depends on what the solver was asked before; a fresh ``TheorySolver`` always gives the
    same. A group stays if finding out whether it is needed would take more than ``WORK_FOR_SMALLER_SET``.

    Raises:
        ValueError: If all groups together do not contradict the nodes.
        OutOfBudgetError: If it is too hard to say whether they do.
    """
    parts = {name: selectors_of(solver, groups, (name,)) for name in groups}
    if solver.solve([*given, *chain.from_iterable(parts.values())]):
        raise ValueError("there is no contradiction to explain")
    work_limit = solver.meter.work + WORK_FOR_SMALLER_SET

    def ask(assumptions: Sequence[int]) -> bool | None:
        return solver.solve_within(assumptions) if solver.meter.work < work_limit else None

    names, minimal = shrunk(solver, given, parts, list(parts), ask)
    return Core(tuple(names), minimum=minimal and len(names) <= 1, minimal=minimal)


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

    Args:
        solver: the solver.
        given: the given nodes.
        parts: the nodes of each part.
        names: the names of the parts that were refused.
        ask: finds out whether nodes have a world.
        backwards: whether the last parts are left out first.

    Returns:
        The names of the parts in their order; and whether ``ask`` has found of each that it cannot go.
    """
    remaining = parts_in_core(solver, parts, names)
    minimal = True
    count_before = len(names)
    while MOST_GROUPS_COMPARED < len(remaining) < count_before:
        # Once more costs one question, and each part that goes by it would cost one.
        if ask([*given, *chain.from_iterable([parts[name] for name in remaining])]) is not False:
            break
        count_before, remaining = len(remaining), parts_in_core(solver, parts, remaining)
    for name in reversed(remaining) if backwards else remaining:
        if name not in remaining:
            continue
        other_names = [other for other in remaining if other != name]
        nodes = list(chain.from_iterable([parts[other] for other in other_names]))
        answer = ask([*given, *nodes]) if nodes else solver.possible_at_all(given)
        if answer is None:
            minimal = False
        elif not answer:
            remaining = parts_in_core(solver, parts, other_names)
    return remaining, minimal


def core_by_cases(solver: TheorySolver, given: Sequence[int], cases: Iterable[int], groups: Groups) -> Core:
    """A minimal set of groups that contradicts the given nodes in each of some cases, as all groups must.

    Each question is about one case, against which few groups speak, so that many groups are as easy as few.

    Raises:
        ValueError: If all groups together do not contradict the nodes.
        OutOfBudgetError: If it is too hard to say whether they do.
    """
    parts = {name: selectors_of(solver, groups, (name,)) for name in groups}

    def assuming(case: int, names: Iterable[str]) -> list[int]:
        return [*given, case, *chain.from_iterable(parts[name] for name in names)]

    used_names: dict[str, None] = {}
    names_against_case: dict[int, Sequence[str]] = {}
    for case in cases:
        names = list(used_names)
        # That something is possible takes a whole world to see; what is not is mostly seen at first sight.
        if solver.propagation(assuming(case, names)) is not None:
            names += [name for name in parts if name not in used_names]
        if solver.solve(assuming(case, names)):
            raise ValueError("there is no contradiction to explain")
        names = parts_in_core(solver, parts, names)
        for name in reversed(names):
            other_names = [other for other in names if other != name]
            if solver.propagation(assuming(case, other_names)) is None:
                names = other_names
        names_against_case[case] = names
        used_names |= dict.fromkeys(names)
    minimal = _drop_needless(solver, assuming, parts, used_names, names_against_case)
    return Core(tuple(name for name in groups if name in used_names), minimum=False, minimal=minimal)


def _drop_needless(
    solver: TheorySolver,
    assuming: Callable[[int, Iterable[str]], list[int]],
    parts: Mapping[str, Sequence[int]],
    used_names: dict[str, None],
    names_against_case: dict[int, Sequence[str]],
) -> bool:
    """Take from some names those without which all cases are still contradicted.

    Args:
        solver: the solver.
        assuming: gives the nodes of a case with some names.
        parts: the nodes of each name.
        used_names: the names; they are changed.
        names_against_case: the names that contradict each case; they are changed.

    Returns:
        Whether it could be found out of each name.
    """
    minimal = True
    for name in list(used_names):
        other_names = [other for other in used_names if other != name]
        other_names_against_case: dict[int, Sequence[str]] = {}
        affected = [case for case, names in names_against_case.items() if name in names]
        for case in affected:
            answer = solver.solve_within(assuming(case, other_names))
            minimal = minimal and answer is not None
            if answer is not False:
                break
            other_names_against_case[case] = parts_in_core(solver, parts, other_names)
        else:
            del used_names[name]
            names_against_case.update(other_names_against_case)
    return minimal


def parts_in_core(solver: TheorySolver, parts: Mapping[K, Sequence[int]], names: Iterable[K]) -> list[K]:
    """Those of some parts that the solver needed for the contradiction it has just found."""
    core = set(solver.core())
    return [name for name in names if not core.isdisjoint(parts[name])]


def check_minimal(solver: TheorySolver, given: Sequence[int], groups: Groups, names: Sequence[str]) -> None:
    """Ask the solver again whether groups contradict the given nodes and none of them can go.

    Where it is too hard to say whether one can go, this is not held against it.

    Raises:
        AssertionError: If not, which is a fault of the search that found them.
    """
    if solver.solve([*given, *selectors_of(solver, groups, names)]):
        raise AssertionError(f"these do not contradict what is given: {names}")
    for name in names:
        others = selectors_of(solver, groups, [other for other in names if other != name])
        answer = solver.solve_within([*given, *others]) if others else solver.possible_at_all(given)
        if answer is False:
            raise AssertionError(f"{name} does not belong to the contradiction {names}")


def smallest_core(
    solver: TheorySolver,
    given: Sequence[int],
    groups: Groups,
    rounds: int = MOST_HITTING_SETS,
    many: int = MOST_GROUPS_COMPARED,
    cases: Sequence[int] = (),
    *,
    sparing: bool = False,
) -> Core:
    """A smallest set of groups that contradicts the given nodes.

    Implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva 2015): a set that is not a
    contradiction grows to a maximal one, and every contradiction has to contain something of what was left
    out. To choose among many groups is hard by itself (NP-complete), so of these it is a minimal set only,
    and also where the search takes more than ``WORK_FOR_SMALLER_SET`` or ``CONFLICTS_TO_HIT``.

    Args:
        solver: the solver.
        given: the given nodes.
        groups: the groups.
        rounds: the most hitting sets that are tried.
        many: the most groups of which a smallest set is looked for.
        cases: nodes one of which is true wherever the given ones are; many groups are tried in one case after
            the other.
        sparing: whether to ask less of the solver, which may then find other ones of several equally good
            answers to what it is asked later.

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
    parts = dict(enumerate([selectors_of(solver, groups, (name,)) for name in names]))
    work_limit = solver.meter.work + WORK_FOR_SMALLER_SET
    with Hitman(solver="m22", htype="sorted") as hitman:
        limit_search(hitman)
        for _ in range(rounds):
            chosen = hitman.get()
            if chosen is None:
                break
            chosen.sort()
            if len(chosen) == len(fallback.names):
                return Core(fallback.names, minimum=True)
            chosen_nodes = [*given, *chain.from_iterable([parts[number] for number in chosen])]
            other_parts = {number: nodes for number, nodes in parts.items() if number not in chosen}
            left_out = None
            if sparing:
                left_out = _left_out(solver, chosen_nodes, other_parts, solver.solve_within)
            # A larger set with a world says that this one has a world, too.
            has_world = True if left_out is not None else solver.solve_within(chosen_nodes)
            if has_world is False:
                return Core(tuple([names[number] for number in chosen]), minimum=True)
            if has_world is None or solver.meter.work >= work_limit:
                break
            hitman.hit(_numbers_to_hit(solver, chosen_nodes, other_parts, left_out))
    return fallback._replace(minimum=False)


def _numbers_to_hit(
    solver: TheorySolver,
    chosen_nodes: Sequence[int],
    other_parts: Mapping[int, Sequence[int]],
    left_out: AbstractSet[int] | None,
) -> list[int]:
    """The numbers of the parts of which a core has one, as the chosen ones have a world, in order.

    They are those ``left_out`` of a maximal set with a world; if that is not known, it is looked for.
    """
    if not left_out:
        left_out = _left_out(solver, chosen_nodes, other_parts, solver.solve_within)
    return sorted(left_out or other_parts)


def _left_out(
    solver: TheorySolver, assumptions: Sequence[int], parts: Mapping[int, Sequence[int]], ask: Ask
) -> AbstractSet[int] | None:
    """The numbers of the parts that are left out of a maximal set with a world.

    To what is assumed one part after the other is added, unless there would be no world with it.

    Args:
        solver: the solver.
        assumptions: the nodes that are assumed.
        parts: the nodes of each part; no node is in two of them.
        ask: finds out whether nodes have a world. Parts are left out of which it cannot decide that.

    Returns:
        The numbers; ``None`` if ``ask`` finds no world at all.
    """
    part_of_node: dict[int, int] = {}
    for number, part in parts.items():
        part_of_node |= dict.fromkeys(part, number)
    # The parts that are left out, each with those before it that speak against it.
    reasons_by_part: dict[int, Sequence[int]] = {}
    while True:
        parts_tried = [part for number, part in parts.items() if part and number not in reasons_by_part]
        has_world = ask([*assumptions, *chain.from_iterable(parts_tried)])
        if has_world:
            return reasons_by_part.keys()
        core_nodes: Sequence[int] = ()
        if has_world is False:
            core_nodes = solver.core()
        elif parts_tried:
            core_nodes = parts_tried[-1]
        blamed_parts = sorted(
            {part_of_node[node] for node in core_nodes if node in part_of_node} - reasons_by_part.keys()
        )
        if not blamed_parts:
            return None
        *earlier_parts, latest_part = blamed_parts
        reasons_by_part = {
            number: reasons for number, reasons in reasons_by_part.items() if latest_part not in reasons
        }
        reasons_by_part[latest_part] = earlier_parts


def selectors_of(solver: TheorySolver, groups: Groups, names: Iterable[str]) -> list[int]:
    """The selectors of the lines of some groups; one node a group where there are many."""
    if len(groups) > MOST_GROUPS_COMPARED:
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
    true_nodes = [node for node in nodes.values() if node in model]
    other_nodes = list(dict.fromkeys(node for node in nodes.values() if node not in model))
    parts = {number: (node,) for number, node in enumerate(other_nodes)}
    left_out = _left_out(solver, [*given, *true_nodes], parts, solver.solve) or ()
    false_nodes = {other_nodes[number] for number in left_out}
    return frozenset(name for name, node in nodes.items() if node not in false_nodes)


class Optimum(NamedTuple):
    """The best world that was found."""

    failed: int
    """The number of wishes that fail in it."""

    model: AbstractSet[int]
    """Its true literals."""

    bound: int
    """A node that is true in all worlds in which no more wishes fail."""

    exact: bool
    """Whether no better world exists; otherwise the search for one was given up."""


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
    impossible_count = sum(-wish in known for wish in wishes)
    assumed_wishes = dict.fromkeys(wish for wish in wishes if -wish not in known)
    failure_nodes: list[int] = []
    for failed in range(len(wishes) + 1):
        bound = -circuit.at_least(failed + 1, failure_nodes)
        answer = solver.solve_within([*assumptions, bound, *assumed_wishes])
        if answer is None:
            break
        if answer:
            # Of the wishes met so many always fail: where no more do, all others are fulfilled.
            exactly = circuit.all_of((bound, *assumed_wishes))
            return Optimum(impossible_count + failed, solver.model(), exactly, exact=True)
        core = set(solver.core())
        if bound not in core and core.isdisjoint(assumed_wishes):
            return None
        failure_nodes += [-wish for wish in wishes if wish in core and wish in assumed_wishes]
        assumed_wishes = dict.fromkeys(wish for wish in assumed_wishes if wish not in core)
    return _some_world(solver, assumptions, wishes)


def _some_world(solver: TheorySolver, assumptions: Sequence[int], wishes: Sequence[int]) -> Optimum | None:
    """The world that the solver comes upon, where the best one is too hard to find."""
    if not solver.solve(assumptions):
        return None
    model = solver.model()
    failed = sum(wish not in model for wish in wishes)
    bound = -solver.circuit.at_least(failed + 1, [-wish for wish in wishes])
    return Optimum(failed, model, bound, exact=False)
