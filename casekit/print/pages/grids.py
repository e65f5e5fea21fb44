"""Rows and grids on a page: groups divided between two columns, the parts of a worksheet, and sheets of grids to be filled in.

``paint_grid_sheet(sheet)`` is the way in to the latter. Lengths are millimetres.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import Group, TableRow
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Format, Wanted, visible_texts
from casekit.print.content.pieces import GridSheet
from casekit.print.content.worksheet import Grid, Record
from casekit.print.text.glyphs import ems, missing_in_texts
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Painted, Painting, lay_out_pages

Columns = tuple[tuple[Group, ...], tuple[Group, ...]]
# How much longer the longer column may be before a group is divided between the two.
_PATIENCE = 1.2


def halves(groups: Sequence[Group], lines: Callable[[TableRow], int] = lambda _: 1) -> Columns:
    """Divide groups into two columns of nearly the same height, in reading order.

    A division stays whole; a group is cut only where that makes the columns much shorter, and then has its
    title over both parts.
    """
    blocks = [
        (group, tuple(rows))
        for group in groups
        for _, rows in groupby(group.rows, key=lambda row: row.division or (row.code, row.label))
    ]
    cuts = [(_regroup(blocks[:cut]), _regroup(blocks[cut:])) for cut in range(1, len(blocks) + 1)]
    if not cuts:
        return (), ()

    def cost(columns: Columns) -> float:
        left, right = columns
        divided = bool(right) and left[-1].title == right[0].title
        return max(height(left, lines), height(right, lines)) * (_PATIENCE if divided else 1)

    return min(cuts, key=cost)


def height(groups: Sequence[Group], lines: Callable[[TableRow], int] = lambda _: 1) -> int:
    """The lines that groups take, one for each title."""
    return sum(1 + sum(lines(row) for row in group.rows) for group in groups)


def _regroup(blocks: Sequence[tuple[Group, tuple[TableRow, ...]]]) -> tuple[Group, ...]:
    return tuple(
        replace(group, rows=tuple(row for _, rows in parts for row in rows))
        for group, parts in (
            (group, list(parts)) for group, parts in groupby(blocks, key=lambda block: block[0])
        )
    )


_ROW_LEAST, _ROW_MOST = 3.9, 6.4
_LABEL = (20.0, 42.0)
_CELL_MOST = 13.0
# Beside a label, and beside the name of a column.
_AIR, _BESIDE = 2.0, 1.4
# Small capitals beside capitals, and their letters stand apart.
_SMALL = 0.82
# The part of a record's width that its columns of plain text may have if nothing in them is divided.
_WHOLE = 0.5
# The title over a grid, in sizes of its letters.
_TITLE = 2.0


@dataclass(frozen=True, slots=True)
class GridSize:
    """The widths of a grid, of its labels and its cells, the height of its rows, and which of its columns' names are in full."""

    width: float
    label: float
    cell: float
    row: float
    full: tuple[bool, ...]


def size_of(grid: Grid, width: float, room: float, text: float) -> GridSize:
    """The size of a grid.

    Args:
        grid: its content.
        width: the most it may have.
        room: the height it should fill, as far as its rows stay within bounds.
        text: the size of its letters in points.
    """
    letter = text / POINTS_PER_MM
    labels = [row.label for group in grid.groups for row in group.rows]
    for at, column in enumerate(grid.columns):
        labels += [row.marks[at] for group in grid.groups for row in group.rows if column.label]
    wanted = max(map(ems, labels), default=0) * letter + _AIR
    columns = max(1, len(grid.columns) + 1 - grid.labels)
    label = min(max(wanted, _LABEL[0]), _LABEL[1], width / (1 + grid.labels))
    cell = min(_CELL_MOST, (width - grid.labels * label) / columns)
    names = (ems(column.name.upper()) * letter * _SMALL for column in grid.columns)
    row = min(_ROW_MOST, max(_ROW_LEAST, (room - _TITLE * letter) / max(1, grid.height)))
    full = tuple(
        column.label or name + _BESIDE <= cell for column, name in zip(grid.columns, names, strict=True)
    )
    return GridSize(
        round(grid.labels * label + columns * cell, 2), round(label, 2), round(cell, 2), round(row, 2), full
    )


def is_whole(record: Record, width: float, text: float) -> bool:
    """Whether what is in a record's columns of plain text can stay in one line each, in letters of a size in points."""
    letter = text / POINTS_PER_MM
    columns = [at for at, column in enumerate(record.columns) if column.kind == "text"]
    cells = ([line[at] for line in record.lines if at < len(line) - 1] for at in columns)
    widest = (max((ems(cell) for cell in column if isinstance(cell, str)), default=0) for column in cells)
    return sum(widest) * letter + len(columns) * letter <= width * _WHOLE


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
        layout = lay_out_pages(_sheet_html(sheet, text))
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


def _sheet_html(sheet: GridSheet, text: float) -> str:
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
