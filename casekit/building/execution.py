"""From the tasks of a plan to finished files, each read back before it is given away."""

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from casekit.building import job_tickets
from casekit.building.booklet_helpers import are_worth_helpers, start_helpers
from casekit.building.build_cache import file_digest
from casekit.building.page_limits import limits_for
from casekit.building.plan import Plan
from casekit.building.planned_booklets import (
    BOOKLET,
    COVER,
    PlannedBooklet,
    Task,
    content_of,
    game_of,
    numbered,
    paragraph_count,
    print_options_of,
)
from casekit.diagnostics import Finding, Span, codes, has_errors, own_fault
from casekit.kit import edition_settings
from casekit.kit.editions import shown
from casekit.pipeline.checking import OnFile
from casekit.pipeline.checks.case_tasks import limit_finding
from casekit.print import produce
from casekit.print.comparison.released_comparison import seen_pages
from casekit.print.content.booklet import Booklet
from casekit.print.content.pieces import Leaflet, Palette, Piece, Wrap
from casekit.print.numbers import released_pages, shuffle_checks, shuffle_figures
from casekit.print.numbers.lock import lock_of, lock_text
from casekit.print.numbers.numbering import TRIES, Numbering
from casekit.print.numbers.spreads import printed_spread
from casekit.print.pages.measuring import MeasuredParts
from casekit.print.preflight import inspection
from casekit.print.preflight.pdf_opening import pages_in
from casekit.prose.markup import typographic
from casekit.system import executors, parallel, process_limits
from casekit.system.file_names import as_text
from casekit.system.process_limits import TaskLimits
from casekit.system.sandbox import report_progress
from casekit.system.worker_processes import ALONE, HelperPool
from casekit.values import frozen, replace

_PARAGRAPHS_WORTH_A_PROCESS = 50
"""Printing a booklet with this many paragraphs takes longer than starting another process."""

_EMPTY_LINE = re.compile(r"\n[ \t]*\n")


class TextFile(NamedTuple):
    """A text to write beside the edition."""

    path: Path
    text: str


@frozen(slots=True)
class ProducedFile:
    """A finished file; what is beside its name and its bytes is only there for a booklet or a cover."""

    name: str
    """The name of the file in the folder of the build."""

    data: bytes
    """Its bytes."""

    shuffle: shuffle_figures.Shuffle | None = None
    """The figures of the numbers of a booklet."""

    group: str = ""
    """The game's word for the paragraphs of one group of a booklet."""

    lock: TextFile | None = None
    """The lock file of a booklet of an edition, if that is new or has changed."""

    kept_pages: TextFile | None = None
    """The file that keeps the pages of a booklet that is released."""

    booklet_pages: int | None = None
    """The number of pages of the booklet that a cover belongs to."""


class PrintedProducts(NamedTuple):
    """Finished files, and what was found on the way."""

    files: tuple[ProducedFile, ...]
    findings: tuple[Finding, ...] = ()


class _Batch(NamedTuple):
    """The tasks of one process: a booklet, or what goes with it."""

    tasks: tuple[Task, ...]
    """The tasks, all for one booklet."""

    sheet_paper: str
    """The name of the paper of everything that is not a booklet."""

    paragraphs: int
    """How many paragraphs the booklet has, if it is long and among the tasks; else 0."""

    @property
    def booklet(self) -> PlannedBooklet:
        """The booklet that it is for."""
        return self.tasks[0].booklet


def carry_out(
    plan: Plan,
    sheet_paper: str,
    progress: OnFile,
    jobs: int = 1,
    helpers: HelperPool | None = None,
    limits: TaskLimits | None = None,
) -> PrintedProducts:
    """Print everything a plan holds.

    Of a booklet that reaches a limit nothing is printed, and of the others all.

    Args:
        plan: the plan, with its cases.
        sheet_paper: the name of the paper of everything that is not a booklet.
        progress: is called with each step.
        jobs: how many processes may print.
        helpers: those of ``helpers_for_plan``; they are closed when the long booklets are printed.
        limits: the most that checking a case may take, if there are limits; helpers are not asked then.

    Returns:
        The files, but none if any finding is an error beside limits; and the findings.
    """
    files: list[ProducedFile] = []
    findings: list[Finding] = []
    limit_findings: list[Finding] = []
    batches = _batches_of(plan, sheet_paper)
    if limits is None:
        results = _print_batches(batches, jobs, helpers, progress)
    else:
        results, reached = _print_within_limits(batches, plan, jobs, limits, progress)
        plan = replace(plan, unprinted=plan.unprinted | reached.keys())
        limit_findings += reached.values()
    for printed in results:
        files += printed.files
        findings += printed.findings
    if has_errors(findings):
        return PrintedProducts((), (*findings, *limit_findings))
    findings += limit_findings
    for name, text in job_tickets.texts_of(plan, {file.name: file.data for file in files}):
        files.append(ProducedFile(name, as_text(text).encode()))
    return PrintedProducts(tuple(files), tuple(findings))


