"""The options that several commands have, and what their values stand for."""

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casekit.cli.streams import SAVES, STDIN, refuse
from casekit.diagnostics import FORMS, Finding, MisuseError, Span, codes
from casekit.print.content import papers
from casekit.system import executors

if TYPE_CHECKING:
    from casekit.print.content.pieces import Finishing, SolutionPlace
    from casekit.system.process_limits import TaskLimits

BUDGET = 2_000
"""How many worlds the search for wrong paths looks at in a case by default."""

MOST_SEED = 2**63 - 1

F = TypeVar("F", bound=Callable[..., Any])


ADVANCED = "Advanced"
"""The heading above what writers seldom need: clusters, profiling, gates and forms for other programs."""


class PlainOption(click.Option):
    """An option of a section of the help, whose text says what it takes: limits are in messages alone."""

    section = ""

    def get_help_extra(self, ctx: click.Context) -> Any:
        """The brackets after the text, as click has them, but for limits."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra


class AdvancedOption(PlainOption):
    """An option that writers seldom need."""

    section = ADVANCED


class OptionalValue(PlainOption):
    """An option that is written alone too, which then stands for its ``flag_value``.

    What follows is its value only if that ``fits``: `report --tables the-last-toast.case` names a case.
    """

    def __init__(self, *names: Any, fits: Callable[[str], bool], **how: Any) -> None:
        super().__init__(*names, **how)
        self.fits = fits


class AdvancedOptionalValue(OptionalValue):
    """The same, for one that writers seldom need."""

    section = ADVANCED


class CommandInSections(click.Command):
    """A command with sections of options in its help: those for everybody first, those for few last."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read arguments as click does, once options that may be written alone have their values."""
        return super().parse_args(ctx, self._with_values(args))

    def _with_values(self, args: list[str]) -> list[str]:
        """Arguments in which an option that is written alone has its value, so that it takes no other."""
        optional = {}
        for parameter in self.params:
            if isinstance(parameter, OptionalValue):
                optional[parameter.opts[-1]] = parameter
        written: list[str] = []
        for at, argument in enumerate(args):
            if argument == "--":
                return [*written, *args[at:]]
            option = optional.get(argument)
            following = args[at + 1 : at + 2]
            if option is None or (following and option.fits(following[0])):
                written.append(argument)
            else:
                written.append(f"{argument}={option.flag_value}")
        return written

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write options below the headings of their sections."""
        rows: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is not None and isinstance(parameter, click.Option):
                section = getattr(parameter, "section", "")
                rows.setdefault(section, []).append(row)
        for section in sorted(rows, key=lambda section: (section == ADVANCED, section != "")):
            with formatter.section(section or "Options"):
                formatter.write_dl(rows[section], col_max=COLUMN)


COLUMN = 24
"""Names of options that are wider than this are on a line by themselves."""


def section(heading: str) -> type[PlainOption]:
    """The options below a heading of the help."""
    return type("SectionOption", (PlainOption,), {"section": heading})


def is_given(ctx: click.Context, name: str) -> bool:
    """Whether the command line names an option, if only with its default."""
    return ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


def refuse_all_but(ctx: click.Context, use: str, names: Collection[str]) -> None:
    """Refuse the options that do not belong to a use of a command, in words such as ``--watch``.

    ``names`` are those of the parameters that do.

    Raises:
        click.UsageError: for the first that does not.
    """
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if isinstance(parameter, click.Option) and name not in names and is_given(ctx, name):
            raise click.UsageError(f"{parameter.opts[-1]} is not for {use}")


def refuse_without(ctx: click.Context, use: str, names: Collection[str]) -> None:
    """Refuse options that belong to another use of a command than the one that is wanted.

    Raises:
        click.UsageError: for the first of them that the command line names.
    """
    for parameter in ctx.command.params:
        if parameter.name in names and is_given(ctx, parameter.name or ""):
            raise click.UsageError(f"{parameter.opts[-1]} is for {use}")


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order of the help."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


edition_option = click.option(
    "--edition",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Use this edition.toml, not the nearest one.",
)


def json_of(heading: str) -> Callable[[F], F]:
    """The option for other programs: one JSON object on standard output, with the findings in it."""
    return click.option(
        "--json", "as_json", cls=section(heading), is_flag=True, help="Print JSON instead of text."
    )


json_option = json_of("")


def _or_standard_output(_ctx: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
    return None if value == Path(STDIN) else value


def output_of(heading: str) -> Callable[[F], F]:
    """The file for a text that is printed otherwise; ``None`` for standard output."""
    return click.option(
        "-o",
        "--output",
        cls=section(heading),
        type=click.Path(path_type=Path, allow_dash=True),
        callback=_or_standard_output,
        metavar="FILE",
        help="Write to this file, not to standard output (-).",
    )


output_option = output_of("")


def page_output_option(default: str) -> Callable[[F], F]:
    """Where a page goes that is written to a file otherwise: ``streams.page_of`` says which."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path, allow_dash=True),
        metavar="FILE",
        help=f"Write the page to this file, or to standard output (-).  [default: {default}]",
    )


