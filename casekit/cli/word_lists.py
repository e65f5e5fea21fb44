"""Lists of what may be written in a case: ``check --words``."""

from pathlib import Path
from typing import NoReturn

import click

from casekit.cli import cases, options, streams
from casekit.diagnostics import in_order
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
    from casekit.pipeline import authoring

    options.refuse_options({"--spelling and --json exclude each other": spelling and as_json})
    file, _ = file_of_target(target)
    editions = EditionFinder(edition)
    found = (
        authoring.words_of_edition_file(file, editions)
        if is_edition(file)
        else authoring.words_of_file(InputFile(file.as_posix(), None, file), editions)
    )
    words = found.made or WordList(())
    if spelling:
        text = words.dictionary(found.language)
    elif as_json:
        head = {"file": found.file, "language": found.language}
        text = streams.as_answer({**head, **words.as_json(), "diagnostics": in_order(found.findings)})
    else:
        text = f"{words.in_words(streams.width())}\n"
    form = "json" if as_json else "text"
    problems = streams.write(output, text, form) if found.made is not None or as_json else ()
    cases.end_made(ctx, problems, found, "", answer="" if as_json else None)
