"""A proof to look over before a booklet goes to press: grey pages, and on them where the knife goes.

Each page of the finished booklet is shown with the bleed around it. Over it are the trim (where it is cut), the safe
zone (what a knife that is a little off may not touch) and the edge of the bleed, with a line that says which page it
is. The lines differ in their dashes too, so that the proof can be printed in black.
"""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf

from casekit.print.content.booklet import Booklet
from casekit.print.content.papers import BLEED, PAPERS
from casekit.print.press.finishes import grown, rectangle, save, trim_of
from casekit.print.press.inks import GREY, pdf_number, recolour
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import typeset

SAFE = 5.0
"""Millimetres inside the trim that should hold neither text nor table."""
_AROUND = 12.0


@dataclass(frozen=True, slots=True)
class Overlay:
    """A line over the pages: millimetres outside the trim, its colour and its dashes, in points."""

    name: str
    outside: float
    colour: tuple[float, float, float]
    dashes: tuple[float, ...] = ()


OVERLAYS = (
    Overlay("bleed", BLEED, (0.85, 0.1, 0.1), (0.5, 1.5)),
    Overlay("trim", 0, (0.75, 0, 0.6)),
    Overlay("safe zone", -SAFE, (0, 0.45, 0.75), (4, 2)),
)


def grey_proof(pdf: bytes, booklet: Booklet) -> bytes:
    """Make a proof of a finished booklet, plain or for the print shop; page by page the same."""
    with pikepdf.open(BytesIO(pdf)) as file:
        recolour(file, GREY)
        labels = typeset(_labels(booklet, len(file.pages)))
        with pikepdf.open(BytesIO(labels)) as captions:
            for at, (page, caption) in enumerate(zip(file.pages, captions.pages, strict=True), 1):
                # Pages may share their resources, so each caption has a name of its own.
                name = pikepdf.Name(f"/Caption{at}")
                page.add_resource(file.copy_foreign(caption.as_form_xobject()), pikepdf.Name.XObject, name)
                _draw_over(page.obj, name)
        for key in ("/OutputIntents", "/Metadata"):
            # It is no longer a file for a print shop.
            if key in file.Root:
                del file.Root[key]
        return save(file)


def _draw_over(page: Any, caption: Any) -> None:
    """Put the lines and a caption over a page, and show what is around it."""
    trim = trim_of(page)
    content = page.Contents.read_bytes()
    bleed = grown(trim, BLEED)
    over = ["q 0.5 w"]
    for overlay in OVERLAYS:
        colour = " ".join(map(str, overlay.colour))
        dashes = " ".join(map(str, overlay.dashes))
        over += [f"{colour} RG [{dashes}] 0 d", rectangle(grown(trim, overlay.outside)), "S"]
    around = grown(trim, _AROUND)
    over += ["Q", f"q 1 0 0 1 {pdf_number(around[0])} {pdf_number(around[1])} cm", f"{caption} Do", "Q"]
    page.Contents.write(
        f"q\n{rectangle(bleed)} W n\n".encode() + content + b"\nQ\n" + "\n".join(over).encode()
    )
    page.MediaBox = [round(edge, 4) for edge in around]
    page.BleedBox = [round(edge, 4) for edge in bleed]


def _labels(booklet: Booklet, pages: int) -> str:
    """Pages as large as those of the proof, with nothing but their captions."""
    paper = PAPERS[booklet.paper]
    return render_template(
        "proof.html",
        booklet=booklet,
        pages=pages,
        width=paper.width + 2 * _AROUND,
        height=paper.height + 2 * _AROUND,
        paper=paper,
        overlays=[
            (overlay, "#" + "".join(f"{round(part * 255):02x}" for part in overlay.colour))
            for overlay in OVERLAYS
        ],
        fonts=render_styles(),
    )
