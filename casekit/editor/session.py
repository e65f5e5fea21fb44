"""The texts that an editor has open, and places in them.

Each is as it was checked last and as it was deduced last.

Editors count lines from 0, and in a line the units of an encoding; a line ends with a line feed, a carriage
return, or both. casekit itself counts characters, and lines by their line feeds
(``casekit.diagnostics.Source``).
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

from lsprotocol import types

from casekit.analysis.source_roles import SourceRole
from casekit.diagnostics import Finding, Severity, Source, Span
from casekit.editor.document_state import (
    DeductionResult,
    DocumentState,
    DocumentVersion,
    EditionCache,
    IncrementalParser,
)
from casekit.kit.editions import shown
from casekit.values import frozen, replace

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE_FEED = re.compile("\n")
_CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""How Python calls each encoding, and the bytes of a unit."""


@frozen
class PositionMap:
    """Turns character offsets of a text into positions and back."""

    text: str
    encoding: Encoding = "utf-16"

    @cached_property
    def _starts(self) -> Sequence[int]:
        # Looking for one character takes a twentieth of the time.
        ends = _LINE_END if "\r" in self.text else _LINE_FEED
        return [0, *map(re.Match.end, ends.finditer(self.text))]

    @cached_property
    def _plain(self) -> bool:
        return self.text.isascii() or self.encoding == "utf-32"

    def position(self, offset: int) -> types.Position:
        """The position of a character; what is beyond the text is at its end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        return types.Position(line, self._units(self.text[self._starts[line] : offset]))

    def range(self, start: int, end: int) -> types.Range:
        """The positions of a part of the text."""
        return types.Range(self.position(start), self.position(max(start, end)))

    def offset(self, position: types.Position) -> int:
        """The character at a position.

        One beyond the end of its line is the line's end, as the protocol says.

        A position inside a character is that of the character.
        """
        line = position.line
        if line >= len(self._starts):
            return len(self.text)
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        end = start + len(self.text[start:end].rstrip("\r\n"))
        if self._plain:
            return min(start + position.character, end)
        units = 0
        for at in range(start, end):
            units += self._units(self.text[at])
            if units > position.character:
                return at
        return end

    def _units(self, text: str) -> int:
        if self._plain or text.isascii():
            return len(text)
        codec, size = _CODECS[self.encoding]
        return len(text.encode(codec, "surrogatepass")) // size


def edited(before: PositionMap, changes: Sequence[types.TextDocumentContentChangeEvent]) -> PositionMap:
    """A text after changes, each of which is about the text that the one before it left."""
    places = before
    for change in changes:
        text = change.text
        if isinstance(change, types.TextDocumentContentChangePartial):
            start, end = places.offset(change.range.start), places.offset(change.range.end)
            text = f"{places.text[:start]}{text}{places.text[max(start, end) :]}"
        places = PositionMap(text, before.encoding)
    return places


HEAVY = 300_000
"""Characters of a text that is looked over in the other process alone, so that typing never waits for it."""


@frozen
class FindingRange:
    """A finding and the characters of the editor's text that it is about.

    ``stale`` if it is one of an earlier text.
    """

    diagnostic: Finding
    start: int
    end: int
    stale: bool = False


@dataclass
class OpenText:
    """A document that the editor has open."""

    uri: str
    version: int | None
    onlooker: IncrementalParser
    view: DocumentState
    places: PositionMap
    deduced: DeductionResult | None = None
    deduced_view: DocumentState | None = None
    roles: tuple[SourceRole, ...] = ()

    @property
    def as_text(self) -> DocumentVersion:
        """The text as the other process is asked about it."""
        return DocumentVersion(self.onlooker.name, self.onlooker.path, self.view.text)

    @property
    def current(self) -> DeductionResult | None:
        """The result of deduction on the text as it is now, if that is known."""
        return self.deduced if self.deduced_view is self.view else None

    def moved(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a part of the text that was deduced last is now; ``None`` if it is not there any more."""
        if self.deduced_view is None or self.deduced_view is self.view:
            return start, end
        return moved(self.deduced_view.text, self.view.text, start, end)

    @property
    def heavy(self) -> bool:
        """Whether it is too long to be looked over at each keystroke."""
        return len(self.view.text) > HEAVY


