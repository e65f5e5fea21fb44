"""The events in the games of a batch, as far as reports speak of them."""

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.batch.crowd import Crowd
from casekit.tabletop.simulation.tally import NEVER

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


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
        self.wasted = np.zeros(paths, np.int64)
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
