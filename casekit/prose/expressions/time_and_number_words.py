"""How a language names numbers and times of the clock, and what a time may mean.

Times are minutes since the day began. A language is a ``NumberWords`` and a ``TimeWords``: patterns whose
groups have names that are listed there, and functions that say what their words mean.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from casekit.language.suggestions import name_key
from casekit.values import frozen

HOUR = 60
"""The minutes of an hour."""

HALF_DAY = 12 * HOUR
DAY = 2 * HALF_DAY

HOURS_OF_HALF_DAY = 12

OPEN_RANGE_MINUTES = 8 * HOUR
"""How far "until ten" reaches back, and "from ten" on."""

ABOUT_MINUTES = HOUR // 2
"""How far "about ten" may be from ten."""

VAGUE_END_MINUTES = HOUR
"""How far a range with a vague end may go beyond it: "from shortly before ten to eleven"."""

CHARACTERS_BEFORE = 30
"""How many characters before the first word of a time are looked at."""

CHARACTERS_AFTER = 40
"""How many characters after the last word of a time are looked at."""

Readings = frozenset[int]
"""The times that words may mean: "ten" is 600 or 1320."""

Groups = Mapping[str, Any]
"""The words that the groups of a pattern match by their names, ``None`` for a group that matches nothing."""

HalfOfDay = Literal["morning", "afternoon"]


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of words, made when it is first used.

    Most commands read no prose, and no document is in several languages.
    """
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


def prefixed(pattern: str, prefix: str) -> str:
    """A pattern whose groups have names with a prefix, to be part of another one twice."""
    return pattern.replace("(?P<", f"(?P<{prefix}")


# --- numbers -------------------------------------------------------------------------------------

NUMBER_OF_GROUP = {"half": 6, "both": 2, "dozen": 12}
"""The numbers of words that have a group of their own: "half a dozen", "both", "a dozen"."""

MULTIPLES = {"": 1, "hundred": 100, "thousand": 1000, "dozen": 12, "cent": 100, "mille": 1000, "douzaine": 12}
"""What a number is multiplied by for the word after it, in English and in French, without an ending -s."""

MINUTES_OF_GROUP = {"three": 45, "quarter": 15, "half": 30, "hour": 60}
"""The minutes of parts of an hour, by their groups: "three quarters of an hour"."""


def number_in(words: str, numbers: Mapping[str, int]) -> int:
    """The number that figures mean, or words that are in a table, whose keys are such as ``twenty-one``."""
    if words.isdecimal():
        return int(words)
    return numbers["-".join(name_key(words).split()).removeprefix("a-")]


class NumberInText(NamedTuple):
    """A number that a text names."""

    match: re.Match[str]
    number: int
    counts: bool
    """Whether it is surely one of things that are counted.

    "One" is mostly a pronoun or an article, and a number after "cabin" or "page" counts nothing.
    """


@frozen
class NumberWords:
    """How a language names numbers."""

    number: str
    """The pattern of a number. All of these groups are in it:

    | group | matches | example |
    |---|---|---|
    | ``word`` | a number in words, a key of ``numbers`` | "twenty-one" |
    | ``figures`` | a number in figures | "21" |
    | ``large`` | after these, a key of ``MULTIPLES`` | "two **hundred**" |
    | ``both``, ``dozen``, and maybe ``half`` | a number of ``NUMBER_OF_GROUP`` | "both" |
    | ``loose`` | a key of ``loose_numbers`` | "nobody" |
    | ``label`` | the word before a number that counts nothing | "**cabin** 12" |
    | ``only`` | a word that makes "one" a number | "**only** one" |
    """
    duration: str
    """The pattern of a part of an hour, which ends with one of the groups of ``MINUTES_OF_GROUP``."""
    numbers: Mapping[str, int]
    """The numbers from one to ninety-nine, by their words."""
    loose_numbers: Mapping[str, int]
    """Words that mean a number and surely count nothing, with that number."""

    def found(self, text: str) -> Iterator[NumberInText]:
        """The numbers that a text names."""
        for match in compiled(self.number).finditer(text):
            number = self._value(match)
            counts_nothing = match["loose"] or match["label"] or (number == 1 and not match["only"])
            yield NumberInText(match, number, not counts_nothing)

    def durations(self, text: str) -> Iterator[tuple[re.Match[str], int]]:
        """The parts of an hour that a text names, in minutes."""
        for match in compiled(self.duration).finditer(text):
            yield match, MINUTES_OF_GROUP[match.lastgroup or "hour"]

    def _value(self, match: re.Match[str]) -> int:
        if match["loose"]:
            return self.loose_numbers[" ".join(name_key(match["loose"]).split())]
        if match.lastgroup in NUMBER_OF_GROUP:
            return NUMBER_OF_GROUP[match.lastgroup]
        word = "-".join(name_key(match["word"] or "").split())
        number = int(match["figures"]) if match["figures"] else self.numbers[word]
        return number * MULTIPLES[name_key(match["large"] or "").rstrip("s")]


