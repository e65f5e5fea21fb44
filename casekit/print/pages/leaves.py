"""Cases on leaves of their own, with the solution upside down on the back or at the foot; and leaflets.

All cases have the same on the backs of their leaves. Leaflets are small pages in one size of type. Lengths
are millimetres.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any, Literal

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import CasePages, Worksheet, printed_in
from casekit.print.content.papers import PAPERS, ExpectedLayout, Format, UpsideDownText
from casekit.print.content.pieces import Leaflet, LeafletPage, Leaves, SolutionPlace
from casekit.print.pages.sheets import is_whole, size_of
from casekit.print.typesetting.fonts import render_template
from casekit.print.typesetting.typesetter import (
    Layout,
    TypesetPages,
    lay_out_pages,
    set_in_first_fitting_size,
)
from casekit.prose import markup

MARGIN = 13.0
# The text in points, on A4 and at least, and that of worksheets and solutions beside it.
_TEXT, _TEXT_LEAST, _SMALL = 10.0, 8.2, 0.9
_A4_WIDTH = 210.0
# The part of the width that a grid may have; what is between the columns, and above the worksheet.
_GRID, _BETWEEN, _GAP = 0.36, 6.0, 3.4
# The heading of a back, and what rounding may add to a page.
_REVERSE, _SLACK = 6.0, 1.0
# So long that everything that is measured is on one page of it.
_MEASURING_HEIGHT = 30_000
Back = Literal["", "solution", "worksheet", "grid"]
"""The content of the back of each leaf, if it has one."""

_SIDES: Mapping[Back, tuple[tuple[str, ...], ...]] = {
    "": (("front", "work", "foot"),),
    "solution": (("front", "work"), ("reverse", "solution")),
    "worksheet": (("front", "foot"), ("reverse", "work")),
    "grid": (("front", "record", "foot"), ("reverse", "grid")),
}
"""The parts of a case on each side of its leaf, by the content of its back.

