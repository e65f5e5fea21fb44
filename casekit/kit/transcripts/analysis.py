"""A transcript under investigation: its theory in the solver, and what is known after each line of play.

The knowledge is that of its reader, and that of every seat.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set as AbstractSet
from functools import cached_property
from math import prod

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.wording import NAME, READ, Wording
from casekit.deduce import minimal_sources, verdicts
from casekit.deduce.encoding.circuit import range_of
from casekit.deduce.solving.cores import Core
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import Finding, Source, Span, codes
from casekit.kit.transcripts.codes import NO_SUCH_LINE
from casekit.kit.transcripts.document import AnyRead, AnyTranscript
from casekit.language.formula.nodes import Scope
from casekit.language.suggestions import did_you_mean
from casekit.logic import formulas, theory
from casekit.values import frozen

Cell = tuple[str, str]
"""A function without arguments, and a value that it may have."""


class CandidateValues:
    """The values that a reader holds possible: the ``cells``, with their nodes, that are still ``open``.

    A cell is open as long as some world agrees with everything learnt. The reasoning is complete. If what was
    learnt contradicts itself, no cell is open. Worlds are kept as witnesses, so that the solver looks only
    for those of cells that have lost theirs.
    """

    def __init__(self, solver: TheorySolver, cells: Mapping[Cell, int]) -> None:
        self._knowledge = solver
        self._assumed = solver.assume(solver.laws)
        self._witnesses: list[tuple[AbstractSet[int], list[int]]] = []
        self.open = dict(cells)

    def learn(self, nodes: Iterable[int]) -> None:
        """Take note of nodes that are true, and close every cell that they rule out."""
        learnt = [*nodes]
        self._assumed += learnt
        self._witnesses = [
            (model, world) for model, world in self._witnesses if self._agrees(learnt, model, world)
        ]
        witnessed: set[int] = set()
        for _, world in self._witnesses:
            witnessed.update(world)
        for cell, node in tuple(self.open.items()):
            if node not in witnessed:
                witnessed.update(self._doubt(cell, node))

    def _agrees(self, learnt: Iterable[int], model: AbstractSet[int], world: Sequence[int]) -> bool:
        """Whether nodes are true in a world.

        It has a value for every term, so propagation finds new nodes.
        """
        unknown = [node for node in learnt if node not in model]
        if any(-node in model for node in unknown):
            return False
        return not unknown or self._knowledge.propagation([*unknown, *world]) is not None

    def _doubt(self, cell: Cell, node: int) -> list[int]:
        """Look for a world with a cell: its true nodes, or none if the cell was closed."""
        if not self._knowledge.solve([*self._assumed, node]):
            del self.open[cell]
            self._assumed.append(-node)
            return []
        model = self._knowledge.model()
        world: list[int] = []
        for nodes_by_value in self._knowledge.vocabulary.values():
            world += [value_node for value_node in nodes_by_value.values() if value_node in model]
        self._witnesses.append((model, world))
        return world


@frozen(slots=True)
class CandidateHistory:
    """The answers that are possible to each question, before the first line of play and after each line.

    Unless it is ``exact``, the seat saw more than the transcript says, so that it may know more. ``left`` is
    the number of solutions that are possible then: the product over the questions, unless one function
    decides all of them.
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
        counts = [max(map(len, of_line.values())) for of_line in self.candidates]
        return counts.index(1) if counts[-1] == 1 else None


def course_of(
    solver: TheorySolver, sources: Sequence[str], decisive: str = "", *, exact: bool = True
) -> CandidateHistory:
    """The knowledge of a reader of a theory after each of its sources.

    Solutions are the values of the ``decisive`` function.
    """
    functions = [function for function in solver.theory.functions if function.name == decisive]
    values = CandidateValues(solver, nodes_of(solver, [*solver.theory.targets, *functions]))
    claims = minimal_sources.claims_by_source(solver)
    candidates, left = [], []
    for source in ("", *sources):
        lines = [claim for claim in claims.get(source, ()) if claim in solver.lines]
        values.learn(solver.lines[claim].holds for claim in lines)
        candidates.append(possible(solver.theory, values.open))
        if decisive:
            left.append(sum(name == decisive for name, _ in values.open))
        else:
            left.append(prod(map(len, candidates[-1].values())))
    return CandidateHistory(tuple(candidates), exact, tuple(left))


def nodes_of(solver: TheorySolver, functions: Iterable[formulas.Function]) -> dict[Cell, int]:
    """The node of each value of some functions without arguments."""
    nodes: dict[Cell, int] = {}
    for function in functions:
        for value in range_of(function):
            fact = theory.Fact(function.name, (), value)
            nodes[function.name, value] = solver.node(theory.Assertion(fact))
    return nodes


def possible(asked: theory.Theory, open_: Collection[Cell]) -> dict[str, tuple[str, ...]]:
    """The values of each target that are open."""
    values: dict[str, tuple[str, ...]] = {}
    for target in asked.targets:
        values[target.name] = tuple(value for value in range_of(target) if (target.name, value) in open_)
    return values


_RANGE = re.compile(r"\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?")
"""A line of play, or the first and the last of several."""


_MOST_RIVALS = 3
"""The number of rivals of a target that are described."""


