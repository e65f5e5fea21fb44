"""Numbers that a text names: "two", "half a dozen", "trois", "12"."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from casekit.language.spoken import english_numbers, french_numbers
from casekit.language.spoken.spoken_times import all_times, straightened

Found = Iterator[tuple[re.Match[str], int, bool]]
Durations = Iterator[tuple[re.Match[str], int]]

_FINDERS: Mapping[str, tuple[Callable[[str], Found], Callable[[str], Durations]]] = {
    "en": (english_numbers.found, english_numbers.durations),
    "fr": (french_numbers.found, french_numbers.durations),
}


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """A number as a text names it; ``counts`` if it surely counts something.

    "One" may be a pronoun, and in "cabin 12" nothing is counted.
    """

    words: str
    number: int
    counts: bool


def spoken_numbers(text: str, language: str) -> tuple[SpokenNumber, ...]:
    """The numbers that a text names and that are no time of the clock; none in a language whose numbers are not known.

    Parts of an hour are in minutes.
    """
    finders = _FINDERS.get(language.partition("-")[0].casefold())
    if finders is None:
        return ()
    numbers, durations = finders
    rest = straightened(text)
    for time in all_times(rest, language):
        rest = _without(rest, time.start, time.end)
    told = [(match.start(), match[0].strip(), minutes, True) for match, minutes in durations(rest)]
    for match, _ in durations(rest):
        rest = _without(rest, *match.span())
    told += [(match.start(), match[0].strip(), number, counts) for match, number, counts in numbers(rest)]
    return tuple(SpokenNumber(words, number, counts) for _, words, number, counts in sorted(told))


def _without(text: str, start: int, end: int) -> str:
    """A text of the same length without some of its words."""
    return text[:start] + "#" * (end - start) + text[end:]