``work`` is both its record and its grid, ``foot`` its solution below something else.
"""

# Attempts in turn by the place of the solution: how tight the text is set, and the back. A smaller type is
# better than a leaf to be turned.
_Attempts = tuple[tuple[float, Back], ...]
_TWO_PAGES: _Attempts = ((1.0, "solution"), (0.92, "solution"), (0.85, "solution"))
_WORKSHEETS: _Attempts = ((1.0, "worksheet"), (0.9, "worksheet"), (0.8, "worksheet"))
_GRIDS: _Attempts = ((1.0, "grid"), (0.9, "grid"), (0.8, "grid"))
_ATTEMPTS: Mapping[SolutionPlace, _Attempts] = {
    "back": (*_TWO_PAGES, (0.8, "solution"), *_GRIDS),
    "foot": ((1.08, ""), (1.0, ""), (0.95, ""), (0.9, ""), *_TWO_PAGES, *_WORKSHEETS, *_GRIDS),
    "none": ((1.0, ""), (0.92, ""), (0.85, ""), (0.8, ""), *_WORKSHEETS, *_GRIDS),
}
# What makes a case shorter, by the place of the solution.
_HINTS: Mapping[SolutionPlace, str] = {
    "back": "shorten its presentation, its solution or its record, or let solutions be elsewhere: `--solution foot`",
    "foot": "shorten its presentation, its solution or its record",
    "none": "shorten its presentation or its record",
}


def paint_leaves(leaves: Leaves) -> TypesetPages:
    """Typeset cases with a worksheet; the findings: a case that does not fit on the two sides of a leaf."""
    # The content of the back changes no height, so each tightness is measured once.
    measured: dict[float, tuple[dict[str, float], ...]] = {}
    for tightness, back in _ATTEMPTS[leaves.solution]:
        if tightness not in measured:
            layout = lay_out_pages(_leaves_html(leaves, tightness, back))
            indices = range(len(leaves.cases))
            measured[tightness] = tuple(_heights(layout, index, leaves.solution) for index in indices)
        heights = measured[tightness]
        excesses = [_fullest_side(parts, back) - _depth(leaves) for parts in heights]
        if max(excesses, default=0) <= 0:
            return lay_out_pages(_leaves_html(leaves, tightness, back, heights)), ()
    findings = []
    for case, excess in zip(leaves.cases, excesses, strict=True):
        if excess > 0:
            message = (
                f"{case.title} ({case.heading}) is {excess:.0f} mm too long for the two sides of a leaf"
                f" of {leaves.paper} paper"
            )
            place, hint = case.presentation.span, _HINTS[leaves.solution]
            findings.append(codes.LONG_PRESENTATION.at(place, message, hint=hint))
    return None, tuple(findings)


def _fullest_side(heights: Mapping[str, float], back: Back) -> float:
    """The height of the fuller side of a leaf, given those of the parts of its case."""
    fullest = 0.0
    for side in _SIDES[back]:
        fullest = max(fullest, sum(heights[part] for part in side))
    return fullest


def _depth(leaves: Leaves) -> float:
    """The height of the text area, less what rounding may add."""
    return PAPERS[leaves.paper].height - 2 * MARGIN - _SLACK


def _leaves_html(
    leaves: Leaves, tightness: float, back: Back, measured: Sequence[Mapping[str, float]] | None = None
) -> str:
    """The pages; before they are measured, all of it on one endless page.

    They are set so tight, in parts of the full size, and have this on their backs.
    """
    paper = PAPERS[leaves.paper]
    text = round(max(_TEXT_LEAST, _TEXT * paper.width / _A4_WIDTH) * tightness, 2)
    return render_template(
        "leaves.html",
        leaves=leaves,
        language=leaves.language,
        pages=list(_cases(leaves, text, back, measured)),
        back=back,
        measuring=measured is None,
        paper=paper,
        height=_MEASURING_HEIGHT if measured is None else paper.height,
        margin=MARGIN,
        depth=_depth(leaves),
        text=text,
        small=_SMALL,
        gap=_GAP,
        accent=leaves.accent,
    )


def _cases(
    leaves: Leaves, text: float, back: Back, measured: Sequence[Mapping[str, float]] | None
) -> Iterator[dict[str, Any]]:
    """The cases with the sizes of their worksheets.

    Once these are measured, grids fill the page as far as their rows stay within bounds.
    """
    whole_width = PAPERS[leaves.paper].width - 2 * MARGIN
    for index, case in enumerate(leaves.cases):
        worksheet, letters = _worksheet(case), text * _SMALL
        # A grid with several columns of labels is below the record.
        is_below, room = worksheet.grid.labels > 1, 0.0
        if measured is not None and (not is_below or back == "grid"):
            beside = measured[index]["front"] + (measured[index]["foot"] if back == "" else 0)
            used = _REVERSE if back in {"worksheet", "grid"} else beside
            room = _depth(leaves) - used - _GAP - _SLACK
        size = size_of(worksheet.grid, whole_width * (1 if is_below else _GRID), room, letters)
        width = whole_width if is_below else round(whole_width - size["width"] - _BETWEEN, 2)
        whole = is_whole(worksheet.record, width, letters)
        yield {"at": index, "case": case, "record_width": width, "whole": whole, "grid": size}


def _heights(layout: Layout, index: int, place: SolutionPlace) -> dict[str, float]:
    """How high the parts of a case are in a layout in which it has a number; its worksheet with low rows."""

    def height(*parts: str) -> float:
        return sum(layout.boxes[f"{part}-{index}"].height for part in parts)

    solution = 0 if place == "none" else height("solution")
    return {
        "front": height("head", "story", "lists"),
        "work": height("work"),
        "record": _GAP + height("record"),
        "grid": _GAP + height("grid"),
        "solution": solution,
        "foot": _GAP + solution if solution else 0,
        "reverse": _REVERSE,
    }


def wanted_leaves(leaves: Leaves) -> ExpectedLayout:
    """The requirements for a file of leaves: a page a case, or two.

    The second one has the solution, the worksheet or its grid.
    """
    texts_of_cases = [_texts_of(case, leaves.solution) for case in leaves.cases]
    backs = dict.fromkeys(back for _, back in _ATTEMPTS[leaves.solution])
    layouts = []
    for back in backs:
        pages: list[tuple[str, ...]] = []
        for texts in texts_of_cases:
            for side in _SIDES[back]:
                texts_of_side = chain.from_iterable(texts[part] for part in side)
                pages.append(tuple(texts_of_side))
        layouts.append(tuple(pages))
    return ExpectedLayout(Format.of(leaves.paper, leaves.span), tuple(layouts))


def _texts_of(case: CasePages, place: SolutionPlace) -> dict[str, tuple[str, ...]]:
    """The texts of the parts of a case."""
    worksheet = _worksheet(case)
    record = printed_in(worksheet.record, "kind")
    grid = (*printed_in(worksheet.grid, "columns"), *(column.short for column in worksheet.grid.columns))
    solution = () if place == "none" else (UpsideDownText(case.solution_heading),)
    return {
        "front": (case.heading, case.title, case.level, *printed_in(case.answers)),
        "work": (*record, *grid),
        "record": record,
        "grid": grid,
        "solution": solution,
        "foot": solution,
        "reverse": (case.heading,),
    }


def _worksheet(case: CasePages) -> Worksheet:
    if case.worksheet is None:
        raise ValueError(f"{case.heading} has no worksheet")
    return case.worksheet


_MARGIN, _FOOT = 12.0, 15.0
# What rounding may add to a page.
_ROUNDING = 0.5
# Text sizes in points, the preferred first.
_SIZES = (12.0, 11.7, 11.4, 11.0, 10.6, 10.2, 9.8, 9.4, 9.0, 8.6, 8.2)


def paint_leaflet(leaflet: Leaflet) -> TypesetPages:
    """Typeset a leaflet; the findings: pages with more than they hold."""
    room = PAPERS[leaflet.paper].height - _MARGIN - _FOOT - _ROUNDING

    def overfull(layout: Layout, _: float) -> Iterator[Diagnostic]:
        long = [at for at in range(len(leaflet.pages)) if layout.boxes[f"page-{at}"].height > room]
        if long:
            message = f"page {long[0] + 1} of “{leaflet.title}” does not fit on {leaflet.paper} paper"
            hint = "give locations, topics and cards shorter names, or print the other products with --only"
            yield codes.MISPLACED_PAGE.at(leaflet.span, message, hint=hint)

    return set_in_first_fitting_size(_SIZES, partial(_html, leaflet, room), overfull)


def wanted_leaflet(leaflet: Leaflet) -> ExpectedLayout:
    """The requirements for the file of a leaflet."""
    pages = tuple(tuple(_texts(page, leaflet.language)) for page in leaflet.pages)
    return ExpectedLayout(Format.of(leaflet.paper, leaflet.span), (pages,))


def _texts(page: LeafletPage, language: str) -> Iterator[str]:
    yield markup.visible_text(page.heading, language)
    for block in page.blocks:
        yield from (markup.visible_text(cell, language) for cell in block.cells)
        for room in block.rooms:
            yield from (str(room.number), room.name, *(pawn.mark for pawn in room.pawns))


def _html(leaflet: Leaflet, room: float, size: float) -> str:
    return render_template(
        "leaflet.html",
        leaflet=leaflet,
        language=leaflet.language,
        pages=[(page, list(_runs(page, leaflet.language))) for page in leaflet.pages],
        paper=PAPERS[leaflet.paper],
        margin=_MARGIN,
        foot=_FOOT,
        text=size,
        room=room,
        accent=leaflet.accent,
    )


def _runs(page: LeafletPage, language: str) -> Iterator[dict[str, object]]:
    """Blocks of one kind one after the other, which are set as one list or table."""
    for kind, run in groupby(page.blocks, key=lambda block: block.kind):
        cells, rooms = [], []
        for block in run:
            cells.append([markup.to_html(cell, language) for cell in block.cells])
            rooms.append(block.rooms)
        yield {"kind": kind, "cells": cells, "rooms": rooms}
