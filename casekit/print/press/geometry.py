"""Rectangles and lines of finished pages, as content streams write them."""

from typing import Any

from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.press.recolouring import pdf_number

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


def grown(box: Rectangle, by: float) -> Rectangle:
    """A rectangle that is larger on each side by so many millimetres."""
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
