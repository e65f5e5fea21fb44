"""The drawings of puzzles: a house at night for the title page, and its windows for each presentation."""

from casekit.asking.pages.web_page import fill_in
from casekit.games.colours import shades

_WINDOWS = 9


def house(accent: str) -> str:
    """A house at night, beyond its gate, as SVG, in shades of a colour."""
    return _drawn("house.svg", accent, lit=(1, 4, 6))


def windows(accent: str, number: int) -> str:
    """The front of the house, as SVG. Which of its windows are lit changes with the puzzle's number."""
    return _drawn("windows.svg", accent, lit=tuple(number * step % _WINDOWS for step in (1, 4, 7)))


def emblem(kind: str, accent: str) -> str:
    """The emblem of a kind of card, as SVG."""
    return _drawn("emblems.svg", accent, kind=kind)


def _drawn(template: str, accent: str, **values: object) -> str:
    return fill_in(template, "casekit.games.clue", accent=accent, shades=shades(accent), **values)
