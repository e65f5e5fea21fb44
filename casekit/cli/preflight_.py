"""``casekit preflight``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.options import edition_option, format_options, paper_options, variant_of, variant_options
from casekit.cli.streams import progress, show, status

if TYPE_CHECKING:
    from casekit.print.content.pieces import SolutionPlace


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
@format_options
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
    solution: "SolutionPlace",
    booklet: str | None,
    product: str | None,
    form: str,
    as_json: bool,
    strict: bool,
    edition: Path | None,
) -> None:
    """Compare a finished file with the case or edition it was made from, and report what is wrong with it.

    A file that is still what `casekit build` wrote, from cases that are still the same, has been checked then.
    For any other, casekit sets the same pages again and lays both over each other: what is covered, missing,
    moved, added, in other letters or in another colour is named with its page and its place, as are pages that
    are missing, exchanged or turned. Other bytes are no finding if the pages are the same.
    Fonts and page sizes are checked too, for a print shop also boxes, page count, inks and output intent, for
    screen readers tags and reading order. What the file was made for is recognised; --print-shop, --accessible,
    --paper, --sheet-paper and --solution say what it should have been made for.
    Exit status: 0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit preflight build/the-last-toast-booklet.pdf the-last-toast.case
      casekit preflight back/from-the-shop.pdf examples/ --booklet corisande --print-shop
      casekit preflight build/corisande-cards.pdf examples/
    """
    from casekit.building.finished_files import Inspection, UnclearFileError, UnknownPieceError, inspect_file
    from casekit.system.spreading import cores

    given = {
        name
        for name in ("sheet_paper", "solution")
        if ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
    }
    asked = Inspection(
        pdf,
        target,
        edition,
        variant_of(print_shop=print_shop, accessible=accessible) if print_shop or accessible else None,
        paper,
        sheet_paper if "sheet_paper" in given else None,
        solution if "solution" in given else None,
        booklet,
        product,
        cores(),
    )
    try:
        report = inspect_file(asked, progress)
    except UnclearFileError as error:
        raise click.UsageError(str(error)) from error
    except UnknownPieceError as error:
        raise click.BadParameter(str(error), param_hint="'--product'") from error
    show(report, "json" if as_json else form, strict=strict)
    ctx.exit(status(report, strict=strict))
