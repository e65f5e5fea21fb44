"""Prose as it is printed, in which words are looked for, and which is cut where notes on it begin and end."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from casekit.analysis.proofreading.review import Piece, Weight
from casekit.diagnostics import composed, composed_places, for_comparison, normalized
from casekit.prose.expressions.recognizer import SENTENCE_END
from casekit.prose.markup import styled_runs
from casekit.values import frozen

BREAK = "\n"
"""The break between paragraphs."""

_QUOTATION_MARKS_ALIKE = str.maketrans(dict.fromkeys('“”„«»‘’‚"', "'"))
"""Makes quotation marks alike: they depend on the language, and on whether a quotation is in another one."""

_SENTENCE_OR_PARAGRAPH_END = re.compile(rf"{SENTENCE_END}|{BREAK}")


@frozen(slots=True)
class TextRange:
    """A stretch of a text."""

    start: int
    """The place of its first character."""

    end: int
    """The place after its last character."""

    def has(self, other: "TextRange") -> bool:
        """Whether another stretch is in it."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: "TextRange") -> bool:
        """Whether they share a character."""
        return self.start < other.end and other.start < self.end


@frozen(slots=True)
class Note:
    """A note on a stretch of prose: that a line quotes it, or that no line says what it names."""

    stretch: TextRange
    """The stretch."""

    line: int = 0
    """The number of the line that quotes it; 0 if this is not such a note."""

    weight: Weight | None = None
    """How much it weighs that no line says what it names; ``None`` if this is not such a note."""


class MarkedText:
    """The prose of a passage as readers see it; white space and forms of quotation marks do not count."""

    text: str
    """The prose as it is printed."""

    _styles: list[tuple[int, tuple[str, ...]]]
    """Where each run of text begins, with its styles."""

    _squeezed: str
    """The text in which quotations are looked for: without white space, with all quotation marks alike."""

    _starts: list[int]
    """Where each character of the squeezed text begins in the text."""

    _ends: list[int]
    """Where each character of the squeezed text ends in the text."""

    def __init__(self, prose: Sequence[str], language: str) -> None:
        self._styles = []
        self.text = ""
        for number, paragraph in enumerate(prose):
            self.text += BREAK if number else ""
            for run in styled_runs(paragraph, language):
                self._styles.append((len(self.text), run.marks))
                self.text += run.text
        letters, places = composed_places(self.text)
        visible = [index for index, letter in enumerate(letters) if not letter.isspace()]
        self._starts = [places[index] for index in visible]
        self._ends = [places[index + 1] for index in visible]
        self._squeezed = "".join(letters[index] for index in visible).translate(_QUOTATION_MARKS_ALIKE)

    @property
    def whole(self) -> TextRange:
        """All of the text."""
        return TextRange(0, len(self.text))

    def find(self, words: str) -> TextRange | None:
        """Where a quotation is, written as a text has it."""
        for form in (for_comparison(words), normalized(words)):
            for stretch in self._occurrences("".join(form.split()), 0):
                return stretch
        return None

    def find_words(self, words: str, start: int) -> TextRange | None:
        """Where whole words of the printed text are, from some character on."""
        for stretch in self._occurrences("".join(words.split()), bisect_right(self._starts, start - 1)):
            letter_before = self.text[: stretch.start][-1:]
            letter_after = self.text[stretch.end : stretch.end + 1]
            if not letter_before.isalnum() and not letter_after.isalnum():
                return stretch
        return None

    def _occurrences(self, words: str, first: int) -> Iterator[TextRange]:
        """Where words without white space are, from some character of the squeezed text on."""
        words = composed(words).translate(_QUOTATION_MARKS_ALIKE)
        index = self._squeezed.find(words, first) if words else -1
        while index >= 0:
            yield TextRange(self._starts[index], self._ends[index + len(words) - 1])
            index = self._squeezed.find(words, index + 1)

    def pieces(self, notes: Sequence[Note], whole: TextRange) -> tuple[tuple[Piece, ...], ...]:
        """A stretch of the text in paragraphs of pieces that each have the same notes."""
        paragraphs: list[tuple[Piece, ...]] = []
        start = whole.start
        for text in self.text[whole.start : whole.end].split(BREAK):
            pieces = tuple(self._pieces_of_paragraph(notes, TextRange(start, start + len(text))))
            if pieces:
                paragraphs.append(pieces)
            start += len(text) + len(BREAK)
        return tuple(paragraphs)

    def _pieces_of_paragraph(self, notes: Sequence[Note], paragraph: TextRange) -> Iterator[Piece]:
        """A paragraph, cut where a style or a note begins or ends."""
        notes_here = [note for note in notes if note.stretch.meets(paragraph)]
        edges = {start for start, _ in self._styles}
        for note in notes_here:
            edges |= {note.stretch.start, note.stretch.end}
        inner_edges = [edge for edge in edges if paragraph.start < edge < paragraph.end]
        for start, end in pairwise(sorted({paragraph.start, paragraph.end, *inner_edges})):
            notes_on_piece = [note for note in notes_here if note.stretch.has(TextRange(start, end))]
            quoting = [note for note in notes_on_piece if note.line]
            run = bisect_right(self._styles, start, key=lambda entry: entry[0]) - 1
            yield {
                "text": self.text[start:end],
                "styles": self._styles[run][1],
                "lines": sorted({note.line for note in quoting}),
                "ends": sorted({note.line for note in quoting if note.stretch.end == end}),
                "weight": next((note.weight for note in notes_on_piece if note.weight), None),
            }


def sentences(printed: MarkedText, quotations: Sequence[TextRange | None]) -> tuple[TextRange, ...]:
    """The sentences of a text; those that a quotation reaches over are one."""
    ranges_of_quotations = [stretch for stretch in quotations if stretch is not None]
    cuts: list[int] = []
    for match in _SENTENCE_OR_PARAGRAPH_END.finditer(printed.text):
        end = match.end()
        if not any(stretch.start < end < stretch.end for stretch in ranges_of_quotations):
            cuts.append(end)
    stretches: list[TextRange] = []
    for start, end in pairwise((0, *cuts, len(printed.text))):
        piece = printed.text[start:end]
        stretch = TextRange(end - len(piece.lstrip()), start + len(piece.rstrip()))
        if stretch.start < stretch.end:
            stretches.append(stretch)
    return tuple(stretches)
