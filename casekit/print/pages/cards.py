"""Cards with fronts and backs that meet when the sheets are printed on both sides and turned at the long edge.

``paint_cards(cards)`` is the way in. Each sheet of nine fronts is followed by the sheet of its backs, in which the
columns run the other way round. A print shop cuts its own sheets: for it each card is a page with a bleed, and its
back the next. Lengths are millimetres.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import Passage
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Format, Paper, Turned, Wanted, visible_texts
from casekit.print.content.pieces import Card, Cards
from casekit.print.content.variants import PLAIN, Variant
from casekit.print.pages.floor_layout import FloorDrawing, lay_out_floors
from casekit.print.text import prose
from casekit.print.text.glyphs import ems, missing_in_prose, missing_in_texts
from casekit.print.text.page_templates import render_styles, render_template, render_text
from casekit.print.text.typesetter import Layout, Painted, Painting, lay_out_pages

WIDTH, HEIGHT = 63.0, 88.0
# The least margin of a page.
_EDGE = 5.0
SHOWN = 40
# How far the colour of backs goes on beyond their edges.
OVER = 2.0
# The size in points of the word on a back, and the side of the drawing there.
BACK = 17.0
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


@dataclass(frozen=True, slots=True)
class SheetOfCards:
    """A page, and where it is cut."""

    width: float
    height: float
    columns: tuple[float, ...]
    rows: tuple[float, ...]

    @property
    def across(self) -> int:
        """How many cards are side by side."""
        return len(self.columns) - 1

    @property
    def count(self) -> int:
        """How many cards there are."""
        return self.across * (len(self.rows) - 1)

    @property
    def single(self) -> bool:
        """Whether the page is a card."""
        return self.count == 1

    @classmethod
    def wanted(cls, cards: Cards, variant: Variant) -> "SheetOfCards":
        """The pages of some cards in a variant: cards by themselves where a bleed is asked for."""
        return cls(WIDTH, HEIGHT, (0, WIDTH), (0, HEIGHT)) if variant.bleed else cls.of(PAPERS[cards.paper])

    @classmethod
    def of(cls, paper: Paper, width: float = WIDTH, height: float = HEIGHT) -> "SheetOfCards":
        """As many cards as there is room for, in the middle of a page."""
        across, down = (
            int((room - 2 * _EDGE) / size) for room, size in ((paper.width, width), (paper.height, height))
        )
        left = (paper.width - across * width) / 2
        top = (paper.height - down * height) / 2
        return cls(
            paper.width,
            paper.height,
            tuple(round(left + at * width, 3) for at in range(across + 1)),
            tuple(round(top + at * height, 3) for at in range(down + 1)),
        )

    def place(self, index: int) -> tuple[float, float, float]:
        """The left edges of the front and of the back of a card, and the top of both; fronts and backs are on pages of their own."""
        row, column = divmod(index % self.count, self.across)
        return self.columns[column], self.columns[self.across - 1 - column], self.rows[row]


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on its sheet: the left edges of its front and of its back, and the top of both."""

    index: int
    card: Card
    x: float
    back: float
    y: float
    title: str
    flavour: Markup
    effect: Markup


def paint_cards(cards: Cards, variant: Variant = PLAIN) -> Painting:
    """Typeset cards.

    Args:
        cards: their content.
        variant: what they are made for.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: cards with more text than they hold.
    """
    drawing = lay_out_floors(cards.floor_plan, _PLAN_WIDTH, _PLAN_HEIGHT) or _plain(cards)
    overfull: tuple[Diagnostic, ...] = ()
    for size in _SIZES:
        layout = lay_out_pages(_html(cards, drawing, size, variant))
        overfull = tuple(_overfull(cards, layout))
        if not overfull:
            return Painted(layout, cards), ()
    return None, overfull


def wanted_cards(cards: Cards, variant: Variant = PLAIN) -> Wanted:
    """The requirements for the file of some cards: fronts and backs by turns."""
    sheet = SheetOfCards.wanted(cards, variant)
    pages: list[tuple[str, ...]] = []
    for placed in _pages(cards, sheet):
        pages.append(visible_texts(text for each in placed for text in _texts(each, cards)))
        pages.append(visible_texts((cards.back, Turned(cards.back)) * len(placed)))
    return Wanted(Format(sheet.width, sheet.height, cards.span), tuple(pages))


