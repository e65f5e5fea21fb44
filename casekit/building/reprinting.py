"""Changes between two printings."""

from pathlib import Path
from typing import TYPE_CHECKING

from casekit.diagnostics import in_order
from casekit.diagnostics.forms import Report
from casekit.games.editions import EDITION, Editions, Shelf, cases_of, shown
from casekit.language.reading import read_bytes
from casekit.pipeline.given_documents import parse_bytes, read_parsed

if TYPE_CHECKING:
    from casekit.print.numbers.errata import BookletChanges, Printing


def compare_printings(old: Path, new: Path) -> "tuple[tuple[BookletChanges, ...], Report]":
    """The changes between two printings: of one booklet by its lock files, or of all booklets of two editions."""
    from casekit.print.numbers.errata import compare, find_printings, unlike

    before, after = find_printings(old, shown), find_printings(new, shown)
    problems = (*before.diagnostics, *after.diagnostics)
    if not problems:
        problems = unlike(before, after)
    sources = {**before.sources, **after.sources}
    report = Report(in_order(problems), sources, tuple(sources))
    return (() if problems else compare(before, after, _printed_texts)), report


def _printed_texts(printing: "Printing") -> dict[tuple[str, str], str]:
    """The texts that were printed and that the edition beside the lock file still has."""
    from casekit.print.numbers.lock import digest_of
    from casekit.print.text.prose import plain

    file = printing.file.parent / EDITION
    shelf = Editions().read(file, file.parent) if file.is_file() else Shelf(None)
    booklets = shelf.edition.booklets if shelf.edition else ()
    language = shelf.edition.language if shelf.edition else ""
    texts = {}
    for case in dict.fromkeys(case for booklet in booklets for case in cases_of(booklet, file)):
        name = case.relative_to(file.parent).as_posix()
        paths = printing.lock.cases.get(name, {})
        numbered = {path: entry.digest for path, entry in paths.items()}
        digests = {**numbered, **printing.lock.texts.get(name, {})}
        data, _ = read_bytes(case, file.parent) if digests else (None, ())
        parsed = None if data is None else parse_bytes(data, name)
        reading = parsed and read_parsed(parsed, shelf)
        for path, text in parsed.game.texts_of(reading.document) if parsed and reading else ():
            if digests.get(path) == digest_of(text):
                texts[name, path] = plain(" ".join(text.prose), language)
    return texts
