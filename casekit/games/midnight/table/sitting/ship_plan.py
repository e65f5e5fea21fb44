"""Where zones are drawn on a map: each deck a row, and zones that a way joins one above the other where that is possible."""

from collections.abc import Mapping, Sequence
from itertools import combinations, groupby

from casekit.games.midnight.edition import Edition
from casekit.games.midnight.table.board import Board


def plan_of(edition: Edition, board: Board) -> Mapping[int, tuple[int, int]]:
    """Row and column of each zone, both from 0. Rows are decks in the order of the edition."""
    rows = [[zone.number for zone in some] for _, some in groupby(edition.zones, key=lambda zone: zone.deck)]
    columns = max(map(len, rows), default=0)
    placed: dict[int, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        chosen = min(
            combinations(range(columns), len(row)),
            key=lambda places: (_bent(row, places, placed, board), places),
        )
        placed |= {zone: (number, column) for zone, column in zip(row, chosen, strict=True)}
    return placed


def _bent(
    row: Sequence[int], places: Sequence[int], placed: Mapping[int, tuple[int, int]], board: Board
) -> int:
    """By how many columns ways to the rows above are out of the vertical."""
    return sum(
        abs(column - placed[other][1])
        for zone, column in zip(row, places, strict=True)
        for other in board.ways[zone]
        if other in placed
    )
