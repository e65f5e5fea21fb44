"""Which tables are simulated: crews by numbers of players, in pieces of fixed numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

from casekit.games.midnight.table.readers.kinds import Crew

PIECE = 4_000
"""So many tables are played together at most: more take more memory, fewer take longer."""


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
    piece: int = PIECE

    def pieces(self) -> Iterator[Sitting]:
        """What is to be played, in an order that does not depend on who plays it."""
        step = len(self.crews)
        for players in self.players:
            for crew in range(min(step, self.tables)):
                numbers = range(crew, self.tables, step)
                for start in range(0, len(numbers), self.piece):
                    yield Sitting(crew, players, numbers[start : start + self.piece])
