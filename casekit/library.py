"""Cases and editions as objects for other programs (``docs/library.md``).

They are as they were read; they can be asked questions, and have the answers.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from casekit.analysis.analyzer import Analyzer, Answered, Findings, Presentable, RenderedAnswer
from casekit.diagnostics import Finding, Severity, gravest, in_order
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.logic.theory import Element
from casekit.pipeline import checking, conversion, loading
from casekit.values import frozen, replace

if TYPE_CHECKING:
    from casekit.analysis.queries import ProofAnswer, QueryAnswer

WIDTH = 100
"""The columns that text is laid out in unless another width is asked for."""


class CaseError(Exception):
    """A case, or a question about it, to which casekit has no answer."""

    def __init__(self, name: str, reason: str, findings: Findings = ()) -> None:
        """Say why.

        Args:
            name: the name of the case.
            reason: why there is no answer, in a few words.
            findings: what has to be corrected and where; that something is too large or too hard is a finding
                too.
        """
        super().__init__(name, reason, findings)
        self.name = name
        self.reason = reason
        self.findings = findings

    def __str__(self) -> str:
        errors = [finding for finding in self.findings if finding.severity is Severity.ERROR]
        if not errors:
            return f"{self.name}: {self.reason}"
        error = errors[0]
        return f"{self.name}: {self.reason} ({error.span}: {error.code.id} {error.message})"


@frozen(eq=False)
class Result:
    """An answer, for people and for machines. ``findings`` were made on the way to it."""

    _answer: Presentable
    findings: tuple[Finding, ...] = ()

    def in_words(self, width: int = WIDTH) -> str:
        """As text that is ``width`` columns wide, if its words allow that."""
        return self._answer.in_words(max(width, 1))

    def as_json(self) -> dict[str, Any]:
        """As the command of the same name prints it with ``--json``.

        It has neither the file's name nor the findings.
        """
        return self._answer.as_json()

    def __str__(self) -> str:
        return self.in_words()


@frozen(eq=False)
class VerdictResult(Result):
    """The knowledge of readers of the whole case."""

    @cached_property
    def elements(self) -> Mapping[str, Element]:
        """Each question of the game by its name, in the order of the deduction sheet."""
        json_elements: dict[str, dict[str, Any]] = self.as_json()["elements"]
        elements: dict[str, Element] = {}
        for name, content in json_elements.items():
            elements[name] = Element(
                name, content["value"], content["status"], tuple(content["rivals"]), content["proved"]
            )
        return elements

    @property
    def consistent(self) -> bool:
        """Whether the case does not contradict itself."""
        return bool(self.as_json()["consistent"])

    @property
    def certain(self) -> bool:
        """Whether readers can prove the true answer to each question."""
        return all(element.status == "certain" for element in self.elements.values())


@frozen(eq=False)
class AskResult(Result):
    """The answer to a formula, with its proof or with a world for either."""

    _answer: "QueryAnswer"

    @property
    def answer(self) -> Literal["true", "false", "open"]:
        """Whether the formula is so in all worlds that the reader holds possible, in none, or in some."""
        return cast("Literal['true', 'false', 'open']", self._answer.answer)


@frozen(eq=False)
class ProofResult(Result):
    """A smallest proof. ``findings`` name the elements that could not be proved with the others."""

    _answer: "ProofAnswer"

    def picture(self) -> str:
        """The evidence graph as an SVG document."""
        return self._answer.picture()

    def page(self) -> str:
        """The proof and its graph as an HTML page that needs nothing else."""
        return self._answer.page()


@frozen(eq=False)
class WhyNotResult(Result):
    """The refutation of a value, or the nearest world in which it is so."""

    @property
    def possible(self) -> bool:
        """Whether nothing in the case refutes it."""
        return bool(self.as_json()["possible"])


BUDGET = 2_000
"""How many worlds the search for wrong paths looks at by default."""

PathLike = str | os.PathLike[str]

T = TypeVar("T")


@frozen(eq=False)
class CaseFile:
    """A case of any game, as it was when it was read, with its edition.

    ``read``, ``read_text`` and ``read_edition`` make them. A case that is missing or wrong can be had too:
    ``check`` says what is wrong with it, and all questions raise ``CaseError``. Each call does its work
    again, so keep what it returns.
    """

    _case: loading.TypedDocument

    def __repr__(self) -> str:
        return f"<CaseFile {self.name}>"

    @property
    def name(self) -> str:
        """Its name in findings: its path as it was given, or the name of its text."""
        return self._case.source.name

    @property
    def text(self) -> str:
        """The text that was read; empty if it could not be."""
        return self._case.source.text

    @property
    def game(self) -> str:
        """The game it is for, as the header field ``game:`` calls it."""
        return self._case.parsed.game.name

    @property
    def title(self) -> str:
        """Its title; empty if that cannot be read."""
        return self._case.resolved.document.title if self._case.resolved else ""

    def check(self, *, balance: bool = False) -> tuple[Finding, ...]:
        """All that ``casekit check`` finds in it and in its edition, by place; nothing if both are clean.

        Args:
            balance: whether to measure as well how hard it is against its level (``CK6xx``), which takes
                longer.
        """
        checked = checking.check_document(
            self._case, checking.CheckOptions(balance=BUDGET if balance else None)
        )
        return gravest((*self._case.edition.diagnostics, *checked.diagnostics))

    def verdict(self) -> VerdictResult:
        """The knowledge that readers of all its paragraphs can have of each question of the game.

        Of a case that contradicts itself that is nothing: its verdict is not ``consistent``, and ``findings``
        say why.

        Raises:
            CaseError: if it cannot be reasoned about.
        """

        def verdict_of(analyzer: Analyzer) -> Answered[RenderedAnswer]:
            verdict = analyzer.verdict()
            verdict.as_json()  # now, where it is a finding if that is too hard
            return verdict, () if analyzer.analysis.verdict.consistent else self._examined.diagnostics

        return VerdictResult(*self._answered(verdict_of, self._examined.contradictory))

    def ask(self, formula: str, read: str | None = None, *, bare: bool = False) -> AskResult:
        """Whether a formula is true, false or open for a reader of all its paragraphs, or of some.

        Args:
            formula: in the notation of the case.
            read: the paths read, as headings name them, with commas between them; ``""`` for none.
            bare: answer without a proof or worlds, which take far longer in large cases.

        Raises:
            CaseError: if it cannot be reasoned about, or the formula or a path cannot be understood.
        """
        return AskResult(*self._answered(lambda analyzer: analyzer.ask(formula, read, bare=bare)))

    def prove(self, *elements: str, budget: int | None = None) -> ProofResult:
        """The solution proved from the fewest paths, step by step.

        Args:
            elements: the questions whose answers are to be proved, as in ``culprit``; all if none is named.
            budget: how many sets of paths are tried to list all proofs (``as_json()["proofs"]``); without it
                only the smallest is found.

        Raises:
            CaseError: if it cannot be reasoned about, or none of these can be proved.
            ValueError: if the game asks no such question.
        """
        known = self._analyzer.analysis.wording.elements
        for element in elements:
            if element not in known:
                raise ValueError(f"{element!r} is not one of {', '.join(known)}")
        return ProofResult(*self._answered(lambda analyzer: analyzer.prove(elements, budget)))

    def why_not(self, name: str) -> WhyNotResult:
        """Why an answer to a question of the game is not the true one, from the fewest paths.

        Args:
            name: the answer as formulas write it, as in ``BRUNO``.

        Raises:
            CaseError: if it cannot be reasoned about, or nothing is called so.
        """
        return WhyNotResult(*self._answered(lambda analyzer: analyzer.why_not(name)))

    def figures(self, budget: int = BUDGET) -> Result:
        """How hard it is, how fragile, and where its readers may get stuck.

        ``findings`` are what the figures say against its level, those that the case silences among them.

        Args:
            budget: how many worlds the search for wrong paths looks at.

        Raises:
            CaseError: if it cannot be reasoned about.
        """
        return Result(*self._answered(lambda analyzer: analyzer.measure(budget)))

    def export(self) -> dict[str, Any]:
        """The case as JSON, in the form of its game's schema.

        Raises:
            CaseError: if it has errors in its text or its edition.
        """
        content, findings = conversion.export_json(self._case)
        if content is None:
            raise CaseError(self.name, "the case has errors", findings)
        return content

    @cached_property
    def _examined(self) -> loading.AnalysableDocument:
        return loading.prepare_for_analysis(self._case)

    @property
    def _analyzer(self) -> Analyzer:
        examined = self._examined
        if examined.analyzer is None:
            raise CaseError(self.name, examined.why_not_analysable, examined.diagnostics)
        return examined.analyzer

    def _answered(
        self, question: Callable[[Analyzer], Answered[T]], otherwise: Analyzer | None = None
    ) -> tuple[T, tuple[Finding, ...]]:
        """The answer to a question; ``otherwise`` is asked in place of an analysis that cannot be made.

        Raises:
            CaseError: if it has no answer.
        """
        asked = otherwise or self._analyzer
        answer, findings = loading.answer_within_budget(replace(self._examined, analyzer=asked), question)
        if answer is None:
            raise CaseError(self.name, "there is no answer", in_order(findings))
        return answer, in_order(findings)


@frozen(eq=False)
class EditionFile:
    """An edition as it was when it was read, with the cases of its booklets.

    ``cases`` are each once, in the order of the booklets; those that are not there are missing, and
    ``findings`` say so.
    """

    name: str
    cases: tuple[CaseFile, ...]
    _edition: LoadedEdition

    def __repr__(self) -> str:
        return f"<EditionFile {self.name}>"

    def __iter__(self) -> Iterator[CaseFile]:
        return iter(self.cases)

    @property
    def title(self) -> str:
        """Its title; empty if that cannot be read."""
        return self._edition.settings.title if self._edition.settings else ""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings on the edition itself."""
        return gravest(self._edition.diagnostics)

    def check(self, *, balance: bool = False) -> tuple[Finding, ...]:
        """All that ``casekit check`` finds in the edition and its cases, by file and place."""
        findings = [*self.findings]
        for case in self.cases:
            findings += case.check(balance=balance)
        return in_order(findings)


