"""How a line of our page differs where the pictures of two pages do.

It is covered, missing, in another colour, or has other letters. ``change_of_line`` finds that.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casekit.print.comparison import image_diff, page_alignment
from casekit.print.comparison.differences import DifferenceKind
from casekit.print.comparison.landmarks import Box, NamedPlace, PrintedLine, lines_of, quoted
from casekit.print.comparison.rendering import PER_POINT, Letters, Picture, some
from casekit.values import field, frozen

AROUND_LINE = 3.0
"""Points around a line in which its letters may be."""
MOST_PLAIN_SHADES = 40
"""The most shades by which the dots of an even area differ."""
LEAST_PAPER_SHADE = 240
"""The least shade of dots, on the average, that are paper."""

# Points around a square in which a letter is on it.
_AROUND_SQUARE = 0.5
# The least part of inked dots that two pictures of the same letters share.
_SAME_DOTS = 0.7
# How many times as many dots are inked if something is printed over letters.
_MORE_INK = 1.3

Squares = NDArray[np.intp]
"""Rows and columns of squares."""


@frozen
class PagePair:
    """Two pages, one over the other, with what can be read on them."""

    number: int
    """The number of our page, from 1."""
    ours: Picture
    """Our page."""
    theirs: page_alignment.Aligned
    """Their page, where ours is."""
    our_letters: Letters
    their_letters: Letters
    """The letters of their page, where they are on ours."""
    places: tuple[NamedPlace, ...]
    """The places of our page that have a name, with the lines in them."""
    turned: bool
    """Whether our page is read upside down."""
    reset: page_alignment.ResetLines = field(default_factory=dict)
    """How the letters of lines of ours are set differently, by place and line."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of our page in points."""
        height, width = self.ours.shape[:2]
        return width / PER_POINT, height / PER_POINT


class PrintedLineChange(NamedTuple):
    """How a line of ours differs."""

    kind: DifferenceKind
    words: str


def words_of(letters: Letters, *, turned: bool) -> str:
    """The words of some letters."""
    return " ".join(line.text for line in lines_of(letters, turned=turned))


def within(letters: Letters, boxes: Sequence[Box], around: float = AROUND_LINE) -> NDArray[np.bool_]:
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


def change_of_line(page_pair: PagePair, place: int, line: int, squares: Squares) -> PrintedLineChange:
    """How a line differs that is set differently, or is seen to differ in some squares."""
    printed = page_pair.places[place].lines[line]
    reset = page_pair.reset.get((place, line))
    if reset is None:
        return _visible_change(page_pair, printed, squares)
    our_text, their_text = _texts_of_line(page_pair, printed)
    mine, yours = _letters_alone(our_text), _letters_alone(their_text)
    # There may be fewer letters because some are beside the line now.
    says_more = not (mine in yours or yours in mine)
    if len(squares) and (says_more or is_plain(dots_of(page_pair.theirs.picture, squares))):
        return _visible_change(page_pair, printed, squares)
    return PrintedLineChange(*reset)


def _texts_of_line(page_pair: PagePair, line: PrintedLine) -> tuple[str, str]:
    """The text read of a line on our page and on theirs."""
    left, top, right, bottom = line.box
    inner = [(left, top + AROUND_LINE, right, bottom - AROUND_LINE)]
    mine = some(page_pair.our_letters, within(page_pair.our_letters, inner))
    yours = some(page_pair.their_letters, within(page_pair.their_letters, inner))
    return words_of(mine, turned=page_pair.turned), words_of(yours, turned=page_pair.turned)


def _visible_change(page_pair: PagePair, line: PrintedLine, squares: Squares) -> PrintedLineChange:
    """How a line differs, seen from the squares in which its picture does."""
    mine, yours = _texts_of_line(page_pair, line)
    one, other = dots_of(page_pair.ours, squares), dots_of(page_pair.theirs.picture, squares)
    same = _letters_alone(mine) == _letters_alone(yours)
    if same:
        change = _change_beside_letters(page_pair, line, squares, one, other)
        if change is not None:
            return change
    # A number of which a digit is missing is another number.
    elif yours and (mine.isdigit() or len(_letters_alone(mine)) == len(_letters_alone(yours))):
        return PrintedLineChange(DifferenceKind.LETTERS, _letters_words(yours, mine))
    if is_plain(other):
        return _plain_change(page_pair, squares, one, other, same=same)
    if not same and yours:
        return PrintedLineChange(DifferenceKind.LETTERS, _letters_words(yours, mine))
    if mine and not yours and other.mean() > one.mean():
        return PrintedLineChange(DifferenceKind.MISSING, "missing")
    return _change_of_dots(one, other)


