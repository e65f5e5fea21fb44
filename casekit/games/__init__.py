"""The games that casekit serves, each imported when a document names it."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from casekit.games.game import AnyGame

GAMES = {
    "clue": "casekit.games.clue.game",
    "midnight": "casekit.games.midnight.game",
}
"""The module that holds the ``GAME`` of each name that the header field ``game:`` may have."""

DEFAULT = "midnight"
"""The game of a document that names none."""


@cache
def game_called(name: str) -> "AnyGame":
    """The game of a name.

    Raises:
        KeyError: if there is none.
    """
    return cast("AnyGame", import_module(GAMES[name]).GAME)
