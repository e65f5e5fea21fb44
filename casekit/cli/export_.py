"""``casekit export``."""

import json
from pathlib import Path

import click

from casekit.cli.cases import only_case
from casekit.cli.options import edition_option, output_option
from casekit.cli.streams import MISUSE, end, write
from casekit.diagnostics.forms import Report


@click.command("export")
@click.argument("case", metavar="CASE", type=click.Path(allow_dash=True))
@output_option
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

    each, problems = only_case(case)
    sources = {}
    if each is not None:
        content, sources[each.name], problems = converting.export(each, Editions(edition))
        if content is not None:
            text = escaped(json.dumps(content, ensure_ascii=False, indent=2))
            problems = write(output, f"{text}\n")
    if problems:
        end(ctx, Report(problems, sources, (case,)), otherwise=MISUSE)
