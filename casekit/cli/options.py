"""The options that several commands have, and what their values stand for."""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casekit.cli.streams import SAVES, refuse
from casekit.diagnostics import FORMS, Diagnostic, MisuseError, Span, codes
from casekit.print.content import papers
from casekit.system import executors

if TYPE_CHECKING:
    from casekit.print.content.pieces import Finishing, SolutionPlace

BUDGET = 2_000
"""How many worlds the search for wrong paths looks at in a case by default."""

MOST_SEED = 2**63 - 1

F = TypeVar("F", bound=Callable[..., Any])


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order of the help."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


edition_option = click.option(
    "--edition", type=click.Path(path_type=Path), help="Use this edition.toml instead of the nearest one."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write here instead of standard output."
)
page_option = click.option(
    "--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page to this file."
)
gate_option = click.option(
    "--gate",
    "gates",
    multiple=True,
    metavar="LIMIT",
    help="Fail unless this holds; may be given several times.",
)
budget_option = click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=BUDGET,
    show_default=True,
    help="How many worlds the search for wrong paths may look at in each case.",
)


def refuse_options(faults: Mapping[str, object]) -> None:
    """Refuse options that do not go together.

    Args:
        faults: what can be wrong with them, in words, and whether it is.

    Raises:
        click.UsageError: for the first that is.
    """
    for fault, is_so in faults.items():
        if is_so:
            raise click.UsageError(fault)


def listed_options(options: Mapping[str, object]) -> str:
    """The options that are given, as a list in a sentence; empty if there are none.

    A refusal names no other, unless it says to add one.
    """
    from casekit.prose.phrasing import listed

    given = [name for name, value in options.items() if value]
    return listed(given) if given else ""


@contextmanager
def refusing_misuse() -> Iterator[None]:
    """Show why what somebody asked for cannot be, as click shows that an option is wrong.

    Raises:
        click.UsageError: if it cannot be.
    """
    try:
        yield
    except MisuseError as error:
        if error.option:
            raise click.BadParameter(str(error), param_hint=f"'{error.option}'") from error
        raise click.UsageError(str(error)) from error


# --- the form of findings ------------------------------------------------------------------------


