"""The order of the stages. Nothing else in casekit knows it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from casekit.diagnostics import Diagnostic, Source, Span, codes, has_errors, in_order
from casekit.diagnostics.forms import Report
from casekit.diagnostics.silence import silenced
from casekit.games.midnight.case import Case
from casekit.games.midnight.deck import Deck
from casekit.games.midnight.edition import Booklet, Edition
from casekit.games.midnight.editions import EDITION, Editions, Shelf, cases_of, is_edition, shown
from casekit.games.midnight.resolve import Resolution, resolve
from casekit.language.parsing import parse
from casekit.language.reading import decode, read_bytes
from casekit.language.silences import find_silences
from casekit.language.tree import Document

if TYPE_CHECKING:
    from casekit.games.midnight.box import Piece
    from casekit.games.midnight.checks.balance import Balance
    from casekit.games.midnight.inquiry import Inquiry
    from casekit.games.midnight.translation.work import Originals, Work
    from casekit.print.content import Booklet as Content
    from casekit.print.finishing import Finishing
    from casekit.print.lock import Lock
    from casekit.print.numbering import Numbering
    from casekit.print.printings import Comparison, Printing
    from casekit.print.statistics import Shuffle
    from casekit.print.variants import Variant

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
class Numbers:
    """How a booklet is shuffled, and its lock file with the text to write there; empty if that stays as it is."""

    shuffle: "Shuffle"
    lock_file: Path | None = None
    lock_text: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """A finished file: its name, its bytes, and if it is a booklet, its numbers and what was made from it."""

    name: str
    data: bytes
    numbers: Numbers | None = None
    further: tuple["Product", ...] = ()


@dataclass(frozen=True)
class Binding:
    """What goes into one booklet: its name, its look and its cases in order.

    ``files`` are the cases' files as the edition names them. An edition's booklet has a ``lock_file`` to keep its
    numbers in, and a ``lock`` once that is there. Without a ``finishing`` it is printed plain.
    """

    slug: str
    title: str
    cases: tuple[Checked, ...]
    colour: str = ""
    paper: str = "a5"
    files: tuple[str, ...] = ()
    lock_file: Path | None = None
    lock: "Lock | None" = None
    finishing: "Finishing | None" = None


PRODUCTS = ("booklet", "sheet", "flap", "cards", "stickers", "plan")
"""What can be printed, in the order in which it is; what is not ``FOR_EACH_BOOKLET`` once for an edition."""

FOR_EACH_BOOKLET = ("booklet", "sheet", "flap")
FOR_A_CASE = ("booklet", "sheet")
"""What is printed of a single case, unless something else is asked for."""


@dataclass(frozen=True)
class Plan:
    """What a build will print, and what its checks found. Nothing is bound if an input was missing.

    ``wanted`` are some of ``PRODUCTS``; ``deck`` are the event cards, if there are any.
    """

    report: Report
    bindings: tuple[Binding, ...] = ()
    wanted: tuple[str, ...] = FOR_A_CASE
    deck: Deck | None = None


def plan_build(
    target: Path,
    editions: Editions,
    paper: str | None,
    progress: Progress,
    *,
    renumber: bool = False,
    only: tuple[str, ...] = (),
) -> Plan:
    """Find out what to print for a case file, an edition file or the folder of one, and check all of it.

    With ``renumber`` no lock file is read. ``only`` names some of ``PRODUCTS``; without it a case gets those
    ``FOR_A_CASE`` and an edition all.
    """
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
        plan = Plan(
            report, (Binding(target.stem, title, checked, paper=paper or "a5", files=(target.name,)),)
        )
        return _choose(plan, editions.of(target.parent), only or FOR_A_CASE, target)
    shelf = editions.read(file)
    if shelf.edition is None:
        return Plan(report_of((), (shelf,)))
    plan = _plan_edition(shelf, file, paper, progress)
    plan = _choose(plan, shelf, only or _all_products(shelf.edition), file)
    return plan if renumber else _with_locks(plan)


def _all_products(edition: Edition) -> tuple[str, ...]:
    return PRODUCTS if edition.deck else tuple(name for name in PRODUCTS if name != "cards")


def _choose(plan: Plan, shelf: Shelf, wanted: tuple[str, ...], target: Path) -> Plan:
    """The plan with what is wanted; cards that are wanted and not there are a finding."""
    plan = replace(plan, wanted=wanted, deck=shelf.deck)
    if "cards" not in wanted or shelf.deck is not None or has_errors(shelf.diagnostics):
        return plan
    return replace(plan, report=with_findings(plan.report, (_no_deck(shown(target)),)))


def _no_deck(place: str) -> Diagnostic:
    return Diagnostic(
        codes.MISSING_DECK,
        "this edition has no event cards to print",
        Span(place),
        hint='name their file in edition.toml, as in `deck = "deck.toml"`',
    )


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
                booklet.slug,
                edition.title or booklet.slug,
                checked,
                booklet.colour,
                paper or booklet.paper,
                files=booklet.cases,
                lock_file=lock_beside(file, booklet),
            )
        )
    report = merged(reports)
    if not bindings:
        report = with_findings(report, (_no_booklet(file, "print"),))
    return Plan(report, tuple(bindings))


def _no_booklet(file: Path, purpose: str) -> Diagnostic:
    return Diagnostic(
        codes.MISSING_CASE,
        f"this edition has no booklet, so there is nothing to {purpose}",
        Span(shown(file)),
        hint="add a `[[booklets]]` with a slug and its cases, or name a single case",
    )


def lock_beside(edition_file: Path, booklet: Booklet) -> Path:
    """Where a booklet's numbers are kept."""
    from casekit.print.lock import SUFFIX

    return edition_file.parent / f"{booklet.slug}{SUFFIX}"


