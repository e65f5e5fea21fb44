"""A booklet, from its content and numbers to typeset pages.

``paint_booklet(booklet, numbers)`` is the way in; ``numbering.number_booklet`` makes the numbers.

Title page; for each case a spread with the presentation on the left and the correlation table on the right, or its
worksheet, which has a spread of its own where a page is too small; the paragraphs in the order of their numbers, if there
are any; the solutions, upside down. Who turns the booklet over finds a
cover of its own there, and behind it the solutions from the first case on: in the file they run backwards.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import Booklet, CasePages, Paragraph, Passage
from casekit.print.content.papers import BETWEEN, LEADING, NUMBER, PAPERS, PART, POINTS_PER_MM, STRIP, Paper
from casekit.print.content.variants import PLAIN, Variant
from casekit.print.numbers.room import fits_on
from casekit.print.pages.pagination import (
    TABLE_HEAD,
    WORK_TEXT,
    CaseText,
    Cover,
    Pagination,
    SizedText,
    Spread,
    TurnedPage,
    least_of,
    measured_grid,
    measured_whole,
    plan_booklet,
    room_beside,
    room_on_cover,
)
from casekit.print.pages.painted import Beforehand, Painted, Painting, SetParagraphs
from casekit.print.pages.thumb_index import thumb_index
from casekit.print.text import prose
from casekit.print.text.glyphs import missing_in_booklet
from casekit.print.text.page_templates import render_template
from casekit.print.text.parts import Inlaid, second_part_begun
from casekit.print.text.typesetter import INLAY, Layout, hindrances, lay_out_pages
from casekit.system.crew import ALONE, Crew

_SHOWN = 40
# What is in front of the paragraphs, and they and what follows.
_PARTS = ("front", "rest")
# So long that everything that is measured is on one page of it.
_MEASURING_HEIGHT = 30_000
# Labels that take two lines make a table higher than planned; then its rows are set tighter.
_TIGHTNESS = (1.0, 0.85, 0.72)
# How much smaller a presentation may be set to keep its answers and a picture on its page.
_SCALES = (0.96, 0.92, 0.88)
# The size of lists of answers, as a multiple of the text's.
_ANSWERS = 0.92
# The sizes of titles on covers and over presentations, as multiples of the text's, and what a cover's has on each
# side in millimetres.
_TITLE, _CASE_TITLE, _SIDE = 2.7, 2.15, 9.0
# The size of a title on the page facing its presentation, likewise; the sides of emblems, as multiples of the text size (in
# points), and what is beside them in millimetres.
_FACING_TITLE, _EMBLEM, _SMALL_EMBLEM, _BESIDE = 1.5, 1.45, 1.02, 3.3
# The sizes of the numbers over paragraph pages and in the thumb index, as multiples of the text's, and the most of these in points.
_GUIDE, _MARK, _MARK_MOST = 1.7, 0.85, 9.5


@dataclass(frozen=True, slots=True)
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
) -> Painting:
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
    hindered = hindrances(booklet.span, missing_in_booklet(booklet))
    if hindered:
        return None, hindered
    paper = PAPERS[booklet.paper]
    texts = _texts(booklet)
    measured = beforehand.measured if beforehand else measure_booklet(booklet, variant)
    if (room := room_on_cover(measured, paper)) < 0:
        return None, (_long_title(booklet, -room),)
    sized = _sized(booklet, texts, measured, paper, variant)
    plan, findings = plan_booklet(texts, measured, sized, paper, _TIGHTNESS[0])
    # A tag belongs to an element of the very document that is painted.
    paragraphs = beforehand.paragraphs if beforehand and not variant.options else None
    with _begun(_Pages(booklet, numbers, variant, paragraphs), plan, crew) as lay_out:
        for tightness in _TIGHTNESS:
            plan, findings = plan_booklet(texts, measured, sized, paper, tightness)
            if findings:
                break
            layout = lay_out(plan)
            findings = _unfitting(booklet, plan.spreads, layout)
            if not findings:
                back = len(plan.solutions) + 1
                return Painted(layout, booklet, back), ()
            if any(finding.code is not codes.MISPLACED_PAGE for finding in findings):
                break
    return None, findings


@dataclass(frozen=True)
class _Pages:
    """What the pages of a booklet are made from; ``paragraphs`` are ``None`` where they are set with their pages."""

    booklet: Booklet
    numbers: Mapping[str, int]
    variant: Variant
    paragraphs: SetParagraphs | None

    def html(self, plan: Pagination, parts: Sequence[str] = _PARTS, side: str = "") -> str:
        """Some parts of the booklet as HTML, the first of which may have to begin on a side."""
        return _html(self, plan, parts, side)


@contextmanager
def _begun(pages: _Pages, plan: Pagination, crew: Crew) -> Iterator[Callable[[Pagination], Layout]]:
    """Lays out plans of a booklet: in one piece, or in parts if paragraphs are set; what all plans share is begun already."""
    if pages.paragraphs is None:
        yield lambda plan: lay_out_pages(pages.html(plan))
        return
    inlays = {f"{INLAY}{pages.numbers[key]}": inlay for key, inlay in pages.paragraphs.inlays.items()}
    rest = partial(pages.html, plan, _PARTS[1:])
    with second_part_begun(rest, Inlaid(inlays, pages.paragraphs.shown), crew) as lay_out:
        yield lambda plan: lay_out(pages.html(plan, _PARTS[:1]))


def measure_booklet(booklet: Booklet, variant: Variant) -> Layout:
    """Lay out what has to be measured before pages can be planned."""
    notice = prose.paragraph(booklet.notice, booklet.language)
    return _measure(booklet, _texts(booklet), notice, PAPERS[booklet.paper], variant)


def _texts(booklet: Booklet) -> tuple[CaseText, ...]:
    return tuple(_case_text(case, booklet.language) for case in booklet.cases)


def _long_title(booklet: Booklet, over: float) -> Diagnostic:
    message = f"the title “{booklet.title[:_SHOWN].strip()}…” is {over:.0f} mm too long for the cover"
    return Diagnostic(
        codes.LONG_TITLE,
        message,
        booklet.span,
        hint="give the edition a shorter title, or choose a larger paper",
    )


def _case_text(case: CasePages, language: str) -> CaseText:
    return CaseText(case, set_passage(case.presentation, language), set_passage(case.solution, language))


def set_passage(passage: Passage, language: str) -> tuple[Markup, ...]:
    """The prose of a passage as HTML."""
    return tuple(prose.paragraph(paragraph, language) for paragraph in passage.prose)


def _sized(
    booklet: Booklet, texts: Sequence[CaseText], measured: Layout, paper: Paper, variant: Variant
) -> list[SizedText]:
    """The presentations in letters so large that their answers and a picture stay on their page, if that can be."""
    sized = [SizedText.measured(measured, at, 1) for at in range(len(texts))]
    for scale in (each for each in _SCALES if each * paper.text >= paper.least):
        full = [
            at
            for at, text in enumerate(texts)
            if room_beside(sized[at], paper) < least_of(text.pages, paper) and text.pages.groups
        ]
        if not full:
            break
        layout = _measure(booklet, [texts[at] for at in full], None, paper, variant, scale)
        for index, at in enumerate(full):
            sized[at] = SizedText.measured(layout, index, scale)
    return sized


def _measure(
    booklet: Booklet,
    texts: Sequence[CaseText],
    notice: Markup | None,
    paper: Paper,
    variant: Variant,
    scale: float = 1,
) -> Layout:
    """Lay out what has to be measured; without a notice only the presentations, to a scale."""
    html = render_template(
        "measure.html",
        booklet=booklet,
        cases=texts,
        notice=notice,
        paper=paper,
        height=_MEASURING_HEIGHT,
        title=_titles(paper),
        work_size=round(paper.text * WORK_TEXT, 2),
        whole=notice is not None,
        scale=scale,
        wholes=[text.pages.worksheet and measured_whole(text.pages.worksheet, paper) for text in texts],
        grids=[text.pages.worksheet and measured_grid(text.pages.worksheet.grid, paper) for text in texts],
        styles=_styles(booklet, paper, Cover(0, 0), variant),
    )
    return lay_out_pages(html)


def _html(pages: _Pages, plan: Pagination, parts: Sequence[str], side: str) -> str:
    booklet, numbers = pages.booklet, pages.numbers
    paper = PAPERS[booklet.paper]
    paragraphs = {
        numbers[paragraph.key]: _set_paragraph(pages, paragraph) for paragraph in booklet.paragraphs()
    }
    gap = (prose.paragraph(booklet.gap_notice, booklet.language),)
    paragraphs |= {number: SetParagraph(number, gap) for number in booklet.gaps}
    return render_template(
        "booklet.html",
        booklet=booklet,
        numbers=numbers,
        parts=parts,
        side=side,
        notice=prose.paragraph(booklet.notice, booklet.language),
        imprint=[prose.markup(text, booklet.language) for text in booklet.imprint],
        contents=booklet.contents_title and len(booklet.cases) > 1,
        solutions_notice=prose.paragraph(booklet.solutions_notice, booklet.language),
        cover=Markup(booklet.drawing),  # noqa: S704 -- drawings are made by casekit
        spreads=plan.spreads,
        title=_titles(paper),
        paragraphs=[paragraphs[number] for number in sorted(paragraphs)],
        heights=_height_classes(paragraphs.values()),
        marks=defaultdict(lambda: None, thumb_index(sorted(paragraphs), paper)),
        solutions=plan.solutions,
        first_side=_first_side(plan.solutions),
        styles=_styles(booklet, paper, plan.cover, pages.variant),
    )


def _set_paragraph(pages: _Pages, paragraph: Paragraph) -> SetParagraph:
    """A paragraph whose text is laid on its page, unless that is too long for one page."""
    number = pages.numbers[paragraph.key]
    if pages.paragraphs and fits_on(pages.paragraphs.room, pages.paragraphs.room.heights[paragraph.key]):
        return SetParagraph(number, (), pages.paragraphs.inlays[paragraph.key].height)
    return SetParagraph(number, set_passage(paragraph.text, pages.booklet.language))


def _height_classes(paragraphs: Iterable[SetParagraph]) -> dict[float, str]:
    """A class for each height that texts have which are laid on their pages."""
    heights = sorted({each.height for each in paragraphs if each.height})
    return {height: f"high-{at}" for at, height in enumerate(heights)}


def _first_side(solutions: Sequence[TurnedPage]) -> str:
    """The side on which the solutions must begin so that the cover behind them is the back of a leaf."""
    return "right" if len(solutions) % 2 else "left"


def _styles(booklet: Booklet, paper: Paper, cover: Cover, variant: Variant) -> Markup:
    values = {
        "paper": paper,
        "leading": LEADING,
        "number": NUMBER,
        "between": BETWEEN,
        "part": PART,
        "accent": booklet.accent,
        "cover": cover,
        "title": _titles(paper),
        "bleed": variant.bleed,
        "strip": STRIP,
        "guide_size": round(paper.text * _GUIDE, 2),
        "mark_size": round(min(paper.text * _MARK, _MARK_MOST), 2),
    }
    sheets = ("fonts.css", "text.css", "booklet.css", "worksheet.css", *variant.styles)
    return Markup("".join(render_template(sheet, **values) for sheet in sheets))  # noqa: S704 -- numbers and a colour


def _titles(paper: Paper) -> dict[str, float]:
    """How large titles are and, in sizes of their letters, how much room they have."""
    size = paper.text / POINTS_PER_MM
    return {
        "size": _TITLE,
        "size_of_case": _CASE_TITLE,
        "side": _SIDE,
        "room": (paper.measure - 2 * _SIDE) / (_TITLE * size),
        "size_facing": _FACING_TITLE,
        "emblem": round(paper.text * _EMBLEM, 2),
        "small_emblem": round(paper.text * _SMALL_EMBLEM, 2),
        "answers": max(_ANSWERS, round(paper.least / paper.text, 3)),
        "facing": round(paper.text * TABLE_HEAD, 2),
        "room_of_case": (paper.measure - paper.text * _EMBLEM - _BESIDE) / (_CASE_TITLE * size),
        "room_facing": (paper.measure - paper.text * _SMALL_EMBLEM - _BESIDE) / (_FACING_TITLE * size),
    }


def _unfitting(booklet: Booklet, spreads: Sequence[Spread], layout: Layout) -> tuple[Diagnostic, ...]:
    """Findings where a page of a spread ran over to the next."""
    boxes = layout.boxes
    parts = [(at, name) for at, spread in enumerate(spreads) for name in _pages_of(spread)]
    starts = [boxes[f"{name}-{at}"].page for at, name in parts]
    ends = [*starts[1:], boxes["paragraphs" if "paragraphs" in boxes else "solutions"].page]
    return tuple(
        _overrun(booklet, booklet.cases[at], table=name == "correlation")
        for (at, name), start, end in zip(parts, starts, ends, strict=True)
        # A worksheet has as many pages as it needs; those of a spread follow each other.
        if name != "work" and end != start + 1
    )


def _pages_of(spread: Spread) -> tuple[str, ...]:
    """What begins on a page of its own, in the order of the pages."""
    table = ("correlation",) if spread.text.pages.groups else ()
    return ("presentation", *table, *(("work",) if spread.work else ()))


def _overrun(booklet: Booklet, case: CasePages, *, table: bool) -> Diagnostic:
    """The finding for a table, or a presentation, that takes more than its page."""
    if table:
        message = f"the correlation table of {case.heading} does not fit on one page of {booklet.paper} paper"
        hint = f"give {booklet.entries} shorter names, or choose a larger paper"
        return Diagnostic(codes.MISPLACED_PAGE, message, booklet.span, hint=hint)
    message = f"the presentation of {case.heading} does not fit on one page of {booklet.paper} paper"
    hint = "shorten it, or choose a larger paper"
    return Diagnostic(codes.LONG_PRESENTATION, message, case.presentation.span, hint=hint)
