"""Prose as it is printed, in which words are found again however they are set: quotations, times, names."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from casekit.asking.review.reviewed import Kind, Piece, Weight
from casekit.model.passages import even, folded
from casekit.print.text.prose import runs

BREAK = "\n"
"""The break between paragraphs."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """From one character to another."""

    start: int
    end: int

    def has(self, other: "Stretch") -> bool:
        """Whether another stretch is in it."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: "Stretch") -> bool:
        """Whether they share a character."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a stretch: that a line quotes it, or what it names."""

    stretch: Stretch
    line: int = 0
    kind: Kind | None = None
    weight: Weight | None = None


class PrintedText:
    """The prose of a passage as its readers see it. White space and the form of quotation marks do not count."""

    def __init__(self, prose: Sequence[str], language: str) -> None:
        self._styles: list[tuple[int, tuple[str, ...]]] = []
        parts: list[str] = []
        at = 0
        for number, paragraph in enumerate(prose):
            for run in runs(paragraph, language):
                self._styles.append((at, run.marks))
                parts.append(run.text)
                at += len(run.text)
            if number + 1 < len(prose):
                parts.append(BREAK)
                at += len(BREAK)
        self.text = "".join(parts)
        shown = [(place, char) for place, char in enumerate(self.text) if not char.isspace()]
        self._places = [place for place, _ in shown]
        self._squeezed = _squeezed("".join(char for _, char in shown))

    @property
    def whole(self) -> Stretch:
        """All of it."""
        return Stretch(0, len(self.text))

    def find(self, words: str) -> Stretch | None:
        """Where a quotation is, written as a text has it."""
        forms = (_squeezed("".join(form.split())) for form in (folded(words), even(words)))
        found = (stretch for form in forms for stretch in self._every(form, 0))
        return next(found, None)

    def find_words(self, words: str, start: int) -> Stretch | None:
        """Where whole words of the printed text are, from some character on."""
        first = bisect_right(self._places, start - 1)
        found = self._every(_squeezed("".join(words.split())), first)
        return next((stretch for stretch in found if self._is_whole(stretch)), None)

    def _every(self, sought: str, first: int) -> Iterator[Stretch]:
        at = self._squeezed.find(sought, first) if sought else -1
        while at >= 0:
            yield Stretch(self._places[at], self._places[at + len(sought) - 1] + 1)
            at = self._squeezed.find(sought, at + 1)

    def _is_whole(self, stretch: Stretch) -> bool:
        before, after = self.text[: stretch.start][-1:], self.text[stretch.end : stretch.end + 1]
        return not before.isalnum() and not after.isalnum()

    def pieces(self, notes: Sequence[Note], within: Stretch | None = None) -> tuple[tuple[Piece, ...], ...]:
        """The text, or what is within a stretch of it, in paragraphs of pieces that each have the same notes."""
        whole = within or self.whole
        paragraphs: list[tuple[Piece, ...]] = []
        start = whole.start
        for text in self.text[whole.start : whole.end].split(BREAK):
            pieces = tuple(self._pieces(notes, Stretch(start, start + len(text))))
            paragraphs += [pieces] if pieces else []
            start += len(text) + len(BREAK)
        return tuple(paragraphs)

    def _pieces(self, notes: Sequence[Note], within: Stretch) -> Iterator[Piece]:
        met = [note for note in notes if note.stretch.meets(within)]
        cuts = {within.start, within.end}
        for stretch in (note.stretch for note in met):
            cuts |= {max(stretch.start, within.start), min(stretch.end, within.end)}
        cuts |= {at for at, _ in self._styles if within.start < at < within.end}
        marks = sorted(cuts)
        for start, end in pairwise(marks):
            here = [note for note in met if note.stretch.has(Stretch(start, end))]
            named = next((note for note in here if note.kind), None)
            yield Piece(
                self.text[start:end],
                self._style(start),
                tuple(sorted({note.line for note in here if note.line})),
                tuple(sorted({note.line for note in here if note.line and note.stretch.end == end})),
                named.kind if named else None,
                named.weight if named else None,
            )

    def _style(self, at: int) -> tuple[str, ...]:
        place = bisect_right(self._styles, at, key=lambda style: style[0]) - 1
        return self._styles[place][1] if place >= 0 else ()


_EVEN = str.maketrans(dict.fromkeys('“”„«»‘’‚"', "'"))
"""Which marks a quotation has depends on the language, and on whether it is within another one."""


def _squeezed(text: str) -> str:
    return text.translate(_EVEN)
