"""``casekit errata``."""

from pathlib import Path

import click

from casekit.cli.options import json_option
from casekit.cli.streams import as_answer, end, status


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
    from casekit.building.lock_files import compare_printings
    from casekit.print.numbers import errata

    comparisons, report = compare_printings(old, new)
    if as_json:
        booklets = [errata.comparison_as_json(each) for each in comparisons]
        click.echo(as_answer({"diagnostics": report.diagnostics, "booklets": booklets}), nl=False)
        ctx.exit(status(report, strict=False))
    for each in comparisons:
        click.echo(errata.comparison_as_text(each), nl=False)
    end(ctx, report)
