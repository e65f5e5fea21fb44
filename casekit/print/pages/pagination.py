"""The places of everything on a booklet's pages, computed from measured heights before anything is painted.

Lengths are millimetres.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import CasePages, Group, Worksheet
from casekit.print.content.papers import NUMBER, POINTS_PER_MM, Paper, lacking
from casekit.print.pages.sheets import Columns, halves, height, is_whole, lowest, size_of
from casekit.print.typesetting.typesetter import Layout
from casekit.values import frozen, replace

PAGE_GAP = 3.5
# The height that rounding may add to a page that is filled to the brim.
SLACK = 0.5
# The head of a table page, as a part of the text size (in points).
TABLE_HEAD = 1.3
FOLIO = 7.0
COVER_MARGINS = 24.0
COVER_SHAPE = 1.1
# The height of a drawing: the least as a part of the page's depth, and of its width if it has no shape.
_DRAWING_LEAST, _DRAWING_LEAST_LARGE, _DRAWING_SHAPE = 0.13, 0.08, 0.61
_ROW_LEAST = 3.7
# Rows as high as this part of the text size (in points) are airy enough.
_ROW_MOST = 0.6
_RULE = 0.15
# The least height of a row in which a tail, such as that of a J, stays above the rule, as a multiple of the
# size of its letters.
_ROW_OF_LETTERS = 1.25
# The text of a worksheet as a part of the text size; the parts of that which are tried to keep it on its
# pages; what is between its record and its grid.
WORK_TEXT = 0.86
_WORK_PARTS = (1.0, 0.95, 0.9, 0.85, 0.8)
# Those that are tried for a grid with a page of its own, as long as its letters have this size in points.
_APART_PARTS, _SMALLEST = (*_WORK_PARTS, 0.7, 0.65, 0.6), 6.0
_WORK_GAP = 5.0


@frozen(slots=True)
class SizedText:
    """A presentation as it was measured, in letters that are made smaller to a ``scale``.

    It has the layout of ``measure.html``, and its number there.
    """

    layout: Layout
    at: int
    scale: float = 1

    def height(self, part: str) -> float:
        """The height of its ``head``, its ``prose`` or its ``answers``."""
        return self.layout.boxes[f"{part}-{self.at}"].height


@frozen(slots=True)
class Spread:
    """A case's two facing pages.

    ``picture`` has the ``height`` of a drawing, 0 if the presentation leaves no room for one, and of the
    ``frame`` it is in.
    """

    case: CasePages
    picture: Mapping[str, float]
    answers_left: bool
    wide: tuple[Group, ...]
    halves: Columns
    row_height: float
    table_size: float
    scale: float = 1
    work: Mapping[str, Any] | None = None

    @property
    def opens(self) -> bool:
        """Whether its presentation is on a right page: drawing beside it, worksheet on the next spread."""
        return self.work is not None and not self.work["facing"] and not self.case.groups


@frozen(slots=True)
class Pagination:
    """Everything the template has to print.

    ``cover`` is the size of the drawing on the title page. ``solutions`` are the pages that are upside down,
    in reading order, each with its ``folio``; its ``heading`` is empty on pages that go on with a solution,
    whose prose is ``texts``; a blank page has none.
    """

    cover: tuple[float, float]
    spreads: tuple[Spread, ...]
    solutions: tuple[Mapping[str, Any], ...]


def plan_booklet(
    cases: Sequence[CasePages], measured: Layout, sized: Sequence[SizedText], paper: Paper, tightness: float
) -> tuple[Pagination, tuple[Diagnostic, ...]]:
    """Divide up the pages.

    ``measured`` is the layout of ``measure.html``, ``sized`` the presentations in the sizes that suit them,
    and ``tightness`` what part of the computed height the rows of tables get.

    Returns:
        The plan, and findings for presentations and solutions that cannot be fitted.
    """
    findings: list[Diagnostic] = []
    pages: list[dict[str, Any]] = []
    spreads = []
    for at, case in enumerate(cases):
        spread = _spread(case, sized[at], paper, tightness, findings)
        spreads.append(replace(spread, work=_work(at, case, measured, paper)))
        pages += _turned(at, case, measured, paper, len(pages), findings)
    width = max(0.0, min(room_on_cover(measured, paper) / COVER_SHAPE, paper.measure * 0.8))
    cover = round(width, 2), round(width * COVER_SHAPE, 2)
    return Pagination(cover, tuple(spreads), tuple(pages)), tuple(findings)


def room_on_cover(measured: Layout, paper: Paper) -> float:
    """The height in millimetres that title and notice leave on the cover; negative if they are too long."""
    heads = measured.boxes["cover-head"].height + measured.boxes["cover-notice"].height
    return paper.depth - heads - COVER_MARGINS


def most_of(case: CasePages, paper: Paper) -> float:
    """The height that a drawing has where the text leaves room for it."""
    return min(case.height * paper.height, (case.shape or _DRAWING_SHAPE) * paper.measure)


def room_beside(sized: SizedText, paper: Paper) -> float:
    """The room that a presentation with its answers leaves of its page; negative if they are too long."""
    return paper.deep - SLACK - sized.height("head") - sized.height("prose") - sized.height("answers")


def least_of(case: CasePages, paper: Paper) -> float:
    """The least height of a drawing, with what is below it."""
    if not case.drawing:
        return 0.0
    part = _DRAWING_LEAST_LARGE if paper.least else _DRAWING_LEAST
    return min(part * paper.depth, most_of(case, paper)) + PAGE_GAP


def _spread(
    case: CasePages, sized: SizedText, paper: Paper, tightness: float, findings: list[Diagnostic]
) -> Spread:
    wide = tuple(group for group in case.groups if group.columns)
    narrow = halves([group for group in case.groups if not group.columns])
    least = least_of(case, paper)
    room = room_beside(sized, paper)
    answers = sized.height("answers")
    beside = _row_height(wide, narrow, paper.deep - answers, paper)
    # Readers have the left page before them: the answers leave it only if there is no other way, and in large
    # print the picture goes first.
    wanted = least if case.shape and not paper.least else 0
    answers_left = room >= wanted or beside < max(_ROW_LEAST, _least_row(paper)) or not case.groups
    room += 0 if answers_left else answers
    if room < max(0, wanted):
        fault = (
            f"is {-room:.0f} mm too long for one page" if room < 0 else "leaves no room for its illustration"
        )
        message = f"the presentation of {case.heading} {fault}"
        hint = "shorten it, or choose a larger paper"
        findings.append(codes.LONG_PRESENTATION.at(case.presentation.span, message, hint=hint))
    row = tightness * (_row_height(wide, narrow, paper.deep, paper) if answers_left else beside)
    row = max(row, _least_row(paper))
    picture: dict[str, float] = {"height": 0, "frame": 0}
    if room >= least and case.drawing:
        picture = _picture(most_of(case, paper), room - PAGE_GAP, sized.height("head"), paper)
    return Spread(
        case=case,
        picture=picture,
        answers_left=answers_left,
        wide=wide,
        halves=narrow,
        row_height=round(row, 2),
        table_size=round(max(paper.least, min(paper.text, row * POINTS_PER_MM * 0.68)), 2),
        scale=sized.scale,
    )


def _work(at: int, case: CasePages, measured: Layout, paper: Paper) -> dict[str, Any] | None:
    """A worksheet as it is set: facing its presentation if it is short; else its record faces its grid."""
    if case.worksheet is None:
        return None
    record, grid = (measured.boxes[f"{part}-{at}"].height for part in ("record", "grid"))
    depth = paper.deep - SLACK
    apart = depth - TABLE_HEAD * paper.text
    for part in () if case.groups else _WORK_PARTS:
        if record * part + _WORK_GAP + grid <= depth:
            return work_pages(case.worksheet, part, depth - record * part - _WORK_GAP, paper, facing=True)
    for part in _APART_PARTS:
        letters = paper.text * WORK_TEXT * part
        if letters >= _SMALLEST:
            grid = lowest(case.worksheet.grid, paper.measure, letters)
            if max(record * part, grid) <= apart:
                return work_pages(case.worksheet, part, apart, paper, facing=False)
    return work_pages(case.worksheet, 1.0, apart, paper, facing=False)


def work_pages(
    worksheet: Worksheet, part: float, room: float, paper: Paper, *, facing: bool
) -> dict[str, Any]:
    """A worksheet in a part of its full size, ``facing`` the presentation or on a spread of its own after it.

    Its grid fills some room; names in its record are divided by its full size. The ``size`` of its letters is
    in points, the ``gap`` between its record and its grid in millimetres.
    """
    letters = paper.text * WORK_TEXT * part
    grid = size_of(worksheet.grid, paper.measure, room, letters)
    whole = is_whole(worksheet.record, paper.measure, paper.text * WORK_TEXT)
    return {"facing": facing, "size": round(letters, 2), "whole": whole, "grid": grid, "gap": _WORK_GAP}


def _picture(most: float, room: float, above: float, paper: Paper) -> dict[str, float]:
    """A picture of at most some height, in a frame below which the text is on the grid of base lines."""
    height = min(most, room)
    over = (above + height + PAGE_GAP - NUMBER * paper.leading) % paper.leading
    grown = height - over + paper.leading
    frame = grown if grown <= room else height - over
    return {"height": round(min(height, frame), 3), "frame": round(frame, 3)}


def _least_row(paper: Paper) -> float:
    """The height of a row of a paper's smallest letters; 0 if letters may be as small as their row."""
    return _ROW_OF_LETTERS * paper.least / POINTS_PER_MM


