"""A build from beginning to end: taken from the cache, or planned, printed, written and cached."""

import stat
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.analysis.analyzer import ProgressBar
from casekit.building import atomic_writes, plan as building_plan
from casekit.building.build_cache import (
    BuildCache,
    Digests,
    RequestKey,
    digests,
    file_digest,
    relative,
)
from casekit.building.plan import Plan
from casekit.building.planned_booklets import BOOKLET
from casekit.diagnostics import Finding, Report, Severity, Span, codes, with_findings
from casekit.kit import editions
from casekit.kit.defaults import pages
from casekit.language.source_files import Opening, contents_here, is_there, opened_by
from casekit.pipeline.loading import foreign_folders
from casekit.print.content import papers, pieces
from casekit.print.numbers.shuffle_figures import Shuffle
from casekit.system import process_limits, temporary
from casekit.system.process_limits import TaskLimits
from casekit.values import asdict, frozen

if TYPE_CHECKING:
    from casekit.building.execution import ProducedFile, TextFile
    from casekit.system.worker_processes import HelperPool

_PLANNING_STEPS = 5
"""The length of the bar that shows the progress of planning; more cases make it longer."""


@frozen
class BuildRequest:
    """A request: the edition or case to build, and how."""

    target: Path
    """A case file, an edition file, or the folder of an edition."""

    output: Path
    """The folder to write to."""

    paper: str | None
    """The name of the paper of booklets; ``None`` for the paper that the edition gives each."""

    sheet_paper: str
    """The name of the paper of everything else."""

    edition: Path | None
    """The edition file to take for a case instead of the nearest."""

    only: tuple[str, ...]
    """The names of the products to print; empty for the usual ones."""

    finishing: pieces.Finishing
    """The variant, and what is made from finished booklets."""

    strict: bool
    """Whether nothing is printed if there is a warning."""

    renumber: bool
    """Whether to ignore the lock files."""

    force: bool
    """Whether to build whatever the cache holds, and to replace files that casekit did not make."""

    jobs: int
    """How many processes may print."""

    output_named: bool = True
    """Whether the user named the folder to write to."""

    box: bool = False
    """Whether to print every product, with a list of what to print how often."""

    limits: TaskLimits | None = None
    """The most that checking a case may take, and with it printing its pages; ``None`` if there is no
    limit."""


@frozen
class BuildResult:
    """The result of a build; its files are named as seen from the current folder."""

    report: Report
    """The findings."""

    files: tuple[str, ...] = ()
    """The products; none if nothing was written."""

    unchanged: tuple[str, ...] = ()
    """Those of the products that were there already, with the same bytes."""

    shuffles: tuple[Shuffle, ...] = ()
    """The figures of the numbers of each booklet."""

    locks: tuple[str, ...] = ()
    """The lock files that are new or have changed."""

    released: tuple[str, ...] = ()
    """The files with the kept pages of booklets that were released."""

    remembered: bool = False
    """Whether the cache had the build, so that nothing was done."""

    group: str = ""
    """What the game calls the paragraphs of one group."""


def build(request: BuildRequest, progress: ProgressBar) -> BuildResult:
    """Do what is asked for, or nothing if it was done before and all that counts is as it was."""
    folder_findings = atomic_writes.check_place(request.output) or _unnamed_link_findings(request)
    if folder_findings:
        return BuildResult(Report(folder_findings, {}, (request.target.as_posix(),)))
    draft = building_plan.draft_plan(
        request.target, editions.EditionFinder(request.edition), request.only, box=request.box
    )
    # The names are those of this edition or case, whatever is in the folder.
    names = building_plan.with_finishing(draft, request.finishing).files
    given_places = (request.target, request.output, Path.cwd(), request.edition)
    untrusted_folders = foreign_folders(filter(None, given_places))
    cache = BuildCache(request.output, _request_key(request), untrusted_folders)
    ignores_cache = request.force or request.renumber or request.finishing.released
    # Two builds would number the same paragraphs, each in its own way: the second begins with what the first
    # has written.
    with temporary.held(draft.file):
        outcome = None if ignores_cache else cache.recall(names)
        if outcome is None:
            return _build(request, draft, cache, progress)
    if _is_refused(outcome.report, request):
        return BuildResult(outcome.report)
    files = tuple((request.output / name).as_posix() for name in names)
    return BuildResult(outcome.report, files, unchanged=files, shuffles=outcome.shuffles, remembered=True)


def _unnamed_link_findings(request: BuildRequest) -> tuple[Finding, ...]:
    """A finding for a folder that nobody named and that is a link to another place."""
    if request.output_named or not request.output.is_symlink():
        return ()
    hint = f"use --output {request.output.as_posix()} if you want to write there"
    message = "this folder is a link, and a build writes through a link only if you name it"
    return (codes.LINKED_FOLDER.at(Span(request.output.as_posix()), message, hint=hint),)


