"""What of a booklet is laid out before its pages can be planned, to see how high it is: all but tables and paragraphs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from casekit.print.content.booklet import Booklet, CasePages, Passage
from casekit.print.content.papers import PAPERS
from casekit.print.content.variants import Variant
from casekit.print.pages.booklets.page_styles import styles_of, titles_on
from casekit.print.pages.booklets.pagination import (
    WORK_TEXT,
    CaseText,
    Cover,
    SizedText,
    least_of,
    measured_grid,
    measured_whole,
    room_beside,
)
from casekit.print.text import prose
from casekit.print.text.ink import Shown
from casekit.print.text.page_templates import render_template
from casekit.print.text.typesetter import Inlay, Layout, lay_out_pages, painted_inlays

# So long that everything that is measured is on one page of it.
_MEASURING_HEIGHT = 30_000
# How much smaller a presentation may be set to keep its answers and a picture on its page.
_SCALES = (0.96, 0.92, 0.88)
# What of a presentation is laid on its page, where that is set in parts.
_LAID = ("prose", "answers")


@dataclass(frozen=True)
class MeasuredBooklet:
    """What was laid out: everything in its own size, and the presentations in the sizes that suit them.

    ``sized`` has a size for each case, ``places`` the layout that it was measured in, and its number there.
    """

    layout: Layout
    sized: tuple[SizedText, ...]
    places: tuple[tuple[Layout, int], ...]


@dataclass(frozen=True)
class SetPresentations:
    """The texts of presentations and their lists of answers, painted but on no page yet: ``prose-0`` and ``answers-0`` are the first."""

    inlays: Mapping[str, Inlay]
    shown: tuple[Shown, ...]


def measure_booklet(booklet: Booklet, variant: Variant) -> MeasuredBooklet:
    """Lay out what has to be measured before pages can be planned."""
    texts = case_texts(booklet)
    notice = prose.paragraph(booklet.notice, booklet.language)
    layout = _measure(booklet, texts, notice, variant)
    return _sized(booklet, texts, layout, variant)


def paint_presentations(measured: MeasuredBooklet) -> SetPresentations:
    """Paint presentations as they were measured."""
    inlays: dict[str, Inlay] = {}
    shown: list[Shown] = []
    for layout in {id(layout): layout for layout, _ in measured.places}.values():
        names = {
            f"{part}-{number}": f"{part}-{at}"
            for at, (each, number) in enumerate(measured.places)
            for part in _LAID
            if each is layout
        }
        painted = painted_inlays(layout, names)
        inlays |= {names[name]: inlay for name, inlay in painted.inlays.items()}
        shown.append(painted.shown)
    return SetPresentations(inlays, tuple(shown))


def case_texts(booklet: Booklet) -> tuple[CaseText, ...]:
    """The prose of the cases of a booklet as HTML."""
    return tuple(_case_text(case, booklet.language) for case in booklet.cases)


def _case_text(case: CasePages, language: str) -> CaseText:
    return CaseText(case, set_passage(case.presentation, language), set_passage(case.solution, language))


def set_passage(passage: Passage, language: str) -> tuple[Markup, ...]:
    """The prose of a passage as HTML."""
    return tuple(prose.paragraph(paragraph, language) for paragraph in passage.prose)


def _sized(
    booklet: Booklet, texts: Sequence[CaseText], measured: Layout, variant: Variant
) -> MeasuredBooklet:
    """The presentations in letters so large that their answers and a picture stay on their page, if that can be."""
    paper = PAPERS[booklet.paper]
    sized = [SizedText.measured(measured, at, 1) for at in range(len(texts))]
    places = [(measured, at) for at in range(len(texts))]
    for scale in (each for each in _SCALES if each * paper.text >= paper.least):
        full = [
            at
            for at, text in enumerate(texts)
            if room_beside(sized[at], paper) < least_of(text.pages, paper) and text.pages.groups
        ]
        if not full:
            break
        layout = _measure(booklet, [texts[at] for at in full], None, variant, scale)
        for index, at in enumerate(full):
            sized[at] = SizedText.measured(layout, index, scale)
            places[at] = (layout, index)
    return MeasuredBooklet(measured, tuple(sized), tuple(places))


def _measure(
    booklet: Booklet,
    texts: Sequence[CaseText],
    notice: Markup | None,
    variant: Variant,
    scale: float = 1,
) -> Layout:
    """Lay out what has to be measured; without a notice only the presentations, to a scale."""
    paper = PAPERS[booklet.paper]
    html = render_template(
        "measure.html",
        booklet=booklet,
        cases=texts,
        notice=notice,
        paper=paper,
        height=_MEASURING_HEIGHT,
        title=titles_on(paper),
        work_size=round(paper.text * WORK_TEXT, 2),
        whole=notice is not None,
        scale=scale,
        wholes=[text.pages.worksheet and measured_whole(text.pages.worksheet, paper) for text in texts],
        grids=[text.pages.worksheet and measured_grid(text.pages.worksheet.grid, paper) for text in texts],
        styles=styles_of(booklet, Cover(0, 0), variant),
    )
    return lay_out_pages(html)
