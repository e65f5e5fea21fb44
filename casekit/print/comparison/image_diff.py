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
"""Shades by which the squares of a page differ, by row and column; 0 where they are alike."""

Shades = NDArray[Any]
"""Shades of grey or of colours."""

Places = NDArray[np.intp]
"""The row and the column of squares, a row each."""

_OUT_OF_FOCUS = ImageFilter.BoxBlur(1)
"""Makes each dot the mean of the nine around it."""

_LEAST_DOT_DIFFERENCE = 32
"""Shades of 255 from which a dot differs from all its neighbours."""

_LEAST_SUM_OF_SHADES = 350
"""Shades, summed over a square, that make a difference: a small full stop."""

_MOST_EDGE_SHADES = 110
"""Shades by which the dots of a straight edge may differ, for a rule is rounded to whole dots."""

_MOST_RAGGED_DOTS = 2
"""Dots of a square in which such an edge may end."""

_FRAME = ROOM + 2
"""Dots of paper around a picture in which squares are shifted."""

_SMALL_SHIFTS = [*product((-1, 0, 1), (-1, 0, 1))]
"""Dots down and across by which a square is shifted first."""

_LARGE_SHIFTS = [*product((-4, -2, 0, 2, 4), (-4, -2, 0, 2, 4))]
"""Dots down and across by which a square is shifted if it still differs."""

_SQUARES_AT_ONCE = 512
"""The squares that are compared in one go."""

_MOST_FAINT_SHADES = 8
"""Shades by which an even square may differ: three percent of black."""

_MOST_SHADES_OF_EVEN = 4
"""Shades by which the dots of an even square differ."""

_LEAST_TINGE = 2
"""Shades that differ where nothing else does, on ``_SQUARES_OF_TINGE``: less than one percent of black."""

_SQUARES_OF_TINGE = 100
"""The squares in which so faint a tint is seen: 4 square centimetres."""

_LEAST_PAPER_SHADE = 254
"""The shade from which a dot is paper."""

_DOTS_PER_SAMPLE = 8
"""The dots, down and across, of which one is looked at to see whether a page is white."""

_LEAST_PART_OF_GROUND = 0.6
"""The part of the paper that a tint of the whole page covers."""

_LEAST_SHADES_OF_LINE = 6
"""Shades of a row of dots in which there is a line of 0.1 points."""

_DOTS_OF_LINE = 90
"""Dots of a row that are taken for a line: 15 mm."""

_DOTS_BESIDE_LINE = 3
"""Dots on each side of a dot in which a line is drawn beside it anyway: half a millimetre."""

_MOST_TINT_SHADES = 14
"""Shades by which the colour of a square may differ from those around it."""


def on_canvas(picture: Picture, height: int, width: int) -> Picture:
    """A picture cut, or filled up with paper at the right and at the foot, to a size."""
    canvas = np.full((height, width, 3), 255, np.uint8)
    part = picture[:height, :width]
    canvas[: part.shape[0], : part.shape[1]] = part
    return canvas


def differing(ours: Picture, theirs: Picture) -> Cells:
    """The shades by which the squares of two pictures of one size differ."""
    rows, columns = _square_counts(ours)
    cells = np.zeros((rows, columns))
    if np.array_equal(ours, theirs):
        return cells
    one, other = (_framed_out_of_focus(grey(picture), rows, columns) for picture in (ours, theirs))
    differences_of_dots = (np.maximum(one, other) - np.minimum(one, other))[_FRAME:-_FRAME, _FRAME:-_FRAME]
    is_different = differences_of_dots > _LEAST_DOT_DIFFERENCE
    places = np.argwhere(in_squares(is_different, CELL, np.logical_or))
    sums = np.zeros(len(places))
    for shifts in ([(0, 0)], _SMALL_SHIFTS, _LARGE_SHIFTS):
        sums = _least_differences(one, other, places, shifts)
        still_differs = sums > _LEAST_SUM_OF_SHADES
        places, sums = places[still_differs], sums[still_differs]
    cells[places[:, 0], places[:, 1]] = sums
    measures = (
        _squares_with_added_line,
        _squares_with_added_ink,
        _squares_with_other_tint,
        _squares_of_other_colour,
    )
    other_cells = [measure(ours, theirs)[:rows, :columns] for measure in measures]
    return np.asarray(np.max([cells, *other_cells], axis=0))