def _with_locks(plan: Plan) -> Plan:
    """A plan whose booklets have the locks that are there."""
    from casekit.print.lock import foreign, load_lock

    report = plan.report
    bindings = []
    for binding in plan.bindings:
        file, lock = binding.lock_file, None
        if file is not None and (file.exists() or file.is_symlink()):
            lock, source, problems = load_lock(file, shown(file))
            if lock is not None:
                problems = foreign(lock, binding.slug, binding.files)
            report = with_findings(report, problems)
            report = replace(report, sources={**report.sources, source.name: source})
        bindings.append(replace(binding, lock=lock))
    return replace(plan, report=report, bindings=tuple(bindings))


def numbered(binding: Binding, attempt: int = 0) -> "tuple[Content, Numbering]":
    """What a booklet holds, and its numbers: those of its lock, else those of an attempt at numbering it."""
    from casekit.games.midnight.pages import booklet
    from casekit.print.keeping import keep
    from casekit.print.numbering import number_again

    content = booklet(
        _cases(binding),
        slug=binding.slug,
        title=binding.title,
        colour=binding.colour,
        paper=binding.paper,
        files=binding.files,
    )
    numbering = number_again(content, attempt) if binding.lock is None else keep(binding.lock, content)
    return replace(content, gaps=numbering.gaps), numbering


def _numbers(binding: Binding, content: "Content", numbering: "Numbering") -> Numbers:
    """What is to be reported and kept of a booklet's numbers."""
    from casekit.print.lock import lock_of, lock_text
    from casekit.print.statistics import shuffle_of

    lock = lock_of(content, numbering)
    text = "" if binding.lock_file is None or lock == binding.lock else lock_text(lock)
    return Numbers(shuffle_of(content, numbering), binding.lock_file, text)


Printed = tuple[tuple[Product, ...], tuple[Diagnostic, ...]]
"""Finished files, and what was found on the way."""


def carry_out(plan: Plan, sheet_paper: str, progress: Progress, jobs: int = 1) -> Printed:
    """Print everything a plan holds, ``jobs`` booklets at a time; products only if nothing is wrong with any."""
    from casekit.print.processes import LostProcessError, in_processes

    wanted: dict[str, _Task] = {}
    for binding, name in products_of(plan):
        task = wanted.get(binding.slug, _Task(binding, (), plan.deck, sheet_paper))
        wanted[binding.slug] = replace(task, names=(*task.names, name))
    tasks = list(wanted.values())
    try:
        printed = in_processes(_print_task, tasks, jobs, progress)
    except LostProcessError as lost:
        return (), (_lost(tasks[lost.task].binding),)
    found = tuple(problem for _, problems in printed for problem in problems)
    return (() if has_errors(found) else tuple(one for products, _ in printed for one in products)), found


