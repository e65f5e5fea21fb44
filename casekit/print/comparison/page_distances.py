"""How far each page is from the one it should be: by its letters, whose places are exact, or by its picture.

One affine map leads from ours to theirs, whatever else differs: most letters must agree on it (random sample
consensus, Fischler and Bolles, 1981). Pictures are laid over each other by their gradients (Lucas and Kanade,
1981).
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from casekit.print.comparison.image_diff import grey
from casekit.print.comparison.placing import Affine, Boxes
from casekit.print.comparison.rendering import PER_POINT, Letters, Picture, places_of, taken_apart

_IN_PLACE = 0.1
"""Points by which letters that are in their places are beside them."""
_AGREED = 0.5
"""Points by which a letter may be beside the place that a map gives it."""
_MOST, _HALF = 0.95, 0.5
_FEW = 6
"""Letters that suffice to find where a page is."""
_GRAM = 8
"""Letters in a row that are looked for on both pages, if these are not letter by letter the same."""
_MOST_LOOKS = 5_000_000
"""Pairs of letters that are compared in less than a second."""
_SAMPLED = 200
_TRIES = 300
_THIN = 40.0
"""Points of the smaller side of a text that suffice to find how it is slanted."""
_SMALLEST, _LARGEST = 0.2, 5.0
_FAR = 1e5
_LITTLE = 0.2
"""The part by which a page may be larger, smaller, turned or slanted for its picture to show that."""
_LEVELS = ((8, 12), (4, 8), (2, 6))
"""How much smaller the pictures are, and how often they are laid over each other."""
_BETTER = 0.6
_SEEN = 1.0


LetterPairs = tuple[Boxes, Boxes]
"""The boxes of letters that are on both of two pages: ours and, in the same order, theirs."""


def are_many(pairs: LetterPairs) -> bool:
    """Whether there are enough letters to find where a page is."""
    return len(pairs[0]) >= _FEW


def letter_pairs(ours: Letters, theirs: Letters) -> LetterPairs:
    """Find the letters of one page on the other, wherever they are there."""
    one, other = taken_apart(ours), taken_apart(theirs)
    if one.characters == other.characters:
        mine = yours = np.arange(len(one.characters))
    else:
        # Letters that are in a row which each page has once.
        yours_once = _rows(other)
        pairs: dict[int, int] = {}
        for row, at in _rows(one).items():
            start = yours_once.get(row)
            if start is not None:
                pairs.update((at + further, start + further) for further in range(_GRAM))
        mine, yours = np.array([*pairs], dtype=np.intp), np.array([*pairs.values()], dtype=np.intp)
    near = np.ones(len(mine), np.bool_)
    for boxes, chosen in ((one.boxes, mine), (other.boxes, yours)):
        # Farther away, a sum of squares would not be a number.
        near &= (np.abs(boxes[chosen]) < _FAR).all(axis=1)
    mine = mine[near]
    yours = _at_home(one, other, mine, yours[near])
    # A ligature has one box, but where it is printed as several letters each has its own.
    own = ~_shared(one.boxes)[mine] & ~_shared(other.boxes)[yours]
    return one.boxes[mine[own]], other.boxes[yours[own]]


def _at_home(
    ours: Letters, theirs: Letters, mine: NDArray[np.intp], yours: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The same pairs of ``mine`` with ``yours``, but a letter that is in its place is paired with itself.

    A page can be read in another order, and a number in the margin may be taken for one in the text.
    """
    apart = np.abs(ours.boxes[mine] - theirs.boxes[yours]).max(axis=1, initial=0)
    strayed = np.flatnonzero(apart > _IN_PLACE)
    if len(strayed) > _HALF * len(mine):
        # They moved together, so that their places hold other letters now.
        return yours
    places = {character: np.array(rows, np.intp) for character, rows in places_of(theirs).items()}
    if sum(len(places[ours.characters[mine[at]]]) for at in strayed) > _MOST_LOOKS:
        return yours
    partners = yours.copy()
    for at in strayed:
        same = places[ours.characters[mine[at]]]
        here = np.abs(theirs.boxes[same] - ours.boxes[mine[at]]).max(axis=1) <= _IN_PLACE
        if here.any():
            partners[at] = same[int(np.argmax(here))]
    return partners


def _rows(letters: Letters) -> dict[tuple[str, ...], int]:
    """Where each row of letters begins that is there once."""
    rows = [letters.characters[at : at + _GRAM] for at in range(len(letters.characters) - _GRAM + 1)]
    times = Counter(rows)
    return {row: at for at, row in enumerate(rows) if times[row] == 1}


def _shared(boxes: Boxes) -> np.ndarray:
    """Which boxes are the same as the one before or after them."""
    same = (boxes[1:] == boxes[:-1]).all(axis=1)
    return np.asarray(np.append(same, [False]) | np.append([False], same))


