"""Cards with one back: a number, a plan that shows its room, a title with a story, and what the card does.

``paint_cards(cards)`` typesets them, ``expected_layout_of_cards(cards)`` says what their file must hold.
Fronts and backs are on sheets by turns (``card_sheets``). A print shop cuts its own sheets: for it each card
is a page with a bleed, and its back the next page. Lengths are millimetres.
"""

from collections.abc import Iterator
from functools import partial

from casekit.diagnostics import Finding, codes
from casekit.print.content.papers import (
    MM_PER_POINT,
    MOST_LETTERS_SHOWN,
    PAPERS,
    PLAIN,
    POINTS_PER_MM,
    ExpectedLayout,
    Format,
    UpsideDownText,
    Variant,
)
from casekit.print.content.pieces import Card, Cards, FloorPlan
from casekit.print.pages.accessories.card_sheets import (
    BACK_COLOUR_OVERLAP,
    BACK_ROSE_SIZE,
    BACK_WORD_POINTS,
    LABEL_TRACKING,
    CardSheet,
)
from casekit.print.pages.accessories.floor_layout import FloorDrawing, lay_out_floors
from casekit.print.typesetting.fonts import ems, render_template, render_text
from casekit.print.typesetting.typesetter import Layout, TypesetPages, set_in_first_fitting_size
from casekit.prose import markup

CARD_WIDTH = 63.0
CARD_HEIGHT = 88.0

# The top of the title and the story, which are below the plan.
_STORY_TOP = 25.0
# What the title and the story have on each side.
_STORY_SIDE = 6.5
# The least space between the story and the effect.
_STORY_TO_EFFECT = 1.5
# The space below the effect.
_EFFECT_BOTTOM = 4.0

# Sizes of the text in points, the preferred first; all cards of a set have one.
_TEXT_POINTS = (11.4, 10.8, 10.2, 9.6, 9.0, 8.4, 7.8)
# The size of a title as a multiple of the text's.
_TITLE_PER_TEXT = 1.95
# The largest size of the label in points, and the width that it may have.
_LABEL_POINTS = 8.0
_LABEL_WIDTH = 16.5
# The size of a small capital as a part of a capital's.
_SMALL_CAPITAL = 0.75

# The floor plan in a card's corner is laid out at least as large as this and then reduced.
_PLAN_WIDTH = 150.0
_PLAN_HEIGHT = 68.0


def paint_cards(cards: Cards, variant: Variant = PLAIN) -> TypesetPages:
    """Typeset cards; the findings: cards with more text than they hold."""
    drawing = _floor_drawing(cards.floor_plan)
    return set_in_first_fitting_size(
        _TEXT_POINTS, partial(_html, cards, drawing, variant), partial(_overfull_cards, cards)
    )


def expected_layout_of_cards(cards: Cards, variant: Variant = PLAIN) -> ExpectedLayout:
    """The requirements for the file of some cards: fronts and backs by turns."""
    sheet = _sheet(cards, variant)
    pages: list[tuple[str, ...]] = []
    for placed_cards in sheet.pages_of(cards.cards):
        fronts: list[str] = []
        for placed_card in placed_cards:
            fronts += _front_texts(placed_card.face, cards)
        backs = (cards.back, UpsideDownText(cards.back)) * len(placed_cards)
        pages += tuple(fronts), backs
    return ExpectedLayout(Format(sheet.width, sheet.height, cards.span), (tuple(pages),))


def _sheet(cards: Cards, variant: Variant) -> CardSheet:
    """The sheet of some cards in a variant: a page for each card if a bleed is asked for."""
    if variant.bleed:
        return CardSheet.of_one_card(CARD_WIDTH, CARD_HEIGHT)
    return CardSheet.on_paper(PAPERS[cards.paper], CARD_WIDTH, CARD_HEIGHT)


def _floor_drawing(plan: FloorPlan) -> FloorDrawing:
    """A plan laid out on twice the area, and again, until all fits: nobody reads its names on a card."""
    width, height = _PLAN_WIDTH, _PLAN_HEIGHT
    while True:
        drawing = lay_out_floors(plan, width, height)
        if drawing is not None:
            return drawing
        width *= 2
        height *= 2


def _front_texts(card: Card, cards: Cards) -> Iterator[str]:
    """The texts on a card's front."""
    yield from (str(card.number), cards.label)
    yield from (markup.visible_text(text, cards.language) for text in (card.title, card.flavour, card.effect))


def _html(cards: Cards, drawing: FloorDrawing, variant: Variant, text_points: float) -> str:
    sheet = _sheet(cards, variant)
    around = cards.floor_plan.surroundings
    return render_template(
        "cards.html",
        cards=cards,
        sheet=sheet,
        drawing=drawing,
        around=around,
        behind=render_text(around.drawing, drawing=drawing, palette=cards.palette, small=True),
        title_marks=("strong",),
        room=(CARD_WIDTH - 2 * _STORY_SIDE) / (_TITLE_PER_TEXT * text_points / POINTS_PER_MM),
        over=max(BACK_COLOUR_OVERLAP, variant.bleed),
        pages=sheet.pages_of(cards.cards),
        titles=[markup.visible_text(card.title, cards.language) for card in cards.cards],
        bleed=variant.bleed,
        card={"width": CARD_WIDTH, "height": CARD_HEIGHT},
        rose=BACK_ROSE_SIZE,
        named=BACK_WORD_POINTS,
        story=_STORY_TOP,
        text=text_points,
        title=_TITLE_PER_TEXT,
        side=_STORY_SIDE,
        palette=cards.palette,
        label=_label_points(cards.label),
        tracking=LABEL_TRACKING,
    )


def _label_points(label: str) -> float:
    """The size in points of the label beneath the number, which is in spaced small capitals."""
    label_ems = ems(label.upper()) * _SMALL_CAPITAL + LABEL_TRACKING * len(label)
    width_per_point = label_ems * MM_PER_POINT
    return round(min(_LABEL_POINTS, _LABEL_WIDTH / max(width_per_point, 1e-6)), 2)


def _overfull_cards(cards: Cards, layout: Layout, _: float) -> Iterator[Finding]:
    for index, card in enumerate(cards.cards):
        story_height = layout.boxes[f"story-{index}"].height
        effect_height = layout.boxes[f"effect-{index}"].height
        needed = story_height + _STORY_TO_EFFECT + effect_height
        room = CARD_HEIGHT - _STORY_TOP - _EFFECT_BOTTOM
        if needed > room:
            yield codes.OVERFULL_CARD.at(
                card.span,
                f"the text of the card `{card.title[:MOST_LETTERS_SHOWN]}` is {needed - room:.0f} mm too long",
                hint="shorten its title, its flavour or its effect",
            )
