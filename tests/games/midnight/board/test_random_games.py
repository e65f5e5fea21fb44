"""Random legal games, played to the end (``make fuzz TARGET=game`` plays them by the thousand)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from casekit.games.midnight.board.board import Table
from casekit.games.midnight.board.scoring import scores
from tests.fuzz.games import play, random_game

SEEDS = st.integers(0, 2**63)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(max_examples=12)
@given(seed=SEEDS)
def test_games_end_and_lose_nothing(table, players, seed):
    last = play(table(players), seed)
    assert all(-30 - 15 <= points <= 160 for points in scores(last))


@pytest.mark.parametrize("title", ["Calm Sea", "Full Speed", *(f"event {number}" for number in range(13))])
def test_under_every_event(board, mystery, title):
    """Every card of the deck but those of the sea is the same event, so that each round has it."""
    events = [card for card in board.cards if card.kind == "event"]
    chosen = (
        events[int(title.split()[1])]
        if title.startswith("event")
        else next(c for c in board.cards if c.title == title)
    )
    cards = tuple(
        card if card.kind != "event" else replace(chosen, kind="event", purser=card.purser)
        for card in board.cards
    )
    for players in (2, 3, 4, 5):
        last = play(Table(replace(board, cards=cards), mystery, players), players)
        assert "over" == last.phase


def test_a_game_is_the_same_whenever_it_is_played(table):
    games = [[(state.phase, action) for state, action in random_game(table(3), 11)] for _ in range(2)]
    assert games[0] == games[1]
