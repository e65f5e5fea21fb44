"""The level of a puzzle: what its smallest proof asks of a reader, held against thresholds."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from casekit.games.clue.puzzle import Level

_TWO = 2


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Figures of a smallest proof of the solution.

    ``needed`` lines of play take part in it. It has so many ``steps``, ``depth`` suppositions inside each other, and
    steps that put up to ``together`` lines together because single ones do not suffice. ``lines`` is the length of the
    transcript.
    """

    lines: int
    needed: int
    steps: int
    depth: int
    together: int


@dataclass(frozen=True, slots=True)
class Levels:
    """What the figures of a level have to be between; see ``Difficulty``."""

    lines: tuple[int, int]
    needed: tuple[int, int]
    steps: tuple[int, int]
    depth: tuple[int, int]
    together: int = 1

    def misses(self, figures: Difficulty, players: int) -> tuple[str, ...]:
        """The names of the figures that are outside.

        Between two players the least depth does not count: they see every card that is shown, so nothing has to be
        supposed.
        """
        least = 0 if players == _TWO else self.depth[0]
        within = {
            "lines": _within(figures.lines, self.lines),
            "needed": _within(figures.needed, self.needed),
            "steps": _within(figures.steps, self.steps),
            "depth": _within(figures.depth, (least, self.depth[1])),
            "together": figures.together <= self.together,
        }
        return tuple(name for name, inside in within.items() if not inside)


DEFAULTS: Mapping[Level, Levels] = MappingProxyType(
    {
        "amateur": Levels(lines=(3, 22), needed=(3, 8), steps=(1, 26), depth=(0, 0)),
        "expert": Levels(lines=(6, 30), needed=(6, 12), steps=(20, 45), depth=(1, 2)),
    }
)
"""Simulated games of 2 to 6 players meet each of them often enough for a generator to be quick."""


def _within(figure: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= figure <= bounds[1]
