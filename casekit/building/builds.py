"""A build from beginning to end: remembered, or checked, printed, written and remembered."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.building.writing import check_folder, check_names, check_place, write_all
from casekit.diagnostics import Diagnostic, Severity, Span, codes
from casekit.diagnostics.forms import Report

if TYPE_CHECKING:
    from casekit.building.manifest import Digests
    from casekit.building.planning import Plan
    from casekit.building.printing import Numbers, Product
    from casekit.building.remembering import Wish
    from casekit.print.numbers.statistics import Shuffle
    from casekit.print.produce import Finishing
    from casekit.system.crew import Crew

_STEPS = 5

BuildSteps = Callable[[int], AbstractContextManager[Callable[[str], None]]]
"""Shows progress on a number of steps: returns a function to call with the name of each before it is taken."""


@dataclass(frozen=True, slots=True)
class Papers:
    """The papers asked for; ``booklet`` is ``None`` to take the booklet's own."""

    booklet: str | None
    sheet: str


@dataclass(frozen=True)
class Request:
    """A request: the edition or case to build, and how.

    ``jobs`` is how many booklets are printed at a time; ``output_named`` whether the user named the folder.
    """

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
    output_named: bool = True


@dataclass(frozen=True)
class Built:
    """The result of a build: its findings, its files, the figures of its booklets' numbers, and the lock files it wrote.

    ``unchanged`` are those of the files that were there already; if it is ``remembered`` nothing was done at all.
    ``group`` is what the game calls the paragraphs of one group.
    """

    report: Report
    files: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    shuffles: "tuple[Shuffle, ...]" = ()
    locks: tuple[str, ...] = ()
    remembered: bool = False
    group: str = ""


def build(request: Request, progress: BuildSteps) -> Built:
    """Do what is asked for, or nothing if it was done before and all that counts is as it was."""
    from casekit.building import planning, printing
    from casekit.building.remembering import recall

    if nowhere := check_place(request.output) or _linked(request):
        return Built(Report(nowhere, {}, (request.target.as_posix(),)))
    wish = _wish(request)
    # The names are those of this edition or case, whatever is in the folder.
    outline = planning.outline(request.target, request.edition, request.only)
    names = printing.files_of(planning.with_finishing(outline, request.finishing))
    anew = request.force or request.renumber
    remembered = None if anew else recall(request.output, wish, names, _foreign(request))
    if remembered is None:
        return _build(request, wish, outline, progress)
    if _refused(remembered.report, request):
        return Built(remembered.report)
    files = tuple((request.output / name).as_posix() for name in names)
    return Built(remembered.report, files, files, remembered.shuffles, remembered=True)


def _linked(request: Request) -> tuple[Diagnostic, ...]:
    """A finding for a folder that nobody named and that is a link to another place."""
    if request.output_named or not request.output.is_symlink():
        return ()
    hint = f"use --output {request.output.as_posix()} if you want to write there"
    message = "this folder is a link, and a build writes through a link only if you name it"
    return (Diagnostic(codes.LINKED_FOLDER, message, Span(request.output.as_posix()), hint=hint),)


def _foreign(request: Request) -> tuple[Path, ...]:
    """The folders in which no key of this user is believed."""
    from casekit.pipeline.many_checks import foreign_folders

    places = (request.target, request.output, Path.cwd(), request.edition)
    return foreign_folders(place for place in places if place is not None)


def _refused(report: Report, request: Request) -> bool:
    """Whether something was found that must not be printed."""
    worst = Severity.WARNING if request.strict else Severity.ERROR
    return any(found.severity <= worst for found in report.diagnostics)


def _wish(request: Request) -> "Wish":
    from casekit.building.remembering import wish_of

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
        solution=request.finishing.solution,
    )


