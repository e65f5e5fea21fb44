"""Writing what a command made: to a file, or to standard output."""

from pathlib import Path

import click

from casekit.building.writing import write_bytes
from casekit.cli.streams.terminal import STDIN, write_data
from casekit.diagnostics import Diagnostic
from casekit.pipeline.given_documents import Input


def write(path: Path | None, text: str) -> tuple[Diagnostic, ...]:
    """Write a text to a file, or if there is none to standard output: as it is, unless somebody is to read it there."""
    if path is None:
        write_data(text)
        return ()
    return write_bytes(path, text.encode())


def page_of(case: Input, output: Path | None, kind: str) -> Path | None:
    """Where a page about a case goes; ``None`` for standard output, which is where that of a case from standard input goes."""
    if output is not None:
        return None if output.as_posix() == STDIN else output
    return None if case.name == STDIN else Path(f"{case.path.stem}.{kind}.html")


def write_page(path: Path | None, text: str) -> tuple[Diagnostic, ...]:
    """Write a page and name it on standard error, or say why it cannot be written."""
    problems = write(path, text)
    if path is not None and not problems:
        click.echo(path.as_posix(), err=True)
    return problems
