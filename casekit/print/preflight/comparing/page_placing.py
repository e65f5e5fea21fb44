"""The place of a page's content on it, held against where it should be; and its words."""

from dataclasses import dataclass
from math import atan, atan2, degrees, hypot

import numpy as np
from numpy.typing import NDArray

from casekit.print.content.papers import POINTS_PER_MM

Points = NDArray[np.float64]
"""Across and down in each row, in points from the top left corner of a page as it is shown."""
Boxes = NDArray[np.float64]
"""Rectangles, a row each: left, top, right and bottom, in points from the top left corner of the page as it is shown."""

SHIFT = 0.7
"""Points from which a shift is reported: a quarter of a millimetre. Programs that save a file again shift pages by up to 0.4."""
_SCALE = 0.0025
"""The part of its size from which a change is reported. Such programs change it by up to 0.0013."""
_ANGLE = 0.1
"""Degrees from which a turn or a slant is reported."""
_ALIKE = (_SCALE, _SCALE, 1.5 * _ANGLE, 1.5 * _ANGLE, SHIFT / 2, SHIFT / 2)
_QUARTER = 90
_PRECISE = 10
_LEAST = 0.1


@dataclass(frozen=True, eq=False)
class Affine:
    """Leads from points of one page to points of another: ``linear @ point + shift``, from the top left corners."""

    linear: Points
    shift: Points

    @classmethod
    def identity(cls) -> "Affine":
        """Leaves each point where it is."""
        return cls(np.eye(2), np.zeros(2))

    @classmethod
    def turned(cls, quarters: int, size: tuple[float, float]) -> "Affine":
        """Turns a page of a size by quarters, clockwise, into the corner where it was."""
        found, (width, height) = cls.identity(), size
        for _ in range(quarters):
            found = cls(np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([height, 0.0])).after(found)
            width, height = height, width
        return found

    def after(self, first: "Affine") -> "Affine":
        """The map that follows another: first that, then this."""
        return Affine(self.linear @ first.linear, self.linear @ first.shift + self.shift)

    def inverse(self) -> "Affine":
        """The way back."""
        back: Points = np.linalg.inv(self.linear).astype(np.float64)
        return Affine(back, -back @ self.shift)

    def of(self, points: Points) -> Points:
        """Where points are led, a row each."""
        return np.asarray(points @ self.linear.T + self.shift)

    def moves(self, size: tuple[float, float]) -> float:
        """By how many points a corner of a page is moved at most."""
        width, height = size
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
        return float(np.abs(self.of(corners) - corners).max())

    def of_boxes(self, boxes: Boxes) -> Boxes:
        """Where boxes are led, which stay upright."""
        middles = self.of((boxes[:, :2] + boxes[:, 2:]) / 2)
        # A small turn would make each box larger; a large one exchanges its sides.
        sides = np.abs(self.linear)
        sides = np.where(sides < _LEAST * sides.max(), 0, sides)
        halves = (boxes[:, 2:] - boxes[:, :2]) / 2 @ sides.T
        return np.concatenate([middles - halves, middles + halves], axis=1)


