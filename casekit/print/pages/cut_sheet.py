"""The cards, tiles or tokens of a game as sheets to cut, with backs that meet: ``paint_cut_sheet(cut)`` is the way in.

Each sheet of fronts is followed by the sheet of its backs, to be printed on both sides and turned at the long edge. Lengths are
millimetres.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Format, Turned, Wanted, visible_texts
from casekit.print.content.pieces import CutSheet, Face
from casekit.print.pages.cards import BACK, OVER, SHOWN, SheetOfCards
from casekit.print.text.glyphs import ems, missing_in_texts
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Layout, Painted, Painting, lay_out_pages

# Where the text begins without a drawing, what is on its sides and below it; where it begins with one, as a part of the height.
_ABOVE, _SIDE, _FRAME = 12.0, 5.5, 5.0
_BELOW, _WITH_LINES = 0.72, 0.5
# Text sizes in points, the preferred first; all faces have one. The size of a name as a multiple of it.
_SIZES = (11.4, 10.2, 9.0, 7.8, 6.8)
_TITLE = 1.6
# How far letters on a back are apart, in ems.
_SPACED = 0.08
# The drawing on a back, and how much of the width of a face it leaves.
_ROSE, _CLEAR = 40.0, 23.0


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A face on its sheet: the left edges of its front and of its back, and the top of both."""

    index: int
    face: Face
    x: float
    back: float
    y: float


def paint_cut_sheet(cut: CutSheet) -> Painting:
    """Typeset a set of faces.

    Args:
        cut: its content.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: faces with more text than they hold.
    """
    overfull: tuple[Diagnostic, ...] = ()
    for size in _SIZES:
        layout = lay_out_pages(_html(cut, size))
        overfull = tuple(_overfull(cut, layout, size))
        if not overfull:
            return Painted(layout, cut), ()
    return None, overfull


def wanted_cut_sheet(cut: CutSheet) -> Wanted:
    """The requirements for the file of a set of faces: fronts and backs by turns."""
    pages: list[tuple[str, ...]] = []
    for page in _pages(cut):
        pages.append(visible_texts(text for at in page for text in _front(at.face)))
        pages.append(visible_texts(text for at in page for text in (at.face.back, Turned(at.face.back))))
    return Wanted(Format.of(cut.paper, cut.span), tuple(pages))


def lacking_in_cut_sheet(cut: CutSheet) -> tuple[Diagnostic, ...]:
    """A finding for each character of a set of faces that cannot be printed."""
    texts = [text for face in cut.faces for text in (*_front(face), face.back)]
    return missing_in_texts((cut.title, *texts), cut.span)


def _front(face: Face) -> tuple[str, ...]:
    return face.kind, face.name, *face.lines


def _pages(cut: CutSheet) -> Sequence[Sequence[PlacedFace]]:
    """The faces of each page of fronts."""
    sheet = _sheet(cut)
    placed = [PlacedFace(at, face, *sheet.place(at)) for at, face in enumerate(cut.faces)]
    return [placed[at : at + sheet.count] for at in range(0, len(placed), sheet.count)]


def _sheet(cut: CutSheet) -> SheetOfCards:
    return SheetOfCards.of(PAPERS[cut.paper], cut.width, cut.height)


def _below(cut: CutSheet) -> float:
    """Where the text of faces with a drawing begins: higher where any has lines."""
    part = _WITH_LINES if any(face.lines for face in cut.faces) else _BELOW
    return round(part * cut.height, 2)


def _back_size(cut: CutSheet) -> float:
    """The size in points at which each word on a back is on one line."""
    needed = max(ems(face.back, ("strong",)) + _SPACED * len(face.back) for face in cut.faces)
    return round(min(BACK, (cut.width - 2 * _SIDE) * POINTS_PER_MM / needed), 2)


def _html(cut: CutSheet, size: float) -> str:
    sheet = _sheet(cut)
    below = _below(cut)
    values = {
        "sheet": sheet,
        "over": OVER,
        "card": {"width": cut.width, "height": cut.height},
        "rose": min(_ROSE, cut.width - _CLEAR, cut.height - 2 * _CLEAR),
        "named": _back_size(cut),
        "above": _ABOVE,
        "below": below,
        "side": _SIDE,
        "text": size,
        "title": _TITLE,
        "line": cut.line,
        "palette": cut.palette,
    }
    return render_template(
        "cut_sheet.html",
        cut=cut,
        sheet=sheet,
        over=OVER,
        below=below,
        pages=_pages(cut),
        styles=render_styles("cut_sheet.css", "cutting.css", **values),
    )


def _overfull(cut: CutSheet, layout: Layout, size: float) -> Iterator[Diagnostic]:
    """Faces whose text is too high, or whose name has a word that is too wide."""
    wide = cut.width - 2 * _SIDE
    for at, face in enumerate(cut.faces):
        room = cut.height - _FRAME - (_below(cut) if face.drawing else _ABOVE)
        words = [ems(word, ("strong",)) * _TITLE * size / POINTS_PER_MM for word in face.name.split()]
        if layout.boxes[f"text-{at}"].height > room or max(words, default=0) > wide:
            yield Diagnostic(
                codes.OVERFULL_CARD,
                f"the text of the card `{face.name[:SHOWN]}` is too large for it",
                cut.span,
                hint="shorten its name",
            )
