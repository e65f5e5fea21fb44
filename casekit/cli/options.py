"""The options that several commands have, what their values stand for, and refusals of options."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casekit.cli.option_classes import AdvancedOption, AdvancedOptionalValue, section
from casekit.cli.streams import SAVES, STDIN
from casekit.diagnostics import FORMS, Finding, MisuseError, Span, codes
from casekit.system import executors

if TYPE_CHECKING:
    from casekit.system.process_limits import TaskLimits

BUDGET = 2_000
"""How many worlds the search for wrong paths looks at in a case by default."""

LARGEST_SEED = 2**63 - 1
"""The largest seed that an option takes."""

LIMITS_IN_CI = "5s,500MB"
"""The limits of a case where a service of CI runs casekit, and of ``--limits`` without a value."""

NO_LIMITS = "none"
"""The value of ``--limits`` for cases that may take whatever they need."""

_LIMITS = re.compile(r"(?P<seconds>\d{1,5}(?:\.\d{1,3})?)s,(?P<megabytes>\d{1,6})MB")
"""Limits as they are written: `5s,500MB`, or `0.5s,50MB`."""

PROCESSES = "processes"
DASK = "dask"

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
"""A command, or an option that decorates one."""


# --- refusals -------------------------------------------------------------------------------------


def is_given(ctx: click.Context, name: str) -> bool:
    """Whether the command line names an option, if only with its default."""
    return ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


def refuse_all_but(ctx: click.Context, use: str, names: Collection[str]) -> None:
    """Refuse the options that do not belong to a use of a command.

    Args:
        ctx: what click knows of the command line.
        use: the use in words, such as ``--watch``.
        names: the parameters of the options that belong to it.

    Raises:
        click.UsageError: for the first option that does not.
    """
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if isinstance(parameter, click.Option) and name not in names and is_given(ctx, name):
            raise click.UsageError(f"{parameter.opts[-1]} is not for {use}")


def refuse_without(ctx: click.Context, use: str, names: Collection[str]) -> None:
    """Refuse options that belong to another use of a command than the one that is wanted.

    Args:
        ctx: what click knows of the command line.
        use: the use that they belong to, in words such as ``--words``.
        names: the parameters of these options.

    Raises:
        click.UsageError: for the first of them that the command line names.
    """
    for parameter in ctx.command.params:
        if parameter.name in names and is_given(ctx, parameter.name or ""):
            raise click.UsageError(f"{parameter.opts[-1]} is for {use}")


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

    given_options = [name for name, value in options.items() if value]
    return listed(given_options) if given_options else ""


@contextmanager
def refusing_misuse() -> Iterator[None]:
    """Refuse what a ``MisuseError`` says cannot be done, as click refuses an option.

    Raises:
        click.UsageError: if there is such an error meanwhile.
    """
    try:
        yield
    except MisuseError as error:
        if error.option:
            raise click.BadParameter(str(error), param_hint=f"'{error.option}'") from error
        raise click.UsageError(str(error)) from error


# --- groups of options, files and pages ------------------------------------------------------------


def option_group(*options: Callable[[Decorated], Decorated]) -> Callable[[Decorated], Decorated]:
    """Several options as one decorator, in the order of the help."""

    def add_options(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return add_options


edition_option = click.option(
    "--edition",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Use this edition.toml, not the nearest one.",
)


def json_option_below(heading: str) -> Callable[[Decorated], Decorated]:
    """The option, below a heading of the help, that prints one JSON object with the findings in it."""
    return click.option(
        "--json", "as_json", cls=section(heading), is_flag=True, help="Print JSON instead of text."
    )


json_option = json_option_below("")


def _or_standard_output(_ctx: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
    """The file of a text; ``None`` for `-`, which stands for standard output."""
    return None if value == Path(STDIN) else value


def output_option_below(heading: str) -> Callable[[Decorated], Decorated]:
    """The option, below a heading of the help, for the file of a text; ``None`` for standard output."""
    return click.option(
        "-o",
        "--output",
        cls=section(heading),
        type=click.Path(path_type=Path, allow_dash=True),
        callback=_or_standard_output,
        metavar="FILE",
        help="Write to this file, not to standard output (-).",
    )


output_option = output_option_below("")


def folder_option(default: str, path: Path | None = None) -> Callable[[Decorated], Decorated]:
    """The option for the folder to which several files are written."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        default=path,
        metavar="DIR",
        help=f"Write to this folder.  [default: {default}]",
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


# --- the form of findings ------------------------------------------------------------------------


def _remember_saves(
    ctx: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Remember where findings are saved to; ``streams.show`` saves them there.

    Raises:
        click.BadParameter: if one of the values is not a form and a file, as in `sarif=findings.sarif`.
    """
    saves = []
    for value in values:
        form, _, file = value.partition("=")
        if form not in FORMS or not file:
            raise click.BadParameter(f"write FORM=FILE, with one of {', '.join(FORMS)}")
        saves.append((form, Path(file)))
    ctx.meta[SAVES] = saves
    return values


save_option = click.option(
    "--save",
    cls=AdvancedOption,
    multiple=True,
    metavar="FORM=FILE",
    expose_value=False,
    callback=_remember_saves,
    help="Write findings to a file too; may be repeated.",
)
"""The files, in forms of findings, to which a command saves its findings beside showing them."""

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


# --- limits ---------------------------------------------------------------------------------------


def _fits_limits(text: str) -> bool:
    """Whether a word after ``--limits`` is its value."""
    return text == NO_LIMITS or _LIMITS.fullmatch(text) is not None


def _limits_of(_ctx: click.Context, _option: click.Parameter, value: str) -> "TaskLimits | None":
    """The limits that were asked for, if any.

    Raises:
        click.BadParameter: if the value is not one.
    """
    if value == NO_LIMITS:
        return None
    match = _LIMITS.fullmatch(value)
    if match is None or not float(match["seconds"]) or not int(match["megabytes"]):
        raise click.BadParameter(f"write limits such as {LIMITS_IN_CI}, or {NO_LIMITS}")
    from casekit.system.process_limits import TaskLimits

    return TaskLimits(float(match["seconds"]), int(match["megabytes"]))


limits_option = click.option(
    "--limits",
    cls=AdvancedOptionalValue,
    fits=_fits_limits,
    is_flag=False,
    flag_value=LIMITS_IN_CI,
    default=lambda: LIMITS_IN_CI if executors.is_ci() else NO_LIMITS,
    callback=_limits_of,
    metavar="[LIMITS]",
    help=f"Time and memory of a case, or {NO_LIMITS}; in CI {LIMITS_IN_CI}.",
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


def workplace_options(default_jobs: str) -> Callable[[Decorated], Decorated]:
    """The options for where a command works: in processes of this machine, or on a cluster.

    ``default_jobs`` says, in words, in how many processes it works without them.
    """
    return option_group(
        click.option(
            "-j",
            "--jobs",
            cls=AdvancedOption,
            type=click.IntRange(1, 256),
            metavar="N",
            help=f"Work in N processes.  [default: {default_jobs}]",
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
    """The workplace that these options name; without them as many processes as there are processors.

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


def spreading_finding(error: executors.SpreadingError, file: str) -> Finding:
    """The finding that work on a file could not be done where it was wanted."""
    code_of_kind = {
        "missing": codes.MISSING_EXTRA,
        "unreachable": codes.NO_CLUSTER,
        "unfit": codes.UNFIT_CLUSTER,
        "lost": codes.LOST_WORKER,
    }
    return code_of_kind[error.kind].at(Span(file), str(error), hint=error.hint)
