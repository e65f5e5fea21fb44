"""Rulebook, "End of the case" and "Solving the case"."""

from dataclasses import replace

import pytest

from casekit.games.midnight.board.actions import Kind
from casekit.games.midnight.board.scoring import scores
from casekit.games.midnight.board.state import seen_by

from .moves import do, of

# Options of the case in conftest: BRUNO is the second suspect, love the second motive, poison the second method.
RIGHT_FIRST = (1, 0, 1, 0, 1, 0)
RIGHT_SECOND = (0, 1, 0, 1, 0, 1)
WRONG = (0, 2, 0, 2, 0, 2)


@pytest.fixture
def arriving(turn, card):
    """The moment at which the ship has come to port."""

    def arrive(**changed):
        return do(turn(seat=1, phase="suspect", ship=9, deck=(card("Calm Sea"),), **changed), (Kind.STAY,))

    return arrive


def written(state, *pairs):
    for options in pairs:
        for slot, option in enumerate(options):
            state = do(state, (Kind.WRITE, slot, option))
    return state


# --- "The ship arrives at the port" --------------------------------------------------------------


def test_at_port_investigations_end_unless_all_agree_to_one_more_turn(arriving):
    state = arriving()
    assert ("extend", 10, 0) == (state.phase, state.ship, state.seat)
    assert "write" == do(state, (Kind.STOP,)).phase
    assert "write" == do(state, (Kind.EXTEND,), (Kind.STOP,)).phase
    more = do(state, (Kind.EXTEND,), (Kind.EXTEND,))
    assert ("act", 0, True, 3) == (more.phase, more.seat, more.final, more.points)
    for _ in range(2):
        more = do(more, (Kind.DONE,), (Kind.STAY,))
    assert "write" == more.phase


def test_the_ship_goes_no_further_than_the_port(turn, card):
    state = do(turn(seat=1, phase="suspect", ship=9, deck=(card("Full Speed"),)), (Kind.STAY,))
    assert 10 == state.ship


def test_without_cards_the_ship_is_in_port(turn):
    state = do(turn(seat=1, phase="suspect", deck=()), (Kind.STAY,))
    assert ("write", 10) == (state.phase, state.ship)


def test_there_are_no_revelations_on_the_last_turn(arriving):
    more = do(arriving(detectives=(6, 9)), (Kind.EXTEND,), (Kind.EXTEND,))
    assert 1 == do(more, (Kind.DONE,), (Kind.STAY,)).seat


# --- "A detective makes revelations" -------------------------------------------------------------


def test_revelations_are_made_in_zone_6_at_the_end_of_a_turn(turn):
    assert "reveal" == do(turn(6), (Kind.DONE,), (Kind.STAY,)).phase
    assert "act" == do(turn(5), (Kind.DONE,), (Kind.STAY,)).phase


def test_the_round_is_played_out_after_revelations(turn):
    state = do(turn(6, players=3), (Kind.DONE,), (Kind.STAY,), (Kind.REVEAL,))
    assert ("act", 1, 0) == (state.phase, state.seat, state.revealer)
    state = do(state, (Kind.DONE,), (Kind.STAY,), (Kind.DONE,), (Kind.STAY,))
    assert ("write", 0) == (state.phase, state.seat)


def test_nobody_reveals_twice(turn):
    state = do(
        turn(6, detectives=(6, 6)), (Kind.DONE,), (Kind.STAY,), (Kind.REVEAL,), (Kind.DONE,), (Kind.STAY,)
    )
    assert "write" == state.phase


def test_who_is_silent_plays_on(turn):
    state = do(turn(6), (Kind.DONE,), (Kind.STAY,), (Kind.SILENT,))
    assert ("act", 1, None) == (state.phase, state.seat, state.revealer)


def test_who_reveals_writes_first_and_is_heard_before_the_others_write(turn):
    state = replace(turn(), phase="write", seat=1, revealer=1)
    state = written(state, RIGHT_FIRST)
    assert 0 == state.seat
    assert (1, None, 1, None, 1, None) == seen_by(state, 0).written[1]


def test_at_port_hypotheses_are_secret_until_all_are_written(turn):
    state = written(replace(turn(), phase="write"), RIGHT_FIRST)
    assert (None,) * 6 == seen_by(state, 1).written[0]
    assert RIGHT_FIRST == seen_by(state, 0).written[0]
    assert RIGHT_FIRST == seen_by(written(state, WRONG), 1).written[0]


# --- "Comparing hypotheses", "Solving the case" --------------------------------------------------


def test_the_second_hypothesis_differs_from_the_first(turn):
    state = do(replace(turn(), phase="write"), (Kind.WRITE, 0, 3))
    assert (1, 3) not in of(Kind.WRITE, state)
    assert 13 == len(of(Kind.WRITE, state))


@pytest.mark.parametrize(
    ("first", "points"),
    [(RIGHT_FIRST, 100), (RIGHT_SECOND, 60), (WRONG, 0), ((1, 0, 0, 1, 0, 1), 50 + 20 + 10)],
)
def test_points_for_hypotheses(turn, first, points):
    over = written(replace(turn(), phase="write"), first, (*WRONG[:5], 1))
    assert ("over", (points, 10)) == (over.phase, scores(over))


def test_revelations_cost_ten_for_each_that_is_false_and_the_others_five_for_each_that_is_true(turn):
    state = replace(turn(players=3), phase="write", seat=1, revealer=1)
    over = written(state, (1, 0, 0, 1, 1, 0), RIGHT_FIRST, (*WRONG[:5], 1))
    # Whoever revealed has culprit and method right at once, and the motive in the second place.
    assert (100 - 10, 50 + 20 + 20 - 10, 10 - 10) == scores(over)


def test_there_are_no_points_before_the_end(turn):
    with pytest.raises(ValueError, match="not over"):
        scores(turn())


def test_an_answer_that_the_case_leaves_open_gives_nobody_points(turn):
    state = turn()
    mystery = replace(state.table.mystery, answers=(None, "love", "poison"))
    state = replace(state, phase="write", table=replace(state.table, mystery=mystery))
    assert (50, 0) == scores(written(state, RIGHT_FIRST, WRONG))
