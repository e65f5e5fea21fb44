"""Where pages end: the boxes of a page (PDF 1.7, section 14.11.2)."""

from typing import Any

_DEEPEST = 50

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


def trim_of(page: Any) -> Box:
    """Where a page is cut: its TrimBox, or all that is shown of it."""
    return box_of(page, "/TrimBox") or box_of(page, "/CropBox") or media_of(page)


def bleed_of(page: Any) -> Box:
    """How far its art may go on."""
    return box_of(page, "/BleedBox") or box_of(page, "/CropBox") or media_of(page)


def media_of(page: Any) -> Box:
    """All of a page."""
    box = box_of(page, "/MediaBox")
    if box is None:
        raise ValueError("a page has no MediaBox")
    return box


def box_of(page: Any, name: str) -> Box | None:
    """A box of a page or of the branch it is on; ``None`` if it has none."""
    box = inherited(page, name)
    if box is None:
        return None
    one, two, three, four = (float(edge) for edge in box)
    return min(one, three), min(two, four), max(one, three), max(two, four)


def inherited(page: Any, name: str) -> Any:
    """An entry of a page, or of the nearest branch of the page tree above it that has one."""
    node, seen = page.obj, 0
    while node is not None and name not in node and seen < _DEEPEST:
        node, seen = node.get("/Parent"), seen + 1
    return None if node is None else node.get(name)


def outside(outer: Box, inner: Box) -> Box:
    """How far each edge of a box is outside the same edge of another, in points."""
    return inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]
