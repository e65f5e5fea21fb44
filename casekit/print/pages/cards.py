"""Cards and tiles with fronts and backs that meet when sheets are printed on both sides and turned over.

Sheets are turned at the long edge.

``paint_cards(cards)`` and ``paint_cut_sheet(cut)`` are the ways in. Each sheet of fronts is followed by the
sheet of its backs, in which the columns run the other way round. A print shop cuts its own sheets of cards:
for it each card is a page with a bleed, and its back the next. Pieces that are folded have both sides on one.
Lengths are millimetres.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count
from typing import Any

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import (
    PAPERS,
    PLAIN,
    POINTS_PER_MM,
    SHOWN,
    ExpectedLayout,
    Format,
    Paper,
    UpsideDownText,
    Variant,
)
from casekit.print.content.pieces import Card, Cards, CutSheet, Face
from casekit.print.pages.floor_layout import FloorDrawing, lay_out_floors
from casekit.print.typesetting.fonts import ems, render_template, render_text
from casekit.print.typesetting.typesetter import (
    Layout,
    TypesetPages,
    lay_out_pages,
    set_in_first_fitting_size,
)
from casekit.prose import markup
from casekit.values import frozen

WIDTH, HEIGHT = 63.0, 88.0
# The least margin of a page.
_EDGE = 5.0
# How far the colour of backs goes on beyond their edges.
_OVER = 2.0
# The size in points of the word on a back, and the side of the drawing there.
_BACK = 17.0
_ROSE = 40.0
# Where the story begins below the picture, how near it comes to the effect, and what is below that.
_STORY, _CLEAR, _FRAME = 25.0, 1.5, 4.0
# Text sizes in points, the preferred first; all cards have one.
_SIZES = (11.4, 10.8, 10.2, 9.6, 9.0, 8.4, 7.8)
# The size of a title as a multiple of the text's, and what the story has on each side.
_TITLE, _SIDE = 1.95, 6.5
_LABEL, _LABEL_WIDTH, _TRACKING = 8.0, 16.5, 0.06
# The floor plan in a card's corner is laid out as large as this and then reduced.
_PLAN_WIDTH, _PLAN_HEIGHT = 150.0, 68.0

# Of faces to be cut out: where the text begins without a drawing, what is on its sides and below it; where it
# begins with one, as a part of the height.
_FACE_ABOVE, _FACE_SIDE, _FACE_FRAME = 12.0, 5.5, 5.0
_BELOW, _WITH_LINES = 0.72, 0.5
# Their text sizes in points, the preferred first; all faces have one. The size of a name as a multiple of it.
_FACE_SIZES = (11.4, 10.2, 9.0, 7.8, 6.8)
_NAME, _LEADING = 1.6, 1.25
# Of pieces: the sizes of a mark and of a name in points, and the least of a name; what a name has on each
# side; by how much a token is higher than wide.
_MARK, _PIECE_NAME, _LEAST_NAME, _PIECE_SIDE, _HIGHER = 60.0, 10.0, 4.5, 0.8, 5.0
# How far letters on a back are apart, in ems; how much of the width of a face the drawing on a back leaves.
_SPACED, _ROSE_CLEAR = 0.08, 23.0


Placed = Mapping[str, Any]
"""A card or a ``face`` on its sheet.

