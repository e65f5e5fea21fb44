"""Prose as it is printed, with the places of words in it, held against what its lines say.

Compared are names, places, times, numbers and negations.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

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


@frozen(slots=True)
class TextRange:
    """From one character to another."""

    start: int
    end: int

    def has(self, other: "TextRange") -> bool:
        """Whether another stretch is in it."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: "TextRange") -> bool:
        """Whether they share a character."""
        return self.start < other.end and other.start < self.end


@frozen(slots=True)
class Note:
    """A note on a stretch: that a line quotes it, or how much it weighs that none says what it names."""

    stretch: TextRange
    line: int = 0
    weight: Weight | None = None


class MarkedText:
    """The prose of a passage as readers see it; white space and forms of quotation marks do not count."""

    def __init__(self, prose: Sequence[str], language: str) -> None:
        self._styles: list[tuple[int, tuple[str, ...]]] = []
        self.text = ""
        for number, paragraph in enumerate(prose):
            self.text += BREAK if number else ""
            for run in styled_runs(paragraph, language):
                self._styles.append((len(self.text), run.marks))
                self.text += run.text
        letters, places = composed_places(self.text)
        shown = [number for number, letter in enumerate(letters) if not letter.isspace()]
        self._places = [places[number] for number in shown]
        self._ends = [places[number + 1] for number in shown]
        self._squeezed = "".join(letters[number] for number in shown).translate(_EVEN)

    @property
    def whole(self) -> TextRange:
        """All of it."""
        return TextRange(0, len(self.text))

    def find(self, words: str) -> TextRange | None:
        """Where a quotation is, written as a text has it."""
        for form in (for_comparison(words), normalized(words)):
            stretch = next(self._every("".join(form.split()), 0), None)
            if stretch is not None:
                return stretch
        return None

    def find_words(self, words: str, start: int) -> TextRange | None:
        """Where whole words of the printed text are, from some character on."""
        for stretch in self._every("".join(words.split()), bisect_right(self._places, start - 1)):
            ends = self.text[: stretch.start][-1:], self.text[stretch.end : stretch.end + 1]
            if not any(end.isalnum() for end in ends):
                return stretch
        return None

    def _every(self, sought: str, first: int) -> Iterator[TextRange]:
        sought = composed(sought).translate(_EVEN)
        at = self._squeezed.find(sought, first) if sought else -1
        while at >= 0:
            yield TextRange(self._places[at], self._ends[at + len(sought) - 1])
            at = self._squeezed.find(sought, at + 1)

    def pieces(self, notes: Sequence[Note], whole: TextRange) -> tuple[tuple[Piece, ...], ...]:
        """A stretch of the text in paragraphs of pieces that each have the same notes."""
        paragraphs: list[tuple[Piece, ...]] = []
        start = whole.start
        for text in self.text[whole.start : whole.end].split(BREAK):
            pieces = tuple(self._pieces(notes, TextRange(start, start + len(text))))
            paragraphs += [pieces] if pieces else []
            start += len(text) + len(BREAK)
        return tuple(paragraphs)

    def _pieces(self, notes: Sequence[Note], within: TextRange) -> Iterator[Piece]:
        near = [note for note in notes if note.stretch.meets(within)]
        edges = {start for start, _ in self._styles}
        for note in near:
            edges |= {note.stretch.start, note.stretch.end}
        cuts = {within.start, within.end, *(edge for edge in edges if within.start < edge < within.end)}
        for start, end in pairwise(sorted(cuts)):
            here = [note for note in near if note.stretch.has(TextRange(start, end))]
            style = bisect_right(self._styles, start, key=lambda styled: styled[0]) - 1
            yield {
                "text": self.text[start:end],
                "styles": self._styles[style][1],
                "lines": sorted({note.line for note in here if note.line}),
                "ends": sorted({note.line for note in here if note.line and note.stretch.end == end}),
                "weight": next((note.weight for note in here if note.weight), None),
            }


_EVEN = str.maketrans(dict.fromkeys('“”„«»‘’‚"', "'"))
"""Which marks a quotation has depends on the language, and on whether it is within another one."""


_END = re.compile(rf"{SENTENCE_END}|{BREAK}")


