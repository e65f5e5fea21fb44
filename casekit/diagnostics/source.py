"""Texts, places in them, and their paragraphs, as they were written."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from operator import methodcaller

from casekit.values import field, frozen

_written = methodcaller("encode", "utf-8", "surrogatepass")
"""Text that did not come from a file may hold surrogates, which count as they would be written."""

_STRIDE = 1024
"""A line may hold a million characters, so bytes are not counted from the start of the line."""


@frozen(slots=True, order=True)
class Span:
    """A place in a file.

    Lines and columns count from 1, columns in characters; ``end_column`` is the column after the last
    character. ``start`` and ``end`` are byte offsets into the file as it is on disk.
    """

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    start: int = 0
    end: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class Source:
    """A file's text, which turns character offsets into places.

    ``name`` is what messages call the file (``-`` for standard input). ``shift`` is the number of bytes
    before the text (a byte order mark).
    """

    name: str
    text: str
    shift: int = field(default=0, compare=False)

    @cached_property
    def _starts(self) -> "array[int]":
        # Plain numbers: a list of objects would take seven times the room.
        return array("q", chain((0,), map(re.Match.end, re.finditer("\n", self.text))))

    @cached_property
    def _bytes_before(self) -> "array[int]":
        """For every `_STRIDE` characters, how many bytes of the text are before them."""
        starts = range(0, len(self.text), _STRIDE)
        lengths = (len(_written(self.text[start : start + _STRIDE])) for start in starts)
        return array("q", accumulate(lengths, initial=0))

    def _byte(self, offset: int) -> int:
        if self.text.isascii():
            return self.shift + offset
        stride = offset // _STRIDE
        return self.shift + self._bytes_before[stride] + len(_written(self.text[stride * _STRIDE : offset]))

    def line_of(self, offset: int) -> int:
        """Line number (from 1) of a character offset."""
        return bisect_right(self._starts, offset)

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        if not 1 <= number <= len(self._starts):
            return ""
        begin = self._starts[number - 1]
        end = self.text.find("\n", begin)
        return self.text[begin : len(self.text) if end < 0 else end].rstrip("\r")

    def offset(self, line: int, column: int) -> int:
        """The character offset of a place; of one that the text does not have, that of its nearest."""
        if not 1 <= line <= len(self._starts):
            return 0 if line < 1 else len(self.text)
        return min(self._starts[line - 1] + max(column, 1) - 1, len(self.text))

    def part(self, span: Span) -> tuple[int, int]:
        """The character offsets of both ends of a place."""
        return self.offset(span.line, span.column), self.offset(span.end_line, span.end_column)

    def span(self, start: int, end: int) -> Span:
        """The place between two character offsets."""
        start = max(0, min(start, len(self.text)))
        end = max(start, min(end, len(self.text)))
        line, end_line = bisect_right(self._starts, start), bisect_right(self._starts, end)
        return Span(
            file=self.name,
            line=line,
            column=start - self._starts[line - 1] + 1,
            end_line=end_line,
            end_column=end - self._starts[end_line - 1] + 1,
            start=self._byte(start),
            end=self._byte(end),
        )

    def line_span(self, number: int) -> Span:
        """The place of a line, without its end."""
        start = self._starts[number - 1] if number <= len(self._starts) else len(self.text)
        return self.span(start, start + len(self.line(number)))

    def whole(self) -> Span:
        """The place of the file as such: its very beginning."""
        return self.span(0, 0)


@frozen(slots=True)
class Place:
    """From one character of a document's text to another; nowhere, if both are 0."""

    start: int = 0
    end: int = 0


@frozen(slots=True)
class Prose:
    """One prose paragraph: its lines joined by single spaces, escapes and emphasis marks as written.

    ``pieces`` are the places of its lines, which comments and lines of logic may part.
    """

    text: str
    place: Place = field(default_factory=Place, compare=False)
    pieces: tuple[Place, ...] = field(default=(), compare=False)


def composed(text: str) -> str:
    """A text with each letter and its accents as one character, if there is one (NFC).

    É is one character then, not E and an accent: texts are the same if this makes them so.
    """
    if text.isascii():
        return text
    import unicodedata  # noqa: PLC0415 - most texts are in plain letters

    return unicodedata.normalize("NFC", text)


def composed_places(text: str) -> tuple[str, Sequence[int]]:
    """A text with composed letters, and where each of these begins in it, with its end as the last place.

    What is composed of several characters and is still several ends where these end.
    """
    whole = composed(text)
    if whole == text:
        return text, range(len(text) + 1)
    import unicodedata  # noqa: PLC0415 - likewise

    places: list[int] = []
    start, letters = 0, ""
    for at, letter in enumerate(text):
        is_joined = unicodedata.combining(letter) or (
            composed(letters + letter) != composed(letters) + composed(letter)
        )
        if not is_joined:
            places += _places_of(letters, start)
            start, letters = at, ""
        letters += letter
    return whole, [*places, *_places_of(letters, start), len(text)]


def _places_of(letters: str, start: int) -> Sequence[int]:
    """The places of a letter and its accents, composed, if they begin at ``start``."""
    end = start + len(letters)
    whole = composed(letters)
    return range(start, end) if whole == letters else [start, *[end] * (len(whole) - 1)]


def place_of_words(text: str, words: str) -> tuple[int, int] | None:
    """Where a text has some words first, from one character to another; accents may be written either way."""
    at = text.find(words)
    if at >= 0:
        return at, at + len(words)
    if text.isascii() or words.isascii():
        return None
    whole, places = composed_places(text)
    sought = composed(words)
    at = whole.find(sought)
    return (places[at], places[at + len(sought)]) if at >= 0 else None


def for_comparison(text: str) -> str:
    """Prose for comparing: without emphasis and escapes, otherwise as ``normalized`` makes it."""
    return _kept(text) if len(text) <= USUAL else _fold(text)


USUAL = 5_000
"""Most characters of a paragraph of usual length. What was found in such a one is kept.

While a document is written, each keystroke leaves all paragraphs but one as they were.
"""


def _fold(text: str) -> str:
    return normalized(re.sub(r"\\(.)|\*", lambda match: match[1] or "", text))


_kept = lru_cache(maxsize=500)(_fold)


def normalized(text: str) -> str:
    """A text for comparing, with straight quotation marks, single spaces and composed letters."""
    return " ".join(composed(text).translate(_STRAIGHT).split())


_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'"})
