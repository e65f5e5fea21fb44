"""Findings as they are shown: printed in one form, and saved in others."""

import os
import sys

import click

from casekit.cli.streams.exit_statuses import FINDINGS
from casekit.cli.streams.terminal import unguarded, write_data
from casekit.diagnostics import Diagnostic
from casekit.diagnostics.forms import Options, Report, render
from casekit.diagnostics.forms.cells import printable

SAVES = "casekit.saves"
"""Where click keeps the forms and files that ``--save`` names."""


def show(report: Report, form: str, *, strict: bool, err: bool = False) -> None:
    """Print a report in a form, and save it in others if that was asked for."""
    colour = form == "text" and _is_terminal(err=err)
    columns = width()
    text = render(form, report, Options(colour=colour, width=columns, strict=strict))
    if form == "text":
        stream = sys.stderr if err else sys.stdout
        # Colours are the form's own; what it puts between them it has made fit to be shown.
        click.echo(text, file=unguarded(stream) if colour else stream, nl=False, color=colour or None)
    else:
        write_data(printable(text))
    save(report, strict=strict)


def save(report: Report, *, strict: bool) -> None:
    """Write a report to the files that ``--save`` names.

    Raises:
        click.exceptions.Exit: if one of them cannot be written; why is printed.
    """
    context = click.get_current_context(silent=True)
    problems: list[Diagnostic] = []
    for form, file in context.meta.pop(SAVES, ()) if context else ():
        from casekit.cli.streams.result import write

        problems += write(file, render(form, report, Options(strict=strict)))
    if problems:
        click.echo(render("text", Report(tuple(problems), {}, ())), err=True, nl=False)
        raise click.exceptions.Exit(FINDINGS)


def _is_terminal(*, err: bool) -> bool:
    stream = sys.stderr if err else sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR")


def width() -> int:
    """The columns of the terminal; 100 where there is none."""
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
