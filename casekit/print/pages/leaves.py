"""Cases with a worksheet, each on a leaf of its own.

The solution is upside down on the back or at the foot. If one case needs the back of its leaf, all have the
same on their backs. Lengths are millimetres.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from casekit.diagnostics import codes
from casekit.print.content.booklet import CasePages, Worksheet, printed_in
from casekit.print.content.papers import PAPERS, ExpectedLayout, Format, UpsideDownText
from casekit.print.content.pieces import Leaves, SolutionPlace
from casekit.print.pages.worksheet_sizes import GridSizes, grid_sizes, has_undivided_texts
from casekit.print.typesetting.fonts import render_template
from casekit.print.typesetting.typesetter import Layout, TypesetPages, lay_out_pages
from casekit.values import frozen

MARGIN = 13.0
# The size of the text in points, on A4 and at least.
_A4_TEXT_POINTS = 10.0
_LEAST_TEXT_POINTS = 8.2
_A4_WIDTH = 210.0
# The size of the text of worksheets and solutions as a part of other text.
_SMALL_PER_TEXT = 0.9
# The part of the width that a grid may have beside its record, and the space between the two.
_GRID_PER_WIDTH = 0.36
_BESIDE_GRID = 6.0
# The space above a worksheet, and above a solution at the foot.
_GAP = 3.4
# The height of the heading of a back.
_BACK_HEADING = 6.0
# What rounding may add to a page.
_ROUNDING = 1.0
# So long that everything that is measured is on one page of it.
_MEASURING_HEIGHT = 30_000

Back = Literal["", "solution", "worksheet", "grid"]
"""The content of the back of each leaf, if it has one."""
Part = Literal["front", "work", "record", "grid", "solution", "foot", "reverse"]
"""A part of a leaf.

