"""The players' sheet, lying: what is asked, with room to write, on one side; the rest, and the deduction, on the other.

``paint_sheet(sheet)`` is the way in. Lengths are millimetres.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import DeductionSheet, Group, NotebookSheet, Sheet, TableRow
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Format, Paper, Wanted, visible_texts
from casekit.print.pages.grids import halves, height
from casekit.print.text.glyphs import ems
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Painted, Painting, lay_out_pages

SHEET_MARGIN = 10.0
HEAD = 14.0
INITIALS = 8.5
# A line to write on after a question is at least this long and, with three questions to each of twelve, this high.
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


@dataclass(frozen=True, slots=True)
class Column:
    """One of the notebook's columns, with the height of its rows."""

    groups: tuple[Group, ...]
    row_height: float


def paint_sheet(sheet: Sheet) -> Painting:
    """Typeset the two pages of a sheet.

    Args:
        sheet: its content.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: more paths than one page holds.
    """
    for tightness in _TIGHTNESS:
        layout = lay_out_pages(_html(sheet, _lying(sheet.paper), tightness))
        if layout.pages == len(("notebook", "deduction")):
            return Painted(layout, sheet), ()
    message = f"the sheet does not fit on the two sides of a leaf of {sheet.paper} paper"
    hint = f"give {sheet.entries} shorter names, or choose a larger paper"
    return None, (Diagnostic(codes.MISPLACED_PAGE, message, sheet.span, hint=hint),)


def wanted_sheet(sheet: Sheet) -> Wanted:
    """The requirements for the file of a sheet: the notebook, and on its back the rest of it with the deduction."""
    notebook, deduction = sheet.notebook, sheet.deduction
    front, back = _sides(notebook.groups)
    pages = (
        visible_texts((notebook.title, *notebook.fields, *_texts(front))),
        visible_texts((*_texts(back), *_deduction(deduction))),
    )
    paper = _lying(sheet.paper)
    return Wanted(Format(paper.width, paper.height, sheet.span), pages)


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


def _deduction(deduction: DeductionSheet) -> Iterator[str]:
    yield from (deduction.title, *deduction.fields, deduction.notes)
    for verdict in deduction.verdicts:
        yield from (verdict, *deduction.marks)
    yield from (deduction.hypotheses_title, *deduction.hypotheses, deduction.score, deduction.rule)
    for question in deduction.questions:
        yield from (question.name, *map(str, question.points))


def _html(sheet: Sheet, paper: Paper, tightness: float) -> str:
    depth = paper.height - 2 * SHEET_MARGIN
    room = depth - HEAD - _HYPOTHESES - 2 * _GAP
    verdicts = room * (1 - _NOTES)
    half = (paper.width - 2 * SHEET_MARGIN) * _HALF
    front, back = _sides(sheet.notebook.groups)
    below = (depth - HEAD - INITIALS) * tightness
    geometry = {
        "paper": paper,
        "margin": SHEET_MARGIN,
        "depth": depth,
        "head": HEAD,
        "text": _TEXT,
        "half": _HALF,
        "between": round(1 - 2 * _HALF, 4) - 0.001,
        "gap": _GAP,
        **_widths(sheet.notebook, half),
        "notes": round(room * _NOTES, 2),
        "verdicts": round(verdicts, 2),
        "hypotheses": _HYPOTHESES,
    }
    return render_template(
        "sheet.html",
        sheet=sheet,
        fronts=[Column(groups, _row(groups, below)) for groups in halves(front, _lines) if groups],
        backs=[Column(tuple(back), _row(back, below))] if back else [],
        initials=INITIALS,
        rules=_rules(sheet.deduction, verdicts, half * _HALF - _BESIDE),
        styles=render_styles("sheet.css", **geometry),
    )


def _rules(deduction: DeductionSheet, height: float, width: float) -> int:
    """How many lines to write on there are below the marks in the box of a verdict."""
    lines = ceil(len(deduction.marks) / max(1, int(width / _MARK)))
    return max(0, int((height - _VERDICT_HEAD - (lines - 1) * _MARKS_LINE) / _VERDICT_LINE))


def _widths(notebook: NotebookSheet, half: float) -> dict[str, float]:
    """How wide columns are: as their texts need it, but so that lines to write on keep their length if that can be."""
    front, back = _sides(notebook.groups)
    names = [row.label for group in front for row in group.rows]
    topics = [topic for group in front for topic in group.columns]
    labels = [row.label for group in back for row in group.rows]
    topic = _wide(topics, *_TOPIC, "em")
    boxes = notebook.readers * _BOX
    most = half - boxes - _CODE - topic - LINE_LENGTH
    return {
        "name": min(_wide(names, *_NAME), max(_NAME[0], most)),
        "topic": topic,
        "label": _wide(labels, _LABEL, half - boxes - _CODE - _DIVISION - _LINE_LEAST),
        "box": _BOX,
        "code": _CODE,
        "division": _DIVISION,
    }


def _wide(texts: Iterable[str], least: float, most: float, *marks: str) -> float:
    needed = max((ems(text, marks) for text in texts), default=0) * _TEXT / POINTS_PER_MM + _AIR
    return round(min(most, max(least, needed)), 2)


def _row(groups: Sequence[Group], room: float) -> float:
    """The height of rows, as high as the page allows. The first title is in the row of the initials."""
    return round(min(_ROW_MOST, room / max(1, height(groups, _lines) - 1) - _RULE), 2)


def _lines(row: TableRow) -> int:
    return len(row.keys)
