"""A floor plan on a page that is on its side, for the table during a game. Lengths are millimetres."""

from collections.abc import Iterator

from casekit.diagnostics import codes
from casekit.print.content.booklet import printed_in
from casekit.print.content.papers import MM_PER_POINT, PAPERS, ExpectedLayout, Format, Paper
from casekit.print.content.pieces import PlanPage, Surroundings
from casekit.print.pages.accessories.floor_layout import (
    FLOOR_GAP,
    HEAD_PER_TEXT,
    LINE_PER_TEXT,
    PADDING,
    STAIRS_WIDTH,
    FloorDrawing,
    lay_out_floors,
)
from casekit.print.typesetting import fonts, typesetter
from casekit.values import frozen

PLAN_MARGIN = 10.0

# The height of what is above the rooms: the title, at least; and the least space above the drawing around
# them.
_TITLE_HEIGHT = 26.0
_LEAST_ABOVE_DRAWING = 2.0

# The size of a floor's name, which is in small capitals. They are at most this part of the width of capitals,
# and have this space between them, in ems.
_FLOOR_NAME_SIZE = 10.5 * MM_PER_POINT
_SMALL_CAPITAL = 0.87
_FLOOR_NAME_TRACKING = 0.14
# How far below the upper floor the name of a floor is.
_FLOOR_NAME_TOP = 0.3

# The title is over the left part of the rooms, on one line of large letters or two lines of smaller ones.
_TITLE_PER_WIDTH = 0.48
_TITLE_POINTS = 23.0
_LEAST_TITLE_POINTS = 9.0
# The display face is so many times as wide as the text face.
_DISPLAY_WIDTH_PER_TEXT = 1.12
# How much of two lines a title can use: words seldom divide it in the middle.
_USED_OF_TWO_LINES = 1.8


@frozen(slots=True)
class FloorName:
    """The name of a floor, and its place from the upper left corner of the rooms."""

    name: str
    x: float
    y: float


def paint_plan(plan: PlanPage) -> typesetter.TypesetPages:
    """Draw a floor plan on a page; the findings: more rooms, and more in them, than is legible."""
    paper = PAPERS[plan.paper]
    around = plan.floor_plan.surroundings
    drawing = lay_out_floors(plan.floor_plan, *room_for_rooms(paper, around))
    if drawing is None:
        message = f"{plan.entries} do not fit on a plan on {plan.paper} paper"
        hint = "give them shorter names, or print the other products with --only"
        return None, (codes.CROWDED_PLAN.at(plan.span, message, hint=hint),)
    # The paper is on its side.
    width, height = paper.height, paper.width
    left, top = corner(drawing, paper, around)
    text_mm = drawing.text_points * MM_PER_POINT
    title_width = _TITLE_PER_WIDTH * drawing.width
    title_points = _title_points(plan.title, title_width)
    html = fonts.render_template(
        "plan.html",
        plan=plan,
        drawing=drawing,
        room=title_width / (title_points * MM_PER_POINT),
        margin=PLAN_MARGIN,
        left=left,
        top=top,
        names=list(floor_names(drawing)),
        around=around,
        behind=fonts.render_text(around.drawing, drawing=drawing, palette=plan.palette, small=False),
        ground=fonts.render_text(around.ground, width=width - 2 * PLAN_MARGIN, palette=plan.palette),
        ground_width=width - 2 * PLAN_MARGIN,
        ground_top=height - PLAN_MARGIN - around.depth,
        width=width,
        height=height,
        padding=PADDING,
        text=drawing.text_points,
        head=round(HEAD_PER_TEXT * text_mm, 3),
        line=round(LINE_PER_TEXT * text_mm, 3),
        palette=plan.palette,
        title=title_width,
        title_size=title_points,
    )
    return typesetter.lay_out_pages(html), ()


def expected_layout_of_plan(plan: PlanPage) -> ExpectedLayout:
    """The requirements for the file of a plan; the legend explains only what there is."""
    paper = PAPERS[plan.paper]
    texts = (plan.title, plan.subtitle, *printed_in(plan.floor_plan.floors))
    return ExpectedLayout(Format(paper.height, paper.width, plan.span), ((texts,),))


def room_for_rooms(paper: Paper, around: Surroundings) -> tuple[float, float]:
    """The most that rooms may take of a page that is on its side, across and down."""
    above = max(_TITLE_HEIGHT, around.top + _LEAST_ABOVE_DRAWING)
    return (
        paper.height - 2 * PLAN_MARGIN - around.left - around.right,
        paper.width - 2 * PLAN_MARGIN - above - around.depth / 2 - FLOOR_GAP,
    )


def corner(drawing: FloorDrawing, paper: Paper, around: Surroundings) -> tuple[float, float]:
    """Where on the page the rooms begin: their upper left corner."""
    # The drawing goes a millimetre into the ground.
    return PLAN_MARGIN + around.left, paper.width - PLAN_MARGIN - around.depth + 1 - drawing.height


def _title_points(title: str, width: float) -> float:
    """The size of the title in points: the largest if it fits on one line, else one for two lines."""
    width_per_point = fonts.ems(title, ("strong",)) * _DISPLAY_WIDTH_PER_TEXT * MM_PER_POINT
    fits_on_one_line = width_per_point * _TITLE_POINTS <= width
    used_lines = 1 if fits_on_one_line else _USED_OF_TWO_LINES
    fitting_points = used_lines * width / max(width_per_point, 1e-6)
    return round(max(_LEAST_TITLE_POINTS, min(_TITLE_POINTS, fitting_points)), 2)


def floor_names(drawing: FloorDrawing) -> Iterator[FloorName]:
    """The names of floors, each in the gap above its floor, beside the stairs there."""
    for floor in drawing.floors:
        gap_top = floor.y - FLOOR_GAP
        stairs_middles = sorted(x for x, y in drawing.stairs.values() if abs(y - gap_top) < 1)
        lefts = [0.0, *(x + STAIRS_WIDTH / 2 for x in stairs_middles)]
        rights = [*(x - STAIRS_WIDTH / 2 for x in stairs_middles), drawing.width]
        free_widths = [right - left for left, right in zip(lefts, rights, strict=True)]
        letters_in_ems = fonts.ems(floor.name.upper()) * _SMALL_CAPITAL
        name_in_ems = letters_in_ems + len(floor.name) * _FLOOR_NAME_TRACKING
        needed = name_in_ems * _FLOOR_NAME_SIZE + 2 * PADDING
        # If the name fits nowhere, it goes where there is most room.
        widest = free_widths.index(max(free_widths))
        place = next((index for index, free_width in enumerate(free_widths) if free_width >= needed), widest)
        yield FloorName(floor.name, round(lefts[place] + PADDING, 3), round(gap_top + _FLOOR_NAME_TOP, 3))
