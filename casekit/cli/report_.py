"""``casekit report``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casekit.cli.asking import json_option
from casekit.cli.inputs import BUDGET, edition_option, expand, show, status, width
from casekit.cli.output import write
from casekit.cli.progress import progress
from casekit.diagnostics.forms import Report

if TYPE_CHECKING:
    from casekit.pipeline import Checked


@click.command("report")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(allow_dash=True))
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=BUDGET,
    show_default=True,
    help="How many worlds the search for wrong paths may look at, in each case.",
)
@click.option("--html", type=click.Path(path_type=Path), help="Write all of it as one page to this file.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@json_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    budget: int,
    html: Path | None,
    strict: bool,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Measure how hard cases are, how fragile, and where their readers may get stuck.

    PATH is a case, a folder with cases in it or below it, an edition.toml, or - for standard input; without one it is
    the current folder. With several cases their figures are compared. The thresholds of each level come from the
    edition. Exit status: 0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit report the-last-toast.case
      casekit report examples/ --html report.html
      casekit report the-last-toast.case --json
    """
    from casekit import pipeline
    from casekit.diagnostics.forms.json_ import dumps
    from casekit.games.midnight.editions import Editions
    from casekit.games.midnight.report import comparison, report_in_words

    inputs, problems = expand(paths or (".",), editions=True)
    with progress(len(inputs)) as step:
        report, checked = pipeline.check_files(inputs, Editions(edition), step, balance=budget)
    balances = [each.balance for each in checked if each.balance is not None]
    report = pipeline.with_findings(report, problems)
    if html is not None and balances:
        from casekit.games.midnight.report_page import report_page

        problems = write(html, report_page(balances, report.diagnostics))
        report = pipeline.with_findings(report, problems)
        if not problems:
            click.echo(html.as_posix(), err=True)
    if as_json:
        click.echo(dumps(_answer(checked, report)), nl=False)
    else:
        for balance in balances:
            click.echo(f"{report_in_words(balance, width())}\n")
        if len(balances) > 1:
            click.echo(f"{comparison(balances)}\n")
        show(report, "text", strict=strict, err=True)
    ctx.exit(status(report, strict=strict))


def _answer(checked: "Sequence[Checked]", report: Report) -> dict[str, Any]:
    """One case by itself, others as a list (``schemas/report.schema.json``)."""
    from casekit.diagnostics.forms.json_ import as_json
    from casekit.games.midnight.report import report_as_json

    cases = [
        {"file": each.file, "measured": each.balance is not None}
        | ({} if each.balance is None else report_as_json(each.balance))
        for each in checked
    ]
    found = {"diagnostics": [as_json(problem) for problem in report.diagnostics]}
    return {**cases[0], **found} if len(cases) == 1 else {**found, "cases": cases}
