"""A floor plan on one landscape page. ``paint_plan(plan)`` is the way in; lengths are millimetres."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.floor_plan import Surroundings
from casekit.print.content.papers import PAPERS, Format, Paper, Wanted, visible_texts
from casekit.print.content.pieces import PlanPage
from casekit.print.pages.floor_layout import (
    FLOOR_GAP,
    HEAD,
    LEADING,
    PADDING,
    STAIRS,
    FloorDrawing,
    lay_out_floors,
)
from casekit.print.text.glyphs import ems, missing_in_texts
from casekit.print.text.page_templates import render_styles, render_template, render_text
from casekit.print.text.typesetter import Painted, Painting, lay_out_pages

PLAN_MARGIN = 10.0
# The title is above the rooms, and at least so far above them.
_SKY, _ABOVE = 26.0, 2.0
_MM = 25.4 / 72
# A floor's name is in small capitals, at most this part of the width of capitals, and is spaced.
_NAME, _SMALL, _TRACKING = 10.5 * _MM, 0.87, 0.14
# The title is over the left part of the rooms, in large letters or in two lines of smaller ones.
_TITLE, _TITLE_SIZE, _TITLE_LEAST = 0.48, 23.0, 9.0


@dataclass(frozen=True, slots=True)
class FloorName:
    """Where the name of a floor begins, in the floor above it."""

    name: str
    x: float
    y: float


def paint_plan(plan: PlanPage) -> Painting:
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


def lacking_in_plan(plan: PlanPage) -> tuple[Diagnostic, ...]:
    """A finding for each character of a plan that cannot be printed."""
    return missing_in_texts((plan.door, plan.stairs, plan.passage, *_names(plan)), plan.span)


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
    title = _TITLE * drawing.width
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
