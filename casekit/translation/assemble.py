"""Every file of an edition in another language: what is merged, and what is taken along as it is."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from casekit.diagnostics import Diagnostic, Source, codes, has_errors
from casekit.language.document.canonical import format_document
from casekit.language.document.dialect import Dialect
from casekit.language.document.parsing import parse
from casekit.language.document.tree import SyntaxTree
from casekit.language.reading import contents
from casekit.print.content.artwork import MOST_BYTES
from casekit.print.numbers.lock import SUFFIX
from casekit.translation.findings import translations
from casekit.translation.merge import merged_case, merged_edition, merged_settings
from casekit.translation.numbers import taken_over
from casekit.translation.originals import EDITION_FILE, Translatable
from casekit.translation.work import Work, review


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
    files = _settings(originals, by_file[EDITION_FILE], language, chosen)
    for file in chosen:
        translated = merged_case(originals.cases[file], originals.walk, by_file[file], language)
        text = format_document(translated, originals.dialect)
        found = (*found, *_misread(text, translated, file, originals.dialect))
        files[file] = text.encode()
    locks, differing = _numbers(originals, chosen, folder)
    return files | dict(_further(originals, chosen)) | locks, (*found, *differing)


def _settings(
    originals: Translatable, texts: Mapping[str, str], language: str, chosen: list[str]
) -> dict[str, bytes]:
    """The files of the edition with the cases that were chosen; of a case alone the edition file without the others."""
    first, *others = originals.settings
    cases = None if originals.alone else chosen
    files = {EDITION_FILE: merged_edition(first, texts, language, cases, originals.leading).encode()}
    for file in () if originals.alone else others:
        files[file.file] = merged_settings(file, texts, language).encode()
    return files


def _misread(text: str, translated: SyntaxTree, file: str, dialect: Dialect) -> tuple[Diagnostic, ...]:
    """The finding that a new text does not read as the original with other words."""
    again, problems = parse(Source(file, text), dialect)
    if not problems and again == translated:
        return ()
    problem = Diagnostic(
        codes.INVALID_CATALOGUE,
        f"{file} cannot be written with these translations: it would be read differently",
        translated.source.whole(),
        hint="look for a title or a label with `//`, a line break or a zero byte in it",
    )
    return (problem,)


def _further(originals: Translatable, cases: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files that cases name, those inside the edition's folder; a build of the edition reports others."""
    for file in cases:
        for name in originals.files_of(originals.cases[file]):
            data = _read_inside(originals.root, name)
            if data is not None:
                yield name, data


def _read_inside(root: Path, name: str) -> bytes | None:
    try:
        data = contents(root / name, root, MOST_BYTES)
    except OSError:
        return None
    return data if len(data) <= MOST_BYTES else None


def _numbers(
    originals: Translatable, cases: list[str], folder: Path
) -> tuple[dict[str, bytes], tuple[Diagnostic, ...]]:
    """The lock files of the booklets that are whole."""
    locks: dict[str, bytes] = {}
    found: tuple[Diagnostic, ...] = ()
    for booklet in () if originals.alone else originals.booklets:
        if set(booklet.cases) <= set(cases):
            lock, problems = taken_over(originals.root, folder, booklet.slug)
            locks |= {} if lock is None else {f"{booklet.slug}{SUFFIX}": lock}
            found += problems
    return locks, found
