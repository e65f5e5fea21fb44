"""The options of commands that print: paper, variants of finished files, and the work of a print shop."""

import math
from typing import TYPE_CHECKING

import click

from casekit.cli.option_classes import AdvancedOption, section
from casekit.cli.options import listed_options, option_group, refuse_options
from casekit.print.content import papers

if TYPE_CHECKING:
    from casekit.print.content.pieces import Finishing, SolutionPlace

_BOOKLET_PAPERS = ("a5", "a4", "half-letter", "letter", "large-print")
_IMPOSITION_SHEETS = ("a4", "letter", "sra4", "a3", "tabloid", "sra3")
_PAGES_PER_SHEET = 4
"""The number of pages on a sheet that is folded once."""

_PAPER_MM = 0.1
"""The thickness of the paper to impose on, in millimetres, if the command line does not give it."""

_PrintShopOption = section("For a print shop")

variant_options = option_group(
    click.option(
        "--print-shop", cls=_PrintShopOption, is_flag=True, help="Bleed, crop marks, CMYK, PDF/X-4."
    ),
    click.option(
        "--accessible", cls=AdvancedOption, is_flag=True, help="For screen readers: tagged, PDF/UA-1."
    ),
)

paper_options = option_group(
    click.option(
        "--paper",
        type=click.Choice(_BOOKLET_PAPERS),
        metavar="SIZE",
        help=f"{', '.join(_BOOKLET_PAPERS)}.",
    ),
    click.option(
        "--sheet-paper",
        type=click.Choice(["a4", "letter"]),
        default="a4",
        metavar="SIZE",
        help="All but the booklet: a4, letter.  [default: a4]",
    ),
    click.option(
        "--solution",
        cls=AdvancedOption,
        type=click.Choice(["back", "foot", "none"]),
        default="back",
        metavar="PLACE",
        help="Of puzzles on sheets: back, foot, none.",
    ),
)


def variant_of(*, print_shop: bool, accessible: bool) -> papers.Variant:
    """The variant that was asked for.

    Raises:
        click.UsageError: if two were.
    """
    both = "--print-shop and --accessible make two different files; build one after the other"
    refuse_options({both: print_shop and accessible})
    if print_shop:
        return papers.PRINT_SHOP
    return papers.ACCESSIBLE if accessible else papers.PLAIN


def _whole_sheets(_ctx: click.Context, _option: click.Parameter, value: int | None) -> int | None:
    """Refuse a number of pages that leaves part of a folded sheet empty."""
    if value is not None and value % _PAGES_PER_SHEET:
        raise click.BadParameter(
            f"{value} is not a multiple of {_PAGES_PER_SHEET}, the number of pages on a folded sheet."
        )
    return value


def _not_nan(_ctx: click.Context, _option: click.Parameter, value: float | None) -> float | None:
    """Refuse a value that is not a number, such as `nan`."""
    # NaN is not outside any range.
    if value is not None and math.isnan(value):
        raise click.BadParameter("this is not a number.")
    return value


finishing_options = option_group(
    variant_options,
    click.option(
        "--proof", cls=_PrintShopOption, is_flag=True, help="Also a grey proof with trim, bleed, safe zone."
    ),
    click.option(
        "--impose",
        cls=_PrintShopOption,
        type=click.Choice(["saddle"]),
        metavar="saddle",
        help="Also the booklet on sheets to fold and staple.",
    ),
    click.option(
        "--impose-sheet",
        cls=_PrintShopOption,
        type=click.Choice(_IMPOSITION_SHEETS),
        metavar="SIZE",
        help=f"{', '.join(_IMPOSITION_SHEETS)}.",
    ),
    click.option(
        "--signature",
        cls=_PrintShopOption,
        type=click.IntRange(min=_PAGES_PER_SHEET),
        callback=_whole_sheets,
        metavar="PAGES",
        help="Pages to fold together: 4, 8, 12 ...",
    ),
    click.option(
        "--thickness",
        cls=_PrintShopOption,
        type=click.FloatRange(0.02, 1),
        callback=_not_nan,
        metavar="MM",
        help="Of the paper to impose on.  [default: 0.1]",
    ),
    click.option(
        "--release",
        "released",
        cls=AdvancedOption,
        is_flag=True,
        help="Keep the booklet's pages for later reprints.",
    ),
    click.option(
        "--keep-pages",
        "on_kept_pages",
        cls=AdvancedOption,
        is_flag=True,
        help="Set the booklet on the pages that were kept.",
    ),
)


def finishing_of(
    *,
    print_shop: bool,
    accessible: bool,
    impose: str | None,
    signature: int | None,
    thickness: float | None,
    impose_sheet: str | None,
    proof: bool,
    released: bool,
    on_kept_pages: bool,
    solution: "SolutionPlace" = "back",
) -> "Finishing":
    """The finishing that the options ask for.

    Raises:
        click.UsageError: if they do not go together.
    """
    from casekit.print.content.pieces import Finishing

    options_of_folding = listed_options(
        {"--signature": signature, "--thickness": thickness, "--impose-sheet": impose_sheet}
    )
    refuse_options(
        {
            f"nothing is folded without --impose saddle: add it, or leave out {options_of_folding}": (
                options_of_folding and not impose
            )
        }
    )
    saddle = None
    if impose:
        saddle = papers.Saddle(impose_sheet or "", signature or 0, thickness or _PAPER_MM)
    variant = variant_of(print_shop=print_shop, accessible=accessible)
    return Finishing(variant, saddle, proof, solution, released, on_kept_pages)
