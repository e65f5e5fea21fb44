"""A page laid over the one it should be: turned, shifted or scaled as a whole.

``lay_over`` finds how; ``reset_lines`` finds lines that are set differently apart from that.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from operator import itemgetter

import numpy as np

from casekit.print.comparison.differences import DifferenceKind
from casekit.print.comparison.image_diff import CELL, Cells, differing, grey, ground, in_squares, on_canvas
from casekit.print.comparison.landmarks import NamedPlace
from casekit.print.comparison.page_distances import (
    LetterPairs,
    are_many,
    letter_pairs,
    registered,
    registered_pictures,
)
from casekit.print.comparison.placing import LEAST_SHIFT, Affine, Boxes, Placing, shift_in_words
from casekit.print.comparison.rendering import NEAR, PER_POINT, Leaf, Letters, Picture
from casekit.values import frozen

# The part of their size by which letters may be larger or smaller. Programs that save a file again change it
# by up to 0.017.
_MOST_SIZE_CHANGE = 0.035
# Points by which such programs make letters higher or lower: much of a full stop.
_SIZE_ROUNDING = 0.15
# The least side of a letter, in points, that is divided by.
_LEAST_SIDE = 0.3
# The part of a line's letters that makes it another line.
_LEAST_PART_OF_LINE = 0.4

# The part of the printed squares that differs from which a page may be shifted or turned.
_LEAST_DIFFERING_PART = 0.15
# The part of these differences that may remain if it was.
_MOST_REMAINING_PART = 0.35
# Shades from which a dot is printed.
_LEAST_PRINTED_SHADES = 24
# How many times smaller the pictures are in which a shift is looked for first; then it is found to the dot,
# within so many dots.
_REDUCTION = 4
_FINE_SHIFTS = range(-3, 4)
# Points of the last square of a page that may be beyond its edge.
_BEYOND_EDGE = 1.0

ResetLines = Mapping[tuple[int, int], tuple[DifferenceKind, str]]
"""How lines are set differently, by the numbers of their places and of the lines there."""


@frozen
class Aligned:
    """A page laid over the one it should be."""

    picture: Picture
    """The page, in the size of the other one and where that is."""
    cells: np.ndarray
    """By how much the squares of the two differ, by row and column."""
    place: Affine
    """The map from the other page to this one."""
    ground: float = 0.0
    """How dark its paper was, which is taken out of ``picture``: 0 for white, 1 for black."""

    def laid(self, letters: Letters) -> Letters:
        """The letters of the page where they are now."""
        return Letters(letters.characters, self.place.inverse().of_boxes(letters.boxes), letters.spaced)


def lay_over(mine: Leaf, yours: Leaf, *, resized: bool) -> tuple[Aligned, LetterPairs]:
    """Lay a page over ours by its letters, or by its picture; also gives the letters that are on both.

    A ``resized`` page has another size, so that what is beyond its edges is missing.
    """
    pairs = letter_pairs(mine.letters, yours.letters)
    aligned = _aligned(mine, yours, pairs, resized=resized)
    ours = mine.picture
    shades = ground(ours, aligned.picture)
    if not shades.any():
        return aligned, pairs
    picture = np.minimum(aligned.picture + shades, 255).astype(np.uint8)
    cells = np.where(aligned.cells > 0, differing(ours, picture), 0)
    return Aligned(picture, cells, aligned.place, float(shades.max()) / 255), pairs


def _aligned(mine: Leaf, yours: Leaf, pairs: LetterPairs, *, resized: bool) -> Aligned:
    place = registered(pairs)
    if place is not None:
        return _laid(mine, yours, place, resized=resized)
    aligned = _aligned_by_picture(mine, yours, resized=resized)
    nearer = None if are_many(pairs) else registered_pictures(mine.picture, aligned.picture)
    return aligned if nearer is None else _laid(mine, yours, aligned.place.after(nearer), resized=resized)


def _laid(mine: Leaf, yours: Leaf, place: Affine, *, resized: bool) -> Aligned:
    """A page laid over ours by the map that leads from ours to it."""
    if place.moves(mine.points) < LEAST_SHIFT:
        picture = on_canvas(yours.picture, *mine.dots)
        return Aligned(picture, differing(mine.picture, picture), place)
    picture = yours.laid(place.inverse(), mine.dots)
    cells = differing(mine.picture, picture)
    return Aligned(picture, cells if resized else _without_cut_off(cells, place, yours.points), place)


def in_place(mine: Leaf, yours: Leaf) -> bool:
    """Whether a page that looks like ours is placed like it, too, and each of its letters."""
    pairs = letter_pairs(mine.letters, yours.letters)
    place = registered(pairs)
    if place is None and not are_many(pairs):
        place = registered_pictures(mine.picture, yours.picture)
    if place is None:
        return True
    is_noticed = Placing.of(place, mine.points, yours.points).is_noticed
    return not (is_noticed or LetterChanges.of(pairs, place).any())


def _without_cut_off(cells: Cells, place: Affine, size: tuple[float, float]) -> Cells:
    """Squares without those that were pushed over the edge, which is reported with what pushed them."""
    rows, columns = (index.ravel() for index in np.indices(cells.shape))
    lost = np.zeros(len(rows), np.bool_)
    for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)):
        corners = np.stack([columns + across, rows + down], axis=1).astype(np.float64)
        points = place.of(corners * (CELL / PER_POINT))
        lost |= ((points < -_BEYOND_EDGE) | (points > np.array(size) + _BEYOND_EDGE)).any(axis=1)
    return np.where(lost.reshape(cells.shape), 0, cells)


def _aligned_by_picture(mine: Leaf, yours: Leaf, *, resized: bool) -> Aligned:
    """Lay a page over ours, turned and shifted if it fits only so."""
    ours, theirs = mine.picture, yours.picture
    direct = _laid(mine, yours, Affine.identity(), resized=resized)
    differing_squares = np.count_nonzero(direct.cells)
    # A dot is printed if it is coloured or dark.
    colour = ours.max(axis=2).astype(np.int16) - ours.min(axis=2)
    darkness = 255 - ours.min(axis=2)
    is_printed = colour + darkness > _LEAST_PRINTED_SHADES
    printed_squares = int(np.count_nonzero(in_squares(is_printed, CELL, np.logical_or)))
    # A blank page shows no way to lay another over it.
    few_differ = differing_squares <= _LEAST_DIFFERING_PART * printed_squares
    if ours.shape == theirs.shape and (not printed_squares or few_differ):
        return direct
    _, place = min(_placings(theirs, ours, yours.points), key=itemgetter(0))
    laid = _laid(mine, yours, place, resized=resized)
    return laid if np.count_nonzero(laid.cells) <= _MOST_REMAINING_PART * differing_squares else direct


def _placings(theirs: Picture, ours: Picture, size: tuple[float, float]) -> Iterator[tuple[float, Affine]]:
    """The ways to turn and shift a page: how much it differs then, and the map from our page to it."""
    for quarters in (0, 2, 1, 3):
        turned = np.ascontiguousarray(np.rot90(theirs, -quarters))
        down, across = (_REDUCTION * shift for shift in _peak(_edges(ours), _edges(turned)))
        # Then to the dot, where there is most to be seen.
        one, other = np.asarray(grey(ours)), np.asarray(grey(turned))
        tries = []
        for further, aside in product(_FINE_SHIFTS, repeat=2):
            shift = (down + further, across + aside)
            tries.append((_mean_difference(one, other, *shift), shift))
        difference, (down, across) = min(tries)
        moved = Affine(np.eye(2), np.array([across, down]) / PER_POINT)
        yield difference, moved.after(Affine.turned(quarters, size)).inverse()


def _peak(one: np.ndarray, other: np.ndarray) -> tuple[int, int]:
    """The shift at which two pictures have most in common (by the theorem of correlation)."""
    height, width = (max(pair) for pair in zip(one.shape, other.shape, strict=True))
    room = 2 * height, 2 * width
    likeness = np.fft.irfft2(np.fft.rfft2(one, room) * np.conj(np.fft.rfft2(other, room)), room)
    down, across = np.unravel_index(int(np.argmax(likeness)), room)
    return _signed(int(down), height), _signed(int(across), width)


def _mean_difference(one: np.ndarray, other: np.ndarray, down: int, across: int) -> float:
    """How much two grey pictures differ, per dot of what both show, if the second is shifted."""
    mine = one[max(0, down) :, max(0, across) :]
    yours = other[max(0, -down) :, max(0, -across) :]
    rows, columns = (min(pair) for pair in zip(mine.shape, yours.shape, strict=True))
    if not rows or not columns:
        return 255.0
    mine, yours = mine[:rows:2, :columns:2], yours[:rows:2, :columns:2]
    return float((np.maximum(mine, yours) - np.minimum(mine, yours)).mean())


def _signed(shift: int, length: int) -> int:
    """A shift that is counted around twice a length, as one to either side."""
    return shift - 2 * length if shift >= length else shift


def _edges(picture: Picture) -> np.ndarray:
    """Edges in a quarter of the size; areas would let one large dark picture decide alone."""
    small = np.asarray(grey(picture).reduce(_REDUCTION)).astype(np.float64)
    return np.asarray(
        np.abs(np.diff(small, axis=0, prepend=255)) + np.abs(np.diff(small, axis=1, prepend=255))
    )


@frozen(eq=False)
class LetterChanges:
    """How their letters differ from ours, a row each, apart from what was done to the page as a whole."""

    middles: Boxes
    """Where the middles of letters should be: across and down, in points."""
    shifts: Boxes
    """By how many points each is shifted, to the right and downwards."""
    sizes: Boxes
    """Its width and height as parts of what they should be."""
    doubts: Boxes
    """By how much these parts may differ from 1."""

    @classmethod
    def of(cls, pairs: LetterPairs, place: Affine) -> "LetterChanges":
        """The changes of letters that are on both pages; ``place`` leads from our page to theirs."""
        ours, theirs = pairs
        back = place.inverse()
        theirs = back.of_boxes(theirs)
        sides, their_sides = (boxes[:, 2:] - boxes[:, :2] for boxes in (ours, theirs))
        sides = np.maximum(sides, _LEAST_SIDE)
        linear = np.abs(back.linear)
        # The box of a letter that leans is larger.
        lean = float(linear[linear < linear.max() / 2].sum())
        doubts = _MOST_SIZE_CHANGE + (_SIZE_ROUNDING + lean * sides[:, ::-1]) / sides
        middles, theirs = ((boxes[:, :2] + boxes[:, 2:]) / 2 for boxes in (ours, theirs))
        return cls(middles, theirs - middles, their_sides / sides, doubts)

    @property
    def resized(self) -> np.ndarray:
        """Which letters are larger or smaller."""
        return np.asarray((np.abs(self.sizes - 1) > self.doubts).any(axis=1))

    @property
    def moved(self) -> np.ndarray:
        """Which letters are beside their places."""
        return np.asarray(np.abs(self.shifts).max(axis=1) > LEAST_SHIFT)

    def any(self) -> bool:
        """Whether there may be anything to report."""
        return bool((self.resized | self.moved).any())

    def some(self, chosen: np.ndarray) -> "LetterChanges":
        """Those of some letters."""
        return LetterChanges(
            self.middles[chosen], self.shifts[chosen], self.sizes[chosen], self.doubts[chosen]
        )


def reset_lines(places: tuple[NamedPlace, ...], changes: LetterChanges) -> ResetLines:
    """The lines of places that are set differently."""
    if not changes.any():
        return {}
    reset: dict[tuple[int, int], tuple[DifferenceKind, str]] = {}
    across, down = changes.middles.T
    for place_index, place in enumerate(places):
        for line_index, line in enumerate(place.lines):
            left, top, right, bottom = line.box
            is_inside = (left <= across) & (across <= right) & (top <= down) & (down <= bottom)
            if change := _reset_of_line(changes.some(is_inside)):
                reset[place_index, line_index] = change
    return reset


def _reset_of_line(changes: LetterChanges) -> tuple[DifferenceKind, str] | None:
    """How a line with these letters is set differently; ``None`` if it is not."""
    if not len(changes.middles):
        return None
    if changes.resized.mean() >= _LEAST_PART_OF_LINE:
        across, down = np.median(changes.sizes, axis=0)
        if min(abs(across - 1), abs(down - 1)) > _MOST_SIZE_CHANGE and (across < 1) == (down < 1):
            size = float(np.sqrt(across * down))
            way = "smaller" if size < 1 else "larger"
            return DifferenceKind.SIZE, f"printed {100 * abs(size - 1):.0f} % {way}"
        return DifferenceKind.FACE, "set in another face or weight"
    # Differences far away are seen, and reported with what is seen.
    near = changes.some(np.abs(changes.shifts).max(axis=1) <= NEAR)
    if not len(near.middles) or near.moved.sum() < _LEAST_PART_OF_LINE * len(changes.middles):
        return None
    right, lower = np.median(near.shifts, axis=0)
    if max(abs(right), abs(lower)) > LEAST_SHIFT:
        return DifferenceKind.MOVED, f"moved by {shift_in_words(float(right), float(lower))}"
    return DifferenceKind.MOVED, "spaced otherwise"
