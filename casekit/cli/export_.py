"""``casekit export``."""

import json
from pathlib import Path

import click

from casekit.cli.inputs import edition_option, expand, show, status
from casekit.cli.main import MISUSE
from casekit.cli.output import write
from casekit.diagnostics.forms import Report


@click.command("export")
@click.argument("case", metavar="CASE", type=click.Path(allow_dash=True))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write here instead of standard output."
)
@edition_option
@click.pass_context
def command(ctx: click.Context, case: str, output: Path | None, edition: Path | None) -> None:
    """Write a case as JSON (schemas/case.schema.json), comments included.

    CASE is a file, or - for standard input. Exit status: 0 done, 1 the case has errors, 2 misuse.

    \b
    Example:
      casekit export the-last-toast.case --output the-last-toast.json
    """
    from casekit import pipeline
    from casekit.games.midnight.editions import Editions
    from casekit.language.reading import read_bytes

    inputs, problems = expand((case,))
    if len(inputs) > 1:
        raise click.UsageError(f"{case} holds {len(inputs)} cases; export takes one")
    sources = {}
    for each in inputs:
        data, unreadable = (each.data, ()) if each.data is not None else read_bytes(each.path)
        problems = (*problems, *unreadable)
        if data is not None:
            shelf = Editions(edition).of(each.path.parent)
            content, sources[each.name], problems = pipeline.export_bytes(data, each.name, shelf)
            if content is not None:
                problems = write(output, json.dumps(content, ensure_ascii=False, indent=2) + "\n")
    if problems:
        report = Report(problems, sources, (case,))
        show(report, "text", strict=False, err=True)
        ctx.exit(status(report, strict=False) or MISUSE)
