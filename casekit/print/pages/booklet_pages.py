"""A booklet, from its content and numbers to typeset pages.

``paint_booklet(booklet, numbers)`` is the way in; ``numbering.number_again`` makes the numbers.

A booklet has these pages:

1. the title page, and what else is before the cases;
2. for each case a spread with its presentation on the left and its correlation table on the right; or its
   worksheet, which has a spread of its own if a page is too small for it;
3. the paragraphs in the order of their numbers, if there are any;
4. the solutions, upside down. A reader who turns the booklet over finds a cover there, and after it the
   solutions from the first case on, each on openings of its own. So in the file they run backwards.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial

from casekit.diagnostics import Finding, codes
from casekit.print.content.booklet import Booklet, CasePages
from casekit.print.content.papers import MOST_LETTERS_SHOWN, PAPERS, Paper, Variant
from casekit.print.numbers.page_filling import fits_on
from casekit.print.numbers.released_pages import kept_breaks
from casekit.print.pages.measuring import MeasuredParts, styles_of
from casekit.print.pages.pagination import Pagination, Spread, plan_booklet, room_on_cover
from casekit.print.typesetting.fonts import render_template
from casekit.print.typesetting.typesetter import (
    INLAY,
    NO_INLAYS,
    Inlays,
    Layout,
    TypesetPages,
    lay_out_pages,
    ready_pages,
)
from casekit.system.process_limits import no_collections
from casekit.system.worker_processes import ALONE, HelperPool
from casekit.values import frozen, replace

LEFT = "left"
RIGHT = "right"

# How many numbers a mark of a thumb index may stand for: the first that gives few enough marks.
_NUMBERS_PER_MARK = (10, 20, 50, 100, 200, 500, 1000)
_MOST_MARKS = 14
# How far one mark is below the other at most, and how much of that is between them, in millimetres.
_MOST_MARK_PITCH = 19.0
_BETWEEN_MARKS = 1.2

# The parts of the template: the pages before the paragraphs, and the paragraphs with what follows.
_FRONT = "front"
_REST = "rest"
# Labels that take two lines make a table higher than planned. Then its rows are set tighter: these are the
# parts of their planned height that are tried in turn.
_TIGHTNESS = (1.0, 0.85, 0.72)


@frozen(slots=True)
class ThumbMark:
    """A mark of a thumb index."""

    label: str
    top: float
    """How far its top is below that of the text, in millimetres."""
    height: float
    """Its height in millimetres."""


@contextmanager
def second_part_begun(
    html_of: Callable[[str], str], laid: Inlays, helpers: HelperPool = ALONE
) -> Iterator[Callable[[str], Layout]]:
    """Begin to set the second part of a document, as if it began on a left page.

    It holds nothing but text, so that it can come from another process. However many there are, the pages are
    the same.

    Args:
        html_of: gives the second part as HTML for the side that it begins on.
        laid: what is laid on the pages of the document.
        helpers: the processes that can set it.

    Yields:
        A function from the first part as HTML to the pages of both; if the first part ends on a left page,
        the second is set again.

    Raises:
        LostProcessError: if a process was killed.
    """
    with helpers.begun(_set_rest, [(html_of(LEFT), LEFT)]) as finish:

        @cache
        def second_part(side: str) -> Layout:
            return finish()[0] if side == LEFT else _set_rest((html_of(side), side))

        def lay_out(html: str) -> Layout:
            first_part = lay_out_pages(html)
            side = LEFT if first_part.pages % 2 else RIGHT
            return first_part.followed_by(second_part(side), laid)

        yield lay_out


def _set_rest(rest: tuple[str, str]) -> Layout:
    """The second part as HTML, set from the side on which it begins."""
    html, side = rest
    with no_collections():
        return ready_pages(html, before=int(side == LEFT))


def paint_booklet(
    booklet: Booklet,
    numbers: Mapping[str, int],
    variant: Variant,
    beforehand: MeasuredParts,
    helpers: HelperPool = ALONE,
) -> TypesetPages:
    """Typeset a booklet. Ask ``hindrances`` before whether that is possible.

    Args:
        booklet: its content, complete: every key of a table row is a paragraph's.
        numbers: the number of each paragraph, by its key.
        variant: what it is made for.
        beforehand: what of it is already measured and set.
        helpers: the processes that can set parts of it.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: presentations, tables and solutions
        that do not fit.
    """
    paper = PAPERS[booklet.paper]
    measured = beforehand.measured
    room = room_on_cover(measured, paper)
    if room < 0:
        return None, (_long_title_finding(booklet, excess=-room),)
    # A tag belongs to an element of the very document that is painted.
    if len(booklet.cases) == 1 or variant.options:
        beforehand = replace(beforehand, paragraphs=NO_INLAYS, presentations=NO_INLAYS)
    plans = [
        plan_booklet(booklet.cases, measured, beforehand.sized, paper, tightness) for tightness in _TIGHTNESS
    ]
    html_of = partial(_html, booklet, numbers, variant, beforehand)
    if not beforehand.paragraphs.inlays:
        return _first_fitting(booklet, plans, lambda plan: lay_out_pages(html_of(plan)))
    # The second part is the same in all plans, so it can be begun before one is chosen.
    first_plan, _ = plans[0]
    second_part_of = partial(html_of, first_plan, (_REST,))
    with second_part_begun(second_part_of, _inlays_by_number(beforehand, numbers), helpers) as lay_out:
        return _first_fitting(booklet, plans, lambda plan: lay_out(html_of(plan, (_FRONT,))))


def _first_fitting(
    booklet: Booklet,
    plans: Sequence[tuple[Pagination, tuple[Finding, ...]]],
    lay_out: Callable[[Pagination], Layout],
) -> TypesetPages:
    """The pages of the first plan whose spreads keep to their pages; or the findings of the last one."""
    findings: tuple[Finding, ...] = ()
    for plan, planning_findings in plans:
        findings = planning_findings
        if not findings:
            pages = lay_out(plan)
            findings = _overruns(booklet, plan.spreads, pages)
            if not findings:
                # The solutions and the back cover stay last.
                return replace(pages, tail=len(plan.solutions) + 1), ()
        # Tighter rows help against nothing else.
        if any(finding.code is not codes.MISPLACED_PAGE for finding in findings):
            break
    return None, findings


def _long_title_finding(booklet: Booklet, excess: float) -> Finding:
    """The finding on a title that is too long for the cover by ``excess`` millimetres."""
    message = (
        f"the title “{booklet.title[:MOST_LETTERS_SHOWN].strip()}…” is {excess:.0f} mm too long for the cover"
    )
    hint = "give the edition a shorter title, or choose a larger paper"
    return codes.LONG_TITLE.at(booklet.span, message, hint=hint)


def _inlays_by_number(beforehand: MeasuredParts, numbers: Mapping[str, int]) -> Inlays:
    """The texts that are laid on the pages of a booklet with these numbers."""
    paragraphs, presentations = beforehand.paragraphs, beforehand.presentations
    texts = {str(numbers[key]): inlay for key, inlay in paragraphs.inlays.items()}
    inlays = {f"{INLAY}{name}": inlay for name, inlay in {**texts, **presentations.inlays}.items()}
    return Inlays(inlays, (*paragraphs.shown, *presentations.shown))


def _html(
    booklet: Booklet,
    numbers: Mapping[str, int],
    variant: Variant,
    beforehand: MeasuredParts,
    plan: Pagination,
    parts: Sequence[str] = (_FRONT, _REST),
    side: str = "",
) -> str:
    """Some parts of the booklet as HTML, the first of which may have to begin on a side."""
    paper = PAPERS[booklet.paper]
    room = beforehand.room
    texts: dict[int, tuple[str, ...]] = dict.fromkeys(booklet.gaps, (booklet.gap_notice,))
    inlay_heights: dict[int, float] = {}
    for paragraph in booklet.paragraphs():
        number = numbers[paragraph.key]
        texts[number] = paragraph.text.prose
        inlay = beforehand.paragraphs.inlays.get(paragraph.key)
        # What is too long for one page is set with its pages.
        if inlay and fits_on(room, room.heights[paragraph.key]):
            inlay_heights[number] = inlay.height
    order = sorted(texts)
    heights_by_number = {numbers[key]: height for key, height in room.heights.items()}
    # A class for each height that texts have which are laid on their pages.
    distinct_heights = sorted({*inlay_heights.values()})
    return render_template(
        "booklet.html",
        booklet=booklet,
        language=booklet.language,
        numbers=numbers,
        parts=parts,
        side=side,
        contents=booklet.contents_title and len(booklet.cases) > 1,
        spreads=plan.spreads,
        laid=beforehand.presentations.inlays,
        order=order,
        texts=texts,
        high=inlay_heights,
        # Numbers that begin a page because they did in the printing whose pages are kept.
        breaks=kept_breaks(order, booklet.pages, heights_by_number, room),
        heights={height: f"high-{index}" for index, height in enumerate(distinct_heights)},
        marks=defaultdict(lambda: None, thumb_index(order, paper)),
        solutions=plan.solutions,
        **styles_of(booklet, plan.cover, variant),
    )


def _overruns(booklet: Booklet, spreads: Sequence[Spread], layout: Layout) -> tuple[Finding, ...]:
    """Findings on pages of spreads that ran over to the next."""
    boxes = layout.boxes
    # The index of the case and the name of each part, in the order of the pages.
    parts: list[tuple[int, str]] = []
    for index, spread in enumerate(spreads):
        parts.append((index, "presentation"))
        if spread.case.groups:
            parts.append((index, "correlation"))
        if spread.work:
            parts.append((index, "work"))
    first_pages = [boxes[f"{name}-{index}"].page for index, name in parts]
    after_spreads = boxes["paragraphs" if "paragraphs" in boxes else "solutions"].page
    next_pages = [*first_pages[1:], after_spreads]
    findings = []
    for (index, name), page, next_page in zip(parts, first_pages, next_pages, strict=True):
        # A worksheet has as many pages as it needs; those of a spread follow each other.
        if name != "work" and next_page != page + 1:
            findings.append(_overrun(booklet, booklet.cases[index], table=name == "correlation"))
    return tuple(findings)


def _overrun(booklet: Booklet, case: CasePages, *, table: bool) -> Finding:
    """The finding on a table, or a presentation, that takes more than its page."""
    part = "correlation table" if table else "presentation"
    message = f"the {part} of {case.heading} does not fit on one page of {booklet.paper} paper"
    if table:
        least = PAPERS[booklet.paper].least
        better_paper = f"a paper with letters of less than {least:g} points" if least else "a larger paper"
        hint = f"give {booklet.entries} shorter names, or choose {better_paper}"
        return codes.MISPLACED_PAGE.at(booklet.span, message, hint=hint)
    hint = "shorten it, or choose a larger paper"
    return codes.LONG_PRESENTATION.at(case.presentation.span, message, hint=hint)


def thumb_index(numbers: Sequence[int], paper: Paper) -> dict[int, ThumbMark]:
    """The marks of ascending numbers, each by the number it begins with; none if all would have the same."""
    if not numbers:
        return {}
    highest = numbers[-1]
    steps = (step for step in _NUMBERS_PER_MARK if highest // step < _MOST_MARKS)
    step = next(steps, _NUMBERS_PER_MARK[-1])
    first_numbers: dict[int, int] = {}
    for number in numbers:
        first_numbers.setdefault(number // step, number)
    if len(first_numbers) == 1:
        return {}
    pitch = min(_MOST_MARK_PITCH, paper.depth / (highest // step + 1))
    height = round(pitch - _BETWEEN_MARKS, 3)
    marks: dict[int, ThumbMark] = {}
    for row, number in first_numbers.items():
        label = str(row * step or number)
        marks[number] = ThumbMark(label, top=round(row * pitch, 3), height=height)
    return marks
