"""Times of the clock that a text names: "ten to twelve", "11.50", "half past midnight", "minuit moins dix"."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from casekit.language.spoken import english_times, french_times
from casekit.language.spoken.readings import Readings

Finder = Callable[[str], Iterator[tuple[re.Match[str], Readings]]]

_FINDERS: Mapping[str, Finder] = {"en": english_times.found, "fr": french_times.found}


@dataclass(frozen=True, slots=True)
class SpokenTime:
    """A time as a text names it. ``readings`` are what it may mean, in minutes since midnight."""

    words: str
    readings: Readings


def spoken_times(text: str, language: str) -> tuple[SpokenTime, ...]:
    """The times that a text names, in order; none in a language whose times are not known.

    A time that only bounds another one, as in "shortly before midnight", is left out.
    """
    found = _found(straightened(text), language)
    return tuple(SpokenTime(match[0].strip(), means) for match, means in found if not match["vague"])


def straightened(text: str) -> str:
    """A text with single spaces and straight apostrophes."""
    return " ".join(text.replace("\u2019", "'").split())


def time_matches(text: str, language: str) -> tuple[re.Match[str], ...]:
    """Where a straightened text names times, those included that only bound another one."""
    return tuple(match for match, _ in _found(text, language))


def _found(text: str, language: str) -> Iterator[tuple[re.Match[str], Readings]]:
    finder = _FINDERS.get(language.partition("-")[0].casefold())
    return iter(()) if finder is None else finder(text)
