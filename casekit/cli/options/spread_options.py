"""The options that say where work is done: ``--jobs``, ``--backend`` and ``--scheduler``."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casekit.diagnostics import Diagnostic, Span, codes

if TYPE_CHECKING:
    from casekit.system.spreading import SpreadingError, Workplace

F = TypeVar("F", bound=Callable[..., Any])

PROCESSES, DASK = "processes", "dask"
MOST_JOBS = 256


def spread_options(default_jobs: str) -> Callable[[F], F]:
    """The options of a command that can be worked on elsewhere; ``default_jobs`` says how many jobs it has without them."""

    def add(command: F) -> F:
        for option in (
            click.option(
                "--scheduler",
                metavar="ADDRESS",
                help="The scheduler of a Dask cluster that you trust, such as tcp://192.168.0.7:8786.",
            ),
            click.option(
                "--backend",
                type=click.Choice([PROCESSES, DASK]),
                default=PROCESSES,
                show_default=True,
                help="Where to work: in processes of this machine, or on a Dask cluster.",
            ),
            click.option(
                "-j",
                "--jobs",
                type=click.IntRange(1, MOST_JOBS),
                metavar="N",
                help=f"How many processes work.  [default: {default_jobs}]",
            ),
        ):
            command = option(command)
        return command

    return add


def workplace_of(
    jobs: int | None, backend: str, scheduler: str | None
) -> "AbstractContextManager[Workplace]":
    """Where to work, in as many processes as there are processors if nothing else was said.

    Raises:
        click.UsageError: if the options do not go together.
        SpreadingError: when it is entered, if there is no such cluster.
    """
    from casekit.system.spreading import cores, workplace

    if backend == DASK and not scheduler:
        raise click.UsageError("--backend dask needs --scheduler ADDRESS")
    if scheduler is not None and backend != DASK:
        raise click.UsageError("--scheduler is for --backend dask")
    if scheduler is not None and jobs is not None:
        raise click.UsageError(
            "--jobs is for processes of this machine; a cluster has its own number of workers"
        )
    return workplace(jobs or cores(), scheduler or "")


def not_spread(error: "SpreadingError", file: str) -> Diagnostic:
    """The finding that work on a file could not be done where it was wanted."""
    from casekit.system import spreading

    kinds = {
        spreading.MISSING: codes.MISSING_EXTRA,
        spreading.UNREACHABLE: codes.NO_CLUSTER,
        spreading.UNFIT: codes.UNFIT_CLUSTER,
        spreading.LOST: codes.LOST_WORKER,
    }
    return Diagnostic(kinds[error.kind], str(error), Span(file), hint=error.hint)