def _batches_of(plan: Plan, sheet_paper: str) -> list[_Batch]:
    """The tasks by booklet; for a long booklet, those that print it are apart from the others.

    The cover is in one batch with its booklet, whose pages it needs.
    """
    counts = {booklet.slug: paragraph_count(booklet) for booklet in plan.booklets}
    batches: dict[tuple[str, bool], _Batch] = {}
    for task in plan.tasks:
        count = counts[task.booklet.slug]
        prints_long_booklet = task.product in {BOOKLET, COVER} and count >= _PARAGRAPHS_WORTH_A_PROCESS
        key = (task.booklet.slug, prints_long_booklet)
        batch = batches.get(key, _Batch((), sheet_paper, count if prints_long_booklet else 0))
        batches[key] = batch._replace(tasks=(*batch.tasks, task))
    return list(batches.values())


def _print_batches(
    batches: Sequence[_Batch], jobs: int, helpers: HelperPool | None, progress: OnFile
) -> list[PrintedProducts]:
    """The products of each batch, with a finding for each process that was ended.

    Batches that are worth helpers are printed here, one after the other, each with all helpers; then the
    others are printed, several at a time and each in a process of its own. With as many long batches as
    ``jobs`` helpers would have nothing to do: then all batches are printed as the others are.
    """
    with_helpers = [at for at, batch in enumerate(batches) if are_worth_helpers(batch.paragraphs)]
    if len(with_helpers) >= jobs:
        with_helpers = []
    in_parallel = [at for at in range(len(batches)) if at not in with_helpers]
    printed: dict[int, PrintedProducts] = {}
    pool = helpers if helpers is not None else start_helpers(jobs if with_helpers else 1)
    with pool as open_helpers:
        for at in with_helpers:
            printed[at] = _print_batch(batches[at], progress, open_helpers)
    try:
        results = parallel.parallel_map(_print_batch, [batches[at] for at in in_parallel], jobs, progress)
    except executors.LostProcessError as error:
        return [PrintedProducts((), (_lost_process(batches[in_parallel[error.task]]),))]
    printed |= dict(zip(in_parallel, results, strict=True))
    return [printed[at] for at in range(len(batches))]


def _print_within_limits(
    batches: Sequence[_Batch], plan: Plan, jobs: int, limits: TaskLimits, progress: OnFile
) -> tuple[list[PrintedProducts], dict[str, Finding]]:
    """Print batches, each within the limits of its pages, in processes that last.

    Returns:
        The products of booklets of which no batch reached a limit; and a finding on each other booklet, by
        its slug.
    """
    from casekit.system.limited_workers import run_limited

    job = executors.Job(_print_there, str, "")
    each = [limits_for(batch.booklet, plan.loaded_edition, limits) for batch in batches]

    def show(step: Any) -> None:
        # Whoever reads pages there counts them.
        if isinstance(step, str):
            progress(step)

    printed: list[tuple[str, PrintedProducts]] = []
    reached: dict[str, Finding] = {}
    with closing(run_limited(job, batches, jobs, each, show)) as outcomes:
        for batch, outcome in zip(batches, outcomes, strict=True):
            if outcome.error is not None:
                raise outcome.error
            if outcome.result is not None:
                printed.append((batch.booklet.slug, outcome.result))
            else:
                reached.setdefault(batch.booklet.slug, _over_limit(plan, batch.booklet, outcome.limit))
    return [products for slug, products in printed if slug not in reached], reached


def _print_there(_ready: str, batch: _Batch) -> PrintedProducts:
    """Print a batch for another process."""
    return _print_batch(batch, report_progress)


def _over_limit(plan: Plan, booklet: PlannedBooklet, reason: str) -> Finding:
    """The finding that printing a booklet reached a limit; ``reason`` says which.

    It is about the case, if the booklet has only one.
    """
    hint = "shorten what makes it so large or so hard to set; what you trust may have more: `--limits 30s,2000MB`"
    if len(booklet.documents) == 1:
        span, name = booklet.documents[0].source.whole(), "this case"
    else:
        span, name = Span(shown(plan.file)), f"the booklet `{booklet.slug}`"
        hint = f"build its cases one by one to see which of them it is; {hint}"
    return limit_finding(span, f"{name} {reason} to print, so it is not printed", hint)


