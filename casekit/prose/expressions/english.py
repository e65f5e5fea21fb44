"""How English names numbers and times of the clock."""

import re
from functools import partial

from casekit.language.suggestions import name_key
from casekit.prose.expressions.time_and_number_words import (
    HALF_DAY,
    HOUR,
    Groups,
    NumberWords,
    Readings,
    TimeWords,
    compiled,
    number_in,
    prefixed,
    readings,
)

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"),
    *("sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def _numbers() -> dict[str, int]:
    """The numbers from one to ninety-nine, by their words."""
    numbers = {word: number for number, word in enumerate((*_ONES, *_TEENS), 1)}
    numbers |= {ten: 10 * number for number, ten in enumerate(_TENS, 2)}
    for tens, ten in enumerate(_TENS, 2):
        numbers |= {f"{ten}-{one}": 10 * tens + number for number, one in enumerate(_ONES, 1)}
    return numbers


_NUMBERS = _numbers()

_NUMBER_WORDS = rf"(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES)}))?|{'|'.join(sorted(_TEENS, key=len, reverse=True))}|{'|'.join(_ONES)}"
_LABELS = (
    "cabins?|seats?|numbers?|no\\.|decks?|rooms?|pages?|tables?|zones?|reels?|platforms?|chapters?|doors?|acts?|scenes?"
    "|cards?|rows?|lines?|hooks?|lockers?|berths?|holes?|suites?|tracks?|takes?|parts?|levels?|floors?|frames?|plates?"
)

NUMBER_WORDS = NumberWords(
    number=rf"""
    (?P<label>\b(?:{_LABELS})\s)?
    (?P<only>\b(?:only|just|exactly|but|single|than)\s)?
    (?:
        (?P<half>\bhalf\sa\sdozen\b)
      | (?:\b(?P<word>{_NUMBER_WORDS})|(?<![\d.,:£$€])(?P<figures>\d{{1,3}})(?![\d%]|[.,:]\d))
        (?:\s(?P<large>hundred|thousand|dozen))?\b
      | (?P<both>\bboth\b)
      | (?P<dozen>\ba\sdozen\b)
      | (?P<loose>\b(?:once|twice|couple|pair|nobody|none|no\sone|neither)\b)
    )
""",
    duration=(
        r"(?P<three>\bthree[ -]quarters\s+of\s+an\s+hour\b)|(?P<quarter>\b(?:a\s+)?quarter\s+of\s+an\s+hour\b)"
        r"|(?P<half>\bhalf\s+an\s+hour\b|\ba\s+half[ -]hour\b)|(?P<hour>\ban\s+hour\b)"
    ),
    numbers=_NUMBERS,
    loose={"once": 1, "twice": 2, "couple": 2, "pair": 2, "nobody": 0, "none": 0, "no one": 0, "neither": 0},
)

_MINUTE_WORDS = {word: number for word, number in _NUMBERS.items() if number < HOUR}
_MINUTE_WORDS |= {"quarter": 15, "half": 30}

_HOURS = "|".join(sorted(tuple(_NUMBERS)[:12], key=len, reverse=True))
_MINUTES = "|".join(sorted((*_ONES, *_TEENS, "quarter"), key=len, reverse=True))
_MINUTES = rf"(?:a\s)?(?:(?:{'|'.join(_TENS[:4])})(?:[- ](?:{'|'.join(_ONES)}))?|{_MINUTES})"
_HALF = r"(?P<half>a\.?m\b\.?|p\.?m\b\.?|in\sthe\s(?:morning|afternoon|evening)|at\snight)"

_VAGUE = r"""(?P<vague>(?:\b(?:shortly|just|soon|well|long|a\slittle|some\stime)\s)?
    \b(?:(?P<earlier>before)|(?P<later>after|past)|about|around|near|nearly|almost|towards?|roughly|not\ quite)\s)"""
_AT = r"(?:(?<=\bat\s)|(?<=\bby\s)|(?<=\bbefore\s)|(?<=\bafter\s)|(?<=\bstruck\s)|(?<=\brang\s)|(?<=\bchimed\s)|(?<=\btolled\s)|(?<=\bbell\swent\s)|(?<=\bwent\sfor\s)|(?<=\bsince\s)|(?<=\buntil\s)|(?<=\btill\s))"
_NAMED = rf"""
        \b(?P<relative>half|(?:{_MINUTES}|\d{{1,2}})(?P<unit>\sminutes?)?)
        \s(?P<way>past|to|before|after|of)\s
        (?P<anchor>midnight|noon|midday|{_HOURS}|\d{{1,2}}(?![.:]?\d))\b
      | \bhalf[ -](?P<british>{_HOURS})\b
      | (?<![\d$£€.:])(?P<hour>\d{{1,2}})[.:](?P<minute>[0-5]\d)(?![\d%]|[.:]\d)
        (?!\s(?:pounds?|dollars?|euros?|francs?|marks?|metres?|feet|per\b))
      | (?<!\d)(?P<military>[0-2]\d[0-5]\d)\shours\b
      | \b(?P<sharp>{_HOURS}|\d{{1,2}})(?:\so'clock\b|\s?(?=a\.?m\b|p\.?m\b))
      | {_AT}(?P<said>{_HOURS})\s(?P<after>oh[ -](?:{"|".join(_ONES)})|fifteen|(?:twenty|thirty|forty|fifty)(?:[- ]five)?|ten)\b
      | \b(?P<named>midnight|noon|midday)\b
"""
_NEXT = (
    r"(?=\s(?:sharp|exactly|in|on|at|by|from|for|over|under|beside|and|or|but|so|because|when|while|where|as|with|that|this|last|to|until|till|it|I|we|you|he|she|they"
    r"|the|my|our|his|her|nobody|nothing|no|not|somebody|someone|something|everybody|there|then|still|already|was|were|had|came|went|sat|lay|stood)\b"
    r"|\s(?-i:[A-Z]{2,})\b|\s?[,.;:!?)]|$)"
)
"""The text after bare numbers if they are hours: not "guests"."""

_BARE = rf"(?:{_HOURS}|\d{{1,2}})"
_ANYWHERE = _NAMED.replace(_AT, r"\b")
_END = rf"{_VAGUE}?(?:{_ANYWHERE}|\b(?P<bare>{_BARE})\b(?![.:]\d))(?:\s?{_HALF})?"


def _is_range(match: re.Match[str]) -> bool:
    """Whether what may be two times is a range.

    "Ten to twelve" is a time, "from ten to twelve" is a range.
    """
    first_is_bare = match["first_bare"] == match["first"]
    opened, joint = name_key(match["open"] or ""), name_key(match["joint"] or "-")
    last_is_time = _last_is_time(match)
    if opened == "between":
        return joint in {"and", "to", "-"} and (not first_is_bare or last_is_time)
    if opened in {"from", "since"}:
        return joint != "and"
    if joint in {"until", "till", "til"} and opened == "at":
        return last_is_time
    if joint == "and" or not last_is_time:
        return False
    return not first_is_bare or (joint == "to" and _is_hour_to_hour(match))


def _last_is_bare(match: re.Match[str]) -> bool:
    is_bare: bool = match["last_bare"] == match["last"]
    return is_bare


def _last_is_time(match: re.Match[str]) -> bool:
    """Whether the last number is a time; a bare one is if no things follow that it may count."""
    return not _last_is_bare(match) or compiled(_NEXT).match(match.string, match.end()) is not None


def _is_hour_to_hour(match: re.Match[str]) -> bool:
    """Whether a number before "to" is an hour: minutes to an hour are in fives."""
    return not _last_is_bare(match) and _number(match["first"]) % 5 > 0


def _past_hour(part: str) -> int:
    """The minutes from the hour that was just named: "half past", "a quarter to"."""
    minutes, way = name_key(part).rsplit(maxsplit=1)
    return _number(minutes) if way == "past" else HOUR - _number(minutes)


def _means(match: Groups) -> Readings | None:
    if match["relative"]:
        return _relative(match)
    if match["named"]:
        return _at(match["named"], 0)
    if match["hour"]:
        hour, minute = int(match["hour"]), int(match["minute"])
        return _of_day(hour, minute, match["half"]) if hour <= HALF_DAY // HOUR * 2 else None
    if match["military"]:
        return readings(
            int(match["military"][:2]), int(match["military"][2:]), int(match["military"][:2]) // 12
        )
    if match["british"]:
        return _of_day(_number(match["british"]), HOUR // 2, match["half"])
    if match["said"]:
        return _of_day(
            _number(match["said"]),
            _number(name_key(match["after"]).removeprefix("oh").strip(" -")),
            match["half"],
        )
    hour = _number(match["sharp"] or match["bare"])
    return _of_day(hour, 0, match["half"]) if hour <= HALF_DAY // HOUR else None


def _relative(match: Groups) -> Readings | None:
    """Minutes to or past an hour."""
    way, minutes = name_key(match["way"]), re.sub(r"\s*minutes?$", "", name_key(match["relative"]))
    number = _number(minutes)
    if number >= HOUR or (minutes == "half" and way != "past"):
        return None
    if way in {"before", "after", "of"} and not match["unit"] and number % 5:
        return None  # "two after midnight" are two of something
    return _at(match["anchor"], number if way in {"past", "after"} else -number, match["half"])


def _at(anchor: str, minute: int, half: str | None = None) -> Readings:
    name = name_key(anchor)
    if name in _TWELVE:
        return readings(12, minute, _TWELVE[name])
    return _of_day(_number(name), minute, half)


_TWELVE = {"midnight": 0, "noon": 1, "midday": 1}


def _of_day(hour: int, minute: int, half: str | None) -> Readings:
    part_of_day = name_key(half or "")
    if not part_of_day or "night" in part_of_day or hour > HALF_DAY // HOUR:
        return readings(hour, minute)
    return readings(hour, minute, 0 if part_of_day.startswith("a") or "morning" in part_of_day else 1)


_number = partial(number_in, known=_MINUTE_WORDS)


TIMES = TimeWords(
    word=rf"\b(?:midnight|noon|midday|half|quarter|{'|'.join((*_ONES, *_TEENS, *_TENS[:4]))})|\d",
    time=rf"""
    (?:(?P<since>\b(?:from|since)\s)|(?P<until>\b(?:until|till|til|up\sto)\s))?
    {_VAGUE}?
    (?:{_NAMED}|{_AT}(?P<bare>{_HOURS}){_NEXT})
    (?:\s?{_HALF})?
    """,
    range=rf"""
    (?:\b(?P<open>from|between|since|at)\s)?
    (?P<first>{prefixed(_END, "first_")})
    (?:\s(?P<joint>to|until|till|til|through|and)\s|\s?[-\u2013\u2014]\s?)
    (?P<last>(?P<part>\b(?:half|{_MINUTES})\s(?:past|to)\b(?!\s(?:midnight|noon|midday|{_BARE})\b))|{prefixed(_END, "last_")})
    """,
    means=_means,
    is_range=_is_range,
    past_hour=_past_hour,
)