def registered(pairs: LetterPairs) -> Affine | None:
    """The map from our page to theirs, if most letters agree on it."""
    if not are_many(pairs):
        return None
    ours, theirs = ((boxes[:, :2] + boxes[:, 2:]) / 2 for boxes in pairs)
    if np.mean(np.abs(theirs - ours).max(axis=1) <= _IN_PLACE) >= _MOST:
        return Affine.identity()
    thin = np.linalg.svd(ours - ours.mean(axis=0), compute_uv=False)[-1] / np.sqrt(len(ours)) < _THIN
    fit = _similar if thin else _affine
    place = _consensus(ours, theirs, thin=bool(thin))
    for _ in range(3):
        agreed = _agreed(place, ours, theirs)
        if agreed.sum() < _FEW:
            return None
        place = fit(ours[agreed], theirs[agreed])
    scale = np.sqrt(max(0.0, float(np.linalg.det(place.linear))))
    if _agreed(place, ours, theirs).mean() < _HALF or not _SMALLEST < scale < _LARGEST:
        return None
    return place


def _agreed(place: Affine, ours: Boxes, theirs: Boxes) -> np.ndarray:
    return np.asarray(np.abs(place.of(ours) - theirs).max(axis=1) <= _AGREED)


def _consensus(ours: Boxes, theirs: Boxes, *, thin: bool) -> Affine:
    """The map by a few letters on which most others agree."""
    chance = np.random.default_rng(len(ours))
    sample = chance.permutation(len(ours))[:_SAMPLED]
    one, other = ours[sample], theirs[sample]
    best, most = Affine.identity(), -1
    for _ in range(_TRIES):
        held = chance.choice(len(one), 2 if thin else 3, replace=False)
        tried = (_similar if thin else _affine)(one[held], other[held])
        many = int(_agreed(tried, one, other).sum())
        if many > most:
            best, most = tried, many
        if most >= _MOST * len(one):
            break
    return best


def _affine(ours: Boxes, theirs: Boxes) -> Affine:
    # Around the middle, where the sums of squares are small.
    middle = ours.mean(axis=0)
    solved = np.linalg.lstsq(np.column_stack([ours - middle, np.ones(len(ours))]), theirs, rcond=None)[0]
    linear = solved[:2].T
    return Affine(linear, solved[2] - linear @ middle)


def _similar(ours: Boxes, theirs: Boxes) -> Affine:
    """The turn, size and shift that fit best (as complex numbers)."""
    one, other = (points[:, 0] + 1j * points[:, 1] for points in (ours, theirs))
    middle, there = one.mean(), other.mean()
    size = float((np.abs(one - middle) ** 2).sum())
    factor = complex((np.conj(one - middle) * (other - there)).sum() / size) if size else 1 + 0j
    linear = np.array([[factor.real, -factor.imag], [factor.imag, factor.real]])
    return Affine(linear, np.array([there.real, there.imag]) - linear @ np.array([middle.real, middle.imag]))


def registered_pictures(ours: Picture, theirs: Picture) -> Affine | None:
    """The map from our page to theirs, of the same size, by what is seen of them; ``None`` without one."""
    if ours.shape != theirs.shape:
        return None
    place, before, after = Affine.identity(), 0.0, 0.0
    for smaller, times in _LEVELS:
        one, other = (grey(picture).reduce(smaller).convert("F") for picture in (ours, theirs))
        mine = np.asarray(one, dtype=np.float64)
        before = float(np.abs(np.asarray(other) - mine).mean())
        better = _laid_over(mine, other, place, smaller / PER_POINT, times)
        if better is None:
            return None
        place, after = better
    return place if after <= _BETTER * before else None


def _laid_over(
    mine: np.ndarray, other: Image.Image, start: Affine, side: float, times: int
) -> tuple[Affine, float] | None:
    """A better map than the one to start with, and by how many shades the pictures differ then.

    Dots have sides of ``side`` points.
    """
    rows, columns = np.indices(mine.shape)
    # Letters of about the same size as those added to them.
    across, down = (columns + 0.5) / mine.shape[1], (rows + 0.5) / mine.shape[0]
    linear, shift = start.linear.copy(), start.shift / side
    apart = np.inf
    for _ in range(times):
        (a, b), (c, d) = linear
        warped = other.transform(
            other.size, Image.Transform.AFFINE, (a, b, shift[0], c, d, shift[1]), Image.Resampling.BILINEAR,
            fillcolor=255,
        )  # fmt: skip
        yours = np.asarray(warped, dtype=np.float64)
        by_row, by_column = np.gradient(yours)
        error = mine - yours
        apart = float(np.abs(error).mean())
        slopes = np.stack(
            [by_column * across, by_column * down, by_column, by_row * across, by_row * down, by_row], axis=-1
        ).reshape(-1, 6)
        if np.abs(slopes).mean() * mine.size**0.5 < _SEEN:
            return None
        step = np.linalg.lstsq(slopes.T @ slopes, slopes.T @ error.ravel(), rcond=1e-6)[0]
        height, width = mine.shape
        if not np.isfinite(step).all():
            return None
        linear += np.array([[step[0] / width, step[1] / height], [step[3] / width, step[4] / height]])
        shift = shift + step[[2, 5]]
        if np.abs(linear - np.eye(2)).max() > _LITTLE:
            return None
    return Affine(linear, shift * side), apart
