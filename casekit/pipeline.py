"""The order of the stages. Nothing else in casekit knows it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from casekit.diagnostics import Diagnostic, Source, Span, codes, has_errors, in_order
from casekit.diagnostics.forms import Report
from casekit.diagnostics.silence import silenced
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import Booklet, Edition
from casekit.games.midnight.editions import EDITION, Editions, Shelf, cases_of, is_edition, shown
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
            for case in _inputs(booklet, each.path):
                yield case, shelf


def _inputs(booklet: Booklet, file: Path) -> tuple[Input, ...]:
    return tuple(Input(shown(case), None, case) for case in cases_of(booklet, file))


def report_of(checked: Iterable[Checked], shelves: Iterable[Shelf] = ()) -> Report:
    """Put the findings of cases and of their editions together."""
    checked = tuple(checked)
    shelves = tuple(shelves)
    sources = {each.file: each.source for each in checked}
    sources |= {shelf.source.name: shelf.source for shelf in shelves if shelf.source is not None}
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


def format_bytes(data: bytes, name: str) -> tuple[str | None, Source, tuple[Diagnostic, ...]]:
    """The canonical text of a case, or what keeps it from being read."""
    from casekit.language.formatter import format_document

    parsed = parse_bytes(data, name)
    source = parsed.document.source
    if parsed.diagnostics:
        return None, source, parsed.diagnostics
    return format_document(parsed.document), source, ()


def export_bytes(
    data: bytes, name: str, shelf: Shelf
) -> tuple[dict[str, Any] | None, Source, tuple[Diagnostic, ...]]:
    """A case as JSON, or what keeps it from being typed."""
    from casekit.language.interchange import export_document

    parsed = parse_bytes(data, name)
    source = parsed.document.source
    resolution = resolve_parsed(parsed, shelf)
    found = (*shelf.diagnostics, *parsed.diagnostics, *(resolution.diagnostics if resolution else ()))
    if resolution is None or has_errors(found):
        return None, source, in_order(found)
    return export_document(parsed.document, resolution.case.scope, "midnight"), source, ()


def import_bytes(data: bytes, name: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of the case that JSON describes, or what is wrong with the JSON."""
    from casekit.language.formatter import format_document
    from casekit.language.interchange import import_document
    from casekit.language.validation import load_json

    content, problems = load_json(data, name, "schemas/case.schema.json")
    if content is None:
        return None, problems
    document = import_document(content, name)
    text = format_document(document)
    again, problems = parse(Source(name, text))
    if problems or again != document:
        lost = Diagnostic(
            codes.INVALID_JSON,
            "this cannot be written as text: a text of it would not read as line, paragraph or name",
            Span(name),
            hint="write prose without line ends, blank notes and marks that begin a line in notes",
        )
        return None, (lost,)
    return text, ()


@dataclass(frozen=True, slots=True)
class Product:
    """A finished file: its name and its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True)
class Binding:
    """What goes into one booklet: its name, its look and its cases in order."""

    slug: str
    title: str
    cases: tuple[Checked, ...]
    colour: str = ""
    paper: str = "a5"


@dataclass(frozen=True)
class Plan:
    """What a build will print, and what its checks found. Nothing is bound if an input was missing."""

    report: Report
    bindings: tuple[Binding, ...] = ()


def plan_build(target: Path, editions: Editions, paper: str | None, progress: Progress) -> Plan:
    """Find out what to print for a case file, an edition file or the folder of one, and check all of it."""
    file = target / EDITION if target.is_dir() else target
    if target.is_dir() and not file.is_file():
        missing = Diagnostic(
            codes.NO_SUCH_FILE,
            f"this folder holds no {EDITION}",
            Span(target.as_posix()),
            hint="name a case, or an edition with a booklet",
        )
        return Plan(with_findings(report_of(()), (missing,)))
    if not is_edition(file):
        report, checked = check_files([Input(target.as_posix(), None, target)], editions, progress)
        title = checked[0].case.title if checked[0].case else ""
        return Plan(report, (Binding(target.stem, title, checked, paper=paper or "a5"),))
    shelf = editions.read(file)
    if shelf.edition is None:
        return Plan(report_of((), (shelf,)))
    return _plan_edition(shelf, file, paper, progress)


def _plan_edition(shelf: Shelf, file: Path, paper: str | None, progress: Progress) -> Plan:
    edition = cast("Edition", shelf.edition)
    editions = Editions(override=file)
    reports: list[Report] = [report_of((), (shelf,))]
    bindings: list[Binding] = []
    for booklet in edition.booklets:
        report, checked = check_files(_inputs(booklet, file), editions, progress)
        reports.append(report)
        bindings.append(
            Binding(
                booklet.slug, edition.title or booklet.slug, checked, booklet.colour, paper or booklet.paper
            )
        )
    report = merged(reports)
    if not bindings:
        nothing = Diagnostic(
            codes.MISSING_CASE,
            "this edition has no booklet, so there is nothing to print",
            Span(shown(file)),
            hint="add a `[[booklets]]` with a slug and its cases, or build a single case",
        )
        report = with_findings(report, (nothing,))
    return Plan(report, tuple(bindings))


def carry_out(
    plan: Plan, sheet_paper: str, progress: Progress
) -> tuple[tuple[Product, ...], tuple[Diagnostic, ...]]:
    """Print everything a plan holds; products only if nothing is wrong with any."""
    products: list[Product] = []
    found: list[Diagnostic] = []
    for binding in plan.bindings:
        printed = (
            print_binding(binding, progress),
            print_players_sheet(binding, sheet_paper, progress),
        )
        for product, problems in printed:
            found += problems
            if product is not None:
                products.append(product)
    return (() if has_errors(found) else tuple(products)), tuple(found)


def print_binding(binding: Binding, progress: Progress) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print a booklet and read it back; what was read must be what was proved."""
    from casekit.games.midnight.pages import booklet
    from casekit.print.booklet import print_booklet
    from casekit.print.numbering import number_booklet
    from casekit.print.preflight import preflight

    progress(f"typesetting {binding.slug}")
    content = booklet(
        _cases(binding), slug=binding.slug, title=binding.title, colour=binding.colour, paper=binding.paper
    )
    numbers = number_booklet(content)
    data, problems = print_booklet(content, numbers)
    if data is None:
        return None, problems
    progress(f"reading {binding.slug} back")
    problems = (*problems, *preflight(data, content, numbers))
    return (None if has_errors(problems) else Product(f"{binding.slug}-booklet.pdf", data)), problems


def print_players_sheet(
    binding: Binding, paper: str, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print the notebook and the deduction sheet, both sides of one sheet."""
    from casekit.games.midnight.pages import sheet
    from casekit.print.sheet import print_sheet

    progress("typesetting the players' sheet")
    first = _cases(binding)[0]
    data, problems = print_sheet(sheet(first.edition, paper=paper, span=first.source.whole()))
    return (None if data is None else Product(f"{binding.slug}-sheet.pdf", data)), problems


def _cases(binding: Binding) -> tuple[Case, ...]:
    return tuple(each.case for each in binding.cases if each.case is not None)
