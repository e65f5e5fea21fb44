"""The drawings of puzzles: a house at night for the title page, and its windows for each presentation."""

from functools import partial

from casekit.games.transcripts.printing.transcript_pages import drawn

_WINDOWS = 9
_drawn = partial(drawn, "casekit.games.clue")


def house(accent: str) -> str:
    """A house at night, beyond its gate, as SVG, in shades of a colour."""
    return _drawn("house.svg", accent, lit=(1, 4, 6))


def windows(accent: str, number: int) -> str:
    """The front of the house, as SVG. Which of its windows are lit changes with the puzzle's number."""
    return _drawn("windows.svg", accent, lit=tuple(number * step % _WINDOWS for step in (1, 4, 7)))


def emblem(kind: str, accent: str) -> str:
    """The emblem of a kind of card, as SVG."""
    return _drawn("emblems.svg", accent, kind=kind)
