"""The plan of a ship on one landscape page. ``print_plan(plan)`` is the way in; lengths are millimetres."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from markupsafe import Markup

from casekit.diagnostics import Diagnostic, codes
from casekit.print.accessories import Plan
from casekit.print.booklet import Printed
from casekit.print.glyphs import missing_in_texts
from casekit.print.lettering import ems
from casekit.print.papers import PAPERS, Paper
from casekit.print.pieces import finished, shown
from casekit.print.ship import GAP, HEAD, LEADING, PADDING, STAIRS, Drawing, lay_out_ship
from casekit.print.templating import render
from casekit.print.typesetter import hindrances, lay_out
from casekit.print.variants import PLAIN, Variant
from casekit.print.wanted import Format, Wanted

MARGIN = 10.0
# Around the rooms: stern, bow, what stands on the uppermost deck, keel and sea.
STERN, BOW, SKY, SEA = 14.0, 30.0, 34.0, 12.0
_MM = 25.4 / 72
# A deck's name stands in small capitals, which are at most so much of the width of capitals, and is spaced.
_NAME, _SMALL, _TRACKING = 10.5 * _MM, 0.87, 0.14
# The title stands over the after part of the ship, in large letters or in two lines of smaller ones.
_TITLE, _TITLE_SIZE, _TITLE_LEAST = 0.48, 23.0, 9.0


@dataclass(frozen=True, slots=True)
class DeckName:
    """Where the name of a deck begins, in the floor above it."""

    name: str
    x: float
    y: float


def print_plan(plan: Plan, variant: Variant = PLAIN) -> Printed:
    """Draw a ship on a page.

    Args:
        plan: its content.
        variant: what it is made for.

    Returns:
        The PDF, or ``None`` if a finding is an error; and the findings: a missing typesetter, characters the
        fonts lack, more zones and locations than can be printed legibly.
    """
    hindered = hindrances(plan.span, missing_in_texts(_texts(plan), plan.span))
    if hindered:
        return None, hindered
    paper = PAPERS[plan.paper]
    drawing = lay_out_ship(plan.ship, *room_for_ship(paper))
    if drawing is None:
        message = f"zones and locations do not fit on a plan on {plan.paper} paper"
        hint = "give them shorter names, or print the other products with --only"
        return None, (Diagnostic(codes.CROWDED_PLAN, message, plan.span, hint=hint),)
    return finished(lay_out(_html(plan, drawing, paper)), plan, wanted_plan(plan), variant)


def wanted_plan(plan: Plan) -> Wanted:
    """What the file of a plan should be; the legend explains only what there is."""
    paper = PAPERS[plan.paper]
    return Wanted(Format(paper.height, paper.width, plan.span), (shown(_names(plan)),))


def room_for_ship(paper: Paper) -> tuple[float, float]:
    """The most that rooms may take of a page that lies on its side, across and down."""
    return paper.height - 2 * MARGIN - STERN - BOW, paper.width - 2 * MARGIN - SKY - SEA / 2 - GAP


def corner(drawing: Drawing, paper: Paper) -> tuple[float, float]:
    """Where on the page the rooms begin: their upper left corner."""
    return MARGIN + STERN, paper.width - MARGIN - SEA + 1 - drawing.height


def _html(plan: Plan, drawing: Drawing, paper: Paper) -> str:
    width, height = paper.height, paper.width
    left, top = corner(drawing, paper)
    size = drawing.text * _MM
    sea = height - MARGIN - SEA
    title = _TITLE * drawing.width
    title_size = _title_size(plan.title, title)
    values = {
        "width": width,
        "height": height,
        "margin": MARGIN,
        "padding": PADDING,
        "text": drawing.text,
        "head": round(HEAD * size, 3),
        "line": round(LEADING * size, 3),
        "palette": plan.palette,
        "title": title,
        "title_size": title_size,
    }
    waves = round((width - 2 * MARGIN) / 9)
    return render(
        "plan.html",
        plan=plan,
        drawing=drawing,
        room=title / (title_size * _MM),
        margin=MARGIN,
        left=left,
        top=top,
        names=[asdict(name) for name in deck_names(drawing)],
        sea={
            "top": sea,
            "width": width - 2 * MARGIN,
            "waves": waves,
            "step": round((width - 2 * MARGIN) / waves, 4),
        },
        styles=Markup(render("fonts.css") + render("plan.css", **values)),  # noqa: S704 -- numbers and colours
    )


def _title_size(title: str, width: float) -> float:
    """The size of the title in points; the display face is wider than the text face."""
    needed = ems(title, ("strong",)) * 1.12 * _MM
    lines = 1 if needed * _TITLE_SIZE <= width else 1.8
    return round(max(_TITLE_LEAST, min(_TITLE_SIZE, lines * width / max(needed, 1e-6))), 2)


def deck_names(drawing: Drawing) -> Iterator[DeckName]:
    """The names of the decks in the floors above them, clear of the stairs."""
    for deck in drawing.decks:
        stairs = sorted(at.x for at in drawing.stairs if abs(at.y + GAP - deck.y) < 1)
        lefts = [0.0, *(x + STAIRS / 2 for x in stairs)]
        rights = [*(x - STAIRS / 2 for x in stairs), drawing.width]
        rooms = [right - left for left, right in zip(lefts, rights, strict=True)]
        # If the name fits nowhere, it stands where there is most room.
        at = next((at for at, room in enumerate(rooms) if room >= _room(deck.name)), rooms.index(max(rooms)))
        yield DeckName(deck.name, round(lefts[at] + PADDING, 3), round(deck.y - GAP + 0.3, 3))


def _room(name: str) -> float:
    """What the name of a deck takes of the floor."""
    return (ems(name.upper()) * _SMALL + len(name) * _TRACKING) * _NAME + 2 * PADDING


def _texts(plan: Plan) -> Iterator[str]:
    yield from (plan.door, plan.stairs, plan.passage)
    yield from _names(plan)


def _names(plan: Plan) -> Iterator[str]:
    yield from (plan.title, plan.subtitle)
    for deck in plan.ship.decks:
        yield deck.name
        for room in deck.rooms:
            yield room.name
            for place in room.places:
                yield from (place.code, place.label)
