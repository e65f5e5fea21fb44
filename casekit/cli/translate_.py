"""``casekit translate``: ``extract``, ``merge`` and ``check``."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casekit.cli.asking import json_option
from casekit.cli.inputs import show, status
from casekit.cli.main import CLEAN
from casekit.cli.output import check_folder, write_all
from casekit.cli.progress import progress
from casekit.diagnostics import Diagnostic, Span, codes, has_errors, in_order
from casekit.diagnostics.forms import Report

if TYPE_CHECKING:
    from casekit.games.midnight.translation.work import Work

F = TypeVar("F", bound=Callable[..., Any])
_STEPS = 3


@click.group("translate")
def command() -> None:
    """Translate an edition or a case: texts out to catalogues (PO), catalogues back in.

    LANG is the tag of a language, such as fr, de or pt-BR. Catalogues lie in translations/LANG/ beside the edition
    file (beside the case, if it has no edition of its own): one for the edition's own texts, one for each case.

    \b
    Example:
      casekit translate extract fr examples/
      casekit translate check fr examples/
      casekit translate merge fr examples/ --output build/fr
      casekit build build/fr --output build/fr
    """


def _arguments(function: F) -> F:
    """The arguments of all three commands."""
    target = click.argument("target", metavar="[CASE|EDITION]", default=".", type=click.Path(path_type=Path))
    return click.argument("language", metavar="LANG")(target(function))


_strict = click.option("--strict", is_flag=True, help="Let warnings fail too: everything must be translated.")


@command.command("extract")
@_arguments
@click.pass_context
def extract(ctx: click.Context, language: str, target: Path) -> None:
    """Write the texts to be translated into catalogues, or bring those that are there up to date.

    Translations are kept. Where a text has changed, its translation is marked as fuzzy and the text as it was stands
    above it; translations of texts that are gone are kept at the end. A catalogue in which nothing changes is not
    written. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit translate extract fr examples/
    """
    from casekit.games.midnight.translation.work import extracted

    work, report = _open(target, language)
    if work is not None and not has_errors(report.diagnostics):
        _, problems = write_all(extracted(work))
        work, report = _open(target, language)
        report = _with(report, problems)
        _tell(work)
    _finish(ctx, report, strict=False)


@command.command("check")
@_arguments
@_strict
@json_option
@click.pass_context
def check(ctx: click.Context, language: str, target: Path, strict: bool, as_json: bool) -> None:
    """Say how far a translation is, and where the original has changed since. Nothing is written.

    Exit status: 0 clean (with --strict: complete), 1 findings, 2 misuse.

    \b
    Example:
      casekit translate check fr examples/ --strict
    """
    from casekit.diagnostics.forms.json_ import as_json as finding, dumps
    from casekit.games.midnight.translation.work import review

    work, report = _open(target, language)
    if work is not None:
        report = _with(report, review(work))
    if as_json:
        found = [finding(problem) for problem in report.diagnostics]
        click.echo(
            dumps({"language": language, "catalogues": _figures(work), "diagnostics": found}), nl=False
        )
        ctx.exit(status(report, strict=strict))
    _tell(work)
    _finish(ctx, report, strict=strict)


@command.command("merge")
@_arguments
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder to write to.  [default: build/LANG]",
)
@_strict
@click.pass_context
def merge(ctx: click.Context, language: str, target: Path, output: Path | None, strict: bool) -> None:
    """Build the edition, or the case, in another language: the same logic, names and numbers.

    What is not translated, or has changed since, keeps its text, which is reported. A case of which nothing is
    translated is left out. Lock files and pictures are taken along; a lock file that is there keeps its numbers.
    Nothing else that merging did not make is written over. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit translate merge fr examples/ --output build/fr
    """
    from casekit.games.midnight.translation.assemble import merged
    from casekit.games.midnight.translation.tags import unspoken

    work, report = _open(target, language)
    if work is None:
        _finish(ctx, report, strict=strict)
        return
    folder = output or Path("build") / work.language
    files, problems = merged(work, folder)
    report = _with(report, (*problems, *unspoken(work.language, Span(folder.as_posix()))))
    if files and status(report, strict=strict) == CLEAN:
        report, written = _write(folder, files, work.language, report)
        for path in written:
            click.echo(path.as_posix())
    _finish(ctx, report, strict=strict)


def _open(target: Path, language: str) -> "tuple[Work | None, Report]":
    """Read what is to be translated and its catalogues; unread catalogues are findings of the work itself."""
    from casekit import pipeline

    with progress(_STEPS) as step:
        work, problems, sources = pipeline.open_translation(target, language, step)
    found = problems if work is None else (*problems, *work.problems)
    return work, Report(in_order(found), sources, tuple(sources))


def _with(report: Report, problems: "tuple[Diagnostic, ...] | list[Diagnostic]") -> Report:
    from casekit import pipeline

    return pipeline.with_findings(report, problems)


def _finish(ctx: click.Context, report: Report, *, strict: bool) -> None:
    if report.diagnostics:
        show(report, "text", strict=strict, err=True)
    ctx.exit(status(report, strict=strict))


def _tell(work: "Work | None") -> None:
    """A line on each catalogue that is there."""
    for part in work.parts if work else ():
        if part.path.is_file():
            figures = part.figures
            rest = [f"{count} {state}" for state, count in figures.items() if state != "texts" and count]
            click.echo(f"{part.path.as_posix()}: {figures['texts']} texts: {', '.join(rest)}")


def _figures(work: "Work | None") -> list[dict[str, Any]]:
    """How far each catalogue is (``schemas/translation.schema.json``)."""
    return [
        {
            "file": part.file,
            "catalogue": part.path.as_posix() if part.path.is_file() else None,
            **part.figures,
        }
        for part in (work.parts if work else ())
    ]


def _write(
    folder: Path, files: Mapping[str, bytes], language: str, report: Report
) -> tuple[Report, tuple[Path, ...]]:
    """Write files that differ, unless some that are there were not made by merging."""
    changed = {folder / name: data for name, data in files.items() if not _holds(folder / name, data)}
    problems = check_folder(folder)
    problems = problems or tuple(
        _not_ours(path) for path in changed if path.exists() and not _is_ours(path, folder, language)
    )
    if not problems:
        _, problems = write_all(changed)
    return _with(report, problems), () if problems else tuple(folder / name for name in files)


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _is_ours(path: Path, folder: Path, language: str) -> bool:
    """Whether a file was merged: by its first line, or if it is no text, by that of the edition file beside it."""
    from casekit.games.midnight.editions import EDITION
    from casekit.games.midnight.translation.merge import mark

    marked = path if path.suffix in {".toml", ".case"} else folder / EDITION
    first = mark(language)
    try:
        return marked.read_bytes().startswith((f"# {first}".encode(), f"// {first}".encode()))
    except OSError:
        return False


def _not_ours(path: Path) -> Diagnostic:
    return Diagnostic(
        codes.CANNOT_WRITE,
        "this is there already and was not made by merging into this language",
        Span(path.as_posix()),
        hint="choose another folder with `--output`, or move this file away",
    )
