"""``casekit new --generate --around``: a half-written document made whole."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import click

from casekit.cli.cases.inputs import expand
from casekit.cli.streams.exit_statuses import status
from casekit.cli.streams.progress import progress
from casekit.cli.streams.result import write
from casekit.cli.streams.shown_findings import show
from casekit.diagnostics import Diagnostic, Span, codes


def complete_around(
    ctx: click.Context,
    around: Path,
    target: Path | None,
    edition: Path | None,
    measures: Mapping[str, Any],
    *,
    force: bool,
) -> NoReturn:
    """Complete a half-written document, into a file or to standard output, and exit."""
    from casekit.games.editions import Editions
    from casekit.pipeline import checking
    from casekit.pipeline.for_writers import complete

    inputs, problems = expand((str(around),))
    if len(inputs) != 1:
        raise click.UsageError(f"--around takes one document, and {around} is a folder")
    if target is not None and target.exists() and not force:
        there = checking.with_findings(checking.report_of(()), (taken(target),))
        show(there, "text", strict=False, err=True)
        ctx.exit(status(there, strict=False))
    whole = complete(inputs[0], Editions(edition), measures, progress)
    if whole.unable:
        raise click.UsageError(f"nothing is completed for {whole.game.title}; leave out --around")
    problems = (*problems, *whole.diagnostics)
    if whole.skeleton is not None and target is None:
        click.echo(whole.skeleton.text, nl=False)
        click.echo(whole.skeleton.to_do, err=True)
    elif whole.skeleton is not None and target is not None and not problems:
        problems = write(target, whole.skeleton.text)
        if not problems:
            shown = target.as_posix()
            click.echo(f"{shown}: {whole.skeleton.to_do}; next: casekit check {shown}")
    elif not problems:
        click.echo(
            f"{whole.source.name} is complete: every path is written, and the solution follows", err=True
        )
    report = whole.report(problems)
    if problems:
        show(report, "text", strict=False, err=True)
    ctx.exit(status(report, strict=False))


def taken(path: Path) -> Diagnostic:
    """That a file is there already."""
    return Diagnostic(
        codes.CANNOT_WRITE,
        "there is already a file of this name",
        Span(path.as_posix()),
        hint="choose another name, or replace the file with --force",
    )