def _build(request: Request, wish: "Wish", outline: "Plan", progress: BuildSteps) -> Built:
    """Check, print and write; ``outline`` is what is printed, as far as it is known before."""
    from casekit.building import crews
    from casekit.system.temporary import temporaries

    with temporaries(), crews.crew_for(outline, request.target, request.jobs) as crew:
        return _build_with(crew, request, wish, progress)


def _build_with(crew: "Crew | None", request: Request, wish: "Wish", progress: BuildSteps) -> Built:
    from casekit.building import crews, planning, printing
    from casekit.games.editions import Editions
    from casekit.pipeline import checking
    from casekit.system.collecting import no_collections

    began = time.time_ns()
    with no_collections(), progress(_STEPS) as step:
        plan = planning.plan_build(
            request.target,
            Editions(request.edition),
            request.papers.booklet,
            step,
            renumber=request.renumber,
            only=request.only,
            begin=None if crew is None else partial(crews.begin, crew),
        )
    if _refused(plan.report, request):
        return Built(plan.report)
    plan = planning.with_finishing(plan, request.finishing)
    if closed := _closed(request, plan):
        return Built(checking.with_findings(plan.report, closed))
    inputs = _inputs(request, plan, began)
    with progress(planning.steps_to_print(plan)) as step:
        products, problems = printing.carry_out(plan, request.papers.sheet, step, request.jobs, crew)
    report = checking.with_findings(plan.report, problems)
    if _refused(report, request):
        return Built(report)
    return _write(request, wish, inputs, products, report)


def _closed(request: Request, plan: "Plan") -> tuple[Diagnostic, ...]:
    """The obstacles to writing the files, as far as they can be seen before the work is done."""
    from casekit.building import printing

    output = request.output
    # A lock file that is there has most likely nothing new to keep.
    first = [each for each in plan.bindings if each.lock is None and "booklet" in plan.wanted]
    folders = {output: None, **{each.lock_file.parent: None for each in first if each.lock_file}}
    files = [output / name for name in printing.files_of(plan)]
    closed = tuple(found for folder in folders for found in check_folder(folder)) or check_names(files)
    return closed or (() if request.force else tuple(_foreign_products(files)))


def _foreign_products(files: Iterable[Path]) -> Iterator[Diagnostic]:
    """Findings for files of others that have the names of products."""
    from casekit.building.origin import obstacle
    from casekit.games.ticket_words import ticket_titles

    for file in files:
        if found := obstacle(file, ticket_titles() if file.suffix == ".txt" else ()):
            yield Diagnostic(
                codes.FOREIGN_PRODUCT,
                f"the build would replace {found}",
                Span(file.as_posix()),
                hint="move it away, choose another folder with --output, or replace it with --force",
            )


def _inputs(request: Request, plan: "Plan", began: int) -> "Digests | None":
    """The digests of everything a plan was made from; ``None`` if something was changed while it was made."""
    from casekit.building import planning
    from casekit.building.manifest import digests

    files = planning.inputs_of(request.target, request.edition, plan)
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
    from casekit.building.remembering import record
    from casekit.pipeline import checking

    numbers = tuple(each.numbers for each in products if each.numbers is not None)
    shuffles = tuple(each.shuffle for each in numbers)
    printed = {request.output / each.name: each.data for each in products}
    locks = _locks(numbers)
    files = {**printed, **locks}
    if inputs is not None:
        files |= record(request.output, wish, inputs, files, report, shuffles, _foreign(request))
    written, problems = write_all(files)
    if problems:
        return Built(checking.with_findings(report, problems))
    return Built(
        report,
        tuple(path.as_posix() for path in printed),
        tuple(path.as_posix() for path in printed if path not in written),
        shuffles,
        tuple(path.as_posix() for path in locks),
        group=next((each.group for each in numbers), ""),
    )


def _locks(numbers: "tuple[Numbers, ...]") -> Mapping[Path, bytes]:
    """The lock files of booklets whose numbers or texts are others than before."""
    return {
        each.lock_file: each.lock_text.encode()
        for each in numbers
        if each.lock_file is not None and each.lock_text
    }