def _is_refused(report: Report, request: BuildRequest) -> bool:
    """Whether there is a finding with which nothing is printed.

    A limit that was reached refuses its booklet alone.
    """
    least_grave = Severity.WARNING if request.strict else Severity.ERROR
    graver = [finding for finding in report.diagnostics if finding.severity <= least_grave]
    return any(finding.code is not codes.TOO_MUCH_TO_CHECK for finding in graver)


def _has_reached_limit(report: Report) -> bool:
    return any(finding.code is codes.TOO_MUCH_TO_CHECK for finding in report.diagnostics)


def _request_key(request: BuildRequest) -> RequestKey:
    """The part of a request that decides what is made, for the cache.

    The current folder is part of it, because findings name files as seen from there.
    """
    finishing = request.finishing
    return {
        "target": relative(request.output, request.target),
        "standing": relative(request.output, Path.cwd()),
        "papers": {"booklet": request.paper, "sheet": request.sheet_paper},
        "edition": None if request.edition is None else str(request.edition.absolute()),
        "only": list(request.only),
        "box": request.box,
        "variant": finishing.variant.name,
        "saddle": finishing.saddle and asdict(finishing.saddle),
        "proof": finishing.proof,
        "solution": finishing.solution,
        "on_kept_pages": finishing.on_kept_pages,
    }


def _build(request: BuildRequest, draft: Plan, cache: BuildCache, progress: ProgressBar) -> BuildResult:
    """Plan, print and write; ``draft`` is the plan as far as it is known before cases are read."""
    from casekit.building import execution

    # Helpers are started within: what they leave in the folder for temporary files goes with it.
    with temporary.temporaries(), _helpers(request, draft) as helpers:
        digests_when_read: dict[str, str] = {}
        plan = _plan(request, helpers, digests_when_read, progress)
        nothing_is_left = bool(plan.unprinted) and not plan.tasks
        if _is_refused(plan.report, request) or nothing_is_left:
            return BuildResult(plan.report)
        if obstacles := _obstacles(request, plan):
            return BuildResult(with_findings(plan.report, obstacles))
        # A booklet is read back too, and then perhaps numbered again.
        steps = sum(2 if task.product == BOOKLET else 1 for task in plan.tasks)
        with progress(steps) as step:
            printed = execution.carry_out(
                plan, request.sheet_paper, step, request.jobs, helpers, request.limits
            )
        report = with_findings(plan.report, printed.findings)
        nothing_is_left = _has_reached_limit(report) and not printed.files
        if _is_refused(report, request) or nothing_is_left:
            return BuildResult(report)
        # What other processes have read is not known here.
        inputs = _inputs(request, plan, digests_when_read) if request.limits is None else None
        return _write(request, cache, inputs, printed.files, report)


def _helpers(request: BuildRequest, draft: Plan) -> "AbstractContextManager[HelperPool | None]":
    """Helpers for the long booklets of a draft; none within limits, where each process has its own."""
    from casekit.building import booklet_helpers

    if request.limits is not None:
        return nullcontext()
    return booklet_helpers.helpers_for_plan(draft, request.jobs)


def _plan(
    request: BuildRequest,
    helpers: "HelperPool | None",
    digests_when_read: dict[str, str],
    progress: ProgressBar,
) -> Plan:
    """The plan of a build, with the findings on its cases, its locks and its kept pages.

    The digest of each file that is read is added to ``digests_when_read``. Helpers begin with booklets.
    """
    from casekit.building import booklet_helpers, lock_files

    limited = None if request.limits is None else building_plan.Limited(request.limits, request.jobs)
    opening = _opening_that_records(request.output, digests_when_read)
    reading_is_recorded = opened_by(opening) if is_there(request.target) else nullcontext()
    with reading_is_recorded, process_limits.no_collections(), progress(_PLANNING_STEPS) as step:
        plan = building_plan.plan_build(
            request.target,
            editions.EditionFinder(request.edition),
            request.paper,
            step,
            renumber=request.renumber,
            only=request.only,
            box=request.box,
            begin_booklet=None if helpers is None else partial(booklet_helpers.begin_booklet, helpers),
            within=limited,
        )
    if _is_refused(plan.report, request):
        return plan
    plan = building_plan.with_finishing(plan, request.finishing)
    if request.finishing.on_kept_pages:
        with opened_by(opening):
            plan = lock_files.on_kept_pages(plan)
    return plan


def _opening_that_records(folder: Path, digests_when_read: dict[str, str]) -> Opening:
    """A way to open files as ever that adds the digest of each to a dictionary, by its path from a folder.

    A file that was read twice with different contents gets a digest that no file has.
    """

    def open_and_record(file: Path, within: Path | None, limit: int) -> bytes:
        data = contents_here(file, within, limit)
        name, digest = relative(folder, file), file_digest(data)
        is_as_before = digests_when_read.get(name, digest) == digest
        digests_when_read[name] = digest if is_as_before else "changed"
        return data

    return open_and_record


