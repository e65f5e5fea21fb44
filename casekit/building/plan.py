"""The plan of a build: what is printed of an edition or a case, and every file that this depends on."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from casekit.building.planned_booklets import COVER, PlannedBooklet, Task, game_of, product_of
from casekit.diagnostics import (
    Finding,
    MisuseError,
    Report,
    Span,
    caught,
    codes,
    has_errors,
    with_findings,
)
from casekit.kit.edition_settings import EditionSettings
from casekit.kit.editions import EDITION, EditionFinder, LoadedEdition, cases_of, is_edition, shown
from casekit.kit.interface import AnyGame, Document, Product
from casekit.kit.registry import game_called
from casekit.language.source_files import is_there
from casekit.pipeline import checking, loading
from casekit.print.content import pieces
from casekit.print.numbers.lock import SUFFIX
from casekit.print.numbers.lock_reading import foreign, load_lock
from casekit.system.executors import Executor
from casekit.system.process_limits import TaskLimits
from casekit.values import frozen, replace


class Limited(NamedTuple):
    """The limits within which a build reads, checks and prints."""

    limits: TaskLimits
    """The most that checking a case may take."""

    jobs: int
    """How many cases or booklets are worked on at a time."""


BeginBooklet = Callable[[PlannedBooklet, Sequence[Document]], None]
"""Begins to print a booklet of an edition, given its documents: all were read, and none is checked yet.

The booklet itself has no documents at that time."""


@frozen
class Plan:
    """The products that a build will print, and the findings of its checks."""

    file: Path
    """The case or the edition that is built."""

    report: Report
    """The findings on the edition and on its cases, as far as they were checked."""

    booklets: tuple[PlannedBooklet, ...] = ()
    """The booklets in the order of the edition; none if the edition could not be read."""

    products: tuple[str, ...] = ()
    """The names of the products to print, in the order in which the game has them."""

    products_were_named: bool = False
    """Whether the user asked for these products by name."""

    loaded_edition: LoadedEdition | None = None
    """The edition, if one is built and not a case by itself."""

    is_box: bool = False
    """Whether all that the game has is printed, with a list of what to print how often."""

    unprinted: frozenset[str] = frozenset()
    """The slugs of booklets that nothing is printed for, because a limit was reached."""

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The products to print, in order."""
        tasks: list[Task] = []
        for index, booklet in enumerate(self.booklets):
            if booklet.slug in self.unprinted:
                continue
            for product in self.products:
                is_printed_once = not product_of(booklet, product).per_booklet
                if is_printed_once and index > 0:
                    continue
                if product != COVER or booklet.settings.has_cover or self.products_were_named:
                    tasks.append(Task(booklet, product))
        return tuple(tasks)

    @property
    def files(self) -> tuple[str, ...]:
        """The names of all files that will be printed, in order: job tickets come last."""
        tasks = self.tasks
        files: list[str] = []
        for task in tasks:
            files += task.files
        printed_slugs = {task.booklet.slug for task in tasks}
        for booklet in self.booklets:
            if booklet.slug in printed_slugs and booklet.ticket_file:
                files.append(booklet.ticket_file)
        if self.box_list:
            files.append(self.box_list)
        return tuple(files)

    @property
    def box_list(self) -> str:
        """The name of the list of what a box takes; empty if no box is made, or not all that is in one."""
        if not self.is_box or not self.booklets or self.unprinted:
            return ""
        return f"{self.booklets[0].slug}-box.txt"


def draft_plan(target: Path, editions: EditionFinder, only: tuple[str, ...], *, box: bool = False) -> Plan:
    """The plan of a build before any case was read: its booklets have no documents and no locks.

    The files have the names that ``plan_build`` gives them for the same arguments, which are explained there.

    Raises:
        MisuseError: if the game has no such product.
    """
    file, folder = loading.file_of_target(target)
    if not is_edition(file):
        return _draft_of_case(target, file, editions, only, box=box)
    if folder is not None and not is_there(file):
        missing = codes.NO_SUCH_FILE.at(
            Span(target.as_posix()),
            f"there is no {EDITION} in this folder",
            hint="name a case, or an edition with a booklet",
        )
        return Plan(file, with_findings(checking.report_of(()), (missing,)))
    return _draft_of_edition(file, editions.read(file, folder), only, box=box)


def _draft_of_case(
    target: Path, file: Path, editions: EditionFinder, only: tuple[str, ...], *, box: bool
) -> Plan:
    """The draft of a plan for a case by itself."""
    game = loading.game_in(target)
    booklet = PlannedBooklet(target.stem, "", case_files=(target.name,), game=game.name)
    if box:
        settings = editions.of(target.parent, game.name).settings or game.language.default_edition()
        usual_products = _products_offered(game, settings, box=True)
    else:
        usual_products = tuple([product.name for product in game.products if product.for_single_case])
    return Plan(
        file,
        checking.report_of(()),
        booklets=(booklet,),
        products=_products_to_print(game, only, usual_products),
        products_were_named=bool(only),
        is_box=box,
    )