@dataclass(frozen=True)
class _Task:
    """What is printed of one booklet, in one process."""

    binding: Binding
    names: tuple[str, ...]
    deck: Deck | None
    sheet_paper: str


def _print_task(task: _Task, progress: Progress) -> Printed:
    from casekit.print.collecting import no_collections

    products: list[Product] = []
    found: list[Diagnostic] = []
    with no_collections():
        for name in task.names:
            product, problems = print_product(task.binding, name, task.deck, task.sheet_paper, progress)
            found += problems
            if product is not None:
                products += [product, *product.further]
    return tuple(products), tuple(found)


def _lost(binding: Binding) -> Diagnostic:
    return Diagnostic(
        codes.LOST_PROCESS,
        f"the process that printed the booklet `{binding.slug}` was ended from outside",
        binding.cases[0].source.whole(),
        hint="there may be too little memory for several booklets at a time: try `--jobs 1`",
    )


def steps_of(plan: Plan) -> int:
    """How many steps of progress ``carry_out`` tells of, unless a booklet has to be numbered again."""
    return sum(2 if name == "booklet" else 1 for _, name in products_of(plan))


def inputs_of(target: Path, override: Path | None, plan: Plan) -> tuple[Path, ...]:
    """Every file that decides what a build of a plan makes, and the places where it looked for an edition in vain.

    ``override`` is the edition file that was to be taken for a case instead of the nearest.
    """
    file = target / EDITION if target.is_dir() else target
    nearest = [file] if is_edition(file) else [override] if override else _candidates(file)
    edition_file = nearest[-1]
    files = [*nearest, file, *(lock for each in plan.bindings for lock in filter(None, [each.lock_file]))]
    for case in (case for binding in plan.bindings for case in _cases(binding)):
        root = (case.edition.file or Path(case.source.name)).parent
        files += [root / name for name in (case.illustration,) if name]
        # The titles of the other cases count too: no paragraph may name them.
        files += [other for each in case.edition.booklets for other in cases_of(each, edition_file)]
        files += [edition_file.parent / name for name in (case.edition.deck,) if name]
    return tuple(dict.fromkeys(files))


def _candidates(case: Path) -> list[Path]:
    """The edition files that a case may belong to, nearest first, up to the first that is there."""
    here = case.parent.resolve()
    places = [folder / EDITION for folder in (here, *here.parents)]
    there = next((at for at, place in enumerate(places) if place.is_file()), len(places) - 1)
    return places[: there + 1]


def products_of(plan: Plan) -> tuple[tuple[Binding, str], ...]:
    """What is to be printed, in order: each booklet with a product's name.

    Cards, stickers and the ship's plan belong to the edition; they are named after its first booklet and have its
    colour.
    """
    return tuple(
        (binding, name)
        for index, binding in enumerate(plan.bindings)
        for name in (PRODUCTS if index == 0 else FOR_EACH_BOOKLET)
        if name in plan.wanted
    )


