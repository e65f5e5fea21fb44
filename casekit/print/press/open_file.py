"""Open files on their way to press: rectangles and lines of their pages, blank pages that fill sheets, and their bytes."""

from io import BytesIO
from typing import Any

from casekit.print.content.folding import lacking
from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.press.recolouring import pdf_number

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


def grown(box: Rectangle, by: float) -> Rectangle:
    """A rectangle that is larger on each side by ``by`` millimetres."""
    left, bottom, right, top = box
    edge = by * POINTS_PER_MM
    return left - edge, bottom - edge, right + edge, top + edge


def rectangle(box: Rectangle) -> str:
    """A rectangle as a path."""
    left, bottom, right, top = box
    return f"{' '.join(map(pdf_number, (left, bottom, right - left, top - bottom)))} re"


def lines(*ends: Rectangle) -> str:
    """Straight lines as a path that is drawn; each runs from the first to the second of two points."""
    return "\n".join(
        f"{pdf_number(x1)} {pdf_number(y1)} m {pdf_number(x2)} {pdf_number(y2)} l S"
        for x1, y1, x2, y2 in ends
    )


def trim_of(page: Any) -> Rectangle:
    """Where a page is cut: its trim box, or all of it."""
    box = page.get("/TrimBox", page.MediaBox)
    left, bottom, right, top = (float(edge) for edge in box)
    return left, bottom, right, top


def crop_marks(box: Rectangle, away: float, length: float) -> str:
    """Two lines at each corner of a rectangle that go on from its edges.

    Args:
        box: where to cut.
        away: millimetres between its corners and the marks.
        length: of a mark, in millimetres.
    """
    left, bottom, right, top = box
    near, far = away * POINTS_PER_MM, (away + length) * POINTS_PER_MM
    across = [
        (x + side * near, y, x + side * far, y) for x, side in ((left, -1), (right, 1)) for y in (bottom, top)
    ]
    upward = [
        (x, y + side * near, x, y + side * far) for y, side in ((bottom, -1), (top, 1)) for x in (left, right)
    ]
    return lines(*across, *upward)


def fill(pdf: Any, tail: int) -> None:
    """Insert blank pages into an open pikepdf file until its sheets are full.

    They go before the solutions, in pairs or after the last page of the paragraphs: so every presentation stays on its
    side, and the solutions stay last.

    Args:
        pdf: the file, changed in place.
        tail: how many pages stay after the blank ones: the solutions and the back cover.
    """
    from pikepdf import Dictionary, Name, Page, Stream  # noqa: PLC0415 -- loaded only where files are finished

    like = pdf.pages[0].obj
    at = len(pdf.pages) - tail
    for _ in range(lacking(len(pdf.pages))):
        page = Dictionary(
            Type=Name.Page,
            Contents=pdf.make_indirect(Stream(pdf, b"")),
            Resources=Dictionary(),
            **{box: like[f"/{box}"] for box in ("MediaBox", "BleedBox", "TrimBox") if f"/{box}" in like},
        )
        pdf.pages.insert(at, Page(pdf.make_indirect(page)))


def save(file: Any, version: str = "1.7") -> bytes:
    """An open pikepdf file as bytes of a PDF version, the same for the same content."""
    from pikepdf import ObjectStreamMode  # noqa: PLC0415 -- loaded only where files are finished

    out = BytesIO()
    file.save(out, deterministic_id=True, force_version=version, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()
