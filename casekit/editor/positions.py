"""Places in a text as editors count them: lines from 0, and in a line the units of an encoding.

A line ends with a line feed, a carriage return, or both. casekit itself counts characters, and lines by their line feeds
(``casekit.diagnostics.Source``).
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from lsprotocol import types

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE_FEED = re.compile("\n")
_LAST_OF_ONE_BYTE, _LAST_OF_TWO, _LAST_OF_THREE = 0x7F, 0x7FF, 0xFFFF


@dataclass(frozen=True)
class Places:
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
        start = self._starts[line]
        return types.Position(line, self._units(self.text[start:offset]))

    def range(self, start: int, end: int) -> types.Range:
        """The positions of a part of the text."""
        return types.Range(self.position(start), self.position(max(start, end)))

    def offset(self, position: types.Position) -> int:
        """The character at a position; one beyond the end of its line is the line's end, as the protocol says.

        A position inside a character is that of the character.
        """
        line = position.line
        if line >= len(self._starts):
            return len(self.text)
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        if self._plain:
            return min(start + position.character, end)
        units = 0
        for at in range(start, end):
            units += self._width(self.text[at])
            if units > position.character:
                return at
        return end

    def _units(self, text: str) -> int:
        return len(text) if self._plain or text.isascii() else sum(map(self._width, text))

    def _width(self, char: str) -> int:
        code = ord(char)
        if self.encoding == "utf-16":
            return 2 if code > _LAST_OF_THREE else 1
        if code <= _LAST_OF_ONE_BYTE:
            return 1
        return 2 if code <= _LAST_OF_TWO else 3 if code <= _LAST_OF_THREE else 4


def edited(before: Places, changes: Sequence[types.TextDocumentContentChangeEvent]) -> Places:
    """A text after changes, each of which is about the text that the one before it left."""
    places = before
    for change in changes:
        text = change.text
        if isinstance(change, types.TextDocumentContentChangePartial):
            start, end = places.offset(change.range.start), places.offset(change.range.end)
            text = f"{places.text[:start]}{text}{places.text[max(start, end) :]}"
        places = Places(text, before.encoding)
    return places
