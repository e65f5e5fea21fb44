"""Lines that say the same, but are set in another size or type, or are beside their places."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from casekit.print.preflight.comparing.page_differences import DifferenceKind
from casekit.print.preflight.comparing.page_placing import SHIFT, Affine, Boxes, shift_in_words
from casekit.print.preflight.comparing.reading_apart import NEAR
from casekit.print.preflight.comparing.registering import LetterPairs
from casekit.print.preflight.comparing.signposts import NamedPlace, PrintedLine

_SIZE = 0.035
"""The part of their size by which letters may be larger or smaller; programs that save a file again change it by up to 0.017."""
_MANY = 0.4
"""The part of a line's letters that makes it another line."""
_ROUNDED = 0.15
"""Points by which such programs make letters higher or lower: much of a full stop."""
_LEAST = 0.3

ResetLines = Mapping[tuple[int, int], tuple[DifferenceKind, str]]
"""How lines are set otherwise, by the numbers of their places and of the lines there."""


@dataclass(frozen=True, eq=False)
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
        ours, theirs = pairs.boxes
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
        resized: np.ndarray = np.asarray((np.abs(self.sizes - 1) > self.doubts).any(axis=1))
        return resized

    @property
    def moved(self) -> np.ndarray:
        """Which letters are beside their places."""
        moved: np.ndarray = np.abs(self.shifts).max(axis=1) > SHIFT
        return moved

    def any(self) -> bool:
        """Whether there may be anything to be told."""
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
    found = {
        (at, number): _of_line(changes.some(_in(line, changes)))
        for at, place in enumerate(places)
        for number, line in enumerate(place.lines)
    }
    return {at: change for at, change in found.items() if change}


def _in(line: PrintedLine, changes: LetterChanges) -> np.ndarray:
    left, top, right, bottom = line.box
    across, down = changes.middles[:, 0], changes.middles[:, 1]
    inside: np.ndarray = (left <= across) & (across <= right) & (top <= down) & (down <= bottom)
    return inside


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
    # What is far away is seen, and told with what is seen.
    near = changes.some(np.abs(changes.shifts).max(axis=1) <= NEAR)
    if not len(near.middles) or near.moved.sum() < _MANY * len(changes.middles):
        return None
    right, lower = np.median(near.shifts, axis=0)
    if max(abs(right), abs(lower)) > SHIFT:
        return DifferenceKind.MOVED, f"moved by {shift_in_words(float(right), float(lower))}"
    return DifferenceKind.MOVED, "spaced otherwise"
