"""``casekit review``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.cases import only_case
from casekit.cli.options import edition_option, json_option
from casekit.cli.streams import FINDINGS, as_answer, page_of, progress, show, status, width, write_page
from casekit.diagnostics import Diagnostic, in_order
from casekit.diagnostics.forms import Report

if TYPE_CHECKING:
    from casekit.asking.review.reviewed import BlindBook, Review
    from casekit.pipeline.given_documents import Made


@click.command("review")
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@click.option("--html", is_flag=True, help="Write the review as a page with ticks and remarks.")
@click.option(
    "--blind", is_flag=True, help="Write the prose alone as a page, with a form for the answers of a reader."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Where to write the page, or - for standard output.  [default: CASE.review.html or CASE.blind.html]",
)
@json_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    case: str | None,
    html: bool,
    blind: bool,
    output: Path | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Show what the book says beside what the logic says, for a proofreader who reads no logic.

    CASE may be left out if there is only one case in the folder. Each paragraph has its lines beside it in plain words,
    with marks where words and line differ; a case with errors is shown as far as it can be read. The page of --html
    also shows who is where when, the rules and the solution, and saves itself with ticks and remarks. The page of
    --blind holds neither logic nor solution.
    Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit review the-last-toast.case
      casekit review the-last-toast.case --html
      casekit review the-last-toast.case --blind --output for-a-friend.html
    """
    if html + blind + as_json > 1:
        raise click.UsageError("--html, --blind and --json exclude each other")
    if output is not None and not (html or blind):
        raise click.UsageError("--output is for the page of --html or --blind")
    from casekit.games.editions import Editions
    from casekit.pipeline import for_writers

    each, problems = only_case(case)
    if each is None:
        _end(ctx, problems, None)
        return
    with progress(2) as step:
        step(each.name)
        found = for_writers.review(each, Editions(edition), blind=blind)
        step("writing")
        if found.made is not None and (html or blind):
            target = page_of(each, output, "blind" if blind else "review")
            problems = write_page(target, found.made.page())
    if not (html or blind):
        _tell(found, as_json=as_json)
    _end(ctx, problems, found, told=as_json)


def _tell(found: "Made[Review | BlindBook]", *, as_json: bool) -> None:
    from casekit.asking.review.reviewed import Review

    answer = found.made if isinstance(found.made, Review) else None
    if as_json:
        content = {"reviewed": answer is not None} | (answer.as_json() if answer else {})
        told = {"file": found.file, "diagnostics": found.findings, **content}
        click.echo(as_answer(told), nl=False)
    elif answer is not None:
        click.echo(answer.in_words(width()))


def _end(
    ctx: click.Context,
    problems: tuple[Diagnostic, ...],
    found: "Made[Review | BlindBook] | None",
    *,
    told: bool = False,
) -> None:
    """Show findings on standard error, unless the answer has them (``told``), and exit."""
    findings = in_order((*(found.findings if found else ()), *problems))
    report = Report(findings, found.sources if found else {})
    if findings and not told:
        show(report, "text", strict=False, err=True)
    if found is not None and found.made is None and not told:
        click.echo("the case could not be read: there is no review", err=True)
    ctx.exit(status(report, strict=False) or (FINDINGS if found and found.made is None else 0))
