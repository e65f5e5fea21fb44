"""The texts of an edition or a single case beside their catalogues.

``open_work`` reads the catalogues; then ``extracted`` gives them brought up to date, ``review`` what there is to say
of them, and ``Part.figures`` say how far each is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from casekit.diagnostics import Diagnostic, Source, Span, codes
from casekit.language.reading import is_there, read_bytes
from casekit.translation.findings import findings
from casekit.translation.matching import Matches, MessageState, match, updated
from casekit.translation.po import Catalogue, catalogue_text, read_catalogue
from casekit.translation.texts import EDITION_FILE, FOLDER, Translatable


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
        return {"texts": len(self.matches.matches), **{state.value: states[state] for state in MessageState}}

    @property
    def begun(self) -> bool:
        """Whether there is a catalogue with a translation; a case without any has no place in a booklet."""
        return self.catalogue is not None and (self.matches.begun or not self.matches.matches)


@dataclass(frozen=True)
class Work:
    """Originals, a language and all catalogues of it; ``sources`` are their texts, ``problems`` what is wrong with them."""

    originals: Translatable
    language: str
    parts: tuple[Part, ...]
    sources: Mapping[str, Source]
    problems: tuple[Diagnostic, ...] = ()

    @property
    def started(self) -> bool:
        """Whether there is any catalogue."""
        return bool(self.sources)


def open_work(originals: Translatable, language: str) -> Work:
    """Read the catalogues of a language, as far as they are there."""
    parts: list[Part] = []
    problems: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    for file, texts in originals.texts().items():
        path = originals.catalogue(file, language)
        catalogue = None
        if is_there(path):
            catalogue, source, found = _read(path, originals.root, file, language)
            sources[source.name] = source
            problems += found
        parts.append(Part(file, path, catalogue, match(texts, catalogue)))
    return Work(originals, language, tuple(parts), sources, tuple(problems))


def _read(
    path: Path, root: Path, file: str, language: str
) -> tuple[Catalogue | None, Source, tuple[Diagnostic, ...]]:
    name = path.as_posix()
    data, problems = read_bytes(path, root)
    if data is None:
        return None, Source(name, ""), problems
    catalogue, source, problems = read_catalogue(data, name)
    if catalogue is None:
        return None, source, problems
    foreign = tuple(_foreign(catalogue, file, language))
    return (None if foreign else catalogue), source, foreign


def _foreign(catalogue: Catalogue, file: str, language: str) -> Iterator[Diagnostic]:
    if catalogue.text != file:
        whose = f"belongs to {catalogue.text}" if catalogue.text else "does not say whose texts it translates"
        yield Diagnostic(
            codes.FOREIGN_CATALOGUE,
            f"this catalogue {whose}, but it is in the place of that of {file}",
            catalogue.source.whole(),
            hint="put each catalogue in its own place; `X-Casekit-Text` in its header names the file",
        )
    elif catalogue.language.replace("_", "-").lower() != language.lower():
        yield Diagnostic(
            codes.FOREIGN_CATALOGUE,
            f"this catalogue is in `{catalogue.language}`, but it is among those in `{language}`",
            catalogue.source.whole(),
            hint="move it to the folder of its language, or correct `Language` in its header",
        )


def extracted(work: Work) -> dict[Path, bytes]:
    """Every catalogue brought up to date, by file."""
    project = work.originals.title
    return {
        part.path: catalogue_text(
            updated(part.catalogue, part.matches, text=part.file, language=work.language, project=project)
        ).encode()
        for part in work.parts
    }


def review(work: Work) -> tuple[Diagnostic, ...]:
    """The findings on the translation: what is missing, has drifted or does not fit."""
    if not work.started:
        folder = work.originals.root / FOLDER / work.language
        missing = Diagnostic(
            codes.NO_TRANSLATION,
            f"there is no catalogue in `{work.language}`",
            Span(folder.as_posix()),
            hint=f"run `casekit translate extract {work.language}` and fill in the catalogues that it writes",
        )
        return (missing,)
    found = list(work.problems)
    for part in work.parts:
        if part.catalogue is None:
            found += () if is_there(part.path) else (_no_catalogue(part, work),)
        elif part.begun:
            found += findings(part.matches, part.catalogue, work.originals.names)
        else:
            found.append(_nothing(part, part.catalogue, work))
    return tuple(found)


def _fate(part: Part, work: Work) -> str:
    """The fate of a file without any translation."""
    if part.file == EDITION_FILE or work.originals.alone:
        return "its texts stay as they are"
    return "the case is left out, and its booklet has different numbers from the original"


def _nothing(part: Part, catalogue: Catalogue, work: Work) -> Diagnostic:
    return Diagnostic(
        codes.UNTRANSLATED_TEXT,
        f"no text of {part.file} is translated yet: {_fate(part, work)}",
        catalogue.source.whole(),
        hint="write each translation after its `msgstr`",
    )


def _no_catalogue(part: Part, work: Work) -> Diagnostic:
    return Diagnostic(
        codes.MISSING_CATALOGUE,
        f"{part.file} has no catalogue in `{work.language}`: {_fate(part, work)}",
        Span(part.path.as_posix()),
        hint=f"run `casekit translate extract {work.language}` and fill in the one that it writes",
    )
