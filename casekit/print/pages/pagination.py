"""The places of everything on a booklet's pages, computed from measured heights before anything is painted.

``plan_booklet`` is the way in. Lengths are millimetres unless a name says ``points``.
"""

from collections.abc import Sequence

from casekit.diagnostics import Finding, codes
from casekit.print.content.booklet import CasePages, Group, Worksheet
from casekit.print.content.papers import NUMBER_LINES, POINTS_PER_MM, Paper, pages_lacking
from casekit.print.pages.group_columns import Columns, divided_in_two, line_count
from casekit.print.pages.worksheet_sizes import (
    GridSizes,
    grid_sizes,
    has_undivided_texts,
    least_grid_height,
)
from casekit.print.typesetting.typesetter import Layout
from casekit.values import frozen, replace

TABLE_HEAD_PER_TEXT = 1.3
"""The height of the head of a table page, in millimetres for each point of the text size."""

# The space below a picture, and below a group of a table.
_PAGE_GAP = 3.5
# The height that rounding may add to a page that is filled to the brim.
_ROUNDING = 0.5
_FOLIO_HEIGHT = 7.0

# The space between the parts of the title page, together, and the height of its drawing per width.
_COVER_MARGINS = 24.0
_COVER_SHAPE = 1.1
# The most width of its drawing, as a part of the measure.
_COVER_DRAWING_PER_MEASURE = 0.8

# The least height of a drawing as a part of the page's depth, on paper with large print and on other paper.
_LEAST_DRAWING_IN_LARGE_PRINT = 0.08
_LEAST_DRAWING = 0.13
# The height of a drawing that fills any frame, per width.
_USUAL_SHAPE = 0.61

# The least height of a table row. It is used rather than move the answers; rows of full pages may be lower.
_LEAST_ROW = 3.7
_LOWER_BY = 0.5
# Rows as high as this, in millimetres for each point of the text size, are airy enough.
_MOST_ROW_PER_TEXT = 0.6
_RULE_HEIGHT = 0.15
# The size of the letters of a row, as a part of its height.
_LETTERS_PER_ROW = 0.68
# The least height of a row in which a tail, such as that of a J, stays above the rule, as a multiple of the
# size of its letters.
_LEAST_ROW_PER_LETTERS = 1.25

# The size of the text of a worksheet as a part of the text size.
_WORKSHEET_PER_TEXT = 0.86
# The parts of that which are tried to keep a worksheet on its pages, the preferred first.
_WORKSHEET_SCALES = (1.0, 0.95, 0.9, 0.85, 0.8)
# Those that are tried for a grid with a page of its own, as long as its letters have this size in points.
_GRID_PAGE_SCALES = (*_WORKSHEET_SCALES, 0.7, 0.65, 0.6)
_LEAST_GRID_POINTS = 6.0
# The space between a record and its grid.
_RECORD_TO_GRID = 5.0


@frozen(slots=True)
class SizedText:
    """A presentation as it was measured."""

    layout: Layout
    """The layout of ``measure.html`` that it is in."""
    at: int
    """Its position among the cases of that layout, from 0."""
    scale: float = 1
    """The size of its letters, as a part of their full size."""

    def height(self, part: str) -> float:
        """The height of its ``head``, its ``prose`` or its ``answers``."""
        return self.layout.boxes[f"{part}-{self.at}"].height


@frozen(slots=True)
class FramedPicture:
    """The drawing of a presentation."""

    height: float
    """The height of the drawing; 0 if the presentation leaves no room for one."""
    frame: float
    """The height of the frame that it is in."""


_NO_PICTURE = FramedPicture(0, 0)


@frozen(slots=True)
class WorksheetPages:
    """A worksheet as it is set."""

    facing: bool
    """Whether it faces its presentation. Otherwise it has the next spread, its record facing its grid."""
    size: float
    """The size of its letters, in points."""
    whole: bool
    """Whether no text in a column of plain text of the record is divided."""
    grid: GridSizes
    gap: float
    """The space between its record and its grid."""


@frozen(slots=True)
class Spread:
    """A case's two facing pages: its presentation, and its table or its worksheet."""

    case: CasePages
    picture: FramedPicture
    answers_left: bool
    """Whether the lists of answers are below the presentation. Otherwise they are below the table."""
    wide: tuple[Group, ...]
    """The groups of the table that take the whole width: those with several columns of numbers."""
    halves: Columns
    """The other groups, in two columns."""
    row_height: float
    table_size: float
    """The size of the letters of the table, in points."""
    scale: float = 1
    """The size of the letters of the presentation, as a part of their full size."""
    work: WorksheetPages | None = None

    @property
    def opens(self) -> bool:
        """Whether its presentation is on a right page: drawing beside it, worksheet on the next spread."""
        return self.work is not None and not self.work.facing and not self.case.groups


@frozen(slots=True)
class SolutionPage:
    """A page that is upside down, with a solution or a part of one."""

    heading: str
    """The heading of the solution; empty on the pages after its first."""
    texts: tuple[str, ...]
    """Its prose; a blank page has none."""
    folio: int
    """Its number, from 1, counted from the end of the file."""


