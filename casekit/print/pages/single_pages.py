"""Pieces of one page each, but for many stickers: the flap, round stickers for pawns, the cover in one piece. Lengths are millimetres.

The flap covers the table while the presentation beside it is shown. It is a little smaller than a page of the booklet, so that it
lies between two pages without standing out, but for a tab by which it is drawn out at the fore-edge. The cover has its back at the
left, a spine as wide as the booklet is thick, and its front at the right: white panels on the booklet's colour, which goes over the edge.
"""

from collections.abc import Sequence

from markupsafe import Markup

from casekit.diagnostics import Diagnostic, codes
from casekit.frozen import frozen
from casekit.print.content import bar_code
from casekit.print.content.papers import (
    PAPERS,
    PLAIN,
    POINTS_PER_MM,
    Format,
    Paper,
    Variant,
    Wanted,
    visible_texts,
)
from casekit.print.content.pieces import Flap, Stickers, Wrap
from casekit.print.content.rays import rays
from casekit.print.pages.floor_layout import MM
from casekit.print.text import prose
from casekit.print.text.lettering import ems, render_template
from casekit.print.text.typesetter import TypesetPages, lay_out_pages

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


@frozen(slots=True)
class Size:
    """The card without its tab, how far that reaches out, and the height of its middle."""

    width: float
    height: float
    tab: float
    middle: float

    @classmethod
    def of(cls, page: Paper) -> "Size":
        """The flap for a booklet with such pages."""
        width, height = page.width - NARROWER, page.height - SHORTER
        return cls(round(width, 3), round(height, 3), TAB, round(height / 2, 3))


def paint_flap(flap: Flap) -> TypesetPages:
    """Typeset a flap on a sheet that is large enough: the paper asked for, or twice that."""
    page = PAPERS[flap.booklet_paper]
    size = Size.of(page)
    width, height = sheet_for(size, flap.paper)
    room = size.width - 2 * _SIDE
    html = render_template(
        "flap.html",
        flap=flap,
        size=size,
        over=_OVER,
        outline=_outline(size),
        edge=_outline(size, _OVER),
        room_of_title=room / (_TITLE * page.text / POINTS_PER_MM),
        rays=rays,
        sheet={"width": width, "height": height},
        left=round((width - size.width - size.tab) / 2, 3),
        top=round((height - size.height) / 2, 3),
        text=page.text,
        title=_TITLE,
        room=room,
        palette=flap.palette,
    )
    return lay_out_pages(html), ()


def wanted_flap(flap: Flap) -> Wanted:
    """The requirements for the file of a flap."""
    width, height = sheet_for(Size.of(PAPERS[flap.booklet_paper]), flap.paper)
    return Wanted(Format(width, height, flap.span), ((visible_texts((flap.title, flap.use)),),))


def sheet_for(size: Size, paper: str) -> tuple[float, float]:
    """Width and height of the sheet that a flap is printed on."""
    sheet = PAPERS[paper]
    fits = (
        size.width + size.tab + 2 * _FLAP_MARGIN <= sheet.width
        and size.height + 2 * _FLAP_MARGIN <= sheet.height
    )
    return (sheet.width, sheet.height) if fits else _DOUBLED[paper]


def _outline(size: Size, over: float = 0) -> str:
    """The line along which the card is cut, or one so far outside it, as an SVG path; clockwise from the top left."""
    top, bottom = size.middle - TAB_HEIGHT / 2 - over, size.middle + TAB_HEIGHT / 2 + over
    side, corner = size.width + over, _CORNER + over
    reach = size.width + size.tab - _CORNER
    return (
        f"M{-over} {-over} H{side} V{top} H{reach} q{corner} 0 {corner} {corner} V{bottom - corner} "
        f"q0 {corner} {-corner} {corner} H{side} V{size.height + over} H{-over} z"
    )


DIAMETER, PITCH = 15.0, 18.0
_LINE_MOST, _SLACK = 26.0, 0.02
_LETTER, _WIDEST = 26.0, 10.0
_MARGIN = 10.0
# Above and below the stickers, and the line above the first of them.
_EDGE, _HEAD = 14.0, 9.7


