"""The action of each reader at one moment of its game, at many tables at once.

The choice depends on what the seat can see, on what it has read, and on draws that are named by the table
and the seat: the same moment always gives the same action. Functions take the ``rows`` of the tables at which
a seat has to choose; arrays that they return have a place per row. Zones are called by their index in the
sorted numbers of zones.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from casekit.games.midnight.board.actions import ALOUD, ENTERING, PRIVATE, Kind
from casekit.games.midnight.board.path_worths import WORTH_OF_OPENING
from casekit.games.midnight.board.readers import TEMPERS, Reader
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

Actions = Iterator[tuple[Kind, Ints, *tuple[Ints, ...]]]
"""Kinds of actions, each with the rows of the tables at which it is taken, and the numbers of the action."""

_RANK_OF_NEVER = np.iinfo(np.int64).max
"""The rank of what cannot be chosen; the lowest rank is chosen."""

_SCORE_OF_NEVER = np.iinfo(np.int64).min
"""The score of what cannot be chosen; the highest score is chosen."""

WORTH_OF_EXTRACTION = 14
"""A paragraph of this worth is extracted by those who extract."""

ANSWERS_LEFT_FOR_BOLD = 2
"""The number of answers left for each question but the first at which a bold detective reveals."""

_BITS_OF_DRAW = 32
"""The number of bits of draws that break ties."""

_PARTS_OF_WORTH = 840
"""The parts of one point that count when worth is divided by costs: all costs up to 8 divide their number."""

_BEFORE_ANYTHING = 1 << 60
"""More than any score: what is read before anything else."""


# --- what readers want ------------------------------------------------------------------------------


def ahead_of(evidence: TableEvidence, reader: Reader) -> Collection[int]:
    """The paths that a reader prefers to all others, wherever they are."""
    if reader.following == "suite-first":
        return evidence.opening
    if reader.following == "clairvoyant":
        return evidence.proofs[reader.reasoning]
    return ()


def scored(following: str, cost: Any, luck: Any, worth: Any, ahead: Any) -> Any:
    """How good a target each path is; the best one has the highest score.

    Readers differ in what they are ``following``. ``random`` is any path, however far, and ``near`` what
    costs least. ``leads`` is what the paragraphs read so far point to, for what it costs. ``suite-first``
    follows leads too, but the suite, the wheelhouse and the service rooms come before all others (rulebook,
    "Useful tips"). ``clairvoyant`` is a small proof that the reader can follow, the nearest of its paths
    first: what luck can do.

    All others are numbers, or arrays by path: ``cost`` are the action points to go there and read it aloud,
    ``luck`` breaks ties, ``worth`` is that of ``worths``, and ``ahead`` says whether the path is one of
    ``ahead_of``.
    """
    if following == "random":
        return luck
    if following in {"near", "clairvoyant"}:
        return ((FAR - cost) << _BITS_OF_DRAW) + luck + _BEFORE_ANYTHING * ahead
    return ((worth + WORTH_OF_OPENING * ahead) * _PARTS_OF_WORTH // cost << _BITS_OF_DRAW) + luck


class _Reach(NamedTuple):
    """Which paths detectives can follow, by row and path."""

    near: Bools
    """Those in reach now."""

    shut: Bools
    """Those that cannot be read in this round."""


def _reach(batch: BatchState, rows: Ints) -> _Reach:
    """The reach of the detectives whose turn it is."""
    arrays, card = batch.board_arrays, batch.card[rows]
    here, zones = batch.here(rows)[:, None], batch.zone_of_path[rows]
    is_answer = arrays.asked >= 0
    near = zones == here
    reaching_neighbours = np.flatnonzero(arrays.by_card["neighbours"][card])
    if len(reaching_neighbours):
        near_neighbours = arrays.near[here[reaching_neighbours], zones[reaching_neighbours]]
        near[reaching_neighbours] |= is_answer & near_neighbours
    shut = arrays.dark[card].copy()
    in_own_cabin = batch.suspects[rows] == arrays.cabins
    in_own_cabin &= ~arrays.by_card["cabins_open"][card][:, None]
    shut |= (arrays.lodger >= 0) & in_own_cabin[:, arrays.lodger]
    near &= (zones != batch.purser[rows][:, None]) & ~shut
    suite_is_taken = (batch.detectives[rows] == arrays.suite).any(axis=1)
    kept_out_of_suite = np.flatnonzero(suite_is_taken & (here[:, 0] != arrays.suite))
    if len(kept_out_of_suite):
        shut[kept_out_of_suite] |= arrays.in_suite
    with_barred_zones = np.flatnonzero(arrays.barred[card].any(axis=1))
    if len(with_barred_zones):
        zones_there = zones[with_barred_zones]
        is_outside = zones_there != here[with_barred_zones]
        is_barred = arrays.barred[card[with_barred_zones][:, None], zones_there]
        shut[with_barred_zones] |= is_outside & is_barred
    return _Reach(near, shut)


def _costs(batch: BatchState, rows: Ints, seat: int, reach: _Reach) -> Ints:
    """By row and path, the action points to go there and read it aloud; ``FAR`` if it is known or shut."""
    zones = batch.zone_of_path[rows]
    from_afar = batch.board_arrays.away[batch.here(rows)[:, None], zones].astype(np.int64) + ALOUD
    # The purser has to be moved away first.
    from_afar += zones == batch.purser[rows][:, None]
    cost = np.where(reach.near, ALOUD, np.where(reach.shut, FAR, np.minimum(from_afar, FAR)))
    cost[batch.minds[seat].known[rows]] = FAR
    return cost


def worths(batch: BatchState, rows: Ints, seat: int) -> Ints:
    """By row and path, the worth to a reader; half as much if it belongs to a suspect who is crossed off."""
    mind, owner = batch.minds[seat], batch.board_arrays.owner
    crossed = mind.crossed[rows][:, None] >> np.maximum(owner, 0).astype(np.uint64) & np.uint64(1)
    is_crossed = (owner >= 0) & (crossed != 0)
    worth: Ints = np.where(is_crossed, mind.worth[rows] // 2, mind.worth[rows])
    return worth


class _Targets(NamedTuple):
    """The aims of the readers in one seat."""

    path: Ints
    """By row the path, or ``NOBODY``."""

    can_be_read: Bools
    """By row whether the path is in reach."""


def _targets(batch: BatchState, rows: Ints, seat: int) -> _Targets:
    reach = _reach(batch, rows)
    cost = _costs(batch, rows, seat, reach)
    reader, luck = batch.crew[seat], batch.luck[seat][rows]
    ahead = np.isin(np.arange(cost.shape[1]), [*ahead_of(batch.case_arrays.evidence, reader)])
    score: Ints = scored(reader.following, cost, luck, worths(batch, rows, seat), ahead)
    score[cost >= FAR] = _SCORE_OF_NEVER
    best_path = score.argmax(axis=1)
    every = np.arange(len(rows))
    best_cost = cost[every, best_path]
    can_be_read = reach.near[every, best_path] & (best_cost == ALOUD)
    return _Targets(np.where(best_cost < FAR, best_path, NOBODY), can_be_read)


def _wants_to_reveal(batch: BatchState, rows: Ints, seat: int) -> Bools:
    """By row whether the reader is sure enough of all that revelations would say."""
    is_bold = "bold" in TEMPERS[batch.crew[seat].temper]
    most_left = ANSWERS_LEFT_FOR_BOLD if is_bold else 1
    answers_left = batch.minds[seat].left(rows)
    culprits_left, others_left = answers_left[:, 0], answers_left[:, 1:]
    wants: Bools = (culprits_left == 1) & ((others_left >= 1) & (others_left <= most_left)).all(axis=1)
    return wants


# --- a turn --------------------------------------------------------------------------------------


def _act(batch: BatchState, rows: Ints, seat: int) -> Actions:
    """Go where revelations are made, extract a paragraph, or go for the next path to read."""
    wants_to_reveal = _wants_to_reveal(batch, rows, seat)
    revealing = rows[wants_to_reveal]
    need_not_go = batch.final[revealing] | (batch.revealer[revealing] != NOBODY)
    yield Kind.DONE, revealing[need_not_go]
    revealing = revealing[~need_not_go]
    goal = np.full(len(revealing), batch.board_arrays.revelations)
    step = _step_towards(batch, revealing, goal)
    yield Kind.MOVE, revealing[step.is_possible], step.zone[step.is_possible]
    yield Kind.DONE, revealing[~step.is_possible]
    rows = rows[~wants_to_reveal]
    best = _best_extraction(batch, rows, seat)
    yield Kind.EXTRACT, rows[best.is_worth_it], best.path[best.is_worth_it], best.seat[best.is_worth_it]
    rows = rows[~best.is_worth_it]
    if len(rows):
        yield from _go_for_target(batch, rows, seat)


def _go_for_target(batch: BatchState, rows: Ints, seat: int) -> Actions:
    """Read a path if it is in reach; otherwise take one step towards it, or send the purser away from it."""
    path, can_be_read = _targets(batch, rows, seat)
    has_target, here = path != NOBODY, batch.here(rows)
    zone = batch.zone_of_path[rows, np.maximum(path, 0)]
    reads = has_target & can_be_read
    yield from _read(batch, rows[reads], seat, path[reads])
    purser_ways = batch.board_arrays.pawn_ways[batch.card[rows], here]
    sends_purser = has_target & ~can_be_read & (zone == here) & (batch.purser[rows] == here)
    sends_purser &= (batch.points[rows] > 0) & purser_ways.any(axis=1)
    yield Kind.MOVE_PURSER, rows[sends_purser], purser_ways[sends_purser].argmax(axis=1)
    elsewhere = np.flatnonzero(has_target & ~can_be_read & (zone != here))
    step = _step_towards(batch, rows[elsewhere], zone[elsewhere])
    yield Kind.MOVE, rows[elsewhere[step.is_possible]], step.zone[step.is_possible]
    is_idle = ~reads & ~sends_purser
    is_idle[elsewhere[step.is_possible]] = False
    yield from _end_idly(batch, rows[is_idle], seat)


def _end_idly(batch: BatchState, rows: Ints, seat: int) -> Actions:
    """Take a buoy for later if that is possible, or end the turn."""
    takes_buoy = (batch.points[rows] > 0) & (batch.spent[rows] > 0)
    takes_buoy &= batch.buoys[rows, seat] < batch.table.buoys
    yield Kind.TAKE_BUOY, rows[takes_buoy]
    yield Kind.DONE, rows[~takes_buoy]


def _read(batch: BatchState, rows: Ints, seat: int, path: Ints) -> Actions:
    """Read paths, in private if that is the temper.

    A buoy makes up for missing points (rulebook, "Super buoys").
    """
    is_private = "private" in TEMPERS[batch.crew[seat].temper]
    price = PRIVATE if is_private else ALOUD
    points = batch.points[rows]
    can_pay = points >= price
    spends_buoy = ~can_pay & (points + batch.buoys[rows, seat] >= price)
    reads_aloud_instead = ~can_pay & ~spends_buoy & (points >= ALOUD)
    yield Kind.STUDY if is_private else Kind.INVESTIGATE, rows[can_pay], path[can_pay]
    yield Kind.SPEND_BUOY, rows[spends_buoy]
    yield Kind.INVESTIGATE, rows[reads_aloud_instead], path[reads_aloud_instead]
    yield Kind.DONE, rows[~(can_pay | spends_buoy | reads_aloud_instead)]


def moving_cost(batch: BatchState, rows: Ints) -> Ints:
    """By row and zone, the cost of entering it."""
    arrays = batch.board_arrays
    usual_cost = np.where(np.arange(len(arrays.zones)) == arrays.suite, ENTERING, 1)
    extra_for_first = np.where(batch.entered[rows], 0, arrays.by_card["first_move"][batch.card[rows]])
    cost: Ints = np.maximum(usual_cost + extra_for_first[:, None], 0)
    return cost


class _Step(NamedTuple):
    """A step of detectives, by row."""

    zone: Ints
    is_possible: Bools
    """Whether there is a step that brings them nearer, for the points that they have."""


def _step_towards(batch: BatchState, rows: Ints, goal: Ints) -> _Step:
    """The step towards a zone after which the rest of the way is shortest."""
    arrays, here = batch.board_arrays, batch.here(rows)
    zones, every = np.arange(len(arrays.zones)), np.arange(len(rows))
    away = arrays.away[:, goal].T.astype(np.int64)
    suite_is_taken = (batch.detectives[rows] == arrays.suite).any(axis=1)
    allowed = arrays.moves[batch.card[rows], here]
    allowed &= moving_cost(batch, rows) <= batch.points[rows][:, None]
    allowed &= away < away[every, here][:, None]
    allowed &= ~(suite_is_taken[:, None] & (zones == arrays.suite))
    zone = _nearest(away, allowed)
    return _Step(zone, allowed[every, zone])


def _nearest(away: Ints, allowed: Bools) -> Ints:
    """By row the nearest allowed zone, of several the first one; ``away`` is by row and zone."""
    zones = np.arange(away.shape[1])
    nearest: Ints = np.where(allowed, away * len(zones) + zones, _RANK_OF_NEVER).argmin(axis=1)
    return nearest


class _Extraction(NamedTuple):
    """The most promising paragraph that somebody in the same zone has read, by row."""

    path: Ints
    seat: Ints
    """The seats that have read it."""

    is_worth_it: Bools
    """Whether it is worth a buoy."""


def _best_extraction(batch: BatchState, rows: Ints, seat: int) -> _Extraction:
    best_worth, best_path, best_seat = (np.full(len(rows), value) for value in (-1, 0, 0))
    price = batch.board_arrays.extract[batch.card[rows]]
    can_pay = (batch.buoys[rows, seat] > 0) & (batch.points[rows] >= price)
    is_with_others = (batch.detectives[rows] == batch.here(rows)[:, None]).sum(axis=1) > 1
    is_extractor = "extracts" in TEMPERS[batch.crew[seat].temper]
    places = np.flatnonzero(can_pay & is_with_others & is_extractor)
    able_rows = rows[places]
    worth = worths(batch, able_rows, seat)
    for other, mind in enumerate(batch.minds):
        if other != seat and len(places):
            is_here = (batch.detectives[able_rows, other] == batch.here(able_rows))[:, None]
            can_extract = is_here & mind.known[able_rows] & ~batch.minds[seat].known[able_rows]
            can_extract &= ~batch.board_arrays.in_suite
            worth_here = np.where(can_extract, worth, -1)
            path = worth_here.argmax(axis=1)
            top_worth = worth_here[np.arange(len(able_rows)), path]
            is_tie = top_worth == best_worth[places]
            is_better = (top_worth > best_worth[places]) | (is_tie & (path < best_path[places]))
            better_places = places[is_better]
            best_worth[better_places] = top_worth[is_better]
            best_path[better_places] = path[is_better]
            best_seat[better_places] = other
    return _Extraction(best_path, best_seat, best_worth >= WORTH_OF_EXTRACTION)


# --- the end of a turn ---------------------------------------------------------------------------


def _move_suspect(batch: BatchState, rows: Ints, seat: int) -> Actions:
    """Bring the suspect nearer whom the reader wants to question next."""
    arrays = batch.board_arrays
    path, _ = _targets(batch, rows, seat)
    has_target = (path != NOBODY) & ~_wants_to_reveal(batch, rows, seat)
    suspect = np.where(has_target, arrays.asked[np.maximum(path, 0)], NOBODY)
    places = np.flatnonzero((suspect != NOBODY) & (suspect != batch.last_moved[rows]))
    asking_rows, asked = rows[places], suspect[places]
    zone, every = batch.suspects[asking_rows, asked], np.arange(len(asking_rows))
    away = arrays.away[batch.here(asking_rows)].astype(np.int64)
    allowed = arrays.suspect_ways[batch.card[asking_rows], zone]
    new_zone = _nearest(away, allowed)
    is_nearer = allowed[every, new_zone] & (away[every, new_zone] < away[every, zone])
    yield Kind.MOVE_SUSPECT, asking_rows[is_nearer], asked[is_nearer], new_zone[is_nearer]
    yield Kind.STAY, np.delete(rows, places[is_nearer])


def _move_purser(batch: BatchState, rows: Ints, _seat: int) -> Actions:
    """Send the purser anywhere but to the reader's own zone, if there is a choice."""
    ways = batch.board_arrays.pawn_ways[batch.card[rows], batch.purser[rows]]
    is_own_zone = np.arange(ways.shape[1]) == batch.here(rows)[:, None]
    yield Kind.MOVE_PURSER, rows, _nearest(is_own_zone.astype(np.int64), ways)


def _decide(if_sure: Kind, if_unsure: Kind, batch: BatchState, rows: Ints, seat: int) -> Actions:
    """Reveal or end the game if the reader knows enough; be silent or play one more turn if not."""
    wants_to_reveal = _wants_to_reveal(batch, rows, seat)
    yield if_sure, rows[wants_to_reveal]
    yield if_unsure, rows[~wants_to_reveal]


CHOICES: Mapping[int, Callable[[BatchState, Ints, int], Actions]] = {
    ACT: _act,
    SUSPECT: _move_suspect,
    PURSER: _move_purser,
    REVEAL: partial(_decide, Kind.REVEAL, Kind.SILENT),
    EXTEND: partial(_decide, Kind.STOP, Kind.EXTEND),
}
"""The choice of a seat at some tables, by phase; tables do not depend on each other."""
