"""Where two pictures of one page differ, for the eye: edges drawn a little otherwise are no difference.

Programs that save a file again round its coordinates, and smooth edges as they like. So a dot may be anything between the
lightest and the darkest of its neighbours, and a small piece of a page may lie up to half a millimetre beside its place.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from casekit.print.preflight.comparing.rendering import Picture

CELL = 12
"""Dots of the sides of the squares that are looked at: 2 mm."""
ROOM = 4
"""Dots by which a square may lie beside its place: two thirds of a millimetre."""

Cells = NDArray[np.float64]
"""By how many shades the squares of a page differ, by row and column; 0 where they are alike."""
Dots = NDArray[np.int16]
Places = NDArray[np.intp]

_SOFT = ImageFilter.BoxBlur(1)
_SHADES = 32
"""Shades of 255 by which a dot may differ from all its neighbours."""
_INK = 350
"""Shades, summed over a square, that make a difference: a small full stop."""
_EDGE = 110
"""Shades by which the dots of a straight edge may differ, for a rule is rounded to whole dots."""
_RAGGED = 2
"""Dots of a square in which such an edge may end."""
_AROUND = ROOM + 2
_CLOSE = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
_FAR = [(down, across) for down in (-4, -2, 0, 2, 4) for across in (-4, -2, 0, 2, 4)]
_AT_ONCE = 512


def on_canvas(picture: Picture, height: int, width: int) -> Picture:
    """A picture cut, or filled up with paper at the right and at the foot, to a size."""
    canvas = np.full((height, width, 3), 255, np.uint8)
    part = picture[:height, :width]
    canvas[: part.shape[0], : part.shape[1]] = part
    return canvas


def differing(ours: Picture, theirs: Picture) -> Cells:
    """By how much the squares of two pictures of one size differ."""
    rows, columns = -(-ours.shape[0] // CELL), -(-ours.shape[1] // CELL)
    cells = np.zeros((rows, columns))
    if np.array_equal(ours, theirs):
        return cells
    one, other = (_framed(_softened(each), rows, columns) for each in (ours, theirs))
    away = (np.maximum(one, other) - np.minimum(one, other))[_AROUND:-_AROUND, _AROUND:-_AROUND]
    apart = np.maximum(np.maximum(away[..., 0], away[..., 1]), away[..., 2]) > _SHADES
    places = np.argwhere(apart.reshape(rows, CELL, columns, CELL).any(axis=(1, 3)))
    excess = np.zeros(len(places))
    for shifts in ([(0, 0)], _CLOSE, _FAR):
        excess = _excess(one, other, places, shifts)
        places, excess = places[excess > _INK], excess[excess > _INK]
    cells[places[:, 0], places[:, 1]] = excess
    return cells


def _excess(
    one: Picture, other: Picture, places: Places, shifts: list[tuple[int, int]]
) -> NDArray[np.float64]:
    """By how much each square differs from where it is most like the second picture, which is shifted."""
    found = np.zeros(len(places))
    for start in range(0, len(places), _AT_ONCE):
        part = places[start : start + _AT_ONCE]
        here, there = _cut(one, part, 1), _cut(other, part, ROOM + 1)
        least = np.full(len(part), np.inf)
        for down, across in shifts:
            top, left = ROOM + down, ROOM + across
            beside = there[:, top : top + CELL + 2, left : left + CELL + 2]
            inner = (slice(None), slice(1, -1), slice(1, -1))
            excess = np.maximum(_beyond(here[inner], beside), _beyond(beside[inner], here))
            least = np.minimum(least, _without_edges(excess))
        found[start : start + _AT_ONCE] = least
    return found


def _cut(picture: Picture, places: Places, around: int) -> Picture:
    """The squares of a framed picture with so many dots around each: square x height x width x colour."""
    side = CELL + 2 * around
    windows = np.lib.stride_tricks.sliding_window_view(picture, (side, side), (0, 1))
    cut = windows[places[:, 0] * CELL + _AROUND - around, places[:, 1] * CELL + _AROUND - around]
    return np.moveaxis(cut, 1, -1)


def _beyond(inner: Picture, around: Picture) -> Dots:
    """By how much each dot is lighter or darker than all dots around the same place, where that is much."""
    lowest, highest = _spread(around, np.minimum), _spread(around, np.maximum)
    dots = inner.astype(np.int16)
    beyond = np.maximum(lowest - dots, dots - highest).max(axis=3)
    return np.where(beyond > _SHADES, beyond, 0)


def _without_edges(excess: Dots) -> NDArray[np.float64]:
    """The sum of each square, but for two rows and two columns of dots that are alike: a rule that is a little thicker."""
    total: NDArray[np.float64] = excess.sum(axis=(1, 2), dtype=np.float64)
    for along in (1, 2):
        alike = np.sort(np.partition(excess, _RAGGED, axis=along).take(_RAGGED, axis=along), axis=1)[:, -2:]
        total -= np.minimum(alike, _EDGE).sum(axis=1) * CELL
    return total


def _spread(dots: Picture, choose: np.ufunc) -> Dots:
    """The lightest or darkest of the nine dots around each that has eight neighbours."""
    rows = choose(choose(dots[:, :-2], dots[:, 1:-1]), dots[:, 2:])
    spread: Dots = choose(choose(rows[:, :, :-2], rows[:, :, 1:-1]), rows[:, :, 2:]).astype(np.int16)
    return spread


def _softened(picture: Picture) -> Picture:
    """A picture out of focus: each dot the mean of the nine around it."""
    softened: Picture = np.asarray(Image.fromarray(picture).filter(_SOFT))
    return softened


def _framed(picture: Picture, rows: int, columns: int) -> Picture:
    """A picture of whole squares with some paper around it."""
    height, width = picture.shape[:2]
    framed = np.full((rows * CELL + 2 * _AROUND, columns * CELL + 2 * _AROUND, 3), 255, np.uint8)
    framed[_AROUND : _AROUND + height, _AROUND : _AROUND + width] = picture
    return framed
