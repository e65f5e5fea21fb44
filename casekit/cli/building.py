"""A build from beginning to end: remembered, or checked, printed, written and remembered."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.cli.inputs import status
from casekit.cli.main import CLEAN
from casekit.cli.output import check_files, check_folder, check_place, write_all
from casekit.cli.progress import progress
from casekit.diagnostics import Diagnostic
from casekit.diagnostics.forms import Report

if TYPE_CHECKING:
    from casekit.cli.remembering import Wish
    from casekit.pipeline import Numbers, Plan, Product
    from casekit.print.finishing import Finishing
    from casekit.print.manifest import Digests
    from casekit.print.statistics import Shuffle

_STEPS = 5


@dataclass(frozen=True, slots=True)
class Papers:
    """The papers asked for; ``booklet`` is ``None`` to take the booklet's own."""

    booklet: str | None
    sheet: str


@dataclass(frozen=True)
class Request:
    """What is to be built, and how. ``jobs`` is how many booklets are printed at a time."""

    target: Path
    output: Path
    papers: Papers
    edition: Path | None
    only: tuple[str, ...]
    finishing: "Finishing"
    strict: bool
    renumber: bool
    force: bool
    jobs: int


@dataclass(frozen=True)
class Built:
    """What a build found, its files, the figures of its booklets' numbers, and the lock files it wrote.

    ``unchanged`` are those of the files that were there already; if it is ``remembered`` nothing was done at all.
    """

    report: Report
    files: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    shuffles: "tuple[Shuffle, ...]" = ()
    locks: tuple[str, ...] = ()
    remembered: bool = False


def build(request: Request) -> Built:
    """Do what is asked for, or nothing if it was done before and all that counts is as it was."""
    from casekit.cli.remembering import recall

    if nowhere := check_place(request.output):
        return Built(Report(nowhere, {}, (request.target.as_posix(),)))
    wish = _wish(request)
    remembered = None if request.force or request.renumber else recall(request.output, wish)
    if remembered is None:
        return _build(request, wish)
    if status(remembered.report, strict=request.strict) != CLEAN:
        return Built(remembered.report)
    return Built(remembered.report, remembered.files, remembered.files, remembered.shuffles, remembered=True)


def _wish(request: Request) -> "Wish":
    from casekit.cli.remembering import wish_of

    saddle = request.finishing.saddle
    return wish_of(
        request.output,
        request.target,
        papers=asdict(request.papers),
        edition=None if request.edition is None else str(request.edition.absolute()),
        only=request.only,
        variant=request.finishing.variant.name,
        saddle=None if saddle is None else asdict(saddle),
        proof=request.finishing.proof,
    )


def _build(request: Request, wish: "Wish") -> Built:
    """Check, print and write."""
    from casekit import pipeline
    from casekit.games.midnight.editions import Editions
    from casekit.print.collecting import no_collections

    began = time.time_ns()
    with no_collections(), progress(_STEPS) as step:
        plan = pipeline.plan_build(
            request.target,
            Editions(request.edition),
            request.papers.booklet,
            step,
            renumber=request.renumber,
            only=request.only,
        )
    if status(plan.report, strict=request.strict) != CLEAN:
        return Built(plan.report)
    plan = pipeline.finished(plan, request.finishing)
    if closed := _closed(request.output, plan):
        return Built(pipeline.with_findings(plan.report, closed))
    inputs = _inputs(request, plan, began)
    with progress(pipeline.steps_of(plan)) as step:
        products, problems = pipeline.carry_out(plan, request.papers.sheet, step, request.jobs)
    report = pipeline.with_findings(plan.report, problems)
    if status(report, strict=request.strict) != CLEAN:
        return Built(report)
    return _write(request, wish, inputs, products, report)


def _closed(output: Path, plan: "Plan") -> tuple[Diagnostic, ...]:
    """What will keep the files from being written, as far as it can be seen before the work is done."""
    from casekit import pipeline

    # A lock file that is there has most likely nothing new to keep.
    first = [each for each in plan.bindings if each.lock is None and "booklet" in plan.wanted]
    folders = {output: None, **{each.lock_file.parent: None for each in first if each.lock_file}}
    files = [output / name for name in pipeline.files_of(plan)]
    return tuple(found for folder in folders for found in check_folder(folder)) or check_files(files)


def _inputs(request: Request, plan: "Plan", began: int) -> "Digests | None":
    """The digests of everything a plan was made from; ``None`` if something was changed while it was made."""
    from casekit import pipeline
    from casekit.print.manifest import digests

    files = pipeline.inputs_of(request.target, request.edition, plan)
    changed = any(file.stat().st_mtime_ns >= began for file in files if file.exists())
    return None if changed else digests(request.output, files)


def _write(
    request: Request,
    wish: "Wish",
    inputs: "Digests | None",
    products: "tuple[Product, ...]",
    report: Report,
) -> Built:
    """Write the products, their lock files and the memory of it all: together or not at all."""
    from casekit import pipeline
    from casekit.cli.remembering import remembering

    numbers = tuple(each.numbers for each in products if each.numbers is not None)
    shuffles = tuple(each.shuffle for each in numbers)
    printed = {request.output / each.name: each.data for each in products}
    locks = _locks(numbers)
    files = {**printed, **locks}
    if inputs is not None:
        files |= remembering(request.output, wish, inputs, files, report, shuffles)
    written, problems = write_all(files)
    if problems:
        return Built(pipeline.with_findings(report, problems))
    return Built(
        report,
        tuple(path.as_posix() for path in printed),
        tuple(path.as_posix() for path in printed if path not in written),
        shuffles,
        tuple(path.as_posix() for path in locks),
    )


def _locks(numbers: "tuple[Numbers, ...]") -> Mapping[Path, bytes]:
    """The lock files of booklets whose numbers or texts are others than before."""
    return {
        each.lock_file: each.lock_text.encode()
        for each in numbers
        if each.lock_file is not None and each.lock_text
    }
