"""Which tables are simulated: crews by numbers of players, in pieces."""

from collections.abc import Iterator
from dataclasses import dataclass

from casekit.tabletop.table_rules import Crew

MOST, LEAST = 4_000, 50
"""The numbers of tables that are played together: more take more memory, fewer take nearly as long as these."""

SEVERAL = 3
"""The number of pieces for each of those who play, so that none waits long for the last one."""


@dataclass(frozen=True)
class Sitting:
    """Tables of one crew with one number of players, by their numbers."""

    crew: int
    players: int
    numbers: range


@dataclass(frozen=True)
class TablePlan:
    """``tables`` for each number of players, shared among the crews: table *n* has the crew *n* modulo their number."""

    crews: tuple[Crew, ...]
    players: tuple[int, ...]
    tables: int
    seed: int

    def pieces(self, workers: int = 1) -> Iterator[Sitting]:
        """The tables to play, in pieces for a number of ``workers``. No table depends on the piece that it is in."""
        step = len(self.crews)
        shared = -(-self.tables * len(self.players) // (SEVERAL * workers))
        most = min(max(shared, LEAST), MOST)
        for players in self.players:
            for crew in range(min(step, self.tables)):
                numbers = range(crew, self.tables, step)
                for start in range(0, len(numbers), most):
                    yield Sitting(crew, players, numbers[start : start + most])
