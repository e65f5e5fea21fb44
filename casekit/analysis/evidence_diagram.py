"""The evidence graph of a proof: from the paths that it needs, by the facts that follow, to the answers."""

from collections.abc import Iterator, Mapping, Set as AbstractSet
from functools import cached_property

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.proof_text import ProofWriter, goal_steps, how_many
from casekit.analysis.wording import Citation, ProofStep
from casekit.logic.theory import Assertion, Proof
from casekit.print.diagram.svg import Diagram, Edge, GraphNode, NodeKind
from casekit.prose.markup import visible_text
from casekit.prose.phrasing import capital, listed
from casekit.values import frozen, replace

_FACT_LAYERS_HEADING = "Facts"
_ANSWER_LAYER_HEADING = "Conclusions"

_SOURCE_LAYER = 0
_FIRST_FACT_LAYER = 1

_KIND_OF_NODE: Mapping[str, NodeKind] = {"suppose": "supposition", "contradiction": "contradiction"}
"""The kind of a node by the kind of its step; any other step is a fact."""


def evidence(analysis: DocumentAnalysis, proof: Proof) -> Diagram:
    """The evidence graph of a proof of answers.

    Its first layer are the sources of the document and what is given, its last the answers; a fact is one
    layer after the last of what it follows from. Steps bear the numbers that ``casekit ask`` prints. Paths
    that the proof does not need are there without emphasis or edges.
    """
    writer = ProofWriter(analysis)
    graph = _Graph(writer, writer.steps(proof), proof.goal)
    cited_sources = graph.sources()
    cited_ids = {node.id for node in cited_sources}
    other_sources: list[GraphNode] = []
    for name in analysis.sources:
        if _id_of_path(name) not in cited_ids:
            label = analysis.wording.named(name)
            other_sources.append(
                GraphNode(_id_of_path(name), _SOURCE_LAYER, label, emphasis=False, kind="path")
            )
    # Only the first layer of facts has a heading.
    further_fact_layers = graph.answer_layer - _FIRST_FACT_LAYER - 1
    headings = [capital(analysis.wording.sources), _FACT_LAYERS_HEADING]
    headings += ["" for _ in range(further_fact_layers)]
    return Diagram(
        title=analysis.title,
        subtitle=f"{capital(how_many(analysis, proof))}.",
        layers=(*headings, _ANSWER_LAYER_HEADING),
        nodes=(*graph.facts(), *graph.answers(), *cited_sources, *other_sources),
        edges=tuple(graph.edges()),
    )