@dataclass(frozen=True)
class Placing:
    """The place of a page's content on it.

    Attributes:
        quarters: by how many degrees the page is turned clockwise: 0, 90, 180 or 270.
        across: its width as a part of what it should be.
        down: the same of its height.
        angle: by how many degrees it is turned beyond that, clockwise.
        slant: by how many degrees lines that should be upright lean.
        right: by how many points its middle is shifted to the right.
        lower: the same, downwards.
    """

    quarters: int = 0
    across: float = 1.0
    down: float = 1.0
    angle: float = 0.0
    slant: float = 0.0
    right: float = 0.0
    lower: float = 0.0

    @classmethod
    def of(cls, laid: Affine, ours: tuple[float, float], theirs: tuple[float, float]) -> "Placing":
        """The placing of a map from our page to theirs, whose sizes are given in points, seen from the middles of both."""
        whole = degrees(atan2(laid.linear[1, 0] - laid.linear[0, 1], laid.linear[0, 0] + laid.linear[1, 1]))
        quarters = round(whole / _QUARTER) * _QUARTER % 360
        back = Affine.turned((360 - quarters) // _QUARTER % 4, (0.0, 0.0)).linear
        linear = back @ laid.linear
        middle = laid.of(np.array([ours], dtype=np.float64) / 2)[0] - np.array(theirs) / 2
        right, lower = back @ middle
        angle = atan2(linear[1, 0], linear[0, 0])
        cos, sin = np.cos(angle), np.sin(angle)
        (across, leaning), (_, down) = np.array([[cos, sin], [-sin, cos]]) @ linear
        slant = degrees(atan(leaning / down)) if down else 0.0
        return cls(
            int(quarters), float(across), float(down), degrees(angle), slant, float(right), float(lower)
        )

    def is_like(self, other: "Placing") -> bool:
        """Whether two pages are placed alike, as far as a picture shows that."""
        one, two = (
            (each.across, each.down, each.angle, each.slant, each.right, each.lower) for each in (self, other)
        )
        near = all(abs(mine - yours) <= most for mine, yours, most in zip(one, two, _ALIKE, strict=True))
        return near and self.quarters == other.quarters

    @property
    def is_scaled(self) -> bool:
        """Whether the content has another size."""
        return max(abs(self.across - 1), abs(self.down - 1)) >= _SCALE

    @property
    def is_noticed(self) -> bool:
        """Whether the content is placed otherwise than any program leaves it that only saves the file again."""
        return bool(self.quarters or self.is_askew or self.is_shifted)

    @property
    def is_askew(self) -> bool:
        """Whether the content is scaled, turned a little or slanted."""
        return self.is_scaled or max(abs(self.angle), abs(self.slant)) >= _ANGLE

    @property
    def is_shifted(self) -> bool:
        """Whether the middle of the content is not in the middle of the page."""
        return hypot(self.right, self.lower) >= SHIFT

    def fills(self, ours: tuple[float, float], theirs: tuple[float, float]) -> bool:
        """Whether the content is as much larger or smaller as the page."""
        (width, height), (wide, high) = ours, theirs if self.quarters % 180 == 0 else theirs[::-1]
        return (
            max(abs(self.across * width - wide), abs(self.down * height - high)) < 2 * SHIFT
            and max(abs(self.angle), abs(self.slant)) < _ANGLE
        )

    def words(self, *, resized: bool) -> str:
        """How the content is placed, but for turns by quarters; of a page that is ``resized``, not where; empty if as it should."""
        parts = []
        if self.is_scaled:
            across, down = _percent(self.across), _percent(self.down)
            parts.append(
                f"scaled to {across}"
                if across == down
                else f"scaled to {across} of its width and {down} of its height"
            )
        if abs(self.angle) >= _ANGLE:
            way = "clockwise" if self.angle > 0 else "counterclockwise"
            parts.append(f"turned by {abs(self.angle):.1f} degrees {way}")
        if abs(self.slant) >= _ANGLE:
            parts.append(f"slanted by {abs(self.slant):.1f} degrees")
        if self.is_shifted and not resized and not self.quarters:
            parts.append(f"moved as a whole by {shift_in_words(self.right, self.lower)}")
        return ", ".join(parts[:-1]) + (" and " if parts[1:] else "") + parts[-1] if parts else ""


def shift_in_words(right: float, lower: float) -> str:
    """A shift in points, as ``0.5 mm to the left and 3 mm down``."""
    shifts = [
        (abs(shift) / POINTS_PER_MM, way[shift < 0])
        for shift, way in ((right, ("to the right", "to the left")), (lower, ("down", "up")))
    ]
    largest = max(length for length, _ in shifts)
    # A hundredth of the way beside it is not worth a word.
    return " and ".join(
        f"{_length(length)} mm {way}" for length, way in shifts if length >= max(_LEAST * largest, _LEAST / 2)
    )


def _length(millimetres: float) -> str:
    return f"{millimetres:.{int(millimetres < _PRECISE)}f}".removesuffix(".0")


def _percent(part: float) -> str:
    return f"{100 * part:.1f}".removesuffix(".0") + " %"
