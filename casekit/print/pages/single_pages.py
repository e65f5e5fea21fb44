"""Pieces of one page each, but for many stickers: the flap, round stickers for pawns, a floor plan. Lengths are millimetres.

``paint_flap(flap)``: a card that covers the table while the presentation beside it is shown. It is a little smaller than a page of the
booklet, so that it lies between two pages without standing out, but for a tab by which it is drawn out at the fore-edge.
``paint_stickers(stickers)``: a sheet full of them. ``paint_plan(plan)``: a floor plan on one landscape page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Format, Paper, Wanted, visible_texts
from casekit.print.content.pieces import Flap, PlanPage, Stickers, Surroundings
from casekit.print.content.rays import rays
from casekit.print.pages.floor_layout import (
    FLOOR_GAP,
    HEAD,
    LEADING,
    PADDING,
    STAIRS,
    FloorDrawing,
    lay_out_floors,
)
from casekit.print.text.glyphs import ems
from casekit.print.text.page_templates import render_styles, render_template, render_text
from casekit.print.text.typesetter import Painted, TypesetPages, lay_out_pages

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


@dataclass(frozen=True, slots=True)
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
    """Typeset a flap on a sheet that is large enough: the paper asked for, or twice that.

    Args:
        flap: its content.

    Returns:
        The pages, or ``None`` if a finding is an error; and no findings.
    """
    return Painted(lay_out_pages(_flap_html(flap)), flap), ()


def wanted_flap(flap: Flap) -> Wanted:
    """The requirements for the file of a flap."""
    width, height = sheet_for(Size.of(PAPERS[flap.booklet_paper]), flap.paper)
    return Wanted(Format(width, height, flap.span), (visible_texts((flap.title, flap.use)),))


def sheet_for(size: Size, paper: str) -> tuple[float, float]:
    """Width and height of the sheet that a flap is printed on."""
    sheet = PAPERS[paper]
    fits = (
        size.width + size.tab + 2 * _FLAP_MARGIN <= sheet.width
        and size.height + 2 * _FLAP_MARGIN <= sheet.height
    )
    return (sheet.width, sheet.height) if fits else _DOUBLED[paper]


def _flap_html(flap: Flap) -> str:
    page = PAPERS[flap.booklet_paper]
    size = Size.of(page)
    width, height = sheet_for(size, flap.paper)
    room = size.width - 2 * _SIDE
    values = {
        "sheet": {"width": width, "height": height},
        "size": size,
        "over": _OVER,
        "left": round((width - size.width - size.tab) / 2, 3),
        "top": round((height - size.height) / 2, 3),
        "text": page.text,
        "title": _TITLE,
        "room": room,
        "palette": flap.palette,
    }
    return render_template(
        "flap.html",
        flap=flap,
        size=size,
        over=_OVER,
        outline=_outline(size),
        edge=_outline(size, _OVER),
        room=room / (_TITLE * page.text / POINTS_PER_MM),
        rays=rays,
        styles=render_styles("flap.css", **values),
    )


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
_MM = 25.4 / 72
_MARGIN = 10.0
# Above and below the stickers, and the line above the first of them.
_EDGE, _HEAD = 14.0, 9.7


def paint_stickers(stickers: Stickers) -> TypesetPages:
    """Typeset stickers: as many of each letter as fill the sheet, side by side, each in the ring along which it is cut.

    Args:
        stickers: their content.

    Returns:
        The pages, or ``None`` if a finding is an error; and no findings.
    """
    return Painted(lay_out_pages(_sticker_html(stickers)), stickers), ()


def wanted_stickers(stickers: Stickers) -> Wanted:
    """The requirements for the file of some stickers."""
    grid = _grid(stickers)
    pages = [[letter for letter in page for _ in range(grid.copies)] for page in _pages(stickers, grid)]
    pages[0].append(stickers.title)
    return Wanted(Format.of(stickers.paper, stickers.span), tuple(map(visible_texts, pages)))


@dataclass(frozen=True, slots=True)
class _Grid:
    """How many letters are side by side and below each other, and how many copies of each are in its line."""

    across: int
    down: int
    copies: int


def _grid(stickers: Stickers) -> _Grid:
    """As many copies of each letter as a sheet holds, at least those asked for."""
    paper = PAPERS[stickers.paper]
    places = int((paper.width - 2 * _MARGIN - DIAMETER) / PITCH) + 1
    lines = int((paper.height - 2 * _EDGE - _HEAD) / PITCH)
    most = max(1, places // stickers.copies)
    across = min(most, max(1, -(-len(stickers.letters) // lines)))
    return _Grid(across, lines, max(1, places // across))


def _pages(stickers: Stickers, grid: _Grid) -> Sequence[Sequence[str]]:
    """The letters of each page."""
    count = grid.across * grid.down
    letters = stickers.letters
    return [letters[at : at + count] for at in range(0, max(1, len(letters)), count)]


def _sticker_html(stickers: Stickers) -> str:
    paper = PAPERS[stickers.paper]
    grid = _grid(stickers)
    pages = _pages(stickers, grid)
    lines = max(1, -(-len(pages[0]) // grid.across))
    room = paper.height - 2 * _EDGE - _HEAD
    wide = grid.across * grid.copies * PITCH - (PITCH - DIAMETER)
    values = {
        "paper": paper,
        "left": round((paper.width - wide) / 2, 3),
        # Lines stand apart as far as the sheet is high.
        "line": round(min(_LINE_MOST, room / lines - _SLACK), 3),
        "edge": _EDGE,
        "head": _HEAD,
        "copies": grid.copies,
        "diameter": DIAMETER,
        "pitch": PITCH,
        "palette": stickers.palette,
    }
    return render_template(
        "stickers.html",
        stickers=stickers,
        copies=grid.copies,
        pages=pages,
        sizes={letter: _size(letter) for letter in stickers.letters},
        styles=render_styles("stickers.css", **values),
    )


def _size(letter: str) -> float:
    """The size in points at which a letter, or a few, stay inside the ring."""
    return round(min(_LETTER, _WIDEST / _MM / max(0.01, ems(letter, ("strong",)))), 2)


PLAN_MARGIN = 10.0
# The title is above the rooms, and at least so far above them.
_SKY, _ABOVE = 26.0, 2.0
# A floor's name is in small capitals, at most this part of the width of capitals, and is spaced.
_NAME, _SMALL, _TRACKING = 10.5 * _MM, 0.87, 0.14
# The title is over the left part of the rooms, in large letters or in two lines of smaller ones.
_PLAN_TITLE, _TITLE_SIZE, _TITLE_LEAST = 0.48, 23.0, 9.0


@dataclass(frozen=True, slots=True)
class FloorName:
    """Where the name of a floor begins, in the floor above it."""

    name: str
    x: float
    y: float


def paint_plan(plan: PlanPage) -> TypesetPages:
    """Draw a floor plan on a page.

    Args:
        plan: its content.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: more rooms, and more in them, than can be printed legibly.
    """
    paper = PAPERS[plan.paper]
    drawing = lay_out_floors(plan.floor_plan, *room_for_rooms(paper, plan.floor_plan.surroundings))
    if drawing is None:
        message = f"{plan.entries} do not fit on a plan on {plan.paper} paper"
        hint = "give them shorter names, or print the other products with --only"
        return None, (Diagnostic(codes.CROWDED_PLAN, message, plan.span, hint=hint),)
    return Painted(lay_out_pages(_html(plan, drawing, paper)), plan), ()


def wanted_plan(plan: PlanPage) -> Wanted:
    """The requirements for the file of a plan; the legend explains only what there is."""
    paper = PAPERS[plan.paper]
    return Wanted(Format(paper.height, paper.width, plan.span), (visible_texts(_names(plan)),))


def room_for_rooms(paper: Paper, around: Surroundings) -> tuple[float, float]:
    """The most that rooms may take of a page that is on its side, across and down."""
    sky = max(_SKY, around.top + _ABOVE)
    return (
        paper.height - 2 * PLAN_MARGIN - around.left - around.right,
        paper.width - 2 * PLAN_MARGIN - sky - around.depth / 2 - FLOOR_GAP,
    )


def corner(drawing: FloorDrawing, paper: Paper, around: Surroundings) -> tuple[float, float]:
    """Where on the page the rooms begin: their upper left corner."""
    return PLAN_MARGIN + around.left, paper.width - PLAN_MARGIN - around.depth + 1 - drawing.height


def _html(plan: PlanPage, drawing: FloorDrawing, paper: Paper) -> str:
    width, height = paper.height, paper.width
    around = plan.floor_plan.surroundings
    left, top = corner(drawing, paper, around)
    size = drawing.text * _MM
    title = _PLAN_TITLE * drawing.width
    title_size = _title_size(plan.title, title)
    values = {
        "width": width,
        "height": height,
        "margin": PLAN_MARGIN,
        "padding": PADDING,
        "text": drawing.text,
        "head": round(HEAD * size, 3),
        "line": round(LEADING * size, 3),
        "palette": plan.palette,
        "title": title,
        "title_size": title_size,
    }
    return render_template(
        "plan.html",
        plan=plan,
        drawing=drawing,
        room=title / (title_size * _MM),
        margin=PLAN_MARGIN,
        left=left,
        top=top,
        names=[asdict(name) for name in floor_names(drawing)],
        around=around,
        behind=render_text(around.drawing, drawing=drawing, palette=plan.palette, small=False),
        ground=render_text(around.ground, width=width - 2 * PLAN_MARGIN, palette=plan.palette),
        ground_width=width - 2 * PLAN_MARGIN,
        ground_top=height - PLAN_MARGIN - around.depth,
        styles=render_styles("plan.css", **values),
    )


def _title_size(title: str, width: float) -> float:
    """The size of the title in points; the display face is wider than the text face."""
    needed = ems(title, ("strong",)) * 1.12 * _MM
    lines = 1 if needed * _TITLE_SIZE <= width else 1.8
    return round(max(_TITLE_LEAST, min(_TITLE_SIZE, lines * width / max(needed, 1e-6))), 2)


def floor_names(drawing: FloorDrawing) -> Iterator[FloorName]:
    """The names of the floors in the floors above them, clear of the stairs."""
    for floor in drawing.floors:
        stairs = sorted(at.x for at in drawing.stairs if abs(at.y + FLOOR_GAP - floor.y) < 1)
        lefts = [0.0, *(x + STAIRS / 2 for x in stairs)]
        rights = [*(x - STAIRS / 2 for x in stairs), drawing.width]
        rooms = [right - left for left, right in zip(lefts, rights, strict=True)]
        # If the name fits nowhere, it goes where there is most room.
        at = next((at for at, room in enumerate(rooms) if room >= _room(floor.name)), rooms.index(max(rooms)))
        yield FloorName(floor.name, round(lefts[at] + PADDING, 3), round(floor.y - FLOOR_GAP + 0.3, 3))


def _room(name: str) -> float:
    """The width that the name of a floor takes, in millimetres."""
    return (ems(name.upper()) * _SMALL + len(name) * _TRACKING) * _NAME + 2 * PADDING


def _names(plan: PlanPage) -> Iterator[str]:
    yield from (plan.title, plan.subtitle)
    for floor in plan.floor_plan.floors:
        yield floor.name
        for room in floor.rooms:
            yield room.name
            for spot in room.spots:
                yield from (spot.code, spot.label)
