"""Lists of what may be written in a case: ``check --words``."""

from pathlib import Path
from typing import NoReturn

import click

from casekit.cli import cases, options, output_files, streams
from casekit.diagnostics import Finding, in_order
from casekit.kit.editions import EditionFinder, is_edition
from casekit.pipeline.loading import InputFile, file_of_target


def show_words(
    ctx: click.Context,
    target: Path,
    edition: Path | None,
    output: Path | None,
    *,
    spelling: bool,
    as_json: bool,
) -> NoReturn:
    """List names with what is printed for them, types, facts and their values.

    An edition lists the words that all its cases share. A case with errors is listed as far as it can be
    read. With ``spelling`` each line is a word that spelling checkers do not know but should.
    """
    from casekit.analysis.summaries import WordList
    from casekit.pipeline.authoring import review_and_words

    options.refuse_options({"--spelling and --json exclude each other": spelling and as_json})
    file, _ = file_of_target(target)
    editions = EditionFinder(edition)
    if is_edition(file):
        listed = review_and_words.words_of_edition_file(file, editions)
    else:
        listed = review_and_words.words_of_file(InputFile(file.as_posix(), None, file), editions)
    words = listed.result or WordList(())
    if spelling:
        text = words.dictionary(listed.language)
    elif as_json:
        head = {"file": listed.file, "language": listed.language}
        findings = in_order(listed.findings)
        text = streams.answer_as_json({**head, **words.as_json(), "diagnostics": findings})
    else:
        text = f"{words.in_words(streams.width())}\n"
    problems: tuple[Finding, ...] = ()
    if listed.result is not None or as_json:
        problems = output_files.write(output, text, "json" if as_json else "text")
    # A JSON text is written already, to a file perhaps, with the findings in it.
    cases.end_with_result(ctx, problems, listed, "", answer="" if as_json else None)
