"""From the bytes of a case to its verdict: first all that needs no deduction, then what follows."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from casekit.analysis.analyzer import Analyzer, Answered, Findings, MetricsReport
from casekit.diagnostics import (
    Finding,
    Report,
    Source,
    caught,
    codes,
    found_by,
    gravest,
    in_order,
    with_findings,
)
from casekit.diagnostics.invisible_characters import UNUSUAL
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.interface import Document
from casekit.language.suggestions import is_strange
from casekit.language.syntax import dialect, suppressions as syntax_suppressions
from casekit.logic.theory import OutOfBudgetError
from casekit.pipeline.loading import (
    InputFile,
    ParsedDocument,
    TypedDocument,
    named_editions,
    open_document,
    parse_bytes,
    resolve_document,
    with_editions,
    within_budget,
)
from casekit.values import frozen, replace

OnFile = Callable[[str], None]
"""Receives the name of each file before it is worked on."""

DEDUCTION = "045"
"""The families of codes some of which take deduction: in family 0 are codes that a game from elsewhere counts
from 001."""

BALANCE = "6"
"""The family of balance, whose questions are asked only on request."""


@frozen
class CheckedDocument(ParsedDocument):
    """A case after every check that needs no deduction, or after all.

    ``document`` is missing if there is nothing to type, or no edition to type it with. ``is_complete`` if it
    can be asked what follows. Until it is, ``diagnostics`` are all findings, those that a comment silences
    too. ``verdict`` is missing if there is none; ``verdict_text`` is the verdict in words, with its reasons,
    ``figures`` what was measured and ``costs`` what deduction took, if that was asked for.
    """

    document: Document | None = None
    is_complete: bool = False
    verdict: Mapping[str, Any] | None = None
    verdict_text: str = ""
    figures: MetricsReport | None = None
    costs: Mapping[str, Any] | None = None

    @property
    def file(self) -> str:
        """The name of its file."""
        return self.source.name

    @property
    def shown(self) -> Findings:
        """The findings while nobody has asked what follows."""
        findings = self.diagnostics
        if self.document is not None:
            findings = without_suppressed(findings, self.tree, DEDUCTION + BALANCE)
        return gravest(findings)


def without_suppressed(findings: Findings, tree: dialect.SyntaxTree, unasked: str = "") -> Findings:
    """The findings that no comment of a document silences.

    ``unasked`` are the families that were not looked for.
    """
    suppressions = syntax_suppressions.find_silences(tree)
    if not suppressions:
        return findings
    from casekit.kit.code_registry import meant_codes

    return syntax_suppressions.silenced(findings, suppressions, meant_codes(), unasked)


def check_without_deduction(case: TypedDocument) -> CheckedDocument:
    """Take a typed case as far as there is nothing to deduce."""
    parsed, reading = case.parsed, case.reading
    if reading is None:
        return CheckedDocument(parsed.game, parsed.tree, (*parsed.diagnostics, *_disguised(parsed, None)))
    game, document, span = parsed.game, reading.document, parsed.source.whole()
    problems, failed = caught(lambda: game.checks.check(document, case.other_titles), span)
    findings = (
        *parsed.diagnostics,
        *reading.diagnostics,
        *(problems or ()),
        *_disguised(parsed, document),
        *_unprintable(parsed),
        *failed,
    )
    is_complete = not parsed.diagnostics and reading.is_complete
    if is_complete:
        gaps, failed = caught(lambda: game.checks.missing_parts(document), span)
        findings, is_complete = (*findings, *failed), not (gaps or failed)
    return CheckedDocument(game, parsed.tree, findings, document, is_complete)


def _disguised(parsed: ParsedDocument, document: Document | None) -> Findings:
    """The findings on the letters of names."""
    if not is_strange(parsed.source.text):
        return ()
    from casekit.language.syntax.disguised_names import disguised_names

    def names() -> set[str]:
        known = {block.kind for block in parsed.game.dialect.outline}
        if document is not None:
            scope = document.scope
            known |= {*scope.names, *scope.sort_of_name, *scope.groups}
            for heading in parsed.game.authoring.headings(document.settings):
                known.update(heading.text.split())
        return known

    findings, failed = caught(lambda: tuple(disguised_names(parsed.tree, names)), parsed.source.whole())
    return (*(findings or ()), *failed)


def _unprintable(parsed: ParsedDocument) -> Findings:
    """The characters of a text that cannot be printed; few texts have any that need to be looked at."""
    if not UNUSUAL.search(parsed.source.text):
        return ()
    from casekit.pipeline.printed_letters import printed_letters

    printed, failed = caught(
        lambda: tuple(printed_letters(parsed.tree, parsed.game.dialect)), parsed.source.whole()
    )
    return (*(printed or ()), *failed)


def check_bytes(
    data: bytes, name: str, edition: LoadedEdition, *, tell: bool = False, balance: int | None = None
) -> CheckedDocument:
    """Take a case of an edition the whole way from its bytes to a verdict.

    The verdict is in words too if ``tell``; ``balance`` is the budget with which it is measured as well how
    hard it is.
    """
    return check_document(resolve_document(parse_bytes(data, name), edition), tell=tell, balance=balance)


def check_document(
    case: TypedDocument,
    *,
    tell: bool = False,
    balance: int | None = None,
    profile: bool = False,
    notes: bool = False,
) -> CheckedDocument:
    """Take a case the rest of the way to a verdict.

    The options are those of ``check_with_deduction``, and ``profile`` for its costs.
    """
    checked, analyzer = check_with_deduction(
        check_without_deduction(case), tell=tell, balance=balance, notes=notes
    )
    if not profile or analyzer is None:
        return checked
    from casekit.analysis.solver_findings import costs_as_json, costs_in_words

    costs, failed = caught(lambda: costs_as_json(analyzer.analysis), checked.source.whole())
    if costs is None:
        return replace(checked, diagnostics=gravest((*checked.diagnostics, *failed)))
    in_words = "\n".join(filter(None, (checked.verdict_text, costs_in_words(costs))))
    return replace(checked, verdict_text=in_words, costs=costs)


def check_with_deduction(
    typed_case: CheckedDocument, *, tell: bool = False, balance: int | None = None, notes: bool = False
) -> tuple[CheckedDocument, Analyzer | None]:
    """Take a case from where there is nothing left but to deduce; the options are those of ``check_bytes``.

    With ``notes`` sentences are listed that no line states, and facts that none says.

    Returns:
        The case, and what it was asked with, if its lines were understood.
    """
    checked, analyzer, document = typed_case, None, typed_case.document
    if document is None:
        return replace(checked, diagnostics=gravest(checked.diagnostics)), None
    span = typed_case.source.whole()
    if typed_case.is_complete:
        analyzer, failed = caught(lambda: typed_case.game.theory.analyze(document), span)
        if analyzer is None:
            checked = replace(typed_case, diagnostics=(*typed_case.diagnostics, *failed))
        else:
            checked = _with_verdict(typed_case, analyzer, tell=tell, balance=balance)

    def reported() -> Findings:
        unasked = BALANCE if checked.figures is None else ""
        findings = without_suppressed(checked.diagnostics, typed_case.tree, unasked)
        if not notes:
            findings = tuple([finding for finding in findings if finding.code not in _ONLY_WITH_NOTES])
        return gravest(_without_consequences(findings, typed_case.source.text))

    diagnostics, failed = caught(reported, span)
    if diagnostics is None:
        diagnostics = gravest((*checked.diagnostics, *failed))
    return replace(checked, diagnostics=diagnostics), analyzer


_ONLY_WITH_NOTES = frozenset((codes.UNSTATED_SENTENCE, codes.UNREAD_FACT))


def _without_consequences(findings: Findings, text: str) -> Findings:
    """Findings without those on names and hours of texts that have changed places.

    Such names and hours are right under the other heading.
    """
    moved: set[int] = set()
    for finding in findings:
        if finding.code is codes.MISPLACED_PARAGRAPH and finding.related:
            moved.add(finding.span.line)
            moved.update([other.span.line for other in finding.related])
    if not moved:
        return findings
    headings = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith("==")]
    return tuple([finding for finding in findings if not _is_consequence(finding, moved, headings)])


def _is_consequence(finding: Finding, moved: Collection[int], headings: Sequence[int]) -> bool:
    """Whether a finding is about a text below one of the headings that ``moved``, by lines."""
    line = finding.span.line
    if line in moved or finding.code.severity == "error":
        return False
    if finding.code.family != codes.MISPLACED_PARAGRAPH.family:
        return False
    return headings[bisect_right(headings, line) - 1] in moved


def _with_verdict(
    checked: CheckedDocument, analyzer: Analyzer, *, tell: bool, balance: int | None
) -> CheckedDocument:
    """A case with the findings and the facts that deduction adds."""
    from casekit.analysis.solver_findings import costly_findings

    span = checked.source.whole()
    answer, failed = caught(analyzer.check, span)
    problems, finished = answer or ((), False)
    costs = found_by((lambda: costly_findings(analyzer.analysis),), span)
    checked = replace(checked, diagnostics=(*checked.diagnostics, *problems, *failed, *costs))
    if not finished:
        return checked

    def content_and_words() -> tuple[Mapping[str, Any], str]:
        verdict = analyzer.verdict()
        return verdict.as_json(), verdict.in_words(0) if tell else ""

    def metrics() -> Answered[MetricsReport]:
        if balance is None or not analyzer.analysis.verdict.consistent:
            return None, ()
        return analyzer.measure(balance)

    try:
        verdict, failed = caught(content_and_words, span)
    except OutOfBudgetError as error:
        return replace(checked, diagnostics=(*checked.diagnostics, analyzer.too_hard(error)))
    if verdict is None:
        return replace(checked, diagnostics=(*checked.diagnostics, *failed))
    measures, failed = caught(lambda: within_budget(analyzer, metrics), span)
    figures, uneven = measures or (None, ())
    content, in_words = verdict
    findings = (*checked.diagnostics, *uneven, *failed)
    return replace(checked, diagnostics=findings, verdict=content, verdict_text=in_words, figures=figures)


def check_files(
    inputs: Sequence[InputFile], editions: EditionFinder, progress: OnFile, **options: Any
) -> tuple[Report, tuple[CheckedDocument, ...]]:
    """Check cases; an edition file stands for all cases of its booklets.

    The options are those of ``check_document``.
    """
    cases = (open_document(each, editions, edition) for each, edition in with_editions(inputs, editions))
    return check_documents(cases, progress, named_editions(inputs, editions), **options)


def check_documents(
    cases: Iterable[TypedDocument],
    progress: OnFile,
    loaded_editions: Iterable[LoadedEdition] = (),
    **options: Any,
) -> tuple[Report, tuple[CheckedDocument, ...]]:
    """Check cases that were read, or are when it is their turn.

    The findings on some editions are reported too.
    """
    checked, loaded_editions = [], [*loaded_editions]
    for case in cases:
        progress(case.source.name)
        loaded_editions.append(case.edition)
        checked.append(check_document(case, **options))
    return report_of(checked, loaded_editions), tuple(checked)


def report_of(checked: Sequence[CheckedDocument], loaded_editions: Sequence[LoadedEdition] = ()) -> Report:
    """Put the findings of cases and of their editions together."""
    sources = {case.file: case.source for case in checked}
    findings: list[Finding] = []
    for edition in loaded_editions:
        sources |= {text.name: text for text in edition.sources}
        findings += edition.diagnostics
    answers: list[Mapping[str, Any]] = []
    for case in checked:
        findings += case.diagnostics
        answer: dict[str, Any] = {"file": case.file, "verdict": case.verdict}
        if case.costs is not None:
            answer["costs"] = case.costs
        answers.append(answer)
    return Report(
        diagnostics=gravest(findings),
        sources=sources,
        files=tuple([case.file for case in checked]),
        cases=tuple(answers),
        verdicts=tuple([case.verdict_text for case in checked if case.verdict_text]),
    )


def merged_reports(reports: Sequence[Report]) -> Report:
    """Several reports as one."""
    findings: list[Finding] = []
    sources: dict[str, Source] = {}
    files: list[str] = []
    cases: list[Mapping[str, Any]] = []
    verdicts: list[str] = []
    for report in reports:
        findings += report.diagnostics
        sources |= report.sources
        files += report.files
        cases += report.cases
        verdicts += report.verdicts
    return Report(in_order(findings), sources, tuple(files), tuple(cases), tuple(verdicts))


def with_drafts(report: Report, checked: Sequence[CheckedDocument], width: int) -> Report:
    """The report with the state of each draft. Findings that it explains are counted, not shown.

    ``width`` is in columns.
    """
    explained: list[Finding] = []
    verdicts: list[str] = []
    for case in checked:
        draft, failed = caught(partial(_as_draft, report, case, width), case.source.whole())
        report = with_findings(report, failed)
        if draft is not None:
            explained_here, state = draft
            explained += explained_here
            verdicts.append(state)
        verdicts.append(case.verdict_text)
    if not explained:
        return report
    hidden = {*explained}
    left = tuple([finding for finding in report.diagnostics if finding not in hidden])
    return replace(
        report,
        diagnostics=left,
        elsewhere=(*report.elsewhere, *explained),
        verdicts=tuple(filter(None, verdicts)),
    )


def is_fresh_draft(case: CheckedDocument) -> bool:
    """Whether a case is a draft that is hardly begun, of which it is shown how far it is."""
    draft = case.game.authoring.progress(case.document) if case.document is not None else None
    return draft is not None and draft.fresh


def _as_draft(report: Report, case: CheckedDocument, width: int) -> tuple[list[Finding], str]:
    """The findings that the state of a draft explains, and that state in words.

    There are none unless it is a fresh draft.
    """
    draft = case.game.authoring.progress(case.document) if case.document is not None else None
    if draft is None or not draft.fresh:
        return [], ""
    here = [finding for finding in report.diagnostics if finding.span.file == case.file]
    explained = [finding for finding in here if finding.code in draft.explained]
    return explained, draft.in_words(case.file, len(explained), width)
