"""How English names numbers and times of the clock.

``TIMES`` and ``NUMBER_WORDS`` are put together from patterns for their parts. ``TimeWords`` and
``NumberWords`` list the groups that they must have.
"""

import re
from collections.abc import Iterable
from functools import partial

from casekit.language.suggestions import name_key
from casekit.prose.expressions.time_and_number_words import (
    HOUR,
    HOURS_OF_HALF_DAY,
    Groups,
    HalfOfDay,
    NumberWords,
    Readings,
    TimeWords,
    compiled,
    exact_reading,
    number_in,
    prefixed,
    readings,
)

# --- numbers -------------------------------------------------------------------------------------

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"),
    *("sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def _numbers() -> dict[str, int]:
    """The numbers from one to ninety-nine, by their words: ``twenty-one`` is 21."""
    numbers = {word: number for number, word in enumerate((*_ONES, *_TEENS), 1)}
    numbers |= {ten: 10 * number for number, ten in enumerate(_TENS, 2)}
    for tens, ten in enumerate(_TENS, 2):
        numbers |= {f"{ten}-{one}": 10 * tens + number for number, one in enumerate(_ONES, 1)}
    return numbers


_NUMBERS = _numbers()


def _one_of(words: Iterable[str]) -> str:
    """A pattern for one of some words, the longest first: "sixteen" is not "six"."""
    return "|".join(sorted(words, key=len, reverse=True))


_NUMBER_IN_WORDS = rf"(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES)}))?|{_one_of(_TEENS)}|{'|'.join(_ONES)}"
"""A number from one to ninety-nine."""

_LABELS = (
    "cabins?|seats?|numbers?|no\\.|decks?|rooms?|pages?|tables?|zones?|reels?|platforms?|chapters?|doors?|acts?|scenes?"
    "|cards?|rows?|lines?|hooks?|lockers?|berths?|holes?|suites?|tracks?|takes?|parts?|levels?|floors?|frames?|plates?"
)
"""Words before a number that names something, and counts nothing."""

NUMBER_WORDS = NumberWords(
    number=rf"""
    (?P<label>\b(?:{_LABELS})\s)?
    (?P<only>\b(?:only|just|exactly|but|single|than)\s)?
    (?:
        (?P<half>\bhalf\sa\sdozen\b)
      | (?:\b(?P<word>{_NUMBER_IN_WORDS})|(?<![\d.,:£$€])(?P<figures>\d{{1,3}})(?![\d%]|[.,:]\d))
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
    loose_numbers={
        "once": 1,
        "twice": 2,
        "couple": 2,
        "pair": 2,
        "nobody": 0,
        "none": 0,
        "no one": 0,
        "neither": 0,
    },
)

# --- times ---------------------------------------------------------------------------------------

_HOUR_AND_MINUTE_NUMBERS = {word: number for word, number in _NUMBERS.items() if number < HOUR}
_HOUR_AND_MINUTE_NUMBERS |= {"quarter": 15, "half": 30}
_number = partial(number_in, numbers=_HOUR_AND_MINUTE_NUMBERS)

_HALF_OF_TWELVE: dict[str, HalfOfDay] = {"midnight": "morning", "noon": "afternoon", "midday": "afternoon"}
"""The names of twelve o'clock."""

_MINUTES_IN_FIVES = 5
"""Minutes before or past an hour are in fives: "two after midnight" are two of something."""

_HOURS = _one_of(tuple(_NUMBERS)[:HOURS_OF_HALF_DAY])
"""An hour in words."""

_MINUTES = (
    rf"(?:a\s)?(?:(?:{'|'.join(_TENS[:4])})(?:[- ](?:{'|'.join(_ONES)}))?"
    rf"|{_one_of((*_ONES, *_TEENS, 'quarter'))})"
)
"""Minutes in words: "twenty-five", "a quarter"."""

_HALF = r"(?P<half>a\.?m\b\.?|p\.?m\b\.?|in\sthe\s(?:morning|afternoon|evening)|at\snight)"

_VAGUE = r"""(?P<vague>(?:\b(?:shortly|just|soon|well|long|a\slittle|some\stime)\s)?
    \b(?:(?P<earlier>before)|(?P<later>after|past)|about|around|near|nearly|almost|towards?|roughly|not\ quite)\s)"""
_AFTER_PREPOSITION = r"(?:(?<=\bat\s)|(?<=\bby\s)|(?<=\bbefore\s)|(?<=\bafter\s)|(?<=\bstruck\s)|(?<=\brang\s)|(?<=\bchimed\s)|(?<=\btolled\s)|(?<=\bbell\swent\s)|(?<=\bwent\sfor\s)|(?<=\bsince\s)|(?<=\buntil\s)|(?<=\btill\s))"
"""The place after a word that comes before hours: "at", "struck"."""

# Each line is one way to name a time: "ten to twelve", "half ten", "11.40", "2340 hours", "ten o'clock",
# "at ten fifteen", "midnight".
_NAMED = rf"""
        \b(?P<relative>half|(?:{_MINUTES}|\d{{1,2}})(?P<unit>\sminutes?)?)
        \s(?P<way>past|to|before|after|of)\s
        (?P<anchor>midnight|noon|midday|{_HOURS}|\d{{1,2}}(?![.:]?\d))\b
      | \bhalf[ -](?P<british>{_HOURS})\b
      | (?<![\d$£€.:])(?P<hour>\d{{1,2}})[.:](?P<minute>[0-5]\d)(?![\d%]|[.:]\d)
        (?!\s(?:pounds?|dollars?|euros?|francs?|marks?|metres?|feet|per\b))
      | (?<!\d)(?P<military>[0-2]\d[0-5]\d)\shours\b
      | \b(?P<sharp>{_HOURS}|\d{{1,2}})(?:\so'clock\b|\s?(?=a\.?m\b|p\.?m\b))
      | {_AFTER_PREPOSITION}(?P<said>{_HOURS})\s(?P<after>oh[ -](?:{"|".join(_ONES)})|fifteen|(?:twenty|thirty|forty|fifty)(?:[- ]five)?|ten)\b
      | \b(?P<named>midnight|noon|midday)\b
"""
_NEXT = (
    r"(?=\s(?:sharp|exactly|in|on|at|by|from|for|over|under|beside|and|or|but|so|because|when|while|where|as|with|that|this|last|to|until|till|it|I|we|you|he|she|they"
    r"|the|my|our|his|her|nobody|nothing|no|not|somebody|someone|something|everybody|there|then|still|already|was|were|had|came|went|sat|lay|stood)\b"
    r"|\s(?-i:[A-Z]{2,})\b|\s?[,.;:!?)]|$)"
)
"""The text after bare numbers if they are hours: not "guests"."""

_BARE = rf"(?:{_HOURS}|\d{{1,2}})"
"""A number that is an hour if something around it says so."""

_NAMED_ANYWHERE = _NAMED.replace(_AFTER_PREPOSITION, r"\b")
_END_OF_RANGE = rf"{_VAGUE}?(?:{_NAMED_ANYWHERE}|\b(?P<bare>{_BARE})\b(?![.:]\d))(?:\s?{_HALF})?"


# --- ranges --------------------------------------------------------------------------------------


def _is_range(match: re.Match[str]) -> bool:
    """Whether what may be two times is a range.

    "Ten to twelve" is a time, "from ten to twelve" is a range. ``open`` is the word before the first time,
    ``joint`` the word between the two, ``-`` for a dash.
    """
    first_is_bare = match["first_bare"] == match["first"]
    opening, joint = name_key(match["open"] or ""), name_key(match["joint"] or "-")
    last_is_time = _last_is_time(match)
    if opening == "between":
        return joint in {"and", "to", "-"} and (not first_is_bare or last_is_time)
    if opening in {"from", "since"}:
        return joint != "and"
    if joint in {"until", "till", "til"} and opening == "at":
        return last_is_time
    if joint == "and" or not last_is_time:
        return False
    return not first_is_bare or (joint == "to" and _is_hour_to_hour(match))


def _last_is_bare(match: re.Match[str]) -> bool:
    """Whether the second time is a number without anything that says that it is a time."""
    is_bare: bool = match["last_bare"] == match["last"]
    return is_bare


def _last_is_time(match: re.Match[str]) -> bool:
    """Whether the last number is a time; a bare one is if no things follow that it may count."""
    return not _last_is_bare(match) or compiled(_NEXT).match(match.string, match.end()) is not None


def _is_hour_to_hour(match: re.Match[str]) -> bool:
    """Whether a number before "to" is an hour: minutes to an hour are in fives."""
    return not _last_is_bare(match) and _number(match["first"]) % _MINUTES_IN_FIVES > 0


def _past_hour(part: str) -> int:
    """The minutes from the hour that was just named: "half past", "a quarter to"."""
    minutes, way = name_key(part).rsplit(maxsplit=1)
    return _number(minutes) if way == "past" else HOUR - _number(minutes)


# --- what times mean -----------------------------------------------------------------------------


def _means(groups: Groups) -> Readings | None:
    """The times that the groups of ``_NAMED`` may mean."""
    if groups["relative"]:
        return _minutes_to_or_past(groups)
    if groups["named"]:
        return _minutes_from(groups["named"], 0)
    if groups["hour"]:
        hour, minute = int(groups["hour"]), int(groups["minute"])
        return _in_part_of_day(hour, minute, groups["half"]) if hour <= 2 * HOURS_OF_HALF_DAY else None
    if groups["military"]:
        return exact_reading(int(groups["military"][:2]), int(groups["military"][2:]))
    if groups["british"]:
        return _in_part_of_day(_number(groups["british"]), HOUR // 2, groups["half"])
    if groups["said"]:
        minute = _number(name_key(groups["after"]).removeprefix("oh").strip(" -"))
        return _in_part_of_day(_number(groups["said"]), minute, groups["half"])
    hour = _number(groups["sharp"] or groups["bare"])
    return _in_part_of_day(hour, 0, groups["half"]) if hour <= HOURS_OF_HALF_DAY else None


def _minutes_to_or_past(groups: Groups) -> Readings | None:
    """The times that "ten to twelve" or "half past ten" may mean; ``None`` if it is something else."""
    way = name_key(groups["way"])
    words = re.sub(r"\s*minutes?$", "", name_key(groups["relative"]))
    number = _number(words)
    if number >= HOUR or (words == "half" and way != "past"):
        return None
    if way in {"before", "after", "of"} and not groups["unit"] and number % _MINUTES_IN_FIVES:
        return None
    minute = number if way in {"past", "after"} else -number
    return _minutes_from(groups["anchor"], minute, groups["half"])


def _minutes_from(hour: str, minute: int, half: str | None = None) -> Readings:
    """The times at some minutes after or, below 0, before an hour in words or a name of twelve o'clock."""
    name = name_key(hour)
    if name in _HALF_OF_TWELVE:
        return readings(12, minute, _HALF_OF_TWELVE[name])
    return _in_part_of_day(_number(name), minute, half)


def _in_part_of_day(hour: int, minute: int, half: str | None) -> Readings:
    """The times that may be meant with words after them such as "a.m." or "in the evening"."""
    part_of_day = name_key(half or "")
    if not part_of_day or "night" in part_of_day or hour > HOURS_OF_HALF_DAY:
        return readings(hour, minute)
    is_morning = part_of_day.startswith("a") or "morning" in part_of_day
    return readings(hour, minute, "morning" if is_morning else "afternoon")


TIMES = TimeWords(
    word=rf"\b(?:midnight|noon|midday|half|quarter|{'|'.join((*_ONES, *_TEENS, *_TENS[:4]))})|\d",
    time=rf"""
    (?:(?P<since>\b(?:from|since)\s)|(?P<until>\b(?:until|till|til|up\sto)\s))?
    {_VAGUE}?
    (?:{_NAMED}|{_AFTER_PREPOSITION}(?P<bare>{_HOURS}){_NEXT})
    (?:\s?{_HALF})?
    """,
    range=rf"""
    (?:\b(?P<open>from|between|since|at)\s)?
    (?P<first>{prefixed(_END_OF_RANGE, "first_")})
    (?:\s(?P<joint>to|until|till|til|through|and)\s|\s?[-\u2013\u2014]\s?)
    (?P<last>(?P<part>\b(?:half|{_MINUTES})\s(?:past|to)\b(?!\s(?:midnight|noon|midday|{_BARE})\b))|{prefixed(_END_OF_RANGE, "last_")})
    """,
    means=_means,
    is_range=_is_range,
    past_hour=_past_hour,
)
