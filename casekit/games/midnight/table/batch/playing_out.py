"""Games of a batch from the first card to the hypotheses: what ``readers.detective`` chooses and ``step`` changes."""

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.batch.aims import NONE, targets, worths
from casekit.games.midnight.table.batch.crowd import (
    ACT,
    EXTEND,
    NOBODY,
    PURSER,
    REVEAL,
    SUSPECT,
    WRITE,
    Crowd,
    ranking,
)
from casekit.games.midnight.table.batch.diary import Diary
from casekit.games.midnight.table.board import HYPOTHESES
from casekit.games.midnight.table.legal import ALOUD, ENTERING, PRIVATE
from casekit.games.midnight.table.reader_kinds import TEMPERS
from casekit.games.midnight.table.readers.detective import NEARLY, TEMPTING
from casekit.games.midnight.table.state import POINTS

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def play_out(crowd: Crowd, diary: Diary) -> None:
    """Play every game of a batch to its end; what happens is written down in the diary."""
    _new_round(crowd, np.arange(len(crowd.phase)), diary)
    while (crowd.phase != WRITE).any():
        for seat in range(crowd.table.players):
            while len(rows := ((crowd.seat == seat) & (crowd.phase != WRITE)).nonzero()[0]):
                # Tables wait for each other before each phase of a turn, so that few calls serve all of them.
                phases = crowd.phase[rows]
                first = phases.min()
                _STEPS[int(first)](crowd, rows[phases == first], seat, diary)
    _hypotheses(crowd)


# --- rounds and turns ----------------------------------------------------------------------------


def _new_round(crowd: Crowd, rows: Ints, diary: Diary) -> None:
    charts = crowd.charts
    diary.round_begins(crowd, rows)
    crowd.round[rows] += 1
    out = crowd.drawn[rows] >= crowd.deck.shape[1]
    ended = rows[out]
    crowd.ship[ended] = charts.port
    crowd.phase[ended] = WRITE
    rows = rows[~out]
    card = crowd.deck[rows, crowd.drawn[rows]]
    crowd.drawn[rows] += 1
    crowd.card[rows] = card
    crowd.purser[rows] = charts.purser[card]
    crowd.ship[rows] = np.minimum(charts.port, crowd.ship[rows] + charts.advance[card])
    crowd.suspects[rows] = charts.sent[card[:, None], crowd.suspects[rows]]
    _follow_suspects(crowd, rows)
    arrived = crowd.ship[rows] >= charts.port
    crowd.phase[rows[arrived]] = EXTEND
    crowd.seat[rows[arrived]] = 0
    _turn(crowd, rows[~arrived], 0)


def _follow_suspects(crowd: Crowd, rows: Ints) -> None:
    asked = np.flatnonzero(crowd.charts.asked >= 0)
    crowd.zone_of_path[rows[:, None], asked] = crowd.suspects[rows][:, crowd.charts.asked[asked]]


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
    crowd.phase[rows[last]] = WRITE
    diary.round_begins(crowd, rows[last])
    if not last.all():
        _new_round(crowd, rows[~last], diary)


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


# --- what is wanted ------------------------------------------------------------------------------


def _wants_to_reveal(crowd: Crowd, rows: Ints, seat: int) -> Bools:
    left = crowd.minds[seat].left(rows)
    enough = NEARLY if TEMPERS[crowd.crew[seat].temper].bold else 1
    wants: Bools = (left[:, 0] == 1) & (left[:, 1:] >= 1).all(axis=1) & (left[:, 1:] <= enough).all(axis=1)
    return wants


# --- a turn --------------------------------------------------------------------------------------


