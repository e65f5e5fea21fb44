"""``casekit errata``."""

from pathlib import Path

import click

from casekit.cli.options.common_options import json_option
from casekit.cli.streams.exit_statuses import status
from casekit.cli.streams.shown_findings import show


@click.command("errata")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@json_option
@click.pass_context
def command(ctx: click.Context, old: Path, new: Path, as_json: bool) -> None:
    """List by number what changed between two printings: texts, added, deleted and moved paragraphs.

    OLD and NEW are lock files, or the folders of two editions, whose booklets are compared one by one. If
    the edition beside a lock file still has the printed text, its words are shown.
    Exit status: 0 compared, 1 a lock file has errors, 2 misuse.

    \b
    Example:
      casekit errata printings/2026/corisande.lock.json examples/corisande.lock.json
      casekit errata printings/2026 examples --json
    """
    from casekit.building import reprinting
    from casekit.diagnostics.forms import json_
    from casekit.print.numbers import printings

    comparisons, report = reprinting.compare_printings(old, new)
    if as_json:
        found = [json_.as_json(problem) for problem in report.diagnostics]
        booklets = [printings.comparison_as_json(each) for each in comparisons]
        click.echo(json_.dumps({"diagnostics": found, "booklets": booklets}), nl=False)
    else:
        for each in comparisons:
            click.echo(printings.comparison_as_text(each), nl=False)
        if report.diagnostics:
            show(report, "text", strict=False, err=True)
    ctx.exit(status(report, strict=False))