def in_squares(dots: Shades, side: int, choose: np.ufunc) -> Shades:
    """The least, the sum or another choice of the dots of each square.

    Dots after the last whole square are left out.

    Args:
        dots: the dots.
        side: the number of dots of the side of a square.
        choose: makes one value of two.
    """
    rows, columns = dots.shape[0] // side, dots.shape[1] // side
    # Whole rows of dots first: NumPy is slow along short axes.
    by_row = choose.reduce(dots[: rows * side, : columns * side].reshape(rows, side, -1), axis=1)
    return np.asarray(choose.reduce(by_row.reshape(rows, columns, side, *dots.shape[2:]), axis=2))


def _least_differences(
    one: Shades, other: Shades, places: Places, shifts: list[tuple[int, int]]
) -> NDArray[np.float64]:
    """The sum of shades by which each square differs from the place in the second picture most like it."""
    sums = np.zeros(len(places))
    for start in range(0, len(places), _SQUARES_AT_ONCE):
        part = places[start : start + _SQUARES_AT_ONCE]
        squares, wide_squares = _squares_at(one, part, 1), _squares_at(other, part, ROOM + 1)
        darkest, lightest = _extremes_around(squares, np.minimum), _extremes_around(squares, np.maximum)
        other_darkest = _extremes_around(wide_squares, np.minimum)
        other_lightest = _extremes_around(wide_squares, np.maximum)
        dots, other_dots = squares[1:-1, 1:-1], wide_squares[1:-1, 1:-1]
        least_sums = np.full(len(part), np.inf)
        for down, across in shifts:
            shifted = np.s_[ROOM + down : ROOM + down + CELL, ROOM + across : ROOM + across + CELL]
            # How far each dot is beyond all neighbours of its place in the other picture.
            beyond = np.maximum(
                np.maximum(other_darkest[shifted] - dots, dots - other_lightest[shifted]),
                np.maximum(darkest - other_dots[shifted], other_dots[shifted] - lightest),
            )
            noticed = np.where(beyond > _LEAST_DOT_DIFFERENCE, beyond, 0)
            least_sums = np.minimum(least_sums, _sums_without_edges(noticed))
        sums[start : start + _SQUARES_AT_ONCE] = least_sums
    return sums


def _squares_at(picture: Shades, places: Places, around: int) -> Shades:
    """Some squares of a framed picture, with ``around`` dots around each: height x width x square."""
    side = CELL + 2 * around
    windows = np.lib.stride_tricks.sliding_window_view(picture, (side, side))
    cut = windows[places[:, 0] * CELL + _FRAME - around, places[:, 1] * CELL + _FRAME - around]
    return np.ascontiguousarray(np.moveaxis(cut, 0, -1).astype(np.int16))


def _sums_without_edges(excess: Shades) -> NDArray[np.float64]:
    """The sum of each square, without two rows and two columns of dots that are alike.

    These are a rule that is a little thicker.
    """
    total: NDArray[np.float64] = excess.sum(axis=(0, 1), dtype=np.float64)
    if not total.any():
        return total
    for along in (0, 1):
        alike = np.sort(
            np.partition(excess, _MOST_RAGGED_DOTS, axis=along).take(_MOST_RAGGED_DOTS, axis=along), axis=0
        )[-2:]
        total -= np.minimum(alike, _MOST_EDGE_SHADES).sum(axis=0) * CELL
    return total


def _extremes_around(dots: Shades, choose: np.ufunc) -> Shades:
    """The lightest or darkest of the nine dots around each that has eight neighbours."""
    rows = choose(choose(dots[:-2], dots[1:-1]), dots[2:])
    return np.asarray(choose(choose(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:]))


