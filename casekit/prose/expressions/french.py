"""How French names numbers and times of the clock.

``TIMES`` and ``NUMBER_WORDS`` are put together from patterns for their parts. ``TimeWords`` and
``NumberWords`` list the groups that they must have.
"""

import re

from casekit.language.suggestions import name_key
from casekit.prose.expressions.time_and_number_words import (
    DAY,
    HOUR,
    HOURS_OF_HALF_DAY,
    Groups,
    HalfOfDay,
    NumberWords,
    Readings,
    TimeWords,
    number_in,
    prefixed,
    readings,
)

# --- numbers -------------------------------------------------------------------------------------

_FIRST = (
    *("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    *("onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
_REGULAR = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60}
_TENS = _REGULAR | {"quatre-vingt": 80}


def _numbers() -> dict[str, int]:
    """The numbers from one to ninety-nine, by their words: ``vingt-et-un`` is 21."""
    numbers = {word: number for number, word in enumerate(_FIRST, 1)} | _TENS | {"quatre-vingts": 80}
    for ten, tens in _TENS.items():
        # After sixty and eighty, French counts on to nineteen.
        ones = _FIRST if tens in {60, 80} else _FIRST[:9]
        numbers |= {f"{ten}-{one}": tens + number for number, one in enumerate(ones, 1)}
    numbers |= {f"{ten}-et-un": tens + 1 for ten, tens in _REGULAR.items()}
    numbers |= {"soixante-et-onze": 71}
    feminine = [(name, number) for name, number in numbers.items() if name.endswith("un")]
    numbers |= {name.removesuffix("un") + "une": number for name, number in feminine}
    return numbers


_NUMBERS = _numbers()

_NUMBER_IN_WORDS = "|".join(sorted(_NUMBERS, key=len, reverse=True)).replace("-", "[- ]")
"""A number from one to ninety-nine, the longest first: "dix-sept" is not "dix"."""

_LABELS = (
    "cabines?|places?|numéros?|n°|ponts?|chambres?|pages?|tables?|zones?|bobines?|quais?|chapitres?|portes?|actes?"
    "|scènes?|cartes?|rangs?|lignes?|crochets?|casiers?|trous?|suites?|étages?|niveaux?|salles?"
)
"""Words before a number that names something, and counts nothing."""

NUMBER_WORDS = NumberWords(
    number=rf"""
    (?P<label>\b(?:{_LABELS})\s)?
    (?:
        (?:\b(?P<word>{_NUMBER_IN_WORDS})\b(?P<only>\sseule?s?\b)?|(?<![\d.,:])(?P<figures>\d{{1,3}})(?![\d%]|[.,:]\d|\s?h\b))
        (?:\s(?P<large>cents?|mille|douzaines?)\b)?
      | (?P<dozen>\bune\sdouzaine\b)
      | (?P<both>\b(?:les|tous|toutes\sles)\sdeux\b)
      | (?P<loose>\b(?:personne|aucune?|couple|paire)\b)
    )
""",
    duration=(
        r"(?P<three>\btrois\s+quarts\s+d'heure\b)|(?P<quarter>\b(?:un\s+)?quart\s+d'heure\b)"
        r"|(?P<half>\b(?:une\s+)?demi-heure\b)|(?P<hour>\bune\s+heure\b)"
    ),
    numbers=_NUMBERS,
    loose_numbers={"personne": 0, "aucun": 0, "aucune": 0, "couple": 2, "paire": 2},
)

# --- times ---------------------------------------------------------------------------------------

_HOUR_AND_MINUTE_NUMBERS = {word: number for word, number in _NUMBERS.items() if number < HOUR}

_HALVES: dict[str, HalfOfDay] = {"matin": "morning", "soir": "afternoon", "midi": "afternoon"}
"""The halves of the day by words that name a part of it: "du matin", "de l'après-midi"."""

_BELOW_TWENTY = "|".join(sorted((*_FIRST, "une"), key=len, reverse=True))
_FROM_TWENTY = f"(?:{'|'.join(tuple(_REGULAR)[:4])})(?:-(?:et-une?|une|{'|'.join(_FIRST[:9])}))?"
_HOUR_OR_MINUTE = f"{_FROM_TWENTY}|{_BELOW_TWENTY}".replace("-", "[- ]")
"""A number below sixty in words, the longest first."""

_VAGUE = r"(?P<vague>\b(?:(?:peu|juste|bien)\s)?(?:(?P<earlier>avant)|(?P<later>après|passé)|vers|environ|presque|près\sde|autour\sde)\s)"
# Each line is one way to name an hour: "minuit", "11 h" or "onze heures", "11:40".
_NAMED = r"""
        (?P<named>\bminuit|\bmidi)
      | (?:(?<!\d)(?P<figures>\d{1,2})\s?(?:h\b|h(?=\s?\d)|heures?\b)|\b(?P<hour>WORDS)\sheures?\b)
      | (?<![\d.:])(?P<plain>\d{1,2}):(?=[0-5]\d(?!\d))
""".replace("WORDS", _HOUR_OR_MINUTE)

# What may be after it: "moins le quart", "et demie", "40", "quarante"; then "du soir".
_AFTER_HOUR = rf"""
    (?:
        \s(?P<less>moins)\s(?P<minus>le\squart|(?:{_HOUR_OR_MINUTE})\b|\d{{1,2}}\b)
      | \set\s(?P<part>quart|demie?)\b
      | \s?(?P<minutes>[0-5]\d)(?!\d)
      | \s(?P<spoken>{_HOUR_OR_MINUTE})\b(?!\sheures?\b)
    )?
    (?:\s(?P<half>du\smatin|du\ssoir|de\sl'après-midi|de\sla\snuit))?
"""

_BARE = rf"(?:\b(?:{_HOUR_OR_MINUTE})\b|\b\d{{1,2}}\b)(?!\s?(?:h\b|heures?\b|:\d))"
"""A number that is an hour if something around it says so."""

_END_OF_RANGE = rf"{_VAGUE}?(?:(?:{_NAMED}){_AFTER_HOUR}|(?P<bare>{_BARE}))"


# --- ranges --------------------------------------------------------------------------------------


def _is_range(match: re.Match[str]) -> bool:
    """Whether what may be two times is a range; one of them, at least, says that it is an hour.

    ``open`` is the word before the first time, ``joint`` the word between the two, ``-`` for a dash.
    """
    first_is_bare = match["first_bare"] == match["first"]
    last_is_bare = match["last_bare"] == match["last"]
    opening, joint = name_key(match["open"] or "").strip(), name_key(match["joint"] or "-")
    if opening == "entre":
        return joint in {"et", "à"} and not (first_is_bare and last_is_bare)
    return joint != "et" and not last_is_bare and (not first_is_bare or match["open"] is not None)


def _past_hour(part: str) -> int:
    """The minutes from the hour that was just named: "la demie", "le quart"."""
    return HOUR // 2 if "demie" in name_key(part) else HOUR // 4


# --- what times mean -----------------------------------------------------------------------------


def _means(groups: Groups) -> Readings | None:
    """The times that the groups of ``_NAMED`` and ``_AFTER_HOUR`` may mean."""
    if groups["named"]:
        is_noon = name_key(groups["named"]) == "midi"
        return readings(12, _minutes(groups), "afternoon" if is_noon else "morning")
    words = groups["figures"] or groups["plain"] or groups["hour"] or groups["bare"]
    hour = number_in(words, _HOUR_AND_MINUTE_NUMBERS)
    if hour > DAY // HOUR:
        return None
    half = _half_of_day(groups["half"]) if hour <= HOURS_OF_HALF_DAY else None
    return readings(hour, _minutes(groups), half)


def _half_of_day(words: str | None) -> HalfOfDay | None:
    """The half of the day that words such as "du soir" name, if they do."""
    part_of_day = name_key(words or "")
    for word, half in _HALVES.items():
        if word in part_of_day:
            return half
    return None


def _minutes(groups: Groups) -> int:
    """The minutes after the hour or, below 0, before it, that the words after it say."""
    if groups["minus"]:
        words = name_key(groups["minus"])
        if "quart" in words and "le" in words:
            return -(HOUR // 4)
        return -number_in(groups["minus"], _HOUR_AND_MINUTE_NUMBERS)
    if groups["part"]:
        return HOUR // 4 if name_key(groups["part"]) == "quart" else HOUR // 2
    written = groups["minutes"] or groups["spoken"]
    return number_in(written, _HOUR_AND_MINUTE_NUMBERS) if written else 0


TIMES = TimeWords(
    word=rf"\b(?:minuit|midi|demie?|quart|une|{'|'.join((*_FIRST, *_REGULAR))})|\d",
    time=rf"""
    (?:(?P<since>\b(?:depuis|dès|à\spartir\s(?:de\s|d'))\s?)|(?P<until>\bjusqu(?:e\s|'à\s)))?
    {_VAGUE}?(?:{_NAMED}){_AFTER_HOUR}
    """,
    range=rf"""
    (?:\b(?P<open>de\s|d'|depuis\s|dès\s|entre\s))?
    (?P<first>{prefixed(_END_OF_RANGE, "first_")})
    (?:\s(?P<joint>à|jusqu'à|et)\s|\s?[-\u2013\u2014]\s?)
    (?P<last>(?P<part>la\sdemie|le\squart)\b|{prefixed(_END_OF_RANGE, "last_")})
    """,
    means=_means,
    is_range=_is_range,
    past_hour=_past_hour,
)
