"""Files that go with a finished booklet: sheets to be folded, and a proof to look at before it is printed.

``impose``: sheets in the order of ``papers.sheet_sides``, printed on both sides, turned at the short edge. Paper
has a thickness, so inner sheets are pushed out of the fold and lose the outer edge when the booklet is cut;
their pages move towards the fold by as much (creep). ``grey_proof``: grey pages with the bleed around each.
Over it are the trim (where it is cut), the safe zone (what a knife that is a little off may not touch) and
the edge of the bleed, with a line that says which page it is. The lines differ in their dashes too, so that
the proof can be printed in black.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Page, Stream

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.booklet import Booklet
from casekit.print.content.papers import BLEED, PAPERS, POINTS_PER_MM, Saddle, sheet_sides, signatures
from casekit.print.content.pieces import Leaflet
from casekit.print.prepress.ink_conversion import GREY, pdf_number, recolour
from casekit.print.prepress.pdf_variants import (
    Rectangle,
    crop_marks,
    fill,
    grown,
    lines,
    rectangle,
    save,
    surround,
    trim_of,
)
from casekit.print.typesetting import fonts, typesetter

SHEETS = {
    "a4": (297.0, 210.0),
    "letter": (279.4, 215.9),
    "sra4": (320.0, 225.0),
    "a3": (420.0, 297.0),
    "tabloid": (431.8, 279.4),
    "sra3": (450.0, 320.0),
}
"""Sheets on their long side: width and height in millimetres."""
_ROOM = 6.0
_AWAY, _MARK, _MARK_WIDTH = 3.2, 2.5, 0.25


def impose(pdf: bytes, saddle: Saddle, tail: int, span: Span) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """Lay a finished booklet, its pages all of one size, out on sheets.

    ``tail`` is how many pages stay last if blank ones are needed to fill the sheets.

    Returns:
        The PDF, or ``None`` and a finding if two pages are wider or higher than the sheet.
    """
    with pikepdf.open(BytesIO(pdf)) as booklet, pikepdf.new() as out:
        size = _size(trim_of(booklet.pages[0].obj))
        sheet = _sheet(saddle.sheet, size)
        if sheet is None:
            on = f"a sheet of {saddle.sheet} paper" if saddle.sheet else "any sheet that casekit knows"
            message = f"two pages of {size[0]:.0f} x {size[1]:.0f} mm do not fit on {on}"
            hint = "choose a larger sheet, or a smaller paper for the booklet"
            return None, (codes.SMALL_SHEET.at(span, message, hint=hint),)
        fill(booklet, tail)
        forms = [_form(out, page) for page in booklet.pages]
        trims = [trim_of(page.obj) for page in booklet.pages]
        for left, right, depth in sheet_sides(signatures(len(forms), saddle)):
            pages = [(forms[at], trims[at]) for at in (left, right)]
            _paint(out, sheet, pages, creep=depth * saddle.thickness)
        if "/OutputIntents" in booklet.Root:
            # The inks on the sheets are those that the booklet was made for.
            out.Root.OutputIntents = out.copy_foreign(booklet.make_indirect(booklet.Root.OutputIntents))
        for key in ("/Title", "/Creator"):
            out.docinfo[key] = str(booklet.docinfo.get(key, ""))
        return save(out), ()


def _size(box: Rectangle) -> tuple[float, float]:
    left, bottom, right, top = box
    return (right - left) / POINTS_PER_MM, (top - bottom) / POINTS_PER_MM


def _sheet(name: str, page: tuple[float, float]) -> tuple[float, float] | None:
    """The sheet of a name, or the smallest of all, on which two pages are side by side."""
    width, height = page
    wanted = (
        [SHEETS[name]] if name else sorted(SHEETS.values(), key=lambda sheet: (sheet[0] * sheet[1], sheet))
    )
    rounding = 0.05
    for sheet in wanted:
        if 2 * width <= sheet[0] + rounding and height <= sheet[1] + rounding:
            return sheet
    return None


def _form(out: Any, page: Any) -> Any:
    """A page as a picture that can be painted anywhere, bleed included."""
    form = page.as_form_xobject()
    form.BBox = list(page.obj.get("/BleedBox", page.obj.MediaBox))
    return out.copy_foreign(form)


def _paint(
    out: Any, sheet: tuple[float, float], pages: Sequence[tuple[Any, Rectangle]], creep: float
) -> None:
    """Add a sheet's side with two pages that meet in its middle."""
    width, height = (length * POINTS_PER_MM for length in sheet)
    content = []
    for at, (_, trim) in enumerate(pages):
        left, bottom, right, top = trim
        below = (height - (top - bottom)) / 2
        # Each page ends at the fold, and shows its bleed on its other sides.
        half = (0.0, 0.0, width / 2, height) if at == 0 else (width / 2, 0.0, width, height)
        inward = creep * POINTS_PER_MM * (1 if at == 0 else -1)
        across = (width / 2 - right if at == 0 else width / 2 - left) + inward
        content += [
            "q",
            f"{rectangle(half)} W n",
            f"1 0 0 1 {pdf_number(across)} {pdf_number(below - bottom)} cm",
            f"/P{at} Do",
            "Q",
        ]
    content += _marks(sheet, _size(pages[0][1]))
    page = Dictionary(
        Type=Name.Page,
        MediaBox=[0, 0, round(width, 4), round(height, 4)],
        Contents=out.make_indirect(Stream(out, "\n".join(content).encode())),
        Resources=Dictionary(XObject=Dictionary(**{f"P{at}": form for at, (form, _) in enumerate(pages)})),
    )
    out.pages.append(Page(out.make_indirect(page)))


