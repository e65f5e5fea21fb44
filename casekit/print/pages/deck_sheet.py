"""The cards, tiles or tokens of a deck as sheets to cut, with backs that meet: ``paint_deck(deck)`` is the way in.

Each sheet of fronts is followed by the sheet of its backs, to be printed on both sides and turned at the long edge. Lengths are
millimetres.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Format, Turned, Wanted, visible_texts
from casekit.print.content.pieces import DeckSheet, Face
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


def paint_deck(deck: DeckSheet) -> Painting:
    """Typeset a deck.

    Args:
        deck: its content.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: faces with more text than they hold.
    """
    overfull: tuple[Diagnostic, ...] = ()
    for size in _SIZES:
        layout = lay_out_pages(_html(deck, size))
        overfull = tuple(_overfull(deck, layout, size))
        if not overfull:
            return Painted(layout, deck), ()
    return None, overfull


def wanted_deck(deck: DeckSheet) -> Wanted:
    """The requirements for the file of a deck: fronts and backs by turns."""
    pages: list[tuple[str, ...]] = []
    for page in _pages(deck):
        pages.append(visible_texts(text for at in page for text in _front(at.face)))
        pages.append(visible_texts(text for at in page for text in (at.face.back, Turned(at.face.back))))
    return Wanted(Format.of(deck.paper, deck.span), tuple(pages))


def lacking_in_deck(deck: DeckSheet) -> tuple[Diagnostic, ...]:
    """A finding for each character of a deck that cannot be printed."""
    texts = [text for face in deck.faces for text in (*_front(face), face.back)]
    return missing_in_texts((deck.title, *texts), deck.span)


def _front(face: Face) -> tuple[str, ...]:
    return face.kind, face.name, *face.lines


def _pages(deck: DeckSheet) -> Sequence[Sequence[PlacedFace]]:
    """The faces of each page of fronts."""
    sheet = _sheet(deck)
    placed = [PlacedFace(at, face, *sheet.place(at)) for at, face in enumerate(deck.faces)]
    return [placed[at : at + sheet.count] for at in range(0, len(placed), sheet.count)]


def _sheet(deck: DeckSheet) -> SheetOfCards:
    return SheetOfCards.of(PAPERS[deck.paper], deck.width, deck.height)


def _below(deck: DeckSheet) -> float:
    """Where the text of faces with a drawing begins: higher where any has lines."""
    part = _WITH_LINES if any(face.lines for face in deck.faces) else _BELOW
    return round(part * deck.height, 2)


def _back_size(deck: DeckSheet) -> float:
    """The size in points at which each word on a back is on one line."""
    needed = max(ems(face.back, ("strong",)) + _SPACED * len(face.back) for face in deck.faces)
    return round(min(BACK, (deck.width - 2 * _SIDE) * POINTS_PER_MM / needed), 2)


def _html(deck: DeckSheet, size: float) -> str:
    sheet = _sheet(deck)
    below = _below(deck)
    values = {
        "sheet": sheet,
        "over": OVER,
        "card": {"width": deck.width, "height": deck.height},
        "rose": min(_ROSE, deck.width - _CLEAR, deck.height - 2 * _CLEAR),
        "named": _back_size(deck),
        "above": _ABOVE,
        "below": below,
        "side": _SIDE,
        "text": size,
        "title": _TITLE,
        "palette": deck.palette,
    }
    return render_template(
        "deck_sheet.html",
        deck=deck,
        sheet=sheet,
        over=OVER,
        below=below,
        pages=_pages(deck),
        styles=render_styles("deck_sheet.css", "cutting.css", **values),
    )


def _overfull(deck: DeckSheet, layout: Layout, size: float) -> Iterator[Diagnostic]:
    """Faces whose text is too high, or whose name has a word that is too wide."""
    wide = deck.width - 2 * _SIDE
    for at, face in enumerate(deck.faces):
        room = deck.height - _FRAME - (_below(deck) if face.drawing else _ABOVE)
        words = [ems(word, ("strong",)) * _TITLE * size / POINTS_PER_MM for word in face.name.split()]
        if layout.boxes[f"text-{at}"].height > room or max(words, default=0) > wide:
            yield Diagnostic(
                codes.OVERFULL_CARD,
                f"the text of the card `{face.name[:SHOWN]}` is too large for it",
                deck.span,
                hint="shorten its name",
            )
