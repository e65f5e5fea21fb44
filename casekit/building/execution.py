"""From the tasks of a plan to finished files, each read back before it is given away.

Crews help to print long booklets.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

from casekit.building.build_cache import file_digest
from casekit.building.plan import (
    BOOKLET,
    COVER,
    BoundBooklet,
    Plan,
    Task,
    content_of,
    game_of,
    look_of,
    numbered,
    paragraphs_in,
)
from casekit.diagnostics import Diagnostic, codes, has_errors, own_fault
from casekit.kit import edition_settings, editions
from casekit.kit.defaults import pages as defaults_pages
from casekit.kit.interface import Document
from casekit.pipeline.checking import OnFile
from casekit.print import produce
from casekit.print.comparison.page_matching import seen_pages
from casekit.print.content.booklet import Booklet
from casekit.print.content.pieces import Leaflet, Palette, Piece, Wrap
from casekit.print.numbers import page_filling, statistics
from casekit.print.numbers.lock import lock_of, lock_text
from casekit.print.numbers.numbering import TRIES, Numbering
from casekit.print.pages.measuring import MeasuredParts, foresee, get_ready
from casekit.print.preflight import inspection
from casekit.print.preflight.pdf_opening import pages_in
from casekit.prose.markup import typographic
from casekit.system import executors, parallel, process_limits
from casekit.system.file_names import as_text
from casekit.system.worker_processes import ALONE, HelperPool
from casekit.values import frozen

_IMPOSED = "-imposed.pdf"
"""The end of the names of sheets to fold. A booklet may be called the same."""


def job_texts(plan: Plan, data: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The texts of a plan by their names, given the bytes of its finished files by theirs."""
    # The job tickets of booklets that are made for a print shop, or of what goes with them.
    for binding in plan.bindings:
        kinds = {task.file: task.name for task in plan.tasks if task.binding.slug == binding.slug}
        if kinds and binding.ticket:
            files = [(file, kind, data[file], None) for file, kind in kinds.items()]
            terms = game_of(binding).pages.ticket_terms(binding.documents[0].settings.language)
            yield binding.ticket, produce.ticket(binding.title, files, terms)
    for name in plan.lists:
        first = plan.bindings[0]
        language = first.documents[0].settings.language
        box_terms = defaults_pages.box_terms(game_of(first).pages.ticket_terms(language), language)
        printed = {_printed_file(task): task.name for task in plan.tasks}
        items = [
            (file, kind, data[file], first.finishing.saddle if file.endswith(_IMPOSED) else None)
            for file, kind in printed.items()
        ]
        yield name, produce.ticket(first.title, items, box_terms)


def _printed_file(task: Task) -> str:
    """The file of a task that is printed: what is folded is printed on its sheets."""
    return next((file for file in task.files if file.endswith(_IMPOSED)), task.file)


_WORTH = 200
"""Paragraphs of a booklet that several processes set faster than one."""

_BULK = 100_000
"""Bytes of cases that have about as many paragraphs."""

_MOST_HELPERS = 4
"""A booklet has no work for more."""


def crew_for(outline: Plan, jobs: int) -> AbstractContextManager[HelperPool | None]:
    """A crew for the long booklets of a plan, called together before their cases are read.

    ``None`` if it would be of no use.
    """
    long = 0
    for binding in outline.bindings:
        cases = editions.cases_of(binding.table, outline.file)
        long += sum(case.stat().st_size for case in cases) >= _BULK
    alone = long if BOOKLET in outline.wanted else 0
    return helpers(jobs) if 0 < alone < jobs else nullcontext()


def crew_of(binding: BoundBooklet, jobs: int) -> AbstractContextManager[HelperPool]:
    """The same for a booklet whose cases were read; no helpers if they would be of no use."""
    worth = jobs > 1 and _paragraph_count(binding) >= _WORTH
    return helpers(jobs) if worth else nullcontext(ALONE)


def _paragraph_count(binding: BoundBooklet) -> int:
    return sum(1 for _ in paragraphs_in(binding, binding.documents))


def helpers(jobs: int) -> HelperPool:
    """As many helpers as there is work for, who get ready to set pages."""
    crew = HelperPool(min(jobs - 1, _MOST_HELPERS))
    crew.prepare(get_ready)
    return crew


