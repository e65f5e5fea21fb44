"""The options that say what a booklet is printed for."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from casekit.print.content.pieces import SolutionPlace
    from casekit.print.content.variants import Variant
    from casekit.print.finishing import Finishing

F = TypeVar("F", bound=Callable[..., Any])

_SHEETS = ("a4", "letter", "sra4", "a3", "tabloid", "sra3")
_FOLD = 4
_THICKNESS = 0.1


def variant_options(command: F) -> F:
    """The options ``--print-shop`` and ``--accessible``."""
    for option in (
        click.option("--accessible", is_flag=True, help="For screen readers: tagged, PDF/UA-1."),
        click.option(
            "--print-shop", is_flag=True, help="For a print shop: bleed, crop marks, CMYK, PDF/X-4."
        ),
    ):
        command = option(command)
    return command


def paper_options(command: F) -> F:
    """The options ``--paper``, ``--sheet-paper`` and ``--solution``."""
    for option in (
        click.option(
            "--solution",
            type=click.Choice(["back", "foot", "none"]),
            default="back",
            show_default=True,
            help="Where puzzles on sheets have their solutions: on the back, at the foot if there is room, or nowhere.",
        ),
        click.option(
            "--sheet-paper",
            type=click.Choice(["a4", "letter"]),
            default="a4",
            show_default=True,
            help="The paper for everything but the booklet.",
        ),
        click.option(
            "--paper",
            type=click.Choice(["a5", "a4", "half-letter", "letter", "large-print"]),
            help="The booklet's paper.  [default: the booklet's own, or a5]",
        ),
    ):
        command = option(command)
    return command


def variant_of(*, print_shop: bool, accessible: bool) -> "Variant":
    """The variant that was asked for.

    Raises:
        click.UsageError: if two were.
    """
    from casekit.print.content.variants import ACCESSIBLE, PLAIN, PRINT_SHOP

    if print_shop and accessible:
        raise click.UsageError(
            "--print-shop and --accessible make two different files; build one after the other"
        )
    return PRINT_SHOP if print_shop else ACCESSIBLE if accessible else PLAIN


def _whole_sheets(_ctx: click.Context, _option: click.Parameter, value: int | None) -> int | None:
    if value is not None and value % _FOLD:
        raise click.BadParameter(
            f"{value} is not a multiple of {_FOLD}, the number of pages on a folded sheet."
        )
    return value


def _a_number(_ctx: click.Context, _option: click.Parameter, value: float | None) -> float | None:
    # NaN is not outside any range.
    if value is not None and math.isnan(value):
        raise click.BadParameter("this is not a number.")
    return value


def finishing_options(command: F) -> F:
    """All options on how the booklet is finished."""
    for option in (
        click.option("--proof", is_flag=True, help="Also make a grey proof with trim, bleed and safe zone."),
        click.option(
            "--impose-sheet",
            type=click.Choice(_SHEETS),
            help="The sheet to impose on.  [default: the smallest on which two pages fit]",
        ),
        click.option(
            "--thickness",
            type=click.FloatRange(0.02, 1),
            callback=_a_number,
            metavar="MM",
            help="The thickness of the paper to impose on, in millimetres.  [default: 0.1]",
        ),
        click.option(
            "--signature",
            type=click.IntRange(min=_FOLD),
            callback=_whole_sheets,
            metavar="PAGES",
            help="How many pages to fold together.  [default: as many as a stapler can take]",
        ),
        click.option(
            "--impose",
            type=click.Choice(["saddle"]),
            help="Also make the booklet on sheets to fold and staple.",
        ),
        variant_options,
    ):
        command = option(command)
    return command


def finishing_of(
    *,
    print_shop: bool,
    accessible: bool,
    impose: str | None,
    signature: int | None,
    thickness: float | None,
    impose_sheet: str | None,
    proof: bool,
    solution: "SolutionPlace" = "back",
) -> "Finishing":
    """The finishing that the options ask for.

    Raises:
        click.UsageError: if they do not go together.
    """
    from casekit.print.content.folding import Saddle
    from casekit.print.finishing import Finishing

    if impose is None and (signature or impose_sheet or thickness):
        raise click.UsageError("--signature, --thickness and --impose-sheet need --impose saddle")
    saddle = Saddle(impose_sheet or "", signature or 0, thickness or _THICKNESS) if impose else None
    return Finishing(variant_of(print_shop=print_shop, accessible=accessible), saddle, proof, solution)
