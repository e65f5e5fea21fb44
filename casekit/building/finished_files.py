"""A preflight from beginning to end: the same file, else the same pages, and the objects of the PDF.

The cheapest check comes first. A build has proved the files that it made, so a file that has not changed
since, from sources that have not changed since, needs no other check. Any other file is compared, page by
page, with the one that the same build would make now.
"""

from pathlib import Path
from typing import NamedTuple

from casekit.analysis.analyzer import ProgressBar
from casekit.building import (
    booklet_helpers,
    build_cache,
    execution,
    file_recognition,
    lock_files,
    plan as building_plan,
)
from casekit.building.build_cache import RequestKey
from casekit.building.planned_booklets import (
    BOOKLET,
    COVER,
    PlannedBooklet,
    Task,
    content_of,
    game_of,
    product_of,
)
from casekit.diagnostics import Finding, MisuseError, Report, Span, codes, has_errors, with_findings
from casekit.kit.editions import EditionFinder
from casekit.language.source_files import code_and_hint, contents, reason_of
from casekit.pipeline.loading import CASE, foreign_folders
from casekit.print.comparison import (
    compare_files,
    landmarks,
    released_comparison,
)
from casekit.print.content import papers, pieces
from casekit.print.preflight import ink_coverage, pdf_opening
from casekit.print.preflight.inspection import first_look, look_at_objects, unreported
from casekit.print.produce import expected_layout_of
from casekit.system import sandbox, temporary
from casekit.values import frozen, replace

_PLANNING_STEPS = 5
_PRINTING_STEPS = 2
"""The lengths of bars that show progress; a longer work makes its bar longer."""

_LOOKS_AT_A_PAGE = 4
"""How often a page is looked at that differs: whether it does, what is on it in either file, and how."""


@frozen
class FilePreflight:
    """A file to look at, with everything that the user says of it."""

    pdf: Path
    """The file."""

    target: Path
    """The case or the edition that it was built from."""

    edition: Path | None = None
    """The edition file to take for a case instead of the nearest."""

    variant: papers.Variant | None = None
    """The variant that it is in. ``None``, here and below: casekit is to recognise that."""

    paper: str | None = None
    """The name of the paper of a booklet."""

    sheet_paper: str | None = None
    """The name of the paper of anything else."""

    solution: pieces.SolutionPlace | None = None
    """Where solutions are printed."""

    booklet: str | None = None
    """The slug of the booklet that it is or goes with."""

    product: str | None = None
    """The name of the product that it is."""

    jobs: int = 1
    """How many processes may print."""


def inspect_file(preflight: FilePreflight, progress: ProgressBar) -> Report:
    """Findings on the case or the edition, and if these are not errors, on the file.

    Raises:
        MisuseError: if it is not clear which booklet it is, or the game does not print what it should be.
    """
    data, problems = _read(preflight.pdf)
    recognised = None if data is None else _recognised_by_cache(preflight, data)
    if recognised and recognised.report is not None and _fits_its_build(preflight, recognised):
        return replace(recognised.report, files=_case_files_of(preflight.target, recognised.build))
    name = recognised.name if recognised else preflight.pdf.name
    request_key = recognised.build.request_key if recognised else {}
    with temporary.temporaries(), progress(_PLANNING_STEPS) as step:
        paper = preflight.paper or request_key.get("papers", {}).get("booklet")
        plan = building_plan.plan_build(preflight.target, EditionFinder(preflight.edition), paper, step)
    if has_errors(plan.report.diagnostics):
        return plan.report
    if data is not None:
        with temporary.temporaries(), sandbox.document_budget():
            problems = _file_findings(preflight, data, plan, name, request_key, progress)
    return with_findings(plan.report, problems)


def _recognised_by_cache(preflight: FilePreflight, data: bytes) -> build_cache.RecognisedFile | None:
    """The file as the cache in its folder knows it, if it does."""
    given_places = (preflight.target, preflight.pdf, Path.cwd(), preflight.edition)
    untrusted_folders = foreign_folders(filter(None, given_places))
    return build_cache.recognise(preflight.pdf, data, preflight.target, preflight.edition, untrusted_folders)


def _case_files_of(target: Path, build: build_cache.CachedBuild) -> tuple[str, ...]:
    """The case files that a build of a target has read."""
    if target.suffix == CASE:
        return (target.as_posix(),)
    # An input without a digest was not there.
    return tuple(file for file, digest in build.inputs.items() if digest and file.endswith(CASE))


def _read(file: Path) -> tuple[bytes | None, tuple[Finding, ...]]:
    """A file's bytes, or the finding that it cannot be read; the beginning of one that is far too long."""
    try:
        return contents(file, limit=pdf_opening.LARGEST), ()
    except OSError as error:
        code, hint = code_and_hint(error, (codes.NO_SUCH_FILE, "name the PDF that `casekit build` wrote"))
        message = f"this cannot be read: {reason_of(error)}"
        return None, (code.at(Span(file.as_posix()), message, hint=hint),)


