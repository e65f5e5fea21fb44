"""Commands that list what a case says: ``review`` and ``words``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.cases import only_case
from casekit.cli.options import edition_option, json_option
from casekit.cli.streams import (
    CLEAN,
    FINDINGS,
    as_answer,
    end,
    page_of,
    progress,
    show,
    status,
    width,
    write,
    write_page,
)
from casekit.diagnostics import Diagnostic, in_order
from casekit.diagnostics.forms import Report
from casekit.pipeline.given_documents import Input

if TYPE_CHECKING:
    from casekit.asking.overviews import WordList
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


@click.command("words")
@click.argument("target", metavar="CASE|EDITION", type=click.Path(path_type=Path))
@click.option(
    "--spelling",
    is_flag=True,
    help="Write a word list for spelling checkers: a personal dictionary of hunspell.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output."
)
@json_option
@edition_option
@click.pass_context
def words_command(
    ctx: click.Context, target: Path, spelling: bool, output: Path | None, as_json: bool, edition: Path | None
) -> None:
    """List what may be written: names with what is printed for them, types, facts and their values.

    An edition lists the words that all its cases share. A case with errors is listed as far as it can be read. With --spelling
    each line is a word that spelling checkers do not know but should: names, places and titles.
    Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit words the-last-toast.case
      casekit words edition.toml --spelling --output names.dic
      hunspell -p ./names.dic the-last-toast.md
    """
    from casekit.games.editions import EDITION, Editions, is_edition
    from casekit.pipeline import for_writers

    if spelling and as_json:
        raise click.UsageError("--spelling and --json exclude each other")
    file = target / EDITION if target.is_dir() else target
    editions = Editions(edition)
    found = (
        for_writers.words_of_edition_file(file, editions)
        if is_edition(file)
        else for_writers.words_of_file(Input(file.as_posix(), None, file), editions)
    )
    problems: tuple[Diagnostic, ...] = found.findings
    if found.made is not None or as_json:
        problems = (*problems, *write(output, _text(found, spelling=spelling, as_json=as_json)))
    report = Report(in_order(problems), found.sources)
    otherwise = FINDINGS if found.made is None else CLEAN
    if as_json:
        ctx.exit(status(report, strict=False) or otherwise)
    end(ctx, report, otherwise=otherwise)


def _text(found: "Made[WordList]", *, spelling: bool, as_json: bool) -> str:
    """The words as text (``schemas/words.schema.json`` for JSON)."""
    from casekit.asking.overviews import WordList

    words = found.made or WordList(())
    if spelling:
        return words.dictionary(found.language)
    if as_json:
        head = {"file": found.file, "language": found.language}
        return as_answer({**head, **words.as_json(), "diagnostics": in_order(found.findings)})
    return f"{words.in_words(width())}\n"
