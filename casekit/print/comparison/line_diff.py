"""How lines of ours differ where the pictures of two pages do: covered, missing, in another colour, with other letters."""

from collections.abc import Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from casekit.print.comparison import image_diff as picture_differences, page_alignment as laid_pages
from casekit.print.comparison.differences import DifferenceKind
from casekit.print.comparison.landmarks import Box, NamedPlace, PrintedLine, lines_of, quoted
from casekit.print.comparison.rendering import PER_POINT, Letters, Picture, some
from casekit.print.preflight.pdf_opening import present
from casekit.values import frozen

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
    theirs: laid_pages.Aligned
    our_letters: Letters
    their_letters: Letters
    places: tuple[NamedPlace, ...]
    turned: bool
    reset: laid_pages.ResetLines = field(default_factory=dict)

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
    side = picture_differences.CELL / PER_POINT
    return float(left) * side, float(top) * side, float(right) * side, float(bottom) * side


def judged(sight: PagePair, place: int, line: int, squares: Squares) -> LineChange:
    """How a line differs that is set otherwise, or is seen to differ."""
    printed = sight.places[place].lines[line]
    reset = sight.reset.get((place, line))
    if reset is None:
        return _seen(sight, printed, squares)
    mine, yours = (_letters_of(text) for text in _read(sight, printed))
    # There may be fewer letters because some are beside the line now.
    says_more = not (mine in yours or yours in mine)
    if len(squares) and (says_more or is_plain(dots_of(sight.theirs.picture, squares))):
        return _seen(sight, printed, squares)
    return reset


def _read(sight: PagePair, line: PrintedLine) -> tuple[str, str]:
    """The text read of a line on our page and on theirs."""
    left, top, right, bottom = line.box
    inner = [(left, top + AROUND, right, bottom - AROUND)]
    mine, yours = (
        joined(some(each, within(each, inner)), turned=sight.turned)
        for each in (sight.our_letters, sight.their_letters)
    )
    return mine, yours


def _seen(sight: PagePair, line: PrintedLine, squares: Squares) -> LineChange:
    """How a line differs."""
    mine, yours = _read(sight, line)
    one, other = (dots_of(each, squares) for each in (sight.ours, sight.theirs.picture))
    same = _letters_of(mine) == _letters_of(yours)
    if same and (found := _beside(sight, line, squares, one, other)):
        return found
    # A number of which a digit is missing is another number.
    if not same and yours and (mine.isdigit() or len(_letters_of(mine)) == len(_letters_of(yours))):
        return DifferenceKind.LETTERS, _shows(yours, mine)
    if is_plain(other):
        # Most dots between letters have the colour of the ground.
        apart = np.abs(np.median(other, axis=0) - np.median(one, axis=0)).max()
        changes = {
            (DifferenceKind.COVERED, "covered"): other.mean() < PAPER and apart >= PLAIN,
            # The old text is printed beside it.
            (DifferenceKind.MOVED, "spaced otherwise"): same
            and not within(sight.their_letters, _boxes(squares), 0.5).any(),
            (DifferenceKind.HIDDEN, "cannot be seen, though a program reads it"): same,
            (DifferenceKind.MISSING, "missing"): True,
        }
        return present(changes)[0]
    if not same and yours:
        return DifferenceKind.LETTERS, _shows(yours, mine)
    if mine and not yours and other.mean() > one.mean():
        return DifferenceKind.MISSING, "missing"
    return _by_shape(one, other)


def _beside(
    sight: PagePair, line: PrintedLine, squares: Squares, one: Picture, other: Picture
) -> LineChange | None:
    """How a line differs whose letters are not in the squares that do: by its ground, or by a rule at its side."""
    own = some(sight.our_letters, within(sight.our_letters, [line.box]))
    if within(own, _boxes(squares), 0.5).any():
        return None
    if is_plain(one) and is_plain(other):
        return DifferenceKind.COLOUR, "printed on another ground"
    return (DifferenceKind.DRAWING, "a drawing or a rule beside it is missing") if is_bare(other) else None


def _boxes(squares: Squares) -> list[Box]:
    side = picture_differences.CELL / PER_POINT
    return [
        (column * side, row * side, (column + 1) * side, (row + 1) * side) for row, column in squares.tolist()
    ]


def _shows(yours: str, mine: str) -> str:
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
    return np.concatenate(
        [
            picture[
                row * picture_differences.CELL : (row + 1) * picture_differences.CELL,
                column * picture_differences.CELL : (column + 1) * picture_differences.CELL,
            ].reshape(-1, 3)
            for row, column in squares
        ]
    )


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
        np.abs(each.astype(np.int16) - np.median(each, axis=0)).max(axis=1) > PLAIN for each in (one, other)
    )
    mine, yours, both = (int(np.count_nonzero(dots)) for dots in (here, there, here & there))
    changes = {
        (DifferenceKind.COLOUR, "in another colour"): both / max(1, mine + yours - both) > _ALIKE,
        (DifferenceKind.CROSSED, "something is printed over it"): both > _ALIKE * mine
        and yours > _MORE * mine,
        (DifferenceKind.COVERED, "partly covered or missing"): yours < mine / 2,
        (DifferenceKind.LETTERS, "shows letters that are not those a program reads there"): True,
    }
    return present(changes)[0]
