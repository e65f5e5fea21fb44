"""A booklet, from its content and numbers to typeset pages.

``paint_booklet(booklet, numbers)`` is the way in; ``numbering.number_again`` makes the numbers.

Title page; for each case a spread with the presentation on the left and the correlation table on the right, or its
worksheet, which has a spread of its own where a page is too small; the paragraphs in the order of their numbers, if there
are any; the solutions, upside down. A reader who turns the booklet over finds
a cover of its own there, and after it the solutions from the first case on, each on openings of its own: in the file they
run backwards.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from casekit.diagnostics import Diagnostic, codes
from casekit.frozen import frozen
from casekit.print.content.booklet import Booklet, CasePages, Paragraph
from casekit.print.content.papers import PAPERS, PLAIN, Paper, Variant
from casekit.print.numbers.paragraph_pages import PageRoom, fits_on, kept_breaks
from casekit.print.pages.beforehand import (
    Beforehand,
    SetParagraphs,
    case_texts,
    measure_booklet,
    set_passage,
    styles_of,
    titles_on,
)
from casekit.print.pages.pagination import Pagination, Spread, plan_booklet, room_on_cover
from casekit.print.text import prose
from casekit.print.text.lettering import missing_glyphs, render_template
from casekit.print.text.typesetter import (
    INLAY,
    Inlays,
    Layout,
    TypesetPages,
    hindrances,
    lay_out_pages,
    ready_pages,
)
from casekit.system.crew import ALONE, Crew
from casekit.system.own_limits import no_collections

LEFT, RIGHT = "left", "right"

_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_MOST = 14
_TALLEST, _BETWEEN = 19.0, 1.2

_SHOWN = 40
# The pages before the paragraphs, and these and what follows.
_PARTS = ("front", "rest")
# Labels that take two lines make a table higher than planned; then its rows are set tighter.
_TIGHTNESS = (1.0, 0.85, 0.72)


@contextmanager
def second_part_begun(
    html_of: Callable[[str], str], laid: Inlays, crew: Crew = ALONE
) -> Iterator[Callable[[str], Layout]]:
    """Begin with the second part of a document, on a left page.

    It holds text alone, so that it can come from another process. However many there are, the pages are the same.

    Args:
        html_of: the second part as HTML, given the side that it begins on.
        laid: what is laid on the pages of the document.
        crew: the processes that there are for it.

    Yields:
        A function from the first part as HTML to the pages of both; if it ends on a left page, the second is set again.

    Raises:
        LostProcessError: if a process was killed.
    """
    ready: dict[str, Layout] = {}
    with crew.begun(_set_rest, [(html_of(LEFT), LEFT)]) as finish:

        def lay_out(html: str) -> Layout:
            front = lay_out_pages(html)
            if not ready:
                (ready[LEFT],) = finish()
            side = LEFT if front.pages % 2 else RIGHT
            if side not in ready:
                ready[side] = _set_rest((html_of(side), side))
            return front.followed_by(ready[side]).with_inlays(laid)

        yield lay_out


def _set_rest(rest: tuple[str, str]) -> Layout:
    """The second part as HTML, set from the side on which it begins."""
    html, side = rest
    with no_collections():
        return ready_pages(html, before=int(side == LEFT))


@frozen(slots=True)
class SetParagraph:
    """A paragraph as it is printed; a text that is laid on its page later has no ``prose`` but a ``height`` in CSS pixels."""

    number: int
    prose: tuple[Markup, ...]
    height: float = 0


def paint_booklet(
    booklet: Booklet,
    numbers: Mapping[str, int],
    variant: Variant = PLAIN,
    beforehand: Beforehand | None = None,
    crew: Crew = ALONE,
) -> TypesetPages:
    """Typeset a booklet.

    Args:
        booklet: its content, complete: every key of a table row is a paragraph's.
        numbers: the number of each paragraph key.
        variant: what it is made for.
        beforehand: what of it is set already; see ``beforehand.set_beforehand``.
        crew: the processes that there are for it.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: a missing typesetter, characters the
        fonts lack, presentations, tables and solutions that do not fit.
    """
    hindered = hindrances(booklet.span, missing_glyphs(booklet))
    if hindered:
        return None, hindered
    paper = PAPERS[booklet.paper]
    texts = case_texts(booklet)
    measured = beforehand.measured if beforehand else measure_booklet(booklet, variant)
    layout, sized = measured.layout, measured.sized
    if (beside := room_on_cover(layout, paper)) < 0:
        message = f"the title “{booklet.title[:_SHOWN].strip()}…” is {-beside:.0f} mm too long for the cover"
        hint = "give the edition a shorter title, or choose a larger paper"
        return None, (Diagnostic(codes.LONG_TITLE, message, booklet.span, hint=hint),)
    plan, findings = plan_booklet(texts, layout, sized, paper, _TIGHTNESS[0])
    # A tag belongs to an element of the very document that is painted.
    known = beforehand.paragraphs if beforehand else None
    paragraphs = known if len(booklet.cases) > 1 and not variant.options else None
    presentations = beforehand.presentations if beforehand and paragraphs else None
    room = known.room if known else PageRoom({}, math.inf)
    sources = _Pages(booklet, numbers, variant, paragraphs, presentations or Inlays({}, ()), room)
    with _begun(sources, plan, crew) as lay_out:
        for tightness in _TIGHTNESS:
            plan, findings = plan_booklet(texts, layout, sized, paper, tightness)
            if findings:
                break
            pages = lay_out(plan)
            findings = _unfitting(booklet, plan.spreads, pages)
            if not findings:
                # The solutions and the back cover stay last.
                return replace(pages, tail=len(plan.solutions) + 1), ()
            if any(finding.code is not codes.MISPLACED_PAGE for finding in findings):
                break
    return None, findings


@frozen
class _Pages:
    """The sources of the pages of a booklet: ``paragraphs`` unless they are set with their pages, inlays of ``presentations``, and the ``room`` of paragraphs, if it is known."""

    booklet: Booklet
    numbers: Mapping[str, int]
    variant: Variant
    paragraphs: SetParagraphs | None
    presentations: Inlays
    room: PageRoom


@contextmanager
def _begun(pages: _Pages, plan: Pagination, crew: Crew) -> Iterator[Callable[[Pagination], Layout]]:
    """Lays out plans of a booklet: in one piece, or in parts if paragraphs are set; what all plans share is begun already."""
    paragraphs, presentations = pages.paragraphs, pages.presentations
    if paragraphs is None:
        yield lambda plan: lay_out_pages(_html(pages, plan))
        return
    texts = {str(pages.numbers[key]): inlay for key, inlay in paragraphs.texts.inlays.items()}
    inlays = {f"{INLAY}{name}": inlay for name, inlay in {**texts, **presentations.inlays}.items()}
    laid = Inlays(inlays, (*paragraphs.texts.shown, *presentations.shown))
    with second_part_begun(partial(_html, pages, plan, _PARTS[1:]), laid, crew) as lay_out:
        yield lambda plan: lay_out(_html(pages, plan, _PARTS[:1]))


def _html(pages: _Pages, plan: Pagination, parts: Sequence[str] = _PARTS, side: str = "") -> str:
    """Some parts of the booklet as HTML, the first of which may have to begin on a side."""
    booklet, numbers = pages.booklet, pages.numbers
    paper = PAPERS[booklet.paper]
    paragraphs = {
        numbers[paragraph.key]: _set_paragraph(pages, paragraph) for paragraph in booklet.paragraphs()
    }
    gap = (prose.paragraph(booklet.gap_notice, booklet.language),)
    paragraphs |= {number: SetParagraph(number, gap) for number in booklet.gaps}
    heights = sorted({each.height for each in paragraphs.values() if each.height})
    by_number = {numbers[key]: height for key, height in pages.room.heights.items()}
    return render_template(
        "booklet.html",
        booklet=booklet,
        numbers=numbers,
        parts=parts,
        side=side,
        notice=prose.paragraph(booklet.notice, booklet.language),
        imprint=[prose.markup(text, booklet.language) for text in booklet.imprint],
        guide=[prose.markup(text, booklet.language) for text in booklet.guide],
        contents=booklet.contents_title and len(booklet.cases) > 1,
        solutions_notice=prose.paragraph(booklet.solutions_notice, booklet.language),
        cover=Markup(booklet.drawing),  # noqa: S704 -- drawings are made by casekit
        spreads=plan.spreads,
        title=titles_on(paper),
        laid=pages.presentations.inlays,
        paragraphs=[paragraphs[number] for number in sorted(paragraphs)],
        # Numbers that begin a page because they did in the printing whose pages are kept.
        breaks=kept_breaks(sorted(paragraphs), booklet.pages, by_number, pages.room),
        # A class for each height that texts have which are laid on their pages.
        heights={height: f"high-{at}" for at, height in enumerate(heights)},
        marks=defaultdict(lambda: None, thumb_index(sorted(paragraphs), paper)),
        solutions=plan.solutions,
        styles=styles_of(booklet, plan.cover, pages.variant),
    )


def _set_paragraph(pages: _Pages, paragraph: Paragraph) -> SetParagraph:
    """A paragraph whose text is laid on its page, unless that is too long for one page."""
    number = pages.numbers[paragraph.key]
    if pages.paragraphs and fits_on(pages.paragraphs.room, pages.paragraphs.room.heights[paragraph.key]):
        return SetParagraph(number, (), pages.paragraphs.texts.inlays[paragraph.key].height)
    return SetParagraph(number, set_passage(paragraph.text, pages.booklet.language))


def _unfitting(booklet: Booklet, spreads: Sequence[Spread], layout: Layout) -> tuple[Diagnostic, ...]:
    """Findings where a page of a spread ran over to the next."""
    boxes = layout.boxes
    parts: list[tuple[int, str]] = []
    for at, spread in enumerate(spreads):
        begun = {"presentation": True, "correlation": spread.text.pages.groups, "work": spread.work}
        parts += [(at, name) for name, is_there in begun.items() if is_there]
    starts = [boxes[f"{name}-{at}"].page for at, name in parts]
    ends = [*starts[1:], boxes["paragraphs" if "paragraphs" in boxes else "solutions"].page]
    return tuple(
        _overrun(booklet, booklet.cases[at], table=name == "correlation")
        for (at, name), start, end in zip(parts, starts, ends, strict=True)
        # A worksheet has as many pages as it needs; those of a spread follow each other.
        if name != "work" and end != start + 1
    )


def _overrun(booklet: Booklet, case: CasePages, *, table: bool) -> Diagnostic:
    """The finding for a table, or a presentation, that takes more than its page."""
    what = "correlation table" if table else "presentation"
    message = f"the {what} of {case.heading} does not fit on one page of {booklet.paper} paper"
    if table:
        hint = f"give {booklet.entries} shorter names, or choose a larger paper"
        return Diagnostic(codes.MISPLACED_PAGE, message, booklet.span, hint=hint)
    hint = "shorten it, or choose a larger paper"
    return Diagnostic(codes.LONG_PRESENTATION, message, case.presentation.span, hint=hint)


@frozen(slots=True)
class ThumbMark:
    """A mark: what is on it, and its place below the top of the text, in millimetres."""

    label: str
    top: float
    height: float


def thumb_index(numbers: Sequence[int], paper: Paper) -> dict[int, ThumbMark]:
    """The marks of ascending numbers, each by the number it begins with; none if all would have the same."""
    if not numbers:
        return {}
    step = next((each for each in _STEPS if numbers[-1] // each < _MOST), _STEPS[-1])
    starts: dict[int, int] = {}
    for number in numbers:
        starts.setdefault(number // step, number)
    if len(starts) == 1:
        return {}
    pitch = min(_TALLEST, paper.depth / (numbers[-1] // step + 1))
    return {
        first: ThumbMark(str(run * step or first), round(run * pitch, 3), round(pitch - _BETWEEN, 3))
        for run, first in starts.items()
    }