def _print_batch(batch: _Batch, progress: OnFile, helpers: HelperPool = ALONE) -> PrintedProducts:
    """The products of a batch. If a product fails by a fault of ours, the others are printed all the same."""
    files: list[ProducedFile] = []
    findings: list[Finding] = []
    try:
        with process_limits.no_collections():
            for booklet, product in batch.tasks:
                # A cover finds its booklet among the files that were printed before it.
                printing = partial(
                    print_product, booklet, product, batch.sheet_paper, progress, helpers, tuple(files)
                )
                printed = _unless_failed(printing, booklet)
                files += printed.files
                findings += printed.findings
    except executors.LostProcessError:
        return PrintedProducts((), (_lost_process(batch),))
    return PrintedProducts(tuple(files), tuple(findings))


def _unless_failed(printing: Callable[[], PrintedProducts], booklet: PlannedBooklet) -> PrintedProducts:
    """The files that were printed for a booklet, or the finding that casekit has failed with it.

    Raises:
        LostProcessError: if a process was ended from outside.
    """
    try:
        return printing()
    except executors.LostProcessError:
        raise
    except Exception as error:  # noqa: BLE001 -- whatever it is, it is our fault
        return PrintedProducts((), (own_fault(error, booklet.documents[0].source.whole()),))


def _lost_process(batch: _Batch) -> Finding:
    """The finding that the process of a batch was ended from outside."""
    booklet = batch.booklet
    return codes.LOST_PROCESS.at(
        booklet.documents[0].source.whole(),
        f"the process that printed the booklet `{booklet.slug}`, or the files that go with it, was ended from outside",
        hint="try `--jobs 1`: there may be too little memory for several processes",
    )


def print_product(
    booklet: PlannedBooklet,
    product: str,
    sheet_paper: str,
    progress: OnFile,
    helpers: HelperPool = ALONE,
    printed: Sequence[ProducedFile] = (),
) -> PrintedProducts:
    """Print one of the game's products for a booklet, in the variant that goes with it.

    A cover is measured by its booklet, which is printed first unless it is among the ``printed`` files.
    """
    if product == BOOKLET:
        return print_booklet(booklet, progress, helpers)
    if product == COVER:
        return print_cover(booklet, printed, progress, helpers)
    progress(f"typesetting {booklet.slug}-{product}")
    task = Task(booklet, product)
    piece = piece_of(booklet, product, sheet_paper)
    data, findings = produce.print_piece(piece, task.variant)
    if data is None:
        return PrintedProducts((), findings)
    file = ProducedFile(task.file, data)
    if not isinstance(piece, Leaflet):
        return PrintedProducts((file,), findings)
    further = _made_from(task, data, piece)
    return PrintedProducts((file, *further.files), (*findings, *further.findings))


def _made_from(task: Task, data: bytes, content: Booklet | Leaflet) -> PrintedProducts:
    """The files that are made from a finished one that is bound: sheets to fold, and a proof."""
    files: list[ProducedFile] = []
    findings: list[Finding] = []
    results = produce.further(data, content, task.booklet.finishing)
    for name, (_, (further_data, problems)) in zip(task.files[1:], results, strict=True):
        findings += problems
        if further_data is not None:
            files.append(ProducedFile(name, further_data))
    return PrintedProducts(tuple(files), tuple(findings))


def print_booklet(booklet: PlannedBooklet, progress: OnFile, helpers: HelperPool = ALONE) -> PrintedProducts:
    """Print a booklet and read it back; what was read must be what was proved.

    As long as it has no lock, it is numbered and printed again if a spread of it turned out to be crowded.

    Returns:
        The booklet, then what is made from it; and the findings.
    """
    progress(f"typesetting {booklet.slug}")
    content = content_of(booklet)
    parts = produce.prepare(content, booklet.variant, helpers)
    printed = _print_numbered(booklet, content, 0, parts, progress, helpers)
    attempts = TRIES if booklet.lock is None else 1
    for attempt in range(1, attempts):
        if all(finding.code is not codes.CROWDED_SPREAD for finding in printed.findings):
            break
        progress(f"typesetting {booklet.slug}")
        printed = _print_numbered(booklet, content, attempt, parts, progress, helpers)
    return printed