def _squares_of_other_colour(ours: Picture, theirs: Picture) -> Cells:
    """The shades by which the colours of squares differ that are equally dark."""
    one, other = _mean_colours(ours), _mean_colours(theirs)
    cells = np.zeros(one.shape[:2])
    if np.abs(one - other).max(initial=0) <= _MOST_TINT_SHADES:
        return cells
    wide = [np.pad(colours, ((1, 1), (1, 1), (0, 0)), mode="edge") for colours in (one, other)]
    for colours, around in ((one, wide[1]), (other, wide[0])):
        low, high = _extremes_around(around, np.minimum), _extremes_around(around, np.maximum)
        beyond = np.maximum(low - colours, colours - high).max(axis=2)
        cells = np.maximum(cells, np.where(beyond > _MOST_TINT_SHADES, beyond * CELL * CELL, 0))
    return _without_last_dots(cells, ours)


def _without_last_dots(cells: Cells, picture: Picture) -> Cells:
    """Squares without those of the last dots of a page, where programs mix paper and colour as they like."""
    height, width = picture.shape[:2]
    if 0 < height % CELL <= _MOST_RAGGED_DOTS:
        cells[-1] = 0
    if 0 < width % CELL <= _MOST_RAGGED_DOTS:
        cells[:, -1] = 0
    return cells


