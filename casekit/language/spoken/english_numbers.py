"""How English names numbers."""

import re
from collections.abc import Iterator

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"),
    *("sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

NUMBERS = {word: number for number, word in enumerate((*_ONES, *_TEENS), 1)}
NUMBERS |= {ten: 10 * number for number, ten in enumerate(_TENS, 2)}
NUMBERS |= {
    f"{ten}-{one}": 10 * tens + number
    for tens, ten in enumerate(_TENS, 2)
    for number, one in enumerate(_ONES, 1)
}

_LARGE = {"hundred": 100, "thousand": 1000, "dozen": 12}
_WORDS = "|".join(sorted(NUMBERS, key=len, reverse=True)).replace("-", "[- ]")
_LABELS = (
    "cabins?|seats?|numbers?|no\\.|decks?|rooms?|pages?|tables?|zones?|reels?|platforms?|chapters?|doors?|acts?|scenes?"
    "|cards?|rows?|lines?|hooks?|lockers?|berths?|holes?|suites?|tracks?|takes?|parts?|levels?|floors?|frames?|plates?"
)

_NUMBER = re.compile(
    rf"""
    (?P<label>\b(?:{_LABELS})\s)?
    (?P<only>\b(?:only|just|exactly|but|single|than)\s)?
    (?:
        (?P<half>\bhalf\sa\sdozen\b)
      | (?:\b(?P<word>{_WORDS})|(?<![\d.,:£$€])(?P<figures>\d{{1,3}})(?![\d%]|[.,:]\d))
        (?:\s(?P<large>hundred|thousand|dozen))?\b
      | (?P<both>\bboth\b)
      | (?P<dozen>\ba\sdozen\b)
      | (?P<loose>\b(?:once|twice|couple|pair|nobody|none|no\sone|neither)\b)
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LOOSE = {"once": 1, "twice": 2, "couple": 2, "pair": 2, "nobody": 0, "none": 0, "no one": 0, "neither": 0}

_DURATION = re.compile(
    r"(?P<three>\bthree[ -]quarters\s+of\s+an\s+hour\b)|(?P<quarter>\b(?:a\s+)?quarter\s+of\s+an\s+hour\b)"
    r"|(?P<half>\bhalf\s+an\s+hour\b|\ba\s+half[ -]hour\b)|(?P<hour>\ban\s+hour\b)",
    re.IGNORECASE,
)
_MINUTES = {"three": 45, "quarter": 15, "half": 30, "hour": 60}


def found(text: str) -> Iterator[tuple[re.Match[str], int, bool]]:
    """The numbers that a text names, and whether each is surely one of things that are counted.

    "One" is mostly a pronoun, and a number behind "cabin" or "page" counts nothing.
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
        return _LOOSE[" ".join(match["loose"].lower().split())]
    if match["half"] or match["both"] or match["dozen"]:
        return 6 if match["half"] else 2 if match["both"] else 12
    word = (match["word"] or "").lower().replace(" ", "-")
    number = int(match["figures"]) if match["figures"] else NUMBERS[word]
    return number * _LARGE[match["large"].lower()] if match["large"] else number
