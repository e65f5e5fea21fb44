"""The games that casekit serves: its own, and those of installed packages.

Each is imported when a document names it. A package brings a game with an entry point of the group
``casekit.games``: its name, and where its ``Game`` is. casekit's own games win a name.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from casekit.kit.interface import AnyGame

GAMES = {
    "abbey": "casekit.games.abbey.game",
    "clue": "casekit.games.clue.game",
    "deception": "casekit.games.deception.game",
    "midnight": "casekit.games.midnight.game",
    "nightfall": "casekit.games.nightfall.game",
}
"""The module that holds the ``GAME`` of each name that the header field ``game:`` may have."""

DEFAULT = "midnight"
"""The game of a document that names none."""

API = 2
"""The version of the interface, ``casekit.kit.interface``."""

_GROUP = "casekit.games"


@cache
def installed() -> "Mapping[str, EntryPoint]":
    """The games of installed packages that have a name of their own.

    The folder that casekit is started in is left out: strangers may have put something there.
    """
    from importlib.metadata import distributions

    here = Path.cwd()
    folders = [folder for folder in sys.path if folder and Path(folder).absolute() != here]
    packages = distributions(path=folders)
    games: dict[str, EntryPoint] = {}
    for package in packages:
        for point in package.entry_points.select(group=_GROUP):
            if point.name not in GAMES:
                games[point.name] = point
    return games


def names() -> tuple[str, ...]:
    """The names of all games, casekit's own first."""
    return (*GAMES, *sorted(installed()))


def is_known(name: str) -> bool:
    """Whether there is a game of this name, which may still be refused."""
    return name in GAMES or name in installed()


@cache
def game_called(name: str) -> "AnyGame":
    """The game of a name.

    Raises:
        KeyError: if there is none.
        ValueError: if it cannot be used; the message says why.
    """
    if name in GAMES:
        return cast("AnyGame", import_module(GAMES[name]).GAME)
    from casekit.kit.interface import FormerInterfaceError

    point = installed()[name]
    try:
        found = point.load()
        flaw = _flaw(name, found)
    except FormerInterfaceError:
        flaw = _of_version(1)
    except Exception as error:  # whatever a package does, it is a finding
        raise ValueError(f"the game `{name}` cannot be loaded from {_package(point)}: {error}") from error
    if flaw:
        raise ValueError(f"the game `{name}` of {_package(point)} {flaw}")
    return cast("AnyGame", found)


def _flaw(name: str, found: object) -> str:
    """The fault that keeps a game of another package from being used."""
    from casekit.kit.code_registry import codes_of
    from casekit.kit.interface import Game

    if not isinstance(found, Game) or getattr(found, "name", None) != name:
        return "is not one, or calls itself otherwise"
    if found.api != API:
        return _of_version(found.api)
    for value in ("title", "dialect"):
        if not hasattr(found, value):
            return f"has no `{value}`"
    for room in (
        "language",
        "checks",
        "theory",
        "wording",
        "pages",
        "authoring",
        "proofreading",
        "translation",
    ):
        attribute = getattr(type(found), room)
        # A cached property does not say that its function is abstract.
        if getattr(getattr(attribute, "func", attribute), "__isabstractmethod__", False):
            return f"has no room `{room}`"
    stray = [code.id for code in codes_of(name) if not code.id.startswith(f"{name.upper()}-")]
    return f"has codes that are not its own, such as {stray[0]}" if stray else ""


def _of_version(version: int) -> str:
    return f"is for version {version} of the interface of games, and this casekit has {API}"


def version_of_game(name: str) -> str:
    """The package of a game and its version; empty for casekit's own games, and if there is none."""
    point = None if not name or name in GAMES else installed().get(name)
    return f"{point.dist.name} {point.dist.version}" if point and point.dist else ""


def home_of(name: str) -> str:
    """The package that a game is in, with its codes and their catalogue."""
    module = GAMES[name] if name in GAMES else installed()[name].module
    return module.rpartition(".")[0]


def _package(point: "EntryPoint") -> str:
    return f"the package {point.dist.name}" if point.dist else f"`{point.value}`"
