"""A preflight from beginning to end: the same file, else the same pages, and the objects of the PDF.

The cheapest check comes first. A build has proved the files that it made, so a file that has not changed
since, from sources that have not changed since, needs no other check. Any other file is compared, page by
page, with the one that the same build would make now.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from casekit.analysis.analyzer import ProgressBar
from casekit.building import build_cache, execution, lock_files, plan as building_plan
from casekit.diagnostics import Diagnostic, MisuseError, Report, Span, codes, has_errors, with_findings
from casekit.kit.editions import EditionFinder
from casekit.language.source_files import contents, cure_of, reason_of
from casekit.pipeline.loading import CASE, foreign_folders
from casekit.print.comparison import (
    compare_files,
    landmarks,
    page_matching,
)
from casekit.print.content import papers, pieces
from casekit.print.preflight import ink_coverage, pdf_opening
from casekit.print.preflight.inspection import first_look, look_at_objects, not_told
from casekit.print.produce import wanted_of
from casekit.system import sandbox, temporary
from casekit.values import frozen, replace

_STEPS, _PRINTING = 5, 2
_LOOKS = 4
"""How often a page is looked at that differs: whether it does, what is on it in either file, and how."""
_SHEET_NAMES = ("imposed", "proof")


@frozen
class FilePreflight:
    """A file to look at, with everything that was said of it.

    ``variant``, ``paper``, ``sheet_paper`` and ``solution`` are ``None`` where the file is to be recognised;
    so are ``booklet`` and ``product``, names of a booklet of the edition and of a product of the game.
    """

    pdf: Path
    target: Path
    edition: Path | None = None
    variant: papers.Variant | None = None
    paper: str | None = None
    sheet_paper: str | None = None
    solution: pieces.SolutionPlace | None = None
    booklet: str | None = None
    product: str | None = None
    jobs: int = 1


def inspect_file(preflight: FilePreflight, progress: ProgressBar) -> Report:
    """Findings on the case or the edition, and if these are not errors, on the file.

    Raises:
        MisuseError: if it is not clear which booklet it is, or the game does not print what it should be.
    """
    data, problems = _read(preflight.pdf)
    foreign = foreign_folders(filter(None, (preflight.target, preflight.pdf, Path.cwd(), preflight.edition)))
    remembered = (
        None
        if data is None
        else build_cache.recognise(preflight.pdf, data, preflight.target, preflight.edition, foreign)
    )
    name, build, proved = remembered or (preflight.pdf.name, None, None)
    wish = build.wish if build else {}
    if build is not None and proved is not None and _fits_its_build(preflight, name, wish):
        inputs = [preflight.target.as_posix()]
        if preflight.target.suffix != CASE:
            inputs = [file for file, digest in build.inputs.items() if digest]
        return replace(proved, files=tuple(file for file in inputs if file.endswith(CASE)))
    with temporary.temporaries(), progress(_STEPS) as step:
        paper = preflight.paper or wish.get("papers", {}).get("booklet")
        plan = building_plan.plan_build(preflight.target, EditionFinder(preflight.edition), paper, step)
    if has_errors(plan.report.diagnostics):
        return plan.report
    if data is not None:
        with temporary.temporaries(), sandbox.document_budget():
            problems = _file_findings(preflight, data, plan, name, wish, progress)
    return with_findings(plan.report, problems)


def _read(file: Path) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """A file's bytes; of one that is far too long only enough to see that."""
    try:
        return contents(file, limit=pdf_opening.LARGEST), ()
    except OSError as error:
        code, hint = cure_of(error, (codes.NO_SUCH_FILE, "name the PDF that `casekit build` wrote"))
        message = f"this cannot be read: {reason_of(error)}"
        return None, (code.at(Span(file.as_posix()), message, hint=hint),)


def _fits_its_build(preflight: FilePreflight, name: str, wish: Mapping[str, Any]) -> bool:
    """Whether all that the user says of a file is what its build was asked for."""
    paper_wishes = wish.get("papers", {})
    return (
        (preflight.variant is None or preflight.variant.name == wish.get("variant"))
        and (preflight.paper is None or preflight.paper == paper_wishes.get("booklet"))
        and (preflight.sheet_paper is None or preflight.sheet_paper == paper_wishes.get("sheet"))
        and (preflight.solution is None or preflight.solution == wish.get("solution"))
        and (preflight.booklet is None or name.startswith(f"{preflight.booklet}-"))
        and (preflight.product is None or f"-{preflight.product}" in name)
    )