def begin(crew: HelperPool, binding: BoundBooklet, documents: Sequence[Document]) -> None:
    """Let a crew begin with a booklet whose cases are read, while this process checks them.

    Only the texts of their paragraphs are set, which cannot fail for what a check may find; if something is
    found, they are lost.
    """
    texts = [each.text for each in paragraphs_in(binding, documents)]
    if len(documents) > 1 and len(texts) >= _WORTH:
        foresee(texts, documents[0].settings.language, binding.paper, crew)


_MANY = 50
"""Paragraphs of a booklet that takes longer to print than another process takes to start."""

_EMPTY_LINE = re.compile(r"\n[ \t]*\n")


@frozen(slots=True)
class ProducedFile:
    """A finished file: its name and its bytes.

    A booklet has a ``shuffle``, which says how it is numbered, what the game calls the paragraphs of one
    ``group``, and as ``lock`` the text of its lock file, which is empty if that stays as it is; if it is
    released, ``pages`` are the file that keeps them. ``bound`` is how many pages the booklet has whose cover
    it is.
    """

    name: str
    data: bytes
    shuffle: statistics.Shuffle | None = None
    group: str = ""
    lock: tuple[Path, str] | None = None
    pages: tuple[Path, str] | None = None
    bound: int | None = None


PrintedProducts = tuple[tuple[ProducedFile, ...], tuple[Diagnostic, ...]]
"""Finished files, and what was found on the way."""


class _Batch(NamedTuple):
    """The tasks of one process: a booklet, or what goes with it.

    ``paragraphs`` is how many a long booklet has.
    """

    tasks: tuple[Task, ...]
    sheet_paper: str
    paragraphs: int


def carry_out(
    plan: Plan, sheet_paper: str, progress: OnFile, jobs: int = 1, crew: HelperPool | None = None
) -> PrintedProducts:
    """Print everything a plan holds, in ``jobs`` processes; products only if nothing is wrong with any.

    ``crew`` is that of ``crew_for``; it is closed when the long booklets are printed.
    """
    printed = _printed(_batches(plan, sheet_paper), jobs, crew, progress)
    products: list[ProducedFile] = []
    findings: list[Diagnostic] = []
    for of_batch, problems in printed:
        products += of_batch
        findings += problems
    if has_errors(findings):
        return (), tuple(findings)
    texts = job_texts(plan, {product.name: product.data for product in products})
    products += [ProducedFile(name, as_text(text).encode()) for name, text in texts]
    return tuple(products), tuple(findings)


def _batches(plan: Plan, sheet_paper: str) -> list[_Batch]:
    """The tasks by booklet; of a long one those that need the booklet itself are apart from the others."""
    counts = {binding.slug: _paragraph_count(binding) for binding in plan.bindings}
    batches: dict[tuple[str, bool], _Batch] = {}
    for task in plan.tasks:
        count = counts[task.binding.slug]
        long = task.name in {BOOKLET, COVER} and count >= _MANY
        key = (task.binding.slug, long)
        before = batches.get(key, _Batch((), sheet_paper, count if long else 0))
        batches[key] = before._replace(tasks=(*before.tasks, task))
    return list(batches.values())


def _printed(
    batches: Sequence[_Batch], jobs: int, crew: HelperPool | None, progress: OnFile
) -> list[PrintedProducts]:
    """The products of each batch, with a finding for each process that was ended.

    Booklets that several processes are worth have all of them, one after the other, if there are not enough
    such booklets.
    """
    alone = [at for at, batch in enumerate(batches) if batch.paragraphs >= _WORTH]
    alone = alone if len(alone) < jobs else []
    together = [at for at in range(len(batches)) if at not in alone]
    with helpers(jobs if alone else 1) if crew is None else crew as helped:
        printed = {at: _print_batch(batches[at], progress, helped) for at in alone}
    try:
        made = parallel.parallel_map(_print_batch, [batches[at] for at in together], jobs, progress)
    except executors.LostProcessError as lost:
        return [((), (_lost(batches[together[lost.task]]),))]
    printed |= dict(zip(together, made, strict=True))
    return [printed[at] for at in range(len(batches))]


