"""Round stickers with letters, each in the ring along which it is cut. Lengths are millimetres.

A line of a page has the copies of one letter side by side, or those of several letters.
"""

from collections.abc import Sequence
from math import ceil

from casekit.print.content.papers import MM_PER_POINT, PAPERS, ExpectedLayout, Format
from casekit.print.content.pieces import Stickers
from casekit.print.typesetting import fonts, typesetter
from casekit.values import frozen

DIAMETER = 15.0
PITCH = 18.0
"""The distance of the middles of neighbours."""
# The most that a line takes of the height, and what rounding may add to it.
_MOST_LINE_HEIGHT = 26.0
_ROUNDING = 0.02
# The largest size of a letter in points, and the most that letters take of the width of a sticker.
_LETTER_POINTS = 26.0
_LETTERS_WIDTH = 10.0
# The margins at the sides, those above and below, and the height of the line above the first stickers.
_SIDE_MARGIN = 10.0
_TOP_MARGIN = 14.0
_HEAD_HEIGHT = 9.7


@frozen(slots=True)
class _StickerGrid:
    """How stickers are placed on a sheet. A sheet holds no more of them."""

    letters_across: int
    """How many letters are side by side."""
    lines: int
    """How many lines of stickers are below each other."""
    copies: int
    """How many copies of each letter are side by side."""

    @property
    def letters(self) -> int:
        """How many letters a sheet holds."""
        return self.letters_across * self.lines


def paint_stickers(stickers: Stickers) -> typesetter.TypesetPages:
    """Typeset stickers: of each letter as many as fill the sheet."""
    paper = PAPERS[stickers.paper]
    grid = _grid(stickers)
    pages = _letters_by_page(stickers, grid)
    lines_on_first_page = max(1, ceil(len(pages[0]) / grid.letters_across))
    height = paper.height - 2 * _TOP_MARGIN - _HEAD_HEIGHT
    width = grid.letters_across * grid.copies * PITCH - (PITCH - DIAMETER)
    html = fonts.render_template(
        "stickers.html",
        stickers=stickers,
        copies=grid.copies,
        pages=pages,
        sizes={letter: _letter_points(letter) for letter in stickers.letters},
        paper=paper,
        left=round((paper.width - width) / 2, 3),
        # Lines are as far apart as the height of the sheet allows.
        line=round(min(_MOST_LINE_HEIGHT, height / lines_on_first_page - _ROUNDING), 3),
        edge=_TOP_MARGIN,
        head=_HEAD_HEIGHT,
        diameter=DIAMETER,
        pitch=PITCH,
        palette=stickers.palette,
    )
    return typesetter.lay_out_pages(html), ()


def expected_layout_of_stickers(stickers: Stickers) -> ExpectedLayout:
    """The requirements for the file of some stickers."""
    grid = _grid(stickers)
    pages: list[list[str]] = []
    for letters in _letters_by_page(stickers, grid):
        page: list[str] = []
        for letter in letters:
            page += [letter] * grid.copies
        pages.append(page)
    pages[0].append(stickers.title)
    return ExpectedLayout(Format.of(stickers.paper, stickers.span), (tuple(map(tuple, pages)),))


def _grid(stickers: Stickers) -> _StickerGrid:
    """The grid with as few letters side by side as let all letters be on one sheet, if that is possible."""
    paper = PAPERS[stickers.paper]
    places_across = int((paper.width - 2 * _SIDE_MARGIN - DIAMETER) / PITCH) + 1
    lines = int((paper.height - 2 * _TOP_MARGIN - _HEAD_HEIGHT) / PITCH)
    most_letters_across = max(1, places_across // stickers.copies)
    wanted_letters_across = max(1, ceil(len(stickers.letters) / lines))
    letters_across = min(most_letters_across, wanted_letters_across)
    return _StickerGrid(letters_across, lines, copies=max(1, places_across // letters_across))


def _letters_by_page(stickers: Stickers, grid: _StickerGrid) -> Sequence[Sequence[str]]:
    """The letters of each page, which is at least one."""
    letters = stickers.letters
    starts = range(0, max(1, len(letters)), grid.letters)
    return [letters[start : start + grid.letters] for start in starts]


def _letter_points(letter: str) -> float:
    """The size in points in which a letter, or a few, stay inside the ring."""
    width_in_ems = max(0.01, fonts.ems(letter, ("strong",)))
    return round(min(_LETTER_POINTS, _LETTERS_WIDTH / MM_PER_POINT / width_in_ems), 2)
