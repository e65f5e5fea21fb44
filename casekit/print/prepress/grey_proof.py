"""A proof of a booklet in grey, to look at before it is printed.

Each page has its bleed around it. Over it are lines for the trim (where it is cut), the safe zone (what a
knife that is a little off does not touch) and the edge of the bleed, and a caption that says which page it
is. The lines differ in their dashes too, so that the proof can be printed in black.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple

import pikepdf

from casekit.print.content.booklet import Booklet
from casekit.print.content.papers import BLEED, PAPERS
from casekit.print.content.pieces import Leaflet
from casekit.print.prepress.ink_conversion import GREY, pdf_number, recolour
from casekit.print.prepress.pdf_variants import grown, rectangle, save, surround, trim_of
from casekit.print.typesetting import fonts, typesetter

SAFE_INSIDE = 5.0
"""Millimetres inside the trim that should hold neither text nor table."""
# Millimetres of paper that a proof shows around each page.
_AROUND_PAGE = 12.0


class _Overlay(NamedTuple):
    """A line over each page."""

    name: str
    outside: float
    """How far outside the trim it is, in millimetres."""
    colour: tuple[float, float, float]
    """Red, green and blue, 1 for each in full."""
    dashes: str
    """The lengths of dashes and gaps in points; empty for a solid line."""


OVERLAYS = (
    _Overlay("bleed", BLEED, (0.85, 0.1, 0.1), "0.5 1.5"),
    _Overlay("trim", 0.0, (0.75, 0, 0.6), ""),
    _Overlay("safe zone", -SAFE_INSIDE, (0, 0.45, 0.75), "4 2"),
)


def grey_proof(pdf: bytes, booklet: Booklet | Leaflet) -> bytes:
    """Make a proof of a finished booklet, plain or for the print shop; page by page the same."""
    with pikepdf.open(BytesIO(pdf)) as file:
        recolour(file, GREY)
        paper = PAPERS[booklet.paper]
        # Pages as large as those of the proof, with nothing but their captions.
        html = fonts.render_template(
            "proof.html",
            booklet=booklet,
            pages=len(file.pages),
            width=paper.width + 2 * _AROUND_PAGE,
            height=paper.height + 2 * _AROUND_PAGE,
            paper=paper,
            overlays=[(overlay, _hex(overlay.colour)) for overlay in OVERLAYS],
        )
        with pikepdf.open(BytesIO(typesetter.typeset(html))) as captions:
            for number, (page, caption) in enumerate(zip(file.pages, captions.pages, strict=True), 1):
                # Pages may share their resources, so each caption has a name of its own.
                name = pikepdf.Name(f"/Caption{number}")
                page.add_resource(file.copy_foreign(caption.as_form_xobject()), pikepdf.Name.XObject, name)
                _draw_over(page.obj, name)
        for key in ("/OutputIntents", "/Metadata"):
            # It is no longer a file for a print shop.
            if key in file.Root:
                del file.Root[key]
        return save(file)


def _hex(colour: Sequence[float]) -> str:
    """A colour as templates write it: ``#d91a1a``."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def _draw_over(page: Any, caption: Any) -> None:
    """Put the lines and a caption over a page, and show what is around it."""
    trim = trim_of(page)
    instructions = ["q 0.5 w"]
    for overlay in OVERLAYS:
        colour = " ".join(map(str, overlay.colour))
        outline = rectangle(grown(trim, overlay.outside))
        instructions += [f"{colour} RG [{overlay.dashes}] 0 d", outline, "S"]
    left, bottom, _, _ = grown(trim, _AROUND_PAGE)
    instructions += ["Q", f"q 1 0 0 1 {pdf_number(left)} {pdf_number(bottom)} cm", f"{caption} Do", "Q"]
    surround(page, _AROUND_PAGE, "\n".join(instructions))