def _texts(placed: PlacedCard, cards: Cards) -> Iterator[str]:
    """The texts on a card's front."""
    yield from (str(placed.card.number), cards.label, placed.title)
    for text in (placed.card.flavour, placed.card.effect):
        yield prose.plain(text, cards.language)


def _plain(cards: Cards) -> FloorDrawing:
    """A large plan laid out with room to spare: on a card nobody reads the names in it."""
    drawing = None
    scale = 2.0
    while drawing is None:
        drawing = lay_out_floors(cards.floor_plan, _PLAN_WIDTH * scale, _PLAN_HEIGHT * scale)
        scale *= 2
    return drawing


def _html(cards: Cards, drawing: FloorDrawing, size: float, variant: Variant) -> str:
    sheet = SheetOfCards.wanted(cards, variant)
    around = cards.floor_plan.surroundings
    values = {
        "sheet": sheet,
        "bleed": variant.bleed,
        "over": max(OVER, variant.bleed),
        "card": {"width": WIDTH, "height": HEIGHT},
        "rose": _ROSE,
        "named": BACK,
        "story": _STORY,
        "text": size,
        "title": _TITLE,
        "side": _SIDE,
        "palette": cards.palette,
        "label": _label_size(cards.label),
        "tracking": _TRACKING,
    }
    return render_template(
        "cards.html",
        cards=cards,
        sheet=sheet,
        drawing=drawing,
        around=around,
        behind=render_text(around.drawing, drawing=drawing, palette=cards.palette, small=True),
        title_marks=("strong",),
        room=(WIDTH - 2 * _SIDE) / (_TITLE * size / POINTS_PER_MM),
        over=max(OVER, variant.bleed),
        pages=_pages(cards, sheet),
        styles=render_styles("cards.css", "cutting.css", **values),
    )


def _pages(cards: Cards, sheet: SheetOfCards) -> Sequence[Sequence[PlacedCard]]:
    """The cards of each page of fronts."""
    placed = [_placed(cards, sheet, index) for index in range(len(cards.cards))]
    return [placed[at : at + sheet.count] for at in range(0, len(placed), sheet.count)]


def _label_size(label: str) -> float:
    """The size in points at which a label in spaced small capitals is beneath its number."""
    needed = (ems(label.upper()) * 0.75 + _TRACKING * len(label)) * 25.4 / 72
    return round(min(_LABEL, _LABEL_WIDTH / max(needed, 1e-6)), 2)


def _placed(cards: Cards, sheet: SheetOfCards, index: int) -> PlacedCard:
    card = cards.cards[index]
    x, back, y = sheet.place(index)
    return PlacedCard(
        index=index,
        card=card,
        x=x,
        back=back,
        y=y,
        title=prose.plain(card.title, cards.language),
        flavour=prose.paragraph(card.flavour, cards.language),
        effect=prose.paragraph(card.effect, cards.language),
    )


def _overfull(cards: Cards, layout: Layout) -> Iterator[Diagnostic]:
    for index, card in enumerate(cards.cards):
        needed = layout.boxes[f"story-{index}"].height + _CLEAR + layout.boxes[f"effect-{index}"].height
        room = HEIGHT - _STORY - _FRAME
        if needed > room:
            yield Diagnostic(
                codes.OVERFULL_CARD,
                f"the text of the card `{card.title[:SHOWN]}` is {needed - room:.0f} mm too long",
                card.span,
                hint="shorten its title, its flavour or its effect",
            )


def lacking_in_cards(cards: Cards) -> Iterator[Diagnostic]:
    """A finding for each character of cards that cannot be printed."""
    yield from missing_in_texts((cards.title, cards.label, cards.back), cards.span)
    for card in cards.cards:
        texts = Passage((card.title, card.flavour, card.effect), card.span)
        yield from missing_in_prose(texts, cards.language)
