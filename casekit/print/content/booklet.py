"""The content of booklets, worksheets and the players' sheet, which any game can fill in.

Nothing is known here of how it is printed.

All texts are plain strings except where they are called prose, which may hold escapes and emphasis marks
(``prose.py``). A drawing is an SVG element as text, made by casekit itself and printed as it is.
"""

from collections.abc import Collection, Iterator
from typing import Any, Literal

from casekit.diagnostics import Span
from casekit.print.content.papers import PageContent
from casekit.values import fields, frozen, is_dataclass


@frozen(slots=True)
class RecordColumn:
    """A column of a record, set as figures, as names in small capitals or as text. Its title may be empty."""

    title: str
    kind: Literal["number", "name", "text"] = "text"


@frozen(slots=True)
class AnnotatedCell:
    """The text in a cell, and a note to it."""

    text: str
    note: str


RecordCell = str | AnnotatedCell


@frozen(slots=True)
class Record:
    """Lines under the titles of columns. In a line with fewer cells the last takes the room of the rest."""

    title: str
    columns: tuple[RecordColumn, ...]
    lines: tuple[tuple[RecordCell, ...], ...]


@frozen(slots=True)
class GridColumn:
    """A column of a grid: its name, or the beginning of a name that is too long.

    Empty ones are to be filled in. The marks of a ``label`` are names of rows of their own, which go on at
    its right.
    """

    name: str
    short: str
    label: bool = False


@frozen(slots=True)
class GridRow:
    """A row of a grid with a mark in each column, empty where readers have to find out."""

    label: str
    marks: tuple[str, ...]


@frozen(slots=True)
class GridGroup:
    """Rows of a grid under one title."""

    title: str
    rows: tuple[GridRow, ...]


@frozen(slots=True)
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


@frozen(slots=True)
class Worksheet:
    """A record and the grid that goes with it."""

    record: Record
    grid: Grid

    def texts(self) -> tuple[str, ...]:
        """Every text of both, in reading order; of each column of the grid the full name."""
        names = (column.name for column in self.grid.columns)
        return (*printed_in(self.record, "kind"), *printed_in(self.grid, "columns"), *names)


@frozen(slots=True)
class Passage:
    """Prose paragraphs in reading order, and where they were written."""

    prose: tuple[str, ...]
    span: Span


@frozen(slots=True)
class Paragraph:
    """A numbered paragraph, with a ``key`` that is unique in its booklet.

    ``group`` is empty, or shared by paragraphs that must be far apart.

    ``paths`` are what a lock file calls it: the names of the paths that lead to it, unique in its case.
    """

    key: str
    text: Passage
    group: str = ""
    paths: tuple[str, ...] = ()


@frozen(slots=True)
class TableRow:
    """A line of the correlation table: ``code`` and ``label`` name it, ``keys`` are paragraphs, one a column.

    Rows of one ``division`` are together in their group, under one mark.
    """

    code: str
    label: str
    keys: tuple[str, ...]
    division: str = ""


@frozen(slots=True)
class Group:
    """Rows under one title. ``columns`` name the keys of each row; with a single key there are none."""

    title: str
    rows: tuple[TableRow, ...]
    columns: tuple[str, ...] = ()


@frozen(slots=True)
class AnswerList:
    """Short lines under a title, below a presentation: answers to a question, what readers have in hand."""

    title: str
    labels: tuple[str, ...]


@frozen(slots=True)
class CasePages:
    """Everything that is printed of one case.

    ``heading`` is what the case is called everywhere in the booklet (``Case 3``), ``solution_heading`` is
    over its solution; neither may hold the title. ``drawing`` is the picture of the presentation; ``shape``
    is its height as a part of its width, 0 if it fills any frame, and ``height`` the most that it may have of
    its page. ``emblem`` is a small drawing or picture by which its pages are known, ``notes`` what some
    readers want to know before they begin. ``file`` is the case file's name within its edition, which stays
    when titles change.

    A case has paragraphs and, as ``groups``, the table that leads to them; or a ``worksheet``; or all of it.
    """

    heading: str
    title: str
    level: str
    presentation: Passage
    answers: tuple[AnswerList, ...]
    groups: tuple[Group, ...]
    paragraphs: tuple[Paragraph, ...]
    solution_heading: str
    solution: Passage
    drawing: str = ""
    file: str = ""
    shape: float = 0
    worksheet: Worksheet | None = None
    height: float = 1 / 3
    emblem: str = ""
    author: str = ""
    notes: str = ""


