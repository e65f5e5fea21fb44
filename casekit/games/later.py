"""Functions that are imported when they are first called, and those that most games have the same."""

from collections.abc import Callable
from dataclasses import field, fields
from functools import partial
from importlib import import_module
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def later(place: str) -> Callable[P, R]:
    """The function that ``casekit.games.clue.puzzle_rules:RULES`` names, imported when it is first called."""
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


def usual(place: str) -> Any:
    """A member of a game that is, by default, a function of ``casekit.games.usual`` with the game as its first argument."""
    return field(default=later(f"casekit.games.usual.{place}"), metadata={"usual": True})


def bind_usual(game: Any) -> None:
    """Give a game to those of its functions that are the usual ones."""
    for each in fields(game):
        if "usual" in each.metadata and getattr(game, each.name) is each.default:
            object.__setattr__(game, each.name, partial(each.default, game))


def none(*given: object) -> None:
    """Nothing, in games that have no such thing."""
    del given


def nothing(*given: object) -> tuple[()]:
    """No things, likewise."""
    del given
    return ()