def _draft_of_edition(file: Path, loaded_edition: LoadedEdition, only: tuple[str, ...], *, box: bool) -> Plan:
    """The draft of a plan for all booklets of an edition."""
    settings = loaded_edition.settings
    report = checking.report_of((), (loaded_edition,))
    if settings is None:
        return Plan(file, report)
    game = game_called(loaded_edition.game)
    booklets: list[PlannedBooklet] = []
    for booklet_settings in settings.booklets:
        booklet = PlannedBooklet(
            booklet_settings.slug,
            settings.title or booklet_settings.slug,
            colour=booklet_settings.colour,
            paper=booklet_settings.paper,
            case_files=booklet_settings.cases,
            lock_file=file.parent / f"{booklet_settings.slug}{SUFFIX}",
            game=game.name,
            settings=booklet_settings,
        )
        booklets.append(booklet)
    return Plan(
        file,
        report,
        booklets=tuple(booklets),
        products=_products_to_print(game, only, _products_offered(game, settings, box=box)),
        products_were_named=bool(only),
        loaded_edition=loaded_edition,
        is_box=box,
    )


def _products_to_print(game: AnyGame, only: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    """The products that the user named, else the usual ones, in the order of the game."""
    names = [product.name for product in game.products]
    for name in only:
        if name not in names:
            raise MisuseError(f"{name!r} is not one of {', '.join(names)}.", "--only")
    return tuple(name for name in names if name in (only or usual))


def _products_offered(game: AnyGame, settings: EditionSettings, *, box: bool) -> tuple[str, ...]:
    """The products that an edition has all parts of; those that are only for a ``box`` if one is made."""
    names: list[str] = []
    for product in game.products:
        if product.box_only and not box:
            continue
        if product.missing(settings, "") is None:
            names.append(product.name)
    return tuple(names)


def plan_build(
    target: Path,
    editions: EditionFinder,
    paper: str | None,
    progress: checking.OnFile,
    *,
    renumber: bool = False,
    only: tuple[str, ...] = (),
    box: bool = False,
    begin_booklet: BeginBooklet | None = None,
    within: Limited | None = None,
) -> Plan:
    """Find out what to print for a case or an edition, and check all of it.

    Args:
        target: a case file, an edition file, or the folder of an edition.
        editions: finds the edition of a case.
        paper: the name of the paper of all booklets; ``None`` for the paper that the edition gives each.
        progress: is called with the name of each case that is checked.
        renumber: whether to ignore the lock files.
        only: the names of the products to print. Without any, a case gets those that are for a case by
            itself, and an edition gets all that it has the parts of.
        box: whether to print everything that the game has.
        begin_booklet: is called with each booklet of an edition whose cases were all read without an error.
        within: the limits of each case, if it has any.

    Raises:
        MisuseError: if the game has no such product.
    """
    plan = draft_plan(target, editions, only, box=box)
    loaded_edition = plan.loaded_edition
    if loaded_edition is not None:
        plan = _with_checked_cases(plan, loaded_edition, paper, progress, begin_booklet, within)
        plan = _with_missing_parts(plan, loaded_edition)
        return plan if renumber else _with_locks(plan)
    if not plan.booklets:
        return plan
    report, (checked_case,) = _checked([loading.InputFile.of(target)], editions, progress, within)
    (booklet,) = plan.booklets
    booklet = replace(
        booklet,
        title=checked_case.document.title if checked_case.document else "",
        documents=_documents_of([checked_case]),
        paper=paper or booklet.paper,
        game=checked_case.game.name,
    )
    plan = replace(plan, booklets=(booklet,), report=report, unprinted=_unprinted(booklet, report))
    return _with_missing_parts(plan, editions.of(target.parent, checked_case.game.name))


def _with_missing_parts(plan: Plan, loaded_edition: LoadedEdition) -> Plan:
    """The plan with findings on what its products need and the edition does not have."""
    settings = loaded_edition.settings
    if settings is None or has_errors(loaded_edition.diagnostics):
        return plan
    findings: list[Finding] = []
    for product in game_called(loaded_edition.game).products:
        finding = product.missing(settings, shown(plan.file)) if product.name in plan.products else None
        if finding is not None:
            findings.append(finding)
    return replace(plan, report=with_findings(plan.report, findings))


def _with_checked_cases(
    plan: Plan,
    loaded_edition: LoadedEdition,
    paper: str | None,
    progress: checking.OnFile,
    begin_booklet: BeginBooklet | None,
    within: Limited | None,
) -> Plan:
    """A plan of an edition whose booklets have their cases.

    All cases of a booklet are read before the first is checked.
    """
    editions = EditionFinder(override=plan.file, loaded_editions={plan.file: loaded_edition})
    reports = [plan.report]
    booklets: list[PlannedBooklet] = []
    unprinted: frozenset[str] = frozenset()
    for drafted_booklet in plan.booklets:
        booklet = replace(drafted_booklet, paper=paper or drafted_booklet.paper)
        inputs = loading.inputs_in(booklet.settings, plan.file)
        if within is not None:
            report, checked_cases = _checked(inputs, editions, progress, within)
        else:
            cases = [loading.open_document(case, editions) for case in inputs]
            flawless = [case.flawless for case in cases if case.flawless is not None]
            if begin_booklet is not None and len(flawless) == len(cases):
                _, own_faults = caught(partial(begin_booklet, booklet, flawless), Span(shown(plan.file)))
                reports.append(Report(own_faults))
            report, checked_cases = checking.check_documents(cases, progress)
        reports.append(report)
        unprinted |= _unprinted(booklet, report)
        booklets.append(replace(booklet, documents=_documents_of(checked_cases)))
    report = checking.merged_reports(reports)
    if not booklets:
        report = with_findings(report, (loading.no_booklet(plan.file, "print"),))
    return replace(plan, booklets=tuple(booklets), report=report, unprinted=unprinted)


def _checked(
    inputs: Sequence[loading.InputFile],
    editions: EditionFinder,
    progress: checking.OnFile,
    within: Limited | None,
) -> tuple[Report, tuple[checking.CheckedDocument, ...]]:
    """Check cases, within limits if there are any."""
    if within is None:
        return checking.check_files(inputs, editions, progress)
    from casekit.pipeline.checks.within_limits import check_within_limits

    where = Executor(within.jobs)
    return check_within_limits(inputs, editions, progress, where, within.limits, checking.CheckOptions())


def _unprinted(booklet: PlannedBooklet, report: Report) -> frozenset[str]:
    """The slug of a booklet of which a case has reached a limit."""
    reached = any(finding.code is codes.TOO_MUCH_TO_CHECK for finding in report.diagnostics)
    return frozenset((booklet.slug,)) if reached else frozenset()


def _documents_of(cases: Iterable[checking.CheckedDocument]) -> tuple[Document, ...]:
    """The documents of the cases that could be read."""
    return tuple(case.document for case in cases if case.document is not None)


def _with_locks(plan: Plan) -> Plan:
    """A plan whose booklets have the locks that are there."""
    report = plan.report
    booklets: list[PlannedBooklet] = []
    for booklet in plan.booklets:
        file = booklet.lock_file
        lock = None
        if file is not None and is_there(file):
            lock, source, problems = load_lock(file, shown(file), file.parent)
            if lock is not None:
                problems = foreign(lock, booklet.slug, booklet.case_files)
            report = with_findings(report, problems)
            report = replace(report, sources={**report.sources, source.name: source})
        booklets.append(replace(booklet, lock=lock))
    return replace(plan, report=report, booklets=tuple(booklets))


def with_finishing(plan: Plan, finishing: pieces.Finishing) -> Plan:
    """The plan with all its booklets finished in one way.

    Raises:
        MisuseError: if solutions are to be printed where no product has them, or if sheets to fold or a proof
            are wanted and no product is bound.
    """
    products: list[Product[EditionSettings]] = []
    for booklet in plan.booklets:
        products += [product_of(booklet, name) for name in plan.products]
    if finishing.solution != "back" and products and not any(product.solutions for product in products):
        message = f"no product to print has solutions on its sheets: {', '.join(plan.products)}."
        raise MisuseError(message, "--solution")
    if finishing.further and plan.tasks and not any(task.is_bound for task in plan.tasks):
        raise MisuseError(
            f"--impose and --proof need what is bound: {', '.join(plan.products)} is not.", "--only"
        )
    finished = [replace(booklet, finishing=finishing) for booklet in plan.booklets]
    return replace(plan, booklets=tuple(finished))


def inputs_of(plan: Plan, override: Path | None) -> tuple[Path, ...]:
    """Every file that decides what a build of a plan makes.

    Places where the plan looked for an edition and found none are inputs too: an edition may be put there.

    Args:
        plan: the plan, with its cases.
        override: the edition file that the user named for a case, instead of the nearest.
    """
    if is_edition(plan.file):
        edition_files = [plan.file]
    elif override:
        edition_files = [override]
    else:
        edition_files = loading.nearest_editions(plan.file)
    files = [*edition_files, plan.file]
    files += [booklet.lock_file for booklet in plan.booklets if booklet.lock_file]
    for booklet in plan.booklets:
        for document in booklet.documents:
            files += game_of(booklet).pages.asset_files(document)
            # The titles of the other cases count too: no paragraph may name them.
            for booklet_settings in document.settings.booklets:
                files += cases_of(booklet_settings, edition_files[-1])
    return tuple(dict.fromkeys(files))
