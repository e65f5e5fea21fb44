"""``casekit words``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.options import edition_option, json_option
from casekit.cli.streams import CLEAN, FINDINGS, as_answer, end, status, width, write
from casekit.diagnostics import Diagnostic, in_order
from casekit.diagnostics.forms import Report
from casekit.pipeline.given_documents import Input

if TYPE_CHECKING:
    from casekit.asking.overviews import WordList
    from casekit.pipeline.given_documents import Made


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
def command(
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
