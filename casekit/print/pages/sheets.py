"""Sheets that players write on: the notebook with the deduction, and grids; and worksheets on any page.

``paint_sheet(sheet)``: the players' sheet, lying, with what is asked and room to write on one side, the rest
and the deduction on the other. ``paint_grid_sheet(sheet)``: a grid to be filled in, several times on a page.
Lengths are millimetres.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from math import ceil
from typing import Any

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import Grid, Group, Record, Sheet, TableRow, printed_in
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, ExpectedLayout, Format, Paper
from casekit.print.content.pieces import GridSheet
from casekit.print.typesetting import fonts as lettering, typesetter

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


_ROW_LEAST, _GRID_ROW_MOST = 3.9, 6.4
# The least height of a row of small letters, in their size.
_ROW_OF_LETTERS = 1.3
_GRID_LABEL = (20.0, 42.0)
_CELL_MOST = 13.0
# Beside a label, and beside the name of a column.
_LABEL_AIR, _NAME_AIR = 2.0, 1.4
# What stays in one line: a word, with the marks that French sets apart from it.
_UNDIVIDED = re.compile(r"\S+(?:\s[?!:;]+)*")
# Small capitals beside capitals, and their letters stand apart.
_SMALL, _APART = 0.82, 0.03
# The least size of the name of a column.
_SMALLEST = 0.7
# The part of a record's width that its columns of plain text may have if nothing in them is divided.
_WHOLE = 0.5
# The title over a grid, in sizes of its letters.
_TITLE = 2.0


def size_of(grid: Grid, width: float, room: float, text: float) -> dict[str, Any]:
    """The measures of a grid.

    These are its width, that of its labels, of ``further`` columns of labels and of its cells; the height of
    its rows; and of each column whether its name is in ``full``, and how large it is, in sizes of the text.

    It has at most a width, and fills a height, ``room``, as far as its rows stay within bounds; ``text`` are
    points.
    """
    letter = text / POINTS_PER_MM
    cells = len(grid.columns) + 1 - grid.labels
    labels = [row.label for group in grid.groups for row in group.rows]
    for at, column in enumerate(grid.columns if cells else ()):
        labels += [row.marks[at] for group in grid.groups for row in group.rows if column.label]
        labels += [column.name.upper()] if column.label else []
    wanted = max(map(lettering.ems, labels), default=0) * letter + _LABEL_AIR
    label = min(max(wanted, _GRID_LABEL[0]), _GRID_LABEL[1], width / (1 + grid.labels) if cells else width)
    # A grid of labels alone is as wide as it may be.
    further = label if cells else (width - label) / max(1, grid.labels - 1)
    cell = min(_CELL_MOST, (width - grid.labels * label) / cells) if cells else 0
    names = (lettering.ems(column.name.upper()) * letter * _SMALL for column in grid.columns)
    least = min(_ROW_LEAST, _ROW_OF_LETTERS * letter)
    row = min(_GRID_ROW_MOST, max(least, (room - _TITLE * letter) / max(1, grid.height)))
    full = tuple(
        column.label or name + _NAME_AIR <= cell for column, name in zip(grid.columns, names, strict=True)
    )
    heads = [column.name if whole else column.short for column, whole in zip(grid.columns, full, strict=True)]
    sizes = tuple(
        1.0 if column.label else _size_in(cell, head, letter)
        for column, head in zip(grid.columns, heads, strict=True)
    )
    return {
        "width": round(label + (grid.labels - 1) * further + cells * cell, 2),
        "label": round(label, 2),
        "further": round(further, 2),
        "cell": round(cell, 2),
        "row": round(row, 2),
        "full": full,
        "sizes": sizes,
    }


def _size_in(cell: float, head: str, letter: float) -> float:
    """The size in which the longest word of a column's name has room in its cell, in sizes of the letters.

    Words that would have to be smaller than can be read are divided.
    """
    words = _UNDIVIDED.findall(head.upper())
    longest = max((lettering.ems(word) * _SMALL + len(word) * _APART for word in words), default=0)
    return round(max(_SMALLEST, min(1.0, (cell - _NAME_AIR) / max(longest * letter, 1e-6))), 3)


def lowest(grid: Grid, width: float, text: float) -> float:
    """The height of a grid whose rows are as low as its letters allow."""
    letter = text / POINTS_PER_MM
    row: float = max(size_of(grid, width, 0, text)["row"], _ROW_OF_LETTERS * letter)
    return row * grid.height + _TITLE * letter


def is_whole(record: Record, width: float, text: float) -> bool:
    """Whether a record's columns of plain text can stay in one line each, in letters of a size in points."""
    letter = text / POINTS_PER_MM
    columns = [at for at, column in enumerate(record.columns) if column.kind == "text"]
    cells = ([line[at] for line in record.lines if at < len(line) - 1] for at in columns)
    widest = (
        max((lettering.ems(cell) for cell in column if isinstance(cell, str)), default=0) for column in cells
    )
    return sum(widest) * letter + len(columns) * letter <= width * _WHOLE


