"""The texts of an edition or a single case beside their catalogues, and what can be made of both.

``open_work`` reads the catalogues; then ``extracted`` gives them brought up to date, ``merged`` the edition in the
other language, and ``Part.figures`` say how far each is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from casekit.diagnostics import Diagnostic, Source, Span, codes, has_errors
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.translation.catalogue import Catalogue, catalogue_text
from casekit.games.midnight.translation.edition_texts import walk_deck, walk_edition
from casekit.games.midnight.translation.extract import updated
from casekit.games.midnight.translation.findings import findings, translations
from casekit.games.midnight.translation.matching import Matches, State, match
from casekit.games.midnight.translation.merge import merged_case, merged_deck, merged_edition
from casekit.games.midnight.translation.po import read_catalogue
from casekit.games.midnight.translation.texts import Text, case_texts
from casekit.language.formatter import format_document
from casekit.language.parsing import parse
from casekit.language.reading import read_bytes
from casekit.language.tree import Document, FieldNode
from casekit.print.lock import SUFFIX

FOLDER = "translations"
"""Holds a folder for each language, beside the edition file."""
EDITION = "edition.toml"
_PO = ".po"


@dataclass(frozen=True)
class Originals:
    """An edition with its cases, or a case alone, in the language it was written in.

    ``root`` is the folder of the edition file, or of the case if the built-in edition serves; the keys of ``cases``
    are files as seen from there. ``toml`` and ``deck`` are the texts of the edition's files, ``alone`` says that
    only one case is meant.
    """

    root: Path
    edition: Edition
    toml: Source
    deck: Source | None
    cases: Mapping[str, Document]
    alone: bool = False

    def texts(self) -> dict[str, tuple[Text, ...]]:
        """The texts of the edition and of each case, by file."""
        found = {EDITION: tuple(self._edition_texts())}
        return found | {file: case_texts(document, self.edition) for file, document in self.cases.items()}

    def _edition_texts(self) -> list[Text]:
        import tomllib  # noqa: PLC0415 -- loaded only where TOML is read

        found: list[Text] = []

        def note(text: Text) -> str:
            found.append(text)
            return text.source

        walk_edition(tomllib.loads(self.toml.text), self.toml, note)
        if self.deck is not None:
            walk_deck(tomllib.loads(self.deck.text), self.deck, note)
        return found

    def catalogue(self, file: str, language: str) -> Path:
        """Where the translations of a file's texts are."""
        path = PurePosixPath(file)
        # A case may be called like the edition's own catalogue.
        name = file if file == "edition.case" else str(path.with_suffix(""))
        return self.root / FOLDER / language / f"{name}{_PO}"


@dataclass(frozen=True)
class Part:
    """A file's texts and the catalogue that translates them, if there is one."""

    file: str
    path: Path
    catalogue: Catalogue | None
    matches: Matches

    @property
    def figures(self) -> dict[str, int]:
        """How many texts there are, and how many are in each state."""
        states = Counter(each.state for each in self.matches.matches)
        return {"texts": len(self.matches.matches), **{state.value: states[state] for state in State}}


@dataclass(frozen=True)
class Work:
    """Originals, a language and all catalogues of it; ``sources`` are their texts, ``problems`` what is wrong with them."""

    originals: Originals
    language: str
    parts: tuple[Part, ...]
    sources: Mapping[str, Source]
    problems: tuple[Diagnostic, ...] = ()

    @property
    def started(self) -> bool:
        """Whether there is any catalogue."""
        return bool(self.sources)


def open_work(originals: Originals, language: str) -> Work:
    """Read the catalogues of a language, as far as they are there."""
    parts: list[Part] = []
    problems: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    for file, texts in originals.texts().items():
        path = originals.catalogue(file, language)
        catalogue = None
        if path.exists():
            catalogue, source, found = _read(path, file, language)
            sources[source.name] = source
            problems += found
        parts.append(Part(file, path, catalogue, match(texts, catalogue)))
    return Work(originals, language, tuple(parts), sources, tuple(problems))


def _read(path: Path, file: str, language: str) -> tuple[Catalogue | None, Source, tuple[Diagnostic, ...]]:
    name = path.as_posix()
    data, problems = read_bytes(path)
    if data is None:
        return None, Source(name, ""), problems
    catalogue, source, problems = read_catalogue(data, name)
    if catalogue is None:
        return None, source, problems
    foreign = tuple(_foreign(catalogue, file, language))
    return (None if foreign else catalogue), source, foreign