def sentences(printed: MarkedText, kept: Sequence[TextRange | None]) -> tuple[TextRange, ...]:
    """The sentences of a text; a quotation that is ``kept`` together makes one of those it is in."""
    whole = [stretch for stretch in kept if stretch is not None]
    cuts: list[int] = []
    for match in _END.finditer(printed.text):
        end = match.end()
        if not any(stretch.start < end < stretch.end for stretch in whole):
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
    """Words that name something. ``values`` are what they may mean: names, numbers or minutes of the day.

    Not ``sure`` are numbers that may count nothing, and times that only bound others. ``within`` are the
    minutes of a range that a time is an end of.
    """

    kind: Kind
    words: str
    stretch: TextRange
    values: frozenset[str | int] = frozenset()
    sure: bool = True
    within: frozenset[int] = frozenset()


def named_in(printed: MarkedText, names: Iterable[str]) -> Iterator[Mention]:
    """The people whom a text names, by the names that they have in its lines."""
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", printed.text):
        yield Mention("name", match[0], TextRange(*match.span()), frozenset((match[0],)))


def spoken_mentions(printed: MarkedText, language: str) -> tuple[Mention, ...]:
    """The times, the numbers that are part of none, and the negations of a text."""
    times = [
        (time.words, time.readings, not time.vague, time.within)
        for time in all_times(straightened(printed.text), language)
    ]
    numbers = [
        (number.words, frozenset((number.number,)), number.counts, frozenset[int]())
        for number in find_numbers(printed.text, language)
    ]
    mentions = [*_located(printed, "time", times), *_located(printed, "number", numbers)]
    for start, end in find_negations(printed.text, language) or ():
        mentions.append(Mention("negation", printed.text[start:end], TextRange(start, end)))
    return tuple(mentions)


def _located(
    printed: MarkedText,
    kind: Kind,
    spoken: Iterable[tuple[str, frozenset[int], bool, frozenset[int]]],
) -> Iterator[Mention]:
    """Where words are, one after the other, with what they may mean.

    Beside their values: whether these are sure, and the range that they are in.
    """
    at = 0
    for words, values, sure, within in spoken:
        stretch = printed.find_words(words, at)
        if stretch is not None:
            at = stretch.end
            shown = printed.text[stretch.start : stretch.end]
            yield Mention(kind, shown, stretch, frozenset(values), sure, within)


@frozen(slots=True)
class LineContents:
    """The names of a line, and whether it denies something.

    ``names`` are people whom the words have to name, unless they are among ``own``: who speaks, or the place
    that is searched, meant by "I" and "here". ``excepted`` are people whom the words may name. ``counts`` are
    numbers that the words have to name if they name any, unless they name the ``rest``, how many others there
    are; ``numbers`` are others that they may name. ``clock`` are the times that the line names, in minutes
    since the day began, ``times`` those and others that it is about; ``window`` is the span of time that its
    facts are about. A line is ``negative`` if anything in it is, and ``denies`` if its words have to do so
    too. Lines without ``force`` suggest something; their words need not say it.
    """

    names: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    excepted: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    counts: frozenset[int] = frozenset()
    rest: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    clock: frozenset[int] = frozenset()
    times: frozenset[int] = frozenset()
    window: tuple[int, int] | None = None
    negative: bool = False
    denies: bool = False
    force: bool = True


_SINGLE = 2
"""Smaller numbers are said in too many ways to be missed."""


