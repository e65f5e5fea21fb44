"""Times of the clock that a text names: "ten to twelve", "11.50", "half past midnight", "minuit moins dix"."""

from collections.abc import Mapping

from casekit.language.spoken import english, french
from casekit.language.spoken.readings import NamedTime, TimeWords

_TIMES: Mapping[str, TimeWords] = {"en": english.TIMES, "fr": french.TIMES}


def spoken_times(text: str, language: str) -> tuple[NamedTime, ...]:
    """The times that a text names, in order; none in a language whose times are not known.

    A time that only bounds another one, as in "shortly before midnight", is left out.
    """
    return tuple(time for time in all_times(straightened(text), language) if not time.vague)


def straightened(text: str) -> str:
    """A text with single spaces and straight apostrophes."""
    return " ".join(text.replace("\u2019", "'").split())


def all_times(text: str, language: str) -> tuple[NamedTime, ...]:
    """The times that a straightened text names, those included that only bound another one."""
    words = _TIMES.get(language.partition("-")[0].casefold())
    return () if words is None else tuple(words.found(text))
