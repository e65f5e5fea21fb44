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
from typing import Literal, NamedTuple

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

LONG_TEXT_CHARACTERS = 300_000
"""A longer text is checked in the process for deduction alone, so that typing never waits for it."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE_FEED = re.compile("\n")

_CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""The name of each encoding in Python, and the number of bytes of a unit."""


@frozen
class PositionMap:
    """Turns character offsets of a text into positions and back."""

    text: str
    encoding: Encoding = "utf-16"

    @cached_property
    def _line_starts(self) -> Sequence[int]:
        """The character at which each line begins."""
        # Looking for one character takes a twentieth of the time.
        line_end = _LINE_END if "\r" in self.text else _LINE_FEED
        return [0, *map(re.Match.end, line_end.finditer(self.text))]

    @cached_property
    def _has_one_unit_per_character(self) -> bool:
        return self.text.isascii() or self.encoding == "utf-32"

    def position(self, offset: int) -> types.Position:
        """The position of a character; what is beyond the text is at its end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._line_starts, offset) - 1
        return types.Position(line, self._units(self.text[self._line_starts[line] : offset]))

    def range(self, start: int, end: int) -> types.Range:
        """The positions of a part of the text."""
        return types.Range(self.position(start), self.position(max(start, end)))

    def offset(self, position: types.Position) -> int:
        """The character at a position; a position inside a character is that of the character.

        A position beyond the end of its line is the line's end, as the protocol says.
        """
        line = position.line
        if line >= len(self._line_starts):
            return len(self.text)
        start = self._line_starts[line]
        end = self._line_starts[line + 1] if line + 1 < len(self._line_starts) else len(self.text)
        end = start + len(self.text[start:end].rstrip("\r\n"))
        if self._has_one_unit_per_character:
            return min(start + position.character, end)
        units = 0
        for index in range(start, end):
            units += self._units(self.text[index])
            if units > position.character:
                return index
        return end

    def _units(self, text: str) -> int:
        """The length of a text in units of the encoding."""
        if self._has_one_unit_per_character or text.isascii():
            return len(text)
        codec, size = _CODECS[self.encoding]
        return len(text.encode(codec, "surrogatepass")) // size


def edited(before: PositionMap, changes: Sequence[types.TextDocumentContentChangeEvent]) -> PositionMap:
    """A text after changes, each of which is about the text that the one before it left."""
    positions = before
    for change in changes:
        text = change.text
        if isinstance(change, types.TextDocumentContentChangePartial):
            start = positions.offset(change.range.start)
            end = positions.offset(change.range.end)
            text = f"{positions.text[:start]}{text}{positions.text[max(start, end) :]}"
        positions = PositionMap(text, before.encoding)
    return positions


@frozen
class FindingRange:
    """A finding, and the characters of the editor's text that it is about."""

    diagnostic: Finding
    """The finding."""

    start: int
    """The first character."""

    end: int
    """The character after the last one."""

    stale: bool = False
    """Whether it is a finding on an earlier text."""


