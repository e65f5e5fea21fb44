"""Games of a batch from the first card to the hypotheses: what ``step`` changes, at many tables at once, and what reports say of it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from casekit.games.midnight.edition import POINTS
from casekit.games.midnight.table.actions import ALOUD, PRIVATE, Kind
from casekit.games.midnight.table.batch.choices import CHOICES, moving_cost
from casekit.games.midnight.table.batch.crowd import (
    ACT,
    EXTEND,
    NOBODY,
    PURSER,
    REVEAL,
    SUSPECT,
    WRITE,
    Crowd,
)
from casekit.games.midnight.table.board import HYPOTHESES
from casekit.tabletop.readers.minds import Ints, Words
from casekit.tabletop.simulation.tables_played import NEVER


class Diary:
    """Notes on each table of a batch.

    For each seat and element ``since_round`` and ``since_read`` are the round and the number of paths read when it became
    certain (``NEVER``), and ``since_set`` the paragraphs read then. ``taken`` and ``when`` count by path how often a seat read it
    and add up the rounds, ``told`` the answers that this crossed off. ``suspected`` counts by round whom seats suspected
    first at its end. ``words`` are those read aloud at each table.
    """

    def __init__(self, crowd: Crowd, rounds: int) -> None:
        tables, players = crowd.detectives.shape
        paths, elements = len(crowd.charts.asked), len(crowd.case.masks)
        self.crowd = crowd
        self.since_round = np.zeros((tables, players, elements), np.int64)
        self.since_read = np.zeros((tables, players, elements), np.int64)
        self.since_set = np.zeros((tables, players, elements), np.uint64)
        self.taken = np.zeros(paths, np.int64)
        self.when = np.zeros(paths, np.int64)
        self.told = np.zeros(paths, np.int64)
        self.useful = np.zeros(paths, np.int64)
        self.suspected = np.zeros((rounds + 1, crowd.case.evidence.offsets[1]), np.int64)
        self.words = np.zeros(tables, np.int64)
        self._lengths = np.array(crowd.case.evidence.words)

    def learnt(self, crowd: Crowd, rows: Ints, seat: int, path: Ints, changed: Words) -> None:
        """A seat read a path at some tables, which crossed off some answers."""
        told = np.bitwise_count(changed).astype(np.int64)
        np.add.at(self.taken, path, 1)
        np.add.at(self.when, path, crowd.round[rows])
        np.add.at(self.told, path, told)
        np.add.at(self.useful, path, told > 0)
        mind = crowd.minds[seat]
        left = mind.left(rows)
        fresh = (left == 1) & (self.since_round[rows, seat] == NEVER)
        for element in np.flatnonzero(fresh.any(axis=0)):
            now = rows[fresh[:, element]]
            self.since_round[now, seat, element] = crowd.round[now]
            self.since_read[now, seat, element] = mind.known[now].sum(axis=1)
            self.since_set[now, seat, element] = mind.read[now]
        # Reasoning that believes too much may lose what it was certain of.
        lost = (left != 1) & (self.since_round[rows, seat] != NEVER)
        if lost.any():
            at, elements = np.nonzero(lost)
            self.since_round[rows[at], seat, elements] = NEVER

    def read_out(self, rows: Ints, path: Ints) -> None:
        """A paragraph was read aloud at some tables."""
        np.add.at(self.words, rows, self._lengths[path])

    def round_begins(self, crowd: Crowd, rows: Ints) -> None:
        """A round is over at some tables: whom does everybody suspect?"""
        rows = rows[crowd.round[rows] > 0]
        for seat in range(crowd.table.players):
            first = crowd.ranking(rows, seat, 0)[:, 0]
            np.add.at(self.suspected, (crowd.round[rows], first), 1)


def play_out(crowd: Crowd, diary: Diary) -> None:
    """Play every game of a batch to its end; what happens is written down in the diary."""
    _new_round(crowd, np.arange(len(crowd.phase)), diary)
    while (crowd.phase != WRITE).any():
        for seat in range(crowd.table.players):
            while len(rows := ((crowd.seat == seat) & (crowd.phase != WRITE)).nonzero()[0]):
                # Tables wait for each other before each phase of a turn, so that few calls serve all of them.
                phases = crowd.phase[rows]
                first = phases.min()
                for kind, some, *numbers in CHOICES[int(first)](crowd, rows[phases == first], seat):
                    if len(some):
                        _CHANGES[kind](crowd, some, seat, diary, *numbers)
    _hypotheses(crowd)


# --- rounds and turns ----------------------------------------------------------------------------


def _new_round(crowd: Crowd, rows: Ints, diary: Diary) -> None:
    charts = crowd.charts
    diary.round_begins(crowd, rows)
    crowd.round[rows] += 1
    out = crowd.drawn[rows] >= crowd.deck.shape[1]
    crowd.ship[rows[out]] = charts.port
    crowd.phase[rows[out]] = WRITE
    rows = rows[~out]
    card = crowd.deck[rows, crowd.drawn[rows]]
    crowd.drawn[rows] += 1
    crowd.card[rows] = card
    crowd.purser[rows] = charts.purser[card]
    crowd.ship[rows] = np.minimum(charts.port, crowd.ship[rows] + charts.advance[card])
    crowd.suspects[rows] = charts.sent[card[:, None], crowd.suspects[rows]]
    crowd.follow_suspects(rows)
    arrived = crowd.ship[rows] >= charts.port
    crowd.phase[rows[arrived]] = EXTEND
    crowd.seat[rows[arrived]] = 0
    _turn(crowd, rows[~arrived], 0)


def _turn(crowd: Crowd, rows: Ints, seat: int) -> None:
    crowd.phase[rows] = ACT
    crowd.seat[rows] = seat
    crowd.points[rows] = POINTS
    crowd.entered[rows] = False


def _end_of_turn(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    if seat + 1 < crowd.table.players:
        _turn(crowd, rows, seat + 1)
        return
    last = crowd.final[rows] | (crowd.revealer[rows] != NOBODY)
    _stop(crowd, rows[last], seat, diary)
    if not last.all():
        _new_round(crowd, rows[~last], diary)


def _stop(crowd: Crowd, rows: Ints, _seat: int, diary: Diary) -> None:
    diary.round_begins(crowd, rows)
    crowd.phase[rows] = WRITE


def _after_suspects(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    ways = crowd.charts.pawn_ways[crowd.card[rows], crowd.purser[rows]]
    moves = crowd.charts.purser_moves[crowd.card[rows]] & ways.any(axis=1)
    crowd.phase[rows[moves]] = PURSER
    _before_the_end(crowd, rows[~moves], seat, diary)


def _before_the_end(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    may = (
        (crowd.here(rows) == crowd.charts.revelations) & (crowd.revealer[rows] == NOBODY) & ~crowd.final[rows]
    )
    crowd.phase[rows[may]] = REVEAL
    if not may.all():
        _end_of_turn(crowd, rows[~may], seat, diary)


# --- actions -------------------------------------------------------------------------------------


def _move(crowd: Crowd, rows: Ints, seat: int, _diary: Diary, zone: Ints) -> None:
    crowd.points[rows] -= moving_cost(crowd, rows)[np.arange(len(rows)), zone]
    crowd.detectives[rows, seat] = zone
    crowd.entered[rows] = True


def _read_aloud(crowd: Crowd, rows: Ints, _seat: int, diary: Diary, path: Ints) -> None:
    crowd.points[rows] -= ALOUD
    crowd.aloud[rows, path] = True
    diary.read_out(rows, path)
    for other, mind in enumerate(crowd.minds):
        new = ~mind.known[rows, path]
        _learn(crowd, rows[new], other, diary, path[new])


def _study(crowd: Crowd, rows: Ints, seat: int, diary: Diary, path: Ints) -> None:
    """A paragraph is kept private if it states or hints anything; what states nothing is read out at once."""
    _learn(crowd, rows, seat, diary, path)
    told = ~crowd.case.telling[path]
    crowd.points[rows[~told]] -= PRIVATE
    _read_aloud(crowd, rows[told], seat, diary, path[told])


def _learn(crowd: Crowd, rows: Ints, seat: int, diary: Diary, path: Ints) -> None:
    if len(rows):
        changed = crowd.minds[seat].learn(rows, path)
        diary.learnt(crowd, rows, seat, path, changed)


def _extract(crowd: Crowd, rows: Ints, seat: int, diary: Diary, path: Ints, other: Ints) -> None:
    crowd.points[rows] -= crowd.charts.extract[crowd.card[rows]]
    crowd.buoys[rows, seat] -= 1
    crowd.buoys[rows, other] += 1
    _learn(crowd, rows, seat, diary, path)


def _move_purser(crowd: Crowd, rows: Ints, seat: int, diary: Diary, zone: Ints) -> None:
    crowd.purser[rows] = zone
    ends = crowd.phase[rows] == PURSER
    crowd.points[rows[~ends]] -= 1
    _before_the_end(crowd, rows[ends], seat, diary)


def _buoy(spent: int, crowd: Crowd, rows: Ints, seat: int, _diary: Diary) -> None:
    """A buoy is spent for a point, or taken for one."""
    crowd.buoys[rows, seat] -= spent
    crowd.spent[rows] += spent
    crowd.points[rows] += spent


def _done(crowd: Crowd, rows: Ints, _seat: int, _diary: Diary) -> None:
    crowd.phase[rows] = SUSPECT
    crowd.points[rows] = 0


def _move_suspect(crowd: Crowd, rows: Ints, seat: int, diary: Diary, suspect: Ints, zone: Ints) -> None:
    crowd.suspects[rows, suspect] = zone
    crowd.last_moved[rows] = suspect
    crowd.follow_suspects(rows)
    _after_suspects(crowd, rows, seat, diary)


def _reveal(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    crowd.revealer[rows] = seat
    _end_of_turn(crowd, rows, seat, diary)


def _extend(crowd: Crowd, rows: Ints, seat: int, _diary: Diary) -> None:
    if seat + 1 < crowd.table.players:
        crowd.seat[rows] = seat + 1
        return
    crowd.final[rows] = True
    _turn(crowd, rows, 0)


def _hypotheses(crowd: Crowd) -> None:
    """The hypotheses that every seat writes."""
    rows = np.arange(len(crowd.phase))
    for seat in range(crowd.table.players):
        for element in range(len(crowd.case.masks)):
            order = crowd.ranking(rows, seat, element)
            for second in range(HYPOTHESES):
                option = order[:, min(second, order.shape[1] - 1)]
                crowd.written[:, seat, element * HYPOTHESES + second] = option


_CHANGES: Mapping[Kind, Callable[..., Any]] = {
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
"""The changes of the actions that readers choose (``step``)."""
