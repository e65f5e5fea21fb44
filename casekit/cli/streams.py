"""The output of commands, and how they end: findings, answers, progress and exit statuses."""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import click

from casekit.cli.guarded_streams import unguarded, write_data
from casekit.diagnostics import (
    Finding,
    RenderOptions,
    Report,
    Severity,
    codes,
    has_own_fault,
    render,
)
from casekit.diagnostics.renderers.terminal_text import on_one_line, printable

if TYPE_CHECKING:
    from rich.progress import Progress

STDIN = "-"
"""Written in place of a file's name for standard input or standard output."""

CLEAN = 0
"""The exit status of a command without findings."""

FINDINGS = 1
"""The exit status of a command with findings."""

MISUSE = 2
"""The exit status of a command that was given something that it cannot take."""

FAULT = 3
"""The exit status of a command in which casekit has failed."""

READER_GONE = 141
"""The exit status of a command whose reader has gone before the end: 128 and the number of SIGPIPE."""

SAVES = "casekit.saves"
"""The key under which click keeps the forms and files that ``--save`` names."""

_MISUSE_CODES = frozenset(
    (
        codes.NO_SUCH_FILE,
        codes.NO_CASES,
        codes.UNKNOWN_LANGUAGE,
        codes.NO_PROSE,
        codes.NOT_IN_REVISION,
        codes.NO_REPOSITORY,
        codes.UNKNOWN_REVISION,
    )
)
"""The codes of findings that an input was not there at all."""

_SECONDS_BEFORE_PROGRESS = 1.0
"""The time before anything is shown of progress."""

_COLUMNS_WITHOUT_TERMINAL = 100


def status(report: Report, *, strict: bool) -> int:
    """The exit status that a report asks for.

    A fault if casekit has failed, misuse if an input was not there at all.
    """
    if has_own_fault(report.diagnostics):
        return FAULT
    if any(finding.code in _MISUSE_CODES for finding in report.diagnostics):
        return MISUSE
    least_severity = Severity.WARNING if strict else Severity.ERROR
    if any(finding.severity <= least_severity for finding in report.diagnostics):
        return FINDINGS
    return CLEAN


def show(report: Report, form: str, *, strict: bool, err: bool = False) -> None:
    """Print a report in a form, on standard error if ``err``, and save it in those that ``--save`` names."""
    stream = sys.stderr if err else sys.stdout
    colour = form == "text" and stream.isatty() and not os.environ.get("NO_COLOR")
    text = render(form, report, RenderOptions(colour=colour, width=width(), strict=strict))
    if form == "text":
        # Colours are the form's own; what it puts between them it has made fit to be shown.
        click.echo(text, file=unguarded(stream) if colour else stream, nl=False, color=colour or None)
    else:
        write_data(printable(text), form)
    save(report, strict=strict)


def end(
    ctx: click.Context,
    report: Report,
    *,
    answer: str | None = None,
    texts: Iterable[str] = (),
    strict: bool = False,
    status_if_clean: int = CLEAN,
    closing_line: str = "",
) -> NoReturn:
    """Print an answer for programs, or texts and findings for people, and exit.

    Args:
        ctx: what click knows of the command.
        report: the findings, which decide on the exit status.
        answer: a JSON text that holds the findings. With it nothing else is printed.
        texts: the texts for standard output; the findings follow on standard error.
        strict: whether warnings count for the exit status as errors do.
        status_if_clean: the exit status if the findings do not ask for another one.
        closing_line: a line for standard error, after the findings.
    """
    if answer is not None:
        write_data(answer, "json")
    else:
        for text in texts:
            click.echo(text, nl=False)
        if report.diagnostics:
            show(report, "text", strict=strict, err=True)
        if closing_line:
            click.echo(closing_line, err=True)
    ctx.exit(status(report, strict=strict) or status_if_clean)


def refuse(ctx: click.Context, problem: Finding, code: int = MISUSE) -> NoReturn:
    """Show what keeps a command from doing anything, and exit with a status."""
    show(Report((problem,)), "text", strict=False, err=True)
    ctx.exit(code)


def answer_as_json(content: Mapping[str, Any]) -> str:
    """The JSON text of an answer whose ``diagnostics`` are still findings."""
    from casekit.diagnostics.renderers.json_report import as_json, dumps

    return dumps({**content, "diagnostics": [as_json(finding) for finding in content["diagnostics"]]})


def save(report: Report, *, strict: bool) -> None:
    """Write a report to the files that ``--save`` names.

    Raises:
        click.exceptions.Exit: if one of them cannot be written; why is printed.
    """
    context = click.get_current_context(silent=True)
    saves = context.meta.pop(SAVES, ()) if context else ()
    if not saves:
        return
    from casekit.cli.output_files import write

    problems: list[Finding] = []
    for form, file in saves:
        problems += write(file, render(form, report, RenderOptions(strict=strict)), form)
    if problems:
        click.echo(render("text", Report(tuple(problems))), err=True, nl=False)
        raise click.exceptions.Exit(FINDINGS)


def width() -> int:
    """The number of columns of the terminal; 100 where there is none."""
    if not sys.stdout.isatty():
        return _COLUMNS_WITHOUT_TERMINAL
    import shutil

    return shutil.get_terminal_size().columns


class Step(Protocol):
    """A function to call before each step of some work, or after several."""

    def __call__(self, name: str, count: int = 1, /) -> None:
        """Show the name of the next step, and count ``count`` more as begun."""


@contextmanager
def progress(total: int) -> Iterator[Step]:
    """Yield a function to call before each of ``total`` steps with the step's name.

    Nothing is shown before a second has passed, nor where standard error is not a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _name, _count=1: None
        return
    start = time.monotonic()
    completed = -1  # the first call begins a step and completes none
    bar: Progress | None = None

    def step(name: str, count: int = 1, /) -> None:
        nonlocal bar, completed
        completed += count
        if time.monotonic() - start > _SECONDS_BEFORE_PROGRESS:
            bar = bar or _started_bar(name, total, completed)
            bar.update(bar.task_ids[0], completed=completed, description=on_one_line(name))

    try:
        yield step
    finally:
        if bar is not None:
            bar.stop()


def _started_bar(name: str, total: int, completed: int) -> "Progress":
    """A bar on standard error that shows how many of ``total`` steps are completed."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        # Text in brackets or between colons in a file's name is part of the name, not markup.
        TextColumn("{task.description}", style="progress.description", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(file=unguarded(sys.stderr)),
        transient=True,
        # A thread draws it, however many steps are made: a step is seen soon, but none waits for a terminal.
        refresh_per_second=10,
        # It would take over what is printed meanwhile, and the guard with it.
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.add_task(on_one_line(name), total=total, completed=completed)
    bar.start()
    return bar
