"""Writing what a command made: to a file, or to standard output."""

import sys
from pathlib import Path

import click

from casekit.building.writing import write_bytes
from casekit.cli.terminal import unguarded
from casekit.diagnostics import Diagnostic


def write(path: Path | None, text: str) -> tuple[Diagnostic, ...]:
    """Write a text to a file, or if there is none to standard output: as it is, unless somebody is to read it there."""
    if path is None:
        click.echo(text, file=sys.stdout if sys.stdout.isatty() else unguarded(sys.stdout), nl=False)
        return ()
    return write_bytes(path, text.encode())
