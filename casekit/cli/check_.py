"""``casekit check``."""

from pathlib import Path

import click

from casekit.cli.inputs import BUDGET, edition_option, expand, format_option, show, status, width
from casekit.cli.progress import progress


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(allow_dash=True))
@click.option("--balance", is_flag=True, help="Also check how hard a case is for its level (CK6xx).")
@click.option(
    "--all", "in_full", is_flag=True, help="Show every finding of a draft too, instead of how far it is."
)
@format_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    balance: bool,
    in_full: bool,
    form: str,
    as_json: bool,
    strict: bool,
    edition: Path | None,
) -> None:
    """Prove cases: the solution follows from what readers learn, and nothing contradicts it.

    Each game adds its own rules, such as that only the culprit lies and that every path leads to its paragraph.
    PATH is a case, a folder with cases in it or its subfolders, an edition.toml, or - for standard input.
    Of a draft that is hardly begun, what is written and what comes next is shown instead of a list of all that is missing.
    Exit status: 0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit check examples/
      casekit check --balance the-last-toast.case
      casekit check --strict --format github the-last-toast.case
    """
    from casekit.games.editions import Editions
    from casekit.pipeline import checking

    inputs, problems = expand(paths, editions=True)
    editions = Editions(edition)
    form = "json" if as_json else form
    with progress(len(inputs)) as step:
        report, checked = checking.check_files(
            inputs, editions, step, tell=form == "text", balance=BUDGET if balance else None
        )
    report = checking.with_findings(report, problems)
    shown = report
    if form == "text" and not in_full:
        from casekit.pipeline import showing_drafts

        shown = showing_drafts.with_drafts(report, checked, width())
    show(shown, form, strict=strict)
    ctx.exit(status(report, strict=strict))