def _marks(sheet: tuple[float, float], page: tuple[float, float]) -> list[str]:
    """Marks where to cut and, dashed, where to fold, on sheets that have room for them outside the pages."""
    (width, height), (page_width, page_height) = sheet, page
    if width - 2 * page_width < 2 * _ROOM or height - page_height < 2 * _ROOM:
        return []
    middle, base = width / 2 * POINTS_PER_MM, (height - page_height) / 2 * POINTS_PER_MM
    trim = (
        middle - page_width * POINTS_PER_MM,
        base,
        middle + page_width * POINTS_PER_MM,
        base + page_height * POINTS_PER_MM,
    )
    _, low, _, high = grown(trim, _AWAY)
    end = _MARK * POINTS_PER_MM
    return [
        "q",
        f"0 0 0 1 K {_MARK_WIDTH} w",
        crop_marks(trim, _AWAY, _MARK),
        "[1.5 1] 0 d",
        lines((middle, low - end, middle, low), (middle, high, middle, high + end)),
        "Q",
    ]


SAFE = 5.0
"""Millimetres inside the trim that should hold neither text nor table."""
_AROUND = 12.0


OVERLAYS = (
    ("bleed", BLEED, (0.85, 0.1, 0.1), "0.5 1.5"),
    ("trim", 0.0, (0.75, 0, 0.6), ""),
    ("safe zone", -SAFE, (0, 0.45, 0.75), "4 2"),
)
"""Lines over the pages: millimetres outside the trim, the colour, and the dashes in points."""


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
            width=paper.width + 2 * _AROUND,
            height=paper.height + 2 * _AROUND,
            paper=paper,
            overlays=[
                ({"name": name, "outside": outside}, _hex(colour)) for name, outside, colour, _ in OVERLAYS
            ],
        )
        with pikepdf.open(BytesIO(typesetter.typeset(html))) as captions:
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


def _hex(colour: Sequence[float]) -> str:
    """A colour as templates write it: ``#d91a1a``."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def _draw_over(page: Any, caption: Any) -> None:
    """Put the lines and a caption over a page, and show what is around it."""
    trim = trim_of(page)
    over = ["q 0.5 w"]
    for _, outside, colour, dashes in OVERLAYS:
        over += [f"{' '.join(map(str, colour))} RG [{dashes}] 0 d", rectangle(grown(trim, outside)), "S"]
    around = grown(trim, _AROUND)
    over += ["Q", f"q 1 0 0 1 {pdf_number(around[0])} {pdf_number(around[1])} cm", f"{caption} Do", "Q"]
    surround(page, _AROUND, "\n".join(over))
