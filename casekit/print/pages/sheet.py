"""The players' sheet: the notebook on one side, the deduction on the other.

``paint_sheet(sheet)`` is the way in. Lengths are millimetres.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import DeductionSheet, Group, NotebookSheet, Sheet, TableRow
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Paper
from casekit.print.content.wanted import Format, Wanted, visible_texts
from casekit.print.pages.columns import halves, height
from casekit.print.pages.painted import Painted, Painting
from casekit.print.text.glyphs import missing_in_sheet
from casekit.print.text.metrics import ems
from casekit.print.text.page_templates import render_template
from casekit.print.text.typesetter import hindrances, lay_out_pages

SHEET_MARGIN = 10.0
HEAD = 15.0
INITIALS = 9.0
_ROW_MOST = 13.0
_RULE = 0.2
# Where labels in two lines or more make the notebook higher than planned, its rows are set tighter.
_TIGHTNESS = (1.0, 0.9, 0.8, 0.7)
# The text in points; the columns of names, topics and locations, at least and at most as wide as this.
_TEXT = 9.6
_NAME, _TOPIC, _LABEL = (20.0, 36.0), (15.0, 24.0), (27.0, 40.0)
# Between a name and what is written behind it.
_AIR = 2.0
# What the deduction side needs for its head, its hypotheses and the space between its parts.
_HYPOTHESES = 92.0
_NOTES = 0.52
_VERDICT_HEAD, _VERDICT_LINE = 22.0, 8.2
# A verdict's marks: their distance, that of their lines, and what a box has beside them.
_MARK, _MARKS_LINE, _BESIDE = 6.7, 7.0, 6.6
# The notebook has two columns, and the verdicts are two: so much of the width has each.
_HALF = 0.484


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
        The pages, or ``None`` if a finding is an error; and the findings: a missing typesetter, characters the
        fonts lack, more paths than one page holds.
    """
    hindered = hindrances(sheet.span, missing_in_sheet(sheet))
    if hindered:
        return None, hindered
    for tightness in _TIGHTNESS:
        layout = lay_out_pages(_html(sheet, PAPERS[sheet.paper], tightness))
        if layout.pages == len(("notebook", "deduction")):
            return Painted(layout, sheet), ()
    message = f"the sheet does not fit on the two sides of a leaf of {sheet.paper} paper"
    hint = f"give {sheet.entries} shorter names, or choose a larger paper"
    return None, (Diagnostic(codes.MISPLACED_PAGE, message, sheet.span, hint=hint),)


def wanted_sheet(sheet: Sheet) -> Wanted:
    """What the file of a sheet should be: the notebook, and the deduction on its back."""
    pages = (visible_texts(_notebook(sheet.notebook)), visible_texts(_deduction(sheet.deduction)))
    return Wanted(Format.of(sheet.paper, sheet.span), pages)


def _notebook(notebook: NotebookSheet) -> Iterator[str]:
    yield from (notebook.title, *notebook.fields)
    for group in notebook.groups:
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
    room = depth - HEAD - _HYPOTHESES
    verdicts = room * (1 - _NOTES)
    geometry = {
        "paper": paper,
        "margin": SHEET_MARGIN,
        "depth": depth,
        "head": HEAD,
        "text": _TEXT,
        "half": _HALF,
        **_widths(sheet.notebook.groups),
        "notes": round(room * _NOTES, 2),
        "verdicts": round(verdicts, 2),
    }
    return render_template(
        "sheet.html",
        sheet=sheet,
        columns_of_groups=_columns(sheet, (depth - HEAD - INITIALS) * tightness),
        initials=INITIALS,
        rules=_rules(sheet.deduction, verdicts, (paper.width - 2 * SHEET_MARGIN) * _HALF - _BESIDE),
        styles=Markup(render_template("fonts.css") + render_template("sheet.css", **geometry)),  # noqa: S704 -- numbers only
    )


def _rules(deduction: DeductionSheet, height: float, width: float) -> int:
    """How many lines to write on there are below the marks in the box of a verdict."""
    lines = ceil(len(deduction.marks) / int(width / _MARK))
    return max(0, int((height - _VERDICT_HEAD - (lines - 1) * _MARKS_LINE) / _VERDICT_LINE))


def _widths(groups: Sequence[Group]) -> dict[str, float]:
    """How wide the columns of names, topics and locations are, as far as their texts need it."""
    answered = [group for group in groups if group.columns]
    names = [row.label for group in answered for row in group.rows]
    topics = [topic for group in answered for topic in group.columns]
    labels = [row.label for group in groups if not group.columns for row in group.rows]
    return {
        "name": _wide(names, *_NAME),
        "topic": _wide(topics, *_TOPIC, "em"),
        "label": _wide(labels, *_LABEL),
    }


def _wide(texts: Iterable[str], least: float, most: float, *marks: str) -> float:
    needed = max((ems(text, marks) for text in texts), default=0) * _TEXT / POINTS_PER_MM + _AIR
    return round(min(most, max(least, needed)), 2)


def _columns(sheet: Sheet, room: float) -> list[Column]:
    """The notebook's two columns; rows are as high as the page allows."""
    columns = (groups for groups in halves(sheet.notebook.groups, _lines) if groups)
    return [
        # The first title is in the row of the initials.
        Column(groups, round(min(_ROW_MOST, room / max(1, height(groups, _lines) - 1) - _RULE), 2))
        for groups in columns
    ]


def _lines(row: TableRow) -> int:
    return len(row.keys)