It has an ``index``, the left edges of its front (``x``) and of its ``back``, and the top of both (``y``).
"""


@frozen(slots=True)
class SheetOfCards:
    """A page, and where it is cut."""

    width: float
    height: float
    columns: tuple[float, ...]
    rows: tuple[float, ...]

    @property
    def count(self) -> int:
        """How many cards there are."""
        return (len(self.columns) - 1) * (len(self.rows) - 1)

    @classmethod
    def wanted(cls, cards: Cards, variant: Variant) -> "SheetOfCards":
        """The pages of some cards in a variant: cards by themselves where a bleed is asked for."""
        return cls(WIDTH, HEIGHT, (0, WIDTH), (0, HEIGHT)) if variant.bleed else cls.of(PAPERS[cards.paper])

    @classmethod
    def of(cls, paper: Paper, width: float = WIDTH, height: float = HEIGHT) -> "SheetOfCards":
        """As many cards as there is room for, in the middle of a page."""
        across = int((paper.width - 2 * _EDGE) / width)
        down = int((paper.height - 2 * _EDGE) / height)
        left = (paper.width - across * width) / 2
        top = (paper.height - down * height) / 2
        return cls(
            paper.width,
            paper.height,
            tuple(round(left + at * width, 3) for at in range(across + 1)),
            tuple(round(top + at * height, 3) for at in range(down + 1)),
        )

    def pages(self, faces: Sequence[Card | Face | Sequence[Face]]) -> list[list[Placed]]:
        """The faces of each page of fronts; fronts and backs are on pages of their own."""
        places: list[dict[str, float]] = []
        for y in self.rows[:-1]:
            for x, back in zip(self.columns[:-1], self.columns[-2::-1], strict=True):
                places.append({"x": x, "back": back, "y": y})
        placed: list[Placed] = []
        for index, face in enumerate(faces):
            placed.append({"index": index, "face": face, **places[index % self.count]})
        return [placed[start : start + self.count] for start in range(0, len(placed), self.count)]


def paint_cards(cards: Cards, variant: Variant = PLAIN) -> TypesetPages:
    """Typeset cards; the findings: cards with more text than they hold."""
    # A plan that is too large is laid out with room to spare: on a card nobody reads the names in it.
    sizes = ((_PLAN_WIDTH * 2**times, _PLAN_HEIGHT * 2**times) for times in count())
    drawing = next(filter(None, (lay_out_floors(cards.floor_plan, *size) for size in sizes)))
    return set_in_first_fitting_size(
        _SIZES, partial(_html, cards, drawing, variant), partial(_overfull, cards)
    )


def wanted_cards(cards: Cards, variant: Variant = PLAIN) -> ExpectedLayout:
    """The requirements for the file of some cards: fronts and backs by turns."""
    sheet = SheetOfCards.wanted(cards, variant)
    pages: list[tuple[str, ...]] = []
    for placed in sheet.pages(cards.cards):
        fronts: list[str] = []
        for card in placed:
            fronts += _texts(card["face"], cards)
        pages += tuple(fronts), (cards.back, UpsideDownText(cards.back)) * len(placed)
    return ExpectedLayout(Format(sheet.width, sheet.height, cards.span), (tuple(pages),))


def _texts(card: Card, cards: Cards) -> Iterator[str]:
    """The texts on a card's front."""
    yield from (str(card.number), cards.label)
    yield from (markup.visible_text(text, cards.language) for text in (card.title, card.flavour, card.effect))


def _html(cards: Cards, drawing: FloorDrawing, variant: Variant, size: float) -> str:
    sheet = SheetOfCards.wanted(cards, variant)
    around = cards.floor_plan.surroundings
    # The label is in spaced small capitals beneath the number.
    label = (ems(cards.label.upper()) * 0.75 + _TRACKING * len(cards.label)) * 25.4 / 72
    return render_template(
        "cards.html",
        cards=cards,
        sheet=sheet,
        drawing=drawing,
        around=around,
        behind=render_text(around.drawing, drawing=drawing, palette=cards.palette, small=True),
        title_marks=("strong",),
        room=(WIDTH - 2 * _SIDE) / (_TITLE * size / POINTS_PER_MM),
        over=max(_OVER, variant.bleed),
        pages=sheet.pages(cards.cards),
        titles=[markup.visible_text(card.title, cards.language) for card in cards.cards],
        bleed=variant.bleed,
        card={"width": WIDTH, "height": HEIGHT},
        rose=_ROSE,
        named=_BACK,
        story=_STORY,
        text=size,
        title=_TITLE,
        side=_SIDE,
        palette=cards.palette,
        label=round(min(_LABEL, _LABEL_WIDTH / max(label, 1e-6)), 2),
        tracking=_TRACKING,
    )


def _overfull(cards: Cards, layout: Layout, _: float) -> Iterator[Diagnostic]:
    for index, card in enumerate(cards.cards):
        needed = layout.boxes[f"story-{index}"].height + _CLEAR + layout.boxes[f"effect-{index}"].height
        room = HEIGHT - _STORY - _FRAME
        if needed > room:
            yield codes.OVERFULL_CARD.at(
                card.span,
                f"the text of the card `{card.title[:SHOWN]}` is {needed - room:.0f} mm too long",
                hint="shorten its title, its flavour or its effect",
            )


def paint_cut_sheet(cut: CutSheet) -> TypesetPages:
    """Typeset a set of faces; the findings: faces with more text than they hold."""
    if cut.foot:
        pieces = (*cut.faces, *cut.tokens)
        crowded = tuple(_too_large(face, cut) for face in pieces if _largest(face.name, cut) < _LEAST_NAME)
        return (None, crowded) if crowded else (lay_out_pages(_html_of_pieces(cut)), ())
    return set_in_first_fitting_size(_FACE_SIZES, partial(_html_of_faces, cut), partial(_overfull_faces, cut))


