"""Sheets that players write on: the notebook with the deduction, and grids; and worksheets on any page.

``paint_sheet(sheet)``: the players' sheet, lying, with what is asked and room to write on one side, the rest
and the deduction on the other. ``paint_grid_sheet(sheet)``: a grid to be filled in, several times on a page.
Lengths are millimetres.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from math import ceil
from typing import Any

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import Grid, Group, Record, Sheet, TableRow, printed_in
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, ExpectedLayout, Format, Paper
from casekit.print.content.pieces import GridSheet
from casekit.print.typesetting import fonts, typesetter
from casekit.values import replace

Columns = tuple[tuple[Group, ...], tuple[Group, ...]]
# How much longer the longer column may be before a group is divided between the two.
_PATIENCE = 1.2


def halves(groups: Sequence[Group], lines: Callable[[TableRow], int] = lambda _: 1) -> Columns:
    """Divide groups into two columns of nearly the same height, in reading order.

    A division stays whole; a group is cut only where that makes the columns much shorter, and then has its
    title over both parts.
    """
    blocks: list[_Block] = []
    for group in groups:
        divisions = groupby(group.rows, key=lambda row: row.division or (row.code, row.label))
        blocks += [(group, tuple(rows)) for _, rows in divisions]
    cuts = [(_joined_blocks(blocks[:cut]), _joined_blocks(blocks[cut:])) for cut in range(1, len(blocks) + 1)]
    if not cuts:
        return (), ()

    def cost(columns: Columns) -> float:
        left, right = columns
        divided = bool(right) and left[-1].title == right[0].title
        return max(height(left, lines), height(right, lines)) * (_PATIENCE if divided else 1)

    return min(cuts, key=cost)


def height(groups: Sequence[Group], lines: Callable[[TableRow], int] = lambda _: 1) -> int:
    """The lines that groups take, one for each title."""
    total = 0
    for group in groups:
        total += 1 + sum(map(lines, group.rows))
    return total


_Block = tuple[Group, tuple[TableRow, ...]]
"""A group, and those of its rows that stay together."""


def _joined_blocks(blocks: Sequence[_Block]) -> tuple[Group, ...]:
    """The groups with the rows of their blocks."""
    groups = []
    for group, blocks_of_group in groupby(blocks, key=lambda block: block[0]):
        rows: list[TableRow] = []
        for _, block_rows in blocks_of_group:
            rows += block_rows
        groups.append(replace(group, rows=tuple(rows)))
    return tuple(groups)


# The height of a row of a grid, at least and at most.
_ROW_LEAST, _GRID_ROW_MOST = 3.9, 6.4
# The least height of a row of small letters, in their size.
_ROW_OF_LETTERS = 1.3
# The width of a grid's labels, at least and at most, and of its cells at most.
_GRID_LABEL_LEAST, _GRID_LABEL_MOST = 20.0, 42.0
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
    label, further, cell = _column_widths(grid, width, letter)
    least_row = min(_ROW_LEAST, _ROW_OF_LETTERS * letter)
    row = min(_GRID_ROW_MOST, max(least_row, (room - _TITLE * letter) / max(1, grid.height)))
    full: list[bool] = []
    sizes: list[float] = []
    for column in grid.columns:
        name_width = fonts.ems(column.name.upper()) * letter * _SMALL
        has_room = column.label or name_width + _NAME_AIR <= cell
        head = column.name if has_room else column.short
        full.append(has_room)
        sizes.append(1.0 if column.label else _head_size(cell, head, letter))
    return {
        "width": round(label + (grid.labels - 1) * further + cells * cell, 2),
        "label": round(label, 2),
        "further": round(further, 2),
        "cell": round(cell, 2),
        "row": round(row, 2),
        "full": tuple(full),
        "sizes": tuple(sizes),
    }


def _column_widths(grid: Grid, width: float, letter: float) -> tuple[float, float, float]:
    """The widths of the first column of labels, of each further one, and of each column of cells.

    They are those of a grid of at most a width, in letters of a size in millimetres.
    """
    cells = len(grid.columns) + 1 - grid.labels
    wanted = max(map(fonts.ems, _grid_labels(grid)), default=0) * letter + _LABEL_AIR
    share = width / (1 + grid.labels) if cells else width
    label = min(max(wanted, _GRID_LABEL_LEAST), _GRID_LABEL_MOST, share)
    if cells:
        return label, label, min(_CELL_MOST, (width - grid.labels * label) / cells)
    # A grid of labels alone is as wide as it may be.
    return label, (width - label) / max(1, grid.labels - 1), 0


def _grid_labels(grid: Grid) -> Iterator[str]:
    """The texts by which the width of labels is found: without cells, only those of the first column."""
    has_cells = grid.labels <= len(grid.columns)
    for group in grid.groups:
        for row in group.rows:
            yield row.label
    for index, column in enumerate(grid.columns):
        if has_cells and column.label:
            yield column.name.upper()
            for group in grid.groups:
                for row in group.rows:
                    yield row.marks[index]


def _head_size(cell: float, head: str, letter: float) -> float:
    """The size in which the longest word of a column's name has room in its cell, in sizes of the letters.

    Words that would have to be smaller than can be read are divided.
    """
    words = _UNDIVIDED.findall(head.upper())
    longest = max((fonts.ems(word) * _SMALL + len(word) * _APART for word in words), default=0)
    return round(max(_SMALLEST, min(1.0, (cell - _NAME_AIR) / max(longest * letter, 1e-6))), 3)


def lowest(grid: Grid, width: float, text: float) -> float:
    """The height of a grid whose rows are as low as its letters allow."""
    letter = text / POINTS_PER_MM
    row: float = max(size_of(grid, width, 0, text)["row"], _ROW_OF_LETTERS * letter)
    return row * grid.height + _TITLE * letter


def is_whole(record: Record, width: float, text: float) -> bool:
    """Whether a record's columns of plain text can stay in one line each, in letters of a size in points."""
    letter = text / POINTS_PER_MM
    columns = [index for index, column in enumerate(record.columns) if column.kind == "text"]
    total: float = 0
    for index in columns:
        # The last cell of a line takes the room of the rest.
        cells = [line[index] for line in record.lines if index < len(line) - 1]
        total += max((fonts.ems(cell) for cell in cells if isinstance(cell, str)), default=0)
    return total * letter + len(columns) * letter <= width * _WHOLE