def _print_batch(batch: _Batch, progress: OnFile, crew: HelperPool = ALONE) -> PrintedProducts:
    products: list[ProducedFile] = []
    findings: list[Diagnostic] = []
    try:
        with process_limits.no_collections():
            for binding, name in batch.tasks:
                printing = partial(print_product, binding, name, batch.sheet_paper, progress, crew, products)
                printed, failed = _unless_failed(printing, binding)
                files, problems = printed or ((), failed)
                products += files
                findings += problems
    except executors.LostProcessError:
        return (), (_lost(batch),)
    return tuple(products), tuple(findings)


def _unless_failed(
    printing: Callable[[], PrintedProducts], binding: BoundBooklet
) -> tuple[PrintedProducts | None, tuple[Diagnostic, ...]]:
    """The files that were printed of a booklet, or the finding that casekit has failed with it.

    The other booklets are printed all the same.

    Raises:
        LostProcessError: if a process was ended from outside.
    """
    try:
        return printing(), ()
    except executors.LostProcessError:
        raise
    except Exception as error:  # noqa: BLE001 -- whatever it is, it is our fault
        return None, (own_fault(error, binding.documents[0].source.whole()),)


def _lost(batch: _Batch) -> Diagnostic:
    binding, _ = batch.tasks[0]
    return codes.LOST_PROCESS.at(
        binding.documents[0].source.whole(),
        f"the process that printed the booklet `{binding.slug}`, or the files that go with it, was ended from outside",
        hint="try `--jobs 1`: there may be too little memory for several processes",
    )


def print_product(
    binding: BoundBooklet,
    name: str,
    sheet_paper: str,
    progress: OnFile,
    crew: HelperPool = ALONE,
    printed: Sequence[ProducedFile] = (),
) -> PrintedProducts:
    """Print one of the game's products for a booklet, in the variant that goes with it.

    Others were ``printed`` already.
    """
    if name == BOOKLET:
        return print_binding(binding, progress, crew)
    if name == COVER:
        return print_cover(binding, printed, progress, crew)
    progress(f"typesetting {binding.slug}-{name}")
    piece, task = piece_of(binding, name, sheet_paper), Task(binding, name)
    data, problems = produce.print_piece(piece, task.variant)
    if data is None:
        return (), problems
    products, findings = [ProducedFile(task.file, data)], list(problems)
    if isinstance(piece, Leaflet):
        products += _made_from(task, data, piece, findings)
    return tuple(products), tuple(findings)


def _made_from(
    task: Task, data: bytes, content: Booklet | Leaflet, findings: list[Diagnostic]
) -> Iterator[ProducedFile]:
    """The files that are made from a finished one that is bound.

    What is wrong with them is added to the ``findings``.
    """
    made_from_it = produce.further(data, content, task.binding.finishing)
    for name, (_, (made, problems)) in zip(task.files[1:], made_from_it, strict=True):
        findings += problems
        if made is not None:
            yield ProducedFile(name, made)


def print_binding(binding: BoundBooklet, progress: OnFile, crew: HelperPool = ALONE) -> PrintedProducts:
    """Print a booklet, with the help of a crew, and read it back; what was read must be what was proved.

    As long as it has no lock, it is numbered and printed again if a spread of it turned out to be crowded.

    Returns:
        The booklet, then what is made from it.
    """
    progress(f"typesetting {binding.slug}")
    content = content_of(binding)
    beforehand = produce.prepare(content, binding.variant, crew)
    products, problems = _print_numbered(binding, content, 0, beforehand, progress, crew)
    for attempt in range(1, TRIES if binding.lock is None else 1):
        if all(problem.code is not codes.CROWDED_SPREAD for problem in problems):
            break
        progress(f"typesetting {binding.slug}")
        products, problems = _print_numbered(binding, content, attempt, beforehand, progress, crew)
    return products, problems