def _plain_change(
    page_pair: PagePair, squares: Squares, one: Picture, other: Picture, *, same: bool
) -> PrintedLineChange:
    """How a line differs where theirs has one colour; ``same`` if a program reads the same letters there."""
    # Most dots between letters have the colour of the ground.
    apart = np.abs(np.median(other, axis=0) - np.median(one, axis=0)).max()
    if other.mean() < LEAST_PAPER_SHADE and apart >= MOST_PLAIN_SHADES:
        return PrintedLineChange(DifferenceKind.COVERED, "covered")
    if not same:
        return PrintedLineChange(DifferenceKind.MISSING, "missing")
    if within(page_pair.their_letters, _square_boxes(squares), _AROUND_SQUARE).any():
        return PrintedLineChange(DifferenceKind.HIDDEN, "cannot be seen, though a program reads it")
    # The old text is printed beside it.
    return PrintedLineChange(DifferenceKind.MOVED, "spaced otherwise")


def _change_beside_letters(
    page_pair: PagePair, line: PrintedLine, squares: Squares, one: Picture, other: Picture
) -> PrintedLineChange | None:
    """How a line differs whose letters are not in the squares that do: by its ground, or a rule beside it."""
    its_letters = some(page_pair.our_letters, within(page_pair.our_letters, [line.box]))
    if within(its_letters, _square_boxes(squares), _AROUND_SQUARE).any():
        return None
    if is_plain(one) and is_plain(other):
        return PrintedLineChange(DifferenceKind.COLOUR, "printed on another ground")
    if is_bare(other):
        return PrintedLineChange(DifferenceKind.DRAWING, "a drawing or a rule beside it is missing")
    return None


def _square_boxes(squares: Squares) -> list[Box]:
    side = image_diff.CELL / PER_POINT
    return [
        (column * side, row * side, (column + 1) * side, (row + 1) * side) for row, column in squares.tolist()
    ]


def _letters_words(yours: str, mine: str) -> str:
    return f"shows {quoted(_differing_words(yours, mine))} instead of {quoted(_differing_words(mine, yours))}"


def _letters_alone(text: str) -> str:
    """A text without spaces and hyphens."""
    return "".join(text.split()).replace("-", "")


def _differing_words(text: str, other: str) -> str:
    """The words of a text from the first that is not in another to the last."""
    words, other_words = text.split(), other.split()
    # At least one word of each text differs.
    most_same = max(0, min(len(words), len(other_words)) - 1)
    same_at_start = 0
    while same_at_start < most_same and words[same_at_start] == other_words[same_at_start]:
        same_at_start += 1
    same_at_end = 0
    while (
        same_at_end < most_same - same_at_start and words[-1 - same_at_end] == other_words[-1 - same_at_end]
    ):
        same_at_end += 1
    return " ".join(words[same_at_start : len(words) - same_at_end])


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
    return bool((high - low).max() < MOST_PLAIN_SHADES)


def is_bare(dots: Picture) -> bool:
    """Whether dots are nothing but paper."""
    return is_plain(dots) and bool(dots.mean() >= LEAST_PAPER_SHADE)


def _change_of_dots(one: Picture, other: Picture) -> PrintedLineChange:
    """How dots with the same letters on them differ."""
    here, there = (
        np.abs(dots.astype(np.int16) - np.median(dots, axis=0)).max(axis=1) > MOST_PLAIN_SHADES
        for dots in (one, other)
    )
    mine, yours, both = (int(np.count_nonzero(inked)) for inked in (here, there, here & there))
    if both / max(1, mine + yours - both) > _SAME_DOTS:
        return PrintedLineChange(DifferenceKind.COLOUR, "in another colour")
    if both > _SAME_DOTS * mine and yours > _MORE_INK * mine:
        return PrintedLineChange(DifferenceKind.CROSSED, "something is printed over it")
    if yours < mine / 2:
        return PrintedLineChange(DifferenceKind.COVERED, "partly covered or missing")
    return PrintedLineChange(DifferenceKind.LETTERS, "shows letters that are not those a program reads there")
