"""Pages that differ as a whole, though nothing on them is moved, turned or scaled: blank, mirrored, negative or without colours."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from casekit.print.preflight.comparing.line_judging import PAPER
from casekit.print.preflight.comparing.rendering import Leaf, Picture

_SMALLER = 4
"""The part of its size in which two pages are laid over each other."""
_SAME = 0.8
"""The correlation of two pictures that may be the same but for edges."""
_BETTER = 3
"""How many times less two pictures must differ if one of them is shown in another way."""
_COLOURLESS = 12
"""Shades by which the colours of a grey dot differ."""
_SEEN = 0.0005
"""The part of a page that is coloured if a little thing on it is."""

_PRINTED_MIRRORED = "switch off mirrored or emulsion-side-down printing, or ask for a new file"
_PRINTED_NEGATIVE = "switch off negative printing, or ask for a new file"
_PRINTED_GREY = "convert no colours, or ask for a new file"


@dataclass(frozen=True)
class WholePage:
    """How a page differs as a whole, in words that follow its number, and what can be done; and whether more of it can be compared."""

    words: str
    hint: str = ""
    is_comparable: bool = False


def as_a_whole(mine: Leaf, yours: Leaf) -> WholePage | None:
    """How theirs differs from ours as a whole; ``None`` if it does not, or if it has another size."""
    if mine.dots != yours.dots:
        return None
    ours, theirs = mine.picture(), yours.picture()
    if theirs.min() >= PAPER and ours.min() < PAPER and not yours.letters().characters:
        return WholePage(": blank")
    one, other = _even(ours), _even(theirs)
    least = max(_SAME, 1 - (1 - _likeness(one, other)) / _BETTER)
    if _likeness(one, other[:, ::-1]) >= least:
        return WholePage(": mirrored, so that left and right are exchanged", _PRINTED_MIRRORED)
    if _likeness(one, other[::-1]) >= least:
        return WholePage(": mirrored, so that top and bottom are exchanged", _PRINTED_MIRRORED)
    if _likeness(one, -other) >= least:
        return WholePage(": printed as a negative, light for dark", _PRINTED_NEGATIVE)
    if _is_coloured(ours) and not _is_coloured(theirs):
        return WholePage(": printed without colours", _PRINTED_GREY, is_comparable=True)
    return None


def _even(picture: Picture) -> np.ndarray:
    """A small grey picture whose shades are 0 on the average."""
    small = np.asarray(Image.fromarray(picture).convert("L").reduce(_SMALLER)).astype(np.float64)
    even: np.ndarray = small - small.mean()
    return even


def _likeness(one: np.ndarray, other: np.ndarray) -> float:
    """The correlation of two even pictures: 1 if they are the same, 0 if one tells nothing of the other."""
    strength = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / strength if strength else 0.0


def _is_coloured(picture: Picture) -> bool:
    coloured = picture.max(axis=2).astype(np.int16) - picture.min(axis=2) > _COLOURLESS
    return bool(coloured.mean() > _SEEN)
