"""Round stickers for pawns. ``paint_stickers(stickers)`` is the way in; lengths are millimetres."""

from collections.abc import Sequence

from markupsafe import Markup

from casekit.print.content.papers import PAPERS
from casekit.print.content.pieces import Stickers
from casekit.print.content.wanted import Format, Wanted, visible_texts
from casekit.print.pages.painted import Painted, Painting
from casekit.print.text.glyphs import missing_in_texts
from casekit.print.text.metrics import ems
from casekit.print.text.page_templates import render_template
from casekit.print.text.typesetter import hindrances, lay_out_pages

DIAMETER, PITCH, GAP = 15.0, 18.0, 6.0
_LETTER, _WIDEST = 26.0, 10.0
_MM = 25.4 / 72
_MARGIN = 10.0
# Above and below the stickers, and the line above the first of them.
_EDGE, _HEAD = 14.0, 9.7


def paint_stickers(stickers: Stickers) -> Painting:
    """Typeset stickers: the copies of a letter side by side, each in the ring along which it is cut.

    Args:
        stickers: their content.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: a missing typesetter, characters the
        fonts lack.
    """
    hindered = hindrances(stickers.span, missing_in_texts((stickers.title, *stickers.letters), stickers.span))
    if hindered:
        return None, hindered
    return Painted(lay_out_pages(_html(stickers)), stickers), ()


def wanted_stickers(stickers: Stickers) -> Wanted:
    """What the file of some stickers should be."""
    pages = [[letter for letter in page for _ in range(stickers.copies)] for page in _pages(stickers)]
    pages[0].append(stickers.title)
    return Wanted(Format.of(stickers.paper, stickers.span), tuple(map(visible_texts, pages)))


def _across(stickers: Stickers) -> int:
    """How many letters are side by side."""
    return max(1, int((PAPERS[stickers.paper].width - 2 * _MARGIN) / _block(stickers)))


def _block(stickers: Stickers) -> float:
    """How wide the copies of a letter are together, with the gap behind them."""
    return stickers.copies * PITCH + GAP


def _pages(stickers: Stickers) -> Sequence[Sequence[str]]:
    """The letters of each page."""
    down = int((PAPERS[stickers.paper].height - 2 * _EDGE - _HEAD) / (PITCH + GAP))
    count = _across(stickers) * down
    letters = stickers.letters
    return [letters[at : at + count] for at in range(0, max(1, len(letters)), count)]


def _html(stickers: Stickers) -> str:
    paper = PAPERS[stickers.paper]
    across, block = _across(stickers), _block(stickers)
    values = {
        "paper": paper,
        # Behind the last sticker of a line there is room for the next.
        "left": round((paper.width - across * block + GAP + PITCH - DIAMETER) / 2, 3),
        "edge": _EDGE,
        "head": _HEAD,
        "copies": stickers.copies,
        "diameter": DIAMETER,
        "pitch": PITCH,
        "gap": GAP,
        "palette": stickers.palette,
    }
    return render_template(
        "stickers.html",
        stickers=stickers,
        pages=_pages(stickers),
        sizes={letter: _size(letter) for letter in stickers.letters},
        styles=Markup(render_template("fonts.css") + render_template("stickers.css", **values)),  # noqa: S704 -- numbers and colours
    )


def _size(letter: str) -> float:
    """The size in points at which a letter, or a few, stay inside the ring."""
    return round(min(_LETTER, _WIDEST / _MM / max(0.01, ems(letter, ("strong",)))), 2)
