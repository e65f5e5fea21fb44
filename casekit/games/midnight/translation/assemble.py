"""Every file of an edition in another language: what is merged, and what is taken along as it is."""

from collections.abc import Iterator
from pathlib import Path

from casekit.diagnostics import Diagnostic, Source, codes, has_errors
from casekit.games.midnight.reading.case_dialect import CASE
from casekit.games.midnight.translation.findings import translations
from casekit.games.midnight.translation.merge import merged_case, merged_deck, merged_edition
from casekit.games.midnight.translation.numbers import taken_over
from casekit.games.midnight.translation.work import EDITION_FILE, CaseOriginals, Work, review
from casekit.language.document.canonical import format_document
from casekit.language.document.parsing import parse
from casekit.language.document.tree import FieldNode, SyntaxTree
from casekit.language.reading import contents
from casekit.print.content.artwork import MOST_BYTES
from casekit.print.numbers.lock import SUFFIX


def merged(work: Work, folder: Path) -> tuple[dict[str, bytes], tuple[Diagnostic, ...]]:
    """Every file of the edition in the other language, by its place in ``folder``, and what was found.

    Lock files that are in the folder already keep their place if other numbers were printed with them.
    """
    found = review(work)
    if has_errors(found):
        return {}, found
    originals, language = work.originals, work.language
    by_file = {part.file: translations(part.matches) for part in work.parts}
    chosen = [
        part.file for part in work.parts if part.file != EDITION_FILE and (part.begun or originals.alone)
    ]
    toml = merged_edition(
        originals.toml, by_file[EDITION_FILE], language, None if originals.alone else chosen
    )
    files = {EDITION_FILE: toml.encode()}
    if originals.deck is not None and not originals.alone:
        files[originals.edition.deck] = merged_deck(originals.deck, by_file[EDITION_FILE], language).encode()
    for file in chosen:
        document = originals.cases[file]
        translated = merged_case(document, originals.edition, by_file[file], language)
        text = format_document(translated, CASE)
        found = (*found, *_misread(text, translated, file))
        files[file] = text.encode()
    locks, differing = _numbers(originals, chosen, folder)
    return files | dict(_pictures(originals, chosen)) | locks, (*found, *differing)


def _misread(text: str, translated: SyntaxTree, file: str) -> tuple[Diagnostic, ...]:
    """The finding that a new text does not read as the original with other words."""
    again, problems = parse(Source(file, text), CASE)
    if not problems and again == translated:
        return ()
    problem = Diagnostic(
        codes.INVALID_CATALOGUE,
        f"{file} cannot be written with these translations: it would be read differently",
        translated.source.whole(),
        hint="look for a title or a label with `//`, a line break or a zero byte in it",
    )
    return (problem,)


def _pictures(originals: CaseOriginals, cases: list[str]) -> Iterator[tuple[str, bytes]]:
    """The pictures that cases name, those inside the edition's folder; of others a build of the edition tells."""
    for file in cases:
        for item in originals.cases[file].header:
            if isinstance(item, FieldNode) and item.key.text == "illustration" and item.value.text:
                data = _read_inside(originals.root, item.value.text)
                if data is not None:
                    yield item.value.text, data


def _read_inside(root: Path, name: str) -> bytes | None:
    try:
        data = contents(root / name, root, MOST_BYTES)
    except OSError:
        return None
    return data if len(data) <= MOST_BYTES else None


def _numbers(
    originals: CaseOriginals, cases: list[str], folder: Path
) -> tuple[dict[str, bytes], tuple[Diagnostic, ...]]:
    """The lock files of the booklets that are whole."""
    locks: dict[str, bytes] = {}
    found: tuple[Diagnostic, ...] = ()
    for booklet in () if originals.alone else originals.edition.booklets:
        if set(booklet.cases) <= set(cases):
            lock, problems = taken_over(originals.root, folder, booklet.slug)
            locks |= {} if lock is None else {f"{booklet.slug}{SUFFIX}": lock}
            found += problems
    return locks, found
