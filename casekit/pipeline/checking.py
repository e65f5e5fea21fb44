"""From the bytes of a case to its verdict, or to where it can be asked questions."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from casekit.diagnostics import Diagnostic, Source, in_order
from casekit.diagnostics.forms import Report
from casekit.diagnostics.silence import silenced
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import Booklet
from casekit.games.midnight.editions import Editions, Shelf, cases_of, is_edition, shown
from casekit.games.midnight.resolve import Resolution, resolve
from casekit.language.parsing import parse
from casekit.language.reading import decode, read_bytes
from casekit.language.silences import find_silences
from casekit.language.tree import Document

if TYPE_CHECKING:
    from casekit.games.midnight.checks.balance import Balance
    from casekit.games.midnight.inquiry import Inquiry

BALANCE = "CK6"
"""How the codes of the balance family begin; these questions are asked only where somebody wants to know."""


T = TypeVar("T")


Answered = tuple[T | None, tuple[Diagnostic, ...]]
"""An answer, if there is one, and what was found on the way."""


Progress = Callable[[str], None]
"""Told the name of each file before it is worked on."""


@dataclass(frozen=True)
class Parsed:
    """A text and its syntax tree."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]

    @property
    def file(self) -> str:
        """What messages call the text."""
        return self.document.source.name


@dataclass(frozen=True)
class Checked:
    """A case after all checks.

    ``case`` is missing if its edition could not be read, ``verdict`` if it has none. ``told`` is the verdict in
    words, with its reasons, and ``balance`` what was measured, if that was asked for.
    """

    file: str
    source: Source
    diagnostics: tuple[Diagnostic, ...]
    case: Case | None = None
    verdict: Mapping[str, Any] | None = None
    told: str = ""
    balance: "Balance | None" = None


def parse_bytes(data: bytes, name: str) -> Parsed:
    """Decode and parse a case."""
    source, problems = decode(data, name)
    if problems:
        return Parsed(Document(source), problems)
    return Parsed(*parse(source))