def _fits_its_build(preflight: FilePreflight, recognised: build_cache.RecognisedFile) -> bool:
    """Whether all that the user says of a file is what its build was asked for."""
    name, request_key = recognised.name, recognised.build.request_key
    papers_asked_for = request_key.get("papers", {})
    return (
        (preflight.variant is None or preflight.variant.name == request_key.get("variant"))
        and (preflight.paper is None or preflight.paper == papers_asked_for.get("booklet"))
        and (preflight.sheet_paper is None or preflight.sheet_paper == papers_asked_for.get("sheet"))
        and (preflight.solution is None or preflight.solution == request_key.get("solution"))
        and (preflight.booklet is None or name.startswith(f"{preflight.booklet}-"))
        and (preflight.product is None or f"-{preflight.product}" in name)
    )


def _file_findings(
    preflight: FilePreflight,
    data: bytes,
    plan: building_plan.Plan,
    name: str,
    request_key: RequestKey,
    progress: ProgressBar,
) -> tuple[Finding, ...]:
    """The findings on a PDF whose cases have no errors.

    Args:
        preflight: the file, and what the user says of it.
        data: its bytes.
        plan: what a build would print now.
        name: the name that its build gave it, else the one that it has.
        request_key: the request for its build; empty if that is not known.
        progress: shows the progress.
    """
    booklet = file_recognition.booklet_of_file(plan, name, preflight.booklet)
    products = [product.name for product in game_of(booklet).products]
    if preflight.product is not None and preflight.product not in products:
        raise MisuseError(f"{preflight.product!r} is not one of {', '.join(products)}.", "--product")
    product = preflight.product or file_recognition.product_of_file(booklet, name) or BOOKLET
    span = Span(preflight.pdf.as_posix())
    try:
        refusals, variant_by_look = sandbox.read(first_look, data, span)
    except sandbox.SandboxError as error:
        return (pdf_opening.unreadable(f"it {error}", span),)
    if refusals:
        return tuple(map(Finding.of, refusals))
    finishing = file_recognition.finishing_of_file(
        name,
        booklet.slug,
        request_key,
        variant=preflight.variant,
        solution=preflight.solution,
        variant_by_look=papers.VARIANTS[variant_by_look],
    )
    booklet = replace(booklet, finishing=finishing)
    sheet_paper = preflight.sheet_paper or request_key.get("papers", {}).get("sheet") or "a4"
    return _compared_with_new_build(data, span, booklet, product, sheet_paper, preflight.jobs, progress)


def _compared_with_new_build(
    data: bytes,
    span: Span,
    booklet: PlannedBooklet,
    product: str,
    sheet_paper: str,
    jobs: int,
    progress: ProgressBar,
) -> tuple[Finding, ...]:
    """The findings on a PDF beside the same product as it would be printed now."""
    first = booklet.documents[0]
    if missing := product_of(booklet, product).missing(first.settings, first.source.name):
        return (missing,)
    # No other product has enough pages for several processes.
    processes = jobs if product in {BOOKLET, COVER} else 1
    with (
        booklet_helpers.helpers_for_booklet(booklet, processes) as helpers,
        progress(_PRINTING_STEPS) as step,
    ):
        printed = execution.print_product(booklet, product, sheet_paper, step, helpers)
    if not printed.files:
        return printed.findings
    # A cover is printed after its booklet.
    expected = printed.files[-1].data
    if expected == data:
        return printed.findings
    pages = pdf_opening.pages_in(expected)
    sandbox.allow_for(pages)
    # No press prints a proof.
    for_press = not booklet.finishing.proof and booklet.variant == papers.PRINT_SHOP
    pair = compare_files.FilePair(expected, data, signposts_of(booklet, product), for_press=for_press)
    beside_kept_pages = _compared_with_kept_pages(pair, span, booklet, product, sheet_paper, progress)
    pair, findings = beside_kept_pages.pair, beside_kept_pages.findings
    is_as_released = pair.instead is not None and not pair.instead
    with progress(_LOOKS_AT_A_PAGE * pages) as step:
        if not is_as_released:
            differences = compare_files.compare(pair, span, lambda page: step(f"comparing {page}"))
            findings = (*findings, *differences)
        step(f"inspecting {Path(span.file).name}")
        booklet_pages = printed.files[0].booklet_pages
        findings = with_objects(findings, data, span, booklet, product, sheet_paper, booklet_pages)
    return (*printed.findings, *findings)


