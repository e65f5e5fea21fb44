"""Shared by the commands that ask questions of one case."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from casekit.cli.cases.inputs import only_case
from casekit.cli.streams.exit_statuses import CLEAN, FINDINGS, status
from casekit.cli.streams.shown_findings import show
from casekit.diagnostics import Diagnostic, Source, in_order
from casekit.diagnostics.forms import Report
from casekit.pipeline.asked_documents import Examined


def one_case(given: str | None, edition: Path | None) -> Examined:
    """Read the case that is asked about: the one given, or the only one in the current folder.

    Raises:
        click.UsageError: if there is not exactly one.
    """
    from casekit.games.editions import Editions
    from casekit.pipeline import asked_documents

    each, problems = only_case(given)
    if each is None:
        name = given or ""
        return Examined(name, Source(name, ""), problems)
    return asked_documents.examine(each, Editions(edition))


def split(given: tuple[str, ...], what: str) -> tuple[str | None, str]:
    """The case, if it is named, and what is asked of it.

    Raises:
        click.UsageError: if there are more arguments than that, or none.
    """
    if len(given) == 1:
        return None, given[0]
    if len(given) == 2:  # noqa: PLR2004 - a case and a question
        return given[0], given[1]
    raise click.UsageError(
        f"give a case and {what}" if not given else f"too many arguments; put {what} in quotation marks"
    )


def answer(
    ctx: click.Context,
    examined: Examined,
    problems: tuple[Diagnostic, ...],
    text: str | None,
    content: Mapping[str, Any] | None,
    sources: Mapping[str, Source] | None = None,
    *,
    failed: bool = False,
) -> None:
    """Print what was asked for: ``content`` as JSON if there is any, else ``text``; then findings, and exit.

    Findings go to standard error, or into the JSON. ``sources`` are further texts that they are about.
    """
    from casekit.diagnostics.forms.json_ import as_json, dumps

    found = in_order((*examined.diagnostics, *problems))
    report = Report(found, {examined.file: examined.source, **(sources or {})}, ())
    if content is not None:
        click.echo(
            dumps({"file": examined.file, "diagnostics": [as_json(one) for one in found], **content}),
            nl=False,
        )
    else:
        if text is not None:
            click.echo(text)
        if found:
            show(report, "text", strict=False, err=True)
        if examined.interrogation is None:
            click.echo(f"{examined.obstacle}: there is no answer", err=True)
    ctx.exit(status(report, strict=False) or (FINDINGS if failed else CLEAN))
