"""How lines of ours differ where the pictures of two pages do.

They are covered, missing, in another colour or have other letters.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from casekit.print.comparison import image_diff, page_alignment
from casekit.print.comparison.differences import DifferenceKind
from casekit.print.comparison.landmarks import Box, NamedPlace, PrintedLine, lines_of, quoted
from casekit.print.comparison.rendering import PER_POINT, Letters, Picture, some
from casekit.values import field, frozen

AROUND = 3.0
"""Points around a line in which its letters may be."""
PLAIN = 40
"""Shades in which an even area may differ from dot to dot."""
PAPER = 240
"""Shades of dots, on the average, that are paper."""
_ALIKE = 0.7
_MORE = 1.3

Squares = NDArray[np.intp]
"""Rows and columns of squares."""


@frozen
class PagePair:
    """Two pages, one over the other, with what can be read on them.

    ``turned`` says that ours is read upside down, ``reset`` which of its lines are set otherwise.
    """

    number: int
    ours: Picture
    theirs: page_alignment.Aligned
    our_letters: Letters
    their_letters: Letters
    places: tuple[NamedPlace, ...]
    turned: bool
    reset: page_alignment.ResetLines = field(default_factory=dict)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of our page in points."""
        height, width = self.ours.shape[:2]
        return width / PER_POINT, height / PER_POINT


LineChange = tuple[DifferenceKind, str]
"""How a line of ours differs, and in words."""


def joined(letters: Letters, *, turned: bool) -> str:
    """The words of some letters."""
    return " ".join(line.text for line in lines_of(letters, turned=turned))


def within(letters: Letters, boxes: Sequence[Box], around: float = AROUND) -> NDArray[np.bool_]:
    """Which letters are in one of several boxes, or beside it."""
    inside = np.zeros(len(letters.characters), np.bool_)
    across, down = letters.middles.T
    for left, top, right, bottom in boxes:
        inside |= (
            (left - around <= across)
            & (across <= right + around)
            & (top - around <= down)
            & (down <= bottom + around)
        )
    return inside


def box_of(squares: Squares) -> Box:
    """The box around squares."""
    top, left = squares.min(axis=0)
    bottom, right = squares.max(axis=0) + 1
    side = image_diff.CELL / PER_POINT
    return float(left) * side, float(top) * side, float(right) * side, float(bottom) * side


def judged(sight: PagePair, place: int, line: int, squares: Squares) -> LineChange:
    """How a line differs that is set otherwise, or is seen to differ."""
    printed = sight.places[place].lines[line]
    reset = sight.reset.get((place, line))
    if reset is None:
        return _seen(sight, printed, squares)
    our_text, their_text = _read(sight, printed)
    mine, yours = _letters_of(our_text), _letters_of(their_text)
    # There may be fewer letters because some are beside the line now.
    says_more = not (mine in yours or yours in mine)
    if len(squares) and (says_more or is_plain(dots_of(sight.theirs.picture, squares))):
        return _seen(sight, printed, squares)
    return reset


def _read(sight: PagePair, line: PrintedLine) -> tuple[str, str]:
    """The text read of a line on our page and on theirs."""
    left, top, right, bottom = line.box
    inner = [(left, top + AROUND, right, bottom - AROUND)]
    mine = some(sight.our_letters, within(sight.our_letters, inner))
    yours = some(sight.their_letters, within(sight.their_letters, inner))
    return joined(mine, turned=sight.turned), joined(yours, turned=sight.turned)


def _seen(sight: PagePair, line: PrintedLine, squares: Squares) -> LineChange:
    """How a line differs."""
    mine, yours = _read(sight, line)
    one, other = dots_of(sight.ours, squares), dots_of(sight.theirs.picture, squares)
    same = _letters_of(mine) == _letters_of(yours)
    if same:
        change = _beside(sight, line, squares, one, other)
        if change is not None:
            return change
    # A number of which a digit is missing is another number.
    elif yours and (mine.isdigit() or len(_letters_of(mine)) == len(_letters_of(yours))):
        return DifferenceKind.LETTERS, _letters_words(yours, mine)
    if is_plain(other):
        return _plain_change(sight, squares, one, other, same=same)
    if not same and yours:
        return DifferenceKind.LETTERS, _letters_words(yours, mine)
    if mine and not yours and other.mean() > one.mean():
        return DifferenceKind.MISSING, "missing"
    return _by_shape(one, other)


