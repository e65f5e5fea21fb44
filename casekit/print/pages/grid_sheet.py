"""A grid to be filled in, several times on a page: ``paint_grid_sheet(sheet)`` is the way in. Lengths are millimetres."""

from math import ceil

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import PAPERS, Format, Wanted, visible_texts
from casekit.print.content.pieces import GridSheet
from casekit.print.pages.grids import size_of
from casekit.print.text.glyphs import missing_in_texts
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Painted, Painting, lay_out_pages

MARGIN = 10.0
_ACROSS = 2
# Around each copy, so that it can be cut out; the line of its fields.
_AROUND, _FIELDS = 4.0, 8.0
# The sizes of the text in points that are tried in turn.
_TEXTS = (9.2, 8.4, 7.6, 6.8)
_ACCENT = "#000"


def paint_grid_sheet(sheet: GridSheet) -> Painting:
    """Typeset a page of grids.

    Args:
        sheet: its content.

    Returns:
        The page, or ``None`` if a finding is an error; and the findings: a grid that is too large for its part of the page.
    """
    for text in _TEXTS:
        layout = lay_out_pages(_html(sheet, text))
        room = _share(sheet)[1] - 2 * _AROUND
        if layout.pages == 1 and all(box.height <= room for box in layout.boxes.values()):
            return Painted(layout, sheet), ()
    message = f"{sheet.copies} grids do not fit on a page of {sheet.paper} paper"
    hint = f"give {sheet.entries} shorter names, or choose a larger paper"
    return None, (Diagnostic(codes.MISPLACED_PAGE, message, sheet.span, hint=hint),)


def lacking_in_grid_sheet(sheet: GridSheet) -> tuple[Diagnostic, ...]:
    """A finding for each character of grids that cannot be printed."""
    columns = (column.name for column in sheet.grid.columns)
    return missing_in_texts((sheet.title, *sheet.fields, *sheet.grid.texts(), *columns), sheet.span)


def wanted_grid_sheet(sheet: GridSheet) -> Wanted:
    """The requirements for the file of grids: one page with all copies."""
    copy = (*sheet.fields, *sheet.grid.texts(), *(column.short for column in sheet.grid.columns))
    return Wanted(Format.of(sheet.paper, sheet.span), (visible_texts(copy * sheet.copies),))


def _share(sheet: GridSheet) -> tuple[float, float]:
    """Width and height of the part of the page that a copy has."""
    paper = PAPERS[sheet.paper]
    across = min(_ACROSS, sheet.copies)
    down = ceil(sheet.copies / across)
    return (paper.width - 2 * MARGIN) / across, (paper.height - 2 * MARGIN) / down


def _html(sheet: GridSheet, text: float) -> str:
    width, height = _share(sheet)
    room = height - 2 * _AROUND - _FIELDS
    values = {
        "paper": PAPERS[sheet.paper],
        "margin": MARGIN,
        "width": round(width, 2),
        "height": round(height - 0.1, 2),
        "around": _AROUND,
        "fields": _FIELDS,
        "text": text,
        "accent": _ACCENT,
    }
    return render_template(
        "grid_sheet.html",
        sheet=sheet,
        size=size_of(sheet.grid, width - 2 * _AROUND, room, text),
        styles=render_styles("grid_sheet.css", "worksheet.css", **values),
    )
