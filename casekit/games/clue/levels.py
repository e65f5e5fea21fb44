"""The level of a puzzle: what its smallest proof asks of a reader, held against thresholds."""

from collections.abc import Mapping
from dataclasses import dataclass

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
class LevelBound:
    """What one figure of a level has to be between, and what it is."""

    name: str
    least: int
    most: int
    value: int

    @property
    def met(self) -> bool:
        """Whether the figure is not outside."""
        return self.least <= self.value <= self.most

    def __str__(self) -> str:
        return f"{LABELS[self.name]}: {self.value}, but {span_of(self.least, self.most)} wanted"


LABELS: Mapping[str, str] = {
    "lines": "lines of play",
    "needed": "lines of the smallest proof",
    "steps": "single conclusions of the proof",
    "depth": "suppositions inside each other",
    "together": "lines put together in one conclusion",
}
"""What each figure is called."""


def span_of(least: int, most: int) -> str:
    """Limits in words."""
    if least <= 0:
        return f"at most {most}"
    return f"{least} to {most}"


@dataclass(frozen=True, slots=True)
class Levels:
    """What the figures of a level have to be between; see ``Difficulty``."""

    lines: tuple[int, int]
    needed: tuple[int, int]
    steps: tuple[int, int]
    depth: tuple[int, int]
    together: int = 1

    def bounds(self, figures: Difficulty, players: int) -> tuple[LevelBound, ...]:
        """Each figure between its limits.

        Between two players the least depth does not count: they see every card that is shown, so nothing has to be
        supposed.
        """
        least = 0 if players == _TWO else self.depth[0]
        return (
            LevelBound("lines", *self.lines, figures.lines),
            LevelBound("needed", *self.needed, figures.needed),
            LevelBound("steps", *self.steps, figures.steps),
            LevelBound("depth", least, self.depth[1], figures.depth),
            LevelBound("together", 0, self.together, figures.together),
        )

    def misses(self, figures: Difficulty, players: int) -> tuple[str, ...]:
        """The names of the figures that are outside."""
        return tuple(bound.name for bound in self.bounds(figures, players) if not bound.met)


DEFAULTS: Mapping[Level, Levels] = {
    "amateur": Levels(lines=(3, 22), needed=(3, 8), steps=(1, 26), depth=(0, 0)),
    "expert": Levels(lines=(6, 30), needed=(6, 12), steps=(20, 45), depth=(1, 2)),
}
"""Simulated games of 2 to 6 players meet each of them often enough for a generator to be quick."""
