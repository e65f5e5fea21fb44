"""The sources that it takes to prove a goal, which is values for some targets.

These are the fewest sources, those that no proof can do without, those that help with nothing, and those that
a reader must skip for a rival to be possible again.
"""

from collections.abc import Container, Mapping, Sequence, Set as AbstractSet
from itertools import chain
from typing import NamedTuple

from casekit.deduce.encoding.circuit import FALSE, TRUE, Key
from casekit.deduce.solving.cores import (
    MOST_GROUPS_COMPARED,
    Core,
    Nodes,
    Optimum,
    best_world,
    check_minimal,
    core_by_cases,
    group_nodes,
    grown,
    parts_in_core,
    selectors_of,
    shrunk_core,
    smallest_core,
)
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Function
from casekit.values.grouping import grouped

Goal = Mapping[str, str]
"""Names of targets, each with the value it is to have: one element of a solution, or all of them."""


MOST_WORLDS = 2_000
"""The most worlds that a search looks at by default; a hand-written case needs some 150."""


def having(solver: TheorySolver, target: str, value: str) -> int:
    """The node that is true where a target has a value.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    return solver.vocabulary[target, ()][value]


def otherwise(solver: TheorySolver, goal: Goal) -> int:
    """The node that is true if some target of the goal has a value other than the goal gives it.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    return solver.circuit.any_of([-having(solver, target, value) for target, value in goal.items()])


def rival_values(solver: TheorySolver, goal: Goal) -> list[tuple[str, str]]:
    """The targets of a goal, each with every other value it may have, in their declared order."""
    rivals: list[tuple[str, str]] = []
    for name, true in goal.items():
        rivals += [(name, value) for value in solver.vocabulary[name, ()] if value != true]
    return rivals


def unproved(solver: TheorySolver, goal: Goal) -> tuple[list[int], list[int]]:
    """Nodes that are all true where the laws hold and a goal does not, and each case in which it does not.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    given = [*solver.assume(solver.laws), otherwise(solver, goal)]
    return given, [having(solver, *rival) for rival in rival_values(solver, goal)]


def claims_by_source(solver: TheorySolver, among: Container[str] | None = None) -> dict[str, list[str]]:
    """The claims of each source that have force, of all sources or those ``among`` some.

    Sources are in the order of their first claim.
    """
    claims = [claim for claim in solver.theory.claims if not claim.hint]
    return grouped([(claim.source, claim.id) for claim in claims if among is None or claim.source in among])


def supporting_lines(solver: TheorySolver, target: Function, value: str) -> tuple[str, ...]:
    """A minimal set of claims, and of laws needed beside them, that rule out every other value of a target.

    The claims are those of the fewest sources.

    Where the search for the fewest is given up, no source can go.

    Raises:
        ValueError: If all sources together leave the target another value.
    """
    goal, claims_of_source = {target.name: value}, claims_by_source(solver)
    given, cases = unproved(solver, goal)
    sources = smallest_core(solver, given, claims_of_source, cases=cases).names
    claims = list(chain.from_iterable(claims_of_source[source] for source in sources))
    laws, read = needed_lines(solver, otherwise(solver, goal), claims)
    return (*read, *laws)


def needed_lines(
    solver: TheorySolver, denial: int, claims: Sequence[str], cases: Sequence[int] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Laws, and claims, that contradict a denial and none of which can go.

    If its ``cases`` are given, many claims are tried in one case after the other.
    """
    laws = [law for law in solver.laws if law in solver.selectors]
    group_of_claim = {claim: (claim,) for claim in claims}
    given = solver.assume(laws)
    if cases and len(claims) > MOST_GROUPS_COMPARED:
        needed_claims = core_by_cases(solver, given, cases, group_of_claim).names
    else:
        needed_claims = shrunk_core(solver, [denial, *given], group_of_claim).names
    denial_and_claims = [denial, *solver.assume(needed_claims)]
    needed_laws = shrunk_core(solver, denial_and_claims, {law: (law,) for law in laws}).names
    return needed_laws, needed_claims


def smallest_proof(solver: TheorySolver, goal: Goal, among: Container[str] | None = None) -> Core:
    """A smallest set of sources, ``among`` some or all, whose readers are certain of the goal.

    They are in the order of their first claim.

    Empty if the laws alone suffice. Where the laws or all sources contradict each other everything is
    certain, so ask for consistency first. Which of several smallest sets it is depends on what the solver was
    asked before; a fresh ``TheorySolver`` always gives the same.

    Raises:
        ValueError: If a reader of all these sources is not certain of the goal.
        KeyError: If there is no such target, or it cannot have that value.
    """
    groups = claims_by_source(solver, among)
    given, cases = unproved(solver, goal)
    core = smallest_core(solver, given, groups, cases=cases, sparing=True)
    check_minimal(solver, given, groups, core.names)
    return core