MARGIN = 10.0
_ACROSS = 2
# Around each copy, so that it can be cut out; the line of its fields.
_AROUND, _FIELDS = 4.0, 8.0
# The sizes of the text in points that are tried in turn.
_TEXTS = (9.2, 8.4, 7.6, 6.8)
_SHORTER = "give {} shorter names, or choose a larger paper"


def paint_grid_sheet(sheet: GridSheet) -> typesetter.TypesetPages:
    """Typeset a page of grids; the findings: a grid that is too large for its part of the page."""

    def too_large(layout: typesetter.Layout, _: float) -> Iterator[Diagnostic]:
        room = _share(sheet)[1] - 2 * _AROUND
        if layout.pages > 1 or any(box.height > room for box in layout.boxes.values()):
            message = f"{sheet.copies} grids do not fit on a page of {sheet.paper} paper"
            yield Diagnostic(codes.MISPLACED_PAGE, message, sheet.span, hint=_SHORTER.format(sheet.entries))

    return typesetter.set_to_fit(_TEXTS, partial(_sheet_html, sheet), too_large)


def wanted_grid_sheet(sheet: GridSheet) -> ExpectedLayout:
    """The requirements for the file of grids: one page with all copies."""
    copy = (
        *sheet.fields,
        *printed_in(sheet.grid, "columns"),
        *(column.short for column in sheet.grid.columns),
    )
    return ExpectedLayout(Format.of(sheet.paper, sheet.span), ((copy * sheet.copies,),))


def _share(sheet: GridSheet) -> tuple[float, float]:
    """Width and height of the part of the page that a copy has."""
    paper = PAPERS[sheet.paper]
    across = min(_ACROSS, sheet.copies)
    return (paper.width - 2 * MARGIN) / across, (paper.height - 2 * MARGIN) / ceil(sheet.copies / across)


def _sheet_html(sheet: GridSheet, text: float) -> str:
    width, height = _share(sheet)
    return lettering.render_template(
        "grid_sheet.html",
        sheet=sheet,
        size=size_of(sheet.grid, width - 2 * _AROUND, height - 2 * _AROUND - _FIELDS, text),
        paper=PAPERS[sheet.paper],
        margin=MARGIN,
        width=round(width, 2),
        height=round(height - 0.1, 2),
        around=_AROUND,
        fields=_FIELDS,
        text=text,
        accent="#000",
    )


SHEET_MARGIN = 10.0
HEAD = 14.0
INITIALS = 8.5
# A line to write on after a question is at least this long and, with three questions to each of twelve, this
# high.
LINE_LENGTH, LINE_HEIGHT = 60.0, 8.0
_ROW_MOST = 11.0
_RULE = 0.2
# Where labels in two lines or more make the notebook higher than planned, its rows are set tighter.
_TIGHTNESS = (1.0, 0.9, 0.8, 0.7)
# The text in points; the columns of names, topics and labels, at least and at most as wide as this.
_TEXT = 10.0
_NAME, _TOPIC, _LABEL = (18.0, 36.0), (13.0, 24.0), 27.0
# Rows without questions may leave less to write on.
_LINE_LEAST = 24.0
_BOX, _CODE, _DIVISION = 4.0, 6.2, 7.6
# Between a name and what is written after it.
_AIR = 2.0
# The height that the deduction needs for its hypotheses; the distance of its parts.
_HYPOTHESES = 70.0
_GAP = 4.5
_NOTES = 0.5
_VERDICT_HEAD, _VERDICT_LINE = 16.0, 8.0
# A verdict's marks: their distance, that of their lines, and what a box has beside them.
_MARK, _MARKS_LINE, _BESIDE = 6.7, 7.0, 6.6
# Each side has two columns: each has this part of the width.
_HALF = 0.485


