"""What readers write in the end, and whom they suspect before."""

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.batch.crowd import Crowd, guesses
from casekit.games.midnight.table.board import HYPOTHESES

Ints = NDArray[np.int64]


def hypotheses(crowd: Crowd) -> None:
    """What every seat writes: by table, seat, element and hypothesis."""
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


def ranking(crowd: Crowd, rows: Ints, seat: int, element: int) -> Ints:
    """The options of an element, the likeliest first: ``readers.detective.ranking`` for many tables."""
    mind = crowd.minds[seat]
    start, end = crowd.case.evidence.offsets[element : element + 2]
    options = np.arange(start, end)
    crossed = (mind.crossed[rows][:, None] >> options.astype(np.uint64) & np.uint64(1)).astype(np.int64)
    luck = guesses(crowd.chance[rows], seat, options)
    key = (crossed << 50) - (mind.hints[rows, start:end] << 34) - luck
    return np.argsort(key, axis=1, kind="stable")
