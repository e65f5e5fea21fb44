"""The worksheets of readers: a record in lines and columns, and a grid in which they note what they have found."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

ColumnKind = Literal["number", "name", "text"]
"""How a column is set: figures, names in small capitals, anything else."""


@dataclass(frozen=True, slots=True)
class RecordColumn:
    """A column of a record. Its title may be empty."""

    title: str
    kind: ColumnKind = "text"


@dataclass(frozen=True, slots=True)
class Noted:
    """The text in a cell, and a note to it."""

    text: str
    note: str


RecordCell = str | Noted


@dataclass(frozen=True, slots=True)
class Record:
    """Lines under the titles of their columns. In a line with fewer cells the last one takes the room of the rest."""

    title: str
    columns: tuple[RecordColumn, ...]
    lines: tuple[tuple[RecordCell, ...], ...]

    def texts(self) -> Iterator[str]:
        """Every text in it, in reading order."""
        yield from (self.title, *(column.title for column in self.columns))
        for cell in chain(*self.lines):
            yield from (cell,) if isinstance(cell, str) else (cell.text, cell.note)


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column of a grid: its name, and the beginning of that for where it has no room. Empty ones are to be filled in.

    The marks of a ``label`` are names of rows of their own, which go on at its right.
    """

    name: str
    short: str
    label: bool = False


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of a grid with a mark in each column, empty where readers have to find out."""

    label: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GridGroup:
    """Rows of a grid under one title."""

    title: str
    rows: tuple[GridRow, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and groups of rows; every row has a mark, or an empty one, in every column."""

    title: str
    columns: tuple[GridColumn, ...]
    groups: tuple[GridGroup, ...]

    @property
    def labels(self) -> int:
        """The columns of labels."""
        return 1 + sum(column.label for column in self.columns)

    @property
    def height(self) -> int:
        """Its rows and the titles of its groups."""
        return sum(1 + len(group.rows) for group in self.groups)

    def texts(self) -> Iterator[str]:
        """Every text in it but the names of its columns."""
        yield self.title
        for group in self.groups:
            yield group.title
            for row in group.rows:
                yield from (row.label, *row.marks)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A record and the grid that goes with it."""

    record: Record
    grid: Grid

    def texts(self) -> Iterator[str]:
        """Every text of both, in reading order; of each column of the grid the full name."""
        yield from self.record.texts()
        yield from self.grid.texts()
        yield from (column.name for column in self.grid.columns)
