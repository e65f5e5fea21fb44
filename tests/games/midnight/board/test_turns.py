"""Rulebook, "Player turns"."""

import pytest

from casekit.games.midnight.board.actions import Action, Kind
from casekit.games.midnight.board.effects import step
from casekit.games.midnight.board.state import begin

from .moves import do, of

# --- "First player phase" ------------------------------------------------------------------------


def test_the_first_player_draws_the_event_and_the_purser_goes_where_it_says(table, board):
    state = begin(table(2), 4)
    first = board.cards[state.deck[0]]
    state = do(state, (Kind.PLACE, 4), (Kind.PLACE, 5))
    assert (first, first.purser) == (state.event, state.purser)
    assert state.table.ship + first.advance == state.ship


def test_the_event_is_drawn_once_a_round(turn):
    state = turn()
    cards = len(state.deck)
    state = do(state, (Kind.DONE,), (Kind.STAY,))
    assert (1, 1, cards) == (state.seat, state.round, len(state.deck))
    state = do(state, (Kind.DONE,), (Kind.STAY,))
    assert (0, 2, cards - 1) == (state.seat, state.round, len(state.deck))


def test_nothing_is_investigated_where_the_purser_is_but_detectives_move(turn):
    state = turn(7, purser=7)
    assert [] == of(Kind.INVESTIGATE, state) + of(Kind.STUDY, state)
    assert [(8, 0)] == of(Kind.MOVE, state)
    state = do(state, (Kind.MOVE_PURSER, 8))
    assert 12 * 3 + 1 == len(of(Kind.INVESTIGATE, state))


# --- "Investigate" -------------------------------------------------------------------------------


def test_reading_aloud_costs_one_point_and_everybody_knows(turn, path):
    state = do(turn(4), (Kind.INVESTIGATE, path("15")))
    bit = 1 << path("15")
    assert (2, (bit, bit), bit) == (state.points, state.known, state.aloud)


def test_reading_in_private_costs_two_and_is_ticked_for_one(turn, path):
    state = do(turn(4), (Kind.STUDY, path("15")), (Kind.KEEP, path("15")))
    assert (1, (1 << path("15"), 0), 0) == (state.points, state.known, state.aloud)


def test_who_reads_it_out_after_all_gets_a_point_back(turn, path):
    state = do(turn(4), (Kind.STUDY, path("15")))
    assert ("publish", path("15"), 1) == (state.phase, state.studied, state.points)
    state = do(state, (Kind.PUBLISH, path("15")))
    bit = 1 << path("15")
    assert ("act", None, 2, (bit, bit)) == (state.phase, state.studied, state.points, state.known)


def test_two_points_are_needed_to_read_in_private(turn):
    assert of(Kind.STUDY, turn(4, points=2))
    assert [] == of(Kind.STUDY, turn(4, points=1))
    assert of(Kind.INVESTIGATE, turn(4, points=1))


def test_only_what_is_in_the_same_zone_is_investigated(turn, path):
    assert {path("15"), path("16")} == {what for what, _ in of(Kind.INVESTIGATE, turn(4))}
    suspects = (4, *(7,) * 11)
    assert {path("15"), path("16"), *(path(f"ANNA {topic}") for topic in ("alibi", "witness", "motive"))} == {
        what for what, _ in of(Kind.INVESTIGATE, turn(4, suspects=suspects))
    }


def test_what_others_read_in_private_can_be_read_aloud_what_was_aloud_cannot(turn, path):
    bit = 1 << path("15")
    assert (path("15"), 0) in of(Kind.INVESTIGATE, turn(4, known=(0, bit)))
    assert (path("15"), 0) not in of(Kind.INVESTIGATE, turn(4, known=(bit, bit), aloud=bit))


def test_a_cabin_cannot_be_searched_while_its_suspect_is_in_zone_1(turn, path):
    """ "Move a suspect"."""
    state = turn(1, suspects=(1, *(7,) * 11))
    found = {what for what, _ in of(Kind.INVESTIGATE, state)}
    assert path("01") not in found
    assert path("02") in found
    assert path("ANNA alibi") in found


# --- "Move your detective pawn" ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "neighbours"),
    [(4, [1, 5]), (5, [4, 6, 8]), (6, [3, 5]), (3, [6]), (9, [8, 10]), (10, [9])],
)
def test_a_move_goes_to_the_next_zone_for_one_point(turn, zone, neighbours):
    state = turn(zone)
    assert [(other, 0) for other in neighbours] == of(Kind.MOVE, state)
    assert 2 == do(state, (Kind.MOVE, neighbours[0])).points


