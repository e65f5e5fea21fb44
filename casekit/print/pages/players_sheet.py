"""The players' sheet: the notebook on one side, the rest of it and the deduction on the other.

The paper is on its side. Each side has two columns. The notebook has, for each path, boxes for the readers to
tick and a line to write on. The deduction has notes, verdicts with marks, and a table of hypotheses. Lengths
are millimetres.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import ceil

from casekit.diagnostics import Finding, codes
from casekit.print.content.booklet import Group, Sheet, TableRow
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, ExpectedLayout, Format, Paper
from casekit.print.pages.group_columns import divided_in_two, line_count
from casekit.print.typesetting import fonts, typesetter
from casekit.values import frozen, replace

SHEET_MARGIN = 10.0
# The text in points.
_TEXT_POINTS = 10.0
# The width of each of the two columns of a side, as a part of the width.
_COLUMN_PER_WIDTH = 0.485
# The height of the head of each side.
_HEAD_HEIGHT = 14.0

# The notebook.

# Where labels on two lines or more make the notebook higher than planned, its rows are set tighter: these are
# the parts of the height that are planned for, the preferred first.
_TIGHTNESS = (1.0, 0.9, 0.8, 0.7)
# The height of the boxes for the initials of readers.
_INITIALS_HEIGHT = 8.5
# The height of a row at most, and of the rule below it.
_MOST_ROW_HEIGHT = 11.0
_RULE_HEIGHT = 0.2
# The widths of a box to be ticked, of a code, and of a division's mark.
_BOX_WIDTH = 4.0
_CODE_WIDTH = 6.2
_DIVISION_WIDTH = 7.6
# The widths of the columns of names, topics and labels, at least and at most.
_LEAST_NAME = 18.0
_MOST_NAME = 36.0
_LEAST_TOPIC = 13.0
_MOST_TOPIC = 24.0
_LEAST_LABEL = 27.0
# The space between a name and what is written after it.
_AFTER_NAME = 2.0
# A line to write on after a question is at least this long and, with three questions to each of twelve names,
# this high.
LINE_LENGTH = 60.0
LINE_HEIGHT = 8.0
# A line to write on after a label, which has no questions, is at least this long.
_LEAST_LINE_AFTER_LABEL = 24.0

# The deduction.

# The height that the table of hypotheses needs, and the space between the parts.
_HYPOTHESES_HEIGHT = 70.0
_PART_GAP = 4.5
# The part of the remaining height that is for notes, while verdicts have the rest.
_NOTES_PER_REST = 0.5
# The height of a verdict's head, and of a line to write on below it.
_VERDICT_HEAD_HEIGHT = 16.0
_VERDICT_LINE_HEIGHT = 8.0
# A verdict's marks: their distance, that of their lines, and what a verdict has beside them.
_MARK_PITCH = 6.7
_MARK_LINE_PITCH = 7.0
_BESIDE_MARKS = 6.6


@frozen(slots=True)
class _NotebookWidths:
    """The widths of the columns of the notebook."""

    name: float
    topic: float
    label: float


def paint_sheet(sheet: Sheet) -> typesetter.TypesetPages:
    """Typeset the two pages of a sheet; the findings: more paths than one page holds."""
    return typesetter.set_in_first_fitting_size(
        _TIGHTNESS, partial(_html, sheet, _landscape(sheet.paper)), partial(_wrong_page_count, sheet)
    )


def expected_layout_of_sheet(sheet: Sheet) -> ExpectedLayout:
    """The requirements for a file of a sheet: the notebook, and on its back the rest with the deduction."""
    front = (sheet.notebook_title, *sheet.fields, *_group_texts(_front_groups(sheet)))
    back = (*_group_texts(_back_groups(sheet)), *_deduction_texts(sheet))
    paper = _landscape(sheet.paper)
    return ExpectedLayout(Format(paper.width, paper.height, sheet.span), ((front, back),))


def _wrong_page_count(sheet: Sheet, layout: typesetter.Layout, _: float) -> Iterator[Finding]:
    if layout.pages != len(("notebook", "deduction")):
        message = f"the sheet does not fit on the two sides of a leaf of {sheet.paper} paper"
        hint = f"give {sheet.entries} shorter names, or choose a larger paper"
        yield codes.MISPLACED_PAGE.at(sheet.span, message, hint=hint)


def _landscape(name: str) -> Paper:
    """A paper turned by a quarter."""
    paper = PAPERS[name]
    return replace(paper, width=paper.height, height=paper.width)


def _front_groups(sheet: Sheet) -> list[Group]:
    """The groups of the front: those whose rows have questions about topics."""
    return [group for group in sheet.groups if group.columns]


def _back_groups(sheet: Sheet) -> list[Group]:
    """The groups of the back."""
    return [group for group in sheet.groups if not group.columns]


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


def _html(sheet: Sheet, paper: Paper, tightness: float) -> str:
    depth = paper.height - 2 * SHEET_MARGIN
    column_width = (paper.width - 2 * SHEET_MARGIN) * _COLUMN_PER_WIDTH
    notes_and_verdicts_height = depth - _HEAD_HEIGHT - _HYPOTHESES_HEIGHT - 2 * _PART_GAP
    verdict_height = notes_and_verdicts_height * (1 - _NOTES_PER_REST)
    rows_height = (depth - _HEAD_HEIGHT - _INITIALS_HEIGHT) * tightness
    front_columns = [groups for groups in divided_in_two(_front_groups(sheet), _questions) if groups]
    back_groups = _back_groups(sheet)
    widths = _notebook_widths(sheet, column_width)
    return fonts.render_template(
        "sheet.html",
        sheet=sheet,
        fronts=[(groups, _row_height(groups, rows_height)) for groups in front_columns],
        backs=[(back_groups, _row_height(back_groups, rows_height))] if back_groups else [],
        initials=_INITIALS_HEIGHT,
        rules=_verdict_lines(sheet, verdict_height, column_width),
        paper=paper,
        margin=SHEET_MARGIN,
        depth=depth,
        head=_HEAD_HEIGHT,
        text=_TEXT_POINTS,
        half=_COLUMN_PER_WIDTH,
        between=round(1 - 2 * _COLUMN_PER_WIDTH, 4) - 0.001,
        gap=_PART_GAP,
        name=widths.name,
        topic=widths.topic,
        label=widths.label,
        box=_BOX_WIDTH,
        code=_CODE_WIDTH,
        division=_DIVISION_WIDTH,
        notes=round(notes_and_verdicts_height * _NOTES_PER_REST, 2),
        verdicts=round(verdict_height, 2),
        hypotheses=_HYPOTHESES_HEIGHT,
    )


def _verdict_lines(sheet: Sheet, verdict_height: float, column_width: float) -> int:
    """As many lines to write on as there is room for below the marks of a verdict."""
    verdict_width = column_width * _COLUMN_PER_WIDTH
    marks_per_line = max(1, int((verdict_width - _BESIDE_MARKS) / _MARK_PITCH))
    lines_of_marks = ceil(len(sheet.marks) / marks_per_line)
    height_below_marks = verdict_height - _VERDICT_HEAD_HEIGHT - (lines_of_marks - 1) * _MARK_LINE_PITCH
    return max(0, int(height_below_marks / _VERDICT_LINE_HEIGHT))


def _notebook_widths(sheet: Sheet, column_width: float) -> _NotebookWidths:
    """The widths that texts need, as far as lines to write on keep their length."""
    front_groups, back_groups = _front_groups(sheet), _back_groups(sheet)
    topics = chain.from_iterable(group.columns for group in front_groups)
    topic_width = _text_width(topics, _LEAST_TOPIC, _MOST_TOPIC, "em")
    boxes_width = sheet.readers * _BOX_WIDTH
    most_name = max(_LEAST_NAME, column_width - boxes_width - _CODE_WIDTH - topic_width - LINE_LENGTH)
    most_label = column_width - boxes_width - _CODE_WIDTH - _DIVISION_WIDTH - _LEAST_LINE_AFTER_LABEL
    return _NotebookWidths(
        name=min(_text_width(_row_labels(front_groups), _LEAST_NAME, _MOST_NAME), most_name),
        topic=topic_width,
        label=_text_width(_row_labels(back_groups), _LEAST_LABEL, most_label),
    )


def _row_labels(groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        for row in group.rows:
            yield row.label


def _text_width(texts: Iterable[str], least: float, most: float, *marks: str) -> float:
    """The width of the widest of some texts with the space after it, within bounds.

    ``marks`` are the HTML elements that it is in, such as ``em``.
    """
    widest_ems = max((fonts.ems(text, marks) for text in texts), default=0)
    needed = widest_ems * _TEXT_POINTS / POINTS_PER_MM + _AFTER_NAME
    return round(min(most, max(least, needed)), 2)


def _row_height(groups: Sequence[Group], room: float) -> float:
    """The height of rows, as high as the page allows. The first title is in the row of the initials."""
    rows = line_count(groups, _questions) - 1
    return round(min(_MOST_ROW_HEIGHT, room / max(1, rows) - _RULE_HEIGHT), 2)


def _questions(row: TableRow) -> int:
    """The lines of a row: one for each of its questions."""
    return len(row.keys)