def _forms_and_files(
    ctx: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """Remember where findings are saved to.

    Raises:
        click.BadParameter: if one of these is not a form and a file.
    """
    saves = []
    for each in given:
        form, _, file = each.partition("=")
        if form not in FORMS or not file:
            raise click.BadParameter(f"write FORM=FILE, with one of {', '.join(FORMS)}")
        saves.append((form, Path(file)))
    ctx.meta[SAVES] = saves
    return given


save_option = click.option(
    "--save",
    multiple=True,
    metavar="FORM=FILE",
    expose_value=False,
    callback=_forms_and_files,
    help="Also write the findings to this file in this form; may be given several times.",
)
"""``show`` obeys it."""

strict_option = click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")

format_options = together(
    click.option(
        "--format",
        "form",
        type=click.Choice(list(FORMS)),
        default="text",
        show_default=True,
        help="The form of the findings.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Short for --format json."),
    strict_option,
    save_option,
)


# --- what is printed -----------------------------------------------------------------------------

_SHEETS = ("a4", "letter", "sra4", "a3", "tabloid", "sra3")
_FOLD = 4

variant_options = together(
    click.option("--print-shop", is_flag=True, help="For a print shop: bleed, crop marks, CMYK, PDF/X-4."),
    click.option("--accessible", is_flag=True, help="For screen readers: tagged, PDF/UA-1."),
)

paper_options = together(
    click.option(
        "--paper",
        type=click.Choice(["a5", "a4", "half-letter", "letter", "large-print"]),
        help="The booklet's paper.  [default: the booklet's own, or a5]",
    ),
    click.option(
        "--sheet-paper",
        type=click.Choice(["a4", "letter"]),
        default="a4",
        show_default=True,
        help="The paper for everything but the booklet.",
    ),
    click.option(
        "--solution",
        type=click.Choice(["back", "foot", "none"]),
        default="back",
        show_default=True,
        help="Where puzzles on sheets have their solutions: on the back, at the foot if there is room, or nowhere.",
    ),
)


def variant_of(*, print_shop: bool, accessible: bool) -> papers.Variant:
    """The variant that was asked for.

    Raises:
        click.UsageError: if two were.
    """
    both = "--print-shop and --accessible make two different files; build one after the other"
    refuse_options({both: print_shop and accessible})
    return papers.PRINT_SHOP if print_shop else papers.ACCESSIBLE if accessible else papers.PLAIN


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


finishing_options = together(
    variant_options,
    click.option(
        "--impose",
        type=click.Choice(["saddle"]),
        help="Also make the booklet on sheets to fold and staple.",
    ),
    click.option(
        "--signature",
        type=click.IntRange(min=_FOLD),
        callback=_whole_sheets,
        metavar="PAGES",
        help="How many pages to fold together.  [default: as many as a stapler can take]",
    ),
    click.option(
        "--thickness",
        type=click.FloatRange(0.02, 1),
        callback=_a_number,
        metavar="MM",
        help="The thickness of the paper to impose on, in millimetres.  [default: 0.1]",
    ),
    click.option(
        "--impose-sheet",
        type=click.Choice(_SHEETS),
        help="The sheet to impose on.  [default: the smallest on which two pages fit]",
    ),
    click.option("--proof", is_flag=True, help="Also make a grey proof with trim, bleed and safe zone."),
    click.option(
        "--release",
        "released",
        is_flag=True,
        help="Keep the pages of the booklet beside its lock file: later versions hold files and reprints against them.",
    ),
    click.option(
        "--keep-pages",
        "on_kept_pages",
        is_flag=True,
        help="Set the booklet on the pages that were kept at its release, where its texts allow.",
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

    folding = listed_options(
        {"--signature": signature, "--thickness": thickness, "--impose-sheet": impose_sheet}
    )
    refuse_options(
        {f"nothing is folded without --impose saddle: add it, or leave out {folding}": folding and not impose}
    )
    saddle = papers.Saddle(impose_sheet or "", signature or 0, thickness or 0.1) if impose else None
    variant = variant_of(print_shop=print_shop, accessible=accessible)
    return Finishing(variant, saddle, proof, solution, released, on_kept_pages)


# --- pages in a browser --------------------------------------------------------------------------


def server_options(*, opens: bool) -> Callable[[F], F]:
    """The options of a command that serves pages; ``opens`` if it opens a browser by default."""
    usual = (
        "Open the page in the usual browser (the default), or only print its address."
        if opens
        else "Open the page in the usual browser, or only print its address (the default)."
    )
    return together(
        click.option(
            "--port",
            type=click.IntRange(0, 65_535),
            default=0,
            metavar="NUMBER",
            help="Listen on this port (default: any that is free).",
        ),
        click.option("--open/--no-browser", "browser", default=opens, help=usual),
    )


def need_server(ctx: click.Context, file: str) -> None:
    """Refuse to serve pages without the libraries that this needs."""
    from importlib.util import find_spec

    libraries = ("starlette", "uvicorn", "sse_starlette", "watchfiles")
    lacking = next((name for name in libraries if find_spec(name) is None), None)
    if lacking is not None:
        message = f"pages in a browser need the library `{lacking.replace('_', '-')}`"
        hint = 'install what is missing with `pip install "casekit[serve]"`'
        refuse(ctx, codes.MISSING_EXTRA.at(Span(file), message, hint=hint))


# --- where work is done --------------------------------------------------------------------------

PROCESSES, DASK = "processes", "dask"


def spread_options(default_jobs: str) -> Callable[[F], F]:
    """The options of a command that can be worked on elsewhere.

    ``default_jobs`` says how many jobs it has without them.
    """
    return together(
        click.option(
            "-j",
            "--jobs",
            type=click.IntRange(1, 256),
            metavar="N",
            help=f"How many processes work.  [default: {default_jobs}]",
        ),
        click.option(
            "--backend",
            type=click.Choice([PROCESSES, DASK]),
            default=PROCESSES,
            show_default=True,
            help="Where to work: in processes of this machine, or on a Dask cluster.",
        ),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="The scheduler of a Dask cluster that you trust, such as tls://192.168.0.7:8786.",
        ),
    )


def workplace_of(
    jobs: int | None, backend: str, scheduler: str | None
) -> AbstractContextManager[executors.Executor]:
    """Where to work, in as many processes as there are processors if nothing else was said.

    Raises:
        click.UsageError: if the options do not go together.
        SpreadingError: when it is entered, if there is no such cluster.
    """
    refuse_options(
        {
            "--backend dask needs --scheduler ADDRESS": backend == DASK and not scheduler,
            "--scheduler is for --backend dask": scheduler is not None and backend != DASK,
            "--jobs is for processes of this machine; a cluster has its own number of workers": (
                scheduler is not None and jobs is not None
            ),
        }
    )
    return executors.workplace(jobs or executors.cpu_count(), scheduler or "")


def not_spread(error: executors.SpreadingError, file: str) -> Diagnostic:
    """The finding that work on a file could not be done where it was wanted."""
    kinds = {
        "missing": codes.MISSING_EXTRA,
        "unreachable": codes.NO_CLUSTER,
        "unfit": codes.UNFIT_CLUSTER,
        "lost": codes.LOST_WORKER,
    }
    return kinds[error.kind].at(Span(file), str(error), hint=error.hint)