@frozen(slots=True)
class Pagination:
    """Everything that the template of a booklet has to print."""

    cover: tuple[float, float]
    """The width and the height of the drawing on the title page."""
    spreads: tuple[Spread, ...]
    solutions: tuple[SolutionPage, ...]
    """The pages of the solutions in reading order."""


def plan_booklet(
    cases: Sequence[CasePages],
    measured: Layout,
    presentations: Sequence[SizedText],
    paper: Paper,
    tightness: float,
) -> tuple[Pagination, tuple[Finding, ...]]:
    """Divide up the pages.

    Args:
        cases: those of the booklet.
        measured: the layout of ``measure.html`` with all of them.
        presentations: of the cases, in the sizes that suit them.
        paper: of the booklet.
        tightness: the part of their computed height that rows of tables get.

    Returns:
        The plan, and findings on presentations and solutions that cannot be fitted.
    """
    findings: list[Finding] = []
    solution_pages: list[SolutionPage] = []
    spreads = []
    for index, case in enumerate(cases):
        spread = _spread(case, presentations[index], paper, tightness, findings)
        spreads.append(replace(spread, work=_worksheet_pages(index, case, measured, paper)))
        solution_pages += _solution_pages(index, case, measured, paper, len(solution_pages), findings)
    most_width = paper.measure * _COVER_DRAWING_PER_MEASURE
    cover_width = max(0.0, min(room_on_cover(measured, paper) / _COVER_SHAPE, most_width))
    cover = round(cover_width, 2), round(cover_width * _COVER_SHAPE, 2)
    return Pagination(cover, tuple(spreads), tuple(solution_pages)), tuple(findings)


def room_on_cover(measured: Layout, paper: Paper) -> float:
    """The height that title and notice leave on the cover; negative if they are too long."""
    texts_height = measured.boxes["cover-head"].height + measured.boxes["cover-notice"].height
    return paper.depth - texts_height - _COVER_MARGINS


def room_beside(presentation: SizedText, paper: Paper) -> float:
    """The room that a presentation with its answers leaves on its page; negative if they are too long."""
    room = paper.increased_depth - _ROUNDING
    return room - presentation.height("head") - presentation.height("prose") - presentation.height("answers")


def least_drawing_height(case: CasePages, paper: Paper) -> float:
    """The least height of a drawing, with the space below it; 0 without one."""
    if not case.drawing:
        return 0.0
    part = _LEAST_DRAWING_IN_LARGE_PRINT if paper.least else _LEAST_DRAWING
    return min(part * paper.depth, _most_drawing_height(case, paper)) + _PAGE_GAP


def _most_drawing_height(case: CasePages, paper: Paper) -> float:
    """The height that a drawing has if the text leaves room for it."""
    return min(case.height * paper.height, (case.shape or _USUAL_SHAPE) * paper.measure)


def _spread(
    case: CasePages, presentation: SizedText, paper: Paper, tightness: float, findings: list[Finding]
) -> Spread:
    """The spread of a case, without its worksheet; adds a finding if its presentation is too long."""
    wide_groups = tuple(group for group in case.groups if group.columns)
    halves = divided_in_two([group for group in case.groups if not group.columns])
    least_drawing = least_drawing_height(case, paper)
    answers_height = presentation.height("answers")
    row_above_answers = _row_height(wide_groups, halves, paper.increased_depth - answers_height, paper)
    row_without_answers = _row_height(wide_groups, halves, paper.increased_depth, paper)
    room = room_beside(presentation, paper)
    # A drawing with a shape of its own must have room; in large print it goes first.
    needed_room = least_drawing if case.shape and not paper.least else 0
    # Readers have the left page before them: the answers leave it only if there is no other way.
    has_room_with_answers = room >= needed_room
    answers_crowd_table = row_above_answers < max(_LEAST_ROW, _least_row(paper))
    answers_left = has_room_with_answers or answers_crowd_table or not case.groups
    if not answers_left:
        room += answers_height
    if room < max(0, needed_room):
        findings.append(_long_presentation(case, room))
    row = max(tightness * (row_without_answers if answers_left else row_above_answers), _least_row(paper))
    picture = _NO_PICTURE
    if room >= least_drawing and case.drawing:
        most_height = _most_drawing_height(case, paper)
        picture = _picture(most_height, room - _PAGE_GAP, presentation.height("head"), paper)
    letters_in_row = row * POINTS_PER_MM * _LETTERS_PER_ROW
    return Spread(
        case=case,
        picture=picture,
        answers_left=answers_left,
        wide=wide_groups,
        halves=halves,
        row_height=round(row, 2),
        table_size=round(max(paper.least, min(paper.text, letters_in_row)), 2),
        scale=presentation.scale,
    )


def _long_presentation(case: CasePages, room: float) -> Finding:
    """The finding on a presentation that leaves some room, which is too little, or is too long."""
    fault = f"is {-room:.0f} mm too long for one page" if room < 0 else "leaves no room for its illustration"
    message = f"the presentation of {case.heading} {fault}"
    hint = "shorten it, or choose a larger paper"
    return codes.LONG_PRESENTATION.at(case.presentation.span, message, hint=hint)