def _row_height(wide: Sequence[Group], narrow: Columns, room: float, paper: Paper) -> float:
    """The height of a table's rows in the room there is."""
    lines = height(wide) + max(height(half) for half in narrow)
    gaps = len(wide) + max(len(half) for half in narrow)
    room_of_lines = room - SLACK - TABLE_HEAD * paper.text - gaps * PAGE_GAP
    return max(_ROW_LEAST - 0.5, min(_ROW_MOST * paper.text, room_of_lines / max(1, lines) - _RULE))


def _turned(
    at: int, case: CasePages, measured: Layout, paper: Paper, before: int, findings: list[Diagnostic]
) -> list[dict[str, Any]]:
    """Fill pages with whole paragraphs of a solution, and whole openings with pages.

    Nothing else is seen beside a solution.
    """
    room = paper.depth - SLACK - FOLIO
    filled = measured.boxes[f"solution-{at}"].height
    pages: list[list[str]] = [[]]
    for index, text in enumerate(case.solution.prose):
        size = measured.boxes[f"solution-{at}-{index}"].height
        if size > room - filled and pages[-1]:
            pages.append([])
            filled = (NUMBER - 1) * paper.leading
        if size > room - filled:
            message = f"a paragraph of the solution of {case.heading} does not fit on one page"
            hint = "divide it with a blank line"
            findings.append(codes.LONG_SOLUTION.at(case.solution.span, message, hint=hint))
        pages[-1].append(text)
        filled += size
    pages += [[]] * lacking(len(pages), 2)
    return [
        {"heading": "" if number else case.solution_heading, "texts": texts, "folio": before + number + 1}
        for number, texts in enumerate(pages)
    ]
