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
    finder = _FINDERS.get(language.partition("-")[0].casefold())
    if finder is None:
        return ()
    even = " ".join(text.replace("\u2019", "'").split())
    return tuple(SpokenTime(match[0].strip(), readings) for match, readings in finder(even))
