"""What changed between two printings."""

from pathlib import Path
from typing import TYPE_CHECKING

from casekit.diagnostics import in_order
from casekit.diagnostics.forms import Report
from casekit.games.midnight.editions import EDITION, Editions, Shelf, cases_of, shown
from casekit.language.reading import read_bytes
from casekit.pipeline.checking import parse_bytes, resolve_parsed

if TYPE_CHECKING:
    from casekit.print.printings import Comparison, Printing


def compare_printings(old: Path, new: Path) -> "tuple[tuple[Comparison, ...], Report]":
    """What changed between two printings: of one booklet by its lock files, or of all booklets of two editions."""
    from casekit.print.printings import compare, find_printings, unlike

    before, after = find_printings(old, shown), find_printings(new, shown)
    problems = (*before.diagnostics, *after.diagnostics)
    if not problems:
        problems = unlike(before, after)
    sources = {**before.sources, **after.sources}
    report = Report(in_order(problems), sources, tuple(sources))
    return (() if problems else compare(before, after, _printed_texts)), report


def _printed_texts(printing: "Printing") -> dict[tuple[str, str], str]:
    """Of the texts that were printed, those that the edition beside the lock file still has."""
    from casekit.games.midnight.pages import texts_of
    from casekit.print.lock import digest_of
    from casekit.print.prose import plain

    file = printing.file.parent / EDITION
    shelf = Editions().read(file) if file.is_file() else Shelf(None)
    booklets = shelf.edition.booklets if shelf.edition else ()
    language = shelf.edition.language if shelf.edition else ""
    texts = {}
    for case in dict.fromkeys(case for booklet in booklets for case in cases_of(booklet, file)):
        name = case.relative_to(file.parent).as_posix()
        paths = printing.lock.cases.get(name, {})
        numbered = {path: entry.digest for path, entry in paths.items()}
        digests = {**numbered, **printing.lock.texts.get(name, {})}
        data, _ = read_bytes(case) if digests else (None, ())
        resolution = None if data is None else resolve_parsed(parse_bytes(data, name), shelf)
        for path, text in texts_of(resolution.case) if resolution else ():
            if digests.get(path) == digest_of(text):
                texts[name, path] = plain(" ".join(text.prose), language)
    return texts