def print_product(
    binding: Binding, name: str, deck: Deck | None, sheet_paper: str, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print one of ``PRODUCTS`` for a booklet."""
    if name == "booklet":
        return print_binding(binding, progress)
    return print_piece(binding, name, deck, sheet_paper, progress)


def print_binding(binding: Binding, progress: Progress) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print a booklet and read it back; what was read must be what was proved.

    As long as it has no lock, it is numbered and printed again if a spread of it turned out to be crowded.
    """
    from casekit.print.numbering import TRIES

    product, problems = _print_numbered(binding, 0, progress)
    for attempt in range(1, TRIES if binding.lock is None else 1):
        if all(problem.code is not codes.CROWDED_SPREAD for problem in problems):
            break
        product, problems = _print_numbered(binding, attempt, progress)
    return product, problems


def _print_numbered(
    binding: Binding, attempt: int, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    from casekit.print.booklet import print_booklet
    from casekit.print.finishing import Finishing
    from casekit.print.inspection import inspect

    progress(f"typesetting {binding.slug}")
    content, numbering = numbered(binding, attempt)
    finishing = binding.finishing or Finishing()
    data, problems = print_booklet(content, numbering.numbers, finishing.variant)
    if data is None:
        return None, problems
    progress(f"reading {binding.slug} back")
    problems = (*problems, *inspect(data, content, numbering.numbers, finishing.variant))
    if has_errors(problems):
        return None, problems
    made, more = _further(binding.slug, data, content, finishing)
    numbers = _numbers(binding, content, numbering)
    name = f"{binding.slug}-booklet{finishing.variant.suffix}.pdf"
    return Product(name, data, numbers, made), (*problems, *more)


def _further(
    slug: str, data: bytes, content: "Content", finishing: "Finishing"
) -> tuple[tuple[Product, ...], tuple[Diagnostic, ...]]:
    """The sheets and the proof that are wanted of a finished booklet."""
    from casekit.print.finishing import further

    products: list[Product] = []
    found: list[Diagnostic] = []
    for suffix, (made, problems) in further(data, content, finishing):
        found += problems
        if made is not None:
            products.append(Product(f"{slug}-booklet-{suffix}.pdf", made))
    return tuple(products), tuple(found)


def finished(plan: Plan, finishing: "Finishing") -> Plan:
    """The plan with all its booklets finished in a way."""
    return replace(plan, bindings=tuple(replace(each, finishing=finishing) for each in plan.bindings))


def preflight(
    data: bytes, file: str, binding: Binding, name: str, deck: Deck | None, paper: str
) -> tuple[Diagnostic, ...]:
    """Look at the bytes of a finished PDF beside what it should be.

    Args:
        data: the file, made by anybody.
        file: what it is called.
        binding: the booklet that it is or goes with, and how that is finished.
        name: which of ``PRODUCTS`` it should be.
        deck: the edition's cards.
        paper: of what is no booklet.
    """
    from casekit.print.inspection import inspect_piece, refuse

    if unreadable := refuse(data, Span(file)):
        return unreadable
    if name == "booklet":
        return _preflight_booklet(data, binding)
    if name == "cards" and deck is None:
        return (_no_deck(_cases(binding)[0].source.name),)
    variant = _variant(binding)
    return inspect_piece(data, _piece(binding, name, deck, paper).wanted(variant), variant)


def _preflight_booklet(data: bytes, binding: Binding) -> tuple[Diagnostic, ...]:
    """The same for a booklet.

    One without a lock may have been numbered more than once; it is compared with the attempt that it fits.
    """
    from casekit.print.inspection import inspect
    from casekit.print.numbering import TRIES

    first: tuple[Diagnostic, ...] | None = None
    for attempt in range(TRIES if binding.lock is None else 1):
        content, numbering = numbered(binding, attempt)
        found = inspect(data, content, numbering.numbers, _variant(binding))
        if all(problem.code not in {codes.MISPRINTED_NUMBER, codes.MISLEADING_TABLE} for problem in found):
            return found
        first = found if first is None else first
    return first or ()


def compare_printings(old: Path, new: Path) -> "tuple[tuple[Comparison, ...], Report]":
    """What changed between two printings: of one booklet by its lock files, or of all booklets of two editions."""
    from casekit.print.printings import compare, find_printings, unlike

    before, after = find_printings(old, shown), find_printings(new, shown)
    problems = (*before.diagnostics, *after.diagnostics)
    if not problems:
        problems = unlike(before, after)
    sources = {**before.sources, **after.sources}
    report = Report(in_order(problems), sources, tuple(sources))
    return (() if problems else compare(before, after, _printed_texts)), report


def _printed_texts(printing: "Printing") -> dict[tuple[str, str], str]:
    """Of the texts that were printed, those that the edition beside the lock file still has."""
    from casekit.games.midnight.pages import texts_of
    from casekit.print.lock import digest_of
    from casekit.print.prose import plain

    file = printing.file.parent / EDITION
    shelf = Editions().read(file) if file.is_file() else Shelf(None)
    booklets = shelf.edition.booklets if shelf.edition else ()
    language = shelf.edition.language if shelf.edition else ""
    texts = {}
    for case in dict.fromkeys(case for booklet in booklets for case in cases_of(booklet, file)):
        name = case.relative_to(file.parent).as_posix()
        paths = printing.lock.cases.get(name, {})
        data, _ = read_bytes(case) if paths else (None, ())
        resolution = None if data is None else resolve_parsed(parse_bytes(data, name), shelf)
        for path, text in texts_of(resolution.case) if resolution else ():
            if path in paths and paths[path].digest == digest_of(text):
                texts[name, path] = plain(" ".join(text.prose), language)
    return texts


def print_piece(
    binding: Binding, name: str, deck: Deck | None, paper: str, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print one of the things that lie in the box beside the booklets, in the variant that goes with theirs."""
    progress(f"typesetting {binding.slug}-{name}")
    variant = _variant(binding)
    data, problems = _piece(binding, name, deck, paper).print(variant)
    file = f"{binding.slug}-{name}{variant.of_pieces.suffix}.pdf"
    return (None if data is None else Product(file, data)), problems


def _piece(binding: Binding, name: str, deck: Deck | None, paper: str) -> "Piece":
    from casekit.games.midnight.box import Look, piece
    from casekit.games.midnight.pages import accent_of

    first = _cases(binding)[0]
    look = Look(binding.title, accent_of(binding.colour), binding.paper, paper, first.source.whole())
    return piece(name, first.edition, deck, look)


def _variant(binding: Binding) -> "Variant":
    from casekit.print.variants import PLAIN

    return binding.finishing.variant if binding.finishing else PLAIN


def open_translation(
    target: Path, language: str, progress: Progress
) -> "tuple[Work | None, tuple[Diagnostic, ...], Mapping[str, Source]]":
    """Read a case, an edition file or the folder of one, and its catalogues in a language."""
    from casekit.games.midnight.translation.tags import canonical, own_language
    from casekit.games.midnight.translation.work import open_work

    tag, problems = canonical(language)
    if tag is None:
        return None, problems, {}
    originals, problems, sources = _originals(target, progress)
    if originals is None:
        return None, problems, sources
    own = own_language(tag, originals.edition.language, originals.toml.whole())
    if own:
        return None, own, sources
    work = open_work(originals, tag)
    return work, problems, {**sources, **work.sources}


def _originals(
    target: Path, progress: Progress
) -> "tuple[Originals | None, tuple[Diagnostic, ...], dict[str, Source]]":
    """What there is to translate; a case with errors keeps all of it from being translated."""
    from casekit.games.midnight.load import built_in_source
    from casekit.games.midnight.translation.work import Originals

    editions = Editions()
    file = target / EDITION if target.is_dir() else target
    alone = not is_edition(file)
    shelf = editions.of(file.parent) if alone else editions.read(file)
    sources = {text.name: text for text in (shelf.source, shelf.deck_source) if text is not None}
    problems = shelf.diagnostics
    if shelf.edition is None or (has_errors(problems) and not alone):
        return None, problems, sources
    root = (shelf.edition.file or file).parent
    cases = [file] if alone else [case for each in shelf.edition.booklets for case in cases_of(each, file)]
    documents = {}
    for case in cases:
        progress(shown(case))
        document, found = _original(case, shelf)
        sources[document.source.name] = document.source
        problems = (*problems, *found)
        name = (case.parent.resolve() / case.name).relative_to(root.resolve())
        documents[name.as_posix()] = document
    if not documents:
        problems = (*problems, _no_booklet(file, "translate"))
    if has_errors(problems):
        return None, in_order(problems), sources
    toml = shelf.source or built_in_source()
    return Originals(root, shelf.edition, toml, shelf.deck_source, documents, alone), problems, sources


def _original(file: Path, shelf: Shelf) -> tuple[Document, tuple[Diagnostic, ...]]:
    """A case as it was written, and what keeps its texts from being told apart."""
    from casekit.games.midnight.checks import paths

    data, problems = read_bytes(file)
    if data is None:
        return Document(Source(shown(file), "")), problems
    parsed = parse_bytes(data, shown(file))
    resolution = resolve_parsed(parsed, shelf)
    if resolution is None:
        return parsed.document, parsed.diagnostics
    repeated = tuple(paths.repeated(resolution.case))
    return parsed.document, (*parsed.diagnostics, *resolution.diagnostics, *repeated)


def _cases(binding: Binding) -> tuple[Case, ...]:
    return tuple(each.case for each in binding.cases if each.case is not None)
