"""The booklet, product and variant that a PDF is, by its name, its build and what the user says."""

import re
from pathlib import Path

from casekit.building.build_cache import RequestKey
from casekit.building.plan import Plan
from casekit.building.planned_booklets import PlannedBooklet, game_of
from casekit.diagnostics import MisuseError
from casekit.print.content import papers, pieces

_SHEETS_TO_FOLD = "imposed"
_PROOF = "proof"
"""The ends of the names of files that are made from what is bound: ``tour-booklet-imposed.pdf``."""


def booklet_of_file(plan: Plan, name: str, slug: str | None) -> PlannedBooklet:
    """The booklet that a file is or goes with.

    Without a ``slug`` it is the only booklet of the plan, or the one whose slug the name of the file begins
    with.

    Raises:
        MisuseError: if that leaves more than one, or none.
    """
    slugs = [booklet.slug for booklet in plan.booklets]
    if slug is not None and slug not in slugs:
        raise MisuseError(f"there is no booklet {slug!r}; name one of {', '.join(slugs)}")
    if slug is not None:
        candidates = [booklet for booklet in plan.booklets if booklet.slug == slug]
    elif len(slugs) == 1:
        candidates = [*plan.booklets]
    else:
        candidates = [booklet for booklet in plan.booklets if product_of_file(booklet, name)]
    if len(candidates) != 1:
        raise MisuseError(f"state with --booklet which one {name} is: {', '.join(slugs)}")
    return candidates[0]


def product_of_file(booklet: PlannedBooklet, name: str) -> str:
    """The product that a file of a booklet is, by its name: ``sheet`` for ``tour-sheet-print-shop.pdf``.

    Empty if a build does not give such names.
    """
    name_without_slug = _name_without_slug(name, booklet.slug)
    for product in game_of(booklet).products:
        if name_without_slug is not None and re.match(rf"{product.name}(-|$)", name_without_slug):
            return product.name
    return ""


def finishing_of_file(
    name: str,
    slug: str,
    request_key: RequestKey,
    *,
    variant: papers.Variant | None,
    solution: pieces.SolutionPlace | None,
    variant_by_look: papers.Variant,
) -> pieces.Finishing:
    """How a file is finished.

    Args:
        name: the name that its build gave it, else the one that it has.
        slug: the slug of its booklet.
        request_key: the request for its build; empty if that is not known.
        variant: the variant that the user gives; else it is that of its build, the one that its name ends
            in, or the one that it looks like.
        solution: where the user says that its solutions are; else they are where its build had them.
        variant_by_look: the variant that it looks like.
    """
    variant_of_build = papers.VARIANTS[request_key["variant"]] if request_key else None
    purpose = _purpose_by_name(name, slug)
    saddle = papers.Saddle(**request_key["saddle"]) if request_key.get("saddle") else papers.Saddle()
    return pieces.Finishing(
        variant=variant or variant_of_build or _variant_by_name(name, slug) or variant_by_look,
        saddle=saddle if purpose == _SHEETS_TO_FOLD else None,
        proof=purpose == _PROOF,
        solution=solution or request_key.get("solution") or "back",
    )


def _name_without_slug(name: str, slug: str) -> str | None:
    """The name of a file without the slug of its booklet and ``.pdf``; ``None`` if it has another slug."""
    stem = Path(name).stem
    return stem.removeprefix(f"{slug}-") if stem.startswith(f"{slug}-") else None


def _variant_by_name(name: str, slug: str) -> papers.Variant | None:
    """The variant that a file's name ends in; ``None`` if the name does not say it."""
    name_without_slug = _name_without_slug(name, slug)
    if name_without_slug is None or _purpose_by_name(name, slug):
        return None
    for variant in papers.VARIANTS.values():
        if variant != papers.PLAIN and name_without_slug.endswith(variant.suffix):
            return variant
    return papers.PLAIN


def _purpose_by_name(name: str, slug: str) -> str:
    """The purpose for which a file was made from what is bound, by its name; empty if there is none."""
    product_and_purpose = re.compile(rf"{re.escape(slug)}-\w+-({_SHEETS_TO_FOLD}|{_PROOF})")
    match = product_and_purpose.fullmatch(Path(name).stem)
    return match[1] if match else ""
