"""An edition in another language: the same logic, names and files, with translated texts.

Its booklets have the numbers of the originals, unless other ones were printed already.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from casekit.diagnostics import Finding, Related, Source, codes, has_errors
from casekit.language.source_files import contents, is_there, read_bytes
from casekit.language.syntax import canonical_form, parser
from casekit.language.syntax.dialect import Comment, Dialect, SyntaxTree
from casekit.print.content.artwork import MOST_BYTES
from casekit.print.numbers.lock import SUFFIX, lock_text
from casekit.print.numbers.lock_reading import load_lock
from casekit.translation.texts import EDITION_FILE, Translatable, Visit
from casekit.translation.work import TranslationProject, review, translations
from casekit.values import replace


def mark(language: str) -> str:
    """The beginning of the first line of every merged file; the next merge writes over such files."""
    return f"Made by `casekit translate merge {language}`"


def taken_over(original: Path, own: Path, slug: str) -> tuple[bytes | None, tuple[Finding, ...]]:
    """The lock file of a translated booklet that has all cases of the original.

    Args:
        original: the folder of the original, whose lock file holds the numbers.
        own: the folder of the translation; a lock file there holds what was printed in its language.
        slug: the booklet.

    Returns:
        The content of the translation's lock file, ``None`` if it stays as it is or must not exist; and the
        finding that numbers were printed which the original does not have.
    """
    name = f"{slug}{SUFFIX}"
    original_file, own_file = original / name, own / name
    if not original_file.is_file():
        return None, ()
    if not is_there(own_file):
        return read_bytes(original_file, original)
    original_lock, _, _ = load_lock(original_file, original_file.as_posix(), original)
    own_lock, _, _ = load_lock(own_file, own_file.as_posix(), own)
    # Faults of a lock file are reported when it is built with; until then it stays.
    if original_lock is None or own_lock is None:
        return None, ()
    for case, path, entry in original_lock.entries():
        printed_entry = own_lock.cases.get(case, {}).get(path, entry)
        if printed_entry.number != entry.number:
            finding = codes.OTHER_NUMBERS.at(
                own_lock.source.whole(),
                "the translated booklet keeps its own numbers: "
                f"{path} of {case} has {printed_entry.number}, but {entry.number} in the original",
                hint="to use those of the original, remove this lock file and merge again; copies printed"
                " with it keep the old ones",
                related=(Related(original_lock.source.whole(), "the numbers of the original"),),
            )
            return None, (finding,)
    # What was printed in the other language keeps its digests.
    entries_by_case = {}
    for case, entries in original_lock.cases.items():
        printed_entries = own_lock.cases.get(case, {})
        entries_by_case[case] = {path: printed_entries.get(path, entry) for path, entry in entries.items()}
    lock = replace(original_lock, cases=entries_by_case, texts=own_lock.texts)
    return lock_text(lock).encode(), ()


def merged(work: TranslationProject, folder: Path) -> tuple[dict[str, bytes], tuple[Finding, ...]]:
    """Every file of the edition in the other language, by its place in ``folder``, and the findings.

    Lock files that are in the folder already keep their place if other numbers were printed with them.
    """
    findings = review(work)
    if has_errors(findings):
        return {}, findings
    originals = work.originals
    translations_of_file = {part.file: translations(part.matches) for part in work.parts}
    cases = [
        part.file for part in work.parts if part.file != EDITION_FILE and (part.begun or originals.alone)
    ]
    files = _settings_files(work, translations_of_file[EDITION_FILE], cases)
    for case in cases:
        tree = originals.walk(originals.cases[case], _translating(translations_of_file[case]))
        tree = replace(tree, header=(Comment(_first_line(work, "the catalogue")), *tree.header))
        text = canonical_form.format_document(tree, originals.dialect)
        findings = (*findings, *_misread(text, tree, case, originals.dialect))
        files[case] = text.encode()
    lock_files, findings_on_numbers = _lock_files(originals, cases, folder)
    return files | dict(_named_files(originals, cases)) | lock_files, (*findings, *findings_on_numbers)


def _settings_files(work: TranslationProject, texts: Mapping[str, str], cases: list[str]) -> dict[str, bytes]:
    """The files of the edition, by name, with translated texts and only some of its cases.

    A single case has the edition file alone, which names no other files.
    """
    import tomlkit  # noqa: PLC0415 -- loaded only where TOML is written

    originals = work.originals
    edition_file = originals.settings[0]
    files: dict[str, bytes] = {}
    for settings_file in [edition_file] if originals.alone else originals.settings:
        is_edition_file = settings_file is edition_file
        content: Any = tomlkit.parse(settings_file.source.text)
        settings_file.walk(content, settings_file.source, _translating(texts))
        if is_edition_file:
            content["language"] = work.language
            if originals.alone:
                for key in originals.leading & set(content):
                    del content[key]
            else:
                _keep_cases(content, cases)
        text = f"# {_first_line(work, 'edition.po')}\n{tomlkit.dumps(content)}"
        files[EDITION_FILE if is_edition_file else settings_file.file] = text.encode()
    return files


def _keep_cases(content: Any, cases: Collection[str]) -> None:
    """Leave the booklets of an edition file only some cases, and the edition only booklets that have any."""
    if "booklets" not in content:
        return
    for index, booklet in [*enumerate(content["booklets"])][::-1]:
        all_cases = list(booklet.get("cases", []))
        cases_of_booklet = [str(case) for case in all_cases if case in cases]
        if not cases_of_booklet:
            del content["booklets"][index]
        elif cases_of_booklet != all_cases:
            booklet["cases"] = cases_of_booklet
    if not content["booklets"]:
        del content["booklets"]


def _translating(texts: Mapping[str, str]) -> Visit:
    """Gives the translation of a text by its context, or the text itself."""
    return lambda text: texts.get(text.context, text.source)


def _first_line(work: TranslationProject, catalogue: str) -> str:
    """The first line of a merged file, which says what to change instead of it."""
    return f"{mark(work.language)}: change {catalogue} instead."


def _misread(text: str, translated: SyntaxTree, file: str, dialect: Dialect) -> tuple[Finding, ...]:
    """The finding that a new text does not read as the original with other words."""
    tree, problems = parser.parse(Source(file, text), dialect)
    if not problems and tree == translated:
        return ()
    finding = codes.INVALID_CATALOGUE.at(
        translated.source.whole(),
        f"{file} cannot be written with these translations: it would be read differently",
        hint="look for a title or a label with `//`, a line break or a zero byte in it",
    )
    return (finding,)


def _named_files(originals: Translatable, cases: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files that cases name, those inside the edition's folder; a build of the edition reports others."""
    for file in cases:
        for name in originals.files_of(originals.cases[file]):
            with suppress(OSError):
                data = contents(originals.root / name, originals.root, MOST_BYTES)
                if len(data) <= MOST_BYTES:
                    yield name, data


def _lock_files(
    originals: Translatable, cases: list[str], folder: Path
) -> tuple[dict[str, bytes], tuple[Finding, ...]]:
    """The lock files, by name, of the booklets that have all their cases, and the findings on them."""
    lock_files: dict[str, bytes] = {}
    findings: list[Finding] = []
    if originals.alone:
        return {}, ()
    for slug, cases_of_booklet in originals.booklets:
        if set(cases_of_booklet) <= set(cases):
            lock, findings_on_lock = taken_over(originals.root, folder, slug)
            if lock is not None:
                lock_files[f"{slug}{SUFFIX}"] = lock
            findings += findings_on_lock
    return lock_files, tuple(findings)
