"""From the bytes of a case to its verdict: first all that needs no deduction, then what follows."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

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
    ReadingInput,
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

DEDUCTION_FAMILIES = frozenset("045")
"""The first digits of the codes some of which take deduction. Family 0 is among them because a game from
elsewhere counts its codes from 001."""

BALANCE_FAMILIES = frozenset("6")
"""The first digits of the codes on balance, whose questions are asked only on request."""

_CODES_WITH_NOTES = frozenset((codes.UNSTATED_SENTENCE, codes.UNREAD_FACT))
"""The codes of findings that are listed only on request."""


@frozen
class CheckOptions:
    """Results of a check that are wanted beside its findings and its verdict."""

    verdict_in_words: bool = False
    """Whether the verdict is given in words too."""

    balance: int | None = None
    """The budget, in worlds, with which it is measured how hard a case is; ``None`` to measure nothing."""

    profile: bool = False
    """Whether it is listed what deduction took."""

    notes: bool = False
    """Whether sentences are listed that no line states, and facts that no sentence says."""

    readings_required: bool = False
    """Whether it is an error if a paragraph has not been read as it is."""


FINDINGS_AND_VERDICT = CheckOptions()
"""The options of a check that gives only its findings and its verdict."""


@frozen
class CheckedDocument(ParsedDocument):
    """A case after every check that needs no deduction, or after all.

    Until deduction, its ``diagnostics`` are all findings, those that a comment silences too.
    """

    document: Document | None = None
    """The typed document; ``None`` if there is nothing to type, or no edition to type it with."""

    is_complete: bool = False
    """Whether it can be asked what follows."""

    reading_input: ReadingInput | None = None
    """The file of its reading, if there is one."""

    verdict: Mapping[str, Any] | None = None
    """The verdict as JSON; ``None`` if there is none."""

    verdict_text: str = ""
    """The verdict in words, with its reasons, if that was wanted; with the costs of deduction after it."""

    figures: MetricsReport | None = None
    """How hard the case is, if that was measured."""

    costs: Mapping[str, Any] | None = None
    """What deduction took, as JSON, if that was wanted."""

    @property
    def file(self) -> str:
        """The name of its file."""
        return self.source.name

    @property
    def shown(self) -> Findings:
        """The findings while nobody has asked what follows."""
        findings = self.diagnostics
        if self.document is not None:
            findings = without_suppressed(findings, self.tree, DEDUCTION_FAMILIES | BALANCE_FAMILIES)
        return gravest(findings)


class CheckedFiles(NamedTuple):
    """Cases that were checked together."""

    report: Report
    """The findings on all of them and on their editions."""

    documents: tuple[CheckedDocument, ...]
    """The cases, in order; none if the answer was remembered."""


def without_suppressed(
    findings: Findings, tree: dialect.SyntaxTree, unasked_families: Collection[str] = ()
) -> Findings:
    """The findings that no comment of a document silences.

    ``unasked_families`` are the first digits of the codes that were not looked for: a comment that silences
    one of these is not called useless.
    """
    suppressions = syntax_suppressions.find_silences(tree)
    if not suppressions:
        return findings
    from casekit.kit.code_registry import meant_codes

    return syntax_suppressions.silenced(findings, suppressions, meant_codes(), unasked_families)


def check_without_deduction(case: TypedDocument) -> CheckedDocument:
    """Take a typed case as far as there is nothing to deduce."""
    parsed, resolved = case.parsed, case.resolved
    if resolved is None:
        findings = (*parsed.diagnostics, *_disguised(parsed, None))
        return CheckedDocument(parsed.game, parsed.tree, findings, reading_input=case.reading_input)
    game, document, span = parsed.game, resolved.document, parsed.source.whole()
    problems, failed = caught(lambda: game.checks.check(document, case.other_titles), span)
    findings = (
        *parsed.diagnostics,
        *resolved.diagnostics,
        *(problems or ()),
        *_disguised(parsed, document),
        *_unprintable(parsed),
        *failed,
    )
    is_complete = not parsed.diagnostics and resolved.is_complete
    if is_complete:
        gaps, failed = caught(lambda: game.checks.missing_parts(document), span)
        findings, is_complete = (*findings, *failed), not (gaps or failed)
    return CheckedDocument(game, parsed.tree, findings, document, is_complete, case.reading_input)


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
    data: bytes, name: str, edition: LoadedEdition, options: CheckOptions = FINDINGS_AND_VERDICT
) -> CheckedDocument:
    """Take a case of an edition the whole way from its bytes to a verdict."""
    return check_document(resolve_document(parse_bytes(data, name), edition), options)


def check_document(case: TypedDocument, options: CheckOptions = FINDINGS_AND_VERDICT) -> CheckedDocument:
    """Take a typed case the rest of the way to a verdict."""
    checked, analyzer = check_with_deduction(check_without_deduction(case), options)
    if not options.profile or analyzer is None:
        return checked
    from casekit.analysis.solver_findings import costs_as_json, costs_in_words

    costs, failed = caught(lambda: costs_as_json(analyzer.analysis), checked.source.whole())
    if costs is None:
        return replace(checked, diagnostics=gravest((*checked.diagnostics, *failed)))
    text = "\n".join(filter(None, (checked.verdict_text, costs_in_words(costs))))
    return replace(checked, verdict_text=text, costs=costs)


def check_with_deduction(
    typed_case: CheckedDocument, options: CheckOptions = FINDINGS_AND_VERDICT
) -> tuple[CheckedDocument, Analyzer | None]:
    """Take a case from where there is nothing left but to deduce; costs (``options.profile``) are not listed.

    Returns:
        The case, and the analyzer that was asked about it, if its lines were understood.
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
            checked = _with_verdict(typed_case, analyzer, options)
    if options.readings_required:
        checked = _with_missing_readings(checked, document)

    def reported_findings() -> Findings:
        unasked_families = BALANCE_FAMILIES if checked.figures is None else frozenset[str]()
        findings = without_suppressed(checked.diagnostics, typed_case.tree, unasked_families)
        if not options.notes:
            findings = tuple([finding for finding in findings if finding.code not in _CODES_WITH_NOTES])
        return gravest(_without_consequences(findings, typed_case.source.text))

    diagnostics, failed = caught(reported_findings, span)
    if diagnostics is None:
        diagnostics = gravest((*checked.diagnostics, *failed))
    return replace(checked, diagnostics=diagnostics), analyzer