def _file_findings(
    preflight: FilePreflight,
    data: bytes,
    plan: building_plan.Plan,
    name: str,
    wish: Mapping[str, Any],
    progress: ProgressBar,
) -> tuple[Diagnostic, ...]:
    """The findings on a PDF, which is recognised by its ``name`` and the ``wish`` of its build, if known."""
    unbound = _binding(plan, name, preflight.booklet)
    products = [product.name for product in building_plan.game_of(unbound).products]
    if preflight.product is not None and preflight.product not in products:
        raise MisuseError(f"{preflight.product!r} is not one of {', '.join(products)}.", "--product")
    product = preflight.product or _product(unbound, name)
    span = Span(preflight.pdf.as_posix())
    try:
        refused, variant = sandbox.read(first_look, data, span)
    except sandbox.SandboxError as error:
        return (pdf_opening.unreadable(f"it {error}", span),)
    if refused:
        return tuple(map(Diagnostic.of, refused))
    binding = replace(unbound, finishing=_finishing(preflight, name, unbound.slug, wish, variant))
    sheet = preflight.sheet_paper or wish.get("papers", {}).get("sheet") or "a4"
    return _compared_with_new_build(data, span, binding, product, sheet, preflight.jobs, progress)


def _compared_with_new_build(
    data: bytes,
    span: Span,
    binding: building_plan.BoundBooklet,
    product: str,
    sheet_paper: str,
    jobs: int,
    progress: ProgressBar,
) -> tuple[Diagnostic, ...]:
    """The findings on a PDF beside the same product as it would be printed now."""
    first = binding.documents[0]
    if missing := building_plan.product_of(binding, product).missing(first.settings, first.source.name):
        return (missing,)
    # No other product has enough pages for several processes.
    processes = jobs if product in {building_plan.BOOKLET, building_plan.COVER} else 1
    with execution.crew_of(binding, processes) as crew, progress(_PRINTING) as step:
        printed, problems = execution.print_product(binding, product, sheet_paper, step, crew)
    if not printed:
        return problems
    # A cover is printed after its booklet.
    expected = printed[-1].data
    if expected == data:
        return problems
    pages = pdf_opening.pages_in(expected)
    sandbox.allow_for(pages)
    # No press prints a proof.
    for_press = not binding.finishing.proof and binding.variant == papers.PRINT_SHOP
    pair = compare_files.FilePair(expected, data, signposts_of(binding, product), press=for_press)
    pair, findings = _compared_with_kept_pages(pair, span, binding, product, sheet_paper, progress)
    is_as_released = pair.instead is not None and not pair.instead
    with progress(_LOOKS * pages) as step:
        if not is_as_released:
            differences = compare_files.compare(pair, span, lambda page: step(f"comparing {page}"))
            findings = (*findings, *differences)
        step(f"inspecting {Path(span.file).name}")
        pages_bound = printed[0].bound
        findings = with_objects(findings, data, span, binding, product, sheet_paper, pages_bound)
    return (*problems, *findings)


def _compared_with_kept_pages(
    pair: compare_files.FilePair,
    span: Span,
    binding: building_plan.BoundBooklet,
    product: str,
    sheet_paper: str,
    progress: ProgressBar,
) -> tuple[compare_files.FilePair, tuple[Diagnostic, ...]]:
    """The pages that are still to be compared, and the findings beside the kept pages of the booklet.

    All pages are, if none were kept or the file is not of the printing whose pages were.
    """
    if product != building_plan.BOOKLET or binding.finishing.proof or binding.finishing.saddle:
        return pair, ()
    kept, problems = lock_files.kept_of(binding)
    if kept is None:
        return (replace(pair, instead={}) if problems else pair), problems
    with progress(_PRINTING) as step:
        reprinted, _ = execution.print_product(replace(binding, kept=kept), product, sheet_paper, step)
    today = reprinted[0].data if reprinted else pair.ours
    if today == pair.theirs:
        return replace(pair, ours=today, instead={}), ()
    comparison = page_matching.beside_released(kept, today, pair.theirs, span, binding.variant)
    if comparison is None:
        return pair, ()
    instead, findings = comparison
    return replace(pair, ours=today, instead=instead), findings


