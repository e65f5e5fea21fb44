"""A document under investigation: its theory in the solver, the verdict, and when something is certain."""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from casekit.analysis.wording import TRUTH, SourceLine, Wording
from casekit.deduce.encoding.circuit import range_of
from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.minimal_sources import supporting_lines
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.verdicts import analyse, true_facts
from casekit.diagnostics import Finding, Place, Source, Span
from casekit.language.formula import formatter, nodes
from casekit.language.syntax.dialect import Dialect
from casekit.logic.formulas import (
    FALSE,
    Apply,
    Equal,
    Formula,
    Nothing,
    Quantified,
    all_terms,
    functions_in,
    parts,
    terms,
)
from casekit.logic.theory import Assertion, Element, Fact, Theory, Verdict

if TYPE_CHECKING:
    from casekit.deduce.proofs.prover import Among


BEFORE_READING = ""
"""In place of a source: certain before anything was read."""


def first_source_since(sources: Sequence[str], is_certain: Callable[[Sequence[str]], bool]) -> str:
    """The source since which something is certain that is certain after all sources; or ``BEFORE_READING``.

    Whatever is certain stays so as long as the sources do not contradict each other: so each turn looks at
    the middle of the sources that are left.

    Args:
        sources: the sources in the order in which they are read.
        is_certain: whether it is certain after the sources it is called with, the first few of these.
    """
    count = bisect_left(range(len(sources)), x=True, key=lambda first: is_certain(sources[:first]))
    return sources[count - 1] if count else BEFORE_READING


