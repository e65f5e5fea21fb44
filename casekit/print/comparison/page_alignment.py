"""A page laid over the one it should be: turned, shifted or scaled as a whole.

And lines that are set otherwise on it.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from operator import itemgetter

import numpy as np

from casekit.print.comparison.differences import SHIFT, Affine, Boxes, DifferenceKind, Placing, shift_in_words
from casekit.print.comparison.image_diff import CELL, Cells, differing, grey, ground, in_squares, on_canvas
from casekit.print.comparison.landmarks import NamedPlace
from casekit.print.comparison.page_distances import (
    LetterPairs,
    are_many,
    letter_pairs,
    registered,
    registered_pictures,
)
from casekit.print.comparison.rendering import NEAR, PER_POINT, Leaf, Letters, Picture
from casekit.values import frozen

_SIZE = 0.035
"""The part of their size by which letters may be larger or smaller.

Programs that save a file again change it by up to 0.017.
"""
_MANY = 0.4
"""The part of a line's letters that makes it another line."""
_ROUNDED = 0.15
"""Points by which such programs make letters higher or lower: much of a full stop."""
_LEAST = 0.3

ResetLines = Mapping[tuple[int, int], tuple[DifferenceKind, str]]
"""How lines are set otherwise, by the numbers of their places and of the lines there."""

_PART = 0.15
"""The part of what is printed that differs from which a page may be shifted or turned."""
_BETTER = 0.35
"""The part of these differences that may be left."""
_SEEN = 24
_COARSE = 4
_EDGE = 1.0
"""Points of the last square of a page that may be beyond its edge."""
_FINE = range(-3, 4)


@frozen
class Aligned:
    """A page laid over the one it should be.

    Attributes:
        picture: in the size of the other.
        cells: where they differ.
        place: leads from the other page to this one.
        ground: how dark its paper was, which is taken out: 0 for white, 1 for black.
    """

    picture: Picture
    cells: np.ndarray
    place: Affine
    ground: float = 0.0

    def laid(self, letters: Letters) -> Letters:
        """The letters of the page where they are now."""
        return Letters(letters.characters, self.place.inverse().of_boxes(letters.boxes), letters.spaced)


def lay_over(mine: Leaf, yours: Leaf, *, resized: bool) -> tuple[Aligned, LetterPairs]:
    """Lay a page over ours by its letters, or by its picture; and the letters that are on both.

    A ``resized`` page has another size, so that what is beyond its edges is missing.
    """
    pairs = letter_pairs(mine.letters, yours.letters)
    aligned = _by_place(mine, yours, pairs, resized=resized)
    ours = mine.picture
    shades = ground(ours, aligned.picture)
    if not shades.any():
        return aligned, pairs
    picture = np.minimum(aligned.picture + shades, 255).astype(np.uint8)
    cells = np.where(aligned.cells > 0, differing(ours, picture), 0)
    return Aligned(picture, cells, aligned.place, float(shades.max()) / 255), pairs


def _by_place(mine: Leaf, yours: Leaf, pairs: LetterPairs, *, resized: bool) -> Aligned:
    place = registered(pairs)
    if place is not None:
        return _laid(mine, yours, place, resized=resized)
    aligned = _by_sight(mine, yours, resized=resized)
    nearer = None if are_many(pairs) else registered_pictures(mine.picture, aligned.picture)
    return aligned if nearer is None else _laid(mine, yours, aligned.place.after(nearer), resized=resized)


def _laid(mine: Leaf, yours: Leaf, place: Affine, *, resized: bool) -> Aligned:
    """A page laid over ours by the map that leads from ours to it."""
    if place.moves(mine.points) < SHIFT:
        picture = on_canvas(yours.picture, *mine.dots)
        return Aligned(picture, differing(mine.picture, picture), place)
    picture = yours.laid(place.inverse(), mine.dots)
    cells = differing(mine.picture, picture)
    return Aligned(picture, cells if resized else _without_lost(cells, place, yours.points), place)


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


def _without_lost(cells: Cells, place: Affine, size: tuple[float, float]) -> Cells:
    """Squares without those that were pushed over the edge, which is reported with what pushed them."""
    rows, columns = (index.ravel() for index in np.indices(cells.shape))
    lost = np.zeros(len(rows), np.bool_)
    for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)):
        corners = np.stack([columns + across, rows + down], axis=1).astype(np.float64)
        points = place.of(corners * (CELL / PER_POINT))
        lost |= ((points < -_EDGE) | (points > np.array(size) + _EDGE)).any(axis=1)
    return np.where(lost.reshape(cells.shape), 0, cells)


def _by_sight(mine: Leaf, yours: Leaf, *, resized: bool) -> Aligned:
    """Lay a page over ours, turned and shifted if it fits only so."""
    ours, theirs = mine.picture, yours.picture
    direct = _laid(mine, yours, Affine.identity(), resized=resized)
    unlike = np.count_nonzero(direct.cells)
    dark = (ours.max(axis=2).astype(np.int16) - ours.min(axis=2)) + (255 - ours.min(axis=2)) > _SEEN
    printed = int(np.count_nonzero(in_squares(dark, CELL, np.logical_or)))
    # A blank page shows no way to lay another over it.
    if ours.shape == theirs.shape and (not printed or unlike <= _PART * printed):
        return direct
    _, place = min(_others(theirs, ours, yours.points), key=itemgetter(0))
    laid = _laid(mine, yours, place, resized=resized)
    return laid if np.count_nonzero(laid.cells) <= _BETTER * unlike else direct


