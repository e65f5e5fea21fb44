"""The command ``review``: what the book says beside what the logic says."""

from pathlib import Path

import click

from casekit.cli import cases, options, streams
from casekit.kit.editions import EditionFinder


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
@options.json_option
@options.edition_option
@click.pass_context
def review_command(
    ctx: click.Context,
    case: str | None,
    html: bool,
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
    forms = options.listed_options({"--html": html, "--blind": blind, "--json": as_json})
    options.refuse_options(
        {
            f"{forms} exclude each other": html + blind + as_json > 1,
            "--output is for the page of --html or --blind": output is not None and not (html or blind),
        }
    )
    from casekit.analysis.proofreading.review import Review
    from casekit.pipeline import authoring

    each, problems = cases.only_case(case)
    if each is None:
        cases.end_made(ctx, problems, None, _UNREAD)
    with streams.progress(2) as step:
        step(each.name)
        found = authoring.review(each, EditionFinder(edition), blind=blind)
        step("writing")
        if found.made is not None and (html or blind):
            target = streams.page_of(each, output, "blind" if blind else "review")
            problems = streams.write_page(target, found.made.page())
    reviews = [found.made] if isinstance(found.made, Review) and not html else []
    told = None
    if as_json:
        content = {"file": found.file, "diagnostics": found.findings, "reviewed": bool(reviews)}
        told = streams.as_answer(content | (reviews[0].as_json() if reviews else {}))
    words = (f"{review.in_words(streams.width())}\n" for review in reviews)
    cases.end_made(ctx, problems, found, _UNREAD, answer=told, words=words)


_UNREAD = "the case could not be read: there is no review"