@dataclass
class Session:
    """Everything that is open, by URI; ``root`` is the folder of what has no file yet."""

    encoding: Encoding = "utf-16"
    root: Path | None = None
    texts: dict[str, OpenText] = field(default_factory=dict)
    editions: EditionCache = field(default_factory=EditionCache)

    def begin(self, uri: str, path: Path | None, version: int | None, text: str) -> OpenText:
        """A document was opened, or opened again."""
        place = path or (self.root or Path.cwd()) / "untitled.case"
        onlooker = IncrementalParser(shown(place) if path else uri, place)
        view = self._look(onlooker, text)
        opened = OpenText(uri, version, onlooker, view, PositionMap(text, self.encoding))
        self.texts[uri] = opened
        return opened

    def change(
        self, uri: str, version: int | None, changes: Sequence[types.TextDocumentContentChangeEvent]
    ) -> OpenText | None:
        """A document was changed; ``None`` for one that is not open."""
        opened = self.texts.get(uri)
        if opened is None:
            return None
        opened.version, opened.places = version, edited(opened.places, changes)
        opened.view = self._look(opened.onlooker, opened.places.text)
        return opened

    def look_again(self) -> Iterator[OpenText]:
        """The documents that another version of their edition changed, looked over again."""
        for opened in self.texts.values():
            view = opened.view
            if self.editions.of(opened.onlooker.path.parent, view.game.name) != view.edition:
                opened.view = self._look(opened.onlooker, view.text)
                yield opened

    def _look(self, onlooker: IncrementalParser, text: str) -> DocumentState:
        look = onlooker.glance if len(text) > HEAVY else onlooker.look
        return look(text, self.editions)


def findings_of(opened: OpenText) -> tuple[FindingRange, ...]:
    """The findings on a document now.

    Findings deduced from an earlier text are there too, moved to where they are now and marked, until
    deduction is done.
    """
    current, view = opened.current, opened.view
    without = no_edition(view)
    above = (FindingRange(without, 0, 0),) if without is not None else ()
    if current is not None:
        return (*above, *_here(view, current.findings))
    return (*above, *_here(view, view.shown), *_stale(opened))


def _here(view: DocumentState, diagnostics: Sequence[Finding]) -> Iterator[FindingRange]:
    for diagnostic in diagnostics:
        start, end = view.part(diagnostic.span) if diagnostic.span.file == view.source.name else (0, 0)
        yield FindingRange(diagnostic, start, end)


def _stale(opened: OpenText) -> Iterator[FindingRange]:
    """The findings of deduction alone on the earlier text, at the places where they are now."""
    deduced, view = opened.deduced, opened.deduced_view
    if deduced is None or view is None:
        return
    known = {*view.shown}
    for finding in _here(view, [each for each in deduced.findings if each not in known]):
        place = opened.moved(finding.start, finding.end)
        if place is not None:
            yield FindingRange(finding.diagnostic, *place, stale=True)


def moved(before: str, after: str, start: int, end: int) -> tuple[int, int] | None:
    """Where a part of a text is in another that it became; ``None`` if nothing is left of it."""
    same, old, new = _changed(before, after)
    if same <= start and end <= same + old and old and start < end:
        return None
    start = start if start < same else max(start + new - old, same)
    end = end if end <= same else max(end + new - old, same)
    return start, max(start, end)


@lru_cache(maxsize=4)
def _changed(before: str, after: str) -> tuple[int, int, int]:
    """How many characters at the beginning stayed, and how many after them became how many.

    All at the end stayed.
    """
    shorter = min(len(before), len(after))
    counts = range(1, shorter + 1)
    same = bisect_left(counts, 1, key=lambda count: before[:count] != after[:count])
    tail = bisect_left(counts, 1, hi=shorter - same, key=lambda count: before[-count:] != after[-count:])
    return same, len(before) - same - tail, len(after) - same - tail


def edition_findings(view: DocumentState) -> Mapping[Path, Sequence[tuple[Source, Finding]]]:
    """The findings on the edition of a document, by the file that they are in.

    Files without faults have none.
    """
    sources = {source.name: source for source in view.edition.sources}
    findings: dict[Path, list[tuple[Source, Finding]]] = {Path(name): [] for name in sources}
    for finding in view.edition.diagnostics:
        file = finding.span.file
        if file != view.source.name:
            source = sources.get(file, Source(file, ""))
            findings.setdefault(Path(file), []).append((source, finding))
    return findings


def no_edition(view: DocumentState) -> Finding | None:
    """Why nothing but the syntax of a document is checked, if that is because of its edition."""
    wrong = [each for each in view.edition.diagnostics if each.severity is Severity.ERROR]
    if view.edition.settings is not None or not wrong:
        return None
    first = wrong[0]
    return replace(
        first, message=f"its edition cannot be used: {first.message}", span=Span(first.span.file), fix=()
    )
