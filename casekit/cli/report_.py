"""``casekit report``."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casekit.cli.asking import json_option
from casekit.cli.inputs import BUDGET, edition_option, expand, show, status, width
from casekit.cli.progress import progress
from casekit.cli.result import write
from casekit.diagnostics.forms import Report

if TYPE_CHECKING:
    from casekit.asking.interrogation import Figures
    from casekit.diagnostics import Diagnostic
    from casekit.games.game import Game
    from casekit.pipeline.checking import Checked


@click.command("report")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(allow_dash=True))
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=BUDGET,
    show_default=True,
    help="How many worlds the search for wrong paths may look at in each case.",
)
@click.option(
    "--html", type=click.Path(path_type=Path), help="Write the whole report to this file, as one page."
)
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
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
    """Measure how hard and how fragile cases are, and where readers may get stuck.

    PATH is a case, a folder with cases in it or its subfolders, an edition.toml, or - for standard input (default:
    the current folder). Several cases are compared with each other. The thresholds of each level come from the
    edition. Exit status: 0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit report the-last-toast.case
      casekit report examples/ --html report.html
      casekit report the-last-toast.case --json
    """
    from casekit.diagnostics.forms.json_ import dumps
    from casekit.games.editions import Editions
    from casekit.pipeline import checking

    inputs, problems = expand(paths or (".",), editions=True)
    with progress(len(inputs)) as step:
        report, checked = checking.check_files(inputs, Editions(edition), step, balance=budget)
    report = checking.with_findings(report, problems)
    if html is not None:
        report = checking.with_findings(report, _written(html, checked, report))
    if as_json:
        click.echo(dumps(_answer(checked, report)), nl=False)
    else:
        for each in checked:
            if each.figures is not None:
                click.echo(f"{each.figures.in_words(width())}\n")
        for game, figures in _by_game(checked).items():
            if len(figures) > 1:
                click.echo(f"{game.compared(figures)}\n")
        show(_beside(report, checked), "text", strict=strict, err=True)
    ctx.exit(status(report, strict=strict))


def _beside(report: Report, checked: "Sequence[Checked]") -> Report:
    """What the figures do not show anyway; all findings count."""
    shown = {code for each in checked if each.figures is not None for code in each.figures.shown}
    told = tuple(found for found in report.diagnostics if found.code in shown)
    rest = tuple(found for found in report.diagnostics if found.code not in shown)
    return replace(report, diagnostics=rest, elsewhere=told)


def _by_game(checked: "Sequence[Checked]") -> "dict[Game, list[Figures]]":
    """The figures of cases, those of one game together."""
    found: dict[Game, list[Figures]] = {}
    for each in checked:
        if each.figures is not None:
            found.setdefault(each.game, []).append(each.figures)
    return found


def _written(file: Path, checked: "Sequence[Checked]", report: Report) -> "tuple[Diagnostic, ...]":
    """Write the figures as a page; why that cannot be done, if it cannot."""
    games = _by_game(checked)
    if not games:
        return ()
    if len(games) > 1:
        raise click.UsageError("a page holds the figures of one game; name cases of one game only")
    ((game, figures),) = games.items()
    problems = write(file, game.figures_page(figures, report.diagnostics))
    if not problems:
        click.echo(file.as_posix(), err=True)
    return problems


def _answer(checked: "Sequence[Checked]", report: Report) -> dict[str, Any]:
    """One case by itself, others as a list (``schemas/report.schema.json``)."""
    from casekit.diagnostics.forms.json_ import as_json

    cases = [
        {"file": each.file, "measured": each.figures is not None}
        | ({} if each.figures is None else each.figures.as_json())
        for each in checked
    ]
    found = {"diagnostics": [as_json(problem) for problem in report.diagnostics]}
    return {**cases[0], **found} if len(cases) == 1 else {**found, "cases": cases}