@frozen
class _Graph:
    """The steps of a proof as nodes and edges."""

    writer: ProofWriter
    """Has the words of the document."""

    steps: tuple[ProofStep, ...]
    """The steps of the proof, in the order of their numbers."""

    goal: tuple[Assertion, ...]
    """The answers that are proved."""

    @cached_property
    def answer_layer(self) -> int:
        """The layer of the answers; there is at least one layer of facts before it."""
        layers = [layer for number, layer in self.layer_of_step.items() if number not in self.answering_steps]
        return max([_FIRST_FACT_LAYER, *layers]) + 1

    @cached_property
    def step_of_goal(self) -> Mapping[Assertion, int]:
        """The number of the step in which each part of the goal is found."""
        return goal_steps(self.steps, self.goal)

    @cached_property
    def answering_steps(self) -> frozenset[int]:
        """The numbers of steps that only answer: nothing follows from them, and they find nothing else."""
        premises: set[int] = set()
        for step in self.steps:
            premises.update(step.premises)
        answering: set[int] = set()
        for step in self.steps:
            finds_goal = step.number in self.step_of_goal.values()
            finds_nothing_else = set(step.conclusions) <= set(self.goal)
            if finds_goal and finds_nothing_else and step.number not in premises:
                answering.add(step.number)
        return frozenset(answering)

    @cached_property
    def layer_of_step(self) -> Mapping[int, int]:
        """The layer of each step by its number.

        It is one after the last layer of its premises; that of a supposition is just before what first rests
        on it.
        """
        layers: dict[int, int] = {}
        for step in self.steps:
            last_premise = max((layers[premise] for premise in step.premises), default=_SOURCE_LAYER)
            layers[step.number] = last_premise + 1
        for step in self.steps:
            if step.kind == "suppose":
                users = [layers[other.number] for other in self.steps if step.number in other.premises]
                layers[step.number] = min(users, default=_FIRST_FACT_LAYER + 1) - 1
        return layers

    @cached_property
    def group_of_step(self) -> Mapping[int, str]:
        """The suppositions that each step is in, in words, by its number; empty for a step outside of all."""
        groups: dict[int, str] = {}
        open_suppositions: list[int] = []
        for step in self.steps:
            del open_suppositions[step.depth :]
            if step.kind == "suppose":
                open_suppositions.append(step.number)
            groups[step.number] = ""
            if open_suppositions:
                noun = "supposition" if len(open_suppositions) == 1 else "suppositions"
                groups[step.number] = f"Under {noun} {listed(map(str, open_suppositions))}"
        return groups

    def facts(self) -> Iterator[GraphNode]:
        """A node for each step that does more than answer."""
        for step in self.steps:
            if step.number in self.answering_steps:
                continue
            label = visible_text(self.writer.assertions(step.conclusions)) or "That cannot be"
            if step.kind == "suppose":
                label = visible_text(step.says.rstrip("."))
            yield GraphNode(
                id=f"step {step.number}",
                layer=self.layer_of_step[step.number],
                label=label,
                numbers=(str(step.number),),
                kind=_KIND_OF_NODE.get(step.kind, "fact"),
                group=self.group_of_step[step.number],
            )

    def answers(self) -> Iterator[GraphNode]:
        """A node for each part of the goal."""
        for answer in self.goal:
            yield GraphNode(
                id=f"answer {answer}",
                layer=self.answer_layer,
                label=capital(visible_text(self.writer.analysis.wording.assertion(answer))),
                numbers=(str(self.step_of_goal[answer]),),
                kind="conclusion",
            )

    def sources(self) -> tuple[GraphNode, ...]:
        """A node for each path that is cited, and for each line of what is given."""
        nodes: dict[str, GraphNode] = {}
        for step in self.steps:
            for citation in step.shown:
                node = _source(citation, step.number, self.group_of_step[step.number], self._given)
                nodes[node.id] = _merged(nodes[node.id], node) if node.id in nodes else node
        return tuple(nodes.values())

    @property
    def _given(self) -> AbstractSet[str]:
        """The paths of lines that are known before anything is read."""
        return self.writer.analysis.wording.given

    def edges(self) -> Iterator[Edge]:
        """From what is cited and from premises to each step, and from steps to the answers."""
        for step in self.steps:
            starts = [_id_of_source(citation, self._given) for citation in step.shown]
            starts += [f"step {premise}" for premise in step.premises]
            ends = [f"step {step.number}"]
            if step.number in self.answering_steps:
                ends = [f"answer {conclusion}" for conclusion in step.conclusions]
            for end in ends:
                for start in dict.fromkeys(starts):
                    yield Edge(start, end)
        for answer in self.goal:
            if self.step_of_goal[answer] not in self.answering_steps:
                yield Edge(f"step {self.step_of_goal[answer]}", f"answer {answer}")


def _id_of_path(path: str) -> str:
    return f"path {path}"


def _id_of_source(citation: Citation, given: AbstractSet[str]) -> str:
    """The node of a citation: one for a path, however much of it is cited; but one for each given line."""
    if citation.path in given:
        return f"given {citation.path}: {citation.text}"
    return _id_of_path(citation.path)


def _source(citation: Citation, step: int, group: str, given: AbstractSet[str]) -> GraphNode:
    """The node of what a step cites: its words or, if none are quoted, its logic."""
    kind: NodeKind = "path"
    if citation.path in given:
        kind = "given"
    elif citation.lie:
        kind = "lie"
    return GraphNode(
        id=_id_of_source(citation, given),
        layer=_SOURCE_LAYER,
        label=citation.label,
        note=f"“{visible_text(citation.quotation)}”" if citation.quotation else citation.shown,
        numbers=(str(step),),
        kind=kind,
        group=group,
    )


def _merged(first: GraphNode, second: GraphNode) -> GraphNode:
    """One node for two citations of one path."""
    notes = [first.note] if second.note in first.note else [first.note, second.note]
    return replace(
        first,
        note=" ".join(notes),
        numbers=tuple(dict.fromkeys((*first.numbers, *second.numbers))),
        kind="lie" if "lie" in {first.kind, second.kind} else first.kind,
        group=first.group if first.group == second.group else "",
    )