def with_objects(
    compared: tuple[Diagnostic, ...],
    data: bytes,
    span: Span,
    binding: building_plan.BoundBooklet,
    product: str,
    sheet_paper: str,
    pages: int | None = None,
) -> tuple[Diagnostic, ...]:
    """The findings on the pages of a PDF beside ours, and other findings on its objects.

    Args:
        compared: findings of the comparison.
        data: the file, made by anybody.
        span: its place.
        binding: the booklet that it is or goes with, and how that is finished.
        product: which of the game's products it should be.
        sheet_paper: of what is not a booklet.
        pages: how many the booklet has whose cover it is.
    """
    task = building_plan.Task(binding, product)
    page_format = _format_of(task, pages, sheet_paper)
    try:
        rows, foreign = sandbox.read(
            look_at_objects, data, page_format, task.variant, "bound" if task.bound else "loose"
        )
        findings = [*map(Diagnostic.of, rows)]
    except sandbox.SandboxError as error:
        findings, foreign = [pdf_opening.unreadable(f"it {error}", span)], False
    # A finding on the first case as a whole, and on none of its texts, is on the file.
    whole_case = binding.documents[0].source.whole()
    objects: list[Diagnostic] = []
    for finding in findings:
        if finding.code is codes.UNREADABLE_PDF or finding.span == whole_case:
            objects.append(replace(finding, span=span))
        else:
            objects.append(finding)
    if binding.variant == papers.PRINT_SHOP and not any("% of ink" in finding.message for finding in objects):
        # An object that is too heavy by itself is found already; here several add up.
        objects += ink_coverage.heavy_ink(data, span)
    if foreign:
        # Every letter is drawn from some other font, so all of them look different.
        compared = tuple(finding for finding in compared if finding.code is not codes.ALTERED_PLACE)
    return (*compared, *not_told(objects, compared))


def _format_of(task: building_plan.Task, pages: int | None, sheet_paper: str) -> papers.Format:
    """The format of a product; ``pages`` are those of the booklet, if the product is its cover."""
    if task.name == building_plan.BOOKLET:
        content = building_plan.content_of(task.binding)
        return papers.Format.bound(content.paper, content.span, content.language)
    if pages:
        return wanted_of(execution.cover_of(task.binding, pages), task.variant).format
    return wanted_of(execution.piece_of(task.binding, task.name, sheet_paper), task.variant).format


def signposts_of(binding: building_plan.BoundBooklet, product: str) -> landmarks.Landmarks:
    """The signposts of a booklet; empty for anything else."""
    if product != building_plan.BOOKLET:
        return landmarks.Landmarks()
    content = building_plan.content_of(binding)
    locked_numbers = [entry.number for _, _, entry in binding.lock.entries()] if binding.lock else []
    count = sum(1 for _ in content.paragraphs())
    return landmarks.Landmarks.of(content, range(1, max([count, *locked_numbers]) + 1))


def _finishing(
    preflight: FilePreflight, name: str, slug: str, wish: Mapping[str, Any], look: str
) -> pieces.Finishing:
    """How a file is finished: as the user says, or by its build, its name or its look."""
    saddle = papers.Saddle(**wish["saddle"]) if wish.get("saddle") else papers.Saddle()
    by_wish = papers.VARIANTS[wish["variant"]] if wish else None
    variant = preflight.variant or by_wish or _variant_by_name(name, slug) or papers.VARIANTS[look]
    further = _further_by_name(name, slug)
    solution = preflight.solution or wish.get("solution") or "back"
    return pieces.Finishing(variant, saddle if further == "imposed" else None, further == "proof", solution)


def _variant_by_name(name: str, slug: str) -> papers.Variant | None:
    """The variant that a file's name ends in; ``None`` if a build does not give such names."""
    rest = Path(name).stem.removeprefix(f"{slug}-")
    if rest == Path(name).stem or _further_by_name(name, slug):
        return None
    for variant in papers.VARIANTS.values():
        if variant != papers.PLAIN and rest.endswith(variant.suffix):
            return variant
    return papers.PLAIN


def _further_by_name(name: str, slug: str) -> str:
    """The purpose for which a file was made from what is bound, by its name; empty if there is none."""
    stem = Path(name).stem
    prefix = rf"{re.escape(slug)}-\w+"
    return next((purpose for purpose in _SHEET_NAMES if re.fullmatch(f"{prefix}-{purpose}", stem)), "")


def _product(binding: building_plan.BoundBooklet, name: str, otherwise: str = building_plan.BOOKLET) -> str:
    """The product that a file of a booklet is, by its name."""
    stem = Path(name).stem
    rest = stem.removeprefix(f"{binding.slug}-") if name.startswith(f"{binding.slug}-") else ""
    products = [product.name for product in building_plan.game_of(binding).products]
    return next((product for product in products if re.match(rf"{product}(-|$)", rest)), otherwise)


def _binding(plan: building_plan.Plan, name: str, slug: str | None) -> building_plan.BoundBooklet:
    """The booklet that a file is.

    It is the one that was named, the only one, or the one whose name the file begins with.

    Raises:
        MisuseError: if that leaves more than one, or none.
    """
    slugs = [binding.slug for binding in plan.bindings]
    if slug is not None and slug not in slugs:
        raise MisuseError(f"there is no booklet {slug!r}; name one of {', '.join(slugs)}")
    named = [binding for binding in plan.bindings if binding.slug == slug]
    if slug is None:
        is_only = len(slugs) == 1
        named = [binding for binding in plan.bindings if is_only or _product(binding, name, "")]
    if len(named) != 1:
        raise MisuseError(f"state with --booklet which one {name} is: {', '.join(slugs)}")
    return named[0]