class MentionMatcher:
    """Compares lines with their words. ``named`` says how values are printed."""

    def __init__(self, words: Words, named: Callable[[str], str], joined: str) -> None:
        self._words, self._named, self._joined = words, named, joined

    def line(
        self, says: LineContents, quoted: Sequence[Mention], around: Sequence[Mention]
    ) -> Iterator[Mark]:
        """The marks of a line: ``quoted`` is named in its words, ``around`` in the whole paragraph."""
        if not says.force:
            return
        yield from self._people(says, quoted)
        yield from self._where(says, quoted, around)
        yield from self._count(says, quoted)
        yield from self._clock(says, quoted)
        if says.denies and not any(mention.kind == "negation" for mention in quoted):
            yield mark_of("look", "negation", self._words["no_denial"])

    def _people(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        missing = says.names - says.own - _values("name", quoted)
        others = _values("name", quoted) - says.names - says.excepted
        if missing:
            yield self._mark("name", self._list(others), self._list(missing))

    def _where(
        self, says: LineContents, quoted: Sequence[Mention], around: Sequence[Mention]
    ) -> Iterator[Mark]:
        missing = says.places - _values("place", quoted)
        others = _values("place", quoted) - says.places
        if missing and others:
            yield self._mark("place", self._list(others), self._list(missing))
            return
        nowhere = missing - says.own - _values("place", around)
        elsewhere = _values("place", around) - says.places - says.own
        if nowhere and elsewhere:
            says_so = self._words["other_place_near"].format(self._list(elsewhere), self._list(nowhere))
            yield mark_of("look", "place", says_so)
        elif nowhere:
            yield self._mark("place", "", self._list(nowhere))

    def _count(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        numbers = [mention for mention in quoted if mention.kind == "number"]
        named = [number for number in numbers if not number.values & says.numbers]
        if not says.counts or any(number.values & (says.counts | says.rest) for number in named):
            return
        said = _in_quotes([number for number in named if number.sure])
        if said or max(says.counts) >= _SINGLE:
            yield self._mark("number", said, ", ".join(map(str, sorted(says.counts))))

    def _clock(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        times = [mention for mention in quoted if mention.kind == "time"]
        named = [time for time in times if time.sure]
        said = _in_quotes(named)
        if says.window and _misses(says.window, named):
            span = self._words["other_span"].format(said, *map(time_text, says.window))
            yield mark_of("look", "time", span)
        elif says.clock and not any((time.values | time.within) & says.clock for time in times):
            yield self._mark("time", said, ", ".join(map(time_text, sorted(says.clock))))

    def _mark(self, kind: Kind, said: str, meant: str) -> Mark:
        """The mark of a line whose words say something else than what it means, or do not say that."""
        if said:
            return mark_of("loud", kind, self._words[f"other_{kind}"].format(said, meant))
        return mark_of("quiet", kind, self._words[f"lacks_{kind}"].format(meant))

    def _list(self, values: Collection[str]) -> str:
        named = sorted(map(self._named, values))
        return self._joined.join(filter(None, (", ".join(named[:-1]), *named[-1:])))


def unsaid(
    lines: Sequence[LineContents], around: Sequence[Mention], spanned: Sequence[Mention] = ()
) -> tuple[Mention, ...]:
    """The names in a paragraph that none of its lines says.

    ``spanned`` are words of lines that are about a span of time.
    """
    said: dict[Kind, set[str | int]] = {"name": set(), "place": set(), "number": set(), "time": set()}
    for line in lines:
        said["name"].update(line.names, line.own, line.excepted)
        said["place"].update(line.places, line.own)
        said["number"].update(line.counts, line.rest, line.numbers)
        said["time"].update(line.times)
    denied = any(line.negative for line in lines)
    mentions: list[Mention] = []
    for mention in around:
        if not mention.sure or (mention.kind == "time" and mention in spanned):
            continue
        if mention.kind == "negation":
            says_so = denied
        else:
            says_so = not said[mention.kind].isdisjoint(mention.values | mention.within)
        if not says_so:
            mentions.append(mention)
    return tuple(mentions)


def _in_quotes(mentions: Sequence[Mention]) -> str:
    return ", ".join(f"“{mention.words}”" for mention in mentions)


def _values(kind: Kind, mentions: Sequence[Mention]) -> frozenset[str]:
    values: set[str] = set()
    for mention in mentions:
        if mention.kind == kind:
            values.update(map(str, mention.values))
    return frozenset(values)


def _misses(window: tuple[int, int], named: Sequence[Mention]) -> bool:
    """Whether words that say from when until when leave out some of a span of time."""
    first, last = window
    last += DAY * (last < first)
    ranges = [time.within for time in named if len(time.within) > len(time.values)]
    if ranges:
        minutes = {minute % DAY for minute in range(first, last + 1)}
        return not all(minutes <= within for within in ranges)
    times = [_near(first, last, time) for time in named]
    return len(times) > 1 and (min(times) > first or max(times) < last)


def _near(first: int, last: int, mention: Mention) -> int:
    """The reading of a time that is nearest to a span, on the same scale."""
    middle = (first + last) // 2
    readings: list[int] = []
    for value in mention.values:
        readings += [int(value) + shift for shift in (-DAY, 0, DAY)]
    return min(readings, key=lambda reading: (abs(reading - middle), reading))
