"""The draws of ``draws``, for many tables at once."""

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.draws import FIRST, GOLDEN, SECOND, draw

Words = NDArray[np.uint64]


def batch_draws(before: Words, name: int | Words) -> Words:
    """``draw`` with one more name, for draws made so far."""
    value = before ^ np.asarray(name, np.uint64)
    value = value + np.uint64(GOLDEN)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(FIRST)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(SECOND)
    return value ^ (value >> np.uint64(31))


def first_draws(seed: int, numbers: Words) -> Words:
    """The draws of a seed and the numbers of tables."""
    return batch_draws(np.full(len(numbers), draw(seed), np.uint64), numbers)
