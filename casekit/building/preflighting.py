"""A preflight from beginning to end: the same file, else the same pages, and what its objects are.

Cheapest first: a file that a build made and that is still what it was, made from what is still what it was, has been
proved. Any other is laid over what the same build would make now; what looks the same is as good as what was proved then.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Diagnostic, Span, codes, has_errors
from casekit.diagnostics.forms import Report
from casekit.language.reading import contents

if TYPE_CHECKING:
    from casekit.building.planning import BoundBooklet, Plan
    from casekit.building.printing import Product
    from casekit.building.remembering import RememberedProduct
    from casekit.print.content.pieces import SolutionPlace
    from casekit.print.content.variants import Variant
    from casekit.print.preflight.comparing.signposts import Signposts
    from casekit.print.produce import Finishing

_STEPS, _PRINTING = 5, 2
_LOOKS = 4
"""How often a page is looked at that differs: whether it does, what is on it in either file, and how."""
_CASE = ".case"
_SHEET_NAMES = ("imposed", "proof")

PreflightSteps = Callable[[int], AbstractContextManager[Callable[[str], None]]]
"""Shows progress on a number of steps; see ``builds.BuildSteps``."""


class UnclearFileError(ValueError):
    """It is not clear which booklet a file is, or the one that was named does not exist."""


class UnknownPieceError(ValueError):
    """A file was said to be something that the game does not print."""


@dataclass(frozen=True)
class Inspection:
    """A file to look at, with everything that was said of it.

    ``variant``, ``paper``, ``sheet_paper`` and ``solution`` are ``None`` where the file is to be recognised; so are ``booklet`` and
    ``product``, names of a booklet of the edition and of a product of the game.
    """

    pdf: Path
    target: Path
    edition: Path | None = None
    variant: "Variant | None" = None
    paper: str | None = None
    sheet_paper: str | None = None
    solution: "SolutionPlace | None" = None
    booklet: str | None = None
    product: str | None = None
    jobs: int = 1


def inspect_file(asked: Inspection, progress: PreflightSteps) -> Report:
    """Findings on the case or the edition, and if these are not errors, on the file.

    Raises:
        UnclearFileError: if it is not clear which booklet it is.
        UnknownPieceError: if the game does not print what it should be.
    """
    data, problems = _read(asked.pdf)
    remembered = None if data is None else _recognised(asked, data)
    if remembered is not None and remembered.proved is not None and _agrees(asked, remembered):
        return replace(remembered.proved, files=_checked(asked, remembered.inputs))
    return _inspect(asked, data, problems, remembered, progress)


def _inspect(
    asked: Inspection,
    data: bytes | None,
    problems: tuple[Diagnostic, ...],
    remembered: "RememberedProduct | None",
    progress: PreflightSteps,
) -> Report:
    from casekit.building import planning
    from casekit.games.editions import Editions
    from casekit.pipeline import checking
    from casekit.system.temporary import temporaries

    with temporaries(), progress(_STEPS) as step:
        wish = remembered.wish if remembered is not None else {}
        paper = asked.paper or _papers(wish).get("booklet")
        plan = planning.plan_build(asked.target, Editions(asked.edition), paper, step)
    if has_errors(plan.report.diagnostics):
        return plan.report
    if data is not None:
        with temporaries():
            problems = _found(asked, data, plan, remembered, progress)
    return checking.with_findings(plan.report, problems)


def _read(file: Path) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """A file's bytes; of one that is far too long only enough to see that."""
    from casekit.print.preflight.inspection import LARGEST

    try:
        return contents(file, limit=LARGEST), ()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problem = Diagnostic(
            codes.NO_SUCH_FILE,
            f"this cannot be read: {reason}",
            Span(file.as_posix()),
            hint="name the PDF that `casekit build` wrote",
        )
        return None, (problem,)


def _recognised(asked: Inspection, data: bytes) -> "RememberedProduct | None":
    """The product that a file is by the memory beside it, where that can be believed."""
    from casekit.building.remembering import recognise
    from casekit.pipeline.many_checks import foreign_folders

    places = (asked.target, asked.pdf, Path.cwd(), asked.edition)
    foreign = foreign_folders(place for place in places if place is not None)
    return recognise(asked.pdf, data, asked.target, asked.edition, foreign)


def _agrees(asked: Inspection, remembered: "RememberedProduct") -> bool:
    """Whether nothing was said of the file that its build was not asked for."""
    wish, papers = remembered.wish, _papers(remembered.wish)
    return (
        (asked.variant is None or asked.variant.name == wish.get("variant"))
        and (asked.paper is None or asked.paper == papers.get("booklet"))
        and (asked.sheet_paper is None or asked.sheet_paper == papers.get("sheet"))
        and (asked.solution is None or asked.solution == wish.get("solution"))
        and (asked.booklet is None or remembered.name.startswith(f"{asked.booklet}-"))
        and (asked.product is None or f"-{asked.product}" in remembered.name)
    )