@frozen(slots=True)
class Booklet(PageContent):
    """A booklet of one or more cases.

    ``slug`` and the names of the cases' files seed its numbers. ``paper`` is a name of ``papers.PAPERS``;
    ``accent`` is a colour as ``#rrggbb``. ``paragraphs_title`` is over its paragraphs. ``notice`` is prose on
    the title page, ``solutions_notice`` prose on the back cover, ``gap_notice`` prose under the numbers that
    are not used any more, ``gaps``. ``entries`` is what messages call the rows of its tables, ``group`` the
    paragraphs of one group. ``contents_title`` is over the list of its cases, which only booklets of several
    have, ``imprint`` the paragraphs of the page after the title, if there is one. ``guide``, a heading and
    paragraphs, says readers how to go about it. ``pages`` are the numbers that begin on each page of an
    earlier printing, where this one keeps them.
    """

    slug: str
    subtitle: str
    notice: str
    solutions_title: str
    solutions_notice: str
    accent: str
    cases: tuple[CasePages, ...]
    drawing: str = ""
    paragraphs_title: str = ""
    gap_notice: str = ""
    gaps: tuple[int, ...] = ()
    entries: str = "rows"
    group: str = ""
    contents_title: str = ""
    imprint: tuple[str, ...] = ()
    guide: tuple[str, ...] = ()
    pages: tuple[tuple[int, ...], ...] = ()

    def paragraphs(self) -> Iterator[Paragraph]:
        """The paragraphs of all cases, in the order of the cases and their paths."""
        for case in self.cases:
            yield from case.paragraphs


@frozen(slots=True)
class Question:
    """One of the things to find out, with the points its hypotheses earn, the first one first."""

    name: str
    points: tuple[int, ...]


@frozen(slots=True)
class Sheet(PageContent):
    """The players' sheet: the notebook and, on its back, the rest of it with the deduction.

    ``fields`` are labels with a line to write on, on either side; ``readers`` is how many boxes each path
    has. The keys of rows are not printed, only counted. ``marks`` are short names to be struck out or ringed
    under each of ``verdicts``; ``hypotheses`` name the columns of the answers. ``entries`` is what messages
    call the rows.
    """

    notebook_title: str
    deduction_title: str
    fields: tuple[str, ...]
    groups: tuple[Group, ...]
    readers: int
    notes: str
    verdicts: tuple[str, ...]
    marks: tuple[str, ...]
    hypotheses_title: str
    hypotheses: tuple[str, ...]
    questions: tuple[Question, ...]
    rule: str
    score: str
    entries: str = "rows"


def printed_in(content: Any, *unread: str) -> tuple[str, ...]:
    """Every text of some content, in reading order, but for fields that are ``unread``."""
    return tuple(text for text, _ in texts_in(content, Span(""), unread))


def texts_in(content: Any, span: Span, unread: Collection[str]) -> Iterator[tuple[str, Span]]:
    """Every text of some content, but for fields that are ``unread``, with the nearest known place of it.

    The texts of a case that have no place of their own have that of its presentation.
    """
    if isinstance(content, str):
        yield content, span
    elif isinstance(content, tuple):
        for part in content:
            yield from texts_in(part, span, unread)
    elif is_dataclass(content) and not isinstance(content, Span):
        span = getattr(getattr(content, "presentation", content), "span", span)
        for field in fields(content):
            if field.name not in unread:
                yield from texts_in(getattr(content, field.name), span, unread)