class DocumentAnalysis(ABC):
    """Everything that checks and questions share, computed once."""

    source: Source
    """Its text."""

    title: str
    """Its title."""

    language: str
    """The language of its prose, as a tag of IETF BCP 47."""

    scope: nodes.Scope
    """The names that its formulas may use."""

    dialect: Dialect
    """How its formulas are written."""

    origins: Mapping[str, SourceLine]
    """The lines of its theory by identifier, in the order of the text."""

    solver: TheorySolver
    """Its theory in the solver."""

    finished: bool
    """Whether the solver could take all of its theory, which is not too large."""

    among: "Among" = "needed"
    """The lines that steps of its proofs may use."""

    ordered = False
    """Whether its sources are read in an order, so that it can be said since which something is certain."""

    def __init__(
        self,
        theory: Theory,
        origins: Mapping[str, SourceLine],
        limits: Limits = Limits(),  # noqa: B008 - it is immutable
    ) -> None:
        self.origins = origins
        self.solver = TheorySolver(theory, limits)
        self.finished = not self.solver.refused

    # --- what a game states of its document ------------------------------------------------------

    @property
    @abstractmethod
    def wording(self) -> Wording:
        """How it is put into words."""

    @property
    @abstractmethod
    def sources(self) -> tuple[str, ...]:
        """The sources that can be read, by name, in the order of the document."""

    @property
    def choice_count(self) -> int:
        """How many sources a reader chooses from, counted as the game counts them."""
        return len(self.sources)

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """Every answer that a reader may give, by its name in formulas, with the question it answers."""
        answers: dict[str, str] = {}
        for target in self.solver.theory.targets:
            answers |= dict.fromkeys(range_of(target), target.name)
        return answers

    @abstractmethod
    def no_answer(self, name: str) -> Finding:
        """The finding that no question has an answer with this name."""

    @abstractmethod
    def sources_named(self, text: str) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
        """The sources that a list names, in the order of the document, and what is wrong with the list."""

    @abstractmethod
    def truth_heading(self) -> Span:
        """The heading of the block of the truth."""

    def guards(self, source: str, _voices: Sequence[str]) -> tuple[Formula, Formula]:
        """When nothing follows from what some voices vouch for in a source, and when it is false.

        It is as with the first line of the source, unless a game knows better.

        Args:
            source: the name of the source.
            _voices: all whose word it is, the outermost first.
        """
        for claim in self.solver.theory.claims:
            if claim.source == source:
                return claim.exempt, claim.inverted
        return FALSE, FALSE

    @property
    def false_in_truth(self) -> frozenset[str]:
        """The lines that are false in truth as well, by identifier."""
        return frozenset()

    @property
    def lies(self) -> list[dict[str, Any]]:
        """The false statements, for machines."""
        return []

    # --- what deduction says ---------------------------------------------------------------------

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict of the deduction core."""
        return analyse(self.solver)

    @cached_property
    def elements_with_reasons(self) -> tuple[tuple[Element, tuple[str, ...]], ...]:
        """The elements of the verdict, with the identifiers of the lines from which each follows.

        First come lines of the fewest sources, then what everybody knows. There are no lines for an element
        of which readers cannot prove a value.
        """
        # A solver that has answered nothing else gives the same lines whatever was asked before.
        fresh, functions = self.solver.fresh(), self.scope.function_of_name
        elements_and_lines: list[tuple[Element, tuple[str, ...]]] = []
        for element in self.verdict.elements:
            lines: tuple[str, ...] = ()
            if element.proved is not None:
                lines = supporting_lines(fresh, functions[element.name], element.proved)
            elements_and_lines.append((element, lines))
        return tuple(elements_and_lines)

    @cached_property
    def facts(self) -> Mapping[tuple[str, tuple[str, ...]], str]:
        """The facts that the truth fixes: the value by the name of the function and the arguments."""
        return true_facts(self.solver)

    @cached_property
    def proved(self) -> dict[str, str]:
        """The answers that readers of everything can prove, true or not, by the name of the question."""
        elements = self.verdict.elements
        return {element.name: element.proved for element in elements if element.proved is not None}

    @property
    def decided(self) -> bool:
        """Whether readers of everything can prove an answer to every question of the game."""
        return len(self.proved) == len(self.verdict.elements)

    @property
    def contrary_elements(self) -> tuple[Element, ...]:
        """The elements of the solution of which readers will prove a value other than the true one."""
        return tuple(element for element in self.verdict.elements if element.status == "contrary")

    def value(self, element: str) -> str | None:
        """The true answer to a question of the game, if the truth gives it."""
        return self.element(element).value

    def element(self, name: str) -> Element:
        """The sources' verdict on a question of the game."""
        return next(element for element in self.verdict.elements if element.name == name)

    # --- since when ------------------------------------------------------------------------------

    def since(self, element: str) -> str | None:
        """The source since which readers are certain of a question of the game, or ``BEFORE_READING``.

        ``None`` if they never are, or if sources are in no order.
        """
        answer = self.proved.get(element)
        return None if answer is None else self.since_proved(goal_of({element: answer}))

    def since_proved(self, goal: Sequence[Assertion]) -> str | None:
        """The source since which assertions are certain that all sources prove, or ``BEFORE_READING``.

        ``None`` if sources are in no order.
        """
        if not self.ordered:
            return None
        solver = self.solver
        denial = -solver.circuit.all_of(map(solver.node, goal))

        def is_certain(read: Sequence[str]) -> bool:
            return not solver.solve([*solver.assume(solver.reading(read)), denial])

        return first_source_since(self.sources, is_certain)

    def since_answered(self, formula: Formula, answer: str, read: Sequence[str]) -> str | None:
        """The source since which a formula has the answer that some sources give, or ``BEFORE_READING``.

        ``None`` if sources are in no order.

        Args:
            formula: the formula.
            answer: ``true`` or ``false``.
            read: the sources, in the order of the document.
        """
        if not self.ordered:
            return None
        solver = self.solver

        def is_certain(sources: Sequence[str]) -> bool:
            return solver.ask(solver.reading(sources), formula) == answer

        return first_source_since(read, is_certain)

    @cached_property
    def decided_since(self) -> str | None:
        """The source since which all questions of the game are answered; ``None`` if one stays open."""
        return self.since_proved(goal_of(self.proved)) if self.decided else None

    def why_undefined(self, formula: Formula) -> str:
        """Why a formula is void in truth, as a clause: the innermost term that has no value."""
        solver = self.solver
        for atom in atoms(formula):
            if solver.standing(solver.meaning(atom)) != "void":
                continue
            innermost_first = chain.from_iterable(all_terms(outer)[::-1] for outer in terms(atom))
            for term in innermost_first:
                if isinstance(term, Apply) and self._has_no_value_in_truth(term):
                    return f"`{formatter.format_typed(term)}` has no value"
        return "its terms have no value"

    def _has_no_value_in_truth(self, term: Apply) -> bool:
        """Whether a term has no value in any world in which the truth is as the writer states it."""
        solver = self.solver
        return solver.ask(solver.truth_told, Equal(term, Nothing())) == "true"

    # --- places ----------------------------------------------------------------------------------

    def span(self, place: Place) -> Span:
        """Where something of the document is in its text."""
        return self.source.span(place.start, place.end)

    def place(self, origin: SourceLine) -> Span:
        """Where a line is; rules that are in no document are shown at its beginning."""
        return self.span(origin.place)

    def truth_lines_about(self, element: str) -> tuple[str, ...]:
        """The lines of the truth on an element of the solution; those that do nothing else come first."""
        lines: list[str] = []
        for name, origin in self.origins.items():
            if origin.kind == TRUTH and element in functions_in(origin.formula):
                lines.append(name)
        return tuple(sorted(lines, key=lambda name: not isinstance(self.origins[name].formula, Equal)))

    def answer_place(self, element: str) -> Span:
        """Where the truth answers a question of the game, or its heading if no line of it does."""
        lines = self.truth_lines_about(element)
        return self.place(self.origins[lines[0]]) if lines else self.truth_heading()


def goal_of(answers: Mapping[str, str]) -> tuple[Assertion, ...]:
    """The formulas to prove if these are the answers to questions of the game."""
    return tuple(Assertion(Fact(name, (), value)) for name, value in answers.items())


def atoms(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a formula that have no formula inside; a quantifier counts as one such part."""
    inner_formulas = () if isinstance(formula, Quantified) else parts(formula)
    if not inner_formulas:
        return (formula,)
    return tuple(chain.from_iterable(map(atoms, inner_formulas)))
