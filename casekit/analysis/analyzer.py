"""A document that questions are asked of, as the rest of casekit sees it.

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from casekit.diagnostics import Code, Finding
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.analysis.document_analysis import DocumentAnalysis
    from casekit.analysis.queries import ProofAnswer, QueryAnswer, WhyNotAnswer
    from casekit.logic.theory import OutOfBudgetError

T = TypeVar("T")

Json = dict[str, Any]

Findings = tuple[Finding, ...]
"""Findings, in the order in which they were found."""

Answered = tuple[T | None, Findings]
"""An answer, if there is one, and the findings on the question."""


class Presentable(Protocol):
    """Something that can be written for people and for machines."""

    def in_words(self, width: int, /) -> str:
        """As text for a terminal that is ``width`` columns wide."""

    def as_json(self) -> Json:
        """As a schema in ``schemas/`` has it."""


class MetricsReport(Presentable, Protocol):
    """How hard a document is, how fragile, and where its readers get stuck."""

    @property
    def shown(self) -> tuple[Code, ...]:
        """The codes of findings that say no more than the figures do."""


@frozen(slots=True)
class SuggestedStatement:
    """A true fact that would rule out rivals if a source stated it."""

    formula: str
    """The fact, as a formula."""

    sources: tuple[str, ...]
    """The names of the sources that may state it."""


ProgressBar = Callable[[int], AbstractContextManager[Callable[[str], None]]]
"""Shows progress on a number of steps: a context whose value is called with a few words before each."""


@frozen
class Analyzer:
    """A document that questions are asked of. The functions are a game's.

    Each question may raise ``OutOfBudgetError``; ``too_hard`` makes a finding of it.
    """

    analysis: "DocumentAnalysis"
    """The document."""

    check: Callable[[], tuple[Findings, bool]]
    """Makes every check of truth and deduction that can be made, and says whether all could be."""

    contradictions: Callable[[], Findings]
    """Finds contradictions, with which no question can be answered."""

    shortcomings: Callable[[Sequence[str]], Findings]
    """Says why some elements of the solution, given by name, cannot be proved, or need no proof."""

    measure: Callable[[int], tuple[MetricsReport, Findings]]
    """Says how hard the document is, within a budget, and what speaks against the level that it claims."""

    remedies: Callable[[], tuple[SuggestedStatement, ...]] = tuple
    """Suggests cures with which the solution follows: none in games whose sources say what was played."""

    distance: Callable[[str, int, ProgressBar], "Answered[Presentable] | None"] = lambda *_: None
    """Says how far the document is from a level, and what would bring it there, within a budget.

    ``None`` in games that do not say that.
    """

    def too_hard(self, error: "OutOfBudgetError") -> Finding:
        """The finding for a question that was not answered."""
        from casekit.analysis.solver_findings import out_of_budget_finding

        return out_of_budget_finding(self.analysis, error)

    def verdict(self) -> "RenderedAnswer":
        """The knowledge that readers can have of each element."""
        from casekit.analysis.verdict_text import verdict_as_json, verdict_in_words

        return RenderedAnswer(
            lambda _: verdict_in_words(self.analysis), lambda: verdict_as_json(self.analysis)
        )

    def prove(self, elements: Sequence[str], budget: int | None) -> "Answered[ProofAnswer]":
        """Prove some elements of the solution, all if none is named; with a ``budget`` list other proofs."""
        from casekit.analysis.queries import prove_solution

        answer = prove_solution(self.analysis, elements, budget)
        return answer, self.shortcomings(elements or self.analysis.wording.elements)

    def why_not(self, name: str) -> "Answered[WhyNotAnswer]":
        """Refute a value of an element, or show the world in which it is so."""
        from casekit.analysis.queries import why_not

        return why_not(self.analysis, name)

    def ask(self, formula: str, read: str | None, *, bare: bool = False) -> "Answered[QueryAnswer]":
        """Whether a formula holds for a reader of all, or of what ``read`` names; ``bare``: without proof."""
        from casekit.analysis.queries import ask

        return ask(self.analysis, formula, read, bare=bare)


@frozen
class RenderedAnswer:
    """An answer with the two ways to write it."""

    in_words: Callable[[int], str]
    """Writes it as text, given how many columns there are."""

    as_json: Callable[[], Json]
    """Writes it as a schema in ``schemas/`` has it."""