def essential(solver: TheorySolver, goal: Goal) -> tuple[str, ...]:
    """The sources that are in every proof of a goal, in the order of their first claim.

    Raises:
        ValueError: If a reader of all sources is not certain of the goal.
        KeyError: If there is no such target, or it cannot have that value.
    """
    groups = claims_by_source(solver)
    given, _ = unproved(solver, goal)
    parts = {source: solver.assume(lines) for source, lines in groups.items()}
    if solver.solve([*given, *chain.from_iterable(parts.values())]):
        raise ValueError("the goal does not follow from all sources")
    needed: list[str] = []
    # What the solver did not use for one proof is not in every proof.
    for source in parts_in_core(solver, parts, parts):
        others = [other for other in groups if other != source]
        if solver.solve([*given, *selectors_of(solver, groups, others)]):
            needed.append(source)
    return tuple(needed)


class SourceSelectors(NamedTuple):
    """The sources that have claims with force, each kind in the order of their first claim."""

    useful: tuple[str, ...]
    """Those in some minimal refutation of some rival."""

    wrong: tuple[str, ...]
    """Those in no minimal refutation of any rival."""

    undecided: tuple[str, ...]
    """Those for which the rounds did not suffice."""


def membership(
    solver: TheorySolver, goal: Goal, budget: int = MOST_WORLDS, known: Container[str] = ()
) -> SourceSelectors:
    """Sort the sources by whether some minimal refutation of some rival of the goal contains them.

    Rivals are the values the targets of the goal may have beside those it gives them. Those that all sources
    leave possible have no refutation, and those that the laws exclude have only the empty one.

    Args:
        solver: the solver.
        goal: the goal.
        budget: the number of rounds for all rivals together.
        known: sources that are known to be useful, which saves looking for them: those of any minimal proof
            of the goal or refutation of a rival, and those of ``FewestUnread``.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    # A solver that has answered nothing else lets what is undecided depend on the theory alone.
    search = _Search(solver.fresh(), known)
    rivals = rival_values(search.solver, goal)
    for number, (target, value) in enumerate(rivals):
        budget -= search.look_at(having(search.solver, target, value), budget // (len(rivals) - number))
    return search.result()


class _Search:
    """Counterexample-guided, for all sources at once.

    A source is in some minimal refutation iff it is in some minimal correction set, that is, iff some maximal
    set of sources that leaves the rival possible is without it. So a world of the rival in which a candidate
    fails is grown to a maximal set; all sources without the set are useful. From then on a world has to
    satisfy one of them: what holds in any other world is a part of this set, which accepts every remaining
    candidate.

    A candidate often fails for no reason: with a few other facts it holds, and so does all that held. The
    same change is tried on every world of every rival from then on. Where it makes more sources hold, and
    none fail, that world shows no maximal set.
    """

    def __init__(self, solver: TheorySolver, known: Container[str]) -> None:
        self.solver = solver
        self._sources = claims_by_source(solver)
        self._nodes = group_nodes(solver, self._sources)
        self._candidates = {name: node for name, node in self._nodes.items() if name not in known}
        self._doubtful: set[str] = set()
        self._gates = dict(solver.circuit.gates)
        self._changes: list[tuple[int, Mapping[int, int]]] = []

    def look_at(self, rival: int, budget: int) -> int:
        """Find what is useful against one rival, and give the number of rounds that it took."""
        given, circuit = [*self.solver.assume(self.solver.laws), rival], self.solver.circuit
        for spent in range(budget):
            fails = circuit.any_of([-node for node in self._candidates.values()])
            no_gains = [
                circuit.implies(replacements.get(rival, rival), node) for node, replacements in self._changes
            ]
            if not self.solver.solve([*given, *no_gains, fails]):
                return spent + 1
            given.append(self._learn(given))
        # The rounds are spent: only what holds in all worlds that are left of a rival is known to be of no
        # use against it.
        follows = self.solver.entailed(given, self._candidates.values())
        self._doubtful.update(name for name, node in self._candidates.items() if node not in follows)
        return budget

    def _learn(self, given: Sequence[int]) -> int:
        """Grow the world that was found to a maximal set of sources.

        Returns:
            The node that is true where a source outside the set holds.
        """
        world = self.solver.model()
        true_sources = {name: node for name, node in self._nodes.items() if node in world}
        failing = [node for name, node in self._candidates.items() if name not in true_sources]
        sources_in_set: Container[str] = true_sources
        if self.solver.solve([*given, *true_sources.values(), self.solver.circuit.any_of(failing)]):
            self._changes.append(self._change(world, self.solver.model()))
            sources_in_set = grown(self.solver, given, self._nodes)
        useful = [name for name in self._candidates if name not in sources_in_set]
        self._check(given, [name for name in self._nodes if name in sources_in_set], useful)
        self._candidates = {name: node for name, node in self._candidates.items() if name in sources_in_set}
        return self.solver.circuit.any_of(
            [node for name, node in self._nodes.items() if name not in sources_in_set]
        )

    def _change(self, before: AbstractSet[int], after: AbstractSet[int]) -> tuple[int, Mapping[int, int]]:
        """The change from one world to another, as it is tried on all worlds.

        The facts that differ get the values of the other world, and so do all facts that a candidate speaks
        of which holds only there: in other worlds it may fail because of others among them.

        Returns:
            The node that is true in worlds that gain nothing by the change; and the node that each node is
            replaced with by it.
        """
        lines, circuit, nodes_gained = self.solver.lines, self.solver.circuit, after - before
        terms_to_change = self._terms_of(
            [name for name, node in self._candidates.items() if node in nodes_gained]
        )
        values: dict[int, int] = {}
        for term, cases in self.solver.vocabulary.items():
            if term in terms_to_change or not nodes_gained.isdisjoint(cases.values()):
                for node in cases.values():
                    values[node] = TRUE if node in after else FALSE
        replacements = circuit.replaced(values, self._gates)
        laws = (lines[law].holds for law in self.solver.laws if law in lines)
        changed_nodes = [
            (node, replacements[node]) for node in (*laws, *self._nodes.values()) if node in replacements
        ]
        gained = circuit.any_of([circuit.both(-node, now) for node, now in changed_nodes])
        lost = [circuit.both(node, -now) for node, now in changed_nodes]
        return circuit.any_of((-gained, *lost)), replacements

    def _terms_of(self, sources: Sequence[str]) -> set[Key]:
        """The ground terms that claims of some sources mention."""
        terms: set[Key] = set()
        for line in chain.from_iterable(self._sources[source] for source in sources):
            if line in self.solver.lines:
                terms.update(self.solver.lines[line].terms)
        return terms

    def _check(self, given: Sequence[int], sources_in_set: Sequence[str], useful: Sequence[str]) -> None:
        """Ask the solver again whether each useful source makes the difference to what is kept."""
        kept_nodes = [*given, *selectors_of(self.solver, self._sources, sources_in_set)]
        with_one_more = ([*kept_nodes, *selectors_of(self.solver, self._sources, [name])] for name in useful)
        if useful and (not self.solver.solve(kept_nodes) or any(map(self.solver.solve, with_one_more))):
            raise AssertionError(f"not each of these adds a refutation to {sources_in_set}: {useful}")

    def result(self) -> SourceSelectors:
        """The result on each source, as far as it is known."""
        return SourceSelectors(
            tuple(name for name in self._nodes if name not in self._candidates),
            tuple(name for name in self._candidates if name not in self._doubtful),
            tuple(name for name in self._candidates if name in self._doubtful),
        )


class FewestUnread(NamedTuple):
    """The fewest sources that must stay unread for a target to be able to have a value."""

    target: str
    """The name of the target."""

    value: str
    """The value."""

    unread: tuple[str, ...]
    """The sources, in the order of their first claim; none if all sources leave the value possible."""

    exact: bool
    """Whether no fewer would do; otherwise the search for fewer was given up."""


def robustness(solver: TheorySolver, goal: Goal) -> tuple[FewestUnread, ...]:
    """For each rival of a goal the fewest sources that must stay unread for it to be possible.

    Rivals are the values the targets of the goal may have beside those it gives them, in the order of the
    goal and of the declared values; those that the laws exclude are left out. Of equally small sets it is the
    one that reads the first source; if all do or none does, the one that reads the second; and so on.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    # A solver that has answered nothing else makes what a given-up search finds depend on the theory alone.
    fresh = solver.fresh()
    nodes = group_nodes(fresh, claims_by_source(fresh))
    fewest_unread = []
    for target, value in rival_values(fresh, goal):
        given = [*fresh.assume(fresh.laws), having(fresh, target, value)]
        best = best_world(fresh, given, list(nodes.values()))
        if best is not None:
            unread = _first(fresh, [*given, best.bound], nodes, best)
            # Another solver is asked whether a reader of all other sources cannot exclude the value.
            read = solver.reading(source for source in nodes if source not in unread)
            if not solver.solve([*solver.assume(read), having(solver, target, value)]):
                raise AssertionError(f"{target} = {value} is impossible even if these stay unread: {unread}")
            fewest_unread.append(FewestUnread(target, value, unread, best.exact))
    return tuple(fewest_unread)


def _first(solver: TheorySolver, given: Sequence[int], nodes: Nodes, best: Optimum) -> tuple[str, ...]:
    """The names whose nodes fail in the world that keeps the first ones, among those that are as good."""
    model, propagated = best.model, solver.propagation(given) or frozenset()
    kept_nodes: list[int] = []
    unread = []
    for name, node in nodes.items():
        if node not in model:
            if -node in propagated or not solver.solve_within([*given, *kept_nodes, node]):
                unread.append(name)
                continue
            model = solver.model()
        kept_nodes.append(node)
    return tuple(unread)
