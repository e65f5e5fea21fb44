"""Pieces of one page each, but for many stickers: the flap, round stickers for pawns, the cover in one piece.

Lengths are millimetres.

The flap covers the table while the presentation beside it is shown. It is a little smaller than a page of the
booklet, so that it lies between two pages without standing out, but for a tab by which it is drawn out at the
fore-edge. The cover has its back at the left, a spine as wide as the booklet is thick, and its front at the
right: white panels on the booklet's colour, which goes over the edge.
"""

from collections.abc import Sequence

from markupsafe import Markup

from casekit.diagnostics import codes
from casekit.print.content import bar_code
from casekit.print.content.papers import (
    PAPERS,
    PLAIN,
    POINTS_PER_MM,
    SHOWN,
    ExpectedLayout,
    Format,
    Paper,
    Variant,
)
from casekit.print.content.pieces import Flap, Stickers, Wrap
from casekit.print.content.rays import rays
from casekit.print.pages.floor_layout import MM
from casekit.print.typesetting import fonts, typesetter
from casekit.prose import markup
from casekit.values import replace

NARROWER, SHORTER = 8.0, 6.0
TAB, TAB_HEIGHT = 18.0, 46.0
_CORNER = 5.0
_FLAP_MARGIN = 6.0
# How far the picture goes on beyond the edge: as far as a print shop's bleed.
_OVER = 3.0
# The size of the title as a multiple of the text's, and what it has on each side.
_TITLE, _SIDE = 2.5, 12.0
# The names of the two papers to print on when they are doubled.
_DOUBLED = {"a4": (297.0, 420.0), "letter": (279.4, 431.8)}


def card_for(page: Paper) -> Paper:
    """The flap for a booklet with such pages, without its tab."""
    return replace(page, width=round(page.width - NARROWER, 3), height=round(page.height - SHORTER, 3))


def paint_flap(flap: Flap) -> typesetter.TypesetPages:
    """Typeset a flap on a sheet that is large enough: the paper asked for, or twice that."""
    card = card_for(PAPERS[flap.booklet_paper])
    width, height = sheet_for(card, flap.paper)
    room = card.width - 2 * _SIDE
    html = fonts.render_template(
        "flap.html",
        flap=flap,
        card=card,
        tab=TAB,
        over=_OVER,
        outline=_outline(card),
        edge=_outline(card, _OVER),
        room_of_title=room / (_TITLE * card.text / POINTS_PER_MM),
        rays=rays,
        sheet={"width": width, "height": height},
        left=round((width - card.width - TAB) / 2, 3),
        top=round((height - card.height) / 2, 3),
        title=_TITLE,
        room=room,
        palette=flap.palette,
    )
    return typesetter.lay_out_pages(html), ()


def wanted_flap(flap: Flap) -> ExpectedLayout:
    """The requirements for the file of a flap."""
    width, height = sheet_for(card_for(PAPERS[flap.booklet_paper]), flap.paper)
    return ExpectedLayout(Format(width, height, flap.span), (((flap.title, flap.use),),))


def sheet_for(card: Paper, paper: str) -> tuple[float, float]:
    """Width and height of the sheet that a flap is printed on."""
    sheet = PAPERS[paper]
    room = 2 * _FLAP_MARGIN
    fits = card.width + TAB + room <= sheet.width and card.height + room <= sheet.height
    return (sheet.width, sheet.height) if fits else _DOUBLED[paper]


def _outline(card: Paper, over: float = 0) -> str:
    """The line along which the card is cut, or one so far outside: an SVG path, clockwise from top left."""
    middle = round(card.height / 2, 3)
    top, bottom = middle - TAB_HEIGHT / 2 - over, middle + TAB_HEIGHT / 2 + over
    side, corner = card.width + over, _CORNER + over
    reach = card.width + TAB - _CORNER
    return (
        f"M{-over} {-over} H{side} V{top} H{reach} q{corner} 0 {corner} {corner} V{bottom - corner} "
        f"q0 {corner} {-corner} {corner} H{side} V{card.height + over} H{-over} z"
    )


DIAMETER, PITCH = 15.0, 18.0
_LINE_MOST, _SLACK = 26.0, 0.02
_LETTER, _WIDEST = 26.0, 10.0
_MARGIN = 10.0
# Above and below the stickers, and the line above the first of them.
_EDGE, _HEAD = 14.0, 9.7


