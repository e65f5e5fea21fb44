"""The evidence of a case to click through: speakers, their subjects and what these bear on, from the other process."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from casekit.asking.inquiry import Inquiry
from casekit.asking.told.explanation import explain
from casekit.asking.wording import capital
from casekit.deduce.encoding.vocabulary import term_name
from casekit.deduce.evidence_graph import evidence_graph
from casekit.model.theory import Fact, OutOfBudgetError
from casekit.print.text.prose import plain
from casekit.web.analyst import KnownCases, ServedFile
from casekit.web.case_pages.standing import paragraphs_of

SOURCE, FACT, CONCLUSION = "source", "fact", "conclusion"
KINDS = (SOURCE, FACT, CONCLUSION)

Node = tuple[str, str]
"""A kind, and the name that deduction has for it."""


@dataclass(frozen=True)
class EvidenceMap:
    """Nodes with their words, and what leads to what. ``proofs`` are the sources that prove each conclusion."""

    words: Mapping[Node, str] = field(default_factory=dict)
    after: Mapping[Node, tuple[Node, ...]] = field(default_factory=dict)
    before: Mapping[Node, tuple[Node, ...]] = field(default_factory=dict)
    said: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """The statements of each source: its words, and its logic or what it means."""
    proofs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class AskEvidence:
    """Asks for the evidence of a case."""

    file: ServedFile

    def answer(self, known: KnownCases) -> EvidenceMap:
        """Find it out."""
        studied = known.study(self.file)
        document, asked = studied.looked.document, studied.examined.interrogation
        if document is None or studied.unreadable or asked is None:
            obstacle = "the case could not be read" if document is None else studied.examined.obstacle
            return EvidenceMap(obstacle=obstacle)
        passages = paragraphs_of(studied.looked.tree, studied.looked.game.source_tables(document))
        try:
            return _map(asked.inquiry, {each.source: each.name for each in passages.values()})
        except OutOfBudgetError as error:
            return EvidenceMap(obstacle=asked.too_hard(error).message)


def _map(inquiry: Inquiry, names: Mapping[str, str]) -> EvidenceMap:
    graph = evidence_graph(inquiry.knowledge)
    facts_of_claim = {
        label: tuple((FACT, end) for _, end in graph.successors((kind, label)))
        for kind, label in graph
        if kind == "claim"
    }
    after: dict[Node, dict[Node, None]] = {}
    said: dict[str, list[tuple[str, str]]] = {}
    for kind, label in graph:
        node = kind, label
        if kind == SOURCE:
            claims = [claim for _, claim in graph.successors(node)]
            after[node] = {fact: None for claim in claims for fact in facts_of_claim[claim]}
            said[label] = [_said(inquiry, claim) for claim in claims]
        elif kind == FACT:
            after[node] = {(CONCLUSION, end): None for _, end in graph.successors(node)}
        elif kind == CONCLUSION:
            after.setdefault(node, {})
    before: dict[Node, list[Node]] = {node: [] for node in after}
    for start, ends in after.items():
        for end in ends:
            before.setdefault(end, []).append(start)
    return EvidenceMap(
        _words(inquiry, after, names),
        {node: tuple(ends) for node, ends in after.items()},
        {node: tuple(starts) for node, starts in before.items()},
        {source: tuple(claims) for source, claims in said.items()},
        _proofs(inquiry),
    )


def _said(inquiry: Inquiry, claim: str) -> tuple[str, str]:
    origin = inquiry.origins[claim]
    return origin.quotation, plain(inquiry.wording.stated(origin) or origin.text)


def _proofs(inquiry: Inquiry) -> dict[str, tuple[str, ...]]:
    given = inquiry.wording.given
    return {
        one.element.name: tuple(
            dict.fromkeys(
                inquiry.origins[line].path for line in one.lines if inquiry.origins[line].path not in given
            )
        )
        for one in explain(inquiry)
    }


def _words(inquiry: Inquiry, nodes: Iterable[Node], names: Mapping[str, str]) -> dict[Node, str]:
    wording = inquiry.wording
    fixed = inquiry.knowledge.fixed(inquiry.knowledge.everything)
    known = {term_name(key): Fact(*key, value) for key, value in fixed.items()}
    found: dict[Node, str] = {}
    for node in nodes:
        kind, label = node
        if kind == SOURCE:
            found[node] = names.get(label) or capital(wording.named(label))
        elif kind == FACT:
            found[node] = capital(plain(wording.fact(known[label]))) if label in known else label
        else:
            element = inquiry.element(label)
            proved = f": {plain(wording.answer(label, element.proved))}" if element.proved else ": open"
            found[node] = f"{capital(wording.element(label))}{proved}"
    return found


def neighbours(evidence: EvidenceMap, chosen: Node | None) -> tuple[Sequence[Node], ...]:
    """The sources, facts and conclusions around a node; without one, those of the proofs of all conclusions."""
    if chosen is None or chosen[0] == CONCLUSION:
        ends = [
            node for node in evidence.words if node[0] == CONCLUSION and (chosen is None or node == chosen)
        ]
        proving = {source for _, name in ends for source in evidence.proofs.get(name, ())}
        sources = [node for node in evidence.words if node[0] == SOURCE and node[1] in proving]
        facts = dict.fromkeys(
            fact
            for source in sources
            for fact in evidence.after[source]
            if any(end in evidence.after[fact] for end in ends)
        )
        return sources, tuple(facts), ends
    if chosen[0] == SOURCE:
        facts = dict.fromkeys(evidence.after.get(chosen, ()))
        ends = list(dict.fromkeys(end for fact in facts for end in evidence.after[fact]))
        return (chosen,), tuple(facts), ends
    return evidence.before.get(chosen, ()), (chosen,), evidence.after.get(chosen, ())