def wanted_cut_sheet(cut: CutSheet) -> ExpectedLayout:
    """The requirements for a file of faces: fronts and backs by turns, or pieces with both on a page."""
    pages: list[tuple[str, ...]] = []
    if cut.foot:
        for upright, strips in _pieces(cut):
            sides = _front_texts(piece["face"] for piece in upright)
            tokens = _front_texts(chain.from_iterable(strip["face"] for strip in strips))
            pages.append((*sides, *map(UpsideDownText, sides), *tokens))
    else:
        for page in _sheet(cut).pages(cut.faces):
            faces = [placed["face"] for placed in page]
            backs: list[str] = []
            for face in faces:
                backs += face.back, UpsideDownText(face.back)
            pages += tuple(_front_texts(faces)), tuple(backs)
    return ExpectedLayout(Format.of(cut.paper, cut.span), (tuple(pages),))


def _front_texts(faces: Iterable[Face]) -> list[str]:
    texts: list[str] = []
    for face in faces:
        texts += face.kind, face.name, *face.lines
    return texts


def _sheet(cut: CutSheet) -> SheetOfCards:
    height = 2 * (cut.height + cut.foot) if cut.foot else cut.height
    return SheetOfCards.of(PAPERS[cut.paper], cut.width, height)


def _pieces(cut: CutSheet) -> Iterator[tuple[list[Placed], list[Placed]]]:
    """For each page the upright pieces, and strips of tokens as large as a piece before it is folded."""
    in_strip = int(2 * (cut.height + cut.foot) / (cut.width + _HIGHER))
    strips = [cut.tokens[start : start + in_strip] for start in range(0, len(cut.tokens), in_strip)]
    for page in _sheet(cut).pages([*cut.faces, *strips]):
        upright_on_page = [placed for placed in page if isinstance(placed["face"], Face)]
        strips_on_page = [placed for placed in page if not isinstance(placed["face"], Face)]
        yield upright_on_page, strips_on_page


def _html_of_pieces(cut: CutSheet) -> str:
    faces = (*cut.faces, *cut.tokens)
    return render_template(
        "pieces_to_fold.html",
        cut=cut,
        sheet=_sheet(cut),
        pages=list(_pieces(cut)),
        names={face.name: min(_PIECE_NAME, _largest(face.name, cut)) for face in faces},
        marks={face.kind: min(_MARK, _largest(face.kind, cut)) for face in faces},
        higher=_HIGHER,
        palette=cut.palette,
    )


def _largest(name: str, cut: CutSheet) -> float:
    """The size in points at which a name fits on a piece in one line, or in two, three quarters full."""
    words = [ems(word, ("strong",)) + _TRACKING * len(word) for word in re.findall(r"[^\s-]+-?|-", name)]
    needed = max(max(words, default=0), sum(words) / (2 * 0.75 if len(words) > 1 else 1))
    return round((cut.width - 2 * _PIECE_SIDE) * POINTS_PER_MM / max(needed, 0.1), 2)


def _too_large(face: Face, cut: CutSheet) -> Diagnostic:
    message = f"the text of the card `{face.name[:SHOWN]}` is too large for it"
    return codes.OVERFULL_CARD.at(cut.span, message, hint="shorten its name")


def _below(cut: CutSheet) -> float:
    """Where the text of faces with a drawing begins: higher where any has lines."""
    part = _WITH_LINES if any(face.lines for face in cut.faces) else _BELOW
    return round(part * cut.height, 2)


def _html_of_faces(cut: CutSheet, size: float) -> str:
    sheet = _sheet(cut)
    # Each word on a back is on one line.
    back = max(ems(face.back, ("strong",)) + _SPACED * len(face.back) for face in cut.faces)
    return render_template(
        "cut_sheet.html",
        cut=cut,
        sheet=sheet,
        over=_OVER,
        below=_below(cut),
        pages=sheet.pages(cut.faces),
        card={"width": cut.width, "height": cut.height},
        rose=min(_ROSE, cut.width - _ROSE_CLEAR, cut.height - 2 * _ROSE_CLEAR),
        named=round(min(_BACK, (cut.width - 2 * _FACE_SIDE) * POINTS_PER_MM / back), 2),
        above=_FACE_ABOVE,
        side=_FACE_SIDE,
        text=size,
        title=_NAME,
        line=cut.line,
        leading=_LEADING,
        around=round(max(0, cut.line - _LEADING * size / POINTS_PER_MM) / 2, 2),
        palette=cut.palette,
    )


def _overfull_faces(cut: CutSheet, layout: Layout, size: float) -> Iterator[Diagnostic]:
    """Faces whose text is too high, or whose name has a word that is too wide."""
    wide = cut.width - 2 * _FACE_SIDE
    for index, face in enumerate(cut.faces):
        room = cut.height - _FACE_FRAME - (_below(cut) if face.drawing else _FACE_ABOVE)
        words = [ems(word, ("strong",)) * _NAME * size / POINTS_PER_MM for word in face.name.split()]
        if layout.boxes[f"text-{index}"].height > room or max(words, default=0) > wide:
            yield _too_large(face, cut)
