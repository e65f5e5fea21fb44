"""The flap: a card that covers the table of a case while the presentation beside it is shown.

It is a little smaller than a page of the booklet, so that nothing of it is seen between two pages but a tab
at the fore-edge, by which it is drawn out. Lengths are millimetres.
"""

from casekit.print.content.papers import PAPERS, POINTS_PER_MM, ExpectedLayout, Format, Paper
from casekit.print.content.pieces import Flap
from casekit.print.content.rays import rays
from casekit.print.typesetting import fonts, typesetter
from casekit.values import replace

NARROWER_THAN_PAGE = 8.0
SHORTER_THAN_PAGE = 6.0
TAB_WIDTH = 18.0
TAB_HEIGHT = 46.0
# The radius of the corners of the tab.
_CORNER_RADIUS = 5.0
# The least margin of the sheet around the flap.
_SHEET_MARGIN = 6.0
# How far the picture extends beyond the edge: as far as a print shop's bleed.
_BLEED = 3.0
# The size of the title as a multiple of the text's, and what it has on each side.
_TITLE_PER_TEXT = 2.5
_TITLE_SIDE = 12.0
# Width and height of two sheets side by side, by the name of their paper.
_DOUBLE_SHEETS = {"a4": (297.0, 420.0), "letter": (279.4, 431.8)}


def card_for(page: Paper) -> Paper:
    """The flap for a booklet with such pages, without its tab."""
    width = round(page.width - NARROWER_THAN_PAGE, 3)
    height = round(page.height - SHORTER_THAN_PAGE, 3)
    return replace(page, width=width, height=height)


def paint_flap(flap: Flap) -> typesetter.TypesetPages:
    """Typeset a flap on a sheet that is large enough: the paper asked for, or twice that."""
    card = card_for(PAPERS[flap.booklet_paper])
    width, height = sheet_for(card, flap.paper)
    room = card.width - 2 * _TITLE_SIDE
    html = fonts.render_template(
        "flap.html",
        flap=flap,
        card=card,
        tab=TAB_WIDTH,
        over=_BLEED,
        outline=_outline(card),
        edge=_outline(card, _BLEED),
        room_of_title=room / (_TITLE_PER_TEXT * card.text / POINTS_PER_MM),
        rays=rays,
        sheet={"width": width, "height": height},
        left=round((width - card.width - TAB_WIDTH) / 2, 3),
        top=round((height - card.height) / 2, 3),
        title=_TITLE_PER_TEXT,
        room=room,
        palette=flap.palette,
    )
    return typesetter.lay_out_pages(html), ()


def expected_layout_of_flap(flap: Flap) -> ExpectedLayout:
    """The requirements for the file of a flap."""
    width, height = sheet_for(card_for(PAPERS[flap.booklet_paper]), flap.paper)
    return ExpectedLayout(Format(width, height, flap.span), (((flap.title, flap.use),),))


def sheet_for(card: Paper, paper: str) -> tuple[float, float]:
    """Width and height of the sheet that a flap is printed on."""
    sheet = PAPERS[paper]
    margins = 2 * _SHEET_MARGIN
    fits = card.width + TAB_WIDTH + margins <= sheet.width and card.height + margins <= sheet.height
    return (sheet.width, sheet.height) if fits else _DOUBLE_SHEETS[paper]


def _outline(card: Paper, outside: float = 0) -> str:
    """The line along which the card is cut, or one that far outside of it.

    It is an SVG path, clockwise from the top left corner of the card, which is (0, 0).
    """
    middle = round(card.height / 2, 3)
    tab_top = middle - TAB_HEIGHT / 2 - outside
    tab_bottom = middle + TAB_HEIGHT / 2 + outside
    right = card.width + outside
    corner = _CORNER_RADIUS + outside
    corner_start = card.width + TAB_WIDTH - _CORNER_RADIUS
    return (
        f"M{-outside} {-outside} H{right} V{tab_top} H{corner_start} "
        f"q{corner} 0 {corner} {corner} V{tab_bottom - corner} "
        f"q0 {corner} {-corner} {corner} H{right} V{card.height + outside} H{-outside} z"
    )
