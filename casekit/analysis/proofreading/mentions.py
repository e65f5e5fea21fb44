"""People, times, numbers and negations that a printed text names."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from casekit.analysis.proofreading.marked_text import MarkedText, TextRange
from casekit.analysis.proofreading.review import Kind
from casekit.prose.expressions.recognizer import all_times, find_negations, find_numbers, straightened
from casekit.values import frozen


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
