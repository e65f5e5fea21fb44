"""How French names numbers and times of the clock."""

import re

from casekit.language.suggestions import name_key
from casekit.prose.expressions.time_and_number_words import (
    DAY,
    HALF_DAY,
    HOUR,
    Groups,
    NumberWords,
    Readings,
    TimeWords,
    number_in,
    prefixed,
    readings,
)

_FIRST = (
    *("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    *("onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
_REGULAR = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60}
_TENS = _REGULAR | {"quatre-vingt": 80}


def _numbers() -> dict[str, int]:
    """The numbers from one to ninety-nine, by their words."""
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

_NUMBER_WORDS = "|".join(sorted(_NUMBERS, key=len, reverse=True)).replace("-", "[- ]")
_LABELS = (
    "cabines?|places?|numéros?|n°|ponts?|chambres?|pages?|tables?|zones?|bobines?|quais?|chapitres?|portes?|actes?"
    "|scènes?|cartes?|rangs?|lignes?|crochets?|casiers?|trous?|suites?|étages?|niveaux?|salles?"
)

NUMBER_WORDS = NumberWords(
    number=rf"""
    (?P<label>\b(?:{_LABELS})\s)?
    (?:
        (?:\b(?P<word>{_NUMBER_WORDS})\b(?P<only>\sseule?s?\b)?|(?<![\d.,:])(?P<figures>\d{{1,3}})(?![\d%]|[.,:]\d|\s?h\b))
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
    loose={"personne": 0, "aucun": 0, "aucune": 0, "couple": 2, "paire": 2},
)

_MINUTE_WORDS = {word: number for word, number in _NUMBERS.items() if number < HOUR}

_WORDS = "|".join(sorted((*_FIRST, "une"), key=len, reverse=True))
_WORDS = f"(?:{'|'.join(tuple(_REGULAR)[:4])})(?:-(?:et-une?|une|{'|'.join(_FIRST[:9])}))?|{_WORDS}".replace(
    "-", "[- ]"
)

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
_BARE = rf"(?:\b(?:{_WORDS})\b|\b\d{{1,2}}\b)(?!\s?(?:h\b|heures?\b|:\d))"
_END = rf"{_VAGUE}?(?:(?:{_NAMED}){_MORE}|(?P<bare>{_BARE}))"


_HALVES = {"matin": 0, "soir": 1, "midi": 1}


def _means(match: Groups) -> Readings | None:
    if match["named"]:
        return readings(12, _minutes(match), int(name_key(match["named"]) == "midi"))
    hour = number_in(match["figures"] or match["plain"] or match["hour"] or match["bare"], _MINUTE_WORDS)
    said = name_key(match["half"] or "")
    half = next((each for word, each in _HALVES.items() if word in said and hour <= HALF_DAY // HOUR), None)
    return readings(hour, _minutes(match), half) if hour <= DAY // HOUR else None


def _is_range(match: re.Match[str]) -> bool:
    """Whether what may be two times is a range; one of them, at least, says that it is an hour."""
    first, last = (match[f"{end}_bare"] == match[end] for end in ("first", "last"))
    joint = name_key(match["joint"] or "-")
    if name_key(match["open"] or "").strip() == "entre":
        return joint in {"et", "à"} and not (first and last)
    return joint != "et" and not last and (not first or match["open"] is not None)


def _past_hour(part: str) -> int:
    """The minutes from the hour that was just named."""
    return HOUR // 2 if "demie" in name_key(part) else HOUR // 4


def _minutes(match: Groups) -> int:
    if match["minus"]:
        return -(
            HOUR // 4
            if "quart" in name_key(match["minus"]) and "le" in name_key(match["minus"])
            else number_in(match["minus"], _MINUTE_WORDS)
        )
    if match["part"]:
        return HOUR // 4 if name_key(match["part"]) == "quart" else HOUR // 2
    written = match["minutes"] or match["spoken"]
    return number_in(written, _MINUTE_WORDS) if written else 0


TIMES = TimeWords(
    word=rf"\b(?:minuit|midi|demie?|quart|une|{'|'.join((*_FIRST, *_REGULAR))})|\d",
    time=rf"""
    (?:(?P<since>\b(?:depuis|dès|à\spartir\s(?:de\s|d'))\s?)|(?P<until>\bjusqu(?:e\s|'à\s)))?
    {_VAGUE}?(?:{_NAMED}){_MORE}
    """,
    range=rf"""
    (?:\b(?P<open>de\s|d'|depuis\s|dès\s|entre\s))?
    (?P<first>{prefixed(_END, "first_")})
    (?:\s(?P<joint>à|jusqu'à|et)\s|\s?[-\u2013\u2014]\s?)
    (?P<last>(?P<part>la\sdemie|le\squart)\b|{prefixed(_END, "last_")})
    """,
    means=_means,
    is_range=_is_range,
    past_hour=_past_hour,
)
