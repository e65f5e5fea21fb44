"""A document under investigation: its theory in the solver, the verdict, and what the truth fixes.

Beside these: since when something can be known.
"""

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
from casekit.diagnostics import Diagnostic, Place, Source, Span
from casekit.language.formula import formatter, nodes
from casekit.language.syntax.dialect import Dialect
from casekit.logic.formulas import (
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


def since(sources: Sequence[str], known: Callable[[Sequence[str]], bool]) -> str:
    """The source since which something is ``known`` that is so after all of them; ``START`` for the start.

    Whatever is certain stays so as long as the sources do not contradict each other; so half of those left
    are looked at in each turn.
    """
    count = bisect_left(range(len(sources)), x=True, key=lambda count: known(sources[:count]))
    return sources[count - 1] if count else BEFORE_READING


class DocumentAnalysis(ABC):
    """Everything that checks and questions share, computed once.

    ``source`` is the document's text, ``language`` that of its prose, a tag of IETF BCP 47, and ``scope`` has
    the names that formulas may use. ``origins`` are the lines of the theory by identifier, in the order of
    the text. ``finished`` until a question was too hard for the solver.
    """

    source: Source
    title: str
    language: str
    scope: nodes.Scope

    dialect: Dialect
    """How its formulas are written."""

    among: "Among" = "needed"
    """The lines in which the steps of its proofs are looked for."""

    ordered = False
    """Whether its sources are read in an order, so that it can be said since which something is certain."""

    def __init__(
        self,
        theory: Theory,
        origins: Mapping[str, SourceLine],
        limits: Limits = Limits(),  # noqa: B008 - it is immutable
    ) -> None:
        self.origins = origins
        self.knowledge = TheorySolver(theory, limits)
        self.finished = not self.knowledge.refused

    # --- what a game says of its document --------------------------------------------------------

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
        for target in self.knowledge.theory.targets:
            answers |= dict.fromkeys(range_of(target), target.name)
        return answers

    @abstractmethod
    def no_answer(self, name: str) -> Diagnostic:
        """The finding that no question can be answered so."""

    @abstractmethod
    def sources_named(self, text: str) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
        """The sources that a list names, in the order of the document, and what is wrong with the list."""

    @abstractmethod
    def truth_heading(self) -> Span:
        """Where the truth is headed."""

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
        return analyse(self.knowledge)

    @cached_property
    def elements_with_reasons(self) -> tuple[tuple[Element, tuple[str, ...]], ...]:
        """The elements of the verdict, with the identifiers of lines from which each follows.

        These are lines of the fewest sources, then what everybody knows.

        If readers cannot prove a value of it, it follows from nothing.
        """
        # A solver that has answered nothing else gives the same lines whatever was asked before.
        fresh, functions = self.knowledge.fresh(), self.scope.function_of_name
        explained: list[tuple[Element, tuple[str, ...]]] = []
        for element in self.verdict.elements:
            lines: tuple[str, ...] = ()
            if element.proved is not None:
                lines = supporting_lines(fresh, functions[element.name], element.proved)
            explained.append((element, lines))
        return tuple(explained)

    @cached_property
    def facts(self) -> Mapping[tuple[str, tuple[str, ...]], str]:
        """The facts that the truth fixes: values by function and arguments."""
        return true_facts(self.knowledge)

    @cached_property
    def proved(self) -> dict[str, str]:
        """The answers to questions of the game that readers of everything can prove, true or not."""
        elements = self.verdict.elements
        return {element.name: element.proved for element in elements if element.proved is not None}

    @property
    def decided(self) -> bool:
        """Whether these are all of them."""
        return len(self.proved) == len(self.verdict.elements)

    @property
    def contrary(self) -> tuple[Element, ...]:
        """The elements of the solution of which readers will prove something else than the truth says."""
        return tuple(element for element in self.verdict.elements if element.status == "contrary")

    def value(self, element: str) -> str | None:
        """The true answer to a question of the game, if the truth gives it."""
        return self.element(element).value

    def element(self, name: str) -> Element:
        """The sources' verdict on a question of the game."""
        return next(element for element in self.verdict.elements if element.name == name)

    # --- since when ------------------------------------------------------------------------------

    def since(self, element: str) -> str | None:
        """The source since which readers are certain of a question of the game; ``START`` from the start.

        ``None`` if they never are, or if sources are in no order.
        """
        proved = self.proved.get(element)
        return None if proved is None else self.since_proved(goal_of({element: proved}))

    def since_proved(self, goal: Sequence[Assertion]) -> str | None:
        """The same for assertions that all sources prove."""
        if not self.ordered:
            return None
        knowledge = self.knowledge
        denial = -knowledge.circuit.all_of(map(knowledge.node, goal))
        return since(
            self.sources,
            lambda read: not knowledge.solve([*knowledge.assume(knowledge.reading(read)), denial]),
        )

    def since_answered(self, formula: Formula, answer: str, read: Sequence[str]) -> str | None:
        """The same for the answer to a formula that some sources give, in the order of the document."""
        ask, reading = self.knowledge.ask, self.knowledge.reading
        return since(read, lambda some: ask(reading(some), formula) == answer) if self.ordered else None

    @cached_property
    def decided_since(self) -> str | None:
        """The source since which all questions of the game are answered; ``None`` if one stays open."""
        return self.since_proved(goal_of(self.proved)) if self.decided else None

    def why_undefined(self, formula: Formula) -> str:
        """Why a formula is void in truth, as a clause: the innermost term that has no value."""
        so, knowledge = self.knowledge.truth_told, self.knowledge
        lacking = [atom for atom in atoms(formula) if knowledge.standing(knowledge.meaning(atom)) == "void"]
        for atom in lacking:
            for term in chain.from_iterable(all_terms(outer)[::-1] for outer in terms(atom)):
                if isinstance(term, Apply) and knowledge.ask(so, Equal(term, Nothing())) == "true":
                    return f"`{formatter.format_typed(term)}` has no value"
        return "its terms have no value"

    # --- places ----------------------------------------------------------------------------------

    def span(self, place: Place) -> Span:
        """Where something of the document is in its text."""
        return self.source.span(place.start, place.end)

    def place(self, origin: SourceLine) -> Span:
        """Where a line is; rules that are in no document are shown at its beginning."""
        return self.span(origin.place)

    def truth_lines_about(self, element: str) -> tuple[str, ...]:
        """The lines of the truth on an element of the solution; those that do nothing else come first."""
        lines = [name for name, origin in self.origins.items() if origin.kind == TRUTH]
        about = [name for name in lines if element in functions_in(self.origins[name].formula)]
        return tuple(sorted(about, key=lambda name: not isinstance(self.origins[name].formula, Equal)))

    def answer_place(self, element: str) -> Span:
        """Where the truth answers a question of the game, or its heading if no line of it does."""
        lines = self.truth_lines_about(element)
        return self.place(self.origins[lines[0]]) if lines else self.truth_heading()


def goal_of(answers: Mapping[str, str]) -> tuple[Assertion, ...]:
    """Answers to questions of the game as what is to be proved."""
    return tuple(Assertion(Fact(name, (), value)) for name, value in answers.items())


def atoms(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a formula outside quantifiers that have no formula inside."""
    inside = () if isinstance(formula, Quantified) else parts(formula)
    return tuple(chain.from_iterable(map(atoms, inside))) if inside else (formula,)