def _picture(most_height: float, room: float, above: float, paper: Paper) -> FramedPicture:
    """A picture of at most some height, in a frame below which the text is on the grid of base lines.

    ``above`` is the height of what is above the frame.
    """
    height = min(most_height, room)
    base_lines_top = NUMBER_LINES * paper.leading
    below_base_line = (above + height + _PAGE_GAP - base_lines_top) % paper.leading
    # The frame goes on to the next base line if there is room, otherwise it ends at the one before.
    longer_frame = height - below_base_line + paper.leading
    frame = longer_frame if longer_frame <= room else height - below_base_line
    return FramedPicture(height=round(min(height, frame), 3), frame=round(frame, 3))


def _least_row(paper: Paper) -> float:
    """The height of a row of a paper's smallest letters; 0 if letters may be as small as their row."""
    return _LEAST_ROW_PER_LETTERS * paper.least / POINTS_PER_MM


def _row_height(wide_groups: Sequence[Group], halves: Columns, room: float, paper: Paper) -> float:
    """The height of a table's rows in the room there is."""
    lines = line_count(wide_groups) + max(line_count(half) for half in halves)
    gaps = len(wide_groups) + max(len(half) for half in halves)
    room_of_lines = room - _ROUNDING - TABLE_HEAD_PER_TEXT * paper.text - gaps * _PAGE_GAP
    fitting_row = room_of_lines / max(1, lines) - _RULE_HEIGHT
    return max(_LEAST_ROW - _LOWER_BY, min(_MOST_ROW_PER_TEXT * paper.text, fitting_row))


def _worksheet_pages(index: int, case: CasePages, measured: Layout, paper: Paper) -> WorksheetPages | None:
    """The worksheet of the case at ``index`` as it is set, if it has one.

    It faces its presentation if it is short and there is no table. Otherwise its record faces its grid.
    """
    if case.worksheet is None:
        return None
    record_height = measured.boxes[f"record-{index}"].height
    grid_height = measured.boxes[f"grid-{index}"].height
    depth = paper.increased_depth - _ROUNDING
    if not case.groups:
        for scale in _WORKSHEET_SCALES:
            room_for_grid = depth - record_height * scale - _RECORD_TO_GRID
            if record_height * scale + _RECORD_TO_GRID + grid_height <= depth:
                return worksheet_pages(case.worksheet, scale, room_for_grid, paper, facing=True)
    depth_below_head = depth - TABLE_HEAD_PER_TEXT * paper.text
    for scale in _GRID_PAGE_SCALES:
        letters_points = paper.text * _WORKSHEET_PER_TEXT * scale
        if letters_points >= _LEAST_GRID_POINTS:
            least_height = least_grid_height(case.worksheet.grid, paper.measure, letters_points)
            if max(record_height * scale, least_height) <= depth_below_head:
                return worksheet_pages(case.worksheet, scale, depth_below_head, paper, facing=False)
    return worksheet_pages(case.worksheet, 1.0, depth_below_head, paper, facing=False)


def worksheet_pages(
    worksheet: Worksheet, scale: float, room: float, paper: Paper, *, facing: bool
) -> WorksheetPages:
    """A worksheet at a scale, whose grid fills some room.

    Texts in its record are divided, or not, as in the full size.
    """
    full_points = paper.text * _WORKSHEET_PER_TEXT
    letters_points = full_points * scale
    return WorksheetPages(
        facing=facing,
        size=round(letters_points, 2),
        whole=has_undivided_texts(worksheet.record, paper.measure, full_points),
        grid=grid_sizes(worksheet.grid, paper.measure, room, letters_points),
        gap=_RECORD_TO_GRID,
    )


def _solution_pages(
    index: int,
    case: CasePages,
    measured: Layout,
    paper: Paper,
    pages_before: int,
    findings: list[Finding],
) -> list[SolutionPage]:
    """Fill pages with whole paragraphs of the solution of a case, and whole openings with pages.

    So nothing else is seen beside a solution. Adds a finding for a paragraph that is too long.
    """
    room = paper.depth - _ROUNDING - _FOLIO_HEIGHT
    filled = measured.boxes[f"solution-{index}"].height
    texts_by_page: list[list[str]] = [[]]
    for text_index, text in enumerate(case.solution.prose):
        text_height = measured.boxes[f"solution-{index}-{text_index}"].height
        if text_height > room - filled and texts_by_page[-1]:
            texts_by_page.append([])
            filled = (NUMBER_LINES - 1) * paper.leading
        if text_height > room - filled:
            message = f"a paragraph of the solution of {case.heading} does not fit on one page"
            hint = "divide it with a blank line"
            findings.append(codes.LONG_SOLUTION.at(case.solution.span, message, hint=hint))
        texts_by_page[-1].append(text)
        filled += text_height
    texts_by_page += [[]] * pages_lacking(len(texts_by_page), 2)
    pages: list[SolutionPage] = []
    for texts in texts_by_page:
        heading = "" if pages else case.solution_heading
        pages.append(SolutionPage(heading, tuple(texts), folio=pages_before + len(pages) + 1))
    return pages
