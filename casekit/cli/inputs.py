"""What the commands are given: files, folders, ``-``; and how findings are shown."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from casekit.cli.main import CLEAN, FINDINGS, MISUSE
from casekit.cli.terminal import unguarded, write_data
from casekit.diagnostics import Diagnostic, Severity, Span, codes
from casekit.diagnostics.forms import FORMS, Options, Report, render
from casekit.diagnostics.forms.cells import printable
from casekit.games.editions import is_edition
from casekit.language.reading import real, standard_input
from casekit.pipeline.stages.given_files import CASE, Input

STDIN = "-"
BUDGET = 2_000
"""How many worlds the search for wrong paths looks at in a case by default."""

F = TypeVar("F", bound=Callable[..., Any])


def edition_option(command: F) -> F:
    """The option ``--edition``."""
    return click.option(
        "--edition",
        type=click.Path(path_type=Path),
        help="Use this edition.toml instead of the nearest one.",
    )(command)


_SAVES = "casekit.saves"


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
    ctx.meta[_SAVES] = saves
    return given


def save_option(command: F) -> F:
    """The option ``--save``, which ``show`` obeys."""
    return click.option(
        "--save",
        multiple=True,
        metavar="FORM=FILE",
        expose_value=False,
        callback=_forms_and_files,
        help="Also write the findings to this file in this form; may be given several times.",
    )(command)


def format_option(command: F) -> F:
    """The options ``--format``, ``--json``, ``--strict`` and ``--save``."""
    for option in (
        save_option,
        click.option("--strict", is_flag=True, help="Exit with 1 for warnings too."),
        click.option("--json", "as_json", is_flag=True, help="Short for --format json."),
        click.option(
            "--format",
            "form",
            type=click.Choice(list(FORMS)),
            default="text",
            show_default=True,
            help="The form of the findings.",
        ),
    ):
        command = option(command)
    return command


def expand(
    paths: tuple[str, ...], *, editions: bool = False
) -> tuple[tuple[Input, ...], tuple[Diagnostic, ...]]:
    """Every case among files, folders (with all below them) and ``-``, each once, and what was not found.

    Raises:
        click.UsageError: for an edition file, unless ``editions`` are welcome too.
    """
    found: dict[Path | str, Input] = {}
    problems: list[Diagnostic] = []
    for given in paths:
        path = Path(given)
        if is_edition(path) and not editions:
            raise click.UsageError(f"{given} is an edition, but this command takes cases")
        if given == STDIN:
            found[STDIN] = Input(STDIN, standard_input(), Path.cwd() / STDIN)
        elif path.is_dir():
            cases = list(_below(path))
            problems += [] if cases else [_no_cases(given)]
            found |= {real(case): Input(case.as_posix(), None, case, path) for case in cases}
        else:
            found[real(path)] = Input(with_slashes(given), None, path)
    return tuple(found.values()), tuple(problems)


def only_case(given: str | None) -> tuple[Input | None, tuple[Diagnostic, ...]]:
    """The case given, or the only one in the current folder; or why it was not found.

    Raises:
        click.UsageError: if there is not exactly one.
    """
    if given is None:
        here = sorted(Path().glob(f"*{CASE}"))
        if len(here) != 1:
            what = "no case" if not here else f"{len(here)} cases"
            raise click.UsageError(f"there is {what} in this folder; name the one you mean")
        return Input(here[0].as_posix(), None, here[0], Path()), ()
    inputs, problems = expand((given,))
    if len(inputs) > 1:
        raise click.UsageError(f"there are {len(inputs)} cases in {given}; name one")
    return (inputs[0] if inputs else None), problems


def with_slashes(name: str, separator: str = os.sep) -> str:
    """A name of a file as every system and every service reads it."""
    return name.replace(separator, "/")


def _below(folder: Path) -> Iterator[Path]:
    """Cases in a folder and below it; a file and a link to it are one case, under the name of the file.

    Something that is not a file but has the name of a case is among them; reading it gives a finding.
    """
    cases = [
        case
        for case in sorted(folder.rglob(f"*{CASE}"))
        if not any(part.startswith(".") for part in case.relative_to(folder).parts)
        and (case.is_symlink() or not case.is_dir())
    ]
    files = {real(case) for case in cases if not case.is_symlink()}
    return (case for case in cases if not case.is_symlink() or real(case) not in files)


def _no_cases(folder: str) -> Diagnostic:
    return Diagnostic(
        codes.NO_CASES,
        "there is no case in this folder or its subfolders",
        Span(folder),
        hint="start one with `casekit new NAME`; a case is a file whose name ends in `.case`",
    )


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
    for form, file in context.meta.pop(_SAVES, ()) if context else ():
        from casekit.cli.result import write

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


def status(report: Report, *, strict: bool) -> int:
    """The exit status that a report asks for: misuse if an input was not there at all."""
    misuse = {
        codes.NO_SUCH_FILE,
        codes.NO_CASES,
        codes.UNKNOWN_LANGUAGE,
        codes.NOTHING_TO_REVIEW,
        codes.NOT_IN_REVISION,
        codes.NOTHING_TO_PROOFREAD,
        codes.NO_REPOSITORY,
        codes.UNKNOWN_REVISION,
    }
    if any(found.code in misuse for found in report.diagnostics):
        return MISUSE
    worst = Severity.WARNING if strict else Severity.ERROR
    return FINDINGS if any(found.severity <= worst for found in report.diagnostics) else CLEAN
