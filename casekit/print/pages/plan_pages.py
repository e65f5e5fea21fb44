"""Landscape pages that are on the table during a game: a floor plan, and a track with places for cards.

Lengths are millimetres.
"""

from collections.abc import Iterator
from typing import Any

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import printed_in
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, ExpectedLayout, Format, Paper
from casekit.print.content.pieces import PlanPage, Surroundings, TrackPage
from casekit.print.pages.cards import HEIGHT, WIDTH
from casekit.print.pages.floor_layout import (
    FLOOR_GAP,
    HEAD,
    LEADING,
    MM,
    PADDING,
    STAIRS,
    FloorDrawing,
    lay_out_floors,
)
from casekit.print.typesetting import fonts, typesetter

PLAN_MARGIN = 10.0
# The title is above the rooms, and at least so far above them.
_SKY, _ABOVE = 26.0, 2.0
# A floor's name is in small capitals, at most this part of the width of capitals, and is spaced.
_NAME, _SMALL, _TRACKING = 10.5 * MM, 0.87, 0.14
# The title is over the left part of the rooms, in large letters or in two lines of smaller ones.
_PLAN_TITLE, _TITLE_SIZE, _TITLE_LEAST = 0.48, 23.0, 9.0


def paint_plan(plan: PlanPage) -> typesetter.TypesetPages:
    """Draw a floor plan on a page; the findings: more rooms, and more in them, than is legible."""
    paper = PAPERS[plan.paper]
    drawing = lay_out_floors(plan.floor_plan, *room_for_rooms(paper, plan.floor_plan.surroundings))
    if drawing is None:
        message = f"{plan.entries} do not fit on a plan on {plan.paper} paper"
        hint = "give them shorter names, or print the other products with --only"
        return None, (codes.CROWDED_PLAN.at(plan.span, message, hint=hint),)
    width, height = paper.height, paper.width
    around = plan.floor_plan.surroundings
    left, top = corner(drawing, paper, around)
    size = drawing.text * MM
    title = _PLAN_TITLE * drawing.width
    # The display face is wider than the text face.
    needed = fonts.ems(plan.title, ("strong",)) * 1.12 * MM
    lines = 1 if needed * _TITLE_SIZE <= title else 1.8
    title_size = round(max(_TITLE_LEAST, min(_TITLE_SIZE, lines * title / max(needed, 1e-6))), 2)
    html = fonts.render_template(
        "plan.html",
        plan=plan,
        drawing=drawing,
        room=title / (title_size * MM),
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
        text=drawing.text,
        head=round(HEAD * size, 3),
        line=round(LEADING * size, 3),
        palette=plan.palette,
        title=title,
        title_size=title_size,
    )
    return typesetter.lay_out_pages(html), ()


def wanted_plan(plan: PlanPage) -> ExpectedLayout:
    """The requirements for the file of a plan; the legend explains only what there is."""
    paper = PAPERS[plan.paper]
    texts = (plan.title, plan.subtitle, *printed_in(plan.floor_plan.floors))
    return ExpectedLayout(Format(paper.height, paper.width, plan.span), ((texts,),))


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


def floor_names(drawing: FloorDrawing) -> Iterator[dict[str, Any]]:
    """The name of each floor and where it begins, in the floor above it, clear of the stairs."""
    for floor in drawing.floors:
        stairs = sorted(x for x, y in drawing.stairs.values() if abs(y + FLOOR_GAP - floor.y) < 1)
        lefts = [0.0, *(x + STAIRS / 2 for x in stairs)]
        rights = [*(x - STAIRS / 2 for x in stairs), drawing.width]
        rooms = [right - left for left, right in zip(lefts, rights, strict=True)]
        needed = (fonts.ems(floor.name.upper()) * _SMALL + len(floor.name) * _TRACKING) * _NAME + 2 * PADDING
        # If the name fits nowhere, it goes where there is most room.
        largest = rooms.index(max(rooms))
        place = next((index for index, room in enumerate(rooms) if room >= needed), largest)
        y = round(floor.y - FLOOR_GAP + 0.3, 3)
        yield {"name": floor.name, "x": round(lefts[place] + PADDING, 3), "y": y}


_MARGIN = 10.0
# Where the title ends, how large a space is at most and at least, and how high its mark.
_TOP, _LARGEST, _LEAST, _MARKED = 28.0, 27.0, 15.0, 6.0
# The size of the title in points.
_TITLE = 20.0
# The rows of a track at most, and what is around a card in its place.
_ROWS, _AROUND = 2, 2.0
# The height of the place for tokens, below the table and its notes.
_STORE = 26.0


def paint_track(track: TrackPage) -> typesetter.TypesetPages:
    """Draw a track on a page; the findings: more spaces, or longer texts, than there is room for."""
    # In one row if spaces are large there, else in as few as make them so.
    widths = [_width(track) / -(-len(track.spaces) // rows) for rows in range(1, _ROWS + 1)]
    pitch = min(_LARGEST, next((width for width in widths if width >= _LARGEST - 2), widths[-1]))
    if pitch < _LEAST:
        return None, (_crowded(track, "give `port` in `[table]` a smaller number"),)
    paper = PAPERS[track.paper]
    card = {"width": WIDTH + 2 * _AROUND, "height": HEIGHT + 2 * _AROUND}
    html = fonts.render_template(
        "track_page.html",
        track=track,
        spaces=list(_spaces(track, pitch)),
        room=(_width(track) - 4) * POINTS_PER_MM / _TITLE,
        lefts=[_MARGIN + at * (card["width"] + _MARGIN / 2) for at in range(len(track.places))],
        width=paper.height,
        height=paper.width,
        margin=_MARGIN,
        pitch=pitch,
        card=card,
        side=len(track.places) * (card["width"] + _MARGIN / 2),
        marked=_MARKED,
        store=_STORE,
        title=_TITLE,
        palette=track.palette,
    )
    layout = typesetter.lay_out_pages(html)
    if layout.boxes["begin"].height > HEIGHT + 2 * _AROUND - _STORE:
        return None, (_crowded(track, "shorten the words of `[setting]`"),)
    return layout, ()


def wanted_track(track: TrackPage) -> ExpectedLayout:
    """The requirements for the file of a track."""
    paper = PAPERS[track.paper]
    texts = (*map(str, range(1, len(track.spaces) + 1)), *printed_in(track, "language", "paper", "palette"))
    return ExpectedLayout(Format(paper.height, paper.width, track.span), ((texts,),))


def _width(track: TrackPage) -> float:
    return PAPERS[track.paper].height - 2 * _MARGIN


def _spaces(track: TrackPage, pitch: float) -> Iterator[dict[str, Any]]:
    """The middles of spaces from left to right, row by row, between the title and the places for cards."""
    across = min(int(_width(track) / pitch + 1e-9), len(track.spaces))
    left = _MARGIN + (_width(track) - across * pitch) / 2
    free = PAPERS[track.paper].width - _MARGIN - HEIGHT - 2 * _AROUND - _TOP
    top = _TOP + (free - -(-len(track.spaces) // across) * (pitch + _MARKED)) / 2
    for number, mark in enumerate(track.spaces, 1):
        row, column = divmod(number - 1, across)
        x, y = left + (column + 0.5) * pitch, top + (row + 0.5) * pitch + row * _MARKED
        yield {"number": number, "mark": mark, "x": round(x, 3), "y": round(y, 3)}


def _crowded(track: TrackPage, hint: str) -> Diagnostic:
    message = f"the track and what players begin with do not fit on {track.paper} paper"
    return codes.CROWDED_PLAN.at(track.span, message, hint=hint)
