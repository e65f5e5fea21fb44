"""A build from beginning to end: remembered, or planned, carried out, written and remembered."""

import stat
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.analysis.analyzer import ProgressBar
from casekit.building import atomic_writes, plan as building_plan
from casekit.building.build_cache import BuildCache, Digests, Wish, digests, file_digest, relative
from casekit.diagnostics import Diagnostic, Report, Severity, Span, codes, with_findings
from casekit.kit import editions
from casekit.kit.defaults import pages
from casekit.language.source_files import Opening, contents_here, is_there, opened_by
from casekit.pipeline.loading import foreign_folders
from casekit.print.content import papers, pieces
from casekit.print.numbers.statistics import Shuffle
from casekit.system import process_limits, temporary
from casekit.values import asdict, frozen

if TYPE_CHECKING:
    from casekit.building.execution import ProducedFile

_STEPS = 5


@frozen
class BuildRequest:
    """A request: the edition or case to build, and how.

    ``paper`` is ``None`` to take the booklet's own. ``jobs`` is how many booklets are printed at a time;
    ``output_named`` whether the user named the folder. A ``box`` has every product, and a list of what to
    print how often.
    """

    target: Path
    output: Path
    paper: str | None
    sheet_paper: str
    edition: Path | None
    only: tuple[str, ...]
    finishing: pieces.Finishing
    strict: bool
    renumber: bool
    force: bool
    jobs: int
    output_named: bool = True
    box: bool = False


@frozen
class BuildResult:
    """The result of a build: findings, files, figures of its booklets' numbers, and lock files.

    ``released`` are files with kept pages. ``unchanged`` are those of the files that were there already; if
    it is ``remembered`` nothing was done at all. ``group`` is what the game calls the paragraphs of one
    group.
    """

    report: Report
    files: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    shuffles: tuple[Shuffle, ...] = ()
    locks: tuple[str, ...] = ()
    released: tuple[str, ...] = ()
    remembered: bool = False
    group: str = ""


def build(request: BuildRequest, progress: ProgressBar) -> BuildResult:
    """Do what is asked for, or nothing if it was done before and all that counts is as it was."""
    if nowhere := atomic_writes.check_place(request.output) or _linked(request):
        return BuildResult(Report(nowhere, {}, (request.target.as_posix(),)))
    # The names are those of this edition or case, whatever is in the folder.
    outline = building_plan.outline(
        request.target, editions.EditionFinder(request.edition), request.only, box=request.box
    )
    names = building_plan.with_finishing(outline, request.finishing).files
    foreign = foreign_folders(filter(None, (request.target, request.output, Path.cwd(), request.edition)))
    memory = BuildCache(request.output, _wish(request), foreign)
    again = request.force or request.renumber or request.finishing.released
    # Two builds would number the same paragraphs, each in its own way: the second begins with what the first
    # has written.
    with temporary.held(outline.file):
        remembered = None if again else memory.recall(names)
        if remembered is None:
            return _build(request, outline, memory, progress)
    report, shuffles = remembered
    if _refused(report, request):
        return BuildResult(report)
    files = tuple((request.output / name).as_posix() for name in names)
    return BuildResult(report, files, files, shuffles, remembered=True)


def _linked(request: BuildRequest) -> tuple[Diagnostic, ...]:
    """A finding for a folder that nobody named and that is a link to another place."""
    if request.output_named or not request.output.is_symlink():
        return ()
    hint = f"use --output {request.output.as_posix()} if you want to write there"
    message = "this folder is a link, and a build writes through a link only if you name it"
    return (codes.LINKED_FOLDER.at(Span(request.output.as_posix()), message, hint=hint),)


def _refused(report: Report, request: BuildRequest) -> bool:
    """Whether something was found that must not be printed."""
    worst = Severity.WARNING if request.strict else Severity.ERROR
    return any(found.severity <= worst for found in report.diagnostics)


def _wish(request: BuildRequest) -> Wish:
    """The wish for a build. The user's folder is part of it, for findings name files as seen from there."""
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


def _build(
    request: BuildRequest, outline: building_plan.Plan, memory: BuildCache, progress: ProgressBar
) -> BuildResult:
    """Plan, print and write; ``outline`` is what is printed, as far as it is known before."""
    from casekit.building import execution, lock_files

    with temporary.temporaries(), execution.crew_for(outline, request.jobs) as crew:
        seen: dict[str, str] = {}
        noting = _noting(request.output, seen)
        noted = opened_by(noting) if is_there(request.target) else nullcontext()
        with noted, process_limits.no_collections(), progress(_STEPS) as step:
            plan = building_plan.plan_build(
                request.target,
                editions.EditionFinder(request.edition),
                request.paper,
                step,
                renumber=request.renumber,
                only=request.only,
                box=request.box,
                begin=None if crew is None else partial(execution.begin, crew),
            )
        if _refused(plan.report, request):
            return BuildResult(plan.report)
        plan = building_plan.with_finishing(plan, request.finishing)
        with opened_by(noting):
            plan = lock_files.on_kept_pages(plan) if request.finishing.on_kept_pages else plan
        if _refused(plan.report, request):
            return BuildResult(plan.report)
        if closed := _closed(request, plan):
            return BuildResult(with_findings(plan.report, closed))
        # A booklet is read back too, and then perhaps numbered again.
        with progress(sum(2 if task.name == building_plan.BOOKLET else 1 for task in plan.tasks)) as step:
            products, problems = execution.carry_out(plan, request.sheet_paper, step, request.jobs, crew)
        report = with_findings(plan.report, problems)
        if _refused(report, request):
            return BuildResult(report)
        return _write(request, memory, _inputs(request, plan, seen), products, report)


