"""A grid to be filled in, several times on a page that is cut apart. Lengths are millimetres."""

from collections.abc import Iterator
from functools import partial
from math import ceil

from casekit.diagnostics import Finding, codes
from casekit.print.content.booklet import printed_in
from casekit.print.content.papers import PAPERS, ExpectedLayout, Format
from casekit.print.content.pieces import GridSheet
from casekit.print.pages.worksheet_sizes import grid_sizes
from casekit.print.typesetting import fonts, typesetter

_MARGIN = 10.0
_MOST_COPIES_ACROSS = 2
# The space around each copy, so that it can be cut out, and the height of the line of its fields.
_AROUND_COPY = 4.0
_FIELDS_HEIGHT = 8.0
# What rounding may add to a copy.
_ROUNDING = 0.1
# Sizes of the text in points, the preferred first.
_TEXT_POINTS = (9.2, 8.4, 7.6, 6.8)


def paint_grid_sheet(sheet: GridSheet) -> typesetter.TypesetPages:
    """Typeset a page of grids; the findings: a grid that is too large for its part of the page."""
    return typesetter.set_in_first_fitting_size(
        _TEXT_POINTS, partial(_html, sheet), partial(_overfull_copy, sheet)
    )


def expected_layout_of_grid_sheet(sheet: GridSheet) -> ExpectedLayout:
    """The requirements for the file of grids: one page with all copies."""
    short_names = (column.short for column in sheet.grid.columns)
    copy_texts = (*sheet.fields, *printed_in(sheet.grid, "columns"), *short_names)
    return ExpectedLayout(Format.of(sheet.paper, sheet.span), ((copy_texts * sheet.copies,),))


def _copy_size(sheet: GridSheet) -> tuple[float, float]:
    """Width and height of the part of the page that a copy has."""
    paper = PAPERS[sheet.paper]
    across = min(_MOST_COPIES_ACROSS, sheet.copies)
    down = ceil(sheet.copies / across)
    return (paper.width - 2 * _MARGIN) / across, (paper.height - 2 * _MARGIN) / down


def _overfull_copy(sheet: GridSheet, layout: typesetter.Layout, _: float) -> Iterator[Finding]:
    _, copy_height = _copy_size(sheet)
    room = copy_height - 2 * _AROUND_COPY
    if layout.pages > 1 or any(box.height > room for box in layout.boxes.values()):
        message = f"{sheet.copies} grids do not fit on a page of {sheet.paper} paper"
        hint = f"give {sheet.entries} shorter names, or choose a larger paper"
        yield codes.MISPLACED_PAGE.at(sheet.span, message, hint=hint)


def _html(sheet: GridSheet, text_points: float) -> str:
    width, height = _copy_size(sheet)
    grid_width = width - 2 * _AROUND_COPY
    grid_height = height - 2 * _AROUND_COPY - _FIELDS_HEIGHT
    return fonts.render_template(
        "grid_sheet.html",
        sheet=sheet,
        size=grid_sizes(sheet.grid, grid_width, grid_height, text_points),
        paper=PAPERS[sheet.paper],
        margin=_MARGIN,
        width=round(width, 2),
        height=round(height - _ROUNDING, 2),
        around=_AROUND_COPY,
        fields=_FIELDS_HEIGHT,
        text=text_points,
        accent="#000",
    )
