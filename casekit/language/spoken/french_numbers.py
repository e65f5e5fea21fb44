"""How French names numbers."""

import re
from collections.abc import Iterator

_FIRST = (
    *("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    *("onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
_REGULAR = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60}
_TENS = _REGULAR | {"quatre-vingt": 80}

NUMBERS = {word: number for number, word in enumerate(_FIRST, 1)} | _TENS | {"quatre-vingts": 80}
NUMBERS |= {
    f"{ten}-{one}": tens + number
    for ten, tens in _TENS.items()
    for number, one in enumerate(_FIRST[: 19 if tens in {60, 80} else 9], 1)
}
NUMBERS |= {f"{ten}-et-un": tens + 1 for ten, tens in _REGULAR.items()}
NUMBERS |= {"soixante-et-onze": 71}
NUMBERS |= {
    name.removesuffix("un") + "une": number for name, number in NUMBERS.items() if name.endswith("un")
}

_WORDS = "|".join(sorted(NUMBERS, key=len, reverse=True)).replace("-", "[- ]")
_LABELS = (
    "cabines?|places?|numéros?|n°|ponts?|chambres?|pages?|tables?|zones?|bobines?|quais?|chapitres?|portes?|actes?"
    "|scènes?|cartes?|rangs?|lignes?|crochets?|casiers?|trous?|suites?|étages?|niveaux?|salles?"
)

_NUMBER = re.compile(
    rf"""
    (?P<label>\b(?:{_LABELS})\s)?
    (?:
        \b(?P<word>{_WORDS})\b(?P<only>\sseule?s?\b)?(?:\s(?P<large>cents?|mille|douzaines?)\b)?
      | (?<![\d.,:])(?P<figures>\d{{1,3}})(?![\d%]|[.,:]\d|\s?h\b)(?:\s(?P<big>cents?|mille|douzaines?)\b)?
      | (?P<dozen>\bune\sdouzaine\b)
      | (?P<both>\b(?:les|tous|toutes\sles)\sdeux\b)
      | (?P<loose>\b(?:personne|aucune?|couple|paire)\b)
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LOOSE = {"personne": 0, "aucun": 0, "aucune": 0, "couple": 2, "paire": 2}

_DURATION = re.compile(
    r"(?P<three>\btrois\s+quarts\s+d'heure\b)|(?P<quarter>\b(?:un\s+)?quart\s+d'heure\b)"
    r"|(?P<half>\b(?:une\s+)?demi-heure\b)|(?P<hour>\bune\s+heure\b)",
    re.IGNORECASE,
)
_MINUTES = {"three": 45, "quarter": 15, "half": 30, "hour": 60}


def found(text: str) -> Iterator[tuple[re.Match[str], int, bool]]:
    """The numbers that a text names, and whether each is surely one of things that are counted.

    "Un" is mostly an article, and a number behind "cabine" or "page" counts nothing.
    """
    for match in _NUMBER.finditer(text):
        number = _value(match)
        loose = match["loose"] or match["label"] or (number == 1 and not match["only"])
        yield match, number, not loose


def durations(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """The parts of an hour that a text names, in minutes."""
    for match in _DURATION.finditer(text):
        yield match, _MINUTES[match.lastgroup or "hour"]


def _value(match: re.Match[str]) -> int:
    if match["loose"]:
        return _LOOSE[match["loose"].lower()]
    if match["dozen"] or match["both"]:
        return 12 if match["dozen"] else 2
    word = (match["word"] or "").lower().replace(" ", "-")
    number = int(match["figures"]) if match["figures"] else NUMBERS[word]
    large = (match["large"] or match["big"] or "").lower().rstrip("s")
    return number * {"": 1, "cent": 100, "mille": 1000, "douzaine": 12}[large]
