"""The evidence graph: who says what about which facts, and which conclusions these bear on.

Beside it: claims of no use to readers.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import TYPE_CHECKING

from casekit.deduce.encoding.cardinality import UnionFind
from casekit.deduce.encoding.circuit import Key, term_name
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import FALSE


def _bearings(solver: TheorySolver, claims: Iterable[str]) -> Callable[[Key], list[str]]:
    """A function that says which targets a ground term bears on, in their declared order.

    It does so by the laws and by the formulas (not the guards) of some claims.
    """
    targets: list[Key] = [(target.name, ()) for target in solver.theory.targets]
    facts_of: list[list[Key]] = []
    targets_of: list[list[Key]] = []
    for line in (*solver.laws, *claims):
        if line in solver.lines:
            terms = solver.lines[line].terms
            facts_of.append([term for term in terms if term not in targets])
            targets_of.append([term for term in terms if term in targets])
    links = UnionFind(facts_of)
    reached: dict[Key, set[Key]] = {target: {target} for target in targets}
    for facts, mentioned in zip(facts_of, targets_of, strict=True):
        if facts:
            reached.setdefault(links.representative(facts[0]), set()).update(mentioned)

    def conclusions(term: Key) -> list[str]:
        linked = reached.get(links.representative(term), ())
        return [target[0] for target in targets if target in linked]

    return conclusions


if TYPE_CHECKING:
    import networkx as nx

    Evidence = nx.DiGraph[tuple[str, str]]


def evidence_graph(solver: TheorySolver) -> "Evidence":
    """Sources, the claims they make, the facts these are about and the conclusions the facts bear on.

    A node is a pair of its ``kind`` (``source``, ``claim``, ``fact``, ``conclusion``) and its ``label`` (a
    source, a claim's identifier, a ground term, a target), which are its attributes too. A fact bears on a
    conclusion if laws and claims in the graph link it to the target, directly or through other facts but not
    through a target. Hints are left out. Nodes are in the order of the claims.
    """
    import networkx as nx  # noqa: PLC0415 - it takes longer to load than a case to prove

    graph: Evidence = nx.DiGraph()
    claims = [claim for claim in solver.theory.claims if not claim.hint and claim.id in solver.lines]
    bears_on = _bearings(solver, [claim.id for claim in claims])
    for claim in claims:
        _join(graph, ("source", claim.source), ("claim", claim.id))
        for term in solver.lines[claim.id].terms:
            fact = ("fact", term_name(term))
            _join(graph, ("claim", claim.id), fact)
            for target in bears_on(term):
                _join(graph, fact, ("conclusion", target))
    return graph


def _join(graph: "Evidence", start: tuple[str, str], end: tuple[str, str]) -> None:
    for node in (start, end):
        graph.add_node(node, kind=node[0], label=node[1])
    graph.add_edge(start, end)


def idle(solver: TheorySolver) -> tuple[str, ...]:
    """The claims, hints apart, that hold under their guards in every world of the laws alone.

    None if the laws contradict each other, since then everything would follow.
    """
    laws = solver.assume(solver.laws)
    if not solver.solve(laws):
        return ()
    nodes = {claim: solver.lines[claim].holds for claim in solver.claims if claim in solver.lines}
    given = solver.entailed(laws, nodes.values())
    return tuple(claim for claim, node in nodes.items() if node in given)


def unusable(solver: TheorySolver) -> tuple[str, ...]:
    """The claims, hints and idle ones apart, that can help to refute nothing, whatever else is read.

    Ground terms are linked if a law or the formula of a claim mentions both. If no target is linked to a
    claim, and all claims about the terms linked to it can hold at once, then they hold in some world whatever
    the targets are. A guard that inverts a claim counts as mentioned. None if lines were refused or the laws
    contradict each other.
    """
    laws = solver.assume(solver.laws)
    if solver.refused or not solver.solve(laws):
        return ()
    islands = [*_islands(solver).values()]

    def hold(claims: Iterable[str]) -> bool:
        return solver.solve([*laws, *(-solver.lines[claim].meaning.false for claim in claims)])

    # They have no term in common: where each can hold, all can, which is a single question.
    if not hold(chain.from_iterable(islands)):
        islands = [claims for claims in islands if hold(claims)]
    useless = {*chain.from_iterable(islands)}
    already = set(idle(solver)) if useless else set()
    return tuple(claim for claim in solver.claims if claim in useless and claim not in already)


def _islands(solver: TheorySolver) -> dict[Key, list[str]]:
    """The claims about terms that are linked to no target, by what links them."""
    lines = solver.lines
    inverted = {claim.id for claim in solver.theory.claims if claim.inverted != FALSE}
    mentioned: dict[str, tuple[Key, ...]] = {}
    for claim in solver.claims:
        mentioned[claim] = lines[claim].terms
        if claim in inverted:
            mentioned[claim] += lines[claim].guards
    links = UnionFind([*(lines[law].terms for law in solver.laws), *mentioned.values()])
    mainland = {links.representative((target.name, ())) for target in solver.theory.targets}
    islands: dict[Key, list[str]] = {}
    for claim, terms in mentioned.items():
        if terms:
            island = links.representative(terms[0])
            if island not in mainland:
                islands.setdefault(island, []).append(claim)
    return islands
