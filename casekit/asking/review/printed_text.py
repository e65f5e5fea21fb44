"""Prose as it is printed: its sentences, and the quotations, times, numbers and names in it, however they are set."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from casekit.asking.review.reviewed import Kind, Piece, Weight
from casekit.language.spoken.spoken_words import all_times, spoken_negations, spoken_numbers, straightened
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


_END = re.compile(
    rf"(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)(?<!\bM)(?<!\bMme)(?<!\b[A-Z])[.!?…]+[\"”’»)\s]*(?=\s[\"“‘«(]*[^\W\d_a-zà-ÿ])|{BREAK}"
)


def sentences(printed: PrintedText, kept: Sequence[Stretch | None]) -> tuple[Stretch, ...]:
    """The sentences of a text; a quotation that is ``kept`` together makes one of those it is in."""
    ends = [match.end() for match in _END.finditer(printed.text)]
    whole = [stretch for stretch in kept if stretch is not None]
    ends = [end for end in ends if not any(stretch.start < end < stretch.end for stretch in whole)]
    cuts = [0, *ends, len(printed.text)]
    found = (_stripped(printed.text, start, end) for start, end in pairwise(cuts))
    return tuple(stretch for stretch in found if stretch.start < stretch.end)


def _stripped(text: str, start: int, end: int) -> Stretch:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Stretch(start, end)


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that name something. ``values`` are what they may mean: names, or numbers, or minutes since the day began.

    Not ``sure`` are numbers that may count nothing, and times that only bound others. ``within`` are the minutes of a range that a time is an end of.
    """

    kind: Kind
    words: str
    stretch: Stretch
    values: frozenset[str | int] = frozenset()
    sure: bool = True
    within: frozenset[int] = frozenset()


def named_in(printed: PrintedText, names: Iterable[str]) -> Iterator[Mention]:
    """The people whom a text names, by the names that they have in its lines."""
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", printed.text):
        yield Mention("name", match[0], Stretch(*match.span()), frozenset((match[0],)))


def spoken_mentions(printed: PrintedText, language: str) -> tuple[Mention, ...]:
    """The times, the numbers that are part of none, and the negations of a text."""
    times = _found(
        printed,
        "time",
        (
            (time.words, time.readings, not time.vague, time.within)
            for time in all_times(straightened(printed.text), language)
        ),
    )
    numbers = _found(
        printed,
        "number",
        (
            (number.words, frozenset((number.number,)), number.counts, frozenset())
            for number in spoken_numbers(printed.text, language)
        ),
    )
    negations = (
        Mention("negation", printed.text[start:end], Stretch(start, end))
        for start, end in spoken_negations(printed.text, language) or ()
    )
    return (*times, *numbers, *negations)


def _found(
    printed: PrintedText,
    kind: Kind,
    spoken: Iterable[tuple[str, frozenset[int], bool, frozenset[int]]],
) -> Iterator[Mention]:
    """Where words are, one after the other, with what they may mean, whether that is sure, and the range they are in."""
    at = 0
    for words, values, sure, within in spoken:
        stretch = printed.find_words(words, at)
        if stretch is not None:
            at = stretch.end
            shown = printed.text[stretch.start : stretch.end]
            yield Mention(kind, shown, stretch, frozenset(values), sure, within)
