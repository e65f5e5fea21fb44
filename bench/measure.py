"""A stopwatch for two: our work and a peer's, turn by turn, so that a busy machine slows both alike."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

Work = Callable[[], object]

Clock = Callable[[], float]
"""Seconds, of which only differences mean anything."""


def processor_time() -> float:
    """What this process and those that it started and waited for have used, in hundredths of a second."""
    return sum(os.times()[:4])


@dataclass(frozen=True, slots=True)
class Row:
    """Two pieces of work side by side; times are medians in milliseconds."""

    work: str
    ours: float
    peer: str
    theirs: float

    @property
    def ratio(self) -> float:
        """Our time in units of the peer's."""
        return self.ours / self.theirs


def compare(
    work: str, ours: Work, peer: str, theirs: Work, *, rounds: int, clock: Clock = perf_counter
) -> Row:
    """Time both pieces of work ``rounds`` times in turns, after one round that does not count."""
    ours()
    theirs()
    times = [(timed(ours, clock), timed(theirs, clock)) for _ in range(rounds)]
    return Row(work, median(our for our, _ in times), peer, median(their for _, their in times))


def timed(work: Work, clock: Clock = perf_counter) -> float:
    """How many milliseconds a piece of work takes."""
    start = clock()
    work()
    return (clock() - start) * 1000
