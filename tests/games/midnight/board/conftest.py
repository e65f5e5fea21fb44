"""Games aboard the Corisande, and a small case to play."""

from dataclasses import replace
from pathlib import Path

import pytest

from casekit.games.midnight.board.board import Table, board_of
from casekit.games.midnight.board.state import State, begin
from casekit.kit.editions import EditionFinder
from casekit.tabletop.game_rules import PlayableMystery

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"


@pytest.fixture(scope="session")
def corisande():
    """The example edition with its deck."""
    loaded_edition = EditionFinder().read(EXAMPLES / "edition.toml")
    assert () == loaded_edition.diagnostics
    return loaded_edition.settings


@pytest.fixture(scope="session")
def board(corisande):
    return board_of(corisande)


@pytest.fixture(scope="session")
def mystery(board):
    options = ((*board.suspects, "victim", "nobody"), ("debt", "love", "none"), ("blow", "poison", "fumes"))
    return PlayableMystery(
        options, ("BRUNO", "love", "poison"), tuple(f"secret of {path}" for path in board.paths)
    )


@pytest.fixture(scope="session")
def table(board, mystery):
    """A table of so many players."""

    def of(players):
        return Table(board, mystery, players)

    return of


@pytest.fixture(scope="session")
def path(board):
    """The place of a path by its name."""
    names = {str(each): index for index, each in enumerate(board.paths)}
    return names.__getitem__


@pytest.fixture(scope="session")
def card(board):
    """The place of a card by its title."""
    titles = {each.title: index for index, each in enumerate(board.cards)}
    return titles.__getitem__


@pytest.fixture
def turn(table, card, board):
    """The first seat's turn in the first round, all suspects in zone 7, with some things changed."""

    def at(zone=4, event="Fog Bank", *, players=2, **changed):
        state = begin(table(players), 1)
        assert isinstance(state, State)
        others = [other for other in (9, 8, 7, 5) if other != zone]
        plain = {
            "phase": "act",
            "seat": 0,
            "round": 1,
            "points": 3,
            "card": card(event),
            "purser": board.cards[card(event)].purser,
            "detectives": (zone, *others[: players - 1]),
            "suspects": (7,) * 12,
        }
        return replace(state, **(plain | changed))

    return at