def _plain_change(
    sight: PagePair, squares: Squares, one: Picture, other: Picture, *, same: bool
) -> LineChange:
    """How a line differs where theirs has one colour; ``same`` if a program reads the same letters there."""
    # Most dots between letters have the colour of the ground.
    apart = np.abs(np.median(other, axis=0) - np.median(one, axis=0)).max()
    if other.mean() < PAPER and apart >= PLAIN:
        return DifferenceKind.COVERED, "covered"
    if not same:
        return DifferenceKind.MISSING, "missing"
    if within(sight.their_letters, _boxes(squares), 0.5).any():
        return DifferenceKind.HIDDEN, "cannot be seen, though a program reads it"
    # The old text is printed beside it.
    return DifferenceKind.MOVED, "spaced otherwise"


def _beside(
    sight: PagePair, line: PrintedLine, squares: Squares, one: Picture, other: Picture
) -> LineChange | None:
    """How a line differs whose letters are not in the squares that do.

    By its ground, or by a rule at its side.
    """
    own = some(sight.our_letters, within(sight.our_letters, [line.box]))
    if within(own, _boxes(squares), 0.5).any():
        return None
    if is_plain(one) and is_plain(other):
        return DifferenceKind.COLOUR, "printed on another ground"
    return (DifferenceKind.DRAWING, "a drawing or a rule beside it is missing") if is_bare(other) else None


def _boxes(squares: Squares) -> list[Box]:
    side = image_diff.CELL / PER_POINT
    return [
        (column * side, row * side, (column + 1) * side, (row + 1) * side) for row, column in squares.tolist()
    ]


def _letters_words(yours: str, mine: str) -> str:
    return f"shows {quoted(_difference(yours, mine))} instead of {quoted(_difference(mine, yours))}"


def _letters_of(text: str) -> str:
    return "".join(text.split()).replace("-", "")


def _difference(text: str, other: str) -> str:
    """The words of a text from the first that is not in another to the last."""
    words, others = text.split(), other.split()
    most = max(0, min(len(words), len(others)) - 1)
    first = next((at for at in range(most) if words[at] != others[at]), most)
    last = next((at for at in range(most - first) if words[-1 - at] != others[-1 - at]), most - first)
    return " ".join(words[first : len(words) - last])


def dots_of(picture: Picture, squares: Squares) -> Picture:
    """The dots of squares of a picture."""
    side = image_diff.CELL
    parts = []
    for row, column in squares:
        part = picture[row * side : (row + 1) * side, column * side : (column + 1) * side]
        parts.append(part.reshape(-1, 3))
    return np.concatenate(parts)


def is_plain(dots: Picture) -> bool:
    """Whether dots have one colour, but for a few."""
    low, high = np.percentile(dots, (2, 98), axis=0)
    return bool((high - low).max() < PLAIN)


def is_bare(dots: Picture) -> bool:
    """Whether dots are nothing but paper."""
    return is_plain(dots) and bool(dots.mean() >= PAPER)


def _by_shape(one: Picture, other: Picture) -> tuple[DifferenceKind, str]:
    """How dots with the same letters on them differ."""
    here, there = (
        np.abs(dots.astype(np.int16) - np.median(dots, axis=0)).max(axis=1) > PLAIN for dots in (one, other)
    )
    mine, yours, both = (int(np.count_nonzero(inked)) for inked in (here, there, here & there))
    if both / max(1, mine + yours - both) > _ALIKE:
        return DifferenceKind.COLOUR, "in another colour"
    if both > _ALIKE * mine and yours > _MORE * mine:
        return DifferenceKind.CROSSED, "something is printed over it"
    if yours < mine / 2:
        return DifferenceKind.COVERED, "partly covered or missing"
    return DifferenceKind.LETTERS, "shows letters that are not those a program reads there"
