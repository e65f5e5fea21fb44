"""The place of a page's content, compared with where it should be."""

from math import atan, atan2, degrees, hypot

import numpy as np
from numpy.typing import NDArray

from casekit.print.content.papers import POINTS_PER_MM
from casekit.values import frozen

Points = NDArray[np.float64]
"""Places, a row each: across and down, in points from the top left corner of a page as it is shown."""

Boxes = NDArray[np.float64]
"""Rectangles, a row each: left, top, right and bottom, in points as ``Points`` are."""

LEAST_SHIFT = 0.7
"""Points from which a shift is reported: a quarter of a millimetre.

Programs that save a file again shift pages by up to 0.4 points.
"""

_LEAST_SCALING = 0.0025
"""The part of its size from which a change of size is reported. Such programs change it by up to 0.0013."""

_LEAST_ANGLE = 0.1
"""Degrees from which a turn or a slant is reported."""

_MOST_DIFFERENCES_OF_ALIKE = (
    *(_LEAST_SCALING, _LEAST_SCALING),
    *(1.5 * _LEAST_ANGLE, 1.5 * _LEAST_ANGLE),
    *(LEAST_SHIFT / 2, LEAST_SHIFT / 2),
)
"""The most by which two placings that look alike may differ in their sizes, angles and shifts."""

_LENGTH_WITHOUT_DECIMAL = 10
"""The length in millimetres from which no decimal is written."""

_LEAST_PART = 0.1
"""The part of a shift, or of a side, from which the other direction counts."""


@frozen(eq=False)
class Affine:
    """Leads from points of one page to points of another: ``linear @ point + shift``.

    Points are measured from the top left corners.
    """

    linear: Points
    """The matrix of two by two numbers."""

    shift: Points
    """Across and down, in points."""

    @classmethod
    def identity(cls) -> "Affine":
        """Leaves each point where it is."""
        return cls(np.eye(2), np.zeros(2))

    @classmethod
    def turned(cls, quarters: int, size: tuple[float, float]) -> "Affine":
        """Turns a page of a size by quarters, clockwise, into the corner where it was."""
        turn, (width, height) = cls.identity(), size
        for _ in range(quarters):
            turn = cls(np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([height, 0.0])).after(turn)
            width, height = height, width
        return turn

    def after(self, other: "Affine") -> "Affine":
        """The map that leads a point first as another does, then as this one."""
        return Affine(self.linear @ other.linear, self.linear @ other.shift + self.shift)

    def inverse(self) -> "Affine":
        """The map that leads back."""
        linear: Points = np.linalg.inv(self.linear).astype(np.float64)
        return Affine(linear, -linear @ self.shift)

    def of(self, points: Points) -> Points:
        """The places to which points are led, a row each."""
        return np.asarray(points @ self.linear.T + self.shift)

    def moves(self, size: tuple[float, float]) -> float:
        """The most points by which a corner of a page of a size is moved, across or down."""
        width, height = size
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float64)
        return float(np.abs(self.of(corners) - corners).max())

    def of_boxes(self, boxes: Boxes) -> Boxes:
        """The upright boxes to which boxes are led."""
        middles = self.of((boxes[:, :2] + boxes[:, 2:]) / 2)
        # A small turn would make each box larger; a large one exchanges its sides.
        sides = np.abs(self.linear)
        sides = np.where(sides < _LEAST_PART * sides.max(), 0, sides)
        halves = (boxes[:, 2:] - boxes[:, :2]) / 2 @ sides.T
        return np.concatenate([middles - halves, middles + halves], axis=1)


