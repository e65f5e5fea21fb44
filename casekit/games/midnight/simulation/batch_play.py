"""Plays the games of a batch: what ``board.actions.step`` changes, at many tables at once.

A function changes the tables of some ``rows`` only. Readers play from the first card to the hypotheses.
"""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from casekit.games.midnight import board_figures
from casekit.games.midnight.board.actions import ALOUD, PRIVATE, Kind
from casekit.games.midnight.board.board import HYPOTHESES
from casekit.games.midnight.simulation.batch_state import (
    ACT,
    EXTEND,
    NOBODY,
    PURSER,
    REVEAL,
    SUSPECT,
    WRITE,
    BatchState,
)
from casekit.games.midnight.simulation.policies import CHOICES, moving_cost
from casekit.tabletop.simulated_readers import Ints
from casekit.tabletop.simulation_runs import TableLog


def play_out(batch: BatchState, log: TableLog) -> None:
    """Play every game of a batch to its end; what happens is written down in the log."""
    all_rows = np.arange(len(batch.phase))
    _new_round(batch, all_rows, log)
    while (batch.phase != WRITE).any():
        for seat in range(batch.table.players):
            while len(rows := ((batch.seat == seat) & (batch.phase != WRITE)).nonzero()[0]):
                # Tables wait for each other before each phase of a turn, so that few calls serve all of them.
                phases = batch.phase[rows]
                earliest = phases.min()
                choices = CHOICES[int(earliest)](batch, rows[phases == earliest], seat)
                for kind, rows_of_action, *numbers in choices:
                    if len(rows_of_action):
                        _CHANGES[kind](batch, rows_of_action, seat, log, *numbers)
    _write_hypotheses(batch)


# --- rounds and turns ----------------------------------------------------------------------------


def _new_round(batch: BatchState, rows: Ints, log: TableLog) -> None:
    """Draw a card (rulebook, "First player phase"). Without cards the ship is in port."""
    board_arrays = batch.board_arrays
    _note_suspicions(batch, rows, log)
    batch.round[rows] += 1
    without_cards = batch.drawn[rows] >= batch.deck.shape[1]
    batch.ship[rows[without_cards]] = board_arrays.port
    batch.phase[rows[without_cards]] = WRITE
    rows = rows[~without_cards]
    card = batch.deck[rows, batch.drawn[rows]]
    batch.drawn[rows] += 1
    batch.card[rows] = card
    batch.purser[rows] = board_arrays.purser[card]
    batch.ship[rows] = np.minimum(board_arrays.port, batch.ship[rows] + board_arrays.by_card["advance"][card])
    batch.suspects[rows] = board_arrays.sent[card[:, None], batch.suspects[rows]]
    batch.follow_suspects(rows)
    arrived = batch.ship[rows] >= board_arrays.port
    batch.phase[rows[arrived]] = EXTEND
    batch.seat[rows[arrived]] = 0
    _turn(batch, rows[~arrived], 0)


def _turn(batch: BatchState, rows: Ints, seat: int) -> None:
    batch.phase[rows] = ACT
    batch.seat[rows] = seat
    batch.points[rows] = board_figures.POINTS
    batch.entered[rows] = False


def _end_of_turn(batch: BatchState, rows: Ints, seat: int, log: TableLog) -> None:
    """The next player, or the next round; after revelations and at port the round is the last."""
    if seat + 1 < batch.table.players:
        _turn(batch, rows, seat + 1)
        return
    is_last_round = batch.final[rows] | (batch.revealer[rows] != NOBODY)
    _stop(batch, rows[is_last_round], seat, log)
    if not is_last_round.all():
        _new_round(batch, rows[~is_last_round], log)


def _stop(batch: BatchState, rows: Ints, _seat: int, log: TableLog) -> None:
    _note_suspicions(batch, rows, log)
    batch.phase[rows] = WRITE


def _note_suspicions(batch: BatchState, rows: Ints, log: TableLog) -> None:
    """Note whom each seat suspects first, at the tables where a round is over."""
    rows = rows[batch.round[rows] > 0]
    for seat in range(batch.table.players):
        log.suspects(batch.round[rows], batch.ranking(rows, seat, 0)[:, 0])


def _after_suspects(batch: BatchState, rows: Ints, seat: int, log: TableLog) -> None:
    """An event may have the player move the purser at the end of the turn."""
    ways = batch.board_arrays.pawn_ways[batch.card[rows], batch.purser[rows]]
    moves_purser = batch.board_arrays.by_card["purser_moves"][batch.card[rows]] & ways.any(axis=1)
    batch.phase[rows[moves_purser]] = PURSER
    _before_the_end(batch, rows[~moves_purser], seat, log)


def _before_the_end(batch: BatchState, rows: Ints, seat: int, log: TableLog) -> None:
    """Revelations are made at the end of a turn, in their zone, once in a game."""
    may_reveal = batch.here(rows) == batch.board_arrays.revelations
    may_reveal &= (batch.revealer[rows] == NOBODY) & ~batch.final[rows]
    batch.phase[rows[may_reveal]] = REVEAL
    if not may_reveal.all():
        _end_of_turn(batch, rows[~may_reveal], seat, log)


