"""From the bytes of a case to its verdict: first all that needs no deduction, then what follows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from casekit.asking.interrogation import Figures, Findings, Interrogation
from casekit.diagnostics import Diagnostic, Source, gravest, has_errors, in_order
from casekit.diagnostics.forms import Report
from casekit.diagnostics.silence import silenced
from casekit.games import DEFAULT, game_called
from casekit.games.editions import Editions, Shelf
from casekit.games.game import AnyGame, Document, Reading
from casekit.language.document.silences import find_silences
from casekit.language.document.tree import SyntaxTree
from casekit.pipeline.given_documents import Input, Parsed, at_home, parse_bytes, read_parsed, with_editions

DEDUCTION = "045"
"""The families of codes some of which take deduction: in family 0 are codes that a game from elsewhere counts from 001."""

BALANCE = "6"
"""The family of balance, whose questions are asked only on request."""


@dataclass(frozen=True)
class TypedCase:
    """A case as its game reads it; there is no ``reading`` if there is nothing to type, or no edition to type it with."""

    parsed: Parsed
    reading: Reading[Document] | None

    @property
    def flawless(self) -> Document | None:
        """The document, if nothing was found so far that is wrong with it."""
        if self.reading is None or has_errors((*self.parsed.diagnostics, *self.reading.diagnostics)):
            return None
        return self.reading.document


@dataclass(frozen=True)
class LookedOver:
    """A case after every check that needs no deduction.

    ``document`` is missing if there is nothing to type, or no edition to type it with. ``findings`` are all, those that a
    comment silences too. ``understood`` if it can be asked what follows.
    """

    game: AnyGame
    tree: SyntaxTree
    document: Document | None
    findings: Findings
    understood: bool = False

    @property
    def source(self) -> Source:
        """Its text."""
        return self.tree.source

    @property
    def shown(self) -> Findings:
        """The findings while nobody has asked what follows."""
        found = self.findings
        if self.document is not None:
            found = without_silenced(found, self.tree, DEDUCTION + BALANCE)
        return gravest(found)


def without_silenced(found: Findings, tree: SyntaxTree, unasked: str = "") -> Findings:
    """The findings that no comment of a document silences; ``unasked`` are the families that were not looked for."""
    silences = find_silences(tree)
    if not silences:
        return found
    from casekit.games.all_codes import known_codes

    return silenced(found, silences, known_codes(), unasked)


def look_over(parsed: Parsed, shelf: Shelf, other_titles: tuple[str, ...] = ()) -> LookedOver:
    """Take a parsed case as far as there is nothing to deduce."""
    return look_over_typed(type_case(parsed, shelf), other_titles)


def type_case(parsed: Parsed, shelf: Shelf) -> TypedCase:
    """Give a parsed case its meaning."""
    parsed = at_home(parsed, shelf)
    return TypedCase(parsed, read_parsed(parsed, shelf))


def look_over_typed(typed: TypedCase, other_titles: tuple[str, ...] = ()) -> LookedOver:
    """Take a typed case as far as there is nothing to deduce."""
    parsed, reading = typed.parsed, typed.reading
    if reading is None:
        return LookedOver(parsed.game, parsed.tree, None, parsed.diagnostics)
    document = reading.document
    found = (*parsed.diagnostics, *reading.diagnostics, *parsed.game.check(document, other_titles))
    understood = not parsed.diagnostics and reading.understood and not parsed.game.gaps(document)
    return LookedOver(parsed.game, parsed.tree, document, found, understood)


Progress = Callable[[str], None]
"""Receives the name of each file before it is worked on."""


@dataclass(frozen=True)
class Checked:
    """A case after all checks.

    ``document`` is missing if its edition could not be read, ``verdict`` if it has none. ``told`` is the verdict in
    words, with its reasons, and ``figures`` what was measured, if that was asked for.
    """

    file: str
    source: Source
    diagnostics: Findings
    game: AnyGame
    document: Document | None = None
    verdict: Mapping[str, Any] | None = None
    told: str = ""
    figures: Figures | None = None


def check_bytes(
    data: bytes,
    name: str,
    shelf: Shelf,
    *,
    other_titles: tuple[str, ...] = (),
    tell: bool = False,
    balance: int | None = None,
) -> Checked:
    """Take a case the whole way from its bytes to a verdict.

    The verdict is in words too if ``tell``; ``balance`` is the budget with which it is measured as well how hard it is.
    """
    return check_parsed(parse_bytes(data, name), shelf, other_titles, tell=tell, balance=balance)


def check_parsed(
    parsed: Parsed,
    shelf: Shelf,
    other_titles: tuple[str, ...] = (),
    *,
    tell: bool = False,
    balance: int | None = None,
) -> Checked:
    """Take a case the rest of the way to a verdict; the options are those of ``check_bytes``."""
    return check_and_keep(parsed, shelf, other_titles, tell=tell, balance=balance)[0]


def check_and_keep(
    parsed: Parsed,
    shelf: Shelf,
    other_titles: tuple[str, ...] = (),
    *,
    tell: bool = False,
    balance: int | None = None,
) -> tuple[Checked, Interrogation | None]:
    """The same, with the case as it was asked, if its lines were understood."""
    return reason_about(look_over(parsed, shelf, other_titles), tell=tell, balance=balance)


def reason_about(
    looked: LookedOver, *, tell: bool = False, balance: int | None = None
) -> tuple[Checked, Interrogation | None]:
    """Take a case from where there is nothing left but to deduce; the options are those of ``check_bytes``."""
    source, document = looked.source, looked.document
    if document is None:
        return Checked(source.name, source, gravest(looked.findings), looked.game), None
    found, reasoned, asked = looked.findings, _Reasoned(), None
    if looked.understood:
        asked = looked.game.interrogation(document)
        reasoned = _reason(asked, tell=tell, balance=balance)
        found = (*found, *reasoned.problems)
    found = without_silenced(found, looked.tree, BALANCE if reasoned.figures is None else "")
    checked = Checked(
        source.name,
        source,
        gravest(found),
        looked.game,
        document,
        reasoned.verdict,
        reasoned.told,
        reasoned.figures,
    )
    return checked, asked


@dataclass(frozen=True)
class _Reasoned:
    """The findings of deduction on a case."""

    problems: Findings = ()
    verdict: Mapping[str, Any] | None = None
    told: str = ""
    figures: Figures | None = None


def _reason(interrogation: Interrogation, *, tell: bool, balance: int | None) -> _Reasoned:
    from casekit.model.theory import OutOfBudgetError

    problems, finished = interrogation.check()
    if not finished:
        return _Reasoned(problems)
    try:
        verdict = interrogation.verdict()
        content = verdict.as_json()
        told = verdict.in_words(0) if tell else ""
    except OutOfBudgetError as error:
        return _Reasoned((*problems, interrogation.too_hard(error)))
    try:
        figures, uneven = _weigh(interrogation, balance)
    except OutOfBudgetError as error:
        figures, uneven = None, (interrogation.too_hard(error),)
    return _Reasoned((*problems, *uneven), content, told, figures)


def _weigh(interrogation: Interrogation, budget: int | None) -> tuple[Figures | None, Findings]:
    """Measure a case that does not contradict itself, if there is a budget for it."""
    return (None, ()) if budget is None or not interrogation.consistent else interrogation.measure(budget)


@dataclass(frozen=True)
class _ReadCase:
    """A case that was given: as it is read, with its edition; or what keeps it from being read."""

    file: Input
    typed: TypedCase | None = None
    shelf: Shelf | None = None
    problems: Findings = ()


def check_files(
    inputs: Sequence[Input],
    editions: Editions,
    progress: Progress,
    *,
    tell: bool = False,
    balance: int | None = None,
) -> tuple[Report, tuple[Checked, ...]]:
    """Check cases; an edition file stands for all cases of its booklets."""
    checked: list[Checked] = []
    shelves: list[Shelf] = []
    for each, shelf in with_editions(inputs, editions):
        if each is None:
            shelves += [shelf] if shelf else []
            continue
        progress(each.name)
        case = _read(each, editions, shelf)
        shelves += [case.shelf] if case.shelf else []
        checked.append(_check(case, tell=tell, balance=balance))
    return report_of(checked, shelves), tuple(checked)


def check_booklet(
    inputs: Sequence[Input],
    editions: Editions,
    progress: Progress,
    begin: Callable[[Sequence[Document]], None],
) -> tuple[Report, tuple[Checked, ...]]:
    """Check the cases of a booklet, all of which are read before the first is checked.

    ``begin`` is called in between with their documents, if reading them found no error.
    """
    cases = [_read(each, editions) for each in inputs]
    documents = [case.typed.flawless for case in cases if case.typed]
    flawless = [document for document in documents if document is not None]
    if len(flawless) == len(cases):
        begin(flawless)
    checked = []
    for case in cases:
        progress(case.file.name)
        checked.append(_check(case))
    return report_of(checked, [case.shelf for case in cases if case.shelf]), tuple(checked)


def _read(file: Input, editions: Editions, shelf: Shelf | None = None) -> _ReadCase:
    """Read a case; if nobody says which its edition is, that depends on its game."""
    data, problems = file.read()
    if data is None:
        return _ReadCase(file, problems=problems)
    parsed = parse_bytes(data, file.name)
    shelf = shelf or editions.of(file.path.parent, parsed.game.name)
    return _ReadCase(file, type_case(parsed, shelf), shelf)


def _check(case: _ReadCase, *, tell: bool = False, balance: int | None = None) -> Checked:
    if case.typed is None or case.shelf is None:
        return Checked(case.file.name, Source(case.file.name, ""), case.problems, game_called(DEFAULT))
    looked = look_over_typed(case.typed, case.shelf.other_titles(case.file.path))
    return reason_about(looked, tell=tell, balance=balance)[0]


def report_of(checked: Iterable[Checked], shelves: Iterable[Shelf] = ()) -> Report:
    """Put the findings of cases and of their editions together."""
    checked = tuple(checked)
    shelves = tuple(shelves)
    sources = {each.file: each.source for each in checked}
    sources |= {text.name: text for shelf in shelves for text in shelf.sources}
    found = [problem for shelf in shelves for problem in shelf.diagnostics]
    found += [problem for each in checked for problem in each.diagnostics]
    return Report(
        diagnostics=gravest(found),
        sources=sources,
        files=tuple(each.file for each in checked),
        cases=tuple({"file": each.file, "verdict": each.verdict} for each in checked),
        verdicts=tuple(each.told for each in checked if each.told),
    )


def merged_reports(reports: Iterable[Report]) -> Report:
    """Several reports as one."""
    reports = tuple(reports)
    return Report(
        diagnostics=in_order(found for report in reports for found in report.diagnostics),
        sources={name: source for report in reports for name, source in report.sources.items()},
        files=tuple(file for report in reports for file in report.files),
        cases=tuple(case for report in reports for case in report.cases),
        verdicts=tuple(verdict for report in reports for verdict in report.verdicts),
    )


def with_findings(report: Report, found: Iterable[Diagnostic]) -> Report:
    """A report with further findings."""
    return replace(report, diagnostics=in_order((*report.diagnostics, *found)))


def with_drafts(report: Report, checked: Sequence[Checked], width: int) -> Report:
    """The report with the state of each draft. Findings that it explains are counted, not shown; ``width`` is in columns."""
    hidden: list[Diagnostic] = []
    told: list[str] = []
    for each in checked:
        draft = each.game.draft(each.document) if each.document is not None else None
        if draft is not None and draft.fresh:
            explained = [
                found
                for found in report.diagnostics
                if found.span.file == each.file and found.code in draft.explained
            ]
            hidden += explained
            told.append(draft.in_words(each.file, len(explained), width))
        told += [each.told] if each.told else []
    if not hidden:
        return report
    left = tuple(found for found in report.diagnostics if found not in set(hidden))
    return replace(report, diagnostics=left, elsewhere=(*report.elsewhere, *hidden), verdicts=tuple(told))
