"""Round stickers for pawns. ``print_stickers(stickers)`` is the way in; lengths are millimetres."""

from markupsafe import Markup

from casekit.print.accessories import Stickers
from casekit.print.booklet import Printed
from casekit.print.glyphs import missing_in_texts
from casekit.print.lettering import ems
from casekit.print.papers import PAPERS
from casekit.print.templating import render
from casekit.print.typesetter import missing_typesetter, typeset

DIAMETER, PITCH, GAP = 15.0, 18.0, 6.0
_LETTER, _WIDEST = 26.0, 10.0
_MM = 25.4 / 72
_MARGIN = 10.0


def print_stickers(stickers: Stickers) -> Printed:
    """Typeset stickers: the copies of a letter side by side, each in the ring along which it is cut.

    Returns:
        The PDF, or ``None`` if a finding is an error; and the findings: a missing typesetter, characters the
        fonts lack.
    """
    missing = missing_typesetter(stickers.span)
    if missing:
        return None, (missing,)
    lacking = missing_in_texts((stickers.title, *stickers.letters), stickers.span)
    if lacking:
        return None, lacking
    return typeset(_html(stickers)), ()


def _html(stickers: Stickers) -> str:
    paper = PAPERS[stickers.paper]
    block = stickers.copies * PITCH + GAP
    across = max(1, int((paper.width - 2 * _MARGIN) / block))
    values = {
        "paper": paper,
        "margin": round((paper.width - across * block) / 2, 3),
        "copies": stickers.copies,
        "diameter": DIAMETER,
        "pitch": PITCH,
        "gap": GAP,
        "palette": stickers.palette,
    }
    return render(
        "stickers.html",
        stickers=stickers,
        sizes={letter: _size(letter) for letter in stickers.letters},
        styles=Markup(render("fonts.css") + render("stickers.css", **values)),  # noqa: S704 -- numbers and colours
    )


def _size(letter: str) -> float:
    """The size in points at which a letter, or a few, stay inside the ring."""
    return round(min(_LETTER, _WIDEST / _MM / max(0.01, ems(letter, ("strong",)))), 2)
