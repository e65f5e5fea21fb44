"""The sizes of worksheets: of the columns and rows of a grid, and whether the columns of a record need lines.

Lengths are millimetres unless a name says ``points``. A grid has columns of labels at the left, the first of
them for the names of its rows, and columns of cells to be filled in. Sizes of letters in columns are parts of
the size of the text.
"""

import re
from collections.abc import Iterator

from casekit.print.content.booklet import Grid, GridColumn, Record
from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.typesetting import fonts
from casekit.values import frozen

# The height of a row of a grid, at least and at most.
_LEAST_ROW = 3.9
_MOST_ROW = 6.4
# The least height of a row of small letters, as a multiple of their size.
_LEAST_ROW_PER_TEXT = 1.3
# The height of the title over a grid, as a multiple of the size of the text.
_TITLE_PER_TEXT = 2.0
# The width of a column of labels, at least and at most; and what labels have beside them.
_LEAST_LABEL = 20.0
_MOST_LABEL = 42.0
_BESIDE_LABEL = 2.0
# The most width of a column of cells, and what its name has beside it.
_MOST_CELL = 13.0
_BESIDE_NAME = 1.4
# A small capital's width as a part of a capital's, and the space between small capitals, in ems.
_SMALL_CAPITAL = 0.82
_TRACKING = 0.03
# The least size of the name of a column, as a part of the size of the text.
_LEAST_NAME = 0.7
# What stays on one line: a word, with the marks that French sets apart from it, as in "où ?".
_UNDIVIDED = re.compile(r"\S+(?:\s[?!:;]+)*")
# The part of a record's width that its columns of plain text may have if nothing in them is divided.
_UNDIVIDED_PER_RECORD = 0.5


@frozen(slots=True)
class GridSizes:
    """The sizes of a grid."""

    width: float
    """The width of all columns."""
    label: float
    """The width of the first column of labels."""
    further: float
    """The width of each further column of labels."""
    cell: float
    """The width of a column of cells."""
    row: float
    """The height of a row."""
    full: tuple[bool, ...]
    """For each column whether its name is printed in full."""
    sizes: tuple[float, ...]
    """For each column the size of its name, as a part of the size of the text."""


@frozen(slots=True)
class _ColumnWidths:
    """The widths of the columns of each kind, as in ``GridSizes``."""

    label: float
    further: float
    cell: float


def grid_sizes(grid: Grid, width: float, height: float, text_points: float) -> GridSizes:
    """The sizes of a grid that has at most a width, and fills a height as far as its rows may be high."""
    text_mm = text_points / POINTS_PER_MM
    widths = _column_widths(grid, width, text_mm)
    least_row = min(_LEAST_ROW, _LEAST_ROW_PER_TEXT * text_mm)
    filling_row = (height - _TITLE_PER_TEXT * text_mm) / max(1, grid.height)
    row = min(_MOST_ROW, max(least_row, filling_row))
    is_full: list[bool] = []
    name_sizes: list[float] = []
    for column in grid.columns:
        has_room = column.label or _fits_in_cell(column, widths.cell, text_mm)
        name = column.name if has_room else column.short
        is_full.append(has_room)
        name_sizes.append(1.0 if column.label else _name_size(name, widths.cell, text_mm))
    labels_width = widths.label + (grid.labels - 1) * widths.further
    return GridSizes(
        width=round(labels_width + _cell_columns(grid) * widths.cell, 2),
        label=round(widths.label, 2),
        further=round(widths.further, 2),
        cell=round(widths.cell, 2),
        row=round(row, 2),
        full=tuple(is_full),
        sizes=tuple(name_sizes),
    )


def least_grid_height(grid: Grid, width: float, text_points: float) -> float:
    """The height of a grid whose rows are as low as its letters allow."""
    text_mm = text_points / POINTS_PER_MM
    row = max(grid_sizes(grid, width, 0, text_points).row, _LEAST_ROW_PER_TEXT * text_mm)
    return row * grid.height + _TITLE_PER_TEXT * text_mm


def has_undivided_texts(record: Record, width: float, text_points: float) -> bool:
    """Whether each text in a record's columns of plain text has room on one line."""
    text_mm = text_points / POINTS_PER_MM
    text_columns = [index for index, column in enumerate(record.columns) if column.kind == "text"]
    needed_ems: float = 0
    for index in text_columns:
        # The last cell of a line takes the room of the rest.
        cells = [line[index] for line in record.lines if index < len(line) - 1]
        needed_ems += max((fonts.ems(cell) for cell in cells if isinstance(cell, str)), default=0)
    # Columns have a space of one em between them.
    needed = needed_ems * text_mm + len(text_columns) * text_mm
    return needed <= width * _UNDIVIDED_PER_RECORD


def _cell_columns(grid: Grid) -> int:
    """How many columns of cells a grid has: its first column of labels is not among ``columns``."""
    return len(grid.columns) + 1 - grid.labels


def _column_widths(grid: Grid, width: float, text_mm: float) -> _ColumnWidths:
    """The widths of the columns of a grid that has at most a width."""
    cell_columns = _cell_columns(grid)
    needed = max(map(fonts.ems, _label_texts(grid)), default=0) * text_mm + _BESIDE_LABEL
    most_label = width / (1 + grid.labels) if cell_columns else width
    label = min(max(needed, _LEAST_LABEL), _MOST_LABEL, most_label)
    if cell_columns:
        cell = min(_MOST_CELL, (width - grid.labels * label) / cell_columns)
        return _ColumnWidths(label, label, cell)
    # A grid of labels alone is as wide as it may be.
    further = (width - label) / max(1, grid.labels - 1)
    return _ColumnWidths(label, further, 0)


def _label_texts(grid: Grid) -> Iterator[str]:
    """The texts by which the width of labels is found: without cells, only those of the first column."""
    for group in grid.groups:
        for row in group.rows:
            yield row.label
    if not _cell_columns(grid):
        return
    for index, column in enumerate(grid.columns):
        if column.label:
            yield column.name.upper()
            for group in grid.groups:
                for row in group.rows:
                    yield row.marks[index]


def _fits_in_cell(column: GridColumn, cell: float, text_mm: float) -> bool:
    """Whether the full name of a column has room on one line of its cell."""
    name_width = fonts.ems(column.name.upper()) * text_mm * _SMALL_CAPITAL
    return name_width + _BESIDE_NAME <= cell


def _name_size(name: str, cell: float, text_mm: float) -> float:
    """The size in which the longest word of a column's name has room in its cell.

    Words that would have to be smaller than can be read are divided.
    """
    words = _UNDIVIDED.findall(name.upper())
    longest_ems = max((fonts.ems(word) * _SMALL_CAPITAL + len(word) * _TRACKING for word in words), default=0)
    fitting_size = (cell - _BESIDE_NAME) / max(longest_ems * text_mm, 1e-6)
    return round(max(_LEAST_NAME, min(1.0, fitting_size)), 3)
