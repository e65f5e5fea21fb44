"""The action of each reader at one moment of its game, at many tables at once.

The choice depends on what the seat can see, on what it has read, and on draws that are named by the table
and the seat: the same moment always gives the same action. A choice gives kinds of actions, each with the
tables at which it is taken and the numbers of the action. Zones are places in the sorted numbers of zones.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from casekit.games.midnight.board import evidence as board_evidence, state
from casekit.games.midnight.board.actions import ALOUD, ENTERING, PRIVATE, Kind
from casekit.games.midnight.simulation.batch_state import (
    ACT,
    EXTEND,
    FAR,
    NOBODY,
    PURSER,
    REVEAL,
    SUSPECT,
    BatchState,
)
from casekit.tabletop.reader_oracle import TableEvidence
from casekit.tabletop.simulated_readers import Bools, Ints

Chosen = Iterator[tuple[Kind, Ints, *tuple[Ints, ...]]]

NEVER = np.iinfo(np.int64).max
"""The rank of what cannot be chosen."""

TEMPTING = 14
"""A paragraph of this worth is extracted by those who extract."""

NEARLY = 2
"""The number of answers left for each question but the first at which a bold detective reveals."""

SHIFT = 32
"""The number of bits of draws that break ties."""

SCALE = 840
"""The parts of one point that count when worth is divided by costs: all costs up to 8 divide their number."""

FIRST = 1 << 60
"""More than any score: what is read before anything else."""


# --- what is wanted ------------------------------------------------------------------------------


def ahead_of(evidence: TableEvidence, reader: state.Reader) -> Collection[int]:
    """The paths that a reader prefers to all others, wherever they are."""
    ahead = {"suite-first": evidence.opening, "clairvoyant": evidence.proofs[reader.reasoning]}
    return ahead.get(reader.following, ())


def scored(following: str, cost: Any, luck: Any, worth: Any, ahead: Any) -> Any:
    """How good a target each path is for somebody who follows something; the best one has the highest score.

    ``random`` is any path, however far, and ``near`` what costs least. ``leads`` is what the paragraphs
    read so far point to, for what it costs. ``suite-first`` is the same, but the suite, the wheelhouse and
    the service rooms come before all others (rulebook, "Useful tips"). ``clairvoyant`` is a small proof
    that the reader can follow, the nearest of its paths first: what luck can do. ``cost`` are action points
    to go there and read it aloud.
    """
    if following == "random":
        return luck
    if following in {"near", "clairvoyant"}:
        return ((FAR - cost) << SHIFT) + luck + FIRST * ahead
    return ((worth + board_evidence.WEIGHTS["opening"] * ahead) * SCALE // cost << SHIFT) + luck


def _reach(crowd: BatchState, rows: Ints) -> tuple[Bools, Bools]:
    """The paths in reach of the detectives whose turn it is, and those that cannot be read this round."""
    charts, card = crowd.charts, crowd.card[rows]
    here, zones = crowd.here(rows)[:, None], crowd.zone_of_path[rows]
    answers = charts.asked >= 0
    near = zones == here
    wide = np.flatnonzero(charts.by_card["neighbours"][card])
    if len(wide):
        near[wide] |= answers & charts.near[here[wide], zones[wide]]
    shut = charts.dark[card].copy()
    locked = crowd.suspects[rows] == charts.cabins
    locked &= ~charts.by_card["cabins_open"][card][:, None]
    shut |= (charts.lodger >= 0) & locked[:, charts.lodger]
    near &= (zones != crowd.purser[rows][:, None]) & ~shut
    taken = (crowd.detectives[rows] == charts.suite).any(axis=1)
    elsewhere = np.flatnonzero(taken & (here[:, 0] != charts.suite))
    if len(elsewhere):
        shut[elsewhere] |= charts.in_suite
    barred = np.flatnonzero(charts.barred[card].any(axis=1))
    if len(barred):
        outside = zones[barred] != here[barred]
        shut[barred] |= outside & charts.barred[card[barred][:, None], zones[barred]]
    return near, shut


def _costs(crowd: BatchState, rows: Ints, seat: int) -> tuple[Ints, Bools]:
    """The action points to go to each path and read it aloud, and which paths are in reach."""
    near, shut = _reach(crowd, rows)
    zones = crowd.zone_of_path[rows]
    far = crowd.charts.away[crowd.here(rows)[:, None], zones].astype(np.int64) + ALOUD
    # The purser has to be moved away first.
    far += zones == crowd.purser[rows][:, None]
    cost = np.where(near, ALOUD, np.where(shut, FAR, np.minimum(far, FAR)))
    cost[crowd.minds[seat].known[rows]] = FAR
    return cost, near


def worths(crowd: BatchState, rows: Ints, seat: int) -> Ints:
    """The worth of every path; whatever belongs to a suspect who is crossed off, half as much."""
    mind, owner = crowd.minds[seat], crowd.charts.owner
    crossed = mind.crossed[rows][:, None] >> np.maximum(owner, 0).astype(np.uint64) & np.uint64(1)
    worth: Ints = np.where((owner >= 0) & (crossed != 0), mind.worth[rows] // 2, mind.worth[rows])
    return worth


def _targets(crowd: BatchState, rows: Ints, seat: int) -> tuple[Ints, Bools]:
    """The path that each reader in one seat goes for, or ``NOBODY``, and whether it can be read at once."""
    cost, near = _costs(crowd, rows, seat)
    reader, luck = crowd.crew[seat], crowd.luck[seat][rows]
    ahead = np.isin(np.arange(cost.shape[1]), [*ahead_of(crowd.case.evidence, reader)])
    score: Ints = scored(reader.following, cost, luck, worths(crowd, rows, seat), ahead)
    score[cost >= FAR] = np.iinfo(np.int64).min
    best = score.argmax(axis=1)
    every = np.arange(len(rows))
    price = cost[every, best]
    return np.where(price < FAR, best, NOBODY), near[every, best] & (price == ALOUD)


def _wants_to_reveal(crowd: BatchState, rows: Ints, seat: int) -> Bools:
    """Whether the readers are sure enough of all they would say."""
    left = crowd.minds[seat].left(rows)
    enough = NEARLY if "bold" in state.TEMPERS[crowd.crew[seat].temper] else 1
    wants: Bools = (left[:, 0] == 1) & (left[:, 1:] >= 1).all(axis=1) & (left[:, 1:] <= enough).all(axis=1)
    return wants


# --- a turn --------------------------------------------------------------------------------------


def _act(crowd: BatchState, rows: Ints, seat: int) -> Chosen:
    wants = _wants_to_reveal(crowd, rows, seat)
    sure = rows[wants]
    done = crowd.final[sure] | (crowd.revealer[sure] != NOBODY)
    yield Kind.DONE, sure[done]
    sure = sure[~done]
    zone, moves = _nearer(crowd, sure, np.full(len(sure), crowd.charts.revelations))
    yield Kind.MOVE, sure[moves], zone[moves]
    yield Kind.DONE, sure[~moves]
    rows = rows[~wants]
    path, other, tempted = _tempting(crowd, rows, seat)
    yield Kind.EXTRACT, rows[tempted], path[tempted], other[tempted]
    rows = rows[~tempted]
    if len(rows):
        yield from _go_for(crowd, rows, seat)


def _go_for(crowd: BatchState, rows: Ints, seat: int) -> Chosen:
    """Read a path if it is in reach; otherwise one step towards that, or the purser is sent away from it."""
    path, reading = _targets(crowd, rows, seat)
    some, here = path != NOBODY, crowd.here(rows)
    zone = crowd.zone_of_path[rows, np.maximum(path, 0)]
    yield from _read(crowd, rows[some & reading], seat, path[some & reading])
    ways = crowd.charts.pawn_ways[crowd.card[rows], here]
    sends = some & ~reading & (zone == here) & (crowd.purser[rows] == here)
    sends &= (crowd.points[rows] > 0) & ways.any(axis=1)
    yield Kind.MOVE_PURSER, rows[sends], ways[sends].argmax(axis=1)
    away = np.flatnonzero(some & ~reading & (zone != here))
    step, moves = _nearer(crowd, rows[away], zone[away])
    yield Kind.MOVE, rows[away[moves]], step[moves]
    idle = ~(some & reading) & ~sends
    idle[away[moves]] = False
    yield from _idle(crowd, rows[idle], seat)


def _idle(crowd: BatchState, rows: Ints, seat: int) -> Chosen:
    """Take a buoy for later, if nothing else is left to do."""
    may = (crowd.points[rows] > 0) & (crowd.spent[rows] > 0) & (crowd.buoys[rows, seat] < crowd.table.buoys)
    yield Kind.TAKE_BUOY, rows[may]
    yield Kind.DONE, rows[~may]


def _read(crowd: BatchState, rows: Ints, seat: int, path: Ints) -> Chosen:
    """In private if that is the temper.

    A buoy helps out where points are missing (rulebook, "Super buoys").
    """
    private = "private" in state.TEMPERS[crowd.crew[seat].temper]
    price = PRIVATE if private else ALOUD
    points = crowd.points[rows]
    enough = points >= price
    spending = ~enough & (points + crowd.buoys[rows, seat] >= price)
    aloud = ~enough & ~spending & (points >= ALOUD)
    yield Kind.STUDY if private else Kind.INVESTIGATE, rows[enough], path[enough]
    yield Kind.SPEND_BUOY, rows[spending]
    yield Kind.INVESTIGATE, rows[aloud], path[aloud]
    yield Kind.DONE, rows[~(enough | spending | aloud)]


def moving_cost(crowd: BatchState, rows: Ints) -> Ints:
    """By table and zone the cost of entering it."""
    charts = crowd.charts
    plain = np.where(np.arange(len(charts.zones)) == charts.suite, ENTERING, 1)
    first = np.where(crowd.entered[rows], 0, charts.by_card["first_move"][crowd.card[rows]])
    cost: Ints = np.maximum(plain + first[:, None], 0)
    return cost


def _nearer(crowd: BatchState, rows: Ints, goal: Ints) -> tuple[Ints, Bools]:
    """The step towards a zone that leaves the shortest way, and whether there is one for these points."""
    charts, here = crowd.charts, crowd.here(rows)
    zones, every = np.arange(len(charts.zones)), np.arange(len(rows))
    away = charts.away[:, goal].T.astype(np.int64)
    taken = (crowd.detectives[rows] == charts.suite).any(axis=1)
    may = charts.moves[crowd.card[rows], here] & (moving_cost(crowd, rows) <= crowd.points[rows][:, None])
    may &= away < away[every, here][:, None]
    may &= ~(taken[:, None] & (zones == charts.suite))
    best = np.where(may, away * len(zones) + zones, NEVER).argmin(axis=1)
    return best, may[every, best]


def _tempting(crowd: BatchState, rows: Ints, seat: int) -> tuple[Ints, Ints, Bools]:
    """The most promising paragraph that somebody here has read, that seat, and whether it is worth a buoy."""
    best, paths, others = (np.full(len(rows), value) for value in (-1, 0, 0))
    price = crowd.charts.extract[crowd.card[rows]]
    able = (crowd.buoys[rows, seat] > 0) & (crowd.points[rows] >= price)
    together = (crowd.detectives[rows] == crowd.here(rows)[:, None]).sum(axis=1) > 1
    at = np.flatnonzero(able & together & ("extracts" in state.TEMPERS[crowd.crew[seat].temper]))
    some = rows[at]
    worth = worths(crowd, some, seat)
    for other, mind in enumerate(crowd.minds):
        if other != seat and len(at):
            here = (crowd.detectives[some, other] == crowd.here(some))[:, None]
            known = here & mind.known[some] & ~crowd.minds[seat].known[some] & ~crowd.charts.in_suite
            value = np.where(known, worth, -1)
            path = value.argmax(axis=1)
            top = value[np.arange(len(some)), path]
            better = (top > best[at]) | ((top == best[at]) & (path < paths[at]))
            rows_better = at[better]
            best[rows_better] = top[better]
            paths[rows_better] = path[better]
            others[rows_better] = other
    return paths, others, best >= TEMPTING


def _move_suspect(crowd: BatchState, rows: Ints, seat: int) -> Chosen:
    """The suspect whom the reader wants to question next is drawn nearer."""
    charts, zones = crowd.charts, np.arange(len(crowd.charts.zones))
    path, _ = _targets(crowd, rows, seat)
    wanted = (path != NOBODY) & ~_wants_to_reveal(crowd, rows, seat)
    suspect = np.where(wanted, charts.asked[np.maximum(path, 0)], NOBODY)
    asking = np.flatnonzero((suspect != NOBODY) & (suspect != crowd.last_moved[rows]))
    some, who = rows[asking], suspect[asking]
    at, every = crowd.suspects[some, who], np.arange(len(some))
    away = charts.away[crowd.here(some)].astype(np.int64)
    may = charts.suspect_ways[crowd.card[some], at]
    best = np.where(may, away * len(zones) + zones, NEVER).argmin(axis=1)
    nearer = may[every, best] & (away[every, best] < away[every, at])
    yield Kind.MOVE_SUSPECT, some[nearer], who[nearer], best[nearer]
    yield Kind.STAY, np.delete(rows, asking[nearer])


def _move_purser(crowd: BatchState, rows: Ints, _seat: int) -> Chosen:
    """Anywhere but to the reader's own zone, if there is a choice."""
    ways = crowd.charts.pawn_ways[crowd.card[rows], crowd.purser[rows]]
    zones = np.arange(ways.shape[1])
    own = zones == crowd.here(rows)[:, None]
    yield Kind.MOVE_PURSER, rows, np.where(ways, own * len(zones) + zones, NEVER).argmin(axis=1)


def _decide(sure: Kind, unsure: Kind, crowd: BatchState, rows: Ints, seat: int) -> Chosen:
    """Revelations are for those who know enough, and one more turn for those who do not."""
    wants = _wants_to_reveal(crowd, rows, seat)
    yield sure, rows[wants]
    yield unsure, rows[~wants]


CHOICES: Mapping[int, Callable[[BatchState, Ints, int], Chosen]] = {
    ACT: _act,
    SUSPECT: _move_suspect,
    PURSER: _move_purser,
    REVEAL: partial(_decide, Kind.REVEAL, Kind.SILENT),
    EXTEND: partial(_decide, Kind.STOP, Kind.EXTEND),
}
"""The choice of a seat at some tables, by phase; tables do not depend on each other."""
