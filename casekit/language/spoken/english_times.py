"""How English names times of the clock."""

import re
from collections.abc import Iterator

from casekit.language.spoken.english_numbers import NUMBERS
from casekit.language.spoken.readings import HALF_DAY, HOUR, Readings, readings

_NUMBERS = {word: number for word, number in NUMBERS.items() if number < HOUR}
_NUMBERS |= {"quarter": 15, "a quarter": 15, "half": 30}

_ONES = tuple(NUMBERS)[:9]
_HOURS = "|".join(sorted(tuple(NUMBERS)[:12], key=len, reverse=True))
_MINUTES = "|".join(sorted((name for name in _NUMBERS if name != "half"), key=len, reverse=True)).replace(
    "-", "[- ]"
)
_HALF = r"(?P<half>a\.?m\b\.?|p\.?m\b\.?|in\sthe\s(?:morning|afternoon|evening)|at\snight)"

_TIME = re.compile(
    rf"""
    (?P<from>\bfrom\s)?
    (?P<vague>\b(?:before|after|past|about|around|near|nearly|almost|towards?|roughly|not\ quite)\s)?
    (?:
        \b(?P<relative>half|(?:{_MINUTES}|\d{{1,2}})(?P<unit>\sminutes?)?)
        \s(?P<way>past|to|before|after|of)\s
        (?P<anchor>midnight|noon|midday|{_HOURS}|\d{{1,2}}(?![.:]?\d))\b
      | \bhalf[ -](?P<british>{_HOURS})\b
      | (?<![\d$£€.:])(?P<hour>\d{{1,2}})[.:](?P<minute>[0-5]\d)(?![\d%]|[.:]\d)
        (?!\s(?:pounds?|dollars?|euros?|francs?|marks?|metres?|feet|per\b))
      | (?<!\d)(?P<military>[0-2]\d[0-5]\d)\shours\b
      | \b(?P<sharp>{_HOURS}|\d{{1,2}})(?:\so'clock\b|\s?(?=a\.?m\b|p\.?m\b))
      | (?<=\bat\s)(?P<said>{_HOURS})\s(?P<after>oh[ -](?:{"|".join(_ONES)})|fifteen|(?:twenty|thirty|forty|fifty)(?:[- ]five)?|ten)\b
      | \b(?P<named>midnight|noon|midday)\b
      | (?<=\bat\s)(?P<bare>{_HOURS})(?=\s(?:sharp|exactly|in|on|and|or|when|that|last|to|until|till)\b|\s?[,.;:!?)]|$)
    )
    (?:\s?{_HALF})?
    """,
    re.IGNORECASE | re.VERBOSE,
)


def found(text: str) -> Iterator[tuple[re.Match[str], Readings]]:
    """The times that a text names; a match has a group ``vague`` if it only bounds another time."""
    for match in _TIME.finditer(text):
        means = _means(match)
        if means is not None:
            yield match, means


def _means(match: re.Match[str]) -> Readings | None:
    if match["relative"]:
        return _relative(match)
    if match["named"]:
        return _at(match["named"], 0)
    if match["hour"]:
        hour, minute = int(match["hour"]), int(match["minute"])
        return _of_day(hour, minute, match["half"]) if hour <= HALF_DAY // HOUR * 2 else None
    if match["military"]:
        return readings(int(match["military"][:2]), int(match["military"][2:]), exact=True)
    if match["british"]:
        return _of_day(_number(match["british"]), HOUR // 2, match["half"])
    if match["said"]:
        return _of_day(
            _number(match["said"]),
            _number(match["after"].lower().removeprefix("oh").strip(" -")),
            match["half"],
        )
    hour = _number(match["sharp"] or match["bare"])
    return _of_day(hour, 0, match["half"]) if hour <= HALF_DAY // HOUR else None


def _relative(match: re.Match[str]) -> Readings | None:
    """Minutes to or past an hour; "from ten to twelve" may be a time or two hours."""
    way, minutes = match["way"].lower(), re.sub(r"\s*minutes?$", "", match["relative"].lower())
    number = _number(minutes)
    if number >= HOUR or (minutes == "half" and way != "past"):
        return None
    if way in {"before", "after", "of"} and not match["unit"] and number % 5:
        return None  # "two after midnight" are two of something
    means = _at(match["anchor"], number if way in {"past", "after"} else -number, match["half"])
    if match["from"] and way == "to" and number <= HALF_DAY // HOUR:
        return means | readings(number, 0) | _at(match["anchor"], 0)
    return means


def _at(anchor: str, minute: int, half: str | None = None) -> Readings:
    name = anchor.lower()
    if name == "midnight":
        return readings(0, minute, exact=True)
    if name in {"noon", "midday"}:
        return readings(HALF_DAY // HOUR, minute, exact=True)
    return _of_day(_number(name), minute, half)


def _of_day(hour: int, minute: int, half: str | None) -> Readings:
    said = (half or "").lower()
    if not said or "night" in said or hour > HALF_DAY // HOUR:
        return readings(hour, minute)
    morning = said.startswith("a") or "morning" in said
    return readings(hour % (HALF_DAY // HOUR) + (0 if morning else HALF_DAY // HOUR), minute, exact=True)


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    words = text.lower()
    return _NUMBERS.get(words) or _NUMBERS[words.replace(" ", "-")]
