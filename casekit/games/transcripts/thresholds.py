"""The level of a transcript: what its smallest proof asks of a reader, held against thresholds."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field

from casekit.asking.figures.level_bounds import FigureBound

TWO = 2


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Figures of a smallest proof of the solution.

    ``needed`` lines of play take part in it. It has this number of ``steps``, ``depth`` suppositions inside each other, and
    steps that put up to ``together`` lines together because single ones do not suffice. ``lines`` is the length of the
    transcript.
    """

    lines: int
    needed: int
    steps: int
    depth: int
    together: int


LABELS: Mapping[str, str] = {
    "lines": "lines of play",
    "needed": "lines of the smallest proof",
    "steps": "single conclusions of the proof",
    "depth": "suppositions inside each other",
    "together": "lines put together in one conclusion",
}
"""The name of each figure."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The limits of the figures of a level; see ``Difficulty``. For some numbers of players other lines are ``needed``: ``by_players``."""

    lines: tuple[int, int]
    needed: tuple[int, int]
    steps: tuple[int, int]
    depth: tuple[int, int]
    together: int = 1
    by_players: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def needed_of(self, players: int) -> tuple[int, int]:
        """The lines that a proof needs at a table."""
        return self.by_players.get(players, self.needed)

    def bounds(self, figures: Difficulty, players: int) -> tuple[FigureBound, ...]:
        """Each figure between its limits.

        Between two players the least depth does not count: they see every card that is shown, so nothing has to be
        supposed.
        """
        least = 0 if players == TWO else self.depth[0]
        limits = (self.lines, self.needed_of(players), self.steps, (least, self.depth[1]), (0, self.together))
        return tuple(
            FigureBound(name, label, *limit, value)
            for (name, label), limit, value in zip(LABELS.items(), limits, astuple(figures), strict=True)
        )

    def misses(self, figures: Difficulty, players: int) -> tuple[str, ...]:
        """The names of the figures that are outside."""
        return tuple(bound.name for bound in self.bounds(figures, players) if not bound.met)