``front`` is the case up to its worksheet, ``work`` is the record and the grid of its worksheet, side by side
or below each other. ``foot`` is its solution below something else, ``reverse`` is the heading of a back.
"""


class _Attempt(NamedTuple):
    """A way to set all cases."""

    tightness: float
    """The size of the text, as a part of its full size."""
    back: Back


_SIDES: Mapping[Back, tuple[tuple[Part, ...], ...]] = {
    "": (("front", "work", "foot"),),
    "solution": (("front", "work"), ("reverse", "solution")),
    "worksheet": (("front", "foot"), ("reverse", "work")),
    "grid": (("front", "record", "foot"), ("reverse", "grid")),
}
"""The parts of a case on each side of its leaf, by the content of its back."""


def _attempts(back: Back, *tightnesses: float) -> tuple[_Attempt, ...]:
    return tuple(_Attempt(tightness, back) for tightness in tightnesses)


_SOLUTION_ON_BACK = _attempts("solution", 1.0, 0.92, 0.85)
_WORKSHEET_ON_BACK = _attempts("worksheet", 1.0, 0.9, 0.8)
_GRID_ON_BACK = _attempts("grid", 1.0, 0.9, 0.8)
_ATTEMPTS: Mapping[SolutionPlace, tuple[_Attempt, ...]] = {
    "back": (*_SOLUTION_ON_BACK, *_attempts("solution", 0.8), *_GRID_ON_BACK),
    "foot": (
        *_attempts("", 1.08, 1.0, 0.95, 0.9),
        *_SOLUTION_ON_BACK,
        *_WORKSHEET_ON_BACK,
        *_GRID_ON_BACK,
    ),
    "none": (*_attempts("", 1.0, 0.92, 0.85, 0.8), *_WORKSHEET_ON_BACK, *_GRID_ON_BACK),
}
"""The ways that are tried in turn, by the place of the solution: a smaller type rather than a second side."""

_HINTS: Mapping[SolutionPlace, str] = {
    "back": "shorten its presentation, its solution or its record, or let solutions be elsewhere: `--solution foot`",
    "foot": "shorten its presentation, its solution or its record",
    "none": "shorten its presentation or its record",
}
"""What makes a case shorter, by the place of the solution."""


@frozen(slots=True)
class _LeafOfCase:
    """A case, and the sizes of its worksheet."""

    at: int
    """The position of the case, from 0."""
    case: CasePages
    record_width: float
    whole: bool
    """Whether no text in a column of plain text of the record is divided."""
    grid: GridSizes


def paint_leaves(leaves: Leaves) -> TypesetPages:
    """Typeset cases with a worksheet; the findings: a case that does not fit on the two sides of a leaf."""
    # The content of the back changes no height, so each tightness is measured once.
    heights_by_tightness: dict[float, tuple[dict[Part, float], ...]] = {}
    for tightness, back in _ATTEMPTS[leaves.solution]:
        if tightness not in heights_by_tightness:
            layout = lay_out_pages(_html(leaves, tightness, back))
            indices = range(len(leaves.cases))
            heights_by_tightness[tightness] = tuple(
                _heights(layout, index, leaves.solution) for index in indices
            )
        heights_of_cases = heights_by_tightness[tightness]
        excesses = [_fuller_side(heights, back) - _depth(leaves) for heights in heights_of_cases]
        if max(excesses, default=0) <= 0:
            return lay_out_pages(_html(leaves, tightness, back, heights_of_cases)), ()
    findings = []
    for case, excess in zip(leaves.cases, excesses, strict=True):
        if excess > 0:
            message = (
                f"{case.title} ({case.heading}) is {excess:.0f} mm too long for the two sides of a leaf"
                f" of {leaves.paper} paper"
            )
            place, hint = case.presentation.span, _HINTS[leaves.solution]
            findings.append(codes.LONG_PRESENTATION.at(place, message, hint=hint))
    return None, tuple(findings)


def _fuller_side(heights: Mapping[Part, float], back: Back) -> float:
    """The height of the fuller side of a leaf, given those of the parts of its case."""
    height = 0.0
    for side in _SIDES[back]:
        height = max(height, sum(heights[part] for part in side))
    return height


def _depth(leaves: Leaves) -> float:
    """The height of the text area, less what rounding may add."""
    return PAPERS[leaves.paper].height - 2 * MARGIN - _ROUNDING


def _html(
    leaves: Leaves,
    tightness: float,
    back: Back,
    heights_of_cases: Sequence[Mapping[Part, float]] | None = None,
) -> str:
    """The pages; until heights are known, all of it on one endless page, to be measured."""
    paper = PAPERS[leaves.paper]
    is_measuring = heights_of_cases is None
    full_points = max(_LEAST_TEXT_POINTS, _A4_TEXT_POINTS * paper.width / _A4_WIDTH)
    text_points = round(full_points * tightness, 2)
    return render_template(
        "leaves.html",
        leaves=leaves,
        language=leaves.language,
        pages=list(_leaves_of_cases(leaves, text_points, back, heights_of_cases)),
        back=back,
        measuring=is_measuring,
        paper=paper,
        height=_MEASURING_HEIGHT if is_measuring else paper.height,
        margin=MARGIN,
        depth=_depth(leaves),
        text=text_points,
        small=_SMALL_PER_TEXT,
        gap=_GAP,
        accent=leaves.accent,
    )


def _leaves_of_cases(
    leaves: Leaves,
    text_points: float,
    back: Back,
    heights_of_cases: Sequence[Mapping[Part, float]] | None,
) -> Iterator[_LeafOfCase]:
    """The cases with the sizes of their worksheets.

    Once heights are known, grids fill the page as far as their rows may be high.
    """
    whole_width = PAPERS[leaves.paper].width - 2 * MARGIN
    worksheet_points = text_points * _SMALL_PER_TEXT
    for index, case in enumerate(leaves.cases):
        worksheet = _worksheet(case)
        # A grid with several columns of labels is below the record.
        is_below_record = worksheet.grid.labels > 1
        is_alone_on_back = back == "grid"
        grid_height = 0.0
        if heights_of_cases is not None and (not is_below_record or is_alone_on_back):
            used = _used_beside_worksheet(heights_of_cases[index], back)
            grid_height = _depth(leaves) - used - _GAP - _ROUNDING
        grid_width = whole_width if is_below_record else whole_width * _GRID_PER_WIDTH
        sizes = grid_sizes(worksheet.grid, grid_width, grid_height, worksheet_points)
        width_beside_grid = round(whole_width - sizes.width - _BESIDE_GRID, 2)
        record_width = whole_width if is_below_record else width_beside_grid
        is_whole = has_undivided_texts(worksheet.record, record_width, worksheet_points)
        yield _LeafOfCase(index, case, record_width, is_whole, sizes)


def _used_beside_worksheet(heights: Mapping[Part, float], back: Back) -> float:
    """The height that other parts take on the side of the grid."""
    if back in {"worksheet", "grid"}:
        return _BACK_HEADING
    if back == "solution":
        return heights["front"]
    return heights["front"] + heights["foot"]


def _heights(layout: Layout, index: int, place: SolutionPlace) -> dict[Part, float]:
    """The heights of the parts of the case at ``index``, as they are in a layout with low rows."""

    def height(*boxes: str) -> float:
        return sum(layout.boxes[f"{box}-{index}"].height for box in boxes)

    solution = 0 if place == "none" else height("solution")
    return {
        "front": height("head", "story", "lists"),
        "work": height("work"),
        "record": _GAP + height("record"),
        "grid": _GAP + height("grid"),
        "solution": solution,
        "foot": _GAP + solution if solution else 0,
        "reverse": _BACK_HEADING,
    }


def expected_layout_of_leaves(leaves: Leaves) -> ExpectedLayout:
    """The requirements for a file of leaves: a page for each case, or two with the second as its back."""
    texts_of_cases = [_texts_by_part(case, leaves.solution) for case in leaves.cases]
    backs = dict.fromkeys(attempt.back for attempt in _ATTEMPTS[leaves.solution])
    layouts = []
    for back in backs:
        pages: list[tuple[str, ...]] = []
        for texts_by_part in texts_of_cases:
            for side in _SIDES[back]:
                texts_of_side = chain.from_iterable(texts_by_part[part] for part in side)
                pages.append(tuple(texts_of_side))
        layouts.append(tuple(pages))
    return ExpectedLayout(Format.of(leaves.paper, leaves.span), tuple(layouts))


def _texts_by_part(case: CasePages, place: SolutionPlace) -> dict[Part, tuple[str, ...]]:
    """The texts of the parts of a case."""
    worksheet = _worksheet(case)
    record = printed_in(worksheet.record, "kind")
    grid = (*printed_in(worksheet.grid, "columns"), *(column.short for column in worksheet.grid.columns))
    solution = () if place == "none" else (UpsideDownText(case.solution_heading),)
    return {
        "front": (case.heading, case.title, case.level, *printed_in(case.answers)),
        "work": (*record, *grid),
        "record": record,
        "grid": grid,
        "solution": solution,
        "foot": solution,
        "reverse": (case.heading,),
    }


def _worksheet(case: CasePages) -> Worksheet:
    if case.worksheet is None:
        raise ValueError(f"{case.heading} has no worksheet")
    return case.worksheet
