"""Where two pictures of one page differ, for the eye: edges drawn a little otherwise do not count.

Programs that save a file again round its coordinates, and smooth edges as they like. So a dot may be anything
between the lightest and the darkest of its neighbours, and a small piece of a page may be up to half a
millimetre beside its place.
"""

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from casekit.print.comparison.rendering import Picture
from casekit.values import frozen

CELL = 12
"""Dots of the sides of the squares that are looked at: 2 mm."""
ROOM = 4
"""Dots by which a square may be beside its place: two thirds of a millimetre."""

Cells = NDArray[np.float64]
"""By how many shades the squares of a page differ, by row and column; 0 where they are alike."""
Shades = NDArray[Any]
"""Shades of grey or of colours."""
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
_CLOSE = [*product((-1, 0, 1), (-1, 0, 1))]
_FAR = [*product((-4, -2, 0, 2, 4), (-4, -2, 0, 2, 4))]
"""By how many dots down and across a square is shifted."""
_AT_ONCE = 512
_FAINT = 8
"""Shades by which an even square may differ: three percent of black."""
_EVEN = 4
_TINGE = 2
"""Shades that differ where nothing else does, on 4 cm2 in all: less than one percent of black."""
_LARGE = 100
_PAPER = 254
_EVERY = 8
_MOSTLY = 0.6
"""The part of the paper that a tint of the whole page covers."""
_THIN = 6
"""Shades of a row of dots in which there is a line of 0.1 points."""
_PIECE = 90
"""Dots of a row that are taken for a line: 15 mm."""
_NEAR = 3
"""Dots on each side of a dot in which a line is drawn beside it anyway: half a millimetre."""
_TINT = 14
"""Shades by which the colour of a square may differ from those around it."""


def on_canvas(picture: Picture, height: int, width: int) -> Picture:
    """A picture cut, or filled up with paper at the right and at the foot, to a size."""
    canvas = np.full((height, width, 3), 255, np.uint8)
    part = picture[:height, :width]
    canvas[: part.shape[0], : part.shape[1]] = part
    return canvas


def differing(ours: Picture, theirs: Picture) -> Cells:
    """By how much the squares of two pictures of one size differ."""
    rows, columns = _squares(ours)
    cells = np.zeros((rows, columns))
    if np.array_equal(ours, theirs):
        return cells
    one, other = (_softened(grey(picture), rows, columns) for picture in (ours, theirs))
    away = (np.maximum(one, other) - np.minimum(one, other))[_AROUND:-_AROUND, _AROUND:-_AROUND] > _SHADES
    places = np.argwhere(in_squares(away, CELL, np.logical_or))
    excess = np.zeros(len(places))
    for shifts in ([(0, 0)], _CLOSE, _FAR):
        excess = _excess(one, other, places, shifts)
        places, excess = places[excess > _INK], excess[excess > _INK]
    cells[places[:, 0], places[:, 1]] = excess
    measures = (_ruled, _added, _shaded, _tinted)
    others = [measure(ours, theirs)[:rows, :columns] for measure in measures]
    return np.asarray(np.max([cells, *others], axis=0))


def in_squares(dots: Shades, side: int, choose: np.ufunc) -> Shades:
    """The least, the sum or another choice of the dots of each square.

    A square has a ``side`` of this number of dots.

    Dots after the last whole square are left out.
    """
    rows, columns = dots.shape[0] // side, dots.shape[1] // side
    # Whole rows of dots first: NumPy is slow along short axes.
    by_row = choose.reduce(dots[: rows * side, : columns * side].reshape(rows, side, -1), axis=1)
    return np.asarray(choose.reduce(by_row.reshape(rows, columns, side, *dots.shape[2:]), axis=2))


def _excess(one: Shades, other: Shades, places: Places, shifts: list[tuple[int, int]]) -> NDArray[np.float64]:
    """By how much each square differs from where it is most like the second picture, which is shifted."""
    excess = np.zeros(len(places))
    for start in range(0, len(places), _AT_ONCE):
        part = places[start : start + _AT_ONCE]
        here, there = _cut(one, part, 1), _cut(other, part, ROOM + 1)
        lowest, highest = _spread(here, np.minimum), _spread(here, np.maximum)
        low, high = _spread(there, np.minimum), _spread(there, np.maximum)
        dots, shifted = here[1:-1, 1:-1], there[1:-1, 1:-1]
        least = np.full(len(part), np.inf)
        for down, across in shifts:
            beside = np.s_[ROOM + down : ROOM + down + CELL, ROOM + across : ROOM + across + CELL]
            beyond = np.maximum(
                np.maximum(low[beside] - dots, dots - high[beside]),
                np.maximum(lowest - shifted[beside], shifted[beside] - highest),
            )
            least = np.minimum(least, _without_edges(np.where(beyond > _SHADES, beyond, 0)))
        excess[start : start + _AT_ONCE] = least
    return excess