def folder_option(default: str, path: Path | None = None) -> Callable[[F], F]:
    """The folder to which several files are written."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        default=path,
        metavar="DIR",
        help=f"Write to this folder.  [default: {default}]",
    )


ALONE = Path()
"""The file of ``--html`` without a FILE: no file is named so."""


def _is_page(argument: str) -> bool:
    """Whether what follows ``--html`` is the file to write, and not what the command is about."""
    path = Path(argument)
    return argument != STDIN and path.suffix not in {".case", ".toml"} and not path.is_dir()


def page_option(default: str, what: str = "a page") -> Callable[[F], F]:
    """The page that a command writes to a file if that is wanted.

    Without a FILE it is ``default``, or ``ALONE`` where that depends on the CASE.
    """

    def written(_ctx: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
        return Path(default) if value == ALONE and "CASE" not in default else value

    return click.option(
        "--html",
        cls=OptionalValue,
        fits=_is_page,
        is_flag=False,
        flag_value="",
        type=click.Path(path_type=Path),
        callback=written,
        metavar="[FILE]",
        help=f"Write {what} to this file.  [default: {default}]",
    )


gate_option = click.option(
    "--gate",
    "gates",
    cls=AdvancedOption,
    multiple=True,
    metavar="LIMIT",
    help="Fail unless this holds; may be repeated.",
)
against_option = click.option(
    "--against",
    cls=AdvancedOption,
    type=click.Path(path_type=Path),
    metavar="OLD.json",
    help="Compare with an earlier --json; fail if a figure that counts is lost.",
)
budget_option = click.option(
    "--budget",
    cls=AdvancedOption,
    type=click.IntRange(min=1),
    metavar="N",
    default=BUDGET,
    show_default=True,
    help="Worlds to look at for wrong paths, in each case.",
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
    cls=AdvancedOption,
    multiple=True,
    metavar="FORM=FILE",
    expose_value=False,
    callback=_forms_and_files,
    help="Write findings to a file too; may be repeated.",
)
"""``show`` obeys it."""

strict_option = click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")

form_option = click.option(
    "--format",
    "form",
    cls=AdvancedOption,
    type=click.Choice(list(FORMS)),
    default="text",
    metavar="FORM",
    help=f"The form of findings: {', '.join(FORMS)}.",
)


# --- what is printed -----------------------------------------------------------------------------

_BOOKLET_PAPERS = ("a5", "a4", "half-letter", "letter", "large-print")
_SHEETS = ("a4", "letter", "sra4", "a3", "tabloid", "sra3")
_FOLD = 4

_FINISHED = section("For a print shop")

variant_options = together(
    click.option("--print-shop", cls=_FINISHED, is_flag=True, help="Bleed, crop marks, CMYK, PDF/X-4."),
    click.option(
        "--accessible", cls=AdvancedOption, is_flag=True, help="For screen readers: tagged, PDF/UA-1."
    ),
)

paper_options = together(
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
        "--proof", cls=_FINISHED, is_flag=True, help="Also a grey proof with trim, bleed, safe zone."
    ),
    click.option(
        "--impose",
        cls=_FINISHED,
        type=click.Choice(["saddle"]),
        metavar="saddle",
        help="Also the booklet on sheets to fold and staple.",
    ),
    click.option(
        "--impose-sheet",
        cls=_FINISHED,
        type=click.Choice(_SHEETS),
        metavar="SIZE",
        help=f"{', '.join(_SHEETS)}.",
    ),
    click.option(
        "--signature",
        cls=_FINISHED,
        type=click.IntRange(min=_FOLD),
        callback=_whole_sheets,
        metavar="PAGES",
        help="Pages to fold together: 4, 8, 12 ...",
    ),
    click.option(
        "--thickness",
        cls=_FINISHED,
        type=click.FloatRange(0.02, 1),
        callback=_a_number,
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
    usual = f"Open the page, or only print its address.  [default: {'open' if opens else 'no-browser'}]"
    return together(
        click.option(
            "--port",
            cls=PlainOption,
            type=click.IntRange(0, 65_535),
            default=0,
            metavar="NUMBER",
            help="Listen on this port.  [default: any that is free]",
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


# --- limits ---------------------------------------------------------------------------------------

USUAL_LIMITS, NO_LIMITS = "5s,500MB", "none"
_LIMITS = re.compile(r"(?P<seconds>\d{1,5}(?:\.\d{1,3})?)s,(?P<megabytes>\d{1,6})MB")


def _fits_limits(text: str) -> bool:
    return text == NO_LIMITS or _LIMITS.fullmatch(text) is not None


def _limits_of(_ctx: click.Context, _option: click.Parameter, value: str) -> "TaskLimits | None":
    """The limits that were asked for, if any.

    Raises:
        click.BadParameter: if the value is not one.
    """
    if value == NO_LIMITS:
        return None
    match = _LIMITS.fullmatch(value)
    seconds, megabytes = (float(match["seconds"]), int(match["megabytes"])) if match else (0.0, 0)
    if not (seconds and megabytes):
        raise click.BadParameter(f"write limits such as {USUAL_LIMITS}, or {NO_LIMITS}")
    from casekit.system.process_limits import TaskLimits

    return TaskLimits(seconds, megabytes)


limits_option = click.option(
    "--limits",
    cls=AdvancedOptionalValue,
    fits=_fits_limits,
    is_flag=False,
    flag_value=USUAL_LIMITS,
    default=lambda: USUAL_LIMITS if executors.is_ci() else NO_LIMITS,
    callback=_limits_of,
    metavar="[LIMITS]",
    help=f"Time and memory of a case, or {NO_LIMITS}; in CI {USUAL_LIMITS}.",
)
"""The processor time and the memory that each case may take, in a process of its own."""


def limits_here(
    ctx: click.Context, limits: "TaskLimits | None", scheduler: str | None
) -> "TaskLimits | None":
    """The limits of work on this machine; a cluster has those that its workers were started with.

    Raises:
        click.UsageError: if the command line names limits for a cluster.
    """
    if scheduler is None or limits is None:
        return limits
    refuse_options(
        {"--limits is for processes of this machine; a cluster has its own": is_given(ctx, "limits")}
    )
    return None


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
            cls=AdvancedOption,
            type=click.IntRange(1, 256),
            metavar="N",
            help=f"Work in so many processes.  [default: {default_jobs}]",
        ),
        click.option(
            "--backend",
            cls=AdvancedOption,
            type=click.Choice([PROCESSES, DASK]),
            default=PROCESSES,
            metavar="WHERE",
            help="Work in processes, or on a cluster: dask.",
        ),
        click.option(
            "--scheduler",
            cls=AdvancedOption,
            metavar="ADDRESS",
            help="Of a cluster that you trust, as tls://host:8786.",
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


def not_spread(error: executors.SpreadingError, file: str) -> Finding:
    """The finding that work on a file could not be done where it was wanted."""
    kinds = {
        "missing": codes.MISSING_EXTRA,
        "unreachable": codes.NO_CLUSTER,
        "unfit": codes.UNFIT_CLUSTER,
        "lost": codes.LOST_WORKER,
    }
    return kinds[error.kind].at(Span(file), str(error), hint=error.hint)
