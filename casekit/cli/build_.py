"""``casekit build``."""

from pathlib import Path

import click

from casekit.cli.inputs import edition_option, show, status
from casekit.cli.main import CLEAN
from casekit.cli.output import check_folder, write_bytes
from casekit.cli.progress import progress
from casekit.diagnostics import Diagnostic

_STEPS = 5


@click.command("build")
@click.argument("target", metavar="[CASE|EDITION]", default=".")
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
    from casekit import pipeline
    from casekit.games.midnight.editions import Editions

    with progress(_STEPS) as step:
        plan = pipeline.plan_build(Path(target), Editions(edition), paper, step)
        report = plan.report
        products: tuple[pipeline.Product, ...] = ()
        if status(report, strict=strict) == CLEAN:
            found: list[Diagnostic] = list(check_folder(output))
            if not found:
                products, problems = pipeline.carry_out(plan, sheet_paper, step)
                found += problems
            report = pipeline.with_findings(report, found)
    code = status(report, strict=strict)
    if code == CLEAN:
        written = [problem for each in products for problem in write_bytes(output / each.name, each.data)]
        report = pipeline.with_findings(report, written)
        code = status(report, strict=strict)
    if report.diagnostics:
        show(report, "text", strict=strict, err=True)
    if code == CLEAN:
        for each in products:
            click.echo((output / each.name).as_posix())
    ctx.exit(code)