def _cut(picture: Shades, places: Places, around: int) -> Shades:
    """The squares of a framed picture with ``around`` dots around each: height x width x square."""
    side = CELL + 2 * around
    windows = np.lib.stride_tricks.sliding_window_view(picture, (side, side))
    cut = windows[places[:, 0] * CELL + _AROUND - around, places[:, 1] * CELL + _AROUND - around]
    return np.ascontiguousarray(np.moveaxis(cut, 0, -1).astype(np.int16))


def _without_edges(excess: Shades) -> NDArray[np.float64]:
    """The sum of each square, but for two rows and two columns of dots that are alike.

    They are a rule that is a little thicker.
    """
    total: NDArray[np.float64] = excess.sum(axis=(0, 1), dtype=np.float64)
    if not total.any():
        return total
    for along in (0, 1):
        alike = np.sort(np.partition(excess, _RAGGED, axis=along).take(_RAGGED, axis=along), axis=0)[-2:]
        total -= np.minimum(alike, _EDGE).sum(axis=0) * CELL
    return total


def _spread(dots: Shades, choose: np.ufunc) -> Shades:
    """The lightest or darkest of the nine dots around each that has eight neighbours."""
    rows = choose(choose(dots[:-2], dots[1:-1]), dots[2:])
    return np.asarray(choose(choose(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:]))


def _tinted(ours: Picture, theirs: Picture) -> Cells:
    """By how much the colours of squares differ that are equally dark."""
    one, other = _colours(ours), _colours(theirs)
    cells = np.zeros(one.shape[:2])
    if np.abs(one - other).max(initial=0) <= _TINT:
        return cells
    wide = [np.pad(colours, ((1, 1), (1, 1), (0, 0)), mode="edge") for colours in (one, other)]
    for colours, around in ((one, wide[1]), (other, wide[0])):
        low, high = _spread(around, np.minimum), _spread(around, np.maximum)
        beyond = np.maximum(low - colours, colours - high).max(axis=2)
        cells = np.maximum(cells, np.where(beyond > _TINT, beyond * CELL * CELL, 0))
    return _without_ragged(cells, ours)


def _without_ragged(cells: Cells, picture: Picture) -> Cells:
    """Squares without those of the last dots of a page, where programs mix paper and colour as they like."""
    height, width = picture.shape[:2]
    if 0 < height % CELL <= _RAGGED:
        cells[-1] = 0
    if 0 < width % CELL <= _RAGGED:
        cells[:, -1] = 0
    return cells


