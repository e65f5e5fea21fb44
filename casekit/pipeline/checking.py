"""From the bytes of a case to its verdict: first all that needs no deduction, then what follows."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from casekit.analysis.analyzer import Analyzer, Answered, Findings, MetricsReport
from casekit.diagnostics import Diagnostic, Report, caught, codes, found_by, gravest, in_order, with_findings
from casekit.diagnostics.invisible_characters import UNUSUAL
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.interface import Document
from casekit.language.suggestions import is_strange
from casekit.language.syntax import dialect, suppressions as silences
from casekit.logic.theory import OutOfBudgetError
from casekit.pipeline.loading import (
    InputFile,
    ParsedDocument,
    TypedDocument,
    open_document,
    parse_bytes,
    shelves_named,
    typed,
    with_editions,
    within_budget,
)
from casekit.values import frozen

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

    ``document`` is missing if there is nothing to type, or no edition to type it with. ``understood`` if it
    can be asked what follows. Until it is, ``diagnostics`` are all findings, those that a comment silences
    too. ``verdict`` is missing if there is none; ``told`` is the verdict in words, with its reasons,
    ``figures`` what was measured and ``costs`` what deduction took, if that was asked for.
    """

    document: Document | None = None
    understood: bool = False
    verdict: Mapping[str, Any] | None = None
    told: str = ""
    figures: MetricsReport | None = None
    costs: Mapping[str, Any] | None = None

    @property
    def file(self) -> str:
        """The name of its file."""
        return self.source.name

    @property
    def shown(self) -> Findings:
        """The findings while nobody has asked what follows."""
        found = self.diagnostics
        if self.document is not None:
            found = without_silenced(found, self.tree, DEDUCTION + BALANCE)
        return gravest(found)


def without_silenced(found: Findings, tree: dialect.SyntaxTree, unasked: str = "") -> Findings:
    """The findings that no comment of a document silences.

    ``unasked`` are the families that were not looked for.
    """
    asked = silences.find_silences(tree)
    if not asked:
        return found
    from casekit.kit.code_registry import known_codes

    return silences.silenced(found, asked, known_codes(), unasked)


def look_over(case: TypedDocument) -> CheckedDocument:
    """Take a typed case as far as there is nothing to deduce."""
    parsed, reading = case.parsed, case.reading
    if reading is None:
        return CheckedDocument(parsed.game, parsed.tree, (*parsed.diagnostics, *_disguised(parsed, None)))
    game, document, span = parsed.game, reading.document, parsed.source.whole()
    problems, failed = caught(lambda: game.checks.check(document, case.other_titles), span)
    found = (
        *parsed.diagnostics,
        *reading.diagnostics,
        *(problems or ()),
        *_disguised(parsed, document),
        *_unprintable(parsed),
        *failed,
    )
    understood = not parsed.diagnostics and reading.understood
    if understood:
        gaps, failed = caught(lambda: game.checks.missing_parts(document), span)
        found, understood = (*found, *failed), not (gaps or failed)
    return CheckedDocument(game, parsed.tree, found, document, understood)


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
            known |= {
                word
                for each in parsed.game.authoring.headings(document.settings)
                for word in each.text.split()
            }
        return known

    found, failed = caught(lambda: tuple(disguised_names(parsed.tree, names)), parsed.source.whole())
    return (*(found or ()), *failed)


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
    data: bytes, name: str, shelf: LoadedEdition, *, tell: bool = False, balance: int | None = None
) -> CheckedDocument:
    """Take a case of an edition the whole way from its bytes to a verdict.

    The verdict is in words too if ``tell``; ``balance`` is the budget with which it is measured as well how
    hard it is.
    """
    return check(typed(parse_bytes(data, name), shelf), tell=tell, balance=balance)


def check(
    case: TypedDocument,
    *,
    tell: bool = False,
    balance: int | None = None,
    profile: bool = False,
    notes: bool = False,
) -> CheckedDocument:
    """Take a case the rest of the way to a verdict.

    The options are those of ``reason_about``, and ``profile`` for its costs.
    """
    checked, asked = reason_about(look_over(case), tell=tell, balance=balance, notes=notes)
    if not profile or asked is None:
        return checked
    from casekit.analysis.solver_findings import costs_as_json, costs_in_words

    costs, failed = caught(lambda: costs_as_json(asked.inquiry), checked.source.whole())
    if costs is None:
        return replace(checked, diagnostics=gravest((*checked.diagnostics, *failed)))
    return replace(checked, told="\n".join(filter(None, (checked.told, costs_in_words(costs)))), costs=costs)


def reason_about(
    looked: CheckedDocument, *, tell: bool = False, balance: int | None = None, notes: bool = False
) -> tuple[CheckedDocument, Analyzer | None]:
    """Take a case from where there is nothing left but to deduce; the options are those of ``check_bytes``.

    With ``notes`` sentences are listed that no line states, and facts that none says.

    Returns:
        The case, and what it was asked with, if its lines were understood.
    """
    checked, asked, document = looked, None, looked.document
    if document is None:
        return replace(looked, diagnostics=gravest(looked.diagnostics)), None
    span = looked.source.whole()
    if looked.understood:
        asked, failed = caught(lambda: looked.game.theory.analyze(document), span)
        checked = (
            replace(looked, diagnostics=(*looked.diagnostics, *failed))
            if asked is None
            else _reasoned(looked, asked, tell=tell, balance=balance)
        )

    def told() -> Findings:
        found = without_silenced(checked.diagnostics, looked.tree, BALANCE if checked.figures is None else "")
        found = tuple(
            each for each in found if notes or each.code not in {codes.UNSTATED_SENTENCE, codes.UNREAD_FACT}
        )
        return gravest(_without_consequences(found, looked.source.text))

    shown, failed = caught(told, span)
    diagnostics = gravest((*checked.diagnostics, *failed)) if shown is None else shown
    return replace(checked, diagnostics=diagnostics), asked


