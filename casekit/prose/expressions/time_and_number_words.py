"""How a language names numbers and times of the clock, and what a time may mean.

Times are minutes since the day began.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from operator import attrgetter
from typing import Any

from casekit.language.suggestions import name_key
from casekit.values import frozen

Readings = frozenset[int]
Groups = Mapping[str, Any]
"""The words that the groups of a pattern match, by their names, or nothing."""

HOUR = 60
HALF_DAY = 12 * HOUR
DAY = 2 * HALF_DAY
_HOURS = HALF_DAY // HOUR

_EVENING = 8 * HOUR
"""How long "until ten" reaches back, and "from ten" on."""
_BEFORE, _AFTER = 30, 40
"""How many characters before the first word of a time, and after the last one, are looked at."""
_ABOUT = HOUR // 2
"""How far "about ten" is from ten."""


def readings(hour: int, minute: int, half: int | None = None) -> Readings:
    """An hour and minutes after or, below 0, before it.

    An hour up to twelve is one of either ``half`` of the day, unless it is said of which one: 0 or 1.
    """
    of_both = (0, 1) if 1 <= hour <= _HOURS else (hour // _HOURS,)
    halves = of_both if half is None else (half,)
    return frozenset([(hour % _HOURS * HOUR + part * HALF_DAY + minute) % DAY for part in halves])


def number_in(words: str, known: Mapping[str, int]) -> int:
    """The number that figures or ``known`` words are."""
    if words.isdecimal():
        return int(words)
    return known["-".join(name_key(words).split()).removeprefix("a-")]


@frozen(slots=True)
class NamedTime:
    """A time that a text names, from ``start`` to ``end``; it is ``vague`` if it only bounds another time.

    ``within`` are the minutes that its words may mean, and those that pass if it is one end of a range:
    "after ten", "until ten", "from ten to eleven".
    """

    start: int
    end: int
    words: str
    readings: Readings
    within: Readings
    vague: bool


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of words, made when it is first used.

    Most commands read no prose, and no document is in several languages.
    """
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


_FIXED = {"half": 6, "both": 2, "dozen": 12}
_LARGE = {"": 1, "hundred": 100, "thousand": 1000, "dozen": 12, "cent": 100, "mille": 1000, "douzaine": 12}
_MINUTES = {"three": 45, "quarter": 15, "half": 30, "hour": 60}


@frozen
class NumberWords:
    """How a language names numbers.

    Matches of ``number`` have a group ``word`` or ``figures``, and maybe ``large``, or end with a group of
    ``_FIXED`` or one of the words that are ``loose``; those of ``duration`` have a group of ``_MINUTES``.
    """

    number: str
    duration: str
    numbers: Mapping[str, int]
    loose: Mapping[str, int]

    def found(self, text: str) -> Iterator[tuple[re.Match[str], int, bool]]:
        """The numbers that a text names, and whether each is surely one of things that are counted.

        "One" is mostly a pronoun or an article, and a number after "cabin" or "page" counts nothing.
        """
        for match in compiled(self.number).finditer(text):
            number = self._value(match)
            loose = match["loose"] or match["label"] or (number == 1 and not match["only"])
            yield match, number, not loose

    def durations(self, text: str) -> Iterator[tuple[re.Match[str], int]]:
        """The parts of an hour that a text names, in minutes."""
        for match in compiled(self.duration).finditer(text):
            yield match, _MINUTES[match.lastgroup or "hour"]

    def _value(self, match: re.Match[str]) -> int:
        if match["loose"]:
            return self.loose[" ".join(name_key(match["loose"]).split())]
        if match.lastgroup in _FIXED:
            return _FIXED[match.lastgroup]
        word = "-".join(name_key(match["word"] or "").split())
        number = int(match["figures"]) if match["figures"] else self.numbers[word]
        return number * _LARGE[name_key(match["large"] or "").rstrip("s")]


