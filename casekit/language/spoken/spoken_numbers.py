"""Numbers that a text names: "two", "half a dozen", "trois", "12"."""

from collections.abc import Mapping
from dataclasses import dataclass

from casekit.language.spoken import english, french
from casekit.language.spoken.readings import NumberWords
from casekit.language.spoken.spoken_times import all_times, straightened

_NUMBERS: Mapping[str, NumberWords] = {"en": english.NUMBER_WORDS, "fr": french.NUMBER_WORDS}


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """A number as a text names it; ``counts`` if it surely counts something.

    "One" may be a pronoun, and in "cabin 12" nothing is counted.
    """

    words: str
    number: int
    counts: bool


def spoken_numbers(text: str, language: str) -> tuple[SpokenNumber, ...]:
    """The numbers that a text names and that are not times of the clock; none in a language whose numbers are not known.

    Parts of an hour are in minutes.
    """
    words = _NUMBERS.get(language.partition("-")[0].casefold())
    if words is None:
        return ()
    rest = straightened(text)
    for time in all_times(rest, language):
        rest = _without(rest, time.start, time.end)
    durations = list(words.durations(rest))
    named = [(match.start(), match[0].strip(), minutes, True) for match, minutes in durations]
    for match, _ in durations:
        rest = _without(rest, *match.span())
    named += [
        (match.start(), match[0].strip(), number, counts) for match, number, counts in words.found(rest)
    ]
    return tuple(SpokenNumber(said, number, counts) for _, said, number, counts in sorted(named))


def _without(text: str, start: int, end: int) -> str:
    """A text of the same length without some of its words."""
    return text[:start] + "#" * (end - start) + text[end:]
