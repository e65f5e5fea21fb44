"""How large the parts of a worksheet are, on whatever page it is. Lengths are millimetres."""

from dataclasses import dataclass

from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.content.worksheet import Grid, Record
from casekit.print.text.glyphs import ems

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
