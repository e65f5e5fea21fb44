"""Prose as it is printed, held against what its lines say: names, places, times, numbers and negations."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from casekit.analysis.proofreading.review import Kind, Mark, Piece, Weight, mark_of
from casekit.diagnostics import composed, composed_places, for_comparison, normalized
from casekit.logic.formulas import DAY, time_text
from casekit.prose.expressions.recognizer import (
    SENTENCE_END,
    all_times,
    find_negations,
    find_numbers,
    straightened,
)
from casekit.prose.markup import styled_runs
from casekit.resources import Words
from casekit.values import frozen

BREAK = "\n"
"""The break between paragraphs."""

_LEAST_NUMBER_TO_MISS = 2
"""Smaller numbers are said in too many ways to be missed."""

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
        black = [index for index, letter in enumerate(letters) if not letter.isspace()]
        self._starts = [places[index] for index in black]
        self._ends = [places[index + 1] for index in black]
        self._squeezed = "".join(letters[index] for index in black).translate(_QUOTATION_MARKS_ALIKE)

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
    found_quotations = [stretch for stretch in quotations if stretch is not None]
    cuts: list[int] = []
    for match in _SENTENCE_OR_PARAGRAPH_END.finditer(printed.text):
        end = match.end()
        if not any(stretch.start < end < stretch.end for stretch in found_quotations):
            cuts.append(end)
    stretches: list[TextRange] = []
    for start, end in pairwise((0, *cuts, len(printed.text))):
        piece = printed.text[start:end]
        stretch = TextRange(end - len(piece.lstrip()), start + len(piece.rstrip()))
        if stretch.start < stretch.end:
            stretches.append(stretch)
    return tuple(stretches)


@frozen(slots=True)
class Mention:
    """Words that name something."""

    kind: Kind
    """What sort of thing they name."""

    words: str
    """The words as they are printed."""

    stretch: TextRange
    """Where they are."""

    values: frozenset[str | int] = frozenset()
    """What they may mean: names, numbers, or times in minutes since the day began."""

    sure: bool = True
    """Whether they surely mean one of these: numbers may count nothing, and times may only bound others."""

    within: frozenset[int] = frozenset()
    """The minutes of the range that a time is an end of."""


def named_in(printed: MarkedText, names: Iterable[str]) -> Iterator[Mention]:
    """The people whom a text names, by the names that they have in its lines."""
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", printed.text):
        yield Mention("name", match[0], TextRange(*match.span()), frozenset((match[0],)))


def spoken_mentions(printed: MarkedText, language: str) -> tuple[Mention, ...]:
    """The times, the numbers that are part of none, and the negations of a text."""
    times = [
        _Spoken(time.words, time.readings, sure=not time.vague, within=time.within)
        for time in all_times(straightened(printed.text), language)
    ]
    numbers = [
        _Spoken(number.words, frozenset((number.number,)), sure=number.counts)
        for number in find_numbers(printed.text, language)
    ]
    mentions = [*_located(printed, "time", times), *_located(printed, "number", numbers)]
    for start, end in find_negations(printed.text, language) or ():
        mentions.append(Mention("negation", printed.text[start:end], TextRange(start, end)))
    return tuple(mentions)


class _Spoken(NamedTuple):
    """Words for times or numbers, as they were recognised in a text, with the fields of a ``Mention``."""

    words: str
    values: frozenset[int]
    sure: bool
    within: frozenset[int] = frozenset()


def _located(printed: MarkedText, kind: Kind, spoken: Iterable[_Spoken]) -> Iterator[Mention]:
    """Where words are in a text that has them one after the other."""
    end_of_last = 0
    for words, values, sure, within in spoken:
        stretch = printed.find_words(words, end_of_last)
        if stretch is not None:
            end_of_last = stretch.end
            printed_words = printed.text[stretch.start : stretch.end]
            yield Mention(kind, printed_words, stretch, frozenset(values), sure, within)


@frozen(slots=True)
class LineContents:
    """The names in a line, and whether it denies something."""

    names: frozenset[str] = frozenset()
    """People whom its words have to name."""

    own: frozenset[str] = frozenset()
    """The speaker, or the place that is searched: words may mean them by "I" and "here"."""

    excepted: frozenset[str] = frozenset()
    """People whom its words may name."""

    places: frozenset[str] = frozenset()
    """Places that its words have to name."""

    counts: frozenset[int] = frozenset()
    """Numbers one of which its words have to name, if they name any."""

    rest: frozenset[int] = frozenset()
    """Numbers that do as well: how many others there are."""

    numbers: frozenset[int] = frozenset()
    """Other numbers that its words may name."""

    clock: frozenset[int] = frozenset()
    """The times that it names, in minutes since the day began."""

    times: frozenset[int] = frozenset()
    """Those and all other times that it is about."""

    window: tuple[int, int] | None = None
    """The first and the last minute of the span of time that its facts are about."""

    negative: bool = False
    """Whether anything in it is negative."""

    denies: bool = False
    """Whether its words have to deny something too."""

    force: bool = True
    """Whether its words have to say what it says; else they only suggest it."""


class MentionMatcher:
    """Compares lines with their words."""

    def __init__(self, words: Words, named: Callable[[str], str], joined: str) -> None:
        """Take the words of marks, how values are printed, and what joins the last two items of a list."""
        self._words, self._named, self._joined = words, named, joined

    def line(
        self, says: LineContents, quoted: Sequence[Mention], around: Sequence[Mention]
    ) -> Iterator[Mark]:
        """The marks of a line: ``quoted`` is named in its words, ``around`` in the whole paragraph."""
        if not says.force:
            return
        yield from self._marks_on_people(says, quoted)
        yield from self._marks_on_places(says, quoted, around)
        yield from self._marks_on_numbers(says, quoted)
        yield from self._marks_on_times(says, quoted)
        if says.denies and not any(mention.kind == "negation" for mention in quoted):
            yield mark_of("look", "negation", self._words["no_denial"])

    def _marks_on_people(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        missing = says.names - says.own - _values("name", quoted)
        others = _values("name", quoted) - says.names - says.excepted
        if missing:
            yield self._mark("name", self._list(others), self._list(missing))

    def _marks_on_places(
        self, says: LineContents, quoted: Sequence[Mention], around: Sequence[Mention]
    ) -> Iterator[Mark]:
        missing = says.places - _values("place", quoted)
        others = _values("place", quoted) - says.places
        if missing and others:
            yield self._mark("place", self._list(others), self._list(missing))
            return
        missing_in_paragraph = missing - says.own - _values("place", around)
        others_in_paragraph = _values("place", around) - says.places - says.own
        if missing_in_paragraph and others_in_paragraph:
            other_places, missing_places = self._list(others_in_paragraph), self._list(missing_in_paragraph)
            text = self._words["other_place_near"].format(other_places, missing_places)
            yield mark_of("look", "place", text)
        elif missing_in_paragraph:
            yield self._mark("place", "", self._list(missing_in_paragraph))

    def _marks_on_numbers(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        numbers = [mention for mention in quoted if mention.kind == "number"]
        counting = [number for number in numbers if not number.values & says.numbers]
        if not says.counts or any(number.values & (says.counts | says.rest) for number in counting):
            return
        other_numbers = _in_quotes([number for number in counting if number.sure])
        if other_numbers or max(says.counts) >= _LEAST_NUMBER_TO_MISS:
            yield self._mark("number", other_numbers, ", ".join(map(str, sorted(says.counts))))

    def _marks_on_times(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        times = [mention for mention in quoted if mention.kind == "time"]
        sure_times = [time for time in times if time.sure]
        other_times = _in_quotes(sure_times)
        if says.window and _leaves_out(says.window, sure_times):
            text = self._words["other_span"].format(other_times, *map(time_text, says.window))
            yield mark_of("look", "time", text)
        elif says.clock and not any((time.values | time.within) & says.clock for time in times):
            yield self._mark("time", other_times, ", ".join(map(time_text, sorted(says.clock))))

    def _mark(self, kind: Kind, other: str, meant: str) -> Mark:
        """The mark on words that name something other than what the line means, or nothing of the kind."""
        if other:
            return mark_of("loud", kind, self._words[f"other_{kind}"].format(other, meant))
        return mark_of("quiet", kind, self._words[f"lacks_{kind}"].format(meant))

    def _list(self, values: Collection[str]) -> str:
        """Values as they are printed, in a list: "Anna, Bruno and Clara"; empty for none."""
        texts = sorted(map(self._named, values))
        return self._joined.join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def unsaid(
    lines: Sequence[LineContents], around: Sequence[Mention], spanned: Sequence[Mention] = ()
) -> tuple[Mention, ...]:
    """The names in a paragraph that not one of its lines has.

    Args:
        lines: the lines.
        around: everything that the paragraph names.
        spanned: times in the words of lines that are about a span of time; these count as said.
    """
    said: dict[Kind, set[str | int]] = {"name": set(), "place": set(), "number": set(), "time": set()}
    for line in lines:
        said["name"].update(line.names, line.own, line.excepted)
        said["place"].update(line.places, line.own)
        said["number"].update(line.counts, line.rest, line.numbers)
        said["time"].update(line.times)
    is_anything_denied = any(line.negative for line in lines)
    mentions: list[Mention] = []
    for mention in around:
        if not mention.sure or (mention.kind == "time" and mention in spanned):
            continue
        if mention.kind == "negation":
            is_said = is_anything_denied
        else:
            is_said = not said[mention.kind].isdisjoint(mention.values | mention.within)
        if not is_said:
            mentions.append(mention)
    return tuple(mentions)


def _in_quotes(mentions: Sequence[Mention]) -> str:
    """The words of mentions in quotation marks, as a list; empty for none."""
    return ", ".join(f"“{mention.words}”" for mention in mentions)


def _values(kind: Kind, mentions: Sequence[Mention]) -> frozenset[str]:
    """Everything that the mentions of a kind may mean."""
    values: set[str] = set()
    for mention in mentions:
        if mention.kind == kind:
            values.update(map(str, mention.values))
    return frozenset(values)


def _leaves_out(window: tuple[int, int], times: Sequence[Mention]) -> bool:
    """Whether words that say from when until when leave out some of a span of time."""
    first, last = window
    if last < first:
        # The span goes on into the next day.
        last += DAY
    ranges = [time.within for time in times if len(time.within) > len(time.values)]
    if ranges:
        minutes = {minute % DAY for minute in range(first, last + 1)}
        return not all(minutes <= within for within in ranges)
    readings = [_nearest_reading(first, last, time) for time in times]
    return len(readings) > 1 and (min(readings) > first or max(readings) < last)


def _nearest_reading(first: int, last: int, mention: Mention) -> int:
    """The reading of a time that is nearest to a span, on the same scale."""
    middle = (first + last) // 2
    readings: list[int] = []
    for value in mention.values:
        readings += [int(value) + shift for shift in (-DAY, 0, DAY)]
    return min(readings, key=lambda reading: (abs(reading - middle), reading))