def resolve_parsed(parsed: Parsed, shelf: Shelf) -> Resolution | None:
    """Type a case, unless there is nothing to type or no edition to type it with."""
    if shelf.edition is None or not (parsed.document.header or parsed.document.blocks):
        return None
    return resolve(parsed.document, shelf.edition)


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

    It is told in words too if ``tell``; ``balance`` is the budget with which it is measured as well how hard it is.
    """
    parsed = parse_bytes(data, name)
    source = parsed.document.source
    resolution = resolve_parsed(parsed, shelf)
    if resolution is None:
        return Checked(name, source, in_order(parsed.diagnostics))
    from casekit.games.midnight.checks import check_text

    found = (*parsed.diagnostics, *resolution.diagnostics, *check_text(resolution, other_titles))
    reasoned = _Reasoned()
    if not parsed.diagnostics and resolution.sound and _reasonable(resolution.case):
        reasoned = _reason(resolution.case, tell=tell, balance=balance)
        found = (*found, *reasoned.problems)
    found = silenced(found, find_silences(parsed.document), BALANCE if reasoned.balance is None else "")
    return Checked(
        name, source, in_order(found), resolution.case, reasoned.verdict, reasoned.told, reasoned.balance
    )


def _reasonable(case: Case) -> bool:
    """Whether there is something to prove: questions with possible answers, and the truth."""
    return {"terms", "truth"} <= case.blocks and bool(case.motives) and bool(case.methods)


@dataclass(frozen=True)
class _Reasoned:
    """What deduction found out about a case."""

    problems: tuple[Diagnostic, ...] = ()
    verdict: Mapping[str, Any] | None = None
    told: str = ""
    balance: "Balance | None" = None


def _reason(case: Case, *, tell: bool, balance: int | None) -> _Reasoned:
    from casekit.deduce.knowledge import OutOfBudgetError
    from casekit.games.midnight.answers import verdict_as_json
    from casekit.games.midnight.checks import check_logic, unfinished
    from casekit.games.midnight.explanation import verdict_in_words
    from casekit.games.midnight.inquiry import Inquiry

    inquiry = Inquiry(case)
    problems = check_logic(inquiry)
    if not inquiry.finished:
        return _Reasoned(problems)
    try:
        verdict = verdict_as_json(inquiry)
        told = verdict_in_words(inquiry) if tell else ""
    except OutOfBudgetError as error:
        return _Reasoned((*problems, unfinished(inquiry, error)))
    try:
        weighed, uneven = _weigh(inquiry, balance)
    except OutOfBudgetError as error:
        weighed, uneven = None, (unfinished(inquiry, error),)
    return _Reasoned((*problems, *uneven), verdict, told, weighed)


def _weigh(inquiry: "Inquiry", budget: int | None) -> "tuple[Balance | None, tuple[Diagnostic, ...]]":
    """Measure a case that does not contradict itself, if there is a budget for it."""
    if budget is None or not inquiry.verdict.consistent:
        return None, ()
    from casekit.games.midnight.checks.balance import check_balance, weigh

    balance = weigh(inquiry, budget)
    return balance, check_balance(balance)


@dataclass(frozen=True)
class Examined:
    """A case that questions can be asked of.

    ``inquiry`` is missing if the case cannot be reasoned about, and ``obstacle`` says why.
    """

    file: str
    source: Source
    diagnostics: tuple[Diagnostic, ...]
    inquiry: "Inquiry | None" = None
    obstacle: str = "the case could not be understood"


def examine_bytes(data: bytes, name: str, shelf: Shelf) -> Examined:
    """Take a case from its bytes to where it can be asked questions, whatever is still missing from it."""
    parsed = parse_bytes(data, name)
    source = parsed.document.source
    resolution = resolve_parsed(parsed, shelf)
    found = [*shelf.diagnostics, *parsed.diagnostics, *(resolution.diagnostics if resolution else ())]
    if resolution is None or parsed.diagnostics or not resolution.sound:
        return Examined(name, source, in_order(found))
    if not _reasonable(resolution.case):
        from casekit.games.midnight.checks import blocks

        case = resolution.case
        return Examined(name, source, in_order((*found, *blocks.missing(case, 0), *blocks.no_answers(case))))
    from casekit.deduce.knowledge import OutOfBudgetError
    from casekit.games.midnight.checks import contradictions, unfinished
    from casekit.games.midnight.inquiry import Inquiry

    inquiry = Inquiry(resolution.case)
    obstacle = ""
    try:
        found += contradictions(inquiry)
        if not inquiry.finished:
            obstacle = "the case is too large to reason about"
        elif not inquiry.verdict.consistent:
            obstacle = "the case contradicts itself, so that everything would follow"
    except OutOfBudgetError as error:
        found.append(unfinished(inquiry, error))
        obstacle = "the case is too hard to reason about"
    return Examined(name, source, in_order(found), None if obstacle else inquiry, obstacle)


def answered(examined: Examined, question: "Callable[[Inquiry], Answered[T]]") -> "Answered[T]":
    """Ask something of a case, if it can be asked; a question that is too hard is a finding."""
    from casekit.deduce.knowledge import OutOfBudgetError
    from casekit.games.midnight.checks import unfinished

    if examined.inquiry is None:
        return None, ()
    try:
        return question(examined.inquiry)
    except OutOfBudgetError as error:
        return None, (unfinished(examined.inquiry, error),)


@dataclass(frozen=True, slots=True)
class Input:
    """A case or an edition to read: the name to show, its bytes if they are at hand, and its path."""

    name: str
    data: bytes | None
    path: Path

    @classmethod
    def of(cls, path: Path) -> "Input":
        """The file at a path."""
        return cls(path.as_posix(), None, path)


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
    for each, shelf in _with_editions(inputs, editions):
        shelves.append(shelf)
        if each is None:
            continue
        progress(each.name)
        data, problems = (each.data, ()) if each.data is not None else read_bytes(each.path)
        if data is None:
            checked.append(Checked(each.name, Source(each.name, ""), problems))
        else:
            others = shelf.other_titles(each.path)
            checked.append(
                check_bytes(data, each.name, shelf, other_titles=others, tell=tell, balance=balance)
            )
    return report_of(checked, shelves), tuple(checked)


def examine(each: Input, editions: Editions) -> Examined:
    """Read a case that questions are to be asked of."""
    data, problems = (each.data, ()) if each.data is not None else read_bytes(each.path)
    if data is None:
        return Examined(each.name, Source(each.name, ""), problems, obstacle="the case could not be read")
    return examine_bytes(data, each.name, editions.of(each.path.parent))


def _with_editions(inputs: Sequence[Input], editions: Editions) -> Iterator[tuple[Input | None, Shelf]]:
    for each in inputs:
        if not is_edition(each.path):
            yield each, editions.of(each.path.parent)
            continue
        shelf = editions.read(each.path)
        yield None, shelf
        for booklet in shelf.edition.booklets if shelf.edition else ():
            for case in inputs_in(booklet, each.path):
                yield case, shelf


def inputs_in(booklet: Booklet, file: Path) -> tuple[Input, ...]:
    """The cases of a booklet of the edition in a file."""
    return tuple(Input(shown(case), None, case) for case in cases_of(booklet, file))


def report_of(checked: Iterable[Checked], shelves: Iterable[Shelf] = ()) -> Report:
    """Put the findings of cases and of their editions together."""
    checked = tuple(checked)
    shelves = tuple(shelves)
    sources = {each.file: each.source for each in checked}
    texts = (text for shelf in shelves for text in (shelf.source, shelf.deck_source) if text is not None)
    sources |= {text.name: text for text in texts}
    found = [problem for shelf in shelves for problem in shelf.diagnostics]
    found += [problem for each in checked for problem in each.diagnostics]
    return Report(
        diagnostics=in_order(found),
        sources=sources,
        files=tuple(each.file for each in checked),
        cases=tuple({"file": each.file, "verdict": each.verdict} for each in checked),
        verdicts=tuple(each.told for each in checked if each.told),
    )


def merged(reports: Iterable[Report]) -> Report:
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