def read(path: PathLike, *, edition: PathLike | None = None) -> CaseFile:
    """Read a case from a file. One that cannot be read is a finding of ``check``.

    Args:
        path: the file.
        edition: the ``edition.toml`` it belongs to; without it the nearest in its folder or above, else the
            one that is built in for its game.
    """
    editions = EditionFinder(None if edition is None else Path(edition))
    return CaseFile(loading.open_document(loading.InputFile.of(Path(path)), editions))


def read_text(text: str, *, name: str = "text", edition: PathLike | None = None) -> CaseFile:
    """Read a case from a text. No file is opened but the edition's.

    Args:
        text: the case.
        name: what findings call it.
        edition: the ``edition.toml`` it belongs to; without it the one that is built in for its game.
    """
    # A text that cannot be encoded is not UTF-8 either, which is a finding.
    parsed = loading.parse_bytes(text.encode("utf-8", "surrogatepass"), name)
    if edition is not None:
        return CaseFile(
            loading.resolve_document(parsed, EditionFinder(Path(edition)).of(Path(), parsed.game.name))
        )
    return CaseFile(
        loading.resolve_document(
            parsed, LoadedEdition(parsed.game.language.default_edition(), game=parsed.game.name)
        )
    )


def read_edition(path: PathLike) -> EditionFile:
    """Read an edition and the cases of its booklets.

    Args:
        path: its ``edition.toml``, or the folder that holds one. Cases outside that folder are not read.
    """
    file, within = loading.file_of_target(Path(path))
    editions = EditionFinder()
    edition = editions.read(file, within)
    cases = (loading.open_document(each, editions, edition) for each in loading.bound_inputs(edition, file))
    return EditionFile(file.as_posix(), tuple(map(CaseFile, cases)), edition)
