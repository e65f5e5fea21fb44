"""The evidence graph: who says what about which facts, and which conclusions these bear on; and claims of no use to readers."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import TYPE_CHECKING

from casekit.deduce.encoding.cardinality import UnionFind
from casekit.deduce.encoding.circuit import Key, term_name
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import FALSE
from casekit.values import grouped


def _bearings(knowledge: TheorySolver, claims: Iterable[str]) -> Callable[[Key], list[str]]:
    """Says which targets a ground term bears on, in their declared order, by the laws and the formulas (not the guards) of some claims."""
    targets = [(target.name, ()) for target in knowledge.theory.targets]
    groups = [knowledge.lines[line].terms for line in (*knowledge.laws, *claims) if line in knowledge.lines]
    split = [
        ([key for key in group if key not in targets], [key for key in group if key in targets])
        for group in groups
    ]
    links = UnionFind(facts for facts, _ in split)
    reached: dict[Key, set[Key]] = {target: {target} for target in targets}
    for facts, met in split:
        if facts:
            reached.setdefault(links.representative(facts[0]), set()).update(met)

    def conclusions(term: Key) -> list[str]:
        met = reached.get(links.representative(term), ())
        return [name for name, arguments in targets if (name, arguments) in met]

    return conclusions


if TYPE_CHECKING:
    import networkx as nx

    Evidence = nx.DiGraph[tuple[str, str]]


def evidence_graph(knowledge: TheorySolver) -> "Evidence":
    """Sources, the claims they make, the facts these are about and the conclusions the facts bear on.

    A node is a pair of its ``kind`` (``source``, ``claim``, ``fact``, ``conclusion``) and its ``label`` (a source, a
    claim's identifier, a ground term, a target), which are its attributes too. A fact bears on a conclusion if laws
    and claims in the graph link it to the target, directly or through other facts but not through a target.
    Hints are left out. Nodes are in the order of the claims.
    """
    import networkx as nx  # noqa: PLC0415 - it takes longer to load than a case to prove

    graph: Evidence = nx.DiGraph()
    claims = [claim for claim in knowledge.theory.claims if not claim.hint and claim.id in knowledge.lines]
    bears_on = _bearings(knowledge, [claim.id for claim in claims])
    for claim in claims:
        _join(graph, ("source", claim.source), ("claim", claim.id))
        for term in knowledge.lines[claim.id].terms:
            fact = ("fact", term_name(term))
            _join(graph, ("claim", claim.id), fact)
            for target in bears_on(term):
                _join(graph, fact, ("conclusion", target))
    return graph


def _join(graph: "Evidence", start: tuple[str, str], end: tuple[str, str]) -> None:
    for node in (start, end):
        graph.add_node(node, kind=node[0], label=node[1])
    graph.add_edge(start, end)


def idle(knowledge: TheorySolver) -> tuple[str, ...]:
    """The claims, hints apart, that hold under their guards in every world of the laws alone.

    None if the laws contradict each other, since then everything would follow.
    """
    laws = knowledge.assume(knowledge.laws)
    if not knowledge.solve(laws):
        return ()
    nodes = {claim: knowledge.lines[claim].holds for claim in knowledge.claims if claim in knowledge.lines}
    given = knowledge.entailed(laws, nodes.values())
    return tuple(claim for claim, node in nodes.items() if node in given)


def unusable(knowledge: TheorySolver) -> tuple[str, ...]:
    """The claims, hints and idle ones apart, that can help to refute nothing, whatever else is read.

    Ground terms are linked if a law or the formula of a claim mentions both. If no target is linked to a claim,
    and all claims about the terms linked to it can hold at once, then they hold in some world whatever the targets
    are. A guard that inverts a claim counts as mentioned. None if lines were refused or the laws contradict each
    other.
    """
    laws = knowledge.assume(knowledge.laws)
    if knowledge.refused or not knowledge.solve(laws):
        return ()
    islands = [*_islands(knowledge).values()]

    def hold(claims: Iterable[str]) -> bool:
        return knowledge.solve([*laws, *(-knowledge.lines[claim].meaning.false for claim in claims)])

    # They have no term in common: where each can hold, all can, which is a single question.
    if not hold(chain.from_iterable(islands)):
        islands = [claims for claims in islands if hold(claims)]
    useless = {*chain.from_iterable(islands)}
    already = set(idle(knowledge)) if useless else set()
    return tuple(claim for claim in knowledge.claims if claim in useless and claim not in already)


def _islands(knowledge: TheorySolver) -> dict[Key, list[str]]:
    """The claims about terms that are linked to no target, by what links them."""
    lines = knowledge.lines
    inverted = {claim.id for claim in knowledge.theory.claims if claim.inverted != FALSE}
    mentioned = {
        claim: lines[claim].terms + (lines[claim].guards if claim in inverted else ())
        for claim in knowledge.claims
    }
    links = UnionFind([*(lines[law].terms for law in knowledge.laws), *mentioned.values()])
    mainland = {links.representative((target.name, ())) for target in knowledge.theory.targets}
    places = [(links.representative(terms[0]), claim) for claim, terms in mentioned.items() if terms]
    return grouped([(island, claim) for island, claim in places if island not in mainland])