MARGIN = 10.0
_ACROSS = 2
# Around each copy, so that it can be cut out; the line of its fields.
_AROUND, _FIELDS = 4.0, 8.0
# The sizes of the text in points that are tried in turn.
_TEXT_SIZES = (9.2, 8.4, 7.6, 6.8)
_SHORTER_HINT = "give {} shorter names, or choose a larger paper"


def paint_grid_sheet(sheet: GridSheet) -> typesetter.TypesetPages:
    """Typeset a page of grids; the findings: a grid that is too large for its part of the page."""

    def too_large(layout: typesetter.Layout, _: float) -> Iterator[Diagnostic]:
        _, copy_height = _copy_size(sheet)
        room = copy_height - 2 * _AROUND
        if layout.pages > 1 or any(box.height > room for box in layout.boxes.values()):
            message = f"{sheet.copies} grids do not fit on a page of {sheet.paper} paper"
            hint = _SHORTER_HINT.format(sheet.entries)
            yield codes.MISPLACED_PAGE.at(sheet.span, message, hint=hint)

    return typesetter.set_in_first_fitting_size(_TEXT_SIZES, partial(_grid_sheet_html, sheet), too_large)


def wanted_grid_sheet(sheet: GridSheet) -> ExpectedLayout:
    """The requirements for the file of grids: one page with all copies."""
    copy = (
        *sheet.fields,
        *printed_in(sheet.grid, "columns"),
        *(column.short for column in sheet.grid.columns),
    )
    return ExpectedLayout(Format.of(sheet.paper, sheet.span), ((copy * sheet.copies,),))


def _copy_size(sheet: GridSheet) -> tuple[float, float]:
    """Width and height of the part of the page that a copy has."""
    paper = PAPERS[sheet.paper]
    across = min(_ACROSS, sheet.copies)
    return (paper.width - 2 * MARGIN) / across, (paper.height - 2 * MARGIN) / ceil(sheet.copies / across)


