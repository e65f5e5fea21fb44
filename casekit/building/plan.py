"""From an edition or a case to the list of what a build makes of it, task by task.

And to all that the build depends on.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from casekit.diagnostics import (
    MisuseError,
    Report,
    Span,
    caught,
    codes,
    has_errors,
    with_findings,
)
from casekit.kit.edition_settings import BookletSettings, EditionSettings
from casekit.kit.editions import EDITION, EditionFinder, LoadedEdition, cases_of, is_edition, shown
from casekit.kit.interface import AnyGame, Document, Product
from casekit.kit.registry import DEFAULT, game_called
from casekit.language.source_files import is_there
from casekit.pipeline import checking, loading
from casekit.print.content import papers, pieces
from casekit.print.content.booklet import Booklet, Paragraph
from casekit.print.numbers import kept_numbers, page_filling
from casekit.print.numbers.lock import SUFFIX, Lock, foreign, load_lock
from casekit.print.numbers.numbering import Numbering, number_again
from casekit.values import field, frozen, replace

BOOKLET = "booklet"
COVER = "cover"
"""The product that every game has: a cover in one piece, made when a booklet has its pages."""

Begin = Callable[["BoundBooklet", Sequence[Document]], None]
"""Begins with a booklet of an edition, which has no documents yet, when these are read without an error and
not checked yet."""


@frozen
class BoundBooklet:
    """The contents of one booklet: its name, its look and its documents in order.

    It has the documents that could be read.

    ``files`` are the cases' files as the edition names them. An edition's booklet has a ``lock_file`` to keep
    its numbers in, and a ``lock`` once that is there; ``table`` is what its edition says of it. Without a
    ``finishing`` it is printed plain. ``kept`` are the pages of an earlier printing, if it is to be set on
    them.
    """

    slug: str
    title: str
    documents: tuple[Document, ...] = ()
    colour: str = ""
    paper: str = "a5"
    files: tuple[str, ...] = ()
    lock_file: Path | None = None
    lock: Lock | None = None
    finishing: pieces.Finishing = field(default_factory=pieces.Finishing)
    game: str = DEFAULT
    table: BookletSettings = field(default_factory=lambda: BookletSettings(""))
    kept: page_filling.KeptPages | None = None

    @property
    def variant(self) -> papers.Variant:
        """The variant of the booklet, and of whatever goes with it."""
        return self.finishing.variant

    @property
    def kept_file(self) -> Path | None:
        """Where its pages are kept when it is released, in a variant; ``None`` for a case by itself."""
        lock = self.lock_file
        return lock and lock.with_name(f"{self.slug}{self.variant.suffix}{page_filling.SUFFIX}")

    @property
    def ticket(self) -> str:
        """The name of the job ticket of what goes to a print shop; empty if there is none."""
        return f"{self.slug}{self.variant.suffix}.txt" if self.variant.ticket else ""


class Task(NamedTuple):
    """A product to make for a booklet.

    One of a whole edition is named after its first booklet and has its colour.
    """

    binding: BoundBooklet
    name: str

    @property
    def bound(self) -> bool:
        """Whether it is a booklet, or folded like one."""
        return self.name == BOOKLET or product_of(self.binding, self.name).is_leaflet

    @property
    def variant(self) -> papers.Variant:
        """The variant in which it is made."""
        return self.binding.variant if self.bound else self.binding.variant.of_pieces

    @property
    def file(self) -> str:
        """The name of the product's file."""
        return f"{self.binding.slug}-{self.name}{self.variant.suffix}.pdf"

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its file and of those that are made from it."""
        further = self.binding.finishing.further if self.bound else ()
        return (self.file, *(f"{self.binding.slug}-{self.name}-{suffix}.pdf" for suffix in further))


@frozen
class Plan:
    """The products that a build will print, and the findings of its checks.

    Nothing is bound if an input was missing.

    ``file`` is the case or the edition, whose ``shelf`` it has. ``wanted`` are some of the products of the
    game, in the order in which they are printed; ``named`` if they were asked for by name, ``box`` if
    everything was, with a list of what to print how often.
    """

    file: Path
    report: Report
    bindings: tuple[BoundBooklet, ...] = ()
    wanted: tuple[str, ...] = ()
    named: bool = False
    shelf: LoadedEdition | None = None
    box: bool = False

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The products to print, in order."""
        tasks: list[Task] = []
        for index, binding in enumerate(self.bindings):
            for name in self.wanted:
                if index > 0 and not product_of(binding, name).per_booklet:
                    continue
                if name != COVER or binding.table.has_cover or self.named:
                    tasks.append(Task(binding, name))
        return tuple(tasks)

    @property
    def files(self) -> tuple[str, ...]:
        """The names of all files that will be printed, in order: job tickets come last."""
        tasks = self.tasks
        files: list[str] = []
        for task in tasks:
            files += task.files
        printed = {task.binding.slug for task in tasks}
        tickets = [binding.ticket for binding in self.bindings if binding.slug in printed]
        return (*files, *filter(None, tickets), *self.lists)

    @property
    def lists(self) -> tuple[str, ...]:
        """The name of the list of what a box takes, if one is made."""
        return (f"{self.bindings[0].slug}-box.txt",) if self.box and self.bindings else ()