def _square_counts(picture: Picture) -> tuple[int, int]:
    """The rows and the columns of squares that cover a picture."""
    height, width = picture.shape[:2]
    return -(-height // CELL), -(-width // CELL)


def _squares_with_added_line(ours: Picture, theirs: Picture) -> Cells:
    """The squares of theirs that have a straight line on bare paper, a faint row of dots."""
    cells = np.zeros(_square_counts(ours))
    bare = np.asarray(grey(ours)) >= _LEAST_PAPER_SHADE
    thin = bare & (np.asarray(grey(theirs)) <= 255 - _LEAST_SHADES_OF_LINE)
    for along in (0, 1):
        drawn = _filling_piece_of_row(thin.swapaxes(0, along))
        if drawn.any():
            # Lines that are drawn beside it anyway, a program may have drawn a little larger.
            away = everywhere_around(bare, _DOTS_BESIDE_LINE).swapaxes(0, along)
            drawn = _filling_piece_of_row(drawn & away)
        places = np.argwhere(drawn.swapaxes(0, along)) // CELL
        cells[places[:, 0], places[:, 1]] = _LEAST_SUM_OF_SHADES
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


def _squares_with_added_ink(ours: Picture, theirs: Picture) -> Cells:
    """The shades by which squares differ that have something on bare paper.

    It is so far from all of ours that it cannot be an edge of that.
    """
    edges = [(0, -length % CELL) for length in ours.shape[:2]]
    one = np.pad(np.asarray(grey(ours)), edges, constant_values=255)
    other = np.pad(np.asarray(grey(theirs)), edges, constant_values=255)
    paper = in_squares(one, ROOM, np.minimum) >= _LEAST_PAPER_SHADE
    bare = _extremes_around(np.pad(paper, 1, constant_values=True), np.minimum)
    ink = in_squares(np.where(other < 255 - _LEAST_DOT_DIFFERENCE, 255 - other, 0), ROOM, np.add)
    cells = in_squares(np.where(bare, ink, 0), CELL // ROOM, np.add).astype(np.float64)
    return np.where(cells > _LEAST_SUM_OF_SHADES, cells, 0)


def _filling_piece_of_row(dots: Shades) -> Shades:
    """Those of dots that fill a piece of their row."""
    height, width = dots.shape
    pieces = dots[:, : width // _DOTS_OF_LINE * _DOTS_OF_LINE].reshape(height, -1, _DOTS_OF_LINE).all(axis=2)
    filled = np.zeros_like(dots)
    filled[:, : width // _DOTS_OF_LINE * _DOTS_OF_LINE] = np.repeat(pieces, _DOTS_OF_LINE, axis=1)
    return filled


def _squares_with_other_tint(ours: Picture, theirs: Picture) -> Cells:
    """The shades by which squares differ that are even on both pictures.

    Such a difference is a faint grey, from which no dot is far enough to be seen.
    """
    one = np.asarray(grey(ours).reduce(CELL)).astype(np.int16)
    other = np.asarray(grey(theirs).reduce(CELL)).astype(np.int16)
    differences = np.abs(one - other)
    is_noticed = differences > _MOST_FAINT_SHADES
    may_be_tinged = (differences >= _LEAST_TINGE) & (np.maximum(one, other) >= _LEAST_PAPER_SHADE)
    if np.count_nonzero(may_be_tinged) < _SQUARES_OF_TINGE and not is_noticed.any():
        return np.zeros(differences.shape)
    our_shades, their_shades = _SquareShades.of(ours), _SquareShades.of(theirs)
    shaded = (
        is_noticed
        & (our_shades.spread <= _MOST_SHADES_OF_EVEN)
        & (their_shades.spread <= _MOST_SHADES_OF_EVEN)
    )
    # A tint so faint is not reported of a small area: a program that smooths edges may leave it.
    tinged = (our_shades.is_paper & their_shades.is_tinged) | (their_shades.is_paper & our_shades.is_tinged)
    if np.count_nonzero(tinged) >= _SQUARES_OF_TINGE:
        shaded |= tinged
    return _without_last_dots(np.where(shaded, differences * float(CELL * CELL), 0), ours)


def ground(ours: Picture, theirs: Picture) -> Shades:
    """The shades of each colour by which the paper of their whole page is darker than ours.

    They are zeros if it is white, or not even.
    """
    our_white_part = np.mean(ours[::_DOTS_PER_SAMPLE, ::_DOTS_PER_SAMPLE].min(axis=2) >= _LEAST_PAPER_SHADE)
    their_white_part = np.mean(
        theirs[::_DOTS_PER_SAMPLE, ::_DOTS_PER_SAMPLE].min(axis=2) >= _LEAST_PAPER_SHADE
    )
    if their_white_part > our_white_part / 2:
        return np.zeros(3, np.int16)
    our_shades, their_shades = _SquareShades.of(ours), _SquareShades.of(theirs)
    tinged = their_shades.is_tinged & our_shades.is_paper
    if not tinged.any() or np.count_nonzero(tinged) < _LEAST_PART_OF_GROUND * np.count_nonzero(
        our_shades.is_paper
    ):
        return np.zeros(3, np.int16)
    return np.asarray(255 - np.median(their_shades.low[tinged], axis=0).astype(np.int16))


@frozen(eq=False)
class _SquareShades:
    """The shades of each square: rows x columns x colours."""

    low: Shades
    """The darkest shade of each colour."""

    high: Shades
    """The lightest shade of each colour."""

    @classmethod
    def of(cls, picture: Picture) -> "_SquareShades":
        edges = [(0, -length % CELL) for length in picture.shape[:2]]
        picture = np.pad(picture, [*edges, (0, 0)], mode="edge")
        return cls(in_squares(picture, CELL, np.minimum), in_squares(picture, CELL, np.maximum))

    @property
    def spread(self) -> Shades:
        """The shades by which the dots of each square differ."""
        return np.asarray((self.high - self.low).max(axis=2))

    @property
    def is_paper(self) -> Shades:
        """Whether each square is nothing but paper."""
        return np.asarray(self.low.min(axis=2) >= _LEAST_PAPER_SHADE)

    @property
    def is_tinged(self) -> Shades:
        """Whether each square has one colour that is not that of paper."""
        return np.asarray((self.spread <= 1) & (self.low.min(axis=2) <= 255 - _LEAST_TINGE))


def _mean_colours(picture: Picture) -> Shades:
    """The mean colour of each square, without what is grey of it."""
    mean = np.asarray(Image.fromarray(picture).reduce(CELL)).astype(np.int16)
    return np.asarray(mean - mean.mean(axis=2, keepdims=True).astype(np.int16))


def grey(picture: Picture) -> Image.Image:
    """A picture in shades of grey."""
    return Image.fromarray(picture).convert("L")


def _framed_out_of_focus(picture: Image.Image, rows: int, columns: int) -> Shades:
    """A picture out of focus, each dot the mean of the nine around it.

    It has whole squares, and some paper around it.
    """
    framed = Image.new("L", (columns * CELL + 2 * _FRAME, rows * CELL + 2 * _FRAME), 255)
    framed.paste(picture.filter(_OUT_OF_FOCUS), (_FRAME, _FRAME))
    return np.asarray(framed)
