"""``casekit preflight``."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.inputs import edition_option, format_option, show, status
from casekit.cli.main import CLEAN
from casekit.cli.print_options import paper_options, variant_of, variant_options
from casekit.cli.progress import progress
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.language.reading import contents

if TYPE_CHECKING:
    from casekit.building.planning import BoundBooklet, Plan

_STEPS = 2


@click.command("preflight")
@click.argument("pdf", type=click.Path(path_type=Path))
@click.argument("target", metavar="[CASE|EDITION]", default=".", type=click.Path(path_type=Path))
@variant_options
@paper_options
@click.option(
    "--booklet",
    metavar="SLUG",
    help="The edition's booklet that it is or belongs to, if its name does not show it.",
)
@click.option(
    "--product",
    metavar="NAME",
    help="What the file is, if its name does not show it.  [default: booklet]",
)
@format_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    pdf: Path,
    target: Path,
    print_shop: bool,
    accessible: bool,
    paper: str | None,
    sheet_paper: str,
    booklet: str | None,
    product: str | None,
    form: str,
    as_json: bool,
    strict: bool,
    edition: Path | None,
) -> None:
    """Compare a finished file with the case or edition it was made from, and report what is wrong with it.

    In a booklet each number occurs once, each entry of each table leads to the text of that path, presentations
    are on left-hand pages, solutions are upside down, and no case is named among the paragraphs. In sheet, flap,
    cards, stickers and plan each page has its texts. In all of them fonts are embedded and nothing is cut off.
    --print-shop also checks boxes, page count, inks and output intent; --accessible tags and reading order.
    Exit status: 0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit preflight build/the-last-toast-booklet.pdf the-last-toast.case
      casekit preflight build/corisande-booklet-print-shop.pdf examples/ --print-shop
      casekit preflight build/corisande-cards.pdf examples/
    """
    from casekit.building import planning, printing
    from casekit.games.editions import Editions
    from casekit.pipeline import checking
    from casekit.print.finishing import Finishing

    variant = variant_of(print_shop=print_shop, accessible=accessible)
    with progress(_STEPS) as step:
        plan = planning.plan_build(target, Editions(edition), paper, step)
        plan = planning.with_finishing(plan, Finishing(variant))
        report = plan.report
        if status(report, strict=False) == CLEAN:
            data, problems = _read(pdf)
            if data is not None:
                binding = _binding(plan, pdf, booklet)
                step(f"reading {pdf.name}")
                name = _named(product, binding) or _product(binding, pdf)
                problems = printing.preflight(data, pdf.as_posix(), binding, name, sheet_paper)
            report = checking.with_findings(report, problems)
    show(report, "json" if as_json else form, strict=strict)
    ctx.exit(status(report, strict=strict))


def _read(file: Path) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """A file's bytes; of one that is far too long only so many that this can be told."""
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


def _product(binding: "BoundBooklet", file: Path, otherwise: str = "booklet") -> str:
    """What a file of a booklet is, by its name."""
    rest = file.stem.removeprefix(f"{binding.slug}-") if file.name.startswith(f"{binding.slug}-") else ""
    products = binding.cases[0].game.press.products
    return next((name for name in products if re.match(rf"{name}(-|$)", rest)), otherwise)


def _named(product: str | None, binding: "BoundBooklet") -> str | None:
    """The product that was named.

    Raises:
        click.BadParameter: if the game has none of that name.
    """
    products = binding.cases[0].game.press.products
    if product is not None and product not in products:
        raise click.BadParameter(
            f"{product!r} is not one of {', '.join(products)}.", param_hint="'--product'"
        )
    return product


def _binding(plan: "Plan", file: Path, slug: str | None) -> "BoundBooklet":
    """The booklet that a file is: the one that was named, the only one, or the one whose name the file begins with.

    Raises:
        click.UsageError: if that leaves more than one, or none.
    """
    slugs = [binding.slug for binding in plan.bindings]
    if slug is not None and slug not in slugs:
        raise click.UsageError(f"there is no booklet {slug!r}; name one of {', '.join(slugs)}")
    named = [
        binding
        for binding in plan.bindings
        if binding.slug == slug or (slug is None and (len(slugs) == 1 or _product(binding, file, "")))
    ]
    if len(named) != 1:
        raise click.UsageError(f"state with --booklet which one {file.name} is: {', '.join(slugs)}")
    return named[0]