def _grid_sheet_html(sheet: GridSheet, text: float) -> str:
    width, height = _copy_size(sheet)
    return fonts.render_template(
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
# The height of a row at most, and of the rule below it.
_ROW_MOST = 11.0
_RULE = 0.2
# Where labels in two lines or more make the notebook higher than planned, its rows are set tighter.
_TIGHTNESS = (1.0, 0.9, 0.8, 0.7)
# The text in points; the widths of the columns of names, topics and labels, at least and at most.
_TEXT = 10.0
_NAME_LEAST, _NAME_MOST = 18.0, 36.0
_TOPIC_LEAST, _TOPIC_MOST = 13.0, 24.0
_LABEL_LEAST = 27.0
# Rows without questions may leave less to write on.
_LINE_LEAST = 24.0
# The widths of a box to be ticked, of a code, and of a division's mark.
_BOX, _CODE, _DIVISION = 4.0, 6.2, 7.6
# Between a name and what is written after it.
_AIR = 2.0
# The height that the deduction needs for its hypotheses; the distance of its parts; the part of what is left
# that is for notes, while verdicts have the rest.
_HYPOTHESES = 70.0
_GAP = 4.5
_NOTES = 0.5
# The height of a verdict's head, and of a line to write on below it.
_VERDICT_HEAD, _VERDICT_LINE = 16.0, 8.0
# A verdict's marks: their distance, that of their lines, and what a box has beside them.
_MARK_PITCH, _MARKS_LINE, _BESIDE_MARKS = 6.7, 7.0, 6.6
# Each side has two columns: each has this part of the width.
_HALF = 0.485


def paint_sheet(sheet: Sheet) -> typesetter.TypesetPages:
    """Typeset the two pages of a sheet; the findings: more paths than one page holds."""

    def too_long(layout: typesetter.Layout, _: float) -> Iterator[Diagnostic]:
        if layout.pages != len(("notebook", "deduction")):
            message = f"the sheet does not fit on the two sides of a leaf of {sheet.paper} paper"
            hint = _SHORTER_HINT.format(sheet.entries)
            yield codes.MISPLACED_PAGE.at(sheet.span, message, hint=hint)

    return typesetter.set_in_first_fitting_size(
        _TIGHTNESS, partial(_sheet_html, sheet, _landscape(sheet.paper)), too_long
    )


def wanted_sheet(sheet: Sheet) -> ExpectedLayout:
    """The requirements for a file of a sheet: the notebook, and on its back the rest with the deduction."""
    front, back = _sides(sheet.groups)
    notebook = (sheet.notebook_title, *sheet.fields, *_group_texts(front))
    deduction = (*_group_texts(back), *_deduction_texts(sheet))
    paper = _landscape(sheet.paper)
    return ExpectedLayout(Format(paper.width, paper.height, sheet.span), ((notebook, deduction),))


def _landscape(name: str) -> Paper:
    """A paper turned by a quarter."""
    paper = PAPERS[name]
    return replace(paper, width=paper.height, height=paper.width)


def _sides(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """The groups of the front, which are asked about topics, and of the back."""
    return [group for group in groups if group.columns], [group for group in groups if not group.columns]


def _group_texts(groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        yield group.title
        for row in group.rows:
            yield from (row.code, row.label, *group.columns)


def _deduction_texts(sheet: Sheet) -> Iterator[str]:
    yield from (sheet.deduction_title, *sheet.fields, sheet.notes)
    for verdict in sheet.verdicts:
        yield from (verdict, *sheet.marks)
    yield from (sheet.hypotheses_title, *sheet.hypotheses, sheet.score, sheet.rule)
    for question in sheet.questions:
        yield from (question.name, *map(str, question.points))


def _sheet_html(sheet: Sheet, paper: Paper, tightness: float) -> str:
    depth = paper.height - 2 * SHEET_MARGIN
    beside_hypotheses = depth - HEAD - _HYPOTHESES - 2 * _GAP
    verdict_height = beside_hypotheses * (1 - _NOTES)
    column_width = (paper.width - 2 * SHEET_MARGIN) * _HALF
    marks_in_line = max(1, int((column_width * _HALF - _BESIDE_MARKS) / _MARK_PITCH))
    lines_of_marks = ceil(len(sheet.marks) / marks_in_line)
    # As many lines to write on as there is room for below the marks in the box of a verdict.
    below_marks = verdict_height - _VERDICT_HEAD - (lines_of_marks - 1) * _MARKS_LINE
    front, back = _sides(sheet.groups)
    notebook_height = (depth - HEAD - INITIALS) * tightness
    front_columns = [groups for groups in halves(front, _row_lines) if groups]
    return fonts.render_template(
        "sheet.html",
        sheet=sheet,
        fronts=[(groups, _row_height(groups, notebook_height)) for groups in front_columns],
        backs=[(back, _row_height(back, notebook_height))] if back else [],
        initials=INITIALS,
        rules=max(0, int(below_marks / _VERDICT_LINE)),
        paper=paper,
        margin=SHEET_MARGIN,
        depth=depth,
        head=HEAD,
        text=_TEXT,
        half=_HALF,
        between=round(1 - 2 * _HALF, 4) - 0.001,
        gap=_GAP,
        **_widths(sheet, column_width),
        notes=round(beside_hypotheses * _NOTES, 2),
        verdicts=round(verdict_height, 2),
        hypotheses=_HYPOTHESES,
    )


def _widths(sheet: Sheet, column_width: float) -> dict[str, float]:
    """The widths of columns: what their texts need, but lines to write on keep their length if possible."""
    front, back = _sides(sheet.groups)
    topics = chain.from_iterable(group.columns for group in front)
    topic_width = _text_width(topics, _TOPIC_LEAST, _TOPIC_MOST, "em")
    boxes = sheet.readers * _BOX
    most_of_name = max(_NAME_LEAST, column_width - boxes - _CODE - topic_width - LINE_LENGTH)
    most_of_label = column_width - boxes - _CODE - _DIVISION - _LINE_LEAST
    return {
        "name": min(_text_width(_row_labels(front), _NAME_LEAST, _NAME_MOST), most_of_name),
        "topic": topic_width,
        "label": _text_width(_row_labels(back), _LABEL_LEAST, most_of_label),
        "box": _BOX,
        "code": _CODE,
        "division": _DIVISION,
    }


def _row_labels(groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        for row in group.rows:
            yield row.label


def _text_width(texts: Iterable[str], least: float, most: float, *marks: str) -> float:
    """The width of the widest of some texts with its air, within bounds."""
    needed = max((fonts.ems(text, marks) for text in texts), default=0) * _TEXT / POINTS_PER_MM + _AIR
    return round(min(most, max(least, needed)), 2)


def _row_height(groups: Sequence[Group], room: float) -> float:
    """The height of rows, as high as the page allows. The first title is in the row of the initials."""
    return round(min(_ROW_MOST, room / max(1, height(groups, _row_lines) - 1) - _RULE), 2)


def _row_lines(row: TableRow) -> int:
    return len(row.keys)
