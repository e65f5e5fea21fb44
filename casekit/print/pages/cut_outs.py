"""Pieces that are cut out of a sheet along one line: the flap, and round stickers for pawns. Lengths are millimetres.

``paint_flap(flap)``: a card that covers the table while the presentation beside it is shown. It is a little smaller than a page of the
booklet, so that it lies between two pages without standing out, but for a tab by which it is drawn out at the fore-edge.
``paint_stickers(stickers)``: a sheet full of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Format, Paper, Wanted, visible_texts
from casekit.print.content.pieces import Flap, Stickers
from casekit.print.content.rays import rays
from casekit.print.text.glyphs import ems, missing_in_texts
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Painted, Painting, lay_out_pages

NARROWER, SHORTER = 8.0, 6.0
TAB, TAB_HEIGHT = 18.0, 46.0
_CORNER = 5.0
_FLAP_MARGIN = 6.0
# How far the picture goes on beyond the edge: as far as a print shop's bleed.
_OVER = 3.0
# The size of the title as a multiple of the text's, and what it has on each side.
_TITLE, _SIDE = 2.5, 12.0
# The names of the two papers to print on when they are doubled.
_DOUBLED = {"a4": (297.0, 420.0), "letter": (279.4, 431.8)}


@dataclass(frozen=True, slots=True)
class Size:
    """The card without its tab, how far that reaches out, and the height of its middle."""

    width: float
    height: float
    tab: float
    middle: float

    @classmethod
    def of(cls, page: Paper) -> "Size":
        """The flap for a booklet with such pages."""
        width, height = page.width - NARROWER, page.height - SHORTER
        return cls(round(width, 3), round(height, 3), TAB, round(height / 2, 3))


def paint_flap(flap: Flap) -> Painting:
    """Typeset a flap on a sheet that is large enough: the paper asked for, or twice that.

    Args:
        flap: its content.

    Returns:
        The pages, or ``None`` if a finding is an error; and no findings.
    """
    return Painted(lay_out_pages(_flap_html(flap)), flap), ()


def lacking_in_flap(flap: Flap) -> tuple[Diagnostic, ...]:
    """A finding for each character of a flap that cannot be printed."""
    return missing_in_texts((flap.title, flap.use), flap.span)


def wanted_flap(flap: Flap) -> Wanted:
    """The requirements for the file of a flap."""
    width, height = sheet_for(Size.of(PAPERS[flap.booklet_paper]), flap.paper)
    return Wanted(Format(width, height, flap.span), (visible_texts((flap.title, flap.use)),))


def sheet_for(size: Size, paper: str) -> tuple[float, float]:
    """Width and height of the sheet that a flap is printed on."""
    sheet = PAPERS[paper]
    fits = (
        size.width + size.tab + 2 * _FLAP_MARGIN <= sheet.width
        and size.height + 2 * _FLAP_MARGIN <= sheet.height
    )
    return (sheet.width, sheet.height) if fits else _DOUBLED[paper]


def _flap_html(flap: Flap) -> str:
    page = PAPERS[flap.booklet_paper]
    size = Size.of(page)
    width, height = sheet_for(size, flap.paper)
    room = size.width - 2 * _SIDE
    values = {
        "sheet": {"width": width, "height": height},
        "size": size,
        "over": _OVER,
        "left": round((width - size.width - size.tab) / 2, 3),
        "top": round((height - size.height) / 2, 3),
        "text": page.text,
        "title": _TITLE,
        "room": room,
        "palette": flap.palette,
    }
    return render_template(
        "flap.html",
        flap=flap,
        size=size,
        over=_OVER,
        outline=_outline(size),
        edge=_outline(size, _OVER),
        room=room / (_TITLE * page.text / POINTS_PER_MM),
        rays=rays,
        styles=render_styles("flap.css", **values),
    )


def _outline(size: Size, over: float = 0) -> str:
    """The line along which the card is cut, or one so far outside it, as an SVG path; clockwise from the top left."""
    top, bottom = size.middle - TAB_HEIGHT / 2 - over, size.middle + TAB_HEIGHT / 2 + over
    side, corner = size.width + over, _CORNER + over
    reach = size.width + size.tab - _CORNER
    return (
        f"M{-over} {-over} H{side} V{top} H{reach} q{corner} 0 {corner} {corner} V{bottom - corner} "
        f"q0 {corner} {-corner} {corner} H{side} V{size.height + over} H{-over} z"
    )


DIAMETER, PITCH = 15.0, 18.0
_LINE_MOST, _SLACK = 26.0, 0.02
_LETTER, _WIDEST = 26.0, 10.0
_MM = 25.4 / 72
_MARGIN = 10.0
# Above and below the stickers, and the line above the first of them.
_EDGE, _HEAD = 14.0, 9.7


def paint_stickers(stickers: Stickers) -> Painting:
    """Typeset stickers: as many of each letter as fill the sheet, side by side, each in the ring along which it is cut.

    Args:
        stickers: their content.

    Returns:
        The pages, or ``None`` if a finding is an error; and no findings.
    """
    return Painted(lay_out_pages(_sticker_html(stickers)), stickers), ()


def lacking_in_stickers(stickers: Stickers) -> tuple[Diagnostic, ...]:
    """A finding for each character of stickers that cannot be printed."""
    return missing_in_texts((stickers.title, *stickers.letters), stickers.span)


def wanted_stickers(stickers: Stickers) -> Wanted:
    """The requirements for the file of some stickers."""
    grid = _grid(stickers)
    pages = [[letter for letter in page for _ in range(grid.copies)] for page in _pages(stickers, grid)]
    pages[0].append(stickers.title)
    return Wanted(Format.of(stickers.paper, stickers.span), tuple(map(visible_texts, pages)))


@dataclass(frozen=True, slots=True)
class _Grid:
    """How many letters are side by side and below each other, and how many copies of each are in its line."""

    across: int
    down: int
    copies: int


def _grid(stickers: Stickers) -> _Grid:
    """As many copies of each letter as a sheet holds, at least those asked for."""
    paper = PAPERS[stickers.paper]
    places = int((paper.width - 2 * _MARGIN - DIAMETER) / PITCH) + 1
    lines = int((paper.height - 2 * _EDGE - _HEAD) / PITCH)
    most = max(1, places // stickers.copies)
    across = min(most, max(1, -(-len(stickers.letters) // lines)))
    return _Grid(across, lines, max(1, places // across))


def _pages(stickers: Stickers, grid: _Grid) -> Sequence[Sequence[str]]:
    """The letters of each page."""
    count = grid.across * grid.down
    letters = stickers.letters
    return [letters[at : at + count] for at in range(0, max(1, len(letters)), count)]


def _sticker_html(stickers: Stickers) -> str:
    paper = PAPERS[stickers.paper]
    grid = _grid(stickers)
    pages = _pages(stickers, grid)
    lines = max(1, -(-len(pages[0]) // grid.across))
    room = paper.height - 2 * _EDGE - _HEAD
    wide = grid.across * grid.copies * PITCH - (PITCH - DIAMETER)
    values = {
        "paper": paper,
        "left": round((paper.width - wide) / 2, 3),
        # Lines stand apart as far as the sheet is high.
        "line": round(min(_LINE_MOST, room / lines - _SLACK), 3),
        "edge": _EDGE,
        "head": _HEAD,
        "copies": grid.copies,
        "diameter": DIAMETER,
        "pitch": PITCH,
        "palette": stickers.palette,
    }
    return render_template(
        "stickers.html",
        stickers=stickers,
        copies=grid.copies,
        pages=pages,
        sizes={letter: _size(letter) for letter in stickers.letters},
        styles=render_styles("stickers.css", **values),
    )


def _size(letter: str) -> float:
    """The size in points at which a letter, or a few, stay inside the ring."""
    return round(min(_LETTER, _WIDEST / _MM / max(0.01, ems(letter, ("strong",)))), 2)
