"""The inputs of commands: files, folders, ``-``."""

import os
from collections.abc import Iterator
from pathlib import Path

import click

from casekit.cli.streams.terminal import STDIN
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.editions import is_edition
from casekit.language.reading import real, standard_input
from casekit.pipeline.given_documents import CASE, Input


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
