"""The command ``review``: what the book says beside what the logic says."""

from pathlib import Path

import click

from casekit.cli import cases, options, streams
from casekit.kit.editions import EditionFinder


@click.command("review", cls=options.CommandInSections)
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@options.page_option("CASE.review.html", "a page with ticks and remarks")
@click.option("--blind", is_flag=True, help="Write a page without logic, with questions to a reader.")
@options.page_output_option("CASE.review.html or CASE.blind.html")
@options.json_option
@options.edition_option
@click.pass_context
def review_command(
    ctx: click.Context,
    case: str | None,
    html: Path | None,
    blind: bool,
    output: Path | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Show what the book says beside what the logic says, for a proofreader who reads no logic.

    CASE may be left out if there is only one case in the folder. Each paragraph has its lines beside it in
    plain words, with marks where words and line differ, and what its sentences are read as; a case with
    errors is shown as far as it can be read. The page of --html also shows who is where when, the rules and
    the solution, and saves itself with ticks and remarks. The page of --blind holds neither logic nor
    solution. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit review the-last-toast.case
      casekit review the-last-toast.case --html
      casekit review the-last-toast.case --blind --output for-a-friend.html
    """
    _refuse(html, output, blind=blind, as_json=as_json)
    if html is not None and html != options.ALONE:
        output = html
    from casekit.analysis.proofreading.review import Review
    from casekit.pipeline import authoring

    each, problems = cases.only_case(case)
    if each is None:
        cases.end_made(ctx, problems, None, _UNREAD)
    with streams.progress(2) as step:
        step(each.name)
        found = authoring.review(each, EditionFinder(edition), blind=blind)
        step("writing")
        if found.made is not None and (html is not None or blind):
            target = streams.page_of(each, output, "blind" if blind else "review")
            problems = streams.write_page(target, found.made.page())
    reviews = [found.made] if isinstance(found.made, Review) and html is None else []
    told = None
    if as_json:
        content = {"file": found.file, "diagnostics": found.findings, "reviewed": bool(reviews)}
        told = streams.as_answer(content | (reviews[0].as_json() if reviews else {}))
    words = (f"{review.in_words(streams.width())}\n" for review in reviews)
    cases.end_made(ctx, problems, found, _UNREAD, answer=told, words=words)


def _refuse(html: Path | None, output: Path | None, *, blind: bool, as_json: bool) -> None:
    """Refuse options that do not go together.

    Raises:
        click.UsageError: if there are any.
    """
    pages = {"--html": html is not None, "--blind": blind, "--json": as_json}
    is_named = html is not None and html != options.ALONE
    is_page = html is not None or blind
    options.refuse_options(
        {
            f"{options.listed_options(pages)} exclude each other": sum(pages.values()) > 1,
            "--output is for the page of --html or --blind": output is not None and not is_page,
            "--html and --output name the same page: leave out one of them": is_named and output is not None,
        }
    )


_UNREAD = "the case could not be read: there is no review"
