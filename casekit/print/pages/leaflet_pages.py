"""Leaflets: pages of a small paper, all in one size of type, the largest in which each holds what is to be on it. Lengths are millimetres."""

from collections.abc import Iterator
from itertools import groupby

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.leaflet import Leaflet, LeafletPage
from casekit.print.content.papers import PAPERS, Format, Wanted, visible_texts
from casekit.print.text import prose
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Painted, TypesetPages, lay_out_pages

_MARGIN, _FOOT = 12.0, 15.0
# What rounding may add to a page.
_SLACK = 0.5
# Text sizes in points, the preferred first.
_SIZES = (12.0, 11.7, 11.4, 11.0, 10.6, 10.2, 9.8, 9.4, 9.0, 8.6, 8.2)


def paint_leaflet(leaflet: Leaflet) -> TypesetPages:
    """Typeset a leaflet.

    Args:
        leaflet: its content.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: pages with more than they hold.
    """
    paper = PAPERS[leaflet.paper]
    room = paper.height - _MARGIN - _FOOT - _SLACK
    long: list[int] = []
    for size in _SIZES:
        layout = lay_out_pages(_html(leaflet, size, room))
        long = [at for at in range(len(leaflet.pages)) if layout.boxes[f"page-{at}"].height > room]
        if not long:
            return Painted(layout, leaflet), ()
    message = f"page {long[0] + 1} of “{leaflet.title}” does not fit on {leaflet.paper} paper"
    hint = "give locations, topics and cards shorter names, or print the other products with --only"
    return None, (Diagnostic(codes.MISPLACED_PAGE, message, leaflet.span, hint=hint),)


def wanted_leaflet(leaflet: Leaflet) -> Wanted:
    """The requirements for the file of a leaflet."""
    pages = tuple(visible_texts(_texts(page, leaflet.language)) for page in leaflet.pages)
    return Wanted(Format.of(leaflet.paper, leaflet.span), pages)


def _texts(page: LeafletPage, language: str) -> Iterator[str]:
    yield prose.plain(page.heading, language)
    for block in page.blocks:
        yield from (prose.plain(cell, language) for cell in block.cells)
        for room in block.rooms:
            yield from (str(room.number), room.name, *(pawn.mark for pawn in room.pawns))


def _html(leaflet: Leaflet, size: float, room: float) -> str:
    paper = PAPERS[leaflet.paper]
    values = {
        "paper": paper,
        "margin": _MARGIN,
        "foot": _FOOT,
        "text": size,
        "room": room,
        "accent": leaflet.accent,
    }
    language = leaflet.language
    pages = [
        (prose.markup(page.heading, language), page.drawing, list(_runs(page, language)))
        for page in leaflet.pages
    ]
    return render_template(
        "leaflet.html", leaflet=leaflet, pages=pages, styles=render_styles("leaflet.css", **values)
    )


def _runs(page: LeafletPage, language: str) -> Iterator[dict[str, object]]:
    """Blocks of one kind one after the other, which are set as one list or table."""
    for kind, run in groupby(page.blocks, key=lambda block: block.kind):
        blocks = list(run)
        cells = [[prose.markup(cell, language) for cell in block.cells] for block in blocks]
        yield {"kind": kind, "cells": cells, "rooms": [block.rooms for block in blocks]}
