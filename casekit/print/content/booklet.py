"""The content of booklets, worksheets and the players' sheet, which any game can fill in.

This content says nothing of how it is printed. All texts are plain strings except those that are called
prose, which may hold escapes and emphasis marks (``prose/markup.py``). A drawing is an SVG element as text,
made by casekit itself and printed as it is.
"""

from collections.abc import Collection, Iterator
from typing import Any, Literal

from casekit.diagnostics import Span
from casekit.print.content.papers import PageContent
from casekit.values import fields, frozen, is_dataclass


@frozen(slots=True)
class RecordColumn:
    """A column of a record."""

    title: str
    """Its title, which may be empty."""
    kind: Literal["number", "name", "text"] = "text"
    """How its cells are set: as figures, as names in small capitals, or as plain text."""


@frozen(slots=True)
class AnnotatedCell:
    """The text in a cell, and a note that is set after it."""

    text: str
    note: str


RecordCell = str | AnnotatedCell


@frozen(slots=True)
class Record:
    """A table of what happened, for readers to study."""

    title: str
    columns: tuple[RecordColumn, ...]
    lines: tuple[tuple[RecordCell, ...], ...]
    """The cells of each line. In a line with fewer cells than columns the last takes the room of the rest."""


@frozen(slots=True)
class GridColumn:
    """A column of a grid."""

    name: str
    """Its name; empty if readers fill it in."""
    short: str
    """The beginning of its name, for where the name is too long."""
    label: bool = False
    """Whether its marks are further names of rows, such as a second person beside the first."""


@frozen(slots=True)
class GridRow:
    """A row of a grid."""

    label: str
    """Its name."""
    marks: tuple[str, ...]
    """A mark for each column, empty if readers have to find it out."""


@frozen(slots=True)
class GridGroup:
    """Rows of a grid under one title."""

    title: str
    rows: tuple[GridRow, ...]


@frozen(slots=True)
class Grid:
    """A table in which readers note what they find out.

    Its first column, which is not in ``columns``, has the names of its rows.
    """

    title: str
    columns: tuple[GridColumn, ...]
    groups: tuple[GridGroup, ...]

    @property
    def labels(self) -> int:
        """How many columns have names of rows, with the first."""
        return 1 + sum(column.label for column in self.columns)

    @property
    def height(self) -> int:
        """How many lines it has: its rows and the titles of its groups."""
        return sum(1 + len(group.rows) for group in self.groups)


@frozen(slots=True)
class Worksheet:
    """A record and the grid that goes with it."""

    record: Record
    grid: Grid

    def texts(self) -> tuple[str, ...]:
        """Every text of both, in reading order; of each column of the grid the full name."""
        column_names = (column.name for column in self.grid.columns)
        return (*printed_in(self.record, "kind"), *printed_in(self.grid, "columns"), *column_names)


@frozen(slots=True)
class Passage:
    """A text that is read through."""

    prose: tuple[str, ...]
    """Its paragraphs in reading order."""
    span: Span
    """Where it was written."""


@frozen(slots=True)
class Paragraph:
    """A numbered paragraph."""

    key: str
    """Its name within its booklet, which no other has."""
    text: Passage
    group: str = ""
    """A name that is shared by paragraphs that must be far apart, such as one person's answers; or empty."""
    paths: tuple[str, ...] = ()
    """The names of the paths that lead to it, as a lock file has them; no other in its case has them."""


@frozen(slots=True)
class TableRow:
    """A line of the correlation table, which leads from a choice to the numbers of paragraphs."""

    code: str
    """The short name of the choice, such as the number of a place."""
    label: str
    """The name of the choice."""
    keys: tuple[str, ...]
    """The keys of the paragraphs that it leads to, one for each column of numbers."""
    division: str = ""
    """The mark that the row shares with those of its group that belong together, such as a floor's."""


@frozen(slots=True)
class Group:
    """Rows under one title."""

    title: str
    rows: tuple[TableRow, ...]
    columns: tuple[str, ...] = ()
    """The names of the columns of numbers; none if there is a single one."""


@frozen(slots=True)
class AnswerList:
    """Short lines below a presentation: the possible answers to a question, or what readers have in hand."""

    title: str
    labels: tuple[str, ...]