def _print_numbered(
    binding: BoundBooklet,
    content: Booklet,
    attempt: int,
    beforehand: MeasuredParts | None,
    progress: OnFile,
    crew: HelperPool,
) -> PrintedProducts:
    # Paragraphs of one case are kept apart by the room that they take, where that was measured.
    room = beforehand.room if beforehand and beforehand.room.heights else None
    content, numbering = numbered(binding, content, attempt, room)
    made = produce.set_booklet(content, numbering.numbers, binding.variant, beforehand, crew)
    if made.pdf is None:
        return (), made.findings
    progress(f"reading {binding.slug} back")
    findings = [*made.findings, *inspection.inspect(made.pdf, content, numbering.numbers, binding.variant)]
    if has_errors(findings):
        return (), tuple(findings)
    begun = made.begun(numbering.numbers)
    if others := page_filling.moved(content.pages, begun):
        hint = "their texts, or those before them, have another length; shorten them if pages are to stay"
        findings.append(
            codes.MOVED_PARAGRAPHS.at(content.span, page_filling.moved_in_words(others), hint=hint)
        )
    spreads = {key: (box.page + 1) // 2 for key, box in made.boxes.items() if key in numbering.numbers}
    if binding.lock is not None:
        findings += statistics.check_added(content, numbering.numbers, spreads, binding.lock.cases)
    products = [_booklet(binding, made.pdf, content, numbering, spreads, begun)]
    products += _made_from(Task(binding, BOOKLET), made.pdf, content, findings)
    return tuple(products), tuple(findings)


def _booklet(
    binding: BoundBooklet,
    data: bytes,
    content: Booklet,
    numbering: Numbering,
    spreads: Mapping[str, int],
    begun: Sequence[tuple[int, ...]],
) -> ProducedFile:
    """A finished booklet with the figures of its numbers, its lock and its kept pages.

    There are pages to keep only if it is released.
    """
    lock, file = lock_of(content, numbering), binding.lock_file
    kept = binding.kept_file
    pages = None
    if kept is not None and binding.finishing.released:
        seen, digest = tuple(seen_pages(data, binding.variant)), file_digest(data)
        numbers = (*begun, *((),) * (len(seen) - len(begun)))
        pages = (
            kept,
            page_filling.kept_text(
                page_filling.KeptPages(
                    binding.slug, binding.paper, binding.variant.name, digest, seen, numbers
                )
            ),
        )
    return ProducedFile(
        Task(binding, BOOKLET).file,
        data,
        statistics.shuffle_of(content, numbering, spreads),
        content.group,
        None if file is None else (file, "" if lock == binding.lock else lock_text(lock)),
        pages,
    )


def print_cover(
    binding: BoundBooklet, printed: Sequence[ProducedFile], progress: OnFile, crew: HelperPool = ALONE
) -> PrintedProducts:
    """Print the cover of a booklet that was ``printed``, or is printed now to count its pages."""
    name = Task(binding, BOOKLET).file
    booklet = next((each for each in printed if each.name == name), None)
    if booklet is None:
        made, problems = print_binding(binding, progress, crew)
        if not made:
            return (), problems
        booklet = made[0]
    progress(f"typesetting {binding.slug}-cover")
    pages = pages_in(booklet.data)
    data, problems = produce.print_piece(cover_of(binding, pages), binding.variant)
    return () if data is None else (ProducedFile(Task(binding, COVER).file, data, bound=pages),), problems


def piece_of(binding: BoundBooklet, name: str, paper: str) -> Piece:
    """The piece that the game prints beside its booklets under a name."""
    return game_of(binding).pages.piece(name, binding.documents, look_of(binding, paper))


def cover_of(binding: BoundBooklet, pages: int) -> Wrap:
    """The content of the cover of a booklet with ``pages`` pages: the same for every game."""
    content = content_of(binding)
    table = binding.table
    return Wrap(
        title=content.title,
        subtitle=content.subtitle,
        drawing=content.drawing,
        back=tuple(filter(None, (" ".join(text.split()) for text in _EMPTY_LINE.split(table.back)))),
        spine=typographic(table.spine.strip(), content.language),
        number=table.isbn or table.ean,
        numbered=f"ISBN {table.isbn}" if table.isbn else "",
        pages=pages,
        thickness=table.thickness,
        palette=Palette(content.accent, **edition_settings.shades(content.accent)),
        language=content.language,
        paper=content.paper,
        span=content.span,
    )
