"""Which path each reader goes for: ``readers.detective.target`` for many tables."""

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.batch.crowd import Crowd
from casekit.games.midnight.table.case_evidence import FAR
from casekit.games.midnight.table.legal import ALOUD
from casekit.games.midnight.table.readers.following import ahead_of, scored

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
NONE = -1


def reach(crowd: Crowd, rows: Ints) -> tuple[Bools, Bools]:
    """The paths in reach of the detectives whose turn it is, and those that cannot be read this round."""
    charts, card = crowd.charts, crowd.card[rows]
    here, zones = crowd.here(rows)[:, None], crowd.zone_of_path[rows]
    answers = charts.asked >= 0
    near = zones == here
    wide = np.flatnonzero(charts.neighbours[card])
    if len(wide):
        near[wide] |= answers & charts.near[here[wide], zones[wide]]
    shut = charts.dark[card].copy()
    locked = crowd.suspects[rows] == charts.cabins
    locked &= ~charts.cabins_open[card][:, None]
    shut[:, charts.lodged] |= locked[:, charts.lodgers]
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


def costs(crowd: Crowd, rows: Ints, seat: int) -> tuple[Ints, Bools]:
    """The action points to go to each path and read it aloud, and which paths are in reach."""
    charts = crowd.charts
    near, shut = reach(crowd, rows)
    zones = crowd.zone_of_path[rows]
    far = charts.away[crowd.here(rows)[:, None], zones].astype(np.int64) + ALOUD
    far += zones == crowd.purser[rows][:, None]
    cost = np.where(near, ALOUD, np.where(shut, FAR, np.minimum(far, FAR)))
    cost[crowd.minds[seat].known[rows]] = FAR
    return cost, near


def worths(crowd: Crowd, rows: Ints, seat: int) -> Ints:
    """The worth of every path; whatever belongs to a suspect who is crossed off, half as much."""
    mind, charts = crowd.minds[seat], crowd.charts
    worth = mind.worth[rows]
    owned = worth[:, charts.owned]
    crossed = (mind.crossed[rows][:, None] >> charts.owner.astype(np.uint64) & np.uint64(1)) != 0
    worth[:, charts.owned] = np.where(crossed, owned // 2, owned)
    return worth


def targets(crowd: Crowd, rows: Ints, seat: int) -> tuple[Ints, Ints, Bools]:
    """The path that each reader in one seat goes for, ``NONE`` if there is none; its cost; and whether it is in reach."""
    cost, near = costs(crowd, rows, seat)
    reader, luck = crowd.crew[seat], crowd.luck[seat][rows]
    ahead = np.isin(np.arange(cost.shape[1]), [*ahead_of(crowd.case.evidence, reader)])
    score: Ints = scored(reader.following, cost, luck, worths(crowd, rows, seat), ahead)
    score[cost >= FAR] = np.iinfo(np.int64).min
    best = score.argmax(axis=1)
    every = np.arange(len(rows))
    price = cost[every, best]
    return np.where(price < FAR, best, NONE), price, near[every, best]
