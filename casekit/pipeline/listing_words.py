"""From a document or an edition to what may be written in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from casekit.asking.interrogation import Findings
from casekit.asking.overviews import WordList, merged_lists
from casekit.diagnostics import Source, gravest
from casekit.games import game_called
from casekit.games.editions import Editions
from casekit.pipeline.stages.given_files import Input, inputs_in
from casekit.pipeline.stages.parsing_documents import at_home, parse_bytes, read_parsed


@dataclass(frozen=True)
class Worded:
    """The words, if anything could be read, and what keeps others from being read."""

    file: str
    findings: Findings
    sources: Mapping[str, Source]
    words: WordList | None = None
    language: str = ""


def words_of_file(each: Input, editions: Editions) -> Worded:
    """The words of a document and of its edition. Of what is wrong, only what keeps lines from being read is reported."""
    data, problems = each.read()
    if data is None:
        return Worded(each.name, problems, {})
    parsed = parse_bytes(data, each.name)
    shelf = editions.of(each.path.parent, parsed.game.name)
    parsed = at_home(parsed, shelf)
    reading = read_parsed(parsed, shelf)
    sources = {text.name: text for text in (*shelf.sources, parsed.source)}
    found = gravest((*shelf.diagnostics, *parsed.diagnostics))
    if reading is None or shelf.edition is None:
        return Worded(each.name, found, sources)
    words = parsed.game.words(shelf.edition, reading.document)
    return Worded(each.name, found, sources, words, shelf.edition.language)


def words_of_edition_file(file: Path, editions: Editions) -> Worded:
    """The words that all cases of an edition share; a spelling checker knows those of the cases in its booklets too."""
    shelf = editions.read(file)
    sources = {text.name: text for text in shelf.sources}
    if shelf.edition is None:
        return Worded(file.as_posix(), shelf.diagnostics, sources)
    lists = [game_called(shelf.game).words(shelf.edition, None)]
    findings = list(shelf.diagnostics)
    for each in (each for booklet in shelf.edition.booklets for each in inputs_in(booklet, file)):
        data, problems = each.read()
        findings += problems
        if data is None:
            continue
        parsed = at_home(parse_bytes(data, each.name), shelf)
        sources[each.name] = parsed.source
        findings += parsed.diagnostics
        reading = read_parsed(parsed, shelf)
        if reading is not None:
            lists.append(parsed.game.words(shelf.edition, reading.document).for_spelling)
    return Worded(file.as_posix(), gravest(findings), sources, merged_lists(lists), shelf.edition.language)
