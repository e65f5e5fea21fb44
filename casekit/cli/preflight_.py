"""``casekit preflight``."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.finishing import paper_options, variant_of, variant_options
from casekit.cli.inputs import edition_option, format_option, show, status
from casekit.cli.main import CLEAN
from casekit.cli.progress import progress
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.language.reading import refuse_special
from casekit.pipeline import PRODUCTS

if TYPE_CHECKING:
    from casekit.pipeline import Binding, Plan

_STEPS = 2


@click.command("preflight")
@click.argument("pdf", type=click.Path(path_type=Path))
@click.argument("target", metavar="[CASE|EDITION]", default=".", type=click.Path(path_type=Path))
@variant_options
@paper_options
@click.option(
    "--booklet",
    metavar="SLUG",
    help="Which of the edition's booklets it is or goes with, if its name does not tell.",
)
@click.option(
    "--product",
    type=click.Choice(PRODUCTS),
    help="What it is, if its name does not tell.  [default: booklet]",
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
    """Open a finished file beside the case or the edition it was made from, and report what is wrong with it.

    Of a booklet: each number stands there once, each entry of each table leads to the text of that path,
    presentations lie on left pages, solutions stand upside down, no case is named among the paragraphs. Of sheet,
    flap, cards, stickers and plan: each page has its texts. Of all: fonts are embedded, nothing is cut off.
    With --print-shop also boxes, page count, inks and output intent, with --accessible tags and reading order.
    Exit status: 0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit preflight build/the-last-toast-booklet.pdf the-last-toast.case
      casekit preflight build/corisande-booklet-print-shop.pdf examples/ --print-shop
      casekit preflight build/corisande-cards.pdf examples/
    """
    from casekit import pipeline
    from casekit.games.midnight.editions import Editions
    from casekit.print.finishing import Finishing

    variant = variant_of(print_shop=print_shop, accessible=accessible)
    with progress(_STEPS) as step:
        plan = pipeline.plan_build(target, Editions(edition), paper, step)
        plan = pipeline.finished(plan, Finishing(variant))
        report = plan.report
        if status(report, strict=False) == CLEAN:
            data, problems = _read(pdf)
            if data is not None:
                binding = _binding(plan, pdf, booklet)
                step(f"reading {pdf.name}")
                name = product or _product(binding, pdf)
                problems = pipeline.preflight(data, pdf.as_posix(), binding, name, plan.deck, sheet_paper)
            report = pipeline.with_findings(report, problems)
    show(report, "json" if as_json else form, strict=strict)
    ctx.exit(status(report, strict=strict))


def _read(file: Path) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """A file's bytes; of one that is far too long only so many that this can be told."""
    from casekit.print.inspection import LIMIT

    try:
        refuse_special(file)
        with file.open("rb") as stream:
            return stream.read(LIMIT + 1), ()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problem = Diagnostic(
            codes.NO_SUCH_FILE,
            f"this cannot be read: {reason}",
            Span(file.as_posix()),
            hint="name the PDF that `casekit build` wrote",
        )
        return None, (problem,)


def _product(binding: "Binding", file: Path, otherwise: str = "booklet") -> str:
    """What a file of a booklet is, by its name."""
    rest = file.stem.removeprefix(f"{binding.slug}-") if file.name.startswith(f"{binding.slug}-") else ""
    return next((name for name in PRODUCTS if re.match(rf"{name}(-|$)", rest)), otherwise)


def _binding(plan: "Plan", file: Path, slug: str | None) -> "Binding":
    """The booklet that a file is: the one that was named, the only one, or the one whose name the file begins with.

    Raises:
        click.UsageError: if that leaves more than one, or none.
    """
    slugs = [binding.slug for binding in plan.bindings]
    if slug is not None and slug not in slugs:
        raise click.UsageError(f"there is no booklet {slug!r}; there is {', '.join(slugs)}")
    named = [
        binding
        for binding in plan.bindings
        if binding.slug == slug or (slug is None and (len(slugs) == 1 or _product(binding, file, "")))
    ]
    if len(named) != 1:
        raise click.UsageError(f"say with --booklet which one {file.name} is: {', '.join(slugs)}")
    return named[0]
