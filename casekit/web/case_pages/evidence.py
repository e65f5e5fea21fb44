"""The evidence of a case to click through: from its sources by the facts that they are about to conclusions.

``evidence_of`` is a question: it runs in the process of the case, and its result is copied to the server.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.deduce.encoding.circuit import term_name
from casekit.deduce.evidence_graph import evidence_graph
from casekit.logic.theory import Fact, OutOfBudgetError
from casekit.prose.markup import visible_text
from casekit.prose.phrasing import capital
from casekit.values import field, frozen
from casekit.web.case_pages.paragraphs import paragraphs_of
from casekit.web.case_worker import AnalysedCase

NodeKind = Literal["source", "fact", "conclusion"]

KINDS: tuple[NodeKind, ...] = ("source", "fact", "conclusion")
"""The kinds of nodes, as they are drawn from left to right. Each leads to the next."""


class EvidenceNode(NamedTuple):
    """A source, a fact or a conclusion."""

    kind: str
    """One of ``KINDS``."""
    name: str
    """Its name in deduction: ``ANNA alibi``, ``room(ANNA)`` or ``culprit``."""


@frozen(slots=True)
class SourceStatement:
    """A statement of a source."""

    quotation: str
    """The words of the prose that make it, empty if there are none."""
    meaning: str
    """What it says in plain words or, if there are no words for it, its logic."""


@frozen(slots=True)
class EvidenceMap:
    """The nodes of a case, and what leads to what."""

    words: Mapping[EvidenceNode, str] = field(default_factory=dict)
    """What each node says, in plain words."""
    next_nodes: Mapping[EvidenceNode, tuple[EvidenceNode, ...]] = field(default_factory=dict)
    """The nodes that each node leads to: a source to facts, a fact to conclusions."""
    statements: Mapping[str, tuple[SourceStatement, ...]] = field(default_factory=dict)
    """The statements of each source."""
    proving_sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The sources that prove each conclusion, by their names in deduction."""
    obstacle: str = ""
    """Why there is no evidence to show; empty if there is."""

    def nodes_of_kind(self, kind: NodeKind) -> list[EvidenceNode]:
        """The nodes of a kind, in the order of the case."""
        return [node for node in self.words if node.kind == kind]

    def previous_nodes(self, node: EvidenceNode) -> tuple[EvidenceNode, ...]:
        """The nodes that lead to a node."""
        return tuple(start for start, ends in self.next_nodes.items() if node in ends)


class NodesByKind(NamedTuple):
    """Some nodes of a map."""

    sources: Sequence[EvidenceNode]
    facts: Sequence[EvidenceNode]
    conclusions: Sequence[EvidenceNode]


def evidence_of(case: AnalysedCase) -> EvidenceMap:
    """The evidence of a case, or why there is none to show."""
    document, analyzer = case.checked.document, case.analysable.analyzer
    if document is None:
        return EvidenceMap(obstacle="the case could not be read")
    if analyzer is None:
        return EvidenceMap(obstacle=case.analysable.why_not_analysable)
    paragraphs = paragraphs_of(case.checked.tree, case.checked.game.wording.source_tables(document))
    try:
        source_names = {paragraph.source: paragraph.name for paragraph in paragraphs.values()}
        return _evidence_map(analyzer.analysis, source_names)
    except OutOfBudgetError as error:
        return EvidenceMap(obstacle=analyzer.too_hard(error).message)


def _evidence_map(analysis: DocumentAnalysis, source_names: Mapping[str, str]) -> EvidenceMap:
    """The map of a case; ``source_names`` are what people call its sources."""
    # In the graph, a source leads to its claims, and these to facts. A map has no claims.
    graph = evidence_graph(analysis.solver)
    next_nodes: dict[EvidenceNode, tuple[EvidenceNode, ...]] = {}
    statements: dict[str, tuple[SourceStatement, ...]] = {}
    for kind, name in graph:
        node = EvidenceNode(kind, name)
        if kind == "source":
            claims = [claim for _, claim in graph.successors(node)]
            facts = chain.from_iterable(graph.successors(("claim", claim)) for claim in claims)
            next_nodes[node] = _distinct_nodes(facts)
            statements[name] = tuple(_statement(analysis, claim) for claim in claims)
        elif kind == "fact":
            next_nodes[node] = _distinct_nodes(graph.successors(node))
        elif kind == "conclusion":
            next_nodes[node] = ()
    words = _words_of_nodes(analysis, next_nodes, source_names)
    return EvidenceMap(words, next_nodes, statements, _proving_sources(analysis))


