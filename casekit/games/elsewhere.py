"""Methods and values that are in modules imported when they are asked for: a command pays for what it asks."""

from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any


@cache
def found_at(place: str) -> Any:
    """What ``clue.checks:check_logic`` names."""
    module, _, name = place.partition(":")
    return attrgetter(name)(import_module(f"casekit.games.{module}"))


def value_at(place: str) -> Any:
    """An attribute whose value is the one at ``place``."""
    return property(lambda _: found_at(place))


def of_this(place: str, part: str = "") -> Any:
    """A method that calls the function at ``place`` with its object first, or with a ``part`` of its object."""
    chosen = attrgetter(part) if part else None

    def method(*given: Any) -> Any:
        return found_at(place)(*((chosen(given[0]), *given[1:]) if chosen else given))

    return method


def elsewhere(place: str, part: str = "") -> Any:
    """A method that calls the function at ``place`` with its arguments, with only a ``part`` of the first of them."""
    return staticmethod(of_this(place, part))