@frozen
class TimeWords:
    """How a language names times.

    A range has at least two matches of ``word``, any other time has one. Matches of ``time`` have groups
    ``since`` and ``until`` if they are an end of a range; those of ``range`` have the groups ``first`` and
    ``last``, and those of these, whose names begin with ``first_`` and ``last_``, or ``part`` for minutes of
    the hour that the first one names. Times have a group ``vague``, those of ``time`` also ``earlier`` and
    ``later`` for "before" and "after". ``is_range`` doubts a match of ``range``.
    """

    word: str
    time: str
    range: str
    means: Callable[[Groups], Readings | None]
    is_range: Callable[[re.Match[str]], bool]
    past_hour: Callable[[str], int]

    def found(self, text: str) -> Iterator[NamedTime]:
        """The times of a text, in order."""
        words = [*compiled(self.word).finditer(text)]
        if not words:
            return
        near = max(0, words[0].start() - _BEFORE), min(len(text), words[-1].end() + _AFTER)
        times: list[NamedTime] = []
        if len(words) > 1:
            for match in compiled(rf"\b(?=\w)(?:{self.range})").finditer(text, *near):
                times += self._ends(match)
        # The ends of a range are no times by themselves.
        rest = text
        for time in times:
            rest = rest[: time.start] + "#" * (time.end - time.start) + rest[time.end :]
        for match in compiled(rf"\b(?=\w)(?:{self.time})").finditer(rest, *near):
            times += self._single(match)
        yield from sorted(times, key=attrgetter("start"))

    def _single(self, match: re.Match[str]) -> Iterator[NamedTime]:
        means = self.means(match.groupdict())
        if means is not None:
            back, on = self._reach(match)
            within = _around(means, back, on)
            words = match[0].removeprefix(match["since"] or match["until"] or "")
            yield NamedTime(*match.span(), words.strip(), means, within, bool(match["vague"]))

    def _reach(self, match: re.Match[str]) -> tuple[int, int]:
        """How many minutes before and after a time its words may mean."""
        since, until = match["since"] is not None, match["until"] is not None
        is_end = since or until
        before = match["earlier"] is not None and not is_end
        after = match["later"] is not None and not is_end
        loose = _ABOUT if match["vague"] is not None and not (before or after) else 0
        return _EVENING if until or before else loose, _EVENING if since or after else loose

    def _ends(self, match: re.Match[str]) -> Iterator[NamedTime]:
        if not self.is_range(match):
            return
        first, last = _with_prefix(match, "first_"), _with_prefix(match, "last_")
        begun = self.means(first)
        ended = None if match["part"] else self.means(last)
        if match["part"] and begun:
            past_hour = self.past_hour(match["part"])
            ended = frozenset([(at - at % HOUR + past_hour) % DAY for at in begun])
        if not (begun and ended):
            return
        vague = bool(last["vague"])
        within = minutes_between(begun, ended, HOUR * bool(first["vague"]), HOUR * vague)
        start = match.start() if first["bare"] else match.start("first")  # "ten" alone is not a time
        words = match.string[start : match.end("first")]
        yield NamedTime(match.start(), match.end("first"), words, begun, within, bool(first["vague"]))
        yield NamedTime(match.end("first"), match.end(), match["last"], ended, within, vague)


def minutes_between(first: Readings, last: Readings, before: int = 0, after: int = 0) -> Readings:
    """The minutes from one time to another: "from eleven to midnight" is one hour, not thirteen."""
    durations = {at: _minutes_until(at, last) for at in first}
    least = min(durations.values())
    starts = [at for at, duration in durations.items() if duration == least]
    return _around(starts, before, least + after)


def _minutes_until(at: int, times: Readings) -> int:
    return min([(time - at) % DAY for time in times])


def _around(times: Iterable[int], before: int, after: int) -> Readings:
    """The minutes from some before each of these times to some after it."""
    minutes: set[int] = set()
    for at in times:
        minutes.update([(at + minute) % DAY for minute in range(-before, after + 1)])
    return frozenset(minutes)


def _with_prefix(match: re.Match[str], prefix: str) -> Groups:
    """The groups of a match whose names have a prefix, without it."""
    groups = match.groupdict().items()
    return {name.removeprefix(prefix): words for name, words in groups if name.startswith(prefix)}


def prefixed(pattern: str, prefix: str) -> str:
    """A pattern whose groups have names with a prefix, to be part of another one twice."""
    return pattern.replace("(?P<", f"(?P<{prefix}")


def window(times: Sequence[Readings]) -> tuple[int, int] | None:
    """From one time to another, if there are just two; the second may be after midnight.

    The nearest readings are meant.
    """
    if len(times) != 2:  # noqa: PLR2004 - a beginning and an end
        return None
    pairs = product(sorted(times[0]), sorted(times[1]))
    return min(pairs, key=lambda pair: (pair[1] - pair[0]) % DAY)
