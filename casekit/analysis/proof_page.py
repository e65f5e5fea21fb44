"""A proof as a web page: its steps, and the evidence graph.

The graph leads from the paths that the proof needs, by the facts that follow, to the answers.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from functools import cached_property

from markupsafe import Markup, escape

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.proof_text import ProofWriter, glosses_of, goal_steps, how_many, since_in_words
from casekit.analysis.standalone_html import render_page
from casekit.analysis.wording import Citation, ProofStep
from casekit.logic.theory import Assertion, Proof
from casekit.print.diagram.svg import TONES, Diagram, Edge, GraphNode, NodeKind, draw
from casekit.prose.markup import to_html, visible_text
from casekit.prose.phrasing import capital, listed
from casekit.values import frozen, replace

_FACTS, _ANSWERS = "Facts", "Conclusions"

_KINDS: Mapping[str, NodeKind] = {"suppose": "supposition", "contradiction": "contradiction"}


def evidence(inquiry: DocumentAnalysis, proof: Proof) -> Diagram:
    """The evidence graph of a proof of answers.

    Its first layer are the sources of the document and what is given, its last the answers; a fact is one
    layer after the last of what it follows from. Steps bear the numbers that ``casekit ask`` prints. Paths
    that the proof does not need are there without emphasis or edges.
    """
    writer = ProofWriter(inquiry)
    graph = _Graph(writer, writer.steps(proof), proof.goal)
    sources = graph.sources()
    cited = {node.id for node in sources}
    rest: list[GraphNode] = []
    for name in inquiry.sources:
        if f"path {name}" not in cited:
            label = inquiry.wording.named(name)
            rest.append(GraphNode(f"path {name}", 0, label, emphasis=False, kind="path"))
    return Diagram(
        title=inquiry.title,
        subtitle=f"{capital(how_many(inquiry, proof))}.",
        layers=(capital(inquiry.wording.sources), _FACTS, *[""] * (graph.last - 2), _ANSWERS),
        nodes=(*graph.facts(), *graph.answers(), *sources, *rest),
        edges=tuple(graph.edges()),
    )


@frozen
class _Graph:
    """The steps of a proof as nodes and edges."""

    teller: ProofWriter
    steps: tuple[ProofStep, ...]
    goal: tuple[Assertion, ...]

    @cached_property
    def last(self) -> int:
        """The layer of the answers; there is one of facts before it at least."""
        return 1 + max([1, *(self.layer[number] for number in self.layer if number not in self.final)])

    @cached_property
    def found(self) -> Mapping[Assertion, int]:
        """The step in which each part of the goal is found."""
        return goal_steps(self.steps, self.goal)

    @cached_property
    def final(self) -> frozenset[int]:
        """The steps that only answer: nothing follows from them, and they find nothing else."""
        used: set[int] = set()
        for step in self.steps:
            used.update(step.premises)
        final: set[int] = set()
        for step in self.steps:
            answers = step.number in self.found.values() and set(step.conclusions) <= set(self.goal)
            if answers and step.number not in used:
                final.add(step.number)
        return frozenset(final)

    @cached_property
    def layer(self) -> Mapping[int, int]:
        """One more than the deepest premise; a supposition is just before what first rests on it."""
        layer: dict[int, int] = {}
        for step in self.steps:
            layer[step.number] = 1 + max((layer[premise] for premise in step.premises), default=0)
        for step in self.steps:
            if step.kind == "suppose":
                users = [layer[other.number] for other in self.steps if step.number in other.premises]
                layer[step.number] = min(users, default=2) - 1
        return layer

    @cached_property
    def group(self) -> Mapping[int, str]:
        """For each step the suppositions it is in."""
        group: dict[int, str] = {}
        opened: list[int] = []
        for step in self.steps:
            del opened[step.depth :]
            if step.kind == "suppose":
                opened.append(step.number)
            group[step.number] = ""
            if opened:
                noun = "supposition" if len(opened) == 1 else "suppositions"
                group[step.number] = f"Under {noun} {listed(map(str, opened))}"
        return group

    def facts(self) -> Iterator[GraphNode]:
        """A node for each step that does more than answer."""
        for step in self.steps:
            if step.number in self.final:
                continue
            label = visible_text(self.teller.assertions(step.conclusions)) or "That cannot be"
            if step.kind == "suppose":
                label = visible_text(step.says.rstrip("."))
            yield GraphNode(
                id=f"step {step.number}",
                layer=self.layer[step.number],
                label=label,
                numbers=(str(step.number),),
                kind=_KINDS.get(step.kind, "fact"),
                group=self.group[step.number],
            )

    def answers(self) -> Iterator[GraphNode]:
        """A node for each part of the goal."""
        for answer in self.goal:
            yield GraphNode(
                id=f"answer {answer}",
                layer=self.last,
                label=capital(visible_text(self.teller.inquiry.wording.assertion(answer))),
                numbers=(str(self.found[answer]),),
                kind="conclusion",
            )

    def sources(self) -> tuple[GraphNode, ...]:
        """A node for each path that is cited, and for each line of what is given."""
        nodes: dict[str, GraphNode] = {}
        for step in self.steps:
            for cited in step.shown:
                node = _source(cited, step.number, self.group[step.number], self.teller.inquiry.wording.given)
                nodes[node.id] = _joined(nodes[node.id], node) if node.id in nodes else node
        return tuple(nodes.values())

    def edges(self) -> Iterator[Edge]:
        """From what is cited and from premises to each step, and from steps to the answers."""
        for step in self.steps:
            given = self.teller.inquiry.wording.given
            starts = [_source_id(cited, given) for cited in step.shown]
            starts += [f"step {premise}" for premise in step.premises]
            ends = [f"step {step.number}"]
            if step.number in self.final:
                ends = [f"answer {conclusion}" for conclusion in step.conclusions]
            for end in ends:
                for start in dict.fromkeys(starts):
                    yield Edge(start, end)
        for answer in self.goal:
            if self.found[answer] not in self.final:
                yield Edge(f"step {self.found[answer]}", f"answer {answer}")


def _source_id(cited: Citation, given: AbstractSet[str]) -> str:
    """One node for a path, however much of it is cited; but one for each rule."""
    return f"given {cited.path}: {cited.text}" if cited.path in given else f"path {cited.path}"


def _source(cited: Citation, number: int, group: str, known: AbstractSet[str]) -> GraphNode:
    """The text that a step cites: its words or, where none are quoted, its logic."""
    return GraphNode(
        id=_source_id(cited, known),
        layer=0,
        label=cited.label,
        note=f"“{visible_text(cited.quotation)}”" if cited.quotation else cited.shown,
        numbers=(str(number),),
        kind="given" if cited.path in known else "lie" if cited.lie else "path",
        group=group,
    )


def _joined(one: GraphNode, other: GraphNode) -> GraphNode:
    """Two citations of one path."""
    notes = [one.note] if other.note in one.note else [one.note, other.note]
    return replace(
        one,
        note=" ".join(notes),
        numbers=tuple(dict.fromkeys((*one.numbers, *other.numbers))),
        kind="lie" if "lie" in {one.kind, other.kind} else one.kind,
        group=one.group if one.group == other.group else "",
    )


_NUMBERS = re.compile(r" \((\d{1,9}(?:, \d{1,9})*)\)")
"""The numbers of steps that a sentence rests on."""

Nested = list[tuple[ProofStep, "Nested"]]
"""Steps, each with those that are inside it, if it is a supposition."""


def proof_page(inquiry: DocumentAnalysis, proof: Proof) -> str:
    """A proof of answers as an HTML page that needs nothing else."""
    steps = ProofWriter(inquiry).steps(proof)
    step_of = goal_steps(steps, proof.goal)
    wording, elements = inquiry.wording, inquiry.verdict.elements
    proved = "solution"
    if len(proof.goal) != len(elements):
        proved = listed([wording.element(assertion.fact.function) for assertion in proof.goal])
    answers: list[tuple[str, str, int]] = []
    for assertion in proof.goal:
        fact = assertion.fact
        answer = capital(visible_text(wording.answer(fact.function, fact.value)))
        answers.append((capital(wording.element(fact.function)), answer, step_of[assertion]))
    return render_page(
        "proof.html",
        inquiry=inquiry,
        proved=proved,
        unproved=[capital(wording.element(element.name)) for element in elements if element.proved is None],
        how_many=f"{how_many(inquiry, proof)}.{since_in_words(inquiry, inquiry.since_proved(proof.goal))}",
        answers=answers,
        steps=nested(steps),
        quoted=lambda cited: to_html(cited.quotation, inquiry.language),
        linked=_linked,
        glosses=glosses_of(inquiry, steps),
        lie=TONES["lie"],
        graph=Markup(draw(evidence(inquiry, proof), inline=True)),  # noqa: S704 - its template escapes
    )


def nested(steps: Iterable[ProofStep]) -> Nested:
    """Steps in the order of their numbers, those that are in a supposition inside it."""
    levels: list[Nested] = [[]]
    for step in steps:
        inside: Nested = []
        levels[step.depth].append((step, inside))
        levels[step.depth + 1 :] = [inside]
    return levels[0]


def _linked(step: ProofStep) -> Markup:
    """The sentence of a step, whose numbers lead to the steps that they name."""
    says, known = visible_text(step.says), set(step.premises)
    written, at = Markup(""), 0
    for cite in _NUMBERS.finditer(says):
        numbers = [int(number) for number in cite[1].split(", ")]
        if known.issuperset(numbers):
            links = Markup(", ").join(
                Markup('<a href="#step-{0}">{0}</a>').format(number) for number in numbers
            )
            written += escape(says[at : cite.start()]) + Markup(" ({})").format(links)
            at = cite.end()
    return written + escape(says[at:])