def paint_sheet(sheet: Sheet) -> typesetter.TypesetPages:
    """Typeset the two pages of a sheet; the findings: more paths than one page holds."""

    def too_long(layout: typesetter.Layout, _: float) -> Iterator[Diagnostic]:
        if layout.pages != len(("notebook", "deduction")):
            message = f"the sheet does not fit on the two sides of a leaf of {sheet.paper} paper"
            yield Diagnostic(codes.MISPLACED_PAGE, message, sheet.span, hint=_SHORTER.format(sheet.entries))

    return typesetter.set_to_fit(_TIGHTNESS, partial(_html, sheet, _lying(sheet.paper)), too_long)


def wanted_sheet(sheet: Sheet) -> ExpectedLayout:
    """The requirements for a file of a sheet: the notebook, and on its back the rest with the deduction."""
    front, back = _sides(sheet.groups)
    pages = ((sheet.notebook_title, *sheet.fields, *_texts(front)), (*_texts(back), *_deduction(sheet)))
    paper = _lying(sheet.paper)
    return ExpectedLayout(Format(paper.width, paper.height, sheet.span), (pages,))


def _lying(name: str) -> Paper:
    """A paper turned by a quarter."""
    paper = PAPERS[name]
    return replace(paper, width=paper.height, height=paper.width)


def _sides(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """The groups of the front, which are asked about topics, and of the back."""
    return [group for group in groups if group.columns], [group for group in groups if not group.columns]


def _texts(groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        yield group.title
        for row in group.rows:
            yield from (row.code, row.label, *group.columns)


def _deduction(sheet: Sheet) -> Iterator[str]:
    yield from (sheet.deduction_title, *sheet.fields, sheet.notes)
    for verdict in sheet.verdicts:
        yield from (verdict, *sheet.marks)
    yield from (sheet.hypotheses_title, *sheet.hypotheses, sheet.score, sheet.rule)
    for question in sheet.questions:
        yield from (question.name, *map(str, question.points))


def _html(sheet: Sheet, paper: Paper, tightness: float) -> str:
    depth = paper.height - 2 * SHEET_MARGIN
    room = depth - HEAD - _HYPOTHESES - 2 * _GAP
    verdicts = room * (1 - _NOTES)
    half = (paper.width - 2 * SHEET_MARGIN) * _HALF
    lines = ceil(len(sheet.marks) / max(1, int((half * _HALF - _BESIDE) / _MARK)))
    front, back = _sides(sheet.groups)
    below = (depth - HEAD - INITIALS) * tightness
    return lettering.render_template(
        "sheet.html",
        sheet=sheet,
        fronts=[(groups, _row(groups, below)) for groups in halves(front, _lines) if groups],
        backs=[(back, _row(back, below))] if back else [],
        initials=INITIALS,
        # As many lines to write on as there is room for below the marks in the box of a verdict.
        rules=max(0, int((verdicts - _VERDICT_HEAD - (lines - 1) * _MARKS_LINE) / _VERDICT_LINE)),
        paper=paper,
        margin=SHEET_MARGIN,
        depth=depth,
        head=HEAD,
        text=_TEXT,
        half=_HALF,
        between=round(1 - 2 * _HALF, 4) - 0.001,
        gap=_GAP,
        **_widths(sheet, half),
        notes=round(room * _NOTES, 2),
        verdicts=round(verdicts, 2),
        hypotheses=_HYPOTHESES,
    )


def _widths(sheet: Sheet, half: float) -> dict[str, float]:
    """The widths of columns: what their texts need, but lines to write on keep their length if possible."""
    front, back = _sides(sheet.groups)
    names = [row.label for group in front for row in group.rows]
    labels = [row.label for group in back for row in group.rows]
    topic = _wide((topic for group in front for topic in group.columns), *_TOPIC, "em")
    boxes = sheet.readers * _BOX
    return {
        "name": min(_wide(names, *_NAME), max(_NAME[0], half - boxes - _CODE - topic - LINE_LENGTH)),
        "topic": topic,
        "label": _wide(labels, _LABEL, half - boxes - _CODE - _DIVISION - _LINE_LEAST),
        "box": _BOX,
        "code": _CODE,
        "division": _DIVISION,
    }


def _wide(texts: Iterable[str], least: float, most: float, *marks: str) -> float:
    needed = max((lettering.ems(text, marks) for text in texts), default=0) * _TEXT / POINTS_PER_MM + _AIR
    return round(min(most, max(least, needed)), 2)


def _row(groups: Sequence[Group], room: float) -> float:
    """The height of rows, as high as the page allows. The first title is in the row of the initials."""
    return round(min(_ROW_MOST, room / max(1, height(groups, _lines) - 1) - _RULE), 2)


def _lines(row: TableRow) -> int:
    return len(row.keys)
