"""How a page differs from ours as a whole: blank, mirrored, a negative, or without colours."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casekit.print.comparison import image_diff, line_diff, page_distances
from casekit.print.comparison.rendering import Leaf, Picture

_REDUCTION = 4
"""The number of times by which the pictures of whole pages are smaller when they are compared."""

_LEAST_CORRELATION = 0.8
"""The least correlation of two pictures that may be the same but for edges."""

_TIMES_BETTER = 3
"""The number of times by which two pictures must differ less if one is shown in another way."""

_MOST_SHADES_FROM_NEGATIVE = 30.0
"""The most shades between the mean of a page and that of its negative."""

_MOST_GREY_SPREAD = 12
"""The most shades by which the colours of a grey dot differ."""

_LEAST_COLOURED_PART = 0.0005
"""The least part of a page that is coloured if a little thing on it is."""

_MOST_COLOURED_PART_OF_GREY = 0.0001
"""The most part of a page without colours that seems coloured."""

_BRIGHTNESS_OF_BGR = (0.114, 0.587, 0.299)
"""The brightness of blue, green and red, of 1 for white (ITU-R BT.601)."""

_MOST_GREY_DIFFERENCE = 60
"""The most shades by which programs differ in the grey that they take for a colour."""

_LEAST_PART_IN_GREY = 0.8
"""The least part of coloured dots that are such a grey on a page that is ours without colours."""


class WholePageDifference(NamedTuple):
    """How a page of theirs differs from ours as a whole."""

    words: str
    """What follows the number of the page in a message; empty if it does not differ."""

    hint: str
    """What to do about it."""

    comparable: Leaf | None
    """What their page can be compared with, place by place; ``None`` if that would say nothing."""


def whole_page_difference(our_page: Leaf, their_page: Leaf) -> WholePageDifference:
    """How their page, which has the size of ours, differs from it as a whole."""
    ours, theirs = our_page.picture, image_diff.on_canvas(their_page.picture, *our_page.dots)
    is_white = theirs.min() >= line_diff.LEAST_PAPER_SHADE
    should_be_white = ours.min() >= line_diff.LEAST_PAPER_SHADE
    if is_white and not should_be_white and not their_page.letters.characters:
        return WholePageDifference(": blank", "", None)
    our_small, their_small = _small_even_greys(ours), _small_even_greys(theirs)
    likeness = max(_likeness(our_small, their_small), _likeness(our_small, their_small[::-1, ::-1]))
    # From here on, another way to show it explains it better than the way it is, or upside down.
    least_likeness = max(_LEAST_CORRELATION, 1 - (1 - likeness) / _TIMES_BETTER)
    exchanged_sides = ""
    if _likeness(our_small, their_small[:, ::-1]) >= least_likeness:
        exchanged_sides = "left and right"
    elif _likeness(our_small, their_small[::-1]) >= least_likeness:
        exchanged_sides = "top and bottom"
    # A page whose letters are in their places is not mirrored. That is asked last, because it takes longest.
    if exchanged_sides and not _are_letters_in_place(our_page, their_page):
        hint = "switch off mirrored or emulsion-side-down printing, or ask for a new file"
        return WholePageDifference(f": mirrored, so that {exchanged_sides} are exchanged", hint, None)
    is_inverted = abs(float(theirs.mean()) + float(ours.mean()) - 255) <= _MOST_SHADES_FROM_NEGATIVE
    if is_inverted and _likeness(our_small, -their_small) >= least_likeness:
        hint = "switch off negative printing, or ask for a new file"
        return WholePageDifference(": printed as a negative, light for dark", hint, None)
    our_greys = _in_their_greys(ours, theirs)
    if our_greys is None:
        return WholePageDifference("", "", our_page)
    hint = "convert no colours, or ask for a new file"
    return WholePageDifference(": printed without colours", hint, our_page.repainted(our_greys))


def _are_letters_in_place(our_page: Leaf, their_page: Leaf) -> bool:
    pairs = page_distances.letter_pairs(our_page.letters, their_page.letters)
    return page_distances.registered(pairs) is not None


def _small_even_greys(picture: Picture) -> NDArray[np.float64]:
    """A small grey picture whose shades are 0 on the average."""
    small = np.asarray(image_diff.grey(picture).reduce(_REDUCTION)).astype(np.float64)
    return np.asarray(small - small.mean())


def _likeness(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The correlation of two even pictures: 1 if they are the same, 0 if one says nothing of the other."""
    strength = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / strength if strength else 0.0


def _in_their_greys(ours: Picture, theirs: Picture) -> Picture | None:
    """Our page in the greys that theirs has instead of colours; ``None`` if it is not ours without them."""
    coloured = _coloured_dots(ours)
    if coloured.mean() <= _LEAST_COLOURED_PART or _coloured_dots(theirs).mean() > _MOST_COLOURED_PART_OF_GREY:
        return None
    our_greys = ours.astype(np.float64) @ np.array(_BRIGHTNESS_OF_BGR)
    their_greys = theirs.mean(axis=2)
    is_like_ours = np.abs(our_greys - their_greys) <= _MOST_GREY_DIFFERENCE
    # Paper is not a grey of a colour: something is missing there.
    is_inked = their_greys < line_diff.LEAST_PAPER_SHADE
    is_grey_of_colour = coloured & is_like_ours & is_inked
    should_be_inked = coloured & (our_greys < line_diff.LEAST_PAPER_SHADE)
    if not should_be_inked.any() or np.mean(is_grey_of_colour[should_be_inked]) < _LEAST_PART_IN_GREY:
        return None
    greys = np.where(is_grey_of_colour, their_greys, our_greys).round().astype(np.uint8)
    return np.repeat(greys[:, :, None], 3, axis=2)


def _coloured_dots(picture: Picture) -> NDArray[np.bool_]:
    """Whether each dot of a picture has a colour other than grey."""
    return np.asarray(picture.max(axis=2).astype(np.int16) - picture.min(axis=2) > _MOST_GREY_SPREAD)
