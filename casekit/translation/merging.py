"""An edition in another language: the same logic, names and files.

What is merged, what is taken along as it is, and the numbers of its booklets: those of the originals, unless
other ones were printed already.
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
    """How the first line of every merged file begins: what begins so is written over by the next merge."""
    return f"Made by `casekit translate merge {language}`"


def _choose(content: Any, cases: Collection[str]) -> None:
    """Leave the booklets only these cases, and the edition only booklets that have some."""
    if "booklets" not in content:
        return
    for index, booklet in [*enumerate(content["booklets"])][::-1]:
        bound = list(booklet.get("cases", []))
        kept = [str(case) for case in bound if case in cases]
        if not kept:
            del content["booklets"][index]
        elif kept != bound:
            booklet["cases"] = kept
    if not content["booklets"]:
        del content["booklets"]


def taken_over(original: Path, own: Path, slug: str) -> tuple[bytes | None, tuple[Finding, ...]]:
    """The lock file of a translated booklet that has all cases of the original.

    Args:
        original: the folder of the original, whose lock file holds the numbers.
        own: the folder of the translation; a lock file there holds what was printed in its language.
        slug: the booklet.

    Returns:
        What the translation's lock file is to hold, ``None`` if it is to stay as it is or not to exist; and
        the finding that numbers were printed which the original does not have.
    """
    name = f"{slug}{SUFFIX}"
    first, second = original / name, own / name
    if not first.is_file():
        return None, ()
    if not is_there(second):
        return read_bytes(first, original)
    originals, _, _ = load_lock(first, first.as_posix(), original)
    translated, _, _ = load_lock(second, second.as_posix(), own)
    # Faults of a lock file are reported when it is built with; until then it stays.
    if originals is None or translated is None:
        return None, ()
    for case, path, entry in originals.entries():
        printed = translated.cases.get(case, {}).get(path, entry)
        if printed.number != entry.number:
            other = codes.OTHER_NUMBERS.at(
                translated.source.whole(),
                "the translated booklet keeps its own numbers: "
                f"{path} of {case} has {printed.number}, but {entry.number} in the original",
                hint="to use those of the original, remove this lock file and merge again; copies printed"
                " with it keep the old ones",
                related=(Related(originals.source.whole(), "the numbers of the original"),),
            )
            return None, (other,)
    # What was printed in the other language keeps its digests.
    cases = {}
    for case, paths in originals.cases.items():
        printed_paths = translated.cases.get(case, {})
        cases[case] = {path: printed_paths.get(path, entry) for path, entry in paths.items()}
    return lock_text(replace(originals, cases=cases, texts=translated.texts)).encode(), ()


def merged(work: TranslationProject, folder: Path) -> tuple[dict[str, bytes], tuple[Finding, ...]]:
    """Every file of the edition in the other language, by its place in ``folder``, and what was found.

    Lock files that are in the folder already keep their place if other numbers were printed with them.
    """
    findings = review(work)
    if has_errors(findings):
        return {}, findings
    originals = work.originals
    by_file = {part.file: translations(part.matches) for part in work.parts}
    chosen = [
        part.file for part in work.parts if part.file != EDITION_FILE and (part.begun or originals.alone)
    ]
    files = _settings(work, by_file[EDITION_FILE], chosen)
    for file in chosen:
        tree = originals.walk(originals.cases[file], _lookup(by_file[file]))
        tree = replace(tree, header=(Comment(_first_line(work, "the catalogue")), *tree.header))
        text = canonical_form.format_document(tree, originals.dialect)
        findings = (*findings, *_misread(text, tree, file, originals.dialect))
        files[file] = text.encode()
    locks, differing = _numbers(originals, chosen, folder)
    return files | dict(_further(originals, chosen)) | locks, (*findings, *differing)


def _settings(work: TranslationProject, texts: Mapping[str, str], chosen: list[str]) -> dict[str, bytes]:
    """The files of the edition with the cases that were chosen.

    Of a case alone the edition file without the others.
    """
    import tomlkit  # noqa: PLC0415 -- loaded only where TOML is written

    originals, files = work.originals, {}
    for at, file in enumerate(originals.settings[:1] if originals.alone else originals.settings):
        content: Any = tomlkit.parse(file.source.text)
        file.walk(content, file.source, _lookup(texts))
        if at == 0:
            content["language"] = work.language
            if originals.alone:
                for key in originals.leading & set(content):
                    del content[key]
            else:
                _choose(content, chosen)
        written = f"# {_first_line(work, 'edition.po')}\n{tomlkit.dumps(content)}"
        files[file.file if at else EDITION_FILE] = written.encode()
    return files


def _lookup(texts: Mapping[str, str]) -> Visit:
    return lambda text: texts.get(text.context, text.source)


def _first_line(work: TranslationProject, where: str) -> str:
    return f"{mark(work.language)}: change {where} instead."


def _misread(text: str, translated: SyntaxTree, file: str, dialect: Dialect) -> tuple[Finding, ...]:
    """The finding that a new text does not read as the original with other words."""
    again, problems = parser.parse(Source(file, text), dialect)
    if not problems and again == translated:
        return ()
    problem = codes.INVALID_CATALOGUE.at(
        translated.source.whole(),
        f"{file} cannot be written with these translations: it would be read differently",
        hint="look for a title or a label with `//`, a line break or a zero byte in it",
    )
    return (problem,)


def _further(originals: Translatable, cases: list[str]) -> Iterator[tuple[str, bytes]]:
    """The files that cases name, those inside the edition's folder; a build of the edition reports others."""
    for file in cases:
        for name in originals.files_of(originals.cases[file]):
            with suppress(OSError):
                data = contents(originals.root / name, originals.root, MOST_BYTES)
                if len(data) <= MOST_BYTES:
                    yield name, data


def _numbers(
    originals: Translatable, cases: list[str], folder: Path
) -> tuple[dict[str, bytes], tuple[Finding, ...]]:
    """The lock files of the booklets that are whole."""
    locks: dict[str, bytes] = {}
    findings: tuple[Finding, ...] = ()
    for slug, bound in originals.booklets:
        if not originals.alone and set(bound) <= set(cases):
            lock, problems = taken_over(originals.root, folder, slug)
            locks |= {} if lock is None else {f"{slug}{SUFFIX}": lock}
            findings += problems
    return locks, findings
