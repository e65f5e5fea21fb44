"""``casekit export``."""

import json
from pathlib import Path

import click

from casekit.cli.cases.inputs import expand
from casekit.cli.options.common_options import edition_option
from casekit.cli.streams.exit_statuses import MISUSE, status
from casekit.cli.streams.result import write
from casekit.cli.streams.shown_findings import show
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
    from casekit.diagnostics.forms.json_ import escaped
    from casekit.games.editions import Editions
    from casekit.pipeline import converting

    inputs, problems = expand((case,))
    if len(inputs) > 1:
        raise click.UsageError(f"there are {len(inputs)} cases in {case}; name one")
    sources = {}
    for each in inputs:
        content, sources[each.name], problems = converting.export(each, Editions(edition))
        if content is not None:
            text = escaped(json.dumps(content, ensure_ascii=False, indent=2))
            problems = write(output, f"{text}\n")
    if problems:
        report = Report(problems, sources, (case,))
        show(report, "text", strict=False, err=True)
        ctx.exit(status(report, strict=False) or MISUSE)
