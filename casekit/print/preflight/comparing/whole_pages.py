"""Pages that differ as a whole, though nothing on them is moved, turned or scaled: blank, mirrored, negative or without colours."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from casekit.print.preflight.comparing.line_judging import PAPER
from casekit.print.preflight.comparing.pictures import on_canvas
from casekit.print.preflight.comparing.registering import letter_pairs, registered
from casekit.print.preflight.comparing.rendering import Leaf, Picture

_SMALLER = 4
"""The part of its size in which two pages are laid over each other."""
_SAME = 0.8
"""The correlation of two pictures that may be the same but for edges."""
_BETTER = 3
"""How many times less two pictures must differ if one of them is shown in another way."""
_GROUND = 30.0
"""Shades by which the mean of a page may be away from that of its negative."""
_COLOURLESS = 12
"""Shades by which the colours of a grey dot differ."""
_COLOURED, _GREY = 0.0005, 0.0001
"""The part of a page that is coloured if a little thing on it is, and the most of a page without colours."""
_BRIGHTNESS = (0.114, 0.587, 0.299)
"""How bright blue, green and red are, of 1 for white (ITU-R BT.601)."""
_OTHER_GREY = 60
"""Shades by which programs differ in the grey that they take for a colour."""
_MOSTLY = 0.8

_PRINTED_MIRRORED = "switch off mirrored or emulsion-side-down printing, or ask for a new file"
_PRINTED_NEGATIVE = "switch off negative printing, or ask for a new file"
_PRINTED_GREY = "convert no colours, or ask for a new file"


@dataclass(frozen=True)
class WholePage:
    """How a page differs as a whole: words that follow its number, what can be done, and what more of it can be compared with."""

    words: str
    hint: str = ""
    beside: Leaf | None = None


def as_a_whole(mine: Leaf, yours: Leaf) -> WholePage | None:
    """How their page differs as a whole from ours, which has its size; ``None`` if it does not."""
    ours, theirs = mine.picture(), on_canvas(yours.picture(), *mine.dots)
    if theirs.min() >= PAPER and ours.min() < PAPER and not yours.letters().characters:
        return WholePage(": blank")
    one, other = _even(ours), _even(theirs)
    # Letters that are in their places are not mirrored. They are asked last, for it takes longest.
    if (words := _mirrored(one, other)) and registered(letter_pairs(mine.letters(), yours.letters())) is None:
        return WholePage(words, _PRINTED_MIRRORED)
    is_inverted = abs(float(theirs.mean()) + float(ours.mean()) - 255) <= _GROUND
    if is_inverted and _likeness(one, -other) >= _least(one, other):
        return WholePage(": printed as a negative, light for dark", _PRINTED_NEGATIVE)
    grey = _as_grey(ours, theirs)
    return (
        None if grey is None else WholePage(": printed without colours", _PRINTED_GREY, mine.repainted(grey))
    )


def _mirrored(one: NDArray[np.float64], other: NDArray[np.float64]) -> str:
    """How one of two even pictures is the other in a mirror; empty if it is not."""
    least = _least(one, other)
    if _likeness(one, other[:, ::-1]) >= least:
        return ": mirrored, so that left and right are exchanged"
    return ": mirrored, so that top and bottom are exchanged" if _likeness(one, other[::-1]) >= least else ""


def _least(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The likeness from which another way to show a picture explains it better than the way it is, or upside down."""
    likeness = max(_likeness(one, other), _likeness(one, other[::-1, ::-1]))
    return max(_SAME, 1 - (1 - likeness) / _BETTER)


def _even(picture: Picture) -> NDArray[np.float64]:
    """A small grey picture whose shades are 0 on the average."""
    small = np.asarray(Image.fromarray(picture).convert("L").reduce(_SMALLER)).astype(np.float64)
    even: NDArray[np.float64] = small - small.mean()
    return even


def _likeness(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The correlation of two even pictures: 1 if they are the same, 0 if one says nothing of the other."""
    strength = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / strength if strength else 0.0


def _as_grey(ours: Picture, theirs: Picture) -> Picture | None:
    """Our page in the greys that theirs has instead of colours; ``None`` if it is not ours without them."""
    coloured = _is_coloured(ours)
    if coloured.mean() <= _COLOURED or _is_coloured(theirs).mean() > _GREY:
        return None
    bright = ours.astype(np.float64) @ np.array(_BRIGHTNESS)
    grey = theirs.mean(axis=2)
    # Paper is no grey of a colour: something is missing there.
    taken = coloured & (np.abs(bright - grey) <= _OTHER_GREY) & (grey < PAPER)
    inked = coloured & (bright < PAPER)
    if not inked.any() or np.mean(taken[inked]) < _MOSTLY:
        return None
    found: Picture = np.repeat(np.where(taken, grey, bright).round().astype(np.uint8)[:, :, None], 3, axis=2)
    return found


def _is_coloured(picture: Picture) -> NDArray[np.bool_]:
    coloured: NDArray[np.bool_] = picture.max(axis=2).astype(np.int16) - picture.min(axis=2) > _COLOURLESS
    return coloured
