"""The evidence graph: who says what about which facts, and which conclusions these bear on."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from casekit.deduce.encoding.vocabulary import term_name
from casekit.deduce.evidence.links import bearings
from casekit.deduce.solving.knowledge import Knowledge

if TYPE_CHECKING:
    import networkx as nx

    Evidence = nx.DiGraph[tuple[str, str]]


def evidence_graph(knowledge: Knowledge, sources: Iterable[str] | None = None) -> "Evidence":
    """Sources, the claims they make, the facts these are about and the conclusions the facts bear on.

    A node is a pair of its ``kind`` (``source``, ``claim``, ``fact``, ``conclusion``) and its ``label`` (a source, a
    claim's identifier, a ground term, a target), which are its attributes too. A fact bears on a conclusion if laws
    and claims in the graph link it to the target, directly or through other facts but not through a target.
    Hints are left out, and so are all sources but the given ones. Nodes are in the order of the claims.
    """
    import networkx as nx  # noqa: PLC0415 - it takes longer to load than a case to prove

    graph: Evidence = nx.DiGraph()
    wanted = None if sources is None else set(sources)
    claims = [
        claim
        for claim in knowledge.theory.claims
        if not claim.hint and claim.id in knowledge.lines and (wanted is None or claim.source in wanted)
    ]
    bears_on = bearings(knowledge, [claim.id for claim in claims])
    for claim in claims:
        _join(graph, ("source", claim.source), ("claim", claim.id))
        for term in knowledge.lines[claim.id].terms:
            fact = ("fact", term_name(term))
            _join(graph, ("claim", claim.id), fact)
            for target in bears_on.conclusions(term):
                _join(graph, fact, ("conclusion", target))
    return graph


def _join(graph: "Evidence", start: tuple[str, str], end: tuple[str, str]) -> None:
    for node in (start, end):
        graph.add_node(node, kind=node[0], label=node[1])
    graph.add_edge(start, end)