def _squares(picture: Picture) -> tuple[int, int]:
    """The rows and the columns of squares that cover a picture."""
    height, width = picture.shape[:2]
    return -(-height // CELL), -(-width // CELL)


def _ruled(ours: Picture, theirs: Picture) -> Cells:
    """The squares of theirs that have a straight line on bare paper, a faint row of dots."""
    cells = np.zeros(_squares(ours))
    bare = np.asarray(grey(ours)) >= _PAPER
    thin = bare & (np.asarray(grey(theirs)) <= 255 - _THIN)
    for along in (0, 1):
        drawn = _in_rows(thin.swapaxes(0, along))
        if drawn.any():
            # Lines that are drawn beside it anyway, a program may have drawn a little larger.
            away = everywhere_around(bare, _NEAR).swapaxes(0, along)
            drawn = _in_rows(drawn & away)
        places = np.argwhere(drawn.swapaxes(0, along)) // CELL
        cells[places[:, 0], places[:, 1]] = _INK
    return cells


def everywhere_around(dots: Shades, reach: int) -> Shades:
    """Whether something is so of each dot and of all up to ``reach`` dots beside it, as far as there are any.

    A square is looked at along one axis, then along the other. Pillow's filters compare each dot with
    its whole square.
    """
    for axis in (0, 1):
        along = dots.swapaxes(0, axis)
        framed = np.pad(along, ((reach, reach), (0, 0)), constant_values=True)
        so = np.ones_like(along)
        for shift in range(2 * reach + 1):
            so &= framed[shift : shift + len(along)]
        dots = so.swapaxes(0, axis)
    return dots


def _added(ours: Picture, theirs: Picture) -> Cells:
    """By how much squares differ that have something on bare paper.

    It is so far from all of ours that it cannot be an edge of that.
    """
    edges = [(0, -length % CELL) for length in ours.shape[:2]]
    one = np.pad(np.asarray(grey(ours)), edges, constant_values=255)
    other = np.pad(np.asarray(grey(theirs)), edges, constant_values=255)
    paper = in_squares(one, ROOM, np.minimum) >= _PAPER
    bare = _spread(np.pad(paper, 1, constant_values=True), np.minimum)
    ink = in_squares(np.where(other < 255 - _SHADES, 255 - other, 0), ROOM, np.add)
    cells = in_squares(np.where(bare, ink, 0), CELL // ROOM, np.add).astype(np.float64)
    return np.where(cells > _INK, cells, 0)


def _in_rows(dots: Shades) -> Shades:
    """Those of dots that fill a piece of their row."""
    height, width = dots.shape
    pieces = dots[:, : width // _PIECE * _PIECE].reshape(height, -1, _PIECE).all(axis=2)
    filled = np.zeros_like(dots)
    filled[:, : width // _PIECE * _PIECE] = np.repeat(pieces, _PIECE, axis=1)
    return filled


def _shaded(ours: Picture, theirs: Picture) -> Cells:
    """By how much squares differ that are even on both pictures.

    Such a difference is a faint grey, from which no dot is far enough to be seen.
    """
    one = np.asarray(grey(ours).reduce(CELL)).astype(np.int16)
    other = np.asarray(grey(theirs).reduce(CELL)).astype(np.int16)
    apart = np.abs(one - other)
    far = apart > _FAINT
    many = np.count_nonzero((apart >= _TINGE) & (np.maximum(one, other) >= _PAPER)) >= _LARGE
    if not many and not far.any():
        return np.zeros(apart.shape)
    mine, yours = _Shades.of(ours), _Shades.of(theirs)
    shaded = far & (mine.spread <= _EVEN) & (yours.spread <= _EVEN)
    # A tint so faint is not reported of a small area: a program that smooths edges may leave it.
    tinged = (mine.is_paper & yours.is_tinged) | (yours.is_paper & mine.is_tinged)
    if np.count_nonzero(tinged) >= _LARGE:
        shaded |= tinged
    return _without_ragged(np.where(shaded, apart * float(CELL * CELL), 0), ours)


def ground(ours: Picture, theirs: Picture) -> Shades:
    """By how many shades of each colour the paper of their whole page is darker than ours.

    Zeros if it is white, or not even.
    """
    white = np.mean(ours[::_EVERY, ::_EVERY].min(axis=2) >= _PAPER)
    still = np.mean(theirs[::_EVERY, ::_EVERY].min(axis=2) >= _PAPER)
    if still > white / 2:
        return np.zeros(3, np.int16)
    mine, yours = _Shades.of(ours), _Shades.of(theirs)
    tinged = yours.is_tinged & mine.is_paper
    if not tinged.any() or np.count_nonzero(tinged) < _MOSTLY * np.count_nonzero(mine.is_paper):
        return np.zeros(3, np.int16)
    return np.asarray(255 - np.median(yours.low[tinged], axis=0).astype(np.int16))


@frozen(eq=False)
class _Shades:
    """The darkest and the lightest shade of each colour in each square: rows x columns x colours."""

    low: Shades
    high: Shades

    @classmethod
    def of(cls, picture: Picture) -> "_Shades":
        edges = [(0, -length % CELL) for length in picture.shape[:2]]
        picture = np.pad(picture, [*edges, (0, 0)], mode="edge")
        return cls(in_squares(picture, CELL, np.minimum), in_squares(picture, CELL, np.maximum))

    @property
    def spread(self) -> Shades:
        """By how many shades the dots of each square differ."""
        return np.asarray((self.high - self.low).max(axis=2))

    @property
    def is_paper(self) -> Shades:
        """Which squares are nothing but paper."""
        return np.asarray(self.low.min(axis=2) >= _PAPER)

    @property
    def is_tinged(self) -> Shades:
        """Which squares have one colour that is not that of paper."""
        return np.asarray((self.spread <= 1) & (self.low.min(axis=2) <= 255 - _TINGE))


def _colours(picture: Picture) -> Shades:
    """The mean colour of each square, without what is grey of it."""
    mean = np.asarray(Image.fromarray(picture).reduce(CELL)).astype(np.int16)
    return np.asarray(mean - mean.mean(axis=2, keepdims=True).astype(np.int16))


def grey(picture: Picture) -> Image.Image:
    """A picture in shades of grey."""
    return Image.fromarray(picture).convert("L")


def _softened(picture: Image.Image, rows: int, columns: int) -> Shades:
    """A picture out of focus, each dot the mean of the nine around it.

    It has whole squares, and some paper around it.
    """
    framed = Image.new("L", (columns * CELL + 2 * _AROUND, rows * CELL + 2 * _AROUND), 255)
    framed.paste(picture.filter(_SOFT), (_AROUND, _AROUND))
    return np.asarray(framed)