@dataclass
class OpenText:
    """A document that the editor has open."""

    uri: str
    """The name by which the editor knows it."""

    version: int | None
    """The editor's number of the text as it is now."""

    text_parser: IncrementalParser
    """Checks each version of its text."""

    state: DocumentState
    """The text as it is now, after its check without deduction."""

    places: PositionMap
    """The positions in the text as it is now."""

    deduction: DeductionResult | None = None
    """What deduction found out last."""

    deduced_state: DocumentState | None = None
    """The text that ``deduction`` is about."""

    roles: tuple[SourceRole, ...] = ()
    """The part of each source in the proofs, if that is shown."""

    @property
    def as_version(self) -> DocumentVersion:
        """The text as the process for deduction is asked about it."""
        return DocumentVersion(self.text_parser.name, self.text_parser.path, self.state.text)

    @property
    def current_deduction(self) -> DeductionResult | None:
        """The result of deduction on the text as it is now, if that is known."""
        return self.deduction if self.deduced_state is self.state else None

    def moved(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a part of the text that was deduced last is now; ``None`` if it is not there any more."""
        if self.deduced_state is None or self.deduced_state is self.state:
            return start, end
        return moved(self.deduced_state.text, self.state.text, start, end)

    @property
    def is_long(self) -> bool:
        """Whether it is too long to be checked at each keystroke."""
        return len(self.state.text) > LONG_TEXT_CHARACTERS


@dataclass
class Session:
    """Everything that an editor has open."""

    encoding: Encoding = "utf-16"
    """The encoding in whose units the editor counts."""

    root: Path | None = None
    """The folder of documents that have no file yet."""

    texts: dict[str, OpenText] = field(default_factory=dict)
    """The open documents, by URI."""

    editions: EditionCache = field(default_factory=EditionCache)
    """The editions of these."""

    def begin(self, uri: str, path: Path | None, version: int | None, text: str) -> OpenText:
        """A document was opened, or opened again."""
        file = path or (self.root or Path.cwd()) / "untitled.case"
        text_parser = IncrementalParser(shown(file) if path else uri, file)
        state = self._checked(text_parser, text)
        opened = OpenText(uri, version, text_parser, state, PositionMap(text, self.encoding))
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
        opened.state = self._checked(opened.text_parser, opened.places.text)
        return opened

    def check_changed_editions(self) -> Iterator[OpenText]:
        """Check the documents again whose edition has changed, and give each of them."""
        for opened in self.texts.values():
            state = opened.state
            if self.editions.of(opened.text_parser.path.parent, state.game.name) != state.edition:
                opened.state = self._checked(opened.text_parser, state.text)
                yield opened

    def _checked(self, text_parser: IncrementalParser, text: str) -> DocumentState:
        """A version of a text after its check; one that is too long is not checked here."""
        if len(text) > LONG_TEXT_CHARACTERS:
            return text_parser.skip(text, self.editions)
        return text_parser.check(text, self.editions)


def findings_of(opened: OpenText) -> tuple[FindingRange, ...]:
    """The findings on a document now.

    Findings deduced from an earlier text are there too, moved to where they are now and marked, until
    deduction is done.
    """
    state = opened.state
    failure = edition_failure(state)
    at_beginning = (FindingRange(failure, 0, 0),) if failure is not None else ()
    if opened.current_deduction is not None:
        return (*at_beginning, *_with_ranges(state, opened.current_deduction.findings))
    return (*at_beginning, *_with_ranges(state, state.shown), *_stale_findings(opened))


def _with_ranges(state: DocumentState, diagnostics: Sequence[Finding]) -> Iterator[FindingRange]:
    """Findings with the characters that they are about; those on other files are at the beginning."""
    for diagnostic in diagnostics:
        start, end = state.part(diagnostic.span) if diagnostic.span.file == state.source.name else (0, 0)
        yield FindingRange(diagnostic, start, end)


def _stale_findings(opened: OpenText) -> Iterator[FindingRange]:
    """The findings of deduction alone on the earlier text, at the places where they are now."""
    deduction, state = opened.deduction, opened.deduced_state
    if deduction is None or state is None:
        return
    without_deduction = {*state.shown}
    with_deduction = [finding for finding in deduction.findings if finding not in without_deduction]
    for finding in _with_ranges(state, with_deduction):
        place = opened.moved(finding.start, finding.end)
        if place is not None:
            yield FindingRange(finding.diagnostic, *place, stale=True)


def moved(before: str, after: str, start: int, end: int) -> tuple[int, int] | None:
    """Where a part of a text is in another that it became; ``None`` if nothing is left of it."""
    change = _change_between(before, after)
    is_removed = change.start <= start and end <= change.start + change.old_length
    if is_removed and change.old_length and start < end:
        return None
    growth = change.new_length - change.old_length
    if start >= change.start:
        start = max(start + growth, change.start)
    if end > change.start:
        end = max(end + growth, change.start)
    return start, max(start, end)


class _Change(NamedTuple):
    """The part of a text in which it differs from another; before and after it they are the same."""

    start: int
    """The first character of the part."""

    old_length: int
    """The number of characters that the part had."""

    new_length: int
    """The number of characters that it has now."""


@lru_cache(maxsize=4)
def _change_between(before: str, after: str) -> _Change:
    """The shortest part of a text that has changed."""
    shorter = min(len(before), len(after))
    counts = range(1, shorter + 1)
    same = bisect_left(counts, 1, key=lambda count: before[:count] != after[:count])
    tail = bisect_left(counts, 1, hi=shorter - same, key=lambda count: before[-count:] != after[-count:])
    return _Change(same, len(before) - same - tail, len(after) - same - tail)


def edition_findings(state: DocumentState) -> Mapping[Path, Sequence[tuple[Source, Finding]]]:
    """The findings on the edition of a document, by the file that they are in.

    Files without faults have none.
    """
    sources = {source.name: source for source in state.edition.sources}
    findings: dict[Path, list[tuple[Source, Finding]]] = {Path(name): [] for name in sources}
    for finding in state.edition.diagnostics:
        file = finding.span.file
        if file != state.source.name:
            source = sources.get(file, Source(file, ""))
            findings.setdefault(Path(file), []).append((source, finding))
    return findings


def edition_failure(state: DocumentState) -> Finding | None:
    """Why nothing but the syntax of a document is checked, if that is because of its edition."""
    errors = [finding for finding in state.edition.diagnostics if finding.severity is Severity.ERROR]
    if state.edition.settings is not None or not errors:
        return None
    error = errors[0]
    return replace(
        error, message=f"its edition cannot be used: {error.message}", span=Span(error.span.file), fix=()
    )