def _print_numbered(
    booklet: PlannedBooklet,
    content: Booklet,
    attempt: int,
    parts: MeasuredParts | None,
    progress: OnFile,
    helpers: HelperPool,
) -> PrintedProducts:
    """Number a booklet, print it and read it back.

    Args:
        booklet: the booklet.
        content: its content without numbers.
        attempt: how many numberings were tried before.
        parts: the parts that were set before there were numbers.
        progress: is called with each step.
        helpers: set what was not set yet.
    """
    # Paragraphs of one case are kept apart by the room that they take, where that was measured.
    room = parts.room if parts and parts.room.heights else None
    content, numbering = numbered(booklet, content, attempt, room)
    made = produce.set_booklet(content, numbering.numbers, booklet.variant, parts, helpers)
    if made.pdf is None:
        return PrintedProducts((), made.findings)
    progress(f"reading {booklet.slug} back")
    findings = [*made.findings, *inspection.inspect(made.pdf, content, numbering.numbers, booklet.variant)]
    if has_errors(findings):
        return PrintedProducts((), tuple(findings))
    numbers_by_page = made.numbers_by_page(numbering.numbers)
    if moved_numbers := released_pages.moved(content.pages, numbers_by_page):
        message = released_pages.moved_in_words(moved_numbers)
        hint = "their texts, or those before them, have another length; shorten them if pages are to stay"
        findings.append(codes.MOVED_PARAGRAPHS.at(content.span, message, hint=hint))
    spreads = {key: printed_spread(box.page) for key, box in made.boxes.items() if key in numbering.numbers}
    if booklet.lock is not None:
        findings += shuffle_checks.check_added(content, numbering.numbers, spreads, booklet.lock.cases)
    file = ProducedFile(
        Task(booklet, BOOKLET).file,
        made.pdf,
        shuffle=shuffle_figures.shuffle_of(content, numbering, spreads),
        group=content.group,
        lock=_lock_to_write(booklet, content, numbering),
        kept_pages=_pages_to_keep(booklet, made.pdf, numbers_by_page),
    )
    further = _made_from(Task(booklet, BOOKLET), made.pdf, content)
    return PrintedProducts((file, *further.files), (*findings, *further.findings))


def _lock_to_write(booklet: PlannedBooklet, content: Booklet, numbering: Numbering) -> TextFile | None:
    """The lock file of a printing; ``None`` for a case by itself, and if the file stays as it is."""
    lock = lock_of(content, numbering)
    if booklet.lock_file is None or lock == booklet.lock:
        return None
    return TextFile(booklet.lock_file, lock_text(lock))


def _pages_to_keep(
    booklet: PlannedBooklet, data: bytes, numbers_by_page: Sequence[tuple[int, ...]]
) -> TextFile | None:
    """The file that keeps the pages of a booklet which is released; ``None`` for any other.

    Args:
        booklet: the booklet.
        data: its finished file.
        numbers_by_page: the numbers that begin on each page, up to the last page that has any.
    """
    file = booklet.kept_pages_file
    if file is None or not booklet.finishing.released:
        return None
    pages = tuple(seen_pages(data, booklet.variant))
    pages_without_numbers = len(pages) - len(numbers_by_page)
    kept_pages = released_pages.KeptPages(
        booklet=booklet.slug,
        paper=booklet.paper,
        variant=booklet.variant.name,
        file=file_digest(data),
        pages=pages,
        numbers=(*numbers_by_page, *((),) * pages_without_numbers),
    )
    return TextFile(file, released_pages.kept_text(kept_pages))


def print_cover(
    booklet: PlannedBooklet,
    printed: Sequence[ProducedFile],
    progress: OnFile,
    helpers: HelperPool = ALONE,
) -> PrintedProducts:
    """Print the cover of a booklet.

    The booklet is among the ``printed`` files, or it is printed now to count its pages.
    """
    booklet_name = Task(booklet, BOOKLET).file
    booklet_file = next((file for file in printed if file.name == booklet_name), None)
    if booklet_file is None:
        printed_now = print_booklet(booklet, progress, helpers)
        if not printed_now.files:
            return printed_now
        booklet_file = printed_now.files[0]
    progress(f"typesetting {booklet.slug}-cover")
    pages = pages_in(booklet_file.data)
    data, findings = produce.print_piece(cover_of(booklet, pages), booklet.variant)
    if data is None:
        return PrintedProducts((), findings)
    cover = ProducedFile(Task(booklet, COVER).file, data, booklet_pages=pages)
    return PrintedProducts((cover,), findings)


def piece_of(booklet: PlannedBooklet, product: str, paper: str) -> Piece:
    """The content of a product that the game prints beside its booklets."""
    return game_of(booklet).pages.piece(product, booklet.documents, print_options_of(booklet, paper))


def cover_of(booklet: PlannedBooklet, pages: int) -> Wrap:
    """The content of the cover of a booklet with ``pages`` pages: the same for every game."""
    content = content_of(booklet)
    settings = booklet.settings
    back_paragraphs = [" ".join(text.split()) for text in _EMPTY_LINE.split(settings.back)]
    return Wrap(
        title=content.title,
        subtitle=content.subtitle,
        drawing=content.drawing,
        back=tuple(filter(None, back_paragraphs)),
        spine=typographic(settings.spine.strip(), content.language),
        number=settings.isbn or settings.ean,
        numbered=f"ISBN {settings.isbn}" if settings.isbn else "",
        pages=pages,
        thickness=settings.thickness,
        palette=Palette(content.accent, **edition_settings.shades(content.accent)),
        language=content.language,
        paper=content.paper,
        span=content.span,
    )
