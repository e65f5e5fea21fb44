"""Courses of knowledge, line by line of play: of readers of a transcript, and of every seat at the table."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass
from math import prod
from typing import Generic, TypeVar

from casekit.deduce.encoding.vocabulary import range_of
from casekit.deduce.goals import claims_by_source
from casekit.deduce.solving.knowledge import Knowledge
from casekit.games.transcripts.transcript import AnyTranscript
from casekit.model.logic import Function
from casekit.model.theory import Assertion, Fact, Theory

Cell = TypeVar("Cell", bound=Hashable)


class OpenValues(Generic[Cell]):
    """The values that a reader holds possible, of ``cells`` with their nodes; the reasoning is complete.

    A cell is open as long as some world agrees with everything learnt. If that contradicts itself, no cell is. Worlds that
    were found are kept as witnesses, so that the solver looks only for those of cells that have lost theirs.
    """

    def __init__(self, knowledge: Knowledge, cells: Mapping[Cell, int]) -> None:
        self._knowledge = knowledge
        self._assumed = knowledge.assume(knowledge.laws)
        self._witnesses: list[tuple[AbstractSet[int], list[int]]] = []
        self._open = dict(cells)

    def learn(self, nodes: Iterable[int]) -> None:
        """Take note of nodes that are true, and close every cell that they rule out."""
        told = [*nodes]
        self._assumed += told
        self._witnesses = [each for each in self._witnesses if self._agrees(told, *each)]
        seen = {node for _, world in self._witnesses for node in world}
        for cell, node in tuple(self._open.items()):
            if node not in seen:
                seen.update(self._doubt(cell, node))

    def _agrees(self, told: Iterable[int], model: AbstractSet[int], world: Sequence[int]) -> bool:
        """Whether nodes are true in a world; it says what it is of every term, so propagation finds new nodes."""
        unknown = [node for node in told if node not in model]
        if any(-node in model for node in unknown):
            return False
        return not unknown or self._knowledge.propagation([*unknown, *world]) is not None

    def _doubt(self, cell: Cell, node: int) -> list[int]:
        """Look for a world with a cell; what is so there, or nothing if the cell was closed."""
        if not self._knowledge.solve([*self._assumed, node]):
            del self._open[cell]
            self._assumed.append(-node)
            return []
        model = self._knowledge.model()
        terms = self._knowledge.vocabulary.values()
        world = [each for values in terms for each in values.values() if each in model]
        self._witnesses.append((model, world))
        return world

    @property
    def open(self) -> frozenset[Cell]:
        """The cells that are possible."""
        return frozenset(self._open)


@dataclass(frozen=True, slots=True)
class Course:
    """The answers that are possible to each question, before the first line of play and after each line.

    Unless it is ``exact``, the seat saw more than the transcript says, so that it may know more. ``left`` are as many
    solutions as are possible then, each question counted by itself unless one function decides all of them.
    """

    candidates: tuple[Mapping[str, tuple[str, ...]], ...]
    exact: bool
    left: tuple[int, ...]

    def since(self, target: str) -> int | None:
        """The line since which a target is certain: 0 for the start, ``None`` if it stays open."""
        counts = [len(of_line[target]) for of_line in self.candidates]
        return counts.index(1) if counts[-1] == 1 else None

    @property
    def decided(self) -> int | None:
        """The line since which all targets are certain."""
        lines = [self.since(target) for target in self.candidates[0]]
        known = [line for line in lines if line is not None]
        return max(known) if len(known) == len(lines) else None


def course_of(
    knowledge: Knowledge, sources: Sequence[str], decisive: str = "", *, exact: bool = True
) -> Course:
    """The knowledge of a reader of a theory after each of its sources; solutions are values of the ``decisive`` function."""
    nodes = target_nodes(knowledge)
    for function in knowledge.theory.functions:
        if function.name == decisive:
            nodes |= _nodes_of(knowledge, function)
    open_ = OpenValues(knowledge, nodes)
    told = claims_by_source(knowledge)
    candidates, left = [], []
    for source in ("", *sources):
        open_.learn(
            knowledge.lines[claim].holds for claim in told.get(source, ()) if claim in knowledge.lines
        )
        candidates.append(possible(knowledge.theory, open_.open))
        counted = sum(name == decisive for name, _ in open_.open)
        left.append(counted if decisive else prod(map(len, candidates[-1].values())))
    return Course(tuple(candidates), exact, tuple(left))


def target_nodes(knowledge: Knowledge) -> dict[tuple[str, str], int]:
    """The node of each value of each target."""
    targets = knowledge.theory.targets
    return {cell: node for target in targets for cell, node in _nodes_of(knowledge, target).items()}


def _nodes_of(knowledge: Knowledge, function: Function) -> dict[tuple[str, str], int]:
    return {
        (function.name, value): knowledge.node(Assertion(Fact(function.name, (), value)))
        for value in range_of(function)
    }


def possible(theory: Theory, open_: Collection[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The values of each target that are open."""
    return {
        target.name: tuple(value for value in range_of(target) if (target.name, value) in open_)
        for target in theory.targets
    }


def courses_of_seats(transcript: AnyTranscript) -> dict[str, Course]:
    """The knowledge of each player after each line, as far as it is known what the player saw, in the order of turns."""
    deduction = transcript.game.deduction()
    lines = tuple(str(event.number) for event in transcript.play)
    courses = {}
    for player in transcript.names:
        seen = deduction.seen_by(transcript, player)
        if seen is not None:
            knowledge = Knowledge(deduction.theory(seen.transcript).theory)
            courses[player] = course_of(knowledge, lines, deduction.decisive, exact=seen.exact)
    return courses


def idle_lines(knowledge: Knowledge) -> tuple[str, ...]:
    """The sources that say nothing to a reader of the laws and of the sources before them.

    None after lines that contradict each other, since then everything would follow.
    """
    groups = claims_by_source(knowledge)
    read = list(knowledge.laws)
    idle = []
    for source, claims in groups.items():
        if _follow(knowledge, read, claims):
            idle.append(source)
        read += claims
    return tuple(idle)


def _follow(knowledge: Knowledge, read: Sequence[str], claims: Sequence[str]) -> bool:
    """Whether claims hold in every world of what was read, and there is one."""
    assumed = knowledge.assume(read)
    nodes = [knowledge.lines[claim].holds for claim in claims]
    return knowledge.solve(assumed) and not knowledge.solve([*assumed, -knowledge.circuit.all_of(nodes)])