def _obstacles(request: BuildRequest, plan: Plan) -> tuple[Finding, ...]:
    """The obstacles to writing the files, as far as they can be seen before the work is done."""
    folders: dict[Path, None] = {request.output: None}
    if BOOKLET in plan.products:
        for booklet in plan.booklets:
            # A lock file that is there has most likely nothing new to keep.
            if booklet.lock is None and booklet.lock_file:
                folders[booklet.lock_file.parent] = None
    obstacles: list[Finding] = []
    for folder in folders:
        obstacles += atomic_writes.check_folder(folder)
    files = [request.output / name for name in plan.files]
    if not obstacles:
        obstacles = [*atomic_writes.check_names(files), *atomic_writes.check_sources(files)]
    if not obstacles and not request.force:
        obstacles = list(_foreign_products(files))
    return tuple(obstacles)


def _foreign_products(files: Iterable[Path]) -> Iterator[Finding]:
    """Findings for files that casekit did not make and that have the names of products."""
    for file in files:
        if obstacle := _what_is_there_instead(file):
            yield codes.FOREIGN_PRODUCT.at(
                Span(file.as_posix()),
                f"the build would replace {obstacle}",
                hint="move it away, choose another folder with --output, or replace it with --force",
            )


def _what_is_there_instead(path: Path) -> str:
    """A phrase for a file in the place of an output that must not be replaced unasked; empty if it may be."""
    try:
        status = path.lstat()
    except OSError:
        return ""
    if stat.S_ISLNK(status.st_mode):
        return "a link to another place"
    if stat.S_ISDIR(status.st_mode):
        # A folder cannot be replaced at all, which is reported elsewhere.
        return ""
    if not stat.S_ISREG(status.st_mode):
        return "something that is not a plain file"
    if not status.st_size:
        # Nothing is lost with an empty file.
        return ""
    is_ours = _is_our_ticket(path) if path.suffix == ".txt" else _is_our_pdf(path)
    return "" if is_ours else "a file that casekit did not make"


def _is_our_pdf(path: Path) -> bool:
    """Whether a PDF names casekit as its creator."""
    from casekit.print.preflight.pdf_opening import LARGEST, creator_of
    from casekit.system.sandbox import SandboxError, read

    try:
        with path.open("rb") as file:
            creator = read(creator_of, file.read(LARGEST + 1))
    except (OSError, SandboxError):
        return False
    return bool(creator == papers.CREATOR)


def _is_our_ticket(path: Path) -> bool:
    """Whether a text begins as a job ticket does in some language."""
    try:
        with path.open(encoding="utf-8") as file:
            first_line = file.readline(10_000).rstrip("\n")
    except (OSError, ValueError):
        return False
    for title in pages.ticket_titles():
        before, after = title.split("{}")
        if first_line.startswith(before) and first_line.endswith(after):
            return True
    return False


def _inputs(request: BuildRequest, plan: Plan, digests_when_read: Digests) -> Digests | None:
    """The digests of everything a plan was made from; ``None`` if a file has changed since it was read."""
    files = [*building_plan.inputs_of(plan, request.edition)]
    if request.finishing.on_kept_pages:
        files += [booklet.kept_pages_file for booklet in plan.booklets if booklet.kept_pages_file]
    digests_now = digests(request.output, files)
    for name, digest in digests_now.items():
        if digests_when_read.get(name, digest) != digest:
            return None
    return digests_now


def _write(
    request: BuildRequest,
    cache: BuildCache,
    inputs: Digests | None,
    products: "tuple[ProducedFile, ...]",
    report: Report,
) -> BuildResult:
    """Write the products, their lock files, their kept pages and the cache: together or not at all.

    Without ``inputs`` the build is not put into the cache.
    """
    booklets = [product for product in products if product.shuffle is not None]
    shuffles = tuple([product.shuffle for product in booklets if product.shuffle is not None])
    product_data = {request.output / product.name: product.data for product in products}
    locks = _encoded([product.lock for product in products if product.lock])
    kept_pages = _encoded([product.kept_pages for product in products if product.kept_pages])
    files = {**product_data, **locks, **kept_pages}
    if inputs is not None:
        files |= cache.record(inputs, files, report, shuffles)
    if problems := atomic_writes.check_sources(product_data):
        return BuildResult(with_findings(report, problems))
    written_files, problems = atomic_writes.write_all(files, rewrites=True)
    if problems:
        return BuildResult(with_findings(report, problems))
    return BuildResult(
        report,
        files=_as_posix(product_data),
        unchanged=_as_posix(path for path in product_data if path not in written_files),
        shuffles=shuffles,
        locks=_as_posix(locks),
        released=_as_posix(kept_pages),
        group=booklets[0].group if booklets else "",
    )


def _encoded(files: "Iterable[TextFile]") -> dict[Path, bytes]:
    return {file.path: file.text.encode() for file in files}


def _as_posix(files: Iterable[Path]) -> tuple[str, ...]:
    return tuple([file.as_posix() for file in files])
