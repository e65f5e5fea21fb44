"""Pages that commands write about a case: the options that name their files, and the files."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.option_classes import OptionalValue
from casekit.cli.options import Decorated
from casekit.cli.output_files import write
from casekit.cli.streams import STDIN
from casekit.diagnostics import Finding

if TYPE_CHECKING:
    from casekit.pipeline.loading import InputFile

DEFAULT_PAGE = Path()
"""The value of ``--html`` without a FILE, if its default depends on the CASE: no file has this path."""


def page_output_option(default: str) -> Callable[[Decorated], Decorated]:
    """The option for the file of a page, or `-` for standard output; ``page_path`` reads it."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path, allow_dash=True),
        metavar="FILE",
        help=f"Write the page to this file, or to standard output (-).  [default: {default}]",
    )


def _is_page(argument: str) -> bool:
    """Whether what follows ``--html`` is the file to write, and not what the command is about."""
    path = Path(argument)
    return argument != STDIN and path.suffix not in {".case", ".toml"} and not path.is_dir()


def page_option(default: str, what: str = "a page") -> Callable[[Decorated], Decorated]:
    """The option ``--html`` for a page that a command writes to a file if that is wanted.

    Args:
        default: the file of ``--html`` without a FILE. If its name has the word CASE, the value is
            ``DEFAULT_PAGE``, and the command finds the name.
        what: the page in words.
    """

    def named_page(_ctx: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
        if value == DEFAULT_PAGE and "CASE" not in default:
            return Path(default)
        return value

    return click.option(
        "--html",
        cls=OptionalValue,
        fits=_is_page,
        is_flag=False,
        flag_value="",
        type=click.Path(path_type=Path),
        callback=named_page,
        metavar="[FILE]",
        help=f"Write {what} to this file.  [default: {default}]",
    )


def page_path(case: "InputFile", output: Path | None, kind: str) -> Path | None:
    """The file of a page about a case; ``None`` for standard output.

    Args:
        case: the case; a page about one from standard input goes to standard output.
        output: what ``page_output_option`` names.
        kind: the word before `.html` in the name of the file, if ``output`` names none.
    """
    if output is not None:
        return None if output.as_posix() == STDIN else output
    return None if case.name == STDIN else Path(f"{case.path.stem}.{kind}.html")


def write_page(path: Path | None, text: str) -> tuple[Finding, ...]:
    """Write a page and name it on standard error, or say why it cannot be written."""
    problems = write(path, text, "html")
    if path is not None and not problems:
        click.echo(path.as_posix(), err=True)
    return problems