def paint_stickers(stickers: Stickers) -> TypesetPages:
    """Typeset stickers: as many of each letter as fill the sheet, side by side, each in the ring along which it is cut."""
    paper = PAPERS[stickers.paper]
    across, down, copies = _grid(stickers)
    pages = _pages(stickers, across * down)
    lines = max(1, -(-len(pages[0]) // across))
    room = paper.height - 2 * _EDGE - _HEAD
    wide = across * copies * PITCH - (PITCH - DIAMETER)
    # A letter, or a few, stay inside the ring.
    widths = {letter: max(0.01, ems(letter, ("strong",))) for letter in stickers.letters}
    html = render_template(
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
    return lay_out_pages(html), ()


def wanted_stickers(stickers: Stickers) -> Wanted:
    """The requirements for the file of some stickers."""
    across, down, copies = _grid(stickers)
    pages = [[letter for letter in page for _ in range(copies)] for page in _pages(stickers, across * down)]
    pages[0].append(stickers.title)
    return Wanted(Format.of(stickers.paper, stickers.span), (tuple(map(visible_texts, pages)),))


def _grid(stickers: Stickers) -> tuple[int, int, int]:
    """How many letters are side by side and below each other, and how many copies of each are in its line: as many as a sheet holds."""
    paper = PAPERS[stickers.paper]
    places = int((paper.width - 2 * _MARGIN - DIAMETER) / PITCH) + 1
    lines = int((paper.height - 2 * _EDGE - _HEAD) / PITCH)
    most = max(1, places // stickers.copies)
    across = min(most, max(1, -(-len(stickers.letters) // lines)))
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
# The size of the title as a multiple of the text's, and of the drawing as a part of the panel's width, and its shape.
_COVER_TITLE, _DRAWING, _SHAPE = 2.7, 0.74, 1.1
# The height over the bars, that below them for their digits, and the distance of the bar code from the panel's edge.
_NUMBERED, _DIGITS, _CLEAR = 4.6, 3.2, 5.0
_CODE_HEIGHT = _NUMBERED + bar_code.GUARD + _DIGITS
_SHOWN = 40


@frozen(slots=True)
class WrapSize:
    """The whole cover, and its spine with the size of the letters on it in points; 0 if there are none."""

    paper: Paper
    spine: float
    letters: float

    @property
    def width(self) -> float:
        """The width of the flat cover."""
        return round(2 * self.paper.width + self.spine, 2)

    @property
    def panel(self) -> tuple[float, float]:
        """Width and height of a panel."""
        return self.paper.width - 2 * _BORDER, self.paper.height - 2 * _BORDER


def paint_wrap(wrap: Wrap, variant: Variant = PLAIN) -> TypesetPages:
    """Typeset a cover; the findings: a spine too narrow for its text, a title or a text on the back that is too long."""
    size = _cover_size(wrap)
    if wrap.spine and not size.letters:
        message = (
            f"“{wrap.spine[:_SHOWN]}” does not fit on a spine of {wrap.spine_width:g} mm"
            f" ({wrap.pages} pages on sheets of {wrap.thickness:g} mm)"
        )
        hint = "leave out `spine`, shorten it, or print on thicker paper (`thickness`)"
        return None, (Diagnostic(codes.NARROW_SPINE, message, wrap.span, hint=hint),)
    layout = lay_out_pages(_cover_html(wrap, size, variant))
    room = size.panel[1] - 2 * _INSIDE - (_CODE_HEIGHT + _CLEAR if wrap.number else 0)
    over = layout.boxes["back-text"].height - room if wrap.back else 0
    if over > 0:
        message = f"the text on the back of the cover is {over:.0f} mm too long"
        hint = "shorten `back`, or choose a larger paper"
        return None, (Diagnostic(codes.LONG_BACK, message, wrap.span, hint=hint),)
    front = layout.boxes["front-text"].height + 2 * _INSIDE + _drawing(size)[1] + _CLEAR
    if front > size.panel[1]:
        message = f"the title “{wrap.title[:_SHOWN].strip()}…” is too long for the front of the cover"
        hint = "give the edition a shorter title, or choose a larger paper"
        return None, (Diagnostic(codes.LONG_TITLE, message, wrap.span, hint=hint),)
    return layout, ()


def wanted_wrap(wrap: Wrap) -> Wanted:
    """The requirements for the file of a cover."""
    size = _cover_size(wrap)
    texts = [wrap.title, wrap.subtitle, *(prose.plain(text, wrap.language) for text in wrap.back)]
    if size.letters:
        texts.append(_spine_text(wrap))
    if wrap.number:
        texts += [wrap.numbered, *_groups(wrap)]
    return Wanted(Format(size.width, size.paper.height, wrap.span), ((visible_texts(texts),),))


def _cover_size(wrap: Wrap) -> WrapSize:
    paper = PAPERS[wrap.paper]
    spine = wrap.spine_width
    long = ems(_spine_text(wrap), ("strong",))
    least, most = _SPINE_SIZES
    room = (paper.height - 2 * _SPINE_ENDS) * POINTS_PER_MM / max(long, 1e-6)
    letters = min(most, spine * POINTS_PER_MM * _SPINE_LETTER, room)
    fits = spine >= _SPINE_LEAST and letters >= least
    return WrapSize(paper, spine, round(letters, 2) if fits else 0)


def _spine_text(wrap: Wrap) -> str:
    return wrap.spine or wrap.title


def _drawing(size: WrapSize) -> tuple[float, float]:
    """Width and height of the drawing on the front."""
    width = size.panel[0] * _DRAWING
    return round(width, 2), round(width * _SHAPE, 2)


def _groups(wrap: Wrap) -> tuple[str, str, str]:
    """The digits below a bar code: one beside it, and twice six."""
    digits = bar_code.digits_of(wrap.number)
    return digits[0], digits[1:7], digits[7:]


def _cover_html(wrap: Wrap, size: WrapSize, variant: Variant) -> str:
    width, height = size.panel
    left, right = bar_code.QUIET
    return render_template(
        "wrap.html",
        wrap=wrap,
        size=size,
        bleed=variant.bleed,
        border=_BORDER,
        inside=_INSIDE,
        panel={"width": width, "height": height},
        front=size.paper.width + size.spine + _BORDER,
        title=_COVER_TITLE,
        drawing=_drawing(size),
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
        back=[prose.paragraph(text, wrap.language) for text in wrap.back],
        spine=_spine_text(wrap) if size.letters else "",
        bars=bar_code.bars(wrap.number) if wrap.number else (),
        groups=_groups(wrap) if wrap.number else (),
        room=(width - 2 * _INSIDE - 6) / (_COVER_TITLE * size.paper.text / POINTS_PER_MM),
    )