# --- times ---------------------------------------------------------------------------------------


@frozen(slots=True)
class NamedTime:
    """A time that a text names."""

    start: int
    """Its first character in the text."""
    end: int
    """The character after its last."""
    words: str
    """The words that name it, without those that make it the end of a range: "ten" of "until ten"."""
    readings: Readings
    """The times that these words may mean."""
    within: Readings
    """The minutes that may be meant in all.

    They are more than the readings if the time is vague, as "about ten" is, or one end of a range: those of
    "from ten to eleven" are all minutes between.
    """
    vague: bool
    """Whether it only bounds another time, as in "shortly before ten", or is about it."""


@frozen
class TimeWords:
    """How a language names times."""

    word: str
    """The pattern of a word that is in every time, and twice in every range: other texts are not read."""
    time: str
    """The pattern of a time that is not one of two ends. These groups are in it:

    | group | matches | example |
    |---|---|---|
    | ``since`` | the words before the beginning of a range | "**from** ten" |
    | ``until`` | the words before the end of a range | "**until** ten" |
    | ``vague`` | the words of a time that is vague | "**about** ten" |
    | ``earlier`` | "before", in ``vague`` | "shortly **before** ten" |
    | ``later`` | "after", in ``vague`` | "shortly **after** ten" |

    The others are those that ``means`` reads.
    """
    range: str
    """The pattern of a range, with these groups:

    | group | matches | example |
    |---|---|---|
    | ``first`` | the first time | "between **ten** and eleven" |
    | ``last`` | the second time | "between ten and **eleven**" |
    | ``part`` | the second time, if it is in the hour of the first | "from ten to **half past**" |
    | ``first_...`` | the groups of the first time, as in ``time`` | |
    | ``last_...`` | the groups of the second time, as in ``time`` | |
    | ``first_bare``, ``last_bare`` | a number, which alone is not a time | "**ten** to eleven" |

    The others are those that ``is_range`` reads.
    """
    means: Callable[[Groups], Readings | None]
    """What the groups of a time mean, ``None`` if they are not a time."""
    is_range: Callable[[re.Match[str]], bool]
    """Whether a match of ``range`` is a range: "ten to twelve" may be a time."""
    past_hour: Callable[[str], int]
    """The minutes past the hour that words of ``part`` mean: 30 for "half past"."""

    def found(self, text: str) -> Iterator[NamedTime]:
        """The times of a text, in order."""
        words = [*compiled(self.word).finditer(text)]
        if not words:
            return
        start = max(0, words[0].start() - CHARACTERS_BEFORE)
        end = min(len(text), words[-1].end() + CHARACTERS_AFTER)
        times: list[NamedTime] = []
        if len(words) > 1:
            for match in compiled(rf"\b(?=\w)(?:{self.range})").finditer(text, start, end):
                times += self._ends_of_range(match)
        # The ends of a range are no times by themselves.
        text_without_ranges = text
        for time in times:
            blank = "#" * (time.end - time.start)
            text_without_ranges = text_without_ranges[: time.start] + blank + text_without_ranges[time.end :]
        for match in compiled(rf"\b(?=\w)(?:{self.time})").finditer(text_without_ranges, start, end):
            times += self._single_time(match)
        yield from sorted(times, key=attrgetter("start"))

    def _single_time(self, match: re.Match[str]) -> Iterator[NamedTime]:
        """The time of a match of ``time``, if it is one."""
        meaning = self.means(match.groupdict())
        if meaning is None:
            return
        is_beginning, is_end = match["since"] is not None, match["until"] is not None
        is_alone = not is_beginning and not is_end
        is_earlier = is_alone and match["earlier"] is not None
        is_later = is_alone and match["later"] is not None
        is_about = match["vague"] is not None and not is_earlier and not is_later
        minutes_before = minutes_after = ABOUT_MINUTES if is_about else 0
        if is_end or is_earlier:
            minutes_before = OPEN_RANGE_MINUTES
        if is_beginning or is_later:
            minutes_after = OPEN_RANGE_MINUTES
        words = match[0].removeprefix(match["since"] or match["until"] or "").strip()
        within = _minutes_around(meaning, minutes_before, minutes_after)
        yield NamedTime(*match.span(), words, meaning, within, bool(match["vague"]))

    def _ends_of_range(self, match: re.Match[str]) -> Iterator[NamedTime]:
        """The two times of a match of ``range``; none if it is not a range."""
        if not self.is_range(match):
            return
        first_groups, last_groups = _groups_with_prefix(match, "first_"), _groups_with_prefix(match, "last_")
        first = self.means(first_groups)
        last = None if match["part"] else self.means(last_groups)
        if match["part"] and first:
            past_hour = self.past_hour(match["part"])
            last = frozenset([(time - time % HOUR + past_hour) % DAY for time in first])
        if not first or not last:
            return
        first_is_vague, last_is_vague = bool(first_groups["vague"]), bool(last_groups["vague"])
        within = minutes_between(
            first,
            last,
            before=VAGUE_END_MINUTES if first_is_vague else 0,
            after=VAGUE_END_MINUTES if last_is_vague else 0,
        )
        # A bare number is not a time without the words before it.
        words_start = match.start() if first_groups["bare"] else match.start("first")
        first_words = match.string[words_start : match.end("first")]
        yield NamedTime(match.start(), match.end("first"), first_words, first, within, first_is_vague)
        yield NamedTime(match.end("first"), match.end(), match["last"], last, within, last_is_vague)