@frozen
class Placing:
    """The place of a page's content on it."""

    quarters: int = 0
    """The degrees by which the page is turned clockwise: 0, 90, 180 or 270."""

    across: float = 1.0
    """The width of the content as a part of what it should be."""

    down: float = 1.0
    """The height of the content as a part of what it should be."""

    angle: float = 0.0
    """The degrees by which the content is turned clockwise beyond ``quarters``."""

    slant: float = 0.0
    """The degrees by which lines lean that should be upright."""

    right: float = 0.0
    """The points by which the middle of the content is shifted to the right."""

    lower: float = 0.0
    """The points by which the middle of the content is shifted downwards."""

    @classmethod
    def of(
        cls, to_theirs: Affine, our_size: tuple[float, float], their_size: tuple[float, float]
    ) -> "Placing":
        """The placing of a map from our page to theirs, seen from the middles of both.

        Args:
            to_theirs: the map.
            our_size: the width and the height of our page, in points.
            their_size: those of theirs.
        """
        matrix = to_theirs.linear
        whole_angle = degrees(atan2(matrix[1, 0] - matrix[0, 1], matrix[0, 0] + matrix[1, 1]))
        quarters = round(whole_angle / 90) * 90 % 360
        turn_back = Affine.turned((360 - quarters) // 90 % 4, (0.0, 0.0)).linear
        linear = turn_back @ matrix
        our_middle = np.array([our_size], dtype=np.float64) / 2
        shift = to_theirs.of(our_middle)[0] - np.array(their_size) / 2
        right, lower = turn_back @ shift
        angle = atan2(linear[1, 0], linear[0, 0])
        cos, sin = np.cos(angle), np.sin(angle)
        (across, leaning), (_, down) = np.array([[cos, sin], [-sin, cos]]) @ linear
        slant = degrees(atan(leaning / down)) if down else 0.0
        return cls(
            int(quarters), float(across), float(down), degrees(angle), slant, float(right), float(lower)
        )

    def is_like(self, other: "Placing") -> bool:
        """Whether two pages are placed alike, as far as a picture shows that."""
        figures = (self.across, self.down, self.angle, self.slant, self.right, self.lower)
        others = (other.across, other.down, other.angle, other.slant, other.right, other.lower)
        are_near = all(
            abs(figure - other_figure) <= most
            for figure, other_figure, most in zip(figures, others, _MOST_DIFFERENCES_OF_ALIKE, strict=True)
        )
        return are_near and self.quarters == other.quarters

    @property
    def is_scaled(self) -> bool:
        """Whether the content has another size."""
        return max(abs(self.across - 1), abs(self.down - 1)) >= _LEAST_SCALING

    @property
    def is_noticed(self) -> bool:
        """Whether the content is where no program puts it that only saves the file again."""
        is_askew = max(abs(self.angle), abs(self.slant)) >= _LEAST_ANGLE
        return bool(self.quarters or self.is_scaled or is_askew or self.is_shifted)

    @property
    def is_shifted(self) -> bool:
        """Whether the middle of the content is not in the middle of the page."""
        return hypot(self.right, self.lower) >= LEAST_SHIFT

    def fills(self, our_size: tuple[float, float], their_size: tuple[float, float]) -> bool:
        """Whether the content is as much larger or smaller as the page; sizes are in points."""
        width, height = our_size
        their_width, their_height = their_size if self.quarters % 180 == 0 else their_size[::-1]
        excess = max(abs(self.across * width - their_width), abs(self.down * height - their_height))
        is_askew = max(abs(self.angle), abs(self.slant)) >= _LEAST_ANGLE
        return excess < 2 * LEAST_SHIFT and not is_askew

    def words(self, *, resized: bool) -> str:
        """How the content is placed, but for turns by quarters; empty if it is placed as it should be.

        Where it is on the page is left out if that is ``resized``.
        """
        across, down = _percent(self.across), _percent(self.down)
        size = across if across == down else f"{across} of its width and {down} of its height"
        way = "clockwise" if self.angle > 0 else "counterclockwise"
        shift = shift_in_words(self.right, self.lower)
        changes = {
            f"scaled to {size}": self.is_scaled,
            f"turned by {abs(self.angle):.1f} degrees {way}": abs(self.angle) >= _LEAST_ANGLE,
            f"slanted by {abs(self.slant):.1f} degrees": abs(self.slant) >= _LEAST_ANGLE,
            f"moved as a whole by {shift}": self.is_shifted and not resized and not self.quarters,
        }
        parts = [change for change, is_so in changes.items() if is_so]
        if len(parts) > 1:
            return f"{', '.join(parts[:-1])} and {parts[-1]}"
        return parts[0] if parts else ""


def shift_in_words(right: float, lower: float) -> str:
    """A shift in points, as ``0.5 mm to the left and 3 mm down``."""
    shifts = [
        (abs(right) / POINTS_PER_MM, "to the left" if right < 0 else "to the right"),
        (abs(lower) / POINTS_PER_MM, "up" if lower < 0 else "down"),
    ]
    largest = max(length for length, _ in shifts)
    # A hundredth of the way beside it is not worth a word.
    least = max(_LEAST_PART * largest, _LEAST_PART / 2)
    return " and ".join(f"{_length(length)} mm {way}" for length, way in shifts if length >= least)


def _length(millimetres: float) -> str:
    """A length with a decimal if it is short, as in ``3.5`` and ``12``."""
    decimals = 1 if millimetres < _LENGTH_WITHOUT_DECIMAL else 0
    return f"{millimetres:.{decimals}f}".removesuffix(".0")


def _percent(part: float) -> str:
    """A part in percent, as in ``97.5 %``."""
    return f"{100 * part:.1f}".removesuffix(".0") + " %"
