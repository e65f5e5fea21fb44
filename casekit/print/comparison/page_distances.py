"""The map from a page as it should be to the page that it is: by its letters, or by its picture.

The places of letters are exact. One affine map leads from ours to theirs, whatever else differs: most letters
must agree on it (random sample consensus, Fischler and Bolles, 1981). Pictures are laid over each other by
their gradients (Lucas and Kanade, 1981).
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from casekit.print.comparison.image_diff import grey
from casekit.print.comparison.placing import Affine, Boxes, Points
from casekit.print.comparison.rendering import PER_POINT, Letters, Picture, places_of, taken_apart

_MOST_POINTS_IN_PLACE = 0.1
"""Points by which letters that are in their places are beside them."""

_MOST_POINTS_AGREED = 0.5
"""Points by which a letter may be beside the place that a map gives it."""

_LEAST_PART_IN_PLACE = 0.95
"""The part of letters in their places from which a page is where it should be."""

_HALF = 0.5
"""The part of letters that must agree on a map."""

_LEAST_LETTERS = 6
"""Letters that suffice to find where a page is."""

_LETTERS_OF_ROW = 8
"""Letters in a row that are looked for on both pages, if these are not letter by letter the same."""

_MOST_PAIRS_LOOKED_AT = 5_000_000
"""Pairs of letters that are compared in less than a second."""

_LETTERS_SAMPLED = 200
"""The letters, by chance, on which a map is tried."""

_MAPS_TRIED = 300
"""The most maps by a few letters that are tried."""

_LEAST_POINTS_FOR_SLANT = 40.0
"""Points of the smaller side of a text that suffice to find how it is slanted."""

_LEAST_SCALE = 0.2
"""The least part of its size that a page may have."""

_LARGEST_SCALE = 5.0
"""The most times that a page may be as large as it should be."""

_FARTHEST_POINTS = 1e5
"""Points from the corner of a page beyond which a letter is not looked at."""

_MOST_CHANGE_OF_PICTURE = 0.2
"""The part by which a page may be larger, smaller, turned or slanted for its picture to show that."""

_REDUCTIONS_AND_STEPS = ((8, 12), (4, 8), (2, 6))
"""The times by which pictures are smaller in turn, each with its number of steps of alignment."""

_MOST_PART_OF_DIFFERENCE = 0.6
"""The part of the difference of two pictures that may be left once they are laid over each other."""

_LEAST_SLOPE = 1.0
"""The mean slope of shades, times the side of a picture, from which something is seen on it."""


LetterPairs = tuple[Boxes, Boxes]
"""The boxes of letters that are on both of two pages: ours and, in the same order, theirs."""


def are_many(pairs: LetterPairs) -> bool:
    """Whether there are enough letters to find where a page is."""
    return len(pairs[0]) >= _LEAST_LETTERS


def letter_pairs(ours: Letters, theirs: Letters) -> LetterPairs:
    """Find the letters of one page on the other, wherever they are there."""
    our_letters, their_letters = taken_apart(ours), taken_apart(theirs)
    our_indexes, their_indexes = _indexes_of_pairs(our_letters, their_letters)
    is_near = np.ones(len(our_indexes), np.bool_)
    for boxes, indexes in ((our_letters.boxes, our_indexes), (their_letters.boxes, their_indexes)):
        # Farther away, a sum of squares would not be a number.
        is_near &= (np.abs(boxes[indexes]) < _FARTHEST_POINTS).all(axis=1)
    our_indexes = our_indexes[is_near]
    their_indexes = _partners_in_place(our_letters, their_letters, our_indexes, their_indexes[is_near])
    # A ligature has one box, but where it is printed as several letters each has its own.
    shares_box = _share_box(our_letters.boxes)[our_indexes] | _share_box(their_letters.boxes)[their_indexes]
    return our_letters.boxes[our_indexes[~shares_box]], their_letters.boxes[their_indexes[~shares_box]]


def _indexes_of_pairs(ours: Letters, theirs: Letters) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The indexes of letters that are on both pages: ours and, in the same order, theirs."""
    if ours.characters == theirs.characters:
        indexes = np.arange(len(ours.characters))
        return indexes, indexes
    # Letters that are in a row which each page has once.
    their_rows = _rows_of_letters(theirs)
    pairs: dict[int, int] = {}
    for row, our_start in _rows_of_letters(ours).items():
        their_start = their_rows.get(row)
        if their_start is not None:
            pairs.update((our_start + place, their_start + place) for place in range(_LETTERS_OF_ROW))
    return np.array([*pairs], dtype=np.intp), np.array([*pairs.values()], dtype=np.intp)


