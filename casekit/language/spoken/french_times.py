"""How French names times of the clock."""

import re

from casekit.language.spoken.french_numbers import NUMBERS
from casekit.language.spoken.readings import DAY, HALF_DAY, HOUR, Readings, TimeWords, readings, unnamed

_NUMBERS = {word: number for word, number in NUMBERS.items() if number < HOUR}

_WORDS = "|".join(sorted(_NUMBERS, key=len, reverse=True)).replace("-", "[- ]")

_VAGUE = r"(?P<vague>\b(?:(?:peu|juste|bien)\s)?(?:(?P<earlier>avant)|(?P<later>après|passé)|vers|environ|presque|près\sde|autour\sde)\s)"
_NAMED = r"""
        (?P<named>\bminuit|\bmidi)
      | (?:(?<!\d)(?P<figures>\d{1,2})\s?(?:h\b|h(?=\s?\d)|heures?\b)|\b(?P<hour>WORDS)\sheures?\b)
      | (?<![\d.:])(?P<plain>\d{1,2}):(?=[0-5]\d(?!\d))
""".replace("WORDS", _WORDS)
_MORE = rf"""
    (?:
        \s(?P<less>moins)\s(?P<minus>le\squart|(?:{_WORDS})\b|\d{{1,2}}\b)
      | \set\s(?P<part>quart|demie?)\b
      | \s?(?P<minutes>[0-5]\d)(?!\d)
      | \s(?P<spoken>{_WORDS})\b(?!\sheures?\b)
    )?
    (?:\s(?P<half>du\smatin|du\ssoir|de\sl'après-midi|de\sla\snuit))?
"""
_TIME = re.compile(
    rf"""
    (?:(?P<since>\b(?:depuis|dès|à\spartir\s(?:de\s|d'))\s?)|(?P<until>\bjusqu(?:e\s|'à\s)))?
    {_VAGUE}?(?:{_NAMED}){_MORE}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BARE = rf"(?:\b(?:{_WORDS})\b|\b\d{{1,2}}\b)(?!\s?(?:h\b|heures?\b|:\d))"
_END = rf"{_VAGUE}?(?:(?:{_NAMED}){_MORE}|(?P<bare>{_BARE}))"
_RANGE = re.compile(
    rf"""
    (?:\b(?P<open>de\s|d'|depuis\s|dès\s|entre\s))?
    (?P<first>{unnamed(_END)})
    (?:\s(?P<joint>à|jusqu'à|et)\s|\s?[-\u2013\u2014]\s?)
    (?P<last>(?P<part>la\sdemie|le\squart)\b|{unnamed(_END)})
    """,
    re.IGNORECASE | re.VERBOSE,
)


def _means(match: re.Match[str]) -> Readings | None:
    hour = _hour(match)
    return _at(hour, _minutes(match), match) if hour <= DAY // HOUR else None


def _is_range(match: re.Match[str]) -> bool:
    """Whether what may be two times is a range; one of them, at least, says that it is an hour."""
    first, last = (re.fullmatch(_BARE, match[end], re.IGNORECASE) is not None for end in ("first", "last"))
    joint = (match["joint"] or "-").lower()
    if (match["open"] or "").lower().strip() == "entre":
        return joint in {"et", "à"} and not (first and last)
    return joint != "et" and not last and (not first or match["open"] is not None)


def _past_hour(part: str) -> int:
    """The minutes from the hour that was just named."""
    return HOUR // 2 if "demie" in part.lower() else HOUR // 4


def _hour(match: re.Match[str]) -> int:
    if match["named"]:
        return 0 if match["named"].lower() == "minuit" else HALF_DAY // HOUR
    return _number(match["figures"] or match["plain"] or match["hour"] or match["bare"])


def _minutes(match: re.Match[str]) -> int:
    if match["minus"]:
        return -(
            HOUR // 4
            if "quart" in match["minus"].lower() and "le" in match["minus"].lower()
            else _number(match["minus"])
        )
    if match["part"]:
        return HOUR // 4 if match["part"].lower() == "quart" else HOUR // 2
    written = match["minutes"] or match["spoken"]
    return _number(written) if written else 0


def _at(hour: int, minutes: int, match: re.Match[str]) -> Readings:
    half = (match["half"] or "").lower()
    if match["named"] or hour > HALF_DAY // HOUR:
        return readings(hour, minutes, exact=True)
    if "matin" in half:
        return readings(hour % (HALF_DAY // HOUR), minutes, exact=True)
    if "soir" in half or "midi" in half:
        return readings(hour % (HALF_DAY // HOUR) + HALF_DAY // HOUR, minutes, exact=True)
    return readings(hour, minutes)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _NUMBERS[text.lower().replace(" ", "-")]


TIMES = TimeWords(_TIME, re.compile(_END, re.IGNORECASE | re.VERBOSE), _RANGE, _means, _is_range, _past_hour)
