"""``casekit build``."""

from dataclasses import dataclass
from pathlib import Path

import click

from casekit.cli.inputs import edition_option, show, status
from casekit.cli.main import CLEAN
from casekit.cli.output import check_folder, write_bytes
from casekit.cli.progress import progress
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.forms import Report

_STEPS = 5


@click.command("build")
@click.argument("target", metavar="[CASE|EDITION]", default=".", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("build"),
    show_default=True,
    metavar="DIR",
    help="The folder to write to.",
)
@click.option(
    "--paper",
    type=click.Choice(["a5", "a4", "half-letter", "letter"]),
    help="The booklet's paper.  [default: the booklet's own, or a5]",
)
@click.option(
    "--sheet-paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="The paper of the notebook and deduction sheet.",
)
@click.option("--strict", is_flag=True, help="Refuse to print what has warnings.")
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    target: str,
    output: Path,
    paper: str | None,
    sheet_paper: str,
    strict: bool,
    edition: Path | None,
) -> None:
    """Print a case or an edition: the booklet, the notebook and the deduction sheet, as PDF.

    The case is checked first. The finished booklet is read back: every path's number must lead to that
    path's text. An edition is an edition.toml or the folder it lies in (default: this one).
    Exit status: 0 printed, 1 findings, 2 misuse.

    \b
    Example:
      casekit build the-last-toast.case
      casekit build examples/ --output build --paper letter
    """
    try:
        report, products = _build(Path(target), output, Papers(paper, sheet_paper), edition, strict=strict)
    except KeyboardInterrupt:
        report, products = _interrupted(target), ()
    if report.diagnostics:
        show(report, "text", strict=strict, err=True)
    for product in products:
        click.echo(product)
    ctx.exit(status(report, strict=strict))


@dataclass(frozen=True, slots=True)
class Papers:
    """The papers asked for; ``booklet`` is ``None`` to take the booklet's own."""

    booklet: str | None
    sheet: str


def _build(
    target: Path, output: Path, papers: Papers, edition: Path | None, *, strict: bool
) -> tuple[Report, tuple[str, ...]]:
    """Check, print and write: what was found, and the files that were written."""
    from casekit import pipeline
    from casekit.games.midnight.editions import Editions

    with progress(_STEPS) as step:
        plan = pipeline.plan_build(target, Editions(edition), papers.booklet, step)
        if status(plan.report, strict=strict) != CLEAN:
            return plan.report, ()
        if closed := check_folder(output):
            return pipeline.with_findings(plan.report, closed), ()
        products, problems = pipeline.carry_out(plan, papers.sheet, step)
    report = pipeline.with_findings(plan.report, problems)
    if status(report, strict=strict) != CLEAN:
        return report, ()
    written = [problem for each in products for problem in write_bytes(output / each.name, each.data)]
    files = () if written else tuple((output / each.name).as_posix() for each in products)
    return pipeline.with_findings(report, written), files


def _interrupted(target: str) -> Report:
    problem = Diagnostic(
        codes.INTERRUPTED,
        "stopped before the booklet was finished; nothing half-written was left behind",
        Span(target),
        hint="give the command again",
    )
    return Report((problem,), {}, (target,))