def _partners_in_place(
    ours: Letters, theirs: Letters, our_indexes: NDArray[np.intp], their_indexes: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The indexes of their letters for ours, in which a letter that is in its place is paired with itself.

    A page can be read in another order, and a number in the margin may be taken for one in the text.
    """
    distances = np.abs(ours.boxes[our_indexes] - theirs.boxes[their_indexes]).max(axis=1, initial=0)
    strayed = np.flatnonzero(distances > _MOST_POINTS_IN_PLACE)
    if len(strayed) > _HALF * len(our_indexes):
        # They moved together, so that their places hold other letters now.
        return their_indexes
    indexes_of = {character: np.array(rows, np.intp) for character, rows in places_of(theirs).items()}
    pairs_to_look_at = sum(len(indexes_of[ours.characters[our_indexes[pair]]]) for pair in strayed)
    if pairs_to_look_at > _MOST_PAIRS_LOOKED_AT:
        return their_indexes
    partners = their_indexes.copy()
    for pair in strayed:
        our_index = our_indexes[pair]
        same_letters = indexes_of[ours.characters[our_index]]
        distances = np.abs(theirs.boxes[same_letters] - ours.boxes[our_index]).max(axis=1)
        is_in_place = distances <= _MOST_POINTS_IN_PLACE
        if is_in_place.any():
            partners[pair] = same_letters[int(np.argmax(is_in_place))]
    return partners


def _rows_of_letters(letters: Letters) -> dict[tuple[str, ...], int]:
    """Where each row of letters begins that a page has once."""
    characters = letters.characters
    starts = range(len(characters) - _LETTERS_OF_ROW + 1)
    rows = [characters[start : start + _LETTERS_OF_ROW] for start in starts]
    counts = Counter(rows)
    return {row: start for start, row in enumerate(rows) if counts[row] == 1}


def _share_box(boxes: Boxes) -> np.ndarray:
    """Whether each box is the same as the one before or after it."""
    is_same_as_next = (boxes[1:] == boxes[:-1]).all(axis=1)
    return np.asarray(np.append(is_same_as_next, [False]) | np.append([False], is_same_as_next))


def registered(pairs: LetterPairs) -> Affine | None:
    """The map from our page to theirs, if most letters agree on it."""
    if not are_many(pairs):
        return None
    ours, theirs = ((boxes[:, :2] + boxes[:, 2:]) / 2 for boxes in pairs)
    is_in_place = np.abs(theirs - ours).max(axis=1) <= _MOST_POINTS_IN_PLACE
    if np.mean(is_in_place) >= _LEAST_PART_IN_PLACE:
        return Affine.identity()
    smaller_side = np.linalg.svd(ours - ours.mean(axis=0), compute_uv=False)[-1] / np.sqrt(len(ours))
    is_thin = bool(smaller_side < _LEAST_POINTS_FOR_SLANT)
    fit = _similar if is_thin else _affine
    place = _consensus(ours, theirs, is_thin=is_thin)
    for _ in range(3):
        agreed = _agreed(place, ours, theirs)
        if agreed.sum() < _LEAST_LETTERS:
            return None
        place = fit(ours[agreed], theirs[agreed])
    scale = np.sqrt(max(0.0, float(np.linalg.det(place.linear))))
    if _agreed(place, ours, theirs).mean() < _HALF or not _LEAST_SCALE < scale < _LARGEST_SCALE:
        return None
    return place


def _agreed(place: Affine, ours: Points, theirs: Points) -> np.ndarray:
    """Whether each letter is about where a map leads it."""
    return np.asarray(np.abs(place.of(ours) - theirs).max(axis=1) <= _MOST_POINTS_AGREED)


def _consensus(ours: Points, theirs: Points, *, is_thin: bool) -> Affine:
    """The map by a few letters on which most others agree."""
    chance = np.random.default_rng(len(ours))
    sample = chance.permutation(len(ours))[:_LETTERS_SAMPLED]
    our_sample, their_sample = ours[sample], theirs[sample]
    fit, letter_count = (_similar, 2) if is_thin else (_affine, 3)
    best, most_agreed = Affine.identity(), -1
    for _ in range(_MAPS_TRIED):
        letters = chance.choice(len(our_sample), letter_count, replace=False)
        place = fit(our_sample[letters], their_sample[letters])
        agreed_count = int(_agreed(place, our_sample, their_sample).sum())
        if agreed_count > most_agreed:
            best, most_agreed = place, agreed_count
        if most_agreed >= _LEAST_PART_IN_PLACE * len(our_sample):
            break
    return best


def _affine(ours: Points, theirs: Points) -> Affine:
    """The map that fits best, by least squares."""
    # Around the middle, where the sums of squares are small.
    middle = ours.mean(axis=0)
    coefficients = np.linalg.lstsq(np.column_stack([ours - middle, np.ones(len(ours))]), theirs, rcond=None)[
        0
    ]
    linear = coefficients[:2].T
    return Affine(linear, coefficients[2] - linear @ middle)


def _similar(ours: Points, theirs: Points) -> Affine:
    """The turn, size and shift that fit best; points are complex numbers here."""
    our_points, their_points = (points[:, 0] + 1j * points[:, 1] for points in (ours, theirs))
    our_middle, their_middle = our_points.mean(), their_points.mean()
    size = float((np.abs(our_points - our_middle) ** 2).sum())
    factor = 1 + 0j
    if size:
        factor = complex((np.conj(our_points - our_middle) * (their_points - their_middle)).sum() / size)
    linear = np.array([[factor.real, -factor.imag], [factor.imag, factor.real]])
    shift = np.array([their_middle.real, their_middle.imag])
    return Affine(linear, shift - linear @ np.array([our_middle.real, our_middle.imag]))


def registered_pictures(ours: Picture, theirs: Picture) -> Affine | None:
    """The map from our page to theirs, of the same size, by what is seen of them; ``None`` without one."""
    if ours.shape != theirs.shape:
        return None
    place, difference_before, difference_after = Affine.identity(), 0.0, 0.0
    for reduction, steps in _REDUCTIONS_AND_STEPS:
        our_grey, their_grey = (grey(picture).reduce(reduction).convert("F") for picture in (ours, theirs))
        our_shades = np.asarray(our_grey, dtype=np.float64)
        difference_before = float(np.abs(np.asarray(their_grey) - our_shades).mean())
        better = _laid_over(our_shades, their_grey, place, reduction / PER_POINT, steps)
        if better is None:
            return None
        place, difference_after = better
    return place if difference_after <= _MOST_PART_OF_DIFFERENCE * difference_before else None


def _laid_over(
    ours: np.ndarray, theirs: Image.Image, start: Affine, dot_points: float, steps: int
) -> tuple[Affine, float] | None:
    """A better map than the one to start with, and the shades by which the pictures differ then.

    Args:
        ours: the shades of our picture.
        theirs: their picture.
        start: the map to start with.
        dot_points: the points of the side of a dot.
        steps: the number of times that the map is made better.

    Returns:
        ``None`` if too little is seen, or if the pages differ too much.
    """
    rows, columns = np.indices(ours.shape)
    # Numbers of about the same size as those that are added to them.
    across, down = (columns + 0.5) / ours.shape[1], (rows + 0.5) / ours.shape[0]
    linear, shift = start.linear.copy(), start.shift / dot_points
    difference = np.inf
    for _ in range(steps):
        (a, b), (c, d) = linear
        warped = theirs.transform(
            theirs.size, Image.Transform.AFFINE, (a, b, shift[0], c, d, shift[1]), Image.Resampling.BILINEAR,
            fillcolor=255,
        )  # fmt: skip
        their_shades = np.asarray(warped, dtype=np.float64)
        by_row, by_column = np.gradient(their_shades)
        error = ours - their_shades
        difference = float(np.abs(error).mean())
        slopes = np.stack(
            [by_column * across, by_column * down, by_column, by_row * across, by_row * down, by_row], axis=-1
        ).reshape(-1, 6)
        if np.abs(slopes).mean() * ours.size**0.5 < _LEAST_SLOPE:
            return None
        step = np.linalg.lstsq(slopes.T @ slopes, slopes.T @ error.ravel(), rcond=1e-6)[0]
        height, width = ours.shape
        if not np.isfinite(step).all():
            return None
        linear += np.array([[step[0] / width, step[1] / height], [step[3] / width, step[4] / height]])
        shift = shift + step[[2, 5]]
        if np.abs(linear - np.eye(2)).max() > _MOST_CHANGE_OF_PICTURE:
            return None
    return Affine(linear, shift * dot_points), difference