def _without_consequences(findings: Findings, text: str) -> Findings:
    """Findings without those on names and hours of texts that have changed places.

    Such names and hours are right under the other heading.
    """
    misplaced_headings: set[int] = set()
    for finding in findings:
        if finding.code is codes.MISPLACED_PARAGRAPH and finding.related:
            misplaced_headings.add(finding.span.line)
            misplaced_headings.update([other.span.line for other in finding.related])
    if not misplaced_headings:
        return findings
    headings = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith("==")]
    return tuple([finding for finding in findings if not _is_below(finding, misplaced_headings, headings)])


def _is_below(finding: Finding, misplaced_headings: Collection[int], headings: Sequence[int]) -> bool:
    """Whether a finding, no error, is about a text below a misplaced heading. Headings are line numbers."""
    line = finding.span.line
    if line in misplaced_headings or finding.code.severity == "error":
        return False
    if finding.code.family != codes.MISPLACED_PARAGRAPH.family:
        return False
    return headings[bisect_right(headings, line) - 1] in misplaced_headings


def _with_verdict(checked: CheckedDocument, analyzer: Analyzer, options: CheckOptions) -> CheckedDocument:
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
        return verdict.as_json(), verdict.in_words(0) if options.verdict_in_words else ""

    def metrics() -> Answered[MetricsReport]:
        if options.balance is None or not analyzer.analysis.verdict.consistent:
            return None, ()
        return analyzer.measure(options.balance)

    try:
        verdict, failed = caught(content_and_words, span)
    except OutOfBudgetError as error:
        return replace(checked, diagnostics=(*checked.diagnostics, analyzer.too_hard(error)))
    if verdict is None:
        return replace(checked, diagnostics=(*checked.diagnostics, *failed))
    measures, failed = caught(lambda: within_budget(analyzer, metrics), span)
    figures, balance_findings = measures or (None, ())
    content, text = verdict
    findings = (*checked.diagnostics, *balance_findings, *failed)
    checked = replace(checked, diagnostics=findings, verdict=content, verdict_text=text, figures=figures)
    return _with_reading(checked, analyzer, options)


