"""A booklet on sheets, in the order of ``folding``. They are printed on both sides, turned at the short edge.

Paper has a thickness, so inner sheets are pushed out of the fold and lose the outer edge when the booklet is cut; their
pages move towards the fold by as much (creep).
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Page, Stream

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.folding import Saddle, lacking, sides, signatures
from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.press.finishes import Rectangle, crop_marks, fill, grown, lines, rectangle, save, trim_of
from casekit.print.press.inks import pdf_number

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
    """Lay a finished booklet out on sheets.

    Args:
        pdf: the booklet, its pages all of one size.
        saddle: how it is folded.
        tail: how many pages stay last if blank ones are needed to fill the sheets.
        span: the place of findings.

    Returns:
        The PDF, or ``None`` and a finding if two pages are wider or higher than the sheet.
    """
    with pikepdf.open(BytesIO(pdf)) as booklet, pikepdf.new() as out:
        size = _size(trim_of(booklet.pages[0].obj))
        sheet = _sheet(saddle.sheet, size)
        if sheet is None:
            return None, (_too_small(saddle.sheet, size, span),)
        if lacking(len(booklet.pages)):
            fill(booklet, tail)
        forms = [_form(out, page) for page in booklet.pages]
        trims = [trim_of(page.obj) for page in booklet.pages]
        for side in sides(signatures(len(forms), saddle)):
            creep = side.depth * saddle.thickness
            _paint(
                out,
                sheet,
                ((forms[side.left], trims[side.left]), (forms[side.right], trims[side.right])),
                creep,
            )
        if "/OutputIntents" in booklet.Root:
            # The inks on the sheets are those that the booklet was made for.
            intents = booklet.make_indirect(booklet.Root.OutputIntents)
            out.Root.OutputIntents = out.copy_foreign(intents)
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
    return next(
        (sheet for sheet in wanted if 2 * width <= sheet[0] + rounding and height <= sheet[1] + rounding),
        None,
    )


def _too_small(name: str, page: tuple[float, float], span: Span) -> Diagnostic:
    width, height = page
    sheet = f"a sheet of {name} paper" if name else "any sheet that casekit knows"
    return Diagnostic(
        codes.SMALL_SHEET,
        f"two pages of {width:.0f} x {height:.0f} mm do not fit on {sheet}",
        span,
        hint="choose a larger sheet, or a smaller paper for the booklet",
    )


def _form(out: Any, page: Any) -> Any:
    """A page as a picture that can be painted anywhere, bleed included."""
    form = page.as_form_xobject()
    box = page.obj.get("/BleedBox", page.obj.MediaBox)
    form.BBox = list(box)
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
