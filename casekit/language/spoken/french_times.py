"""How French names times of the clock."""

import re
from collections.abc import Iterator

from casekit.language.spoken.french_numbers import NUMBERS
from casekit.language.spoken.readings import DAY, HALF_DAY, HOUR, Readings, readings

_NUMBERS = {word: number for word, number in NUMBERS.items() if number < HOUR}

_WORDS = "|".join(sorted(_NUMBERS, key=len, reverse=True)).replace("-", "[- ]")

_TIME = re.compile(
    rf"""
    (?P<vague>\b(?:avant|après|vers|environ|presque|passé|près\ de|autour\ de)\s)?
    (?:
        (?P<named>\bminuit|\bmidi)
      | (?:(?<!\d)(?P<figures>\d{{1,2}})\s?(?:h\b|h(?=\s?\d)|heures?\b)|\b(?P<hour>{_WORDS})\sheures?\b)
      | (?<![\d.:])(?P<plain>\d{{1,2}}):(?=[0-5]\d(?!\d))
    )
    (?:
        \s(?P<less>moins)\s(?P<minus>le\squart|(?:{_WORDS})\b|\d{{1,2}}\b)
      | \set\s(?P<part>quart|demie?)\b
      | \s?(?P<minutes>[0-5]\d)(?!\d)
      | \s(?P<spoken>{_WORDS})\b(?!\sheures?\b)
    )?
    (?:\s(?P<half>du\smatin|du\ssoir|de\sl'après-midi|de\sla\snuit))?
    """,
    re.IGNORECASE | re.VERBOSE,
)


def found(text: str) -> Iterator[tuple[re.Match[str], Readings]]:
    """The times that a text names; a match has a group ``vague`` if it only bounds another time."""
    for match in _TIME.finditer(text):
        hour = _hour(match)
        if hour <= DAY // HOUR:
            yield match, _at(hour, _minutes(match), match)


def _hour(match: re.Match[str]) -> int:
    if match["named"]:
        return 0 if match["named"].lower() == "minuit" else HALF_DAY // HOUR
    return _number(match["figures"] or match["plain"] or match["hour"])


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