def paint_stickers(stickers: Stickers) -> typesetter.TypesetPages:
    """Typeset stickers, each in the ring along which it is cut: of each letter as many as fill the sheet."""
    paper = PAPERS[stickers.paper]
    across, down, copies = _grid(stickers)
    pages = _pages(stickers, across * down)
    lines = max(1, -(-len(pages[0]) // across))
    room = paper.height - 2 * _EDGE - _HEAD
    wide = across * copies * PITCH - (PITCH - DIAMETER)
    # A letter, or a few, stay inside the ring.
    widths = {letter: max(0.01, fonts.ems(letter, ("strong",))) for letter in stickers.letters}
    html = fonts.render_template(
        "stickers.html",
        stickers=stickers,
        copies=copies,
        pages=pages,
        sizes={letter: round(min(_LETTER, _WIDEST / MM / wide), 2) for letter, wide in widths.items()},
        paper=paper,
        left=round((paper.width - wide) / 2, 3),
        # Lines stand apart as far as the sheet is high.
        line=round(min(_LINE_MOST, room / lines - _SLACK), 3),
        edge=_EDGE,
        head=_HEAD,
        diameter=DIAMETER,
        pitch=PITCH,
        palette=stickers.palette,
    )
    return typesetter.lay_out_pages(html), ()


def wanted_stickers(stickers: Stickers) -> ExpectedLayout:
    """The requirements for the file of some stickers."""
    across, down, copies = _grid(stickers)
    pages: list[list[str]] = []
    for letters in _pages(stickers, across * down):
        page: list[str] = []
        for letter in letters:
            page += [letter] * copies
        pages.append(page)
    pages[0].append(stickers.title)
    return ExpectedLayout(Format.of(stickers.paper, stickers.span), (tuple(map(tuple, pages)),))


def _grid(stickers: Stickers) -> tuple[int, int, int]:
    """How many letters are side by side and below each other, and how many copies of each are in its line.

    A sheet holds no more.
    """
    paper = PAPERS[stickers.paper]
    places = int((paper.width - 2 * _MARGIN - DIAMETER) / PITCH) + 1
    lines = int((paper.height - 2 * _EDGE - _HEAD) / PITCH)
    across = min(max(1, places // stickers.copies), max(1, -(-len(stickers.letters) // lines)))
    return across, lines, max(1, places // across)


def _pages(stickers: Stickers, count: int) -> Sequence[Sequence[str]]:
    """The letters of each page."""
    letters = stickers.letters
    return [letters[at : at + count] for at in range(0, max(1, len(letters)), count)]


# The coloured border around the panels, and the distance of a panel's edge from its text.
_BORDER, _INSIDE = 9.0, 7.0
# A narrower spine has no text; letters are this part of it high, and between these sizes in points.
_SPINE_LEAST, _SPINE_LETTER, _SPINE_SIZES = 4.0, 0.5, (6.0, 15.0)
_SPINE_ENDS = 14.0
# The size of the title as a multiple of the text's, and of the drawing as a part of the panel's width, and
# its shape.
_COVER_TITLE, _DRAWING, _SHAPE = 2.7, 0.74, 1.1
# The height over the bars, that below them for their digits, and the distance of the bar code from the
# panel's edge.
_NUMBERED, _DIGITS, _CLEAR = 4.6, 3.2, 5.0
_CODE_HEIGHT = _NUMBERED + bar_code.GUARD + _DIGITS


def paint_wrap(wrap: Wrap, variant: Variant = PLAIN) -> typesetter.TypesetPages:
    """Typeset a cover; the findings: a spine too narrow for its text, a title or a back text too long."""
    if wrap.spine and not _spine_letters(wrap):
        message = (
            f"“{wrap.spine[:SHOWN]}” does not fit on a spine of {wrap.spine_width:g} mm"
            f" ({wrap.pages} pages on sheets of {wrap.thickness:g} mm)"
        )
        hint = "leave out `spine`, shorten it, or print on thicker paper (`thickness`)"
        return None, (codes.NARROW_SPINE.at(wrap.span, message, hint=hint),)
    layout = typesetter.lay_out_pages(_cover_html(wrap, variant))
    width, height = _panel(wrap)
    room = height - 2 * _INSIDE - (_CODE_HEIGHT + _CLEAR if wrap.number else 0)
    over = layout.boxes["back-text"].height - room if wrap.back else 0
    if over > 0:
        message = f"the text on the back of the cover is {over:.0f} mm too long"
        hint = "shorten `back`, or choose a larger paper"
        return None, (codes.LONG_BACK.at(wrap.span, message, hint=hint),)
    front = layout.boxes["front-text"].height + 2 * _INSIDE + _drawing(width)[1] + _CLEAR
    if front > height:
        message = f"the title “{wrap.title[:SHOWN].strip()}…” is too long for the front of the cover"
        hint = "give the edition a shorter title, or choose a larger paper"
        return None, (codes.LONG_TITLE.at(wrap.span, message, hint=hint),)
    return layout, ()


def wanted_wrap(wrap: Wrap) -> ExpectedLayout:
    """The requirements for the file of a cover."""
    texts = (
        *(wrap.title, wrap.subtitle),
        *(markup.visible_text(text, wrap.language) for text in wrap.back),
        *((_spine_text(wrap),) if _spine_letters(wrap) else ()),
        *((wrap.numbered, *_groups(wrap)) if wrap.number else ()),
    )
    return ExpectedLayout(Format(_cover_width(wrap), PAPERS[wrap.paper].height, wrap.span), ((texts,),))


def _cover_width(wrap: Wrap) -> float:
    """The width of the flat cover."""
    return round(2 * PAPERS[wrap.paper].width + wrap.spine_width, 2)


def _panel(wrap: Wrap) -> tuple[float, float]:
    """Width and height of a panel."""
    paper = PAPERS[wrap.paper]
    return paper.width - 2 * _BORDER, paper.height - 2 * _BORDER


def _spine_letters(wrap: Wrap) -> float:
    """The size of the letters on the spine in points; 0 if it has none."""
    least, most = _SPINE_SIZES
    room = (PAPERS[wrap.paper].height - 2 * _SPINE_ENDS) * POINTS_PER_MM
    long = fonts.ems(_spine_text(wrap), ("strong",))
    letters = min(most, wrap.spine_width * POINTS_PER_MM * _SPINE_LETTER, room / max(long, 1e-6))
    return round(letters, 2) if wrap.spine_width >= _SPINE_LEAST and letters >= least else 0


def _spine_text(wrap: Wrap) -> str:
    return wrap.spine or wrap.title


def _drawing(panel: float) -> tuple[float, float]:
    """Width and height of the drawing on the front, whose panel has a width."""
    return round(panel * _DRAWING, 2), round(panel * _DRAWING * _SHAPE, 2)


def _groups(wrap: Wrap) -> tuple[str, str, str]:
    """The digits below a bar code: one beside it, and twice six."""
    digits = bar_code.digits_of(wrap.number)
    return digits[0], digits[1:7], digits[7:]


def _cover_html(wrap: Wrap, variant: Variant) -> str:
    paper, letters = PAPERS[wrap.paper], _spine_letters(wrap)
    width, height = _panel(wrap)
    left, right = bar_code.QUIET
    return fonts.render_template(
        "wrap.html",
        wrap=wrap,
        paper=paper,
        width=_cover_width(wrap),
        letters=letters,
        bleed=variant.bleed,
        border=_BORDER,
        inside=_INSIDE,
        panel={"width": width, "height": height},
        front=paper.width + wrap.spine_width + _BORDER,
        title=_COVER_TITLE,
        drawing=_drawing(width),
        code={
            "module": bar_code.MODULE,
            "bar": bar_code.BAR,
            "guard": bar_code.GUARD,
            "quiet": left,
            "width": (left + 95 + right) * bar_code.MODULE,
            "height": _CODE_HEIGHT,
            "numbered": _NUMBERED,
        },
        art=Markup(wrap.drawing),  # noqa: S704 -- drawings are made by casekit
        back=[markup.paragraph(text, wrap.language) for text in wrap.back],
        spine=_spine_text(wrap) if letters else "",
        bars=bar_code.bars(wrap.number) if wrap.number else (),
        groups=_groups(wrap) if wrap.number else (),
        room=(width - 2 * _INSIDE - 6) / (_COVER_TITLE * paper.text / POINTS_PER_MM),
    )