def _papers(wish: Mapping[str, Any]) -> Mapping[str, Any]:
    papers: Mapping[str, Any] = wish.get("papers") or {}
    return papers


def _checked(asked: Inspection, inputs: tuple[str, ...]) -> tuple[str, ...]:
    """The cases that were proved with a file."""
    if asked.target.suffix == _CASE:
        return (asked.target.as_posix(),)
    return tuple(name for name in inputs if name.endswith(_CASE))


def _found(
    asked: Inspection,
    data: bytes,
    plan: "Plan",
    remembered: "RememberedProduct | None",
    progress: PreflightSteps,
) -> tuple[Diagnostic, ...]:
    from casekit.print.preflight.inspection import refuse

    name = remembered.name if remembered is not None else asked.pdf.name
    unbound = _binding(plan, name, asked.booklet)
    product = _named(asked.product, unbound) or _product(unbound, name)
    span = Span(asked.pdf.as_posix())
    if unreadable := refuse(data, span):
        return unreadable
    finishing = _finishing(asked, name, unbound.slug, remembered, data)
    binding = replace(unbound, finishing=finishing)
    sheet = asked.sheet_paper or _papers(remembered.wish if remembered else {}).get("sheet") or "a4"
    return _beside(data, span, binding, product, sheet, asked.jobs, progress)


def _beside(
    data: bytes,
    span: Span,
    binding: "BoundBooklet",
    product: str,
    sheet_paper: str,
    jobs: int,
    progress: PreflightSteps,
) -> tuple[Diagnostic, ...]:
    """The findings in a file, held against what it should be."""
    from casekit.building import crews, inspecting, printing
    from casekit.building.planning import COVER, cases_in, product_of
    from casekit.print.preflight.comparing.comparison import compare, page_count

    first = cases_in(binding)[0]
    if missing := product_of(binding, product).missing(first.settings, first.source.name):
        return (missing,)
    # Nothing else has enough pages that a crew is of use.
    helped = jobs if product in {"booklet", COVER} else 1
    with crews.crew_of(binding, helped) as crew, progress(_PRINTING) as step:
        made, problems = printing.print_product(binding, product, sheet_paper, step, crew)
    if made is None:
        return problems
    wanted = wanted_bytes(made, binding)
    if wanted == data:
        return problems
    proof = binding.finishing is not None and binding.finishing.proof
    shown = as_compared(data, binding, proof=proof)
    with progress(_LOOKS * page_count(wanted)) as step:
        posts = signposts_of(binding, product)
        told = compare(wanted, shown, posts, span, lambda page: step(f"comparing {page}"), jobs)
        step(f"inspecting {Path(span.file).name}")
        objects = inspecting.objects_in(data, span, binding, product, sheet_paper, made.bound)
    return (*problems, *with_objects(told, objects, data, span, binding))


def as_compared(data: bytes, binding: "BoundBooklet", *, proof: bool) -> bytes:
    """A file as it is laid beside ours: of what goes to a press, the inks count, and its objects show that they have a profile.

    Args:
        data: the file, made by anybody.
        binding: the booklet that it is or goes with.
        proof: whether it is a proof, which no press prints.
    """
    from casekit.building.planning import variant_for
    from casekit.print.content.variants import PRINT_SHOP
    from casekit.print.preflight.objects.press_check import without_profiles

    return data if proof or variant_for(binding) is not PRINT_SHOP else without_profiles(data)


def with_objects(
    told: tuple[Diagnostic, ...],
    objects: tuple[Diagnostic, ...],
    data: bytes,
    span: Span,
    binding: "BoundBooklet",
) -> tuple[Diagnostic, ...]:
    """The findings on the pages of a file beside ours, and those on its objects that these do not cover.

    Args:
        told: findings of the comparison.
        objects: findings on the objects of the file.
        data: the file, made by anybody.
        span: the place of the findings.
        binding: the booklet that it is or goes with.
    """
    objects = (*objects, *_heavy(data, span, binding, objects))
    from casekit.print.preflight.inspection import not_told
    from casekit.print.preflight.objects.file_checks import lacks_our_letters

    if any(each.code is codes.FONT_NOT_EMBEDDED for each in objects) and lacks_our_letters(data):
        # Every letter is drawn from some other font, so all of them look different.
        told = tuple(each for each in told if each.code is not codes.ALTERED_PLACE)
    return (*told, *not_told(objects, told))


def _heavy(
    data: bytes, span: Span, binding: "BoundBooklet", told: tuple[Diagnostic, ...]
) -> tuple[Diagnostic, ...]:
    """Findings on too much ink where several objects are over each other, unless one of them is too heavy by itself."""
    from casekit.building.planning import variant_for
    from casekit.print.content.variants import PRINT_SHOP

    if variant_for(binding) is not PRINT_SHOP or any("% of ink" in each.message for each in told):
        return ()
    from casekit.print.preflight.coverage.ink_coverage import heavy_ink

    return heavy_ink(data, span)


