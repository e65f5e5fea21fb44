"""A stopwatch for two: our work and a peer's, turn by turn, so that a busy machine slows both alike."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from math import nan
from statistics import median
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")

Work = Callable[[], object]

Clock = Callable[[], float]
"""Seconds, of which only differences mean anything."""


def processor_time() -> float:
    """What this process and those that it started and waited for have used, in hundredths of a second."""
    return sum(os.times()[:4])


@dataclass(frozen=True, slots=True)
class Row:
    """Two pieces of work side by side; times are medians in milliseconds, not a number for a peer that is not there."""

    work: str
    ours: float
    peer: str
    theirs: float

    @property
    def ratio(self) -> float:
        """Our time in units of the peer's."""
        return self.ours / self.theirs


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured: everything; or the ``smallest`` size that runs all of a part, whose times mean nothing."""

    smallest: bool = False

    def of(self, whole: T, least: T) -> T:
        """A size: the one to measure, or the smallest."""
        return least if self.smallest else whole

    def compare(
        self, work: str, ours: Work, peer: str, theirs: Work, *, rounds: int, clock: Clock = perf_counter
    ) -> Row:
        """Time both pieces of work ``rounds`` times in turns, after one round that does not count; at the smallest size once."""
        if not self.smallest:
            ours()
            theirs()
        times = [(timed(ours, clock), timed(theirs, clock)) for _ in range(self.of(rounds, 1))]
        return Row(work, median(our for our, _ in times), peer, median(their for _, their in times))

    def library(self, name: str) -> Any:
        """A library that only measuring takes; ``None`` if it is not there and the size is the smallest."""
        try:
            return import_module(name)
        except ModuleNotFoundError:
            if self.smallest:
                return None
            raise


def alone(work: str, ours: Work, peer: str) -> Row:
    """Our work beside a peer that is not there."""
    return Row(work, timed(ours), f"{peer} is not installed", nan)


def timed(work: Work, clock: Clock = perf_counter) -> float:
    """How many milliseconds a piece of work takes."""
    start = clock()
    work()
    return (clock() - start) * 1000