def test_the_suite_costs_two_points_to_enter_and_one_to_leave(turn):
    state = turn(1)
    assert [(2, 0), (4, 0)] == of(Kind.MOVE, state)
    assert [(4, 0)] == of(Kind.MOVE, turn(1, points=1))
    inside = do(state, (Kind.MOVE, 2))
    assert (1, [(1, 0)]) == (inside.points, of(Kind.MOVE, inside))
    assert 0 == do(inside, (Kind.MOVE, 1)).points


def test_the_suite_and_the_wheelhouse_do_not_meet(turn):
    """ "Ship plans"."""
    assert [(1, 0)] == of(Kind.MOVE, turn(2))
    assert [(6, 0)] == of(Kind.MOVE, turn(3))


def test_one_detective_at_a_time_is_in_the_suite(turn):
    assert [(4, 0)] == of(Kind.MOVE, turn(1, detectives=(1, 2)))


# --- "Move the purser", buoys --------------------------------------------------------------------


def test_moving_the_purser_costs_one_point(turn):
    state = turn(purser=8)
    assert [(5, 0), (7, 0), (9, 0)] == of(Kind.MOVE_PURSER, state)
    moved = do(state, (Kind.MOVE_PURSER, 9))
    assert (9, 2) == (moved.purser, moved.points)


def test_a_buoy_is_one_more_point_and_leaves_the_game_until_it_is_taken_again(turn):
    state = turn(points=0)
    assert [] == of(Kind.TAKE_BUOY, state)
    state = do(state, (Kind.SPEND_BUOY,), (Kind.SPEND_BUOY,))
    assert (2, (3, 5), 2) == (state.points, state.buoys, state.spent)
    state = do(state, (Kind.TAKE_BUOY,))
    assert (1, (4, 5), 1) == (state.points, state.buoys, state.spent)


def test_nobody_takes_more_buoys_than_at_the_start(turn):
    assert [] == of(Kind.TAKE_BUOY, turn(buoys=(5, 4), spent=1))
    assert [(0, 0)] == of(Kind.TAKE_BUOY, turn(buoys=(4, 5), spent=1))
    assert [] == of(Kind.TAKE_BUOY, turn(buoys=(4, 5), spent=1, points=0))


# --- "Extract information" -----------------------------------------------------------------------


def test_extracting_costs_two_points_and_a_buoy_for_the_other_detective(turn, path):
    bit = 1 << path("15")
    state = turn(4, detectives=(4, 4), known=(0, bit))
    assert [(path("15"), 1)] == of(Kind.EXTRACT, state)
    state = do(state, (Kind.EXTRACT, path("15"), 1))
    assert (1, (4, 6), (bit, bit), 0) == (state.points, state.buoys, state.known, state.aloud)


@pytest.mark.parametrize(
    "changed",
    [{"detectives": (4, 5)}, {"points": 1}, {"buoys": (0, 5)}, {"known": (1 << 50, 1 << 50)}],
    ids=["in another zone", "one point", "no buoy", "known already"],
)
def test_who_cannot_extract(turn, changed):
    plain = {"detectives": (4, 4), "known": (0, 1 << 50)}
    assert of(Kind.EXTRACT, turn(4, **plain))
    assert [] == of(Kind.EXTRACT, turn(4, **(plain | changed)))


def test_the_paragraph_of_the_suite_cannot_be_extracted(turn, path):
    assert [] == of(Kind.EXTRACT, turn(4, detectives=(4, 4), known=(0, 1 << path("13"))))


# --- "Move a suspect" ----------------------------------------------------------------------------


def suspects(state):
    found = {}
    for suspect, zone in of(Kind.MOVE_SUSPECT, state):
        found.setdefault(suspect, []).append(zone)
    return found


def test_one_suspect_may_be_moved_one_or_two_zones(turn):
    state = do(turn(4, "Rough Water", suspects=(5, *(7,) * 11)), (Kind.DONE,))
    assert [1, 3, 4, 6, 7, 8, 9] == suspects(state)[0]
    assert [5, 8, 9] == suspects(state)[1]
    moved = do(state, (Kind.MOVE_SUSPECT, 0, 1))
    assert (1, 0, 1) == (moved.suspects[0], moved.last_moved, moved.seat)


def test_not_the_one_who_was_moved_last(turn):
    state = do(turn(4, "Rough Water", last_moved=3), (Kind.DONE,))
    assert {*range(12)} - {3} == set(suspects(state))
    assert 3 == do(state, (Kind.STAY,)).last_moved


def test_never_into_the_suite(turn):
    state = do(turn(4, "Rough Water", suspects=(1, *(4,) * 11)), (Kind.DONE,))
    assert [4, 5] == suspects(state)[0]
    assert [1, 5, 6, 8] == suspects(state)[1]


def test_an_action_that_is_not_legal_is_refused(turn):
    with pytest.raises(ValueError, match="not legal in the phase 'act'"):
        step(turn(4), Action(Kind.MOVE, 9))