def outline(target: Path, editions: EditionFinder, only: tuple[str, ...], *, box: bool = False) -> Plan:
    """The products that a build will print, before any case is checked.

    Nothing is bound where they cannot be known.

    The names of its products are those of the plan that ``plan_build`` makes of the same. A ``box`` has
    everything that there is.
    """
    file, within = loading.file_of_target(target)
    if not is_edition(file):
        game = loading.game_in(target)
        alone = BoundBooklet(target.stem, "", files=(target.name,), game=game.name)
        edition = editions.of(target.parent, game.name).edition or game.language.default_edition()
        few = tuple([product.name for product in game.products if product.for_single_case])
        wanted = _wanted(game, only, _offered(game, edition, box=True) if box else few)
        return Plan(file, checking.report_of(()), (alone,), wanted, bool(only), box=box)
    if within is not None and not is_there(file):
        missing = codes.NO_SUCH_FILE.at(
            Span(target.as_posix()),
            f"there is no {EDITION} in this folder",
            hint="name a case, or an edition with a booklet",
        )
        return Plan(file, with_findings(checking.report_of(()), (missing,)))
    shelf = editions.read(file, within)
    report = checking.report_of((), (shelf,))
    if shelf.edition is None:
        return Plan(file, report)
    game = game_called(shelf.game)
    wanted = _wanted(game, only, _offered(game, shelf.edition, box=box))
    bindings: list[BoundBooklet] = []
    for table in shelf.edition.booklets:
        binding = BoundBooklet(
            table.slug,
            shelf.edition.title or table.slug,
            colour=table.colour,
            paper=table.paper,
            files=table.cases,
            lock_file=file.parent / f"{table.slug}{SUFFIX}",
            game=game.name,
            table=table,
        )
        bindings.append(binding)
    return Plan(file, report, tuple(bindings), wanted, bool(only), shelf, box)


def plan_build(
    target: Path,
    editions: EditionFinder,
    paper: str | None,
    progress: checking.OnFile,
    *,
    renumber: bool = False,
    only: tuple[str, ...] = (),
    box: bool = False,
    begin: Begin | None = None,
) -> Plan:
    """Find out what to print for a case file, an edition file or the folder of one, and check all of it.

    With ``renumber`` no lock file is read. ``only`` names some products of the game; without it a case gets
    those that are for one by itself, and an edition all; for a ``box`` both get all that there are.

    Raises:
        MisuseError: if the game has no such product.
    """
    plan = outline(target, editions, only, box=box)
    if plan.shelf is not None:
        plan = _with_missing(_checked(plan, plan.shelf, paper, progress, begin), plan.shelf)
        return plan if renumber else _with_locks(plan)
    if not plan.bindings:
        return plan
    report, (checked,) = checking.check_files([loading.InputFile.of(target)], editions, progress)
    game, title = checked.game, checked.document.title if checked.document else ""
    (alone,) = plan.bindings
    alone = replace(
        alone, title=title, documents=_documents([checked]), paper=paper or alone.paper, game=game.name
    )
    plan = replace(plan, bindings=(alone,), report=report)
    return _with_missing(plan, editions.of(target.parent, game.name))


