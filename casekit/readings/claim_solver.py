"""Questions to the solver of a document: whether rules, lines and claims entail something.

Lines and claims are taken as they are said: whether whoever says them is to be believed does not matter here.
A formula is entailed if it is true in every world; one that is void in some of them is not.
"""

from collections.abc import Iterable, Sequence

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.deduce.encoding.circuit import Key
from casekit.deduce.encoding.grounding import Meaning
from casekit.deduce.solving.theory_solver import Standing
from casekit.logic.formulas import Formula, Implies
from casekit.readings.reading import PRESENTATION
from casekit.values import frozen


@frozen(slots=True)
class Given:
    """The assumptions of a question: nodes of the solver that are true."""

    nodes: tuple[int, ...]

    def and_also(self, nodes: Iterable[int]) -> "Given":
        """The same with further nodes."""
        return Given((*self.nodes, *nodes))


class ClaimSolver:
    """Asks what follows from statements.

    It has a copy of the solver, so that no later answer about the document depends on what is asked here.
    """

    def __init__(self, analysis: DocumentAnalysis) -> None:
        self.solver = analysis.solver.fresh()
        laws = [name for name in self.solver.laws if name in self.solver.selectors]
        self.rules = Given(self._selected([name for name in laws if not _is_presentation(analysis, name)]))
        """The rules alone."""
        self.known = Given(self._selected(laws))
        """Rules and presentation: what every reader has from the start."""
        self._truth = Given(self._selected(self.solver.truth_told))
        self._meanings: dict[Formula, Meaning] = {}

    def _selected(self, lines: Iterable[str]) -> tuple[int, ...]:
        """One node for several lines, or none if there are none."""
        chosen = [line for line in lines if line in self.solver.selectors]
        return (self.solver.selecting(chosen),) if chosen else ()

    def meaning(self, formula: Formula) -> Meaning:
        """Where a formula is true and where it is false."""
        if formula not in self._meanings:
            self._meanings[formula] = self.solver.meaning(formula)
        return self._meanings[formula]

    def said(self, formulas: Iterable[Formula]) -> list[int]:
        """The nodes that are true where formulas are true."""
        return [self.meaning(formula).true for formula in formulas]

    def is_possible(self, given: Given) -> bool:
        """Whether all of it can be so together."""
        return self.solver.solve(given.nodes)

    def entails(self, given: Given, formula: Formula) -> bool:
        """Whether a formula is true wherever all of the given is."""
        return not self.solver.solve([*given.nodes, -self.meaning(formula).true])

    def entails_value(self, given: Given, key: Key, value: str) -> bool:
        """Whether a term has a value wherever all of the given is true."""
        return not self.solver.solve([*given.nodes, -self.solver.vocabulary.node(key, value)])

    def standing(self, formula: Formula) -> Standing:
        """Whether the truth makes a formula true, false or void, or leaves it open."""
        meaning, truth = self.meaning(formula), self._truth.nodes
        if not self.solver.solve([*truth, -meaning.true]):
            return "true" if self.solver.solve(truth) else "open"
        if not self.solver.solve([*truth, -meaning.false]):
            return "false"
        is_defined = any(self.solver.solve([*truth, node]) for node in (meaning.true, meaning.false))
        return "open" if is_defined else "void"

    def is_idle_condition(self, formula: Formula) -> bool:
        """Whether a formula is a conditional whose condition is false in truth, so that it is but a hint."""
        return isinstance(formula, Implies) and self.standing(formula.left) == "false"

    def answers_given(self, given: Given, answers: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """The questions whose true answers follow; ``answers`` are pairs of a question and its answer."""
        return tuple([name for name, value in answers if self.entails_value(given, (name, ()), value)])


def _is_presentation(analysis: DocumentAnalysis, line: str) -> bool:
    """Whether a line is one of the presentation."""
    origin = analysis.origins.get(line)
    return origin is not None and origin.path == PRESENTATION