def _groups_with_prefix(match: re.Match[str], prefix: str) -> Groups:
    """The groups of a match whose names have a prefix, without it."""
    groups = match.groupdict().items()
    return {name.removeprefix(prefix): words for name, words in groups if name.startswith(prefix)}


# --- what times mean -----------------------------------------------------------------------------


def readings(hour: int, minute: int, half: HalfOfDay | None = None) -> Readings:
    """An hour, and minutes after it or, below 0, before it.

    An hour from 1 to 12 may be one of either half of the day if it is not said which: ``readings(10, 30)`` is
    630 and 1350. ``readings(12, 0, "morning")`` is 0, which is midnight.
    """
    time = hour % HOURS_OF_HALF_DAY * HOUR + minute
    morning, afternoon = time % DAY, (time + HALF_DAY) % DAY
    if half is not None:
        return frozenset([morning if half == "morning" else afternoon])
    if 1 <= hour <= HOURS_OF_HALF_DAY:
        return frozenset([morning, afternoon])
    return exact_reading(hour, minute)


def exact_reading(hour: int, minute: int) -> Readings:
    """An hour from 0 to 24, and minutes after it or, below 0, before it."""
    return frozenset([(hour * HOUR + minute) % DAY])


def minutes_between(first: Readings, last: Readings, before: int = 0, after: int = 0) -> Readings:
    """The minutes from one time to another, with some ``before`` and ``after``.

    The nearest readings are meant: "from eleven to midnight" is one hour, not thirteen.
    """
    durations = {time: _minutes_until(time, last) for time in first}
    shortest = min(durations.values())
    starts = [time for time, duration in durations.items() if duration == shortest]
    return _minutes_around(starts, before, shortest + after)


def window(times: Sequence[Readings]) -> tuple[int, int] | None:
    """From one time to another, if there are just two; the second may be after midnight.

    The nearest readings are meant.
    """
    if len(times) != 2:  # noqa: PLR2004 - a beginning and an end
        return None
    pairs = product(sorted(times[0]), sorted(times[1]))
    return min(pairs, key=lambda pair: (pair[1] - pair[0]) % DAY)


def _minutes_until(start: int, times: Readings) -> int:
    """The minutes from a time to the first of others."""
    return min([(time - start) % DAY for time in times])


def _minutes_around(times: Iterable[int], before: int, after: int) -> Readings:
    """The minutes from some before each of these times to some after it."""
    minutes: set[int] = set()
    for time in times:
        minutes.update([(time + offset) % DAY for offset in range(-before, after + 1)])
    return frozenset(minutes)
