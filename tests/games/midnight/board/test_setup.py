"""Rulebook, "Setup"."""

from collections import Counter
from dataclasses import replace

import pytest

from casekit.games.midnight.board.actions import Action, Kind, legal
from casekit.games.midnight.board.effects import step
from casekit.games.midnight.board.state import begin

PLAYERS = (2, 3, 4, 5)


def titles(state):
    return [state.table.board.cards[card].title for card in state.deck]


@pytest.mark.parametrize(("players", "ship", "buoys"), [(2, 1, 5), (3, 2, 4), (4, 3, 3), (5, 4, 2)])
def test_ship_and_buoys_begin_where_the_number_of_players_says(table, players, ship, buoys):
    """Steps 2 and 6."""
    state = begin(table(players), 7)
    assert (ship, (buoys,) * players) == (state.ship, state.buoys)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_of_the_four_piles_has_a_calm_sea(table, players):
    """Step 1: three piles of three other cards and a last one of four or five."""
    for seed in range(50):
        deck = titles(begin(table(players), seed))
        piles = [deck[:4], deck[4:8], deck[8:12], deck[12:]]
        assert [1, 1, 1, 1] == [pile.count("Calm Sea") for pile in piles]
        assert 17 + (players < 4) == len(deck)


@pytest.mark.parametrize("players", PLAYERS)
def test_full_speed_is_left_out_with_four_or_five(table, players):
    """Step 1."""
    assert (players < 4) == ("Full Speed" in titles(begin(table(players), 3)))


def test_two_suspects_begin_in_each_of_zones_4_to_9(table):
    """Step 3."""
    placed = {begin(table(2), seed).suspects for seed in range(20)}
    assert 20 == len(placed)
    assert {(2, 2, 2, 2, 2, 2)} == {tuple(Counter(zones)[zone] for zone in range(4, 10)) for zones in placed}


def test_decks_and_suspects_depend_on_nothing_but_the_names_of_the_draw(table):
    first, again, other = begin(table(3), 5, 8), begin(table(3), 5, 8), begin(table(3), 5, 9)
    assert (first.deck, first.suspects) == (again.deck, again.suspects)
    assert (first.deck, first.suspects) != (other.deck, other.suspects)


def test_the_last_player_places_first_and_nobody_where_another_is(table):
    """Step 9."""
    state = begin(table(3), 1)
    assert 2 == state.seat
    assert tuple(Action(Kind.PLACE, zone) for zone in range(4, 10)) == legal(state)
    state = step(state, Action(Kind.PLACE, 6))
    assert 1 == state.seat
    assert Action(Kind.PLACE, 6) not in legal(state)
    state = step(step(state, Action(Kind.PLACE, 4)), Action(Kind.PLACE, 5))
    assert ("act", 0, 1, (5, 4, 6)) == (state.phase, state.seat, state.round, state.detectives)


def test_the_figures_of_an_edition_count(table):
    own = table(2)
    figures = replace(own.board.figures, ship=(6, 7, 8, 9), buoys=(1, 1, 1, 1), start=(4, 5))
    state = begin(replace(own, board=replace(own.board, figures=figures)), 1)
    assert (6, (1, 1), {4: 6, 5: 6}) == (state.ship, state.buoys, Counter(state.suspects))


def test_zones_of_no_deck_are_beside_none(board):
    assert any(board.companions.values())
    nowhere = replace(board, decks=dict.fromkeys(board.decks, ""))
    assert {()} == set(nowhere.companions.values())