def _wanted(game: AnyGame, only: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    """The products of a game that are wanted, in its order."""
    names = [each.name for each in game.products]
    for name in only:
        if name not in names:
            raise MisuseError(f"{name!r} is not one of {', '.join(names)}.", "--only")
    return tuple(name for name in names if name in (only or usual))


def _offered(game: AnyGame, settings: EditionSettings, *, box: bool) -> tuple[str, ...]:
    """The products that an edition has, with those that are only for a ``box`` if one is made."""
    products = (each for each in game.products if box or not each.box_only)
    return tuple(each.name for each in products if each.missing(settings, "") is None)


def _with_missing(plan: Plan, shelf: LoadedEdition) -> Plan:
    """The plan with findings for what is wanted and the edition does not have."""
    if shelf.edition is None or has_errors(shelf.diagnostics):
        return plan
    products = [each for each in game_called(shelf.game).products if each.name in plan.wanted]
    missing = [each.missing(shelf.edition, shown(plan.file)) for each in products]
    return replace(plan, report=with_findings(plan.report, filter(None, missing)))


def _checked(
    plan: Plan, shelf: LoadedEdition, paper: str | None, progress: checking.OnFile, begin: Begin | None
) -> Plan:
    """A plan of an edition whose booklets have their cases.

    All cases of a booklet are read before the first is checked.
    """
    editions = EditionFinder(override=plan.file, shelves={plan.file: shelf})
    reports = [plan.report]
    bindings: list[BoundBooklet] = []
    for each in plan.bindings:
        booklet = replace(each, paper=paper or each.paper)
        cases = [
            loading.open_document(case, editions) for case in loading.inputs_in(booklet.table, plan.file)
        ]
        flawless = [case.flawless for case in cases if case.flawless is not None]
        if begin is not None and len(flawless) == len(cases):
            _, failed = caught(partial(begin, booklet, flawless), Span(shown(plan.file)))
            reports.append(Report(failed))
        report, checked = checking.check_documents(cases, progress)
        reports.append(report)
        bindings.append(replace(booklet, documents=_documents(checked)))
    report = checking.merged_reports(reports)
    report = report if bindings else with_findings(report, (loading.no_booklet(plan.file, "print"),))
    return replace(plan, bindings=tuple(bindings), report=report)


def _documents(checked: Iterable[checking.CheckedDocument]) -> tuple[Document, ...]:
    return tuple(each.document for each in checked if each.document is not None)


def _with_locks(plan: Plan) -> Plan:
    """A plan whose booklets have the locks that are there."""
    report, bindings = plan.report, []
    for binding in plan.bindings:
        file, lock = binding.lock_file, None
        if file is not None and is_there(file):
            lock, source, problems = load_lock(file, shown(file), file.parent)
            if lock is not None:
                problems = foreign(lock, binding.slug, binding.files)
            report = with_findings(report, problems)
            report = replace(report, sources={**report.sources, source.name: source})
        bindings.append(replace(binding, lock=lock))
    return replace(plan, report=report, bindings=tuple(bindings))


def with_finishing(plan: Plan, finishing: pieces.Finishing) -> Plan:
    """The plan with all its booklets finished in a way.

    Raises:
        MisuseError: if no product has the solutions that it has a place for, or is bound as it needs.
    """
    products: list[Product[EditionSettings]] = []
    for booklet in plan.bindings:
        products += [product_of(booklet, name) for name in plan.wanted]
    if finishing.solution != "back" and products and not any(product.solutions for product in products):
        message = f"no product to print has solutions on its sheets: {', '.join(plan.wanted)}."
        raise MisuseError(message, "--solution")
    if finishing.further and plan.tasks and not any(task.bound for task in plan.tasks):
        raise MisuseError(
            f"--impose and --proof need what is bound: {', '.join(plan.wanted)} is not.", "--only"
        )
    return replace(plan, bindings=tuple([replace(each, finishing=finishing) for each in plan.bindings]))


def inputs_of(plan: Plan, override: Path | None) -> tuple[Path, ...]:
    """Every file that decides what a build of a plan makes.

    With it are the places where the plan looked for an edition in vain.

    ``override`` is the edition file that was to be taken for a case instead of the nearest.
    """
    file = plan.file
    nearest = [file] if is_edition(file) else [override] if override else loading.nearest_editions(file)
    files = [*nearest, file, *filter(None, [binding.lock_file for binding in plan.bindings])]
    for binding in plan.bindings:
        for document in binding.documents:
            files += game_of(binding).pages.asset_files(document)
            # The titles of the other cases count too: no paragraph may name them.
            for booklet in document.settings.booklets:
                files += cases_of(booklet, nearest[-1])
    return tuple(dict.fromkeys(files))


def game_of(binding: BoundBooklet) -> AnyGame:
    """The game of a booklet."""
    return game_called(binding.game)


def product_of(binding: BoundBooklet, name: str) -> Product[EditionSettings]:
    """The product of a game that is called so."""
    return next(each for each in game_of(binding).products if each.name == name)


def paragraphs_in(binding: BoundBooklet, documents: Iterable[Document]) -> Iterator[Paragraph]:
    """The numbered paragraphs of a booklet's documents, as far as they are written."""
    for number, document in enumerate(documents, 1):
        yield from game_of(binding).pages.paragraphs(document, number)


def look_of(binding: BoundBooklet, paper: str) -> pieces.PrintOptions:
    """How a booklet looks, and what goes with it on some paper."""
    place = binding.documents[0].source.whole()
    solution = binding.finishing.solution
    return pieces.PrintOptions(
        binding.slug, binding.title, binding.colour, binding.paper, paper, place, binding.files, solution
    )


def content_of(binding: BoundBooklet) -> Booklet:
    """The content of a booklet, before it is numbered."""
    from casekit.kit.defaults.pages import imprint_of

    content = game_of(binding).pages.booklet(binding.documents, look_of(binding, binding.paper))
    first = binding.documents[0].settings
    imprint = imprint_of(first.imprint, binding.table.isbn, first.language) if binding.table.slug else ()
    return replace(content, imprint=imprint, pages=binding.kept.numbers if binding.kept else ())


def numbered(
    binding: BoundBooklet,
    content: Booklet | None = None,
    attempt: int = 0,
    room: page_filling.PageRoom | None = None,
) -> tuple[Booklet, Numbering]:
    """The content of a booklet, and its numbers: those of its lock, else those of an attempt at numbering it.

    ``room`` is that of its paragraphs; without it they are numbered as if nobody saw them together.
    """
    content = content or content_of(binding)
    numbering = (
        kept_numbers.keep(binding.lock, content) if binding.lock else number_again(content, attempt, room)
    )
    return replace(content, gaps=numbering.gaps), numbering
