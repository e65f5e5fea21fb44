"""The board as readers of a case see it: how far it is from zone to zone, in action points on a round without events."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from casekit.games.midnight.table.board import Board
from casekit.games.midnight.table.ways_about import ENTERING
from casekit.tabletop.readers.table_evidence import TableEvidence

FAR = 99
"""More action points than any way takes: there is none, or not this round."""

Distances = Mapping[int, Mapping[int, int]]


@dataclass(frozen=True, eq=False)
class CaseEvidence(TableEvidence):
    """A case as its readers know it, and its board."""

    board: Board


@lru_cache(maxsize=8)
def _of(ways: tuple[tuple[int, tuple[int, ...]], ...], suite: int) -> Distances:
    return {zone: _from(zone, dict(ways), suite) for zone, _ in ways}


def distances(board: Board) -> Distances:
    """The action points from each zone to each other; the suite costs one more to enter."""
    return _of(tuple(board.ways.items()), board.figures.suite)


def _from(start: int, ways: Mapping[int, tuple[int, ...]], suite: int) -> dict[int, int]:
    found = dict.fromkeys(ways, FAR)
    edge = [(0, start)]
    while edge:
        cost, zone = heappop(edge)
        if cost >= found[zone]:
            continue
        found[zone] = cost
        for other in ways[zone]:
            heappush(edge, (cost + (ENTERING if other == suite else 1), other))
    return found