def _distinct_nodes(nodes: Iterable[tuple[str, str]]) -> tuple[EvidenceNode, ...]:
    """Nodes of the graph of deduction as nodes of a map, each once."""
    return tuple(dict.fromkeys(EvidenceNode(kind, name) for kind, name in nodes))


def _statement(analysis: DocumentAnalysis, claim: str) -> SourceStatement:
    origin = analysis.origins[claim]
    return SourceStatement(origin.quotation, visible_text(analysis.wording.stated(origin) or origin.text))


def _proving_sources(analysis: DocumentAnalysis) -> dict[str, tuple[str, ...]]:
    """The sources that prove each conclusion, without those that everybody is given."""
    given = analysis.wording.given
    proving_sources = {}
    for element, lines in analysis.elements_with_reasons:
        sources = dict.fromkeys(analysis.origins[line].path for line in lines)
        proving_sources[element.name] = tuple(source for source in sources if source not in given)
    return proving_sources


def _words_of_nodes(
    analysis: DocumentAnalysis, nodes: Iterable[EvidenceNode], source_names: Mapping[str, str]
) -> dict[EvidenceNode, str]:
    """The words of each node; a fact whose value is not certain has no words but its name."""
    wording = analysis.wording
    certain_values = analysis.solver.fixed(analysis.solver.everything)
    certain_facts = {term_name(key): Fact(*key, value) for key, value in certain_values.items()}
    words: dict[EvidenceNode, str] = {}
    for node in nodes:
        if node.kind == "source":
            words[node] = source_names.get(node.name) or capital(wording.named(node.name))
        elif node.kind == "conclusion":
            words[node] = _words_of_conclusion(analysis, node.name)
        elif node.name in certain_facts:
            words[node] = capital(visible_text(wording.fact(certain_facts[node.name])))
        else:
            words[node] = node.name
    return words


def _words_of_conclusion(analysis: DocumentAnalysis, name: str) -> str:
    """A question of the game with the answer that is proved, as in ``Culprit: Anna`` or ``Culprit: open``."""
    wording, proved = analysis.wording, analysis.element(name).proved
    answer = visible_text(wording.answer(name, proved)) if proved else "open"
    return f"{capital(wording.element(name))}: {answer}"


def nodes_around(evidence: EvidenceMap, chosen: EvidenceNode | None) -> NodesByKind:
    """A node with what leads to it and what it leads to; without one, all conclusions with their proofs."""
    if chosen is None:
        return _nodes_around_conclusions(evidence, evidence.nodes_of_kind("conclusion"))
    if chosen.kind == "conclusion":
        return _nodes_around_conclusions(evidence, [chosen] if chosen in evidence.words else [])
    if chosen.kind == "source":
        facts = evidence.next_nodes.get(chosen, ())
        conclusions = dict.fromkeys(chain.from_iterable(evidence.next_nodes[fact] for fact in facts))
        return NodesByKind((chosen,), facts, list(conclusions))
    return NodesByKind(evidence.previous_nodes(chosen), (chosen,), evidence.next_nodes.get(chosen, ()))


def _nodes_around_conclusions(evidence: EvidenceMap, conclusions: Sequence[EvidenceNode]) -> NodesByKind:
    """Conclusions with the sources that prove them, and the facts between these."""
    proving = set(chain.from_iterable(evidence.proving_sources.get(node.name, ()) for node in conclusions))
    sources = [node for node in evidence.nodes_of_kind("source") if node.name in proving]
    facts = dict.fromkeys(chain.from_iterable(evidence.next_nodes[source] for source in sources))
    wanted = frozenset(conclusions)
    facts_between = [fact for fact in facts if not wanted.isdisjoint(evidence.next_nodes[fact])]
    return NodesByKind(sources, facts_between, conclusions)