class _BesideKeptPages(NamedTuple):
    """The pages of a file that remain to be compared after the kept pages of its booklet."""

    pair: compare_files.FilePair
    """The pages that are still to be compared."""

    findings: tuple[Finding, ...] = ()
    """The findings on the other pages, or on the file with the kept pages."""


def _compared_with_kept_pages(
    pair: compare_files.FilePair,
    span: Span,
    booklet: PlannedBooklet,
    product: str,
    sheet_paper: str,
    progress: ProgressBar,
) -> _BesideKeptPages:
    """Compare a booklet with the pages that were kept when it was released.

    All pages are still to be compared if none were kept, or if the file is not of the printing whose pages
    were kept.
    """
    if product != BOOKLET or booklet.finishing.proof or booklet.finishing.saddle:
        return _BesideKeptPages(pair)
    kept_pages, problems = lock_files.kept_pages_of(booklet)
    if kept_pages is None and problems:
        # Nobody knows how the released pages looked.
        return _BesideKeptPages(replace(pair, instead={}), problems)
    if kept_pages is None:
        return _BesideKeptPages(pair)
    booklet_on_kept_pages = replace(booklet, kept_pages=kept_pages)
    with progress(_PRINTING_STEPS) as step:
        reprinted = execution.print_product(booklet_on_kept_pages, product, sheet_paper, step)
    today = reprinted.files[0].data if reprinted.files else pair.ours
    if today == pair.theirs:
        return _BesideKeptPages(replace(pair, ours=today, instead={}))
    comparison = released_comparison.beside_released(kept_pages, today, pair.theirs, span, booklet.variant)
    if comparison is None:
        return _BesideKeptPages(pair)
    instead, findings = comparison
    return _BesideKeptPages(replace(pair, ours=today, instead=instead), findings)


def with_objects(
    compared: tuple[Finding, ...],
    data: bytes,
    span: Span,
    booklet: PlannedBooklet,
    product: str,
    sheet_paper: str,
    booklet_pages: int | None = None,
) -> tuple[Finding, ...]:
    """The findings on the pages of a PDF beside ours, and other findings on its objects.

    Args:
        compared: the findings of the comparison of its pages.
        data: the file, which anybody may have made.
        span: its place.
        booklet: the booklet that it is or goes with, and how that is finished.
        product: which of the game's products it should be.
        sheet_paper: the name of the paper of what is not a booklet.
        booklet_pages: how many pages the booklet has whose cover it is.
    """
    task = Task(booklet, product)
    page_format = _format_of(task, booklet_pages, sheet_paper)
    kind = "bound" if task.is_bound else "loose"
    has_other_letters = False
    try:
        rows, has_other_letters = sandbox.read(look_at_objects, data, page_format, task.variant, kind)
        findings = [*map(Finding.of, rows)]
    except sandbox.SandboxError as error:
        findings = [pdf_opening.unreadable(f"it {error}", span)]
    # A finding on the first case as a whole, and on none of its texts, is on the file.
    whole_case = booklet.documents[0].source.whole()
    objects: list[Finding] = []
    for finding in findings:
        if finding.code is codes.UNREADABLE_PDF or finding.span == whole_case:
            objects.append(replace(finding, span=span))
        else:
            objects.append(finding)
    if booklet.variant == papers.PRINT_SHOP and not any("% of ink" in finding.message for finding in objects):
        # An object that is too heavy by itself is found already; here several add up.
        objects += ink_coverage.heavy_ink(data, span)
    if has_other_letters:
        # Every letter is drawn from some other font, so all of them look different.
        compared = tuple(finding for finding in compared if finding.code is not codes.ALTERED_PLACE)
    return (*compared, *unreported(objects, compared))


def _format_of(task: Task, booklet_pages: int | None, sheet_paper: str) -> papers.Format:
    """The format of a product; a cover is measured by the pages of its booklet."""
    if task.product == BOOKLET:
        content = content_of(task.booklet)
        return papers.Format.bound(content.paper, content.span, content.language)
    if booklet_pages:
        piece: pieces.Piece = execution.cover_of(task.booklet, booklet_pages)
    else:
        piece = execution.piece_of(task.booklet, task.product, sheet_paper)
    return expected_layout_of(piece, task.variant).format


def signposts_of(booklet: PlannedBooklet, product: str) -> landmarks.Landmarks:
    """The texts by which pages of a booklet are found again in another file; empty for any other product."""
    if product != BOOKLET:
        return landmarks.Landmarks()
    content = content_of(booklet)
    locked_numbers = [entry.number for _, _, entry in booklet.lock.entries()] if booklet.lock else []
    paragraphs = sum(1 for _ in content.paragraphs())
    last_number = max([paragraphs, *locked_numbers])
    return landmarks.Landmarks.of(content, range(1, last_number + 1))
