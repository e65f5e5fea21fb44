"""A stopwatch for two: our work and a peer's, turn by turn, so that a busy machine slows both alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

Work = Callable[[], object]


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


def compare(work: str, ours: Work, peer: str, theirs: Work, *, rounds: int) -> Row:
    """Time both pieces of work ``rounds`` times in turns, after one round that does not count."""
    ours()
    theirs()
    times = [(_timed(ours), _timed(theirs)) for _ in range(rounds)]
    return Row(work, median(our for our, _ in times), peer, median(their for _, their in times))


def _timed(work: Work) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000
