"""The eighteen cards of the Corisande: what they say is what the engine does (rulebook, "First player phase")."""

import re
from dataclasses import replace

import pytest

from casekit.games.midnight.board.actions import Kind
from casekit.games.midnight.language.deck_file import rules_of

from .moves import do, of


@pytest.fixture
def drawn(turn, card):
    """The first turn of the round in which a card is drawn."""

    def draw(title, zone=4, **changed):
        state = turn(zone, seat=1, phase="suspect", deck=(card(title), card("Fog Bank")), **changed)
        return do(state, (Kind.STAY,))

    return draw


def test_each_card_advances_the_ship_as_far_as_its_words_say(corisande, board):
    words = {"one space": 1, "two spaces": 2}
    said = [
        next((count for text, count in words.items() if f"The ship advances {text}." in card.effect), 0)
        for card in corisande.events.cards
    ]
    assert said == [event.advance for event in board.cards]


def test_each_card_speaks_of_the_zones_that_its_words_name(corisande):
    for card in corisande.events.cards:
        # All cabins are in zone 1; zones 7 to 10 are a range.
        effect = card.effect.replace("a cabin in zone 1", "a cabin").replace("7 to 10", "7, 8, 9 and 10")
        named = {
            int(number)
            for part in re.findall(r"[zZ]ones? ([\d, and]+)", effect)
            for number in re.findall(r"\d+", part)
        }
        ruled = {
            number
            for rule in rules_of(card)
            if rule.form not in {"advance", "first move", "extract"}
            for number in rule.numbers
        }
        assert named == ruled, card.title


@pytest.mark.parametrize("title", ["Calm Sea", "Full Speed"])
def test_the_sea(drawn, board, card, title):
    state = drawn(title)
    event = board.cards[card(title)]
    assert (1 + event.advance, event.purser) == (state.ship, state.purser)


def test_wet_varnish_closes_a_way_to_every_pawn(drawn):
    state = drawn("Wet Varnish", 5, suspects=(5, *(7,) * 11))
    assert [(4, 0), (6, 0)] == of(Kind.MOVE, state)
    over = do(state, (Kind.DONE,))
    assert {1, 3, 4, 6} == {zone for who, zone in of(Kind.MOVE_SUSPECT, over) if who == 0}
    assert [(7, 0), (9, 0)] == of(Kind.MOVE_PURSER, replace(state, purser=8))


def test_the_dinner_gong_calls_suspects_to_the_restaurant_from_anywhere(drawn):
    state = do(drawn("The Dinner Gong", suspects=(1, 10, 7, *(3,) * 9)), (Kind.DONE,))
    assert {(0, 7), (1, 7), *((who, 7) for who in range(3, 12))} == set(of(Kind.MOVE_SUSPECT, state))


def test_clear_corridors_join_the_zones_of_a_deck_but_the_suite(drawn):
    assert [(1, 0), (5, 0), (6, 0)] == of(Kind.MOVE, drawn("Clear Corridors", 4))
    state = drawn("Clear Corridors", 7)
    assert [(8, 0), (9, 0)] == of(Kind.MOVE, state)
    assert 2 == do(state, (Kind.MOVE, 9)).points
    assert [(2, 0), (4, 0), (3, 0)] == of(Kind.MOVE, drawn("Clear Corridors", 1))
    assert 1 == do(drawn("Clear Corridors", 1), (Kind.MOVE, 2)).points
    assert [(1, 0)] == of(Kind.MOVE, drawn("Clear Corridors", 2))


def test_in_rough_water_the_first_zone_of_a_turn_costs_one_more(drawn):
    state = drawn("Rough Water", 4)
    once = do(state, (Kind.MOVE, 5))
    assert (1, 0) == (once.points, do(once, (Kind.MOVE, 4)).points)
    assert 0 == do(drawn("Rough Water", 1), (Kind.MOVE, 2)).points


def test_with_the_following_wind_the_first_zone_of_a_turn_is_free(drawn):
    once = do(drawn("Following Wind", 4), (Kind.MOVE, 5))
    assert (3, 2) == (once.points, do(once, (Kind.MOVE, 4)).points)
    assert 2 == do(drawn("Following Wind", 1), (Kind.MOVE, 2)).points


def test_the_lifeboat_drill_empties_zone_1_and_keeps_it_empty(drawn):
    state = drawn("Lifeboat Drill", suspects=(1, 1, *(4,) * 10))
    assert (4,) * 12 == state.suspects
    assert {5, 6, 8} == {zone for _, zone in of(Kind.MOVE_SUSPECT, do(state, (Kind.DONE,)))}


def test_in_fog_nobody_moves_a_suspect(drawn):
    assert [] == of(Kind.MOVE_SUSPECT, do(drawn("Fog Bank"), (Kind.DONE,)))


def test_the_master_key_opens_cabins(drawn, path):
    closed, opened = (drawn(title, 1, suspects=(1,) * 12) for title in ("Rough Water", "The Master Key"))
    assert (path("01"), 0) not in of(Kind.INVESTIGATE, closed)
    assert (path("01"), 0) in of(Kind.INVESTIGATE, opened)


def test_loose_tongues_make_extracting_cheaper_but_for_the_buoy(drawn):
    state = drawn("Loose Tongues", detectives=(4, 4), known=(0, 1 << 50))
    state = do(state, (Kind.EXTRACT, 50, 1))
    assert (2, (4, 6)) == (state.points, state.buoys)


def test_the_guard_lets_nobody_into_the_suite_and_everybody_out(drawn):
    assert [(4, 0)] == of(Kind.MOVE, drawn("A Guard on the Suite", 1))
    assert [(1, 0)] == of(Kind.MOVE, drawn("A Guard on the Suite", 2))


def test_at_the_masked_ball_suspects_next_door_are_questioned_unless_the_purser_is_there(drawn, path):
    state = drawn("The Masked Ball", 6, suspects=(5, 3, 8, *(8,) * 9))
    assert 3 == state.purser
    asked = {what for what, _ in of(Kind.INVESTIGATE, state)}
    topics = ("alibi", "witness", "motive")
    assert {path("19"), path("20"), *(path(f"ANNA {topic}") for topic in topics)} == asked


def test_when_the_dynamo_fails_nothing_is_searched_below_but_suspects_are_questioned(drawn, path):
    state = drawn("The Dynamo Fails", 8, suspects=(8, *(7,) * 11))
    asked = {what for what, _ in of(Kind.INVESTIGATE, state)}
    assert {path(f"ANNA {topic}") for topic in ("alibi", "witness", "motive")} == asked
    assert (path("15"), 0) in of(Kind.INVESTIGATE, drawn("The Dynamo Fails", 4))


def test_on_the_pursers_rounds_each_player_moves_him_at_the_end_of_the_turn(drawn):
    state = do(drawn("The Purser's Rounds"), (Kind.DONE,), (Kind.STAY,))
    assert ("purser", 0, ((8, 0),)) == (state.phase, state.seat, tuple(of(Kind.MOVE_PURSER, state)))
    state = do(state, (Kind.MOVE_PURSER, 8))
    assert ("act", 1, 8, 3) == (state.phase, state.seat, state.purser, state.points)


def test_an_event_lasts_one_round(drawn):
    state = drawn("A Guard on the Suite", 1)
    for _ in range(2):
        state = do(state, (Kind.DONE,), (Kind.STAY,))
    assert ("Fog Bank", 0) == (state.event.title, state.seat)
    assert (2, 0) in of(Kind.MOVE, state)
