"""Functions that are imported when they are first called."""

from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def later(place: str) -> Callable[P, R]:
    """The function that ``casekit.games.clue.checks:check_puzzle`` names, imported when it is first called."""
    module, _, name = place.partition(":")

    def called(*given: P.args, **named: P.kwargs) -> R:
        function: Callable[P, R] = attrgetter(name)(import_module(module))
        return function(*given, **named)

    return called


def value(place: str) -> Callable[P, R]:
    """A function that gives the value at a place, which is imported when it is first called."""
    module, _, name = place.partition(":")

    def called(*given: P.args, **named: P.kwargs) -> R:
        del given, named
        found: R = getattr(import_module(module), name)
        return found

    return called