@frozen(slots=True)
class CasePages:
    """Everything that is printed of one case.

    A case has paragraphs and, as ``groups``, the table that leads to them; or a ``worksheet``; or both.
    """

    heading: str
    """What the case is called everywhere in the booklet, such as ``Case 3``; without its title."""
    title: str
    level: str
    """How hard the case is, in words."""
    presentation: Passage
    answers: tuple[AnswerList, ...]
    """Lists that are printed below the presentation, or below the table."""
    groups: tuple[Group, ...]
    paragraphs: tuple[Paragraph, ...]
    solution_heading: str
    """What is over the solution; without the title of the case."""
    solution: Passage
    drawing: str = ""
    """The picture of the presentation."""
    file: str = ""
    """The name of the case file within its edition, which stays when titles change."""
    shape: float = 0
    """The height of ``drawing`` as a part of its width; 0 if it fills any frame."""
    worksheet: Worksheet | None = None
    height: float = 1 / 3
    """The most height of ``drawing``, as a part of the height of its page."""
    emblem: str = ""
    """A small drawing or picture by which the pages of the case are known."""
    author: str = ""
    notes: str = ""
    """What some readers want to know before they begin."""


@frozen(slots=True)
class Booklet(PageContent):
    """A booklet of one or more cases."""

    slug: str
    """A short name, which seeds its numbers together with the files of its cases."""
    subtitle: str
    notice: str
    """Prose on the title page."""
    solutions_title: str
    solutions_notice: str
    """Prose on the back cover."""
    accent: str
    """The colour of headings and lines, as ``#rrggbb``."""
    cases: tuple[CasePages, ...]
    drawing: str = ""
    """The picture on the title page."""
    paragraphs_title: str = ""
    """The title over all paragraphs; empty for none."""
    gap_notice: str = ""
    """Prose under each number of ``gaps``."""
    gaps: tuple[int, ...] = ()
    """Numbers that are not used any more."""
    entries: str = "rows"
    """What messages call the rows of its tables."""
    group: str = ""
    """What messages call the paragraphs of one group."""
    contents_title: str = ""
    """The title over the list of cases, which only booklets of several cases have."""
    imprint: tuple[str, ...] = ()
    """The paragraphs of the page after the title; none if there is no such page."""
    guide: tuple[str, ...] = ()
    """A heading and paragraphs that say how to begin; none if there is no such page."""
    pages: tuple[tuple[int, ...], ...] = ()
    """The numbers that begin on each page of an earlier printing whose pages this one keeps."""

    def paragraphs(self) -> Iterator[Paragraph]:
        """The paragraphs of all cases, in the order of the cases and their paths."""
        for case in self.cases:
            yield from case.paragraphs


@frozen(slots=True)
class Question:
    """One of the things to find out."""

    name: str
    points: tuple[int, ...]
    """The points that a right answer earns in each column of answers, the first one first."""


@frozen(slots=True)
class Sheet(PageContent):
    """The players' sheet: the notebook and, on its back, the rest of it with the deduction.

    The keys of its table rows are not printed; they are only counted, as lines to write on.
    """

    notebook_title: str
    deduction_title: str
    fields: tuple[str, ...]
    """Labels with a line to write on, at the top of either side."""
    groups: tuple[Group, ...]
    """The rows of the notebook."""
    readers: int
    """How many boxes each row has, one for each reader."""
    notes: str
    """The title of the space for notes."""
    verdicts: tuple[str, ...]
    """The titles of spaces, each with all ``marks``, such as those of the guilty and of the innocent."""
    marks: tuple[str, ...]
    """Short names, such as initials, that are struck out or ringed in the spaces of ``verdicts``."""
    hypotheses_title: str
    hypotheses: tuple[str, ...]
    """The names of the columns of answers."""
    questions: tuple[Question, ...]
    rule: str
    """How answers are scored, below the table."""
    score: str
    """The name of the column for points."""
    entries: str = "rows"
    """What messages call the rows."""


def printed_in(content: Any, *unread: str) -> tuple[str, ...]:
    """Every text of some content, in reading order, except in fields called as one of ``unread``.

    ``content`` is an instance of a frozen class, a text, or a tuple of such.
    """
    return tuple(text for text, _ in texts_in(content, Span(""), unread))


def texts_in(content: Any, span: Span, unread: Collection[str]) -> Iterator[tuple[str, Span]]:
    """Every text of some content, with the nearest known place of it.

    The texts of a case that have no place of their own have that of its presentation.

    Args:
        content: an instance of a frozen class, a text, or a tuple of such.
        span: the place of texts for which none nearer is known.
        unread: the names of fields that are left out.
    """
    if isinstance(content, str):
        yield content, span
    elif isinstance(content, tuple):
        for part in content:
            yield from texts_in(part, span, unread)
    elif is_dataclass(content) and not isinstance(content, Span):
        part_with_span = content.presentation if isinstance(content, CasePages) else content
        nearest_span = getattr(part_with_span, "span", span)
        for field in fields(content):
            if field.name not in unread:
                yield from texts_in(getattr(content, field.name), nearest_span, unread)