def _noting(folder: Path, seen: dict[str, str]) -> Opening:
    """Open files as ever, and note their digests; two contents of one file have a digest that no file has."""

    def opened(file: Path, within: Path | None, limit: int) -> bytes:
        data = contents_here(file, within, limit)
        name, digest = relative(folder, file), file_digest(data)
        seen[name] = digest if seen.get(name, digest) == digest else "changed"
        return data

    return opened


def _closed(request: BuildRequest, plan: building_plan.Plan) -> tuple[Diagnostic, ...]:
    """The obstacles to writing the files, as far as they can be seen before the work is done."""
    output = request.output
    # A lock file that is there has most likely nothing new to keep.
    folders: dict[Path, None] = {output: None}
    for binding in plan.bindings if building_plan.BOOKLET in plan.wanted else ():
        if binding.lock is None and binding.lock_file:
            folders[binding.lock_file.parent] = None
    obstacles: list[Diagnostic] = []
    for folder in folders:
        obstacles += atomic_writes.check_folder(folder)
    files = [output / name for name in plan.files]
    if not obstacles:
        obstacles = [*atomic_writes.check_names(files), *atomic_writes.check_sources(files)]
    if not obstacles and not request.force:
        obstacles = list(_foreign_products(files))
    return tuple(obstacles)


def _foreign_products(files: Iterable[Path]) -> Iterator[Diagnostic]:
    """Findings for files of others that have the names of products."""
    for file in files:
        if obstacle := _obstacle(file):
            yield codes.FOREIGN_PRODUCT.at(
                Span(file.as_posix()),
                f"the build would replace {obstacle}",
                hint="move it away, choose another folder with --output, or replace it with --force",
            )


def _obstacle(path: Path) -> str:
    """Why a PDF or a text must not be replaced unasked: what there is under its name instead.

    It is empty if the file may be replaced.
    """
    try:
        status = path.lstat()
    except OSError:
        return ""
    if stat.S_ISLNK(status.st_mode):
        return "a link to another place"
    if stat.S_ISDIR(status.st_mode) or (not status.st_size and stat.S_ISREG(status.st_mode)):
        # A folder cannot be replaced at all, which is said elsewhere; nothing is lost with an empty file.
        return ""
    if not stat.S_ISREG(status.st_mode):
        return "something that is not a plain file"
    ours = _is_our_ticket(path) if path.suffix == ".txt" else _is_our_pdf(path)
    return "" if ours else "a file that casekit did not make"


def _is_our_pdf(path: Path) -> bool:
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
            first = file.readline(10_000).rstrip("\n")
    except (OSError, ValueError):
        return False
    pairs = (line.split("{}") for line in pages.ticket_titles())
    return any(first.startswith(before) and first.endswith(after) for before, after in pairs)


def _inputs(request: BuildRequest, plan: building_plan.Plan, seen: Digests) -> Digests | None:
    """The digests of everything a plan was made from; ``None`` if something has changed since it was read."""
    kept = [binding.kept_file for binding in plan.bindings if request.finishing.on_kept_pages]
    now = digests(request.output, (*building_plan.inputs_of(plan, request.edition), *filter(None, kept)))
    return now if all(seen.get(name, digest) == digest for name, digest in now.items()) else None


def _write(
    request: BuildRequest,
    memory: BuildCache,
    inputs: Digests | None,
    products: "tuple[ProducedFile, ...]",
    report: Report,
) -> BuildResult:
    """Write the products, their lock files and the memory of it all: together or not at all."""
    numbered = [product for product in products if product.shuffle is not None]
    shuffles = tuple([product.shuffle for product in numbered if product.shuffle is not None])
    printed = {request.output / product.name: product.data for product in products}
    locks = _encoded([product.lock for product in products if product.lock and product.lock[1]])
    released = _encoded([product.pages for product in products if product.pages])
    files = {**printed, **locks, **released}
    if inputs is not None:
        files |= memory.record(inputs, files, report, shuffles)
    problems = atomic_writes.check_sources(printed)
    written, problems = ((), problems) if problems else atomic_writes.write_all(files, rewrites=True)
    if problems:
        return BuildResult(with_findings(report, problems))
    unchanged = [path for path in printed if path not in written]
    return BuildResult(
        report,
        _names(printed),
        _names(unchanged),
        shuffles,
        _names(locks),
        _names(released),
        group=numbered[0].group if numbered else "",
    )


def _encoded(texts: "Iterable[tuple[Path, str]]") -> dict[Path, bytes]:
    return {file: text.encode() for file, text in texts}


def _names(files: Iterable[Path]) -> tuple[str, ...]:
    return tuple([file.as_posix() for file in files])