def _act(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    wants = _wants_to_reveal(crowd, rows, seat)
    _go_and_reveal(crowd, rows[wants])
    rows = rows[~wants]
    rows = rows[~_extract(crowd, rows, seat, diary)]
    if not len(rows):
        return
    path, cost, near = targets(crowd, rows, seat)
    some = path != NONE
    _idle(crowd, rows[~some], seat)
    zone = crowd.zone_of_path[rows, np.maximum(path, 0)]
    reading = some & near & (cost == ALOUD)
    _read(crowd, rows[reading], seat, path[reading], diary)
    same = some & ~reading & (zone == crowd.here(rows))
    _send_the_purser_away(crowd, rows[same], seat)
    away = some & ~reading & (zone != crowd.here(rows))
    moved = _towards(crowd, rows[away], zone[away])
    _idle(crowd, rows[away][~moved], seat)


def _go_and_reveal(crowd: Crowd, rows: Ints) -> None:
    done = crowd.final[rows] | (crowd.revealer[rows] != NOBODY)
    _done(crowd, rows[done])
    rows = rows[~done]
    moved = _towards(crowd, rows, np.full(len(rows), crowd.charts.revelations))
    _done(crowd, rows[~moved])


def _done(crowd: Crowd, rows: Ints) -> None:
    crowd.phase[rows] = SUSPECT
    crowd.points[rows] = 0


def _idle(crowd: Crowd, rows: Ints, seat: int) -> None:
    may = (crowd.points[rows] > 0) & (crowd.spent[rows] > 0) & (crowd.buoys[rows, seat] < crowd.table.buoys)
    taking = rows[may]
    crowd.buoys[taking, seat] += 1
    crowd.spent[taking] -= 1
    crowd.points[taking] -= 1
    _done(crowd, rows[~may])


def _read(crowd: Crowd, rows: Ints, seat: int, path: Ints, diary: Diary) -> None:
    private = TEMPERS[crowd.crew[seat].temper].private
    price = PRIVATE if private else ALOUD
    points, buoys = crowd.points[rows], crowd.buoys[rows, seat]
    enough = points >= price
    spending = ~enough & (points + buoys >= price)
    aloud = ~enough & ~spending & (points >= ALOUD)
    _done(crowd, rows[~(enough | spending | aloud)])
    crowd.buoys[rows[spending], seat] -= 1
    crowd.spent[rows[spending]] += 1
    crowd.points[rows[spending]] += 1
    if private:
        # What states nothing is read out at once.
        told = enough & ~crowd.case.telling[path]
        crowd.points[rows[enough]] -= PRIVATE
        crowd.points[rows[told]] += PRIVATE
        _learn(crowd, rows[enough], seat, path[enough], diary)
        aloud |= told
    else:
        aloud |= enough
    crowd.points[rows[aloud]] -= ALOUD
    _read_out(crowd, rows[aloud], path[aloud], diary)


def _learn(crowd: Crowd, rows: Ints, seat: int, path: Ints, diary: Diary) -> None:
    if len(rows):
        changed = crowd.minds[seat].learn(rows, path)
        diary.learnt(crowd, rows, seat, path, changed)


def _read_out(crowd: Crowd, rows: Ints, path: Ints, diary: Diary) -> None:
    crowd.aloud[rows, path] = True
    diary.read_out(rows, path)
    for seat, mind in enumerate(crowd.minds):
        new = ~mind.known[rows, path]
        _learn(crowd, rows[new], seat, path[new], diary)


def _towards(crowd: Crowd, rows: Ints, goal: Ints) -> Bools:
    """One step nearer to a zone where there is one; whether there was."""
    if not len(rows):
        return np.zeros(0, bool)
    charts, here, card = crowd.charts, crowd.here(rows), crowd.card[rows]
    zones = np.arange(len(charts.zones))
    away = charts.away[:, goal].T.astype(np.int64)
    cost = (
        np.where(zones == charts.suite, ENTERING, 1)
        + np.where(crowd.entered[rows], 0, charts.first_move[card])[:, None]
    )
    taken = (crowd.detectives[rows] == charts.suite).any(axis=1)
    every = np.arange(len(rows))
    may = charts.moves[card, here] & (np.maximum(cost, 0) <= crowd.points[rows][:, None])
    may &= away < away[every, here][:, None]
    may &= ~(taken[:, None] & (zones == charts.suite))
    rank = np.where(may, away * len(zones) + zones, np.iinfo(np.int64).max)
    best = rank.argmin(axis=1)
    moved: Bools = may[every, best]
    chosen, to = rows[moved], best[moved]
    crowd.detectives[chosen, crowd.seat[chosen]] = to
    crowd.points[chosen] -= np.maximum(cost, 0)[every, best][moved]
    crowd.entered[chosen] = True
    return moved


def _send_the_purser_away(crowd: Crowd, rows: Ints, seat: int) -> None:
    ways = crowd.charts.pawn_ways[crowd.card[rows], crowd.here(rows)]
    may = (crowd.purser[rows] == crowd.here(rows)) & (crowd.points[rows] > 0) & ways.any(axis=1)
    crowd.purser[rows[may]] = ways[may].argmax(axis=1)
    crowd.points[rows[may]] -= 1
    _idle(crowd, rows[~may], seat)


def _extract(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> Bools:
    """Extract where that is tempting; at which tables it was done."""
    done = np.zeros(len(rows), bool)
    if not TEMPERS[crowd.crew[seat].temper].extracts:
        return done
    price = crowd.charts.extract[crowd.card[rows]]
    able = np.flatnonzero((crowd.buoys[rows, seat] > 0) & (crowd.points[rows] >= price))
    together = crowd.detectives[rows[able]] == crowd.here(rows[able])[:, None]
    able = able[together.sum(axis=1) > 1]
    if not len(able):
        return done
    some = rows[able]
    worth = worths(crowd, some, seat)
    best, paths, others = (np.full(len(some), value) for value in (-1, 0, 0))
    for other, mind in enumerate(crowd.minds):
        if other == seat:
            continue
        here = (crowd.detectives[some, other] == crowd.here(some))[:, None]
        known = here & mind.known[some] & ~crowd.minds[seat].known[some] & ~crowd.charts.in_suite
        value = np.where(known, worth, -1)
        path = value.argmax(axis=1)
        top = value[np.arange(len(some)), path]
        better = (top > best) | ((top == best) & (path < paths))
        best, paths, others = (
            np.where(better, new, old) for new, old in ((top, best), (path, paths), (other, others))
        )
    tempted = best >= TEMPTING
    chosen = some[tempted]
    crowd.points[chosen] -= price[able][tempted]
    crowd.buoys[chosen, seat] -= 1
    crowd.buoys[chosen, others[tempted]] += 1
    _learn(crowd, chosen, seat, paths[tempted], diary)
    done[able[tempted]] = True
    return done


def _move_suspect(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    """The suspect whom the reader wants to question next is drawn nearer."""
    charts = crowd.charts
    path, _, _ = targets(crowd, rows, seat)
    wanted = (path != NONE) & ~_wants_to_reveal(crowd, rows, seat)
    suspect = np.where(wanted, charts.asked[np.maximum(path, 0)], NOBODY)
    asking = (suspect != NOBODY) & (suspect != crowd.last_moved[rows])
    some, who = rows[asking], suspect[asking]
    if len(some):
        at = crowd.suspects[some, who]
        away = charts.away[crowd.here(some)].astype(np.int64)
        may = charts.suspect_ways[crowd.card[some], at]
        zones = np.arange(len(charts.zones))
        rank = np.where(may, away * len(zones) + zones, np.iinfo(np.int64).max)
        best = rank.argmin(axis=1)
        every = np.arange(len(some))
        nearer = may[every, best] & (away[every, best] < away[every, at])
        moved = some[nearer]
        crowd.suspects[moved, who[nearer]] = best[nearer]
        crowd.last_moved[moved] = who[nearer]
        _follow_suspects(crowd, moved)
    _after_suspects(crowd, rows, seat, diary)


def _move_purser(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    ways = crowd.charts.pawn_ways[crowd.card[rows], crowd.purser[rows]]
    zones = np.arange(ways.shape[1])
    own = zones == crowd.here(rows)[:, None]
    rank = np.where(ways, own * len(zones) + zones, np.iinfo(np.int64).max)
    crowd.purser[rows] = rank.argmin(axis=1)
    _before_the_end(crowd, rows, seat, diary)


def _reveal(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    crowd.revealer[rows[_wants_to_reveal(crowd, rows, seat)]] = seat
    _end_of_turn(crowd, rows, seat, diary)


def _extend(crowd: Crowd, rows: Ints, seat: int, diary: Diary) -> None:
    stops = _wants_to_reveal(crowd, rows, seat)
    diary.round_begins(crowd, rows[stops])
    crowd.phase[rows[stops]] = WRITE
    rows = rows[~stops]
    if seat + 1 < crowd.table.players:
        crowd.seat[rows] = seat + 1
        return
    crowd.final[rows] = True
    _turn(crowd, rows, 0)


def _hypotheses(crowd: Crowd) -> None:
    """The hypotheses that every seat writes: by table, seat, element and hypothesis."""
    offsets = crowd.case.evidence.offsets
    count, elements = len(crowd.phase), len(offsets) - 1
    crowd.written = np.zeros((count, crowd.table.players, elements * HYPOTHESES), np.int64)
    rows = np.arange(count)
    for seat in range(crowd.table.players):
        for element in range(elements):
            order = ranking(crowd, rows, seat, element)
            for second in range(HYPOTHESES):
                slot = element * HYPOTHESES + second
                crowd.written[:, seat, slot] = order[:, min(second, order.shape[1] - 1)]


_STEPS = {
    ACT: _act,
    SUSPECT: _move_suspect,
    PURSER: _move_purser,
    REVEAL: _reveal,
    EXTEND: _extend,
}