class TranscriptAnalysis(DocumentAnalysis):
    """Everything that checks, questions, the report and the generator ask of a transcript, computed once.

    Those who made the transcript themselves need give it no text.
    """

    ordered = True
    among = "read"

    def __init__(
        self,
        transcript: AnyTranscript,
        source: Source | None = None,
        scope: Scope | None = None,
        language: str = "en",
    ) -> None:
        self.transcript = transcript
        self.deduction = transcript.game.deduction()
        self.dialect = transcript.game.dialect
        self.source = source or Source(transcript.game.dialect.noun, "")
        self.title, self.language, self._scope = transcript.title, language, scope
        built = self.deduction.theory(transcript)
        self.lines = built.lines
        super().__init__(built.theory, built.lines, self.deduction.limits)

    # --- what every game says of its documents ---------------------------------------------------

    @cached_property
    def scope(self) -> Scope:  # type: ignore[override]  # formulas are rarely asked about
        """The names that formulas about it may use."""
        return self._scope or self.transcript.game.scope(self.transcript)

    @cached_property
    def wording(self) -> Wording:
        """The words of the game."""
        return self.deduction.wording(self.lines)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The numbers of the lines of play."""
        return tuple(str(event.number) for event in self.transcript.play)

    def no_answer(self, name: str) -> Finding:
        """The finding that there is no such answer."""
        listed = ", ".join(f"`{answer}`" if "," in answer else answer for answer in self.answers)
        return codes.UNKNOWN_NAME.at(
            Source(NAME, name).whole(),
            f"`{name}` is not {self.deduction.answers}",
            hint=did_you_mean(name, self.answers, f"name one of {listed}"),
        )

    def sources_named(self, text: str) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
        """The lines that a list of numbers and ranges names, as in ``1-12, 15``."""
        source = Source(READ, text)
        numbers: set[int] = set()
        problems: list[Finding] = []
        for piece in re.finditer("[^,]+", text):
            if not piece[0].strip():
                continue
            line_range = _RANGE.fullmatch(piece[0])
            first, last = (int(line_range[1]), int(line_range[2] or line_range[1])) if line_range else (0, 0)
            if 1 <= first <= last <= self.choice_count:
                numbers.update(range(first, last + 1))
            else:
                place = source.span(*piece.span())
                problems.append(self._no_line(piece[0].strip(), place, backwards=last < first))
        return tuple(name for name in self.sources if int(name) in numbers), tuple(problems)

    def _no_line(self, piece: str, place: Span, *, backwards: bool) -> Finding:
        if backwards:
            message, hint = f"`{piece}` ends before it begins", "name the first line, then the last"
        else:
            message = f"`{piece}` does not name lines of the play, which has {self.choice_count}"
            hint = (
                f"name numbers from 1 to {self.choice_count}, as in `1-3, 5`"
                if self.choice_count
                else 'write `--read ""`'
            )
        return NO_SUCH_LINE.at(place, message, hint=hint)

    def truth_heading(self) -> Span:
        """Where the truth begins, or the play, if there is no truth."""
        return self.span(self.transcript.headings.get("truth", self.transcript.place))

    # --- what is known when ----------------------------------------------------------------------

    @cached_property
    def course(self) -> CandidateHistory:
        """The knowledge that readers of the first lines have of the solution, line by line."""
        return course_of(self.solver, self.sources, self.deduction.decisive)

    @cached_property
    def seats(self) -> Mapping[str, CandidateHistory]:
        """The knowledge, line by line, of each player whose view is known, in the order of turns."""
        histories: dict[str, CandidateHistory] = {}
        for name in self.transcript.names:
            view = self.deduction.seen_by(self.transcript, name)
            if view is not None:
                solver = TheorySolver(self.deduction.theory(view.transcript).theory)
                histories[name] = course_of(solver, self.sources, self.deduction.decisive, exact=view.exact)
        return histories

    def rivals_of(self, element: theory.Element) -> tuple[theory.Rival, ...]:
        """The first values that an open target may have beside the true one, each with the nearest world."""
        target = next(target for target in self.solver.theory.targets if target.name == element.name)
        rivals = [
            verdicts.nearest_rival(self.solver, target, value, self.facts)
            for value in element.rivals[:_MOST_RIVALS]
        ]
        return tuple(filter(None, rivals))

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """The lines of play that say nothing new to a reader who still looks for the solution.

        That is a reader of the lines before.

        None after lines that contradict each other, since then everything would follow.
        """
        solver, idle = self.solver, []
        may_be_idle: set[str] = set()
        for line in self.transcript.play:
            if self.deduction.may_be_idle(self.transcript, line):
                may_be_idle.add(str(line.number))
        read = list(solver.laws)
        for source, claims in minimal_sources.claims_by_source(solver).items():
            assumed = solver.assume(read)
            meaning = solver.circuit.all_of([solver.lines[claim].holds for claim in claims])
            if source in may_be_idle and solver.solve(assumed) and not solver.solve([*assumed, -meaning]):
                idle.append(source)
            read += claims
        decided = self.course.decided if idle else None
        return tuple(number for number in idle if decided is None or int(number) <= decided)

    @cached_property
    def essential(self) -> tuple[str, ...]:
        """The lines of play that are in every proof of what is certain."""
        return minimal_sources.essential(self.solver, self.proved) if self.proved else ()

    @cached_property
    def smallest(self) -> Core:
        """The fewest lines of play that prove what is certain."""
        return minimal_sources.smallest_proof(self.solver.fresh(), self.proved)


def analysis_of(document: AnyRead) -> TranscriptAnalysis:
    """A transcript as it was read, under investigation."""
    return TranscriptAnalysis(document.puzzle, document.source, document.scope, document.settings.language)
