"""Mentions in prose: times of the clock, numbers and negations. A game adds its people and places."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from casekit.asking.review.printed_text import PrintedText, Stretch
from casekit.asking.review.reviewed import Kind
from casekit.language.spoken.spoken_words import all_times, spoken_negations, spoken_numbers, straightened


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
    return (*_times(printed, language), *_numbers(printed, language), *_negations(printed, language))


def _times(printed: PrintedText, language: str) -> Iterator[Mention]:
    at = 0
    for time in all_times(straightened(printed.text), language):
        stretch = printed.find_words(time.words, at)
        if stretch is not None:
            at = stretch.end
            yield Mention(
                "time",
                printed.text[stretch.start : stretch.end],
                stretch,
                time.readings,
                not time.vague,
                time.within,
            )


def _numbers(printed: PrintedText, language: str) -> Iterator[Mention]:
    at = 0
    for number in spoken_numbers(printed.text, language):
        stretch = printed.find_words(number.words, at)
        if stretch is not None:
            at = stretch.end
            words = printed.text[stretch.start : stretch.end]
            yield Mention("number", words, stretch, frozenset((number.number,)), sure=number.counts)


def _negations(printed: PrintedText, language: str) -> Iterator[Mention]:
    for start, end in spoken_negations(printed.text, language) or ():
        yield Mention("negation", printed.text[start:end], Stretch(start, end))
