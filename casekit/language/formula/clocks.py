"""Times of the clock: a clock is an ordered type whose values are times, a fixed number of minutes apart."""

import re
from functools import lru_cache

from casekit.model.logic import Function, Sort

TIME = re.compile(r"\d{1,2}:\d{2}")
"""How times are written: the terminal of this name in ``formula.lark``."""

DAY = 24 * 60
_HALF = DAY // 2
_HOUR = 60


def minutes(text: str) -> int | None:
    """The minutes since the day began, ``None`` if a day has no such time."""
    hours, minute = map(int, text.split(":"))
    return hours * _HOUR + minute if hours < DAY // _HOUR and minute < _HOUR else None


def time_text(at: int) -> str:
    """A time, of whatever day, as it is written."""
    hours, minute = divmod(at % DAY, _HOUR)
    return f"{hours:02}:{minute:02}"


@lru_cache(maxsize=64)
def step(sort: Sort) -> int | None:
    """The minutes from one value to the next, ``None`` if the type is not a clock."""
    if not sort.ordered or len(sort.values) < 2 or not all(map(TIME.fullmatch, sort.values)):  # noqa: PLR2004 - one time has no distance to another
        return None
    first, second = (minutes(value) or 0 for value in sort.values[:2])
    return (second - first) % DAY


def moved(sort: Sort, value: str, by: int) -> str | None:
    """The value ``by`` minutes after another one of a clock, ``None`` beyond its ends and between its values."""
    steps, rest = divmod(by, step(sort) or DAY)
    at = sort.values.index(value) + steps
    return sort.values[at] if not rest and 0 <= at < len(sort.values) else None


@lru_cache(maxsize=256)
def shift(sort: Sort, by: int) -> Function:
    """The same as a function."""
    ends = {value: moved(sort, value, by) for value in sort.values}
    table: dict[tuple[str, ...], str] = {(value,): end for value, end in ends.items() if end is not None}
    return Function(f"{sort.name} {by:+} min", (sort,), sort, table=table)


def nearest_time(sort: Sort, text: str) -> str:
    """The value of a clock that is nearest to a time; one that is twelve hours off may be what is meant."""
    at = minutes(text) or 0
    opposite = time_text(at + _HALF)
    if opposite in sort.values:
        return opposite

    def distance(value: str) -> int:
        between = ((minutes(value) or 0) - at) % DAY
        return min(between, DAY - between)

    return min(sort.values, key=distance)


def extent(sort: Sort) -> str:
    """The times of a clock, as its declaration has them."""
    return f"{sort.values[0]} to {sort.values[-1]} every {step(sort)} min"