def _foreign(catalogue: Catalogue, file: str, language: str) -> Iterator[Diagnostic]:
    if catalogue.text != file:
        whose = f"is that of {catalogue.text}" if catalogue.text else "does not say whose texts it translates"
        yield Diagnostic(
            codes.FOREIGN_CATALOGUE,
            f"this catalogue {whose}, but it stands in the place of that of {file}",
            catalogue.source.whole(),
            hint="put each catalogue into its own place; `X-Casekit-Text` in its header names the file",
        )
    elif catalogue.language.replace("_", "-").lower() != language.lower():
        yield Diagnostic(
            codes.FOREIGN_CATALOGUE,
            f"this catalogue is in `{catalogue.language}`, but it stands among those in `{language}`",
            catalogue.source.whole(),
            hint="put it into the folder of its language, or correct `Language` in its header",
        )


def extracted(work: Work) -> dict[Path, bytes]:
    """Every catalogue brought up to date, by file."""
    project = work.originals.edition.title
    return {
        part.path: catalogue_text(
            updated(part.catalogue, part.matches, text=part.file, language=work.language, project=project)
        ).encode()
        for part in work.parts
    }


def review(work: Work) -> tuple[Diagnostic, ...]:
    """What there is to say of the translation: what is missing, has drifted or does not fit."""
    if not work.started:
        folder = work.originals.root / FOLDER / work.language
        missing = Diagnostic(
            codes.NO_TRANSLATION,
            f"there is no catalogue in `{work.language}`",
            Span(folder.as_posix()),
            hint=f"`casekit translate extract {work.language}` writes the catalogues to be filled in",
        )
        return (missing,)
    found = list(work.problems)
    for part in work.parts:
        if part.catalogue is not None:
            found += findings(part.matches, part.catalogue, work.originals.edition)
        elif not part.path.exists():
            found.append(_no_catalogue(part, work))
    return tuple(found)


def _no_catalogue(part: Part, work: Work) -> Diagnostic:
    kept = part.file == EDITION or work.originals.alone
    fate = (
        "its texts stay as they are"
        if kept
        else "the case is left out, and its booklet has other numbers than the original"
    )
    return Diagnostic(
        codes.MISSING_CATALOGUE,
        f"{part.file} has no catalogue in `{work.language}`: {fate}",
        Span(part.path.as_posix()),
        hint=f"`casekit translate extract {work.language}` writes one to be filled in",
    )


def merged(work: Work) -> tuple[dict[str, bytes], tuple[Diagnostic, ...]]:
    """Every file of the edition in the other language, by its place in the new folder, and what was found."""
    found = review(work)
    if has_errors(found):
        return {}, found
    originals, language = work.originals, work.language
    by_file = {part.file: translations(part.matches) for part in work.parts}
    chosen = [
        part.file
        for part in work.parts
        if part.file != EDITION and (part.catalogue is not None or originals.alone)
    ]
    toml = merged_edition(originals.toml, by_file[EDITION], language, None if originals.alone else chosen)
    files = {EDITION: toml.encode()}
    if originals.deck is not None and not originals.alone:
        files[originals.edition.deck] = merged_deck(originals.deck, by_file[EDITION], language).encode()
    for file in chosen:
        document = originals.cases[file]
        translated = merged_case(document, originals.edition, by_file[file], language)
        text = format_document(translated)
        found = (*found, *_misread(text, translated, file))
        files[file] = text.encode()
    return files | dict(_taken_along(originals, chosen)), found


def _misread(text: str, translated: Document, file: str) -> tuple[Diagnostic, ...]:
    """The finding that a new text does not read as the original with other words."""
    again, problems = parse(Source(file, text))
    if not problems and again == translated:
        return ()
    problem = Diagnostic(
        codes.INVALID_CATALOGUE,
        f"{file} cannot be written with these translations: it would not read as what it is",
        translated.source.whole(),
        hint="look for a title or a label with `//`, a line end or a zero byte in it",
    )
    return (problem,)


def _taken_along(originals: Originals, cases: list[str]) -> Iterator[tuple[str, bytes]]:
    """Pictures of the cases, and the lock files of booklets that are whole."""
    for file in cases:
        for item in originals.cases[file].header:
            if isinstance(item, FieldNode) and item.key.text == "illustration":
                yield from _copy(originals.root, item.value.text)
    for booklet in () if originals.alone else originals.edition.booklets:
        if set(booklet.cases) <= set(cases):
            yield from _copy(originals.root, f"{booklet.slug}{SUFFIX}")


def _copy(root: Path, name: str) -> Iterator[tuple[str, bytes]]:
    path = root / name
    if path.resolve().is_relative_to(root.resolve()) and path.is_file():
        yield name, path.read_bytes()