def _without_consequences(found: Findings, text: str) -> Findings:
    """Findings without those on names and hours of texts that have changed places.

    Such names and hours are right under the other heading.
    """
    headings = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith("==")]
    moved = {
        span.line
        for each in found
        if each.code is codes.MISPLACED_PARAGRAPH and each.related
        for span in (each.span, *(other.span for other in each.related))
    }
    return tuple(
        each
        for each in found
        if not moved
        or each.span.line in moved
        or each.code.severity == "error"
        or each.code.family != codes.MISPLACED_PARAGRAPH.family
        or headings[bisect_right(headings, each.span.line) - 1] not in moved
    )


def _reasoned(
    checked: CheckedDocument, asked: Analyzer, *, tell: bool, balance: int | None
) -> CheckedDocument:
    """A case with the findings and the facts that deduction adds."""
    from casekit.analysis.solver_findings import costly

    span = checked.source.whole()
    answer, failed = caught(asked.check, span)
    problems, finished = answer or ((), False)
    costs = found_by((lambda: costly(asked.inquiry),), span)
    checked = replace(checked, diagnostics=(*checked.diagnostics, *problems, *failed, *costs))
    if not finished:
        return checked

    def spoken() -> tuple[Mapping[str, Any], str]:
        verdict = asked.verdict()
        return verdict.as_json(), verdict.in_words(0) if tell else ""

    def measured() -> Answered[MetricsReport]:
        if balance is None or not asked.inquiry.verdict.consistent:
            return None, ()
        return asked.measure(balance)

    try:
        verdict, failed = caught(spoken, span)
    except OutOfBudgetError as error:
        return replace(checked, diagnostics=(*checked.diagnostics, asked.too_hard(error)))
    if verdict is None:
        return replace(checked, diagnostics=(*checked.diagnostics, *failed))
    measures, failed = caught(lambda: within_budget(asked, measured), span)
    figures, uneven = measures or (None, ())
    content, told = verdict
    found = (*checked.diagnostics, *uneven, *failed)
    return replace(checked, diagnostics=found, verdict=content, told=told, figures=figures)


def check_files(
    inputs: Sequence[InputFile], editions: EditionFinder, progress: OnFile, **options: Any
) -> tuple[Report, tuple[CheckedDocument, ...]]:
    """Check cases; an edition file stands for all cases of its booklets.

    The options are those of ``check``.
    """
    cases = (open_document(each, editions, shelf) for each, shelf in with_editions(inputs, editions))
    return check_read(cases, progress, shelves_named(inputs, editions), **options)


def check_read(
    cases: Iterable[TypedDocument], progress: OnFile, shelves: Iterable[LoadedEdition] = (), **options: Any
) -> tuple[Report, tuple[CheckedDocument, ...]]:
    """Check cases that were read, or are when it is their turn.

    The findings on some editions are reported too.
    """
    checked, shelves = [], [*shelves]
    for case in cases:
        progress(case.source.name)
        shelves.append(case.shelf)
        checked.append(check(case, **options))
    return report_of(checked, shelves), tuple(checked)


def report_of(checked: Sequence[CheckedDocument], shelves: Sequence[LoadedEdition] = ()) -> Report:
    """Put the findings of cases and of their editions together."""
    sources = {each.file: each.source for each in checked}
    sources |= {text.name: text for shelf in shelves for text in shelf.sources}
    found = [problem for shelf in shelves for problem in shelf.diagnostics]
    found += [problem for each in checked for problem in each.diagnostics]
    return Report(
        diagnostics=gravest(found),
        sources=sources,
        files=tuple(each.file for each in checked),
        cases=tuple(
            {"file": each.file, "verdict": each.verdict}
            | ({} if each.costs is None else {"costs": each.costs})
            for each in checked
        ),
        verdicts=tuple(each.told for each in checked if each.told),
    )


def merged_reports(reports: Sequence[Report]) -> Report:
    """Several reports as one."""
    return Report(
        diagnostics=in_order(found for report in reports for found in report.diagnostics),
        sources={name: source for report in reports for name, source in report.sources.items()},
        files=tuple(file for report in reports for file in report.files),
        cases=tuple(case for report in reports for case in report.cases),
        verdicts=tuple(verdict for report in reports for verdict in report.verdicts),
    )


def with_drafts(report: Report, checked: Sequence[CheckedDocument], width: int) -> Report:
    """The report with the state of each draft. Findings that it explains are counted, not shown.

    ``width`` is in columns.
    """
    hidden: list[Diagnostic] = []
    told: list[str] = []
    for each in checked:
        drafted, failed = caught(partial(_as_draft, report, each, width), each.source.whole())
        report = with_findings(report, failed)
        if drafted is not None:
            explained, words = drafted
            hidden += explained
            told += [words] if words else []
        told += [each.told] if each.told else []
    if not hidden:
        return report
    left = tuple(found for found in report.diagnostics if found not in set(hidden))
    return replace(report, diagnostics=left, elsewhere=(*report.elsewhere, *hidden), verdicts=tuple(told))


def _as_draft(report: Report, each: CheckedDocument, width: int) -> tuple[list[Diagnostic], str]:
    """The findings that the state of a draft explains, and that state in words.

    There are none unless it is a fresh draft.
    """
    draft = each.game.authoring.progress(each.document) if each.document is not None else None
    if draft is None or not draft.fresh:
        return [], ""
    explained = [
        found
        for found in report.diagnostics
        if found.span.file == each.file and found.code in draft.explained
    ]
    return explained, draft.in_words(each.file, len(explained), width)
