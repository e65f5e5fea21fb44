"""A page that is shown as it is, but turned, or shifted as a whole."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image

from casekit.print.preflight.comparing.pictures import CELL, differing
from casekit.print.preflight.comparing.rendering import PER_POINT, Letters, Picture

_PART = 0.15
"""The part of what is printed that differs from which a page may be shifted or turned."""
_BETTER = 0.35
"""The part of these differences that may be left."""
_SEEN = 24
_COARSE = 4
_FINE = range(-3, 4)


@dataclass(frozen=True)
class Aligned:
    """A page laid over the one it should be.

    Attributes:
        picture: in the size of the other.
        cells: where they differ.
        turn: by how many degrees it had to be turned, clockwise.
        across: how far to the right it had to be shifted, in points.
        down: the same, downwards.
        size: width and height of the page before that, in points.
    """

    picture: Picture
    cells: np.ndarray
    turn: int = 0
    across: float = 0
    down: float = 0
    size: tuple[float, float] = (0, 0)

    def laid(self, letters: Letters) -> Letters:
        """The letters of the page where they are now."""
        boxes = letters.boxes
        width, height = self.size
        for _ in range(self.turn // 90):
            # A quarter to the right: what was on the left is on top.
            boxes = np.stack([height - boxes[:, 3], boxes[:, 0], height - boxes[:, 1], boxes[:, 2]], axis=1)
            width, height = height, width
        shift = np.array([self.across, self.down, self.across, self.down])
        return Letters(letters.characters, boxes + shift, letters.spaced)


def align(ours: Picture, theirs: Picture, size: tuple[float, float]) -> Aligned:
    """Lay a page over ours, turned and shifted if it fits only so."""
    direct = _laid(ours, theirs, 0, (0, 0), size)
    unlike = np.count_nonzero(direct.cells)
    if ours.shape == theirs.shape and (not unlike or unlike <= _PART * max(1, _printed(ours))):
        return direct
    best = min(_others(theirs, ours), key=lambda each: each[0])
    laid = _laid(ours, best[1], best[2], best[3], size)
    return laid if np.count_nonzero(laid.cells) <= _BETTER * unlike else direct


def _others(theirs: Picture, ours: Picture) -> Iterator[tuple[float, Picture, int, tuple[int, int]]]:
    """The ways to lay a page: how much it differs then, its picture, by how much it is turned, and shifted."""
    for turn in (0, 180, 90, 270):
        turned = np.ascontiguousarray(np.rot90(theirs, -turn // 90))
        apart, *shift = _shift(ours, turned)
        yield apart, turned, turn, (shift[0], shift[1])


def _laid(
    ours: Picture, turned: Picture, turn: int, shift: tuple[int, int], size: tuple[float, float]
) -> Aligned:
    canvas = np.full_like(ours, 255)
    down, across = shift
    height, width = ours.shape[:2]
    top, left = max(0, down), max(0, across)
    part = turned[max(0, -down) :, max(0, -across) :][: height - top, : width - left]
    canvas[top : top + part.shape[0], left : left + part.shape[1]] = part
    cells = differing(ours, canvas)
    if shift != (0, 0) and ours.shape == turned.shape:
        # What the shift has pushed over the edge is told with it.
        rows, columns = np.indices(cells.shape) * CELL
        foot, right = top + part.shape[0], left + part.shape[1]
        lost = (rows < top) | (columns < left) | (rows + CELL > foot) | (columns + CELL > right)
        cells = np.where(lost, 0, cells)
    return Aligned(canvas, cells, turn, across / PER_POINT, down / PER_POINT, size)


def _shift(ours: Picture, theirs: Picture) -> tuple[float, int, int]:
    """How much two pictures differ where they are most alike, and how many dots down and across the second is shifted then."""
    down, across = (_COARSE * each for each in _peak(_edges(ours), _edges(theirs)))
    # Then to the dot, where there is most to be seen.
    one, other = (_grey(each) for each in (ours, theirs))
    near = [
        (_apart(one, other, down + further, across + aside), down + further, across + aside)
        for further in _FINE
        for aside in _FINE
    ]
    return min(near)


def _peak(one: np.ndarray, other: np.ndarray) -> tuple[int, int]:
    """The shift at which two pictures have most in common (by the theorem of correlation)."""
    height, width = (max(pair) for pair in zip(one.shape, other.shape, strict=True))
    room = 2 * height, 2 * width
    likeness = np.fft.irfft2(np.fft.rfft2(one, room) * np.conj(np.fft.rfft2(other, room)), room)
    down, across = np.unravel_index(int(np.argmax(likeness)), room)
    return _signed(int(down), height), _signed(int(across), width)


def _apart(one: np.ndarray, other: np.ndarray, down: int, across: int) -> float:
    """How much two grey pictures differ, per dot of what both show, if the second is shifted."""
    mine = one[max(0, down) :, max(0, across) :]
    yours = other[max(0, -down) :, max(0, -across) :]
    rows, columns = (min(pair) for pair in zip(mine.shape, yours.shape, strict=True))
    if not rows or not columns:
        return 255.0
    mine, yours = mine[:rows:2, :columns:2], yours[:rows:2, :columns:2]
    return float((np.maximum(mine, yours) - np.minimum(mine, yours)).mean())


def _grey(picture: Picture) -> np.ndarray:
    return np.asarray(Image.fromarray(picture).convert("L"))


def _signed(shift: int, length: int) -> int:
    return shift - 2 * length if shift >= length else shift


def _edges(picture: Picture) -> np.ndarray:
    """Edges in a quarter of the size; areas would let one large dark picture decide alone."""
    small = np.asarray(Image.fromarray(picture).convert("L").reduce(_COARSE)).astype(np.float64)
    edges: np.ndarray = np.abs(np.diff(small, axis=0, prepend=255)) + np.abs(
        np.diff(small, axis=1, prepend=255)
    )
    return edges


def _printed(picture: Picture) -> int:
    """How many squares of a picture have something on them."""
    dark = (picture.max(axis=2).astype(np.int16) - picture.min(axis=2)) + (255 - picture.min(axis=2)) > _SEEN
    rows, columns = dark.shape[0] // CELL, dark.shape[1] // CELL
    squares = dark[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL)
    return int(np.count_nonzero(squares.any(axis=(1, 3))))
