"""Leaflets: small pages of headings, lists, tables and pictures in one size of type; in millimetres."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from casekit.diagnostics import Finding, codes
from casekit.print.content.leaflet_text import BlockKind, LeafletPage, Stage
from casekit.print.content.papers import PAPERS, ExpectedLayout, Format
from casekit.print.content.pieces import Leaflet
from casekit.print.typesetting.fonts import render_template
from casekit.print.typesetting.typesetter import Layout, TypesetPages, set_in_first_fitting_size
from casekit.prose import markup
from casekit.values import frozen

_MARGIN = 12.0
_BOTTOM_MARGIN = 15.0
# What rounding may add to a page.
_ROUNDING = 0.5
# Sizes of the text in points, the preferred first.
_TEXT_POINTS = (12.0, 11.7, 11.4, 11.0, 10.6, 10.2, 9.8, 9.4, 9.0, 8.6, 8.2)


@frozen(slots=True)
class _Run:
    """Blocks of one kind, one after the other, which are set as one list or table."""

    kind: BlockKind
    cells: tuple[tuple[str, ...], ...]
    """The texts of each block, as HTML."""
    rooms: tuple[tuple[Stage, ...], ...]
    """The rooms of each block."""


def paint_leaflet(leaflet: Leaflet) -> TypesetPages:
    """Typeset a leaflet; the findings: the first page with more than it holds."""
    room = PAPERS[leaflet.paper].height - _MARGIN - _BOTTOM_MARGIN - _ROUNDING
    return set_in_first_fitting_size(
        _TEXT_POINTS, partial(_html, leaflet, room), partial(_overfull_page, leaflet, room)
    )


def _overfull_page(leaflet: Leaflet, room: float, layout: Layout, _: float) -> Iterator[Finding]:
    for index in range(len(leaflet.pages)):
        if layout.boxes[f"page-{index}"].height > room:
            message = f"page {index + 1} of “{leaflet.title}” does not fit on {leaflet.paper} paper"
            hint = "give locations, topics and cards shorter names, or print the other products with --only"
            yield codes.MISPLACED_PAGE.at(leaflet.span, message, hint=hint)
            return


def expected_layout_of_leaflet(leaflet: Leaflet) -> ExpectedLayout:
    """The requirements for the file of a leaflet."""
    pages = tuple(tuple(_texts(page, leaflet.language)) for page in leaflet.pages)
    return ExpectedLayout(Format.of(leaflet.paper, leaflet.span), (pages,))


def _texts(page: LeafletPage, language: str) -> Iterator[str]:
    """The texts on a page."""
    yield markup.visible_text(page.heading, language)
    for block in page.blocks:
        yield from (markup.visible_text(cell, language) for cell in block.cells)
        for room in block.rooms:
            yield from (str(room.number), room.name, *(pawn.mark for pawn in room.pawns))


def _html(leaflet: Leaflet, room: float, text_points: float) -> str:
    return render_template(
        "leaflet.html",
        leaflet=leaflet,
        language=leaflet.language,
        pages=[(page, list(_runs(page, leaflet.language))) for page in leaflet.pages],
        paper=PAPERS[leaflet.paper],
        margin=_MARGIN,
        foot=_BOTTOM_MARGIN,
        text=text_points,
        room=room,
        accent=leaflet.accent,
    )


def _runs(page: LeafletPage, language: str) -> Iterator[_Run]:
    for kind, blocks in groupby(page.blocks, key=lambda block: block.kind):
        cells: list[tuple[str, ...]] = []
        rooms: list[tuple[Stage, ...]] = []
        for block in blocks:
            cells.append(tuple(markup.to_html(cell, language) for cell in block.cells))
            rooms.append(block.rooms)
        yield _Run(kind, tuple(cells), tuple(rooms))