def _with_missing_readings(checked: CheckedDocument, document: Document) -> CheckedDocument:
    """A case with a finding if a paragraph has not been read as it is."""
    from casekit.pipeline.readings import missing_readings

    missing, failed = caught(
        lambda: missing_readings(checked.reading_input, checked.game, document), checked.source.whole()
    )
    return replace(checked, diagnostics=(*checked.diagnostics, *(missing or ()), *failed))


def _with_reading(checked: CheckedDocument, analyzer: Analyzer, options: CheckOptions) -> CheckedDocument:
    """A case with what its readers took, if there is a reading of it."""
    given, document = checked.reading_input, checked.document
    if given is None or document is None:
        return checked
    from casekit.pipeline.readings import read_case

    try:
        read, failed = caught(
            lambda: read_case(given, checked.game, document, analyzer), checked.source.whole()
        )
    except OutOfBudgetError as error:
        return replace(checked, diagnostics=(*checked.diagnostics, analyzer.too_hard(error)))
    if read is None:
        return replace(checked, diagnostics=(*checked.diagnostics, *failed))
    verdict = checked.verdict
    if verdict is not None and read.as_read is not None:
        verdict = {**verdict, "as_read": read.as_read}
    rows = [checked.verdict_text, read.in_words if options.verdict_in_words else ""]
    return replace(
        checked,
        diagnostics=(*checked.diagnostics, *read.findings),
        verdict=verdict,
        verdict_text="\n".join(filter(None, rows)),
    )


def check_files(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    progress: OnFile,
    options: CheckOptions = FINDINGS_AND_VERDICT,
) -> CheckedFiles:
    """Check cases; an edition file stands for all cases of its booklets."""
    cases = (open_document(file, editions, edition) for file, edition in with_editions(inputs, editions))
    return check_documents(cases, progress, named_editions(inputs, editions), options)


def check_documents(
    cases: Iterable[TypedDocument],
    progress: OnFile,
    further_editions: Iterable[LoadedEdition] = (),
    options: CheckOptions = FINDINGS_AND_VERDICT,
) -> CheckedFiles:
    """Check cases that were read, or that the iterable reads when it is their turn.

    The report has the findings on their editions, and on the ``further_editions``.
    """
    documents: list[CheckedDocument] = []
    loaded_editions = [*further_editions]
    for case in cases:
        progress(case.source.name)
        loaded_editions.append(case.edition)
        documents.append(check_document(case, options))
    return CheckedFiles(report_of(documents, loaded_editions), tuple(documents))


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
        draft, failed = caught(partial(_draft_state, report, case, width), case.source.whole())
        report = with_findings(report, failed)
        if draft is not None:
            explained += draft.explained
            verdicts.append(draft.text)
        verdicts.append(case.verdict_text)
    if not explained:
        return report
    hidden = {*explained}
    remaining = tuple([finding for finding in report.diagnostics if finding not in hidden])
    return replace(
        report,
        diagnostics=remaining,
        elsewhere=(*report.elsewhere, *explained),
        verdicts=tuple(filter(None, verdicts)),
    )


class _DraftState(NamedTuple):
    """How far a draft that is hardly begun is."""

    explained: list[Finding]
    """The findings that this explains: they are on what is still missing."""

    text: str
    """How far it is, in words."""


def is_fresh_draft(case: CheckedDocument) -> bool:
    """Whether a case is a draft that is hardly begun, of which it is shown how far it is."""
    return case.document is not None and case.game.authoring.progress(case.document).fresh


def _draft_state(report: Report, case: CheckedDocument, width: int) -> _DraftState | None:
    """How far a draft is; ``None`` for any other case."""
    if case.document is None:
        return None
    progress = case.game.authoring.progress(case.document)
    if not progress.fresh:
        return None
    in_case = [finding for finding in report.diagnostics if finding.span.file == case.file]
    explained = [finding for finding in in_case if finding.code in progress.explained]
    return _DraftState(explained, progress.in_words(case.file, len(explained), width))