def wanted_bytes(made: "Product", binding: "BoundBooklet") -> bytes:
    """The bytes of a product, or of what was made from it if that was wanted."""
    wanted = binding.finishing.further if binding.finishing is not None else ()
    return made.further[-1].data if wanted else made.data


def signposts_of(binding: "BoundBooklet", product: str) -> "Signposts":
    """The signposts of a booklet; empty for anything else."""
    from casekit.building.planning import content_of
    from casekit.print.preflight.comparing.signposts import Signposts

    if product != "booklet":
        return Signposts()
    content = content_of(binding)
    count = sum(1 for _ in content.paragraphs())
    kept = (
        [entry.number for paths in binding.lock.cases.values() for entry in paths.values()]
        if binding.lock
        else []
    )
    return Signposts.of(content, range(1, max([count, *kept]) + 1))


def _finishing(
    asked: Inspection, name: str, slug: str, remembered: "RememberedProduct | None", data: bytes
) -> "Finishing":
    """How a file is finished: as was said, as its build was asked for, as its name says, or as it looks."""
    from casekit.print.content.folding import Saddle
    from casekit.print.content.variants import variant_called
    from casekit.print.produce import Finishing

    wish = remembered.wish if remembered is not None else {}
    saddle = Saddle(**wish["saddle"]) if wish.get("saddle") else Saddle()
    if asked.variant is not None:
        variant = asked.variant
    elif remembered is not None:
        variant = variant_called(wish["variant"])
    else:
        variant = _variant_by_name(name, slug) or _variant_by_look(data)
    further = _further_by_name(name, slug)
    solution = asked.solution or wish.get("solution") or "back"
    return Finishing(variant, saddle if further == "imposed" else None, further == "proof", solution)


def _variant_by_name(name: str, slug: str) -> "Variant | None":
    """The variant that a file's name ends in; ``None`` if a build does not give such names."""
    from casekit.print.content.variants import PLAIN, VARIANTS

    rest = Path(name).stem.removeprefix(f"{slug}-")
    if rest == Path(name).stem or _further_by_name(name, slug):
        return None
    found = (each for each in VARIANTS.values() if each is not PLAIN and rest.endswith(each.suffix))
    return next(found, PLAIN)


def _further_by_name(name: str, slug: str) -> str:
    """The purpose for which a file was made from a booklet, by its name; empty if there is none."""
    stem = Path(name).stem
    return next((each for each in _SHEET_NAMES if stem == f"{slug}-booklet-{each}"), "")


def _variant_by_look(data: bytes) -> "Variant":
    """The variant that a file is most likely of: it has an output intent, or tags."""
    from io import BytesIO

    import pikepdf

    from casekit.print.content.variants import ACCESSIBLE, PLAIN, PRINT_SHOP

    try:
        with pikepdf.open(BytesIO(data)) as file:
            if "/OutputIntents" in file.Root:
                return PRINT_SHOP
            return ACCESSIBLE if "/StructTreeRoot" in file.Root else PLAIN
    except (pikepdf.PdfError, TypeError, ValueError):
        return PLAIN


def _product(binding: "BoundBooklet", name: str, otherwise: str = "booklet") -> str:
    """The product that a file of a booklet is, by its name."""
    from casekit.building.planning import game_of

    stem = Path(name).stem
    rest = stem.removeprefix(f"{binding.slug}-") if name.startswith(f"{binding.slug}-") else ""
    products = [each.name for each in game_of(binding).products]
    return next((each for each in products if re.match(rf"{each}(-|$)", rest)), otherwise)


def _named(product: str | None, binding: "BoundBooklet") -> str | None:
    """The product that was named.

    Raises:
        UnknownPieceError: if the game has none of that name.
    """
    from casekit.building.planning import game_of

    products = [each.name for each in game_of(binding).products]
    if product is not None and product not in products:
        raise UnknownPieceError(f"{product!r} is not one of {', '.join(products)}.")
    return product


def _binding(plan: "Plan", name: str, slug: str | None) -> "BoundBooklet":
    """The booklet that a file is: the one that was named, the only one, or the one whose name the file begins with.

    Raises:
        UnclearFileError: if that leaves more than one, or none.
    """
    slugs = [binding.slug for binding in plan.bindings]
    if slug is not None and slug not in slugs:
        raise UnclearFileError(f"there is no booklet {slug!r}; name one of {', '.join(slugs)}")
    named = [
        binding
        for binding in plan.bindings
        if binding.slug == slug or (slug is None and (len(slugs) == 1 or _product(binding, name, "")))
    ]
    if len(named) != 1:
        raise UnclearFileError(f"state with --booklet which one {name} is: {', '.join(slugs)}")
    return named[0]
