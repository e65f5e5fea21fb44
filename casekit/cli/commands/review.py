"""The command ``review``: what the book says beside what the logic says."""

from pathlib import Path

import click

from casekit.cli import cases, option_classes, options, page_files, streams
from casekit.kit.editions import EditionFinder

_UNREAD = "the case could not be read: there is no review"
"""The line for standard error if there is no review."""


@click.command("review", cls=option_classes.CommandInSections)
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@page_files.page_option("CASE.review.html", "a page with ticks and remarks")
@click.option("--blind", is_flag=True, help="Write a page without logic, with questions to a reader.")
@page_files.page_output_option("CASE.review.html or CASE.blind.html")
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
    if html is not None and html != page_files.DEFAULT_PAGE:
        output = html
    from casekit.analysis.proofreading.review import Review
    from casekit.pipeline.authoring import review_and_words

    file, problems = cases.only_case(case)
    if file is None:
        cases.end_with_result(ctx, problems, None, _UNREAD)
    with streams.progress(2) as step:
        step(file.name)
        reviewed = review_and_words.review(file, EditionFinder(edition), blind=blind)
        step("writing")
        if reviewed.result is not None and (html is not None or blind):
            path = page_files.page_path(file, output, "blind" if blind else "review")
            problems = page_files.write_page(path, reviewed.result.page())
    review = reviewed.result if isinstance(reviewed.result, Review) and html is None else None
    if as_json:
        content = {"file": reviewed.file, "diagnostics": reviewed.findings, "reviewed": review is not None}
        if review is not None:
            content |= review.as_json()
        answer = streams.answer_as_json(content)
        cases.end_with_result(ctx, problems, reviewed, _UNREAD, answer=answer)
    texts = () if review is None else (f"{review.in_words(streams.width())}\n",)
    cases.end_with_result(ctx, problems, reviewed, _UNREAD, texts=texts)


def _refuse(html: Path | None, output: Path | None, *, blind: bool, as_json: bool) -> None:
    """Refuse options that do not go together.

    Raises:
        click.UsageError: if there are any.
    """
    pages = {"--html": html is not None, "--blind": blind, "--json": as_json}
    is_named = html is not None and html != page_files.DEFAULT_PAGE
    is_page = html is not None or blind
    options.refuse_options(
        {
            f"{options.listed_options(pages)} exclude each other": sum(pages.values()) > 1,
            "--output is for the page of --html or --blind": output is not None and not is_page,
            "--html and --output name the same page: leave out one of them": is_named and output is not None,
        }
    )
