"""The names in the words of a paragraph, held against what its lines say."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from casekit.asking.review.printed_text import Mention
from casekit.asking.review.reviewed import Kind, Mark
from casekit.language.formula.clocks import DAY, time_text
from casekit.resources import Words


@dataclass(frozen=True, slots=True)
class LineContents:
    """The names of a line, and whether it denies something.

    ``names`` are people whom the words have to name, unless they are among ``own``: who speaks, or the place that is
    searched, meant by "I" and "here". ``excepted`` are people whom the words may name. ``counts`` are numbers that the
    words have to name if they name any, unless they name the ``rest``, how many others there are; ``numbers`` are others that
    they may name. ``clock`` are the times that the line names, in minutes since the day began, ``times`` those and others
    that it is about; ``window`` is the span of time that its facts are about. A line is ``negative`` if anything in it is,
    and ``denies`` if its words have to do so too. Lines without ``force`` suggest something; their words need not say it.
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


Named = Callable[[str], str]
"""A value as it is printed."""

_SINGLE = 2
"""Smaller numbers are said in too many ways to be missed."""


class Collator:
    """Compares lines with their words. ``named`` says how values are printed."""

    def __init__(self, words: Words, named: Named, joined: str) -> None:
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
        if says.denies and not any(each.kind == "negation" for each in quoted):
            yield Mark("look", "negation", self._words["no_denial"])

    def _people(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        missing = says.names - says.own - _values("name", quoted)
        others = _values("name", quoted) - says.names - says.excepted
        if missing and others:
            yield Mark(
                "loud", "name", self._words["other_name"].format(self._list(others), self._list(missing))
            )
        elif missing:
            yield Mark("quiet", "name", self._words["lacks_name"].format(self._list(missing)))

    def _where(
        self, says: LineContents, quoted: Sequence[Mention], around: Sequence[Mention]
    ) -> Iterator[Mark]:
        missing = says.places - _values("place", quoted)
        others = _values("place", quoted) - says.places
        if missing and others:
            yield Mark(
                "loud", "place", self._words["other_place"].format(self._list(others), self._list(missing))
            )
            return
        nowhere = missing - says.own - _values("place", around)
        elsewhere = _values("place", around) - says.places - says.own
        if nowhere and elsewhere:
            says_so = self._words["other_place_near"].format(self._list(elsewhere), self._list(nowhere))
            yield Mark("look", "place", says_so)
        elif nowhere:
            yield Mark("quiet", "place", self._words["lacks_place"].format(self._list(nowhere)))

    def _count(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        named = [each for each in quoted if each.kind == "number" and not each.values & says.numbers]
        if not says.counts or any(each.values & (says.counts | says.rest) for each in named):
            return
        named = [each for each in named if each.sure]
        counts = ", ".join(str(count) for count in sorted(says.counts))
        if named:
            said = ", ".join(f"“{each.words}”" for each in named)
            yield Mark("loud", "number", self._words["other_number"].format(said, counts))
        elif max(says.counts) >= _SINGLE:
            yield Mark("quiet", "number", self._words["lacks_number"].format(counts))

    def _clock(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        times = [each for each in quoted if each.kind == "time"]
        named = [each for each in times if each.sure]
        if says.window and _misses(says.window, named):
            said = ", ".join(f"“{each.words}”" for each in named)
            first, last = map(time_text, says.window)
            yield Mark("look", "time", self._words["other_span"].format(said, first, last))
        elif says.clock and not any((each.values | each.within) & says.clock for each in times):
            clock = ", ".join(map(time_text, sorted(says.clock)))
            if named:
                said = ", ".join(f"“{each.words}”" for each in named)
                yield Mark("loud", "time", self._words["other_time"].format(said, clock))
            else:
                yield Mark("quiet", "time", self._words["lacks_time"].format(clock))

    def _list(self, values: Collection[str]) -> str:
        *first, last = sorted(map(self._named, values))
        return f"{', '.join(first)}{self._joined}{last}" if first else last


def unsaid(
    lines: Sequence[LineContents], around: Sequence[Mention], spanned: Sequence[Mention] = ()
) -> tuple[Mention, ...]:
    """The names in a paragraph that none of its lines says; ``spanned`` are words of lines that are about a span of time."""
    said: dict[Kind, set[str | int]] = {
        "name": {value for line in lines for value in (*line.names, *line.own, *line.excepted)},
        "place": {value for line in lines for value in (*line.places, *line.own)},
        "number": {value for line in lines for value in (*line.counts, *line.rest, *line.numbers)},
        "time": {value for line in lines for value in line.times},
    }
    denied = any(line.negative for line in lines)
    return tuple(
        each
        for each in around
        if (not denied if each.kind == "negation" else not (each.values | each.within) & said[each.kind])
        and each.sure
        and not (each.kind == "time" and each in spanned)
    )


def _values(kind: Kind, mentions: Sequence[Mention]) -> frozenset[str]:
    return frozenset(str(value) for each in mentions if each.kind == kind for value in each.values)


def _misses(window: tuple[int, int], named: Sequence[Mention]) -> bool:
    """Whether words that say from when until when leave out some of a span of time."""
    first, last = window
    last += DAY * (last < first)
    ranges = [each.within for each in named if len(each.within) > len(each.values)]
    if ranges:
        return any(at % DAY not in each for each in ranges for at in range(first, last + 1))
    times = [_near(first, last, each) for each in named]
    return len(times) > 1 and (min(times) > first or max(times) < last)


def _near(first: int, last: int, mention: Mention) -> int:
    """The reading of a time that is nearest to a span, on the same scale."""
    middle = (first + last) // 2
    readings = [int(value) + shift for value in mention.values for shift in (-DAY, 0, DAY)]
    return min(readings, key=lambda reading: (abs(reading - middle), reading))
