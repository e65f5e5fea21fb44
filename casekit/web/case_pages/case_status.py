"""The status of a case as its overview shows it: its findings, what readers can know, and its paragraphs.

``case_status`` and ``case_depth`` are questions: they run in the process of the case, and their results are
copied to the server. ``case_depth`` takes longer and is asked when the status is there.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from casekit.analysis import source_roles
from casekit.analysis.analyzer import SuggestedStatement
from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.proofreading.review import ReviewPassage
from casekit.analysis.source_roles import SourceRole
from casekit.analysis.summaries import SourceTable, WritingProgress
from casekit.diagnostics import Finding, Source
from casekit.logic.theory import Verdict
from casekit.pipeline.checking import BALANCE_FAMILIES, DEDUCTION_FAMILIES
from casekit.prose.markup import visible_text
from casekit.prose.phrasing import capital
from casekit.values import field, frozen
from casekit.values.grouping import grouped
from casekit.web.case_pages.paragraphs import SourceParagraph, paragraph_at_line, paragraphs_of
from casekit.web.case_pages.withheld_findings import prints_its_statements, withheld_test
from casekit.web.case_worker import AnalysedCase

EXCERPT_CHARACTERS = 300
"""At most this many characters of a line are shown with a finding."""


@frozen(slots=True)
class ShownFinding:
    """A finding with what a page shows beside it."""

    diagnostic: Finding
    path: str
    """The absolute path of its file."""
    excerpt: str
    """The beginning of its line."""
    is_deduced: bool
    """Whether the finding itself may give the solution away: it took deduction, or measures it."""
    is_withheld: bool
    """Whether its words or its line may give the solution away."""
    source: str
    """The source of the paragraph that it is in, empty if it is in none."""


@frozen(slots=True)
class ProofLine:
    """A line of the case that a proof rests on."""

    source: str
    source_name: str
    """What people call the source."""
    words: str
    """Its quotation or, if it has none, what it states."""
    is_lie: bool


@frozen(slots=True)
class QuestionStatus:
    """A question of the game with what readers can know of its answer, in words."""

    question: str
    status: str
    """``certain``, ``contrary``, ``decided``, ``supported`` or ``open``."""
    answer: str
    """The true answer, empty if the truth does not say."""
    proved: str
    """The answer that readers can prove, empty if there is none."""
    rivals: Sequence[str]
    """The other answers that are still possible."""
    lines: Sequence[ProofLine]
    """The lines that prove the answer."""


@frozen(slots=True)
class CaseStatus:
    """A case as it is now, checked with deduction."""

    game: str
    """The title of its game."""
    language: str
    """The code of the language that it is written in."""
    path: str
    """The absolute path of its file."""
    findings: Sequence[ShownFinding]
    findings_by_source: Mapping[str, Sequence[ShownFinding]]
    """The findings in each paragraph; those in none are at the empty source."""
    counts: Mapping[str, int]
    """How many findings there are of each severity: ``error``, ``warning`` or ``note``."""
    is_understood: bool
    """Whether it could be read, so that there is more to say than its findings."""
    verdict: Verdict | None
    """``None`` unless deduction has proved or refuted it."""
    questions: Sequence[QuestionStatus]
    """Empty unless the verdict says that the case is consistent."""
    tables: Sequence[SourceTable]
    paragraphs: Mapping[str, SourceParagraph]
    """The written paragraphs by their sources."""
    progress: WritingProgress | None
    """How far it is written; ``None`` if it could not be read."""

    @property
    def is_solved(self) -> bool:
        """Whether readers can answer every question as the truth does."""
        return bool(self.questions) and all(question.status == "certain" for question in self.questions)


@frozen(slots=True)
class CaseDepth:
    """The answers about a case that take longer. All of them are empty for one that could not be read."""

    roles: Mapping[str, SourceRole] = field(default_factory=dict)
    """The part of each source in the proofs."""
    cures: Sequence[SuggestedStatement] = ()
    passages: Mapping[str, ReviewPassage] = field(default_factory=dict)
    """The paragraphs by their sources, with their lines in plain words."""


def case_status(case: AnalysedCase) -> CaseStatus:
    """The status of a case, whether it can be read or not."""
    checked, document = case.checked, case.checked.document
    language = "en"
    progress: WritingProgress | None = None
    analysis: DocumentAnalysis | None = None
    tables: tuple[SourceTable, ...] = ()
    if document is not None:
        language = document.settings.language
        tables = tuple(checked.game.wording.source_tables(document))
        analysis = _analysis_of(case)
        progress = checked.game.authoring.progress(document)
    paragraphs = paragraphs_of(checked.tree, tables, are_printed_whole=prints_its_statements(case))
    questions = tuple(_questions(analysis)) if analysis else ()
    findings = tuple(_findings(case, paragraphs))
    return CaseStatus(
        game=checked.game.title,
        language=language,
        path=str(case.file.path.absolute()),
        findings=findings,
        findings_by_source=grouped((finding.source, finding) for finding in findings),
        counts=Counter(finding.diagnostic.code.severity for finding in findings),
        is_understood=document is not None and not case.typed.parsed.diagnostics,
        verdict=analysis.verdict if analysis else None,
        questions=questions,
        tables=tables,
        paragraphs=paragraphs,
        progress=progress,
    )


def case_depth(case: AnalysedCase) -> CaseDepth:
    """The answers about a case that take longer."""
    if case.checked.document is None:
        return CaseDepth()
    analyzer, review = case.check_analyzer, case.review
    roles: dict[str, SourceRole] = {}
    cures: tuple[SuggestedStatement, ...] = ()
    if analyzer is not None:
        roles = {role.source: role for role in source_roles.roles(analyzer)}
        cures = source_roles.remedies(analyzer)
    passages: dict[str, ReviewPassage] = {}
    if review:
        passages = {passage.path: passage for passage in review.passages if passage.path}
    return CaseDepth(roles, cures, passages)


def _analysis_of(case: AnalysedCase) -> DocumentAnalysis | None:
    """The analysis of a case that deduction has proved or refuted."""
    analyzer = case.check_analyzer
    return analyzer.analysis if analyzer and case.deduced.verdict is not None else None


def _questions(analysis: DocumentAnalysis) -> Iterator[QuestionStatus]:
    """The status of each question; none if the case contradicts itself."""
    if not analysis.verdict.consistent:
        return
    for element, lines in analysis.elements_with_reasons:
        yield QuestionStatus(
            question=capital(analysis.wording.element(element.name)),
            status=element.status,
            answer=_answer_in_words(analysis, element.name, element.value),
            proved=_answer_in_words(analysis, element.name, element.proved),
            rivals=[_answer_in_words(analysis, element.name, rival) for rival in element.rivals],
            lines=[_proof_line(analysis, line) for line in lines],
        )


def _answer_in_words(analysis: DocumentAnalysis, element: str, value: str | None) -> str:
    """The value of an element in words, empty if it has none."""
    return "" if value is None else capital(visible_text(analysis.wording.answer(element, value)))


def _proof_line(analysis: DocumentAnalysis, line: str) -> ProofLine:
    wording, origin = analysis.wording, analysis.origins[line]
    words = f"“{origin.quotation}”" if origin.quotation else wording.stated(origin) or origin.text
    return ProofLine(origin.path, capital(wording.named(origin.path)), words, origin.mode == "lie")


def _findings(case: AnalysedCase, paragraphs: Mapping[str, SourceParagraph]) -> Iterator[ShownFinding]:
    """The findings on a case, in their files and paragraphs."""
    sources = case.typed.sources
    is_withheld = withheld_test(case)
    for finding in case.findings:
        span = finding.span
        source = sources.get(span.file, Source(span.file, ""))
        path, paragraph = Path(span.file), None
        if span.file == case.file.name:
            path = case.file.path
            paragraph = paragraph_at_line(span.line, paragraphs.values())
        yield ShownFinding(
            diagnostic=finding,
            path=str(path.absolute()),
            excerpt=source.line(span.line)[:EXCERPT_CHARACTERS],
            is_deduced=finding.code.family in DEDUCTION_FAMILIES | BALANCE_FAMILIES,
            is_withheld=is_withheld(finding),
            source=paragraph.source if paragraph else "",
        )