# --- actions -------------------------------------------------------------------------------------


def _move(batch: BatchState, rows: Ints, seat: int, _log: TableLog, zone: Ints) -> None:
    batch.points[rows] -= moving_cost(batch, rows)[np.arange(len(rows)), zone]
    batch.detectives[rows, seat] = zone
    batch.entered[rows] = True


def _read_aloud(batch: BatchState, rows: Ints, _seat: int, log: TableLog, path: Ints) -> None:
    batch.points[rows] -= ALOUD
    batch.aloud[rows, path] = True
    log.read_out(rows, path)
    for listener, mind in enumerate(batch.minds):
        is_new = ~mind.known[rows, path]
        _learn(batch, rows[is_new], listener, log, path[is_new])


def _study(batch: BatchState, rows: Ints, seat: int, log: TableLog, path: Ints) -> None:
    """A paragraph is kept private if it states or hints anything; what states nothing is read out at once."""
    _learn(batch, rows, seat, log, path)
    is_idle = ~batch.case_arrays.telling[path]
    batch.points[rows[~is_idle]] -= PRIVATE
    _read_aloud(batch, rows[is_idle], seat, log, path[is_idle])


def _learn(batch: BatchState, rows: Ints, seat: int, log: TableLog, path: Ints) -> None:
    if len(rows):
        changed = batch.minds[seat].learn(rows, path)
        log.learnt(batch.minds[seat], batch.round[rows], rows, seat, path, changed)


def _extract(batch: BatchState, rows: Ints, seat: int, log: TableLog, path: Ints, other: Ints) -> None:
    batch.points[rows] -= batch.board_arrays.extract[batch.card[rows]]
    batch.buoys[rows, seat] -= 1
    batch.buoys[rows, other] += 1
    _learn(batch, rows, seat, log, path)


def _move_purser(batch: BatchState, rows: Ints, seat: int, log: TableLog, zone: Ints) -> None:
    batch.purser[rows] = zone
    ends_turn = batch.phase[rows] == PURSER
    batch.points[rows[~ends_turn]] -= 1
    _before_the_end(batch, rows[ends_turn], seat, log)


def _buoy(spent: int, batch: BatchState, rows: Ints, seat: int, _log: TableLog) -> None:
    """A buoy is spent for a point, or taken for one."""
    batch.buoys[rows, seat] -= spent
    batch.spent[rows] += spent
    batch.points[rows] += spent


def _done(batch: BatchState, rows: Ints, _seat: int, _log: TableLog) -> None:
    batch.phase[rows] = SUSPECT
    batch.points[rows] = 0


def _move_suspect(batch: BatchState, rows: Ints, seat: int, log: TableLog, suspect: Ints, zone: Ints) -> None:
    batch.suspects[rows, suspect] = zone
    batch.last_moved[rows] = suspect
    batch.follow_suspects(rows)
    _after_suspects(batch, rows, seat, log)


def _reveal(batch: BatchState, rows: Ints, seat: int, log: TableLog) -> None:
    batch.revealer[rows] = seat
    _end_of_turn(batch, rows, seat, log)


def _extend(batch: BatchState, rows: Ints, seat: int, _log: TableLog) -> None:
    if seat + 1 < batch.table.players:
        batch.seat[rows] = seat + 1
        return
    batch.final[rows] = True
    _turn(batch, rows, 0)


def _write_hypotheses(batch: BatchState) -> None:
    """Write the likeliest options of each element as the hypotheses of every seat."""
    rows = np.arange(len(batch.phase))
    for seat in range(batch.table.players):
        for element in range(len(batch.case_arrays.masks)):
            options = batch.ranking(rows, seat, element)
            for number in range(HYPOTHESES):
                option = options[:, min(number, options.shape[1] - 1)]
                batch.written[:, seat, element * HYPOTHESES + number] = option


_CHANGES: Mapping[Kind, Callable[..., None]] = {
    Kind.MOVE: _move,
    Kind.INVESTIGATE: _read_aloud,
    Kind.STUDY: _study,
    Kind.EXTRACT: _extract,
    Kind.MOVE_PURSER: _move_purser,
    Kind.TAKE_BUOY: partial(_buoy, -1),
    Kind.SPEND_BUOY: partial(_buoy, 1),
    Kind.DONE: _done,
    Kind.MOVE_SUSPECT: _move_suspect,
    Kind.STAY: _after_suspects,
    Kind.REVEAL: _reveal,
    Kind.SILENT: _end_of_turn,
    Kind.EXTEND: _extend,
    Kind.STOP: _stop,
}
"""The changes of the actions that readers choose.

Each takes a batch, the rows of the tables at which the action is taken, the seat, the log, and the numbers of
the action as arrays by row.
"""
