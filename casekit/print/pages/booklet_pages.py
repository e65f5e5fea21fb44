"""A booklet, from its content and numbers to typeset pages.

``paint_booklet(booklet, numbers)`` is the way in; ``numbering.number_booklet`` makes the numbers.

Title page; for each case a spread with the presentation on the left and the correlation table on the right, or its
worksheet, which has a spread of its own where a page is too small; the paragraphs in the order of their numbers, if there
are any; the solutions, upside down. Who turns the booklet over finds a
cover of its own there, and behind it the solutions from the first case on: in the file they run backwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.booklet import Booklet, CasePages, Passage
from casekit.print.content.papers import LEADING, NUMBER, PAPERS, POINTS_PER_MM, Paper
from casekit.print.content.variants import PLAIN, Variant
from casekit.print.pages.pagination import (
    WORK_TEXT,
    CaseText,
    Cover,
    Pagination,
    Spread,
    TurnedPage,
    measured_grid,
    measured_whole,
    plan_booklet,
    room_on_cover,
)
from casekit.print.pages.painted import Painted, Painting
from casekit.print.text import prose
from casekit.print.text.glyphs import missing_in_booklet
from casekit.print.text.page_templates import render_template
from casekit.print.text.typesetter import Layout, hindrances, lay_out_pages

_SHOWN = 40
# So long that everything that is measured is on one page of it.
_MEASURING_HEIGHT = 30_000
# Labels that take two lines make a table higher than planned; then its rows are set tighter.
_TIGHTNESS = (1.0, 0.85, 0.72)
# The sizes of titles on covers and over presentations, as multiples of the text's, and what a cover's has on each
# side in millimetres.
_TITLE, _CASE_TITLE, _SIDE = 2.7, 2.15, 9.0


@dataclass(frozen=True, slots=True)
class SetParagraph:
    """A paragraph as it is printed."""

    number: int
    prose: tuple[Markup, ...]


def paint_booklet(booklet: Booklet, numbers: Mapping[str, int], variant: Variant = PLAIN) -> Painting:
    """Typeset a booklet.

    Args:
        booklet: its content, complete: every key of a table row is a paragraph's.
        numbers: the number of each paragraph key.
        variant: what it is made for.

    Returns:
        The pages, or ``None`` if a finding is an error; and the findings: a missing typesetter, characters the
        fonts lack, presentations, tables and solutions that do not fit.
    """
    hindered = hindrances(booklet.span, missing_in_booklet(booklet))
    if hindered:
        return None, hindered
    paper = PAPERS[booklet.paper]
    texts = tuple(_case_text(case, booklet.language) for case in booklet.cases)
    notice = prose.paragraph(booklet.notice, booklet.language)
    measured = _measure(booklet, texts, notice, paper, variant)
    if (room := room_on_cover(measured, paper)) < 0:
        return None, (_long_title(booklet, -room),)
    findings: tuple[Diagnostic, ...] = ()
    for tightness in _TIGHTNESS:
        plan, findings = plan_booklet(texts, measured, paper, tightness)
        if findings:
            break
        layout = lay_out_pages(_html(booklet, numbers, plan, notice, paper, variant))
        findings = _unfitting(booklet, plan.spreads, layout)
        if not findings:
            back = len(plan.solutions) + 1
            return Painted(layout, booklet, back), ()
        if any(finding.code is not codes.MISPLACED_PAGE for finding in findings):
            break
    return None, findings


def _long_title(booklet: Booklet, over: float) -> Diagnostic:
    message = f"the title “{booklet.title[:_SHOWN].strip()}…” is {over:.0f} mm too long for the cover"
    return Diagnostic(
        codes.LONG_TITLE,
        message,
        booklet.span,
        hint="give the edition a shorter title, or choose a larger paper",
    )


def _case_text(case: CasePages, language: str) -> CaseText:
    return CaseText(case, _markup(case.presentation, language), _markup(case.solution, language))


def _markup(passage: Passage, language: str) -> tuple[Markup, ...]:
    return tuple(prose.paragraph(paragraph, language) for paragraph in passage.prose)


def _measure(
    booklet: Booklet, texts: Sequence[CaseText], notice: Markup, paper: Paper, variant: Variant
) -> Layout:
    html = render_template(
        "measure.html",
        booklet=booklet,
        cases=texts,
        notice=notice,
        paper=paper,
        height=_MEASURING_HEIGHT,
        title=_titles(paper),
        work_size=round(paper.text * WORK_TEXT, 2),
        wholes=[case.worksheet and measured_whole(case.worksheet, paper) for case in booklet.cases],
        grids=[case.worksheet and measured_grid(case.worksheet.grid, paper) for case in booklet.cases],
        styles=_styles(booklet, paper, Cover(0, 0), variant),
    )
    return lay_out_pages(html)


def _html(
    booklet: Booklet,
    numbers: Mapping[str, int],
    plan: Pagination,
    notice: Markup,
    paper: Paper,
    variant: Variant,
) -> str:
    paragraphs = {
        numbers[paragraph.key]: SetParagraph(
            numbers[paragraph.key], _markup(paragraph.text, booklet.language)
        )
        for paragraph in booklet.paragraphs()
    }
    gap = (prose.paragraph(booklet.gap_notice, booklet.language),)
    paragraphs |= {number: SetParagraph(number, gap) for number in booklet.gaps}
    return render_template(
        "booklet.html",
        booklet=booklet,
        numbers=numbers,
        notice=notice,
        solutions_notice=prose.paragraph(booklet.solutions_notice, booklet.language),
        cover=Markup(booklet.drawing),  # noqa: S704 -- drawings are made by casekit
        spreads=plan.spreads,
        title=_titles(paper),
        paragraphs=[paragraphs[number] for number in sorted(paragraphs)],
        solutions=plan.solutions,
        first_side=_first_side(plan.solutions),
        styles=_styles(booklet, paper, plan.cover, variant),
    )


def _first_side(solutions: Sequence[TurnedPage]) -> str:
    """The side on which the solutions must begin so that the cover behind them is the back of a leaf."""
    return "right" if len(solutions) % 2 else "left"


def _styles(booklet: Booklet, paper: Paper, cover: Cover, variant: Variant) -> Markup:
    values = {
        "paper": paper,
        "leading": LEADING,
        "number": NUMBER,
        "accent": booklet.accent,
        "cover": cover,
        "title": _titles(paper),
        "bleed": variant.bleed,
    }
    sheets = ("fonts.css", "booklet.css", "worksheet.css", *variant.styles)
    return Markup("".join(render_template(sheet, **values) for sheet in sheets))  # noqa: S704 -- numbers and a colour


def _titles(paper: Paper) -> dict[str, float]:
    """How large titles are and, in sizes of their letters, how much room they have."""
    size = paper.text / POINTS_PER_MM
    return {
        "size": _TITLE,
        "size_of_case": _CASE_TITLE,
        "side": _SIDE,
        "room": (paper.measure - 2 * _SIDE) / (_TITLE * size),
        "room_of_case": paper.measure / (_CASE_TITLE * size),
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