def _others(theirs: Picture, ours: Picture, size: tuple[float, float]) -> Iterator[tuple[float, Affine]]:
    """The ways to lay a page: how much it differs then, and the map from our page to it."""
    for quarters in (0, 2, 1, 3):
        turned = np.ascontiguousarray(np.rot90(theirs, -quarters))
        down, across = (_COARSE * shift for shift in _peak(_edges(ours), _edges(turned)))
        # Then to the dot, where there is most to be seen.
        one, other = np.asarray(grey(ours)), np.asarray(grey(turned))
        tries = []
        for further, aside in product(_FINE, repeat=2):
            shift = (down + further, across + aside)
            tries.append((_apart(one, other, *shift), shift))
        apart, (down, across) = min(tries)
        moved = Affine(np.eye(2), np.array([across, down]) / PER_POINT)
        yield apart, moved.after(Affine.turned(quarters, size)).inverse()


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


def _signed(shift: int, length: int) -> int:
    return shift - 2 * length if shift >= length else shift


def _edges(picture: Picture) -> np.ndarray:
    """Edges in a quarter of the size; areas would let one large dark picture decide alone."""
    small = np.asarray(grey(picture).reduce(_COARSE)).astype(np.float64)
    return np.asarray(
        np.abs(np.diff(small, axis=0, prepend=255)) + np.abs(np.diff(small, axis=1, prepend=255))
    )


@frozen(eq=False)
class LetterChanges:
    """How the letters of theirs differ from ours, a row each, after what was done to the page as a whole.

    Attributes:
        middles: where they should be.
        shifts: by how many points each is shifted, to the right and downwards.
        sizes: its width and height as parts of what they should be.
        doubts: by how much these may differ from 1.
    """

    middles: Boxes
    shifts: Boxes
    sizes: Boxes
    doubts: Boxes

    @classmethod
    def of(cls, pairs: LetterPairs, place: Affine) -> "LetterChanges":
        """The changes of letters that are on both pages; ``place`` leads from our page to theirs."""
        ours, theirs = pairs
        back = place.inverse()
        theirs = back.of_boxes(theirs)
        sides, others = (boxes[:, 2:] - boxes[:, :2] for boxes in (ours, theirs))
        sides = np.maximum(sides, _LEAST)
        linear = np.abs(back.linear)
        # The box of a letter that leans is larger.
        lean = float(linear[linear < linear.max() / 2].sum())
        doubts = _SIZE + (_ROUNDED + lean * sides[:, ::-1]) / sides
        middles, theirs = ((boxes[:, :2] + boxes[:, 2:]) / 2 for boxes in (ours, theirs))
        return cls(middles, theirs - middles, others / sides, doubts)

    @property
    def resized(self) -> np.ndarray:
        """Which letters are larger or smaller."""
        return np.asarray((np.abs(self.sizes - 1) > self.doubts).any(axis=1))

    @property
    def moved(self) -> np.ndarray:
        """Which letters are beside their places."""
        return np.asarray(np.abs(self.shifts).max(axis=1) > SHIFT)

    def any(self) -> bool:
        """Whether there may be anything to report."""
        return bool((self.resized | self.moved).any())

    def some(self, chosen: np.ndarray) -> "LetterChanges":
        """Those of some letters."""
        return LetterChanges(
            self.middles[chosen], self.shifts[chosen], self.sizes[chosen], self.doubts[chosen]
        )


def reset_lines(places: tuple[NamedPlace, ...], changes: LetterChanges) -> ResetLines:
    """The lines of places that are set otherwise."""
    if not changes.any():
        return {}
    reset: dict[tuple[int, int], tuple[DifferenceKind, str]] = {}
    across, down = changes.middles.T
    for at, place in enumerate(places):
        for number, line in enumerate(place.lines):
            left, top, right, bottom = line.box
            inside = (left <= across) & (across <= right) & (top <= down) & (down <= bottom)
            if change := _of_line(changes.some(inside)):
                reset[at, number] = change
    return reset


def _of_line(changes: LetterChanges) -> tuple[DifferenceKind, str] | None:
    """How a line is set otherwise."""
    if not len(changes.middles):
        return None
    if changes.resized.mean() >= _MANY:
        across, down = np.median(changes.sizes, axis=0)
        if min(abs(across - 1), abs(down - 1)) > _SIZE and (across < 1) == (down < 1):
            size = float(np.sqrt(across * down))
            way = "smaller" if size < 1 else "larger"
            return DifferenceKind.SIZE, f"printed {100 * abs(size - 1):.0f} % {way}"
        return DifferenceKind.FACE, "set in another face or weight"
    # Differences far away are seen, and reported with what is seen.
    near = changes.some(np.abs(changes.shifts).max(axis=1) <= NEAR)
    if not len(near.middles) or near.moved.sum() < _MANY * len(changes.middles):
        return None
    right, lower = np.median(near.shifts, axis=0)
    if max(abs(right), abs(lower)) > SHIFT:
        return DifferenceKind.MOVED, f"moved by {shift_in_words(float(right), float(lower))}"
    return DifferenceKind.MOVED, "spaced otherwise"
