"""Round stickers for pawns: a sheet full of them. ``paint_stickers(stickers)`` is the way in; lengths are millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic
from casekit.print.content.papers import PAPERS, Format, Wanted, visible_texts
from casekit.print.content.pieces import Stickers
from casekit.print.text.glyphs import ems, missing_in_texts
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Painted, Painting, lay_out_pages

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
    return Painted(lay_out_pages(_html(stickers)), stickers), ()


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


def _html(stickers: Stickers) -> str:
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
