"""A booklet imposed: its pages on sheets, in the order in which they are to be folded.

Sheets are in the order of ``papers.sheet_sides``, printed on both sides, turned at the short edge. Paper has
a thickness, so inner sheets are pushed out of the fold and lose the outer edge when the booklet is cut; their
pages move towards the fold by as much (creep). Lengths are millimetres; boxes are in points.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Page, Stream

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.papers import POINTS_PER_MM, Saddle, sheet_sides, signatures
from casekit.print.prepress.ink_conversion import pdf_number
from casekit.print.prepress.pdf_variants import (
    Rectangle,
    crop_marks,
    fill,
    grown,
    lines,
    rectangle,
    save,
    trim_of,
)

SHEETS = {
    "a4": (297.0, 210.0),
    "letter": (279.4, 215.9),
    "sra4": (320.0, 225.0),
    "a3": (420.0, 297.0),
    "tabloid": (431.8, 279.4),
    "sra3": (450.0, 320.0),
}
"""Sheets on their long side: width and height."""
# The least space beside the pages in which marks are drawn.
_LEAST_ROOM_FOR_MARKS = 6.0
# How far marks are from the pages, how long they are, and how wide in points.
_MARK_DISTANCE = 3.2
_MARK_LENGTH = 2.5
_MARK_LINE_POINTS = 0.25
# By how much pages may be larger than the sheet.
_ROUNDING = 0.05


def impose(pdf: bytes, saddle: Saddle, tail: int, span: Span) -> tuple[bytes | None, tuple[Finding, ...]]:
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
        for side in sheet_sides(signatures(len(forms), saddle)):
            pages = [(forms[page], trims[page]) for page in (side.left, side.right)]
            _add_side(out, sheet, pages, creep=side.sheets_around * saddle.thickness)
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
    if name:
        sheets = [SHEETS[name]]
    else:
        sheets = sorted(SHEETS.values(), key=lambda sheet: (sheet[0] * sheet[1], sheet))
    for sheet in sheets:
        sheet_width, sheet_height = sheet
        if 2 * width <= sheet_width + _ROUNDING and height <= sheet_height + _ROUNDING:
            return sheet
    return None


def _form(out: Any, page: Any) -> Any:
    """A page as a picture that can be painted anywhere, bleed included."""
    form = page.as_form_xobject()
    form.BBox = list(page.obj.get("/BleedBox", page.obj.MediaBox))
    return out.copy_foreign(form)


def _add_side(
    out: Any, sheet: tuple[float, float], pages: Sequence[tuple[Any, Rectangle]], creep: float
) -> None:
    """Add a sheet's side with two pages, each as a form with its trim, that meet in its middle."""
    width, height = (length * POINTS_PER_MM for length in sheet)
    content = []
    for at, (_, trim) in enumerate(pages):
        left, bottom, right, top = trim
        below = (height - (top - bottom)) / 2
        # Each page ends at the fold, and shows its bleed on its other sides.
        if at == 0:
            half = (0.0, 0.0, width / 2, height)
            shift = width / 2 - right + creep * POINTS_PER_MM
        else:
            half = (width / 2, 0.0, width, height)
            shift = width / 2 - left - creep * POINTS_PER_MM
        content += [
            "q",
            f"{rectangle(half)} W n",
            f"1 0 0 1 {pdf_number(shift)} {pdf_number(below - bottom)} cm",
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
    if width - 2 * page_width < 2 * _LEAST_ROOM_FOR_MARKS or height - page_height < 2 * _LEAST_ROOM_FOR_MARKS:
        return []
    middle, base = width / 2 * POINTS_PER_MM, (height - page_height) / 2 * POINTS_PER_MM
    trim = (
        middle - page_width * POINTS_PER_MM,
        base,
        middle + page_width * POINTS_PER_MM,
        base + page_height * POINTS_PER_MM,
    )
    _, low, _, high = grown(trim, _MARK_DISTANCE)
    end = _MARK_LENGTH * POINTS_PER_MM
    return [
        "q",
        f"0 0 0 1 K {_MARK_LINE_POINTS} w",
        crop_marks(trim, _MARK_DISTANCE, _MARK_LENGTH),
        "[1.5 1] 0 d",
        lines((middle, low - end, middle, low), (middle, high, middle, high + end)),
        "Q",
    ]
