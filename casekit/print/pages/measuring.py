"""The parts of a booklet that are set before it has numbers: the texts of paragraphs, and what is measured.

How high a text is depends neither on its number nor on its page. So all texts are set once, in runs that
several processes share; their heights show which paragraphs are seen together, and later they are laid on
their pages. All but tables and paragraphs is laid out before pages can be planned, to see how high it is.
"""

import math
from collections.abc import Sequence
from typing import Any

from casekit.print.content.booklet import Booklet, CasePages, Passage
from casekit.print.content.papers import (
    LEADING,
    LINES_BETWEEN_PARAGRAPHS,
    NUMBER_LINES,
    PAPERS,
    PART_TITLE_LINES,
    POINTS_PER_MM,
    THUMB_INDEX_WIDTH,
    Paper,
    Variant,
)
from casekit.print.numbers.page_filling import PageRoom
from casekit.print.pages.pagination import (
    TABLE_HEAD_PER_TEXT,
    SizedText,
    least_drawing_height,
    room_beside,
    worksheet_pages,
)
from casekit.print.typesetting import fonts as typesetting_fonts, weasyprint_patches
from casekit.print.typesetting.typesetter import (
    NO_INLAYS,
    PX_PER_MM,
    Inlay,
    Inlays,
    Layout,
    lay_out_pages,
    painted_inlays,
)
from casekit.system.process_limits import no_collections
from casekit.system.worker_processes import ALONE, HelperPool
from casekit.values import field, frozen, replace

# Sizes of letters as multiples of the size of the text: of lists of answers, of titles on covers, over
# presentations and on the page facing a presentation, of the numbers at the top of paragraph pages, and of
# the numbers in the thumb index.
_ANSWERS_PER_TEXT = 0.92
_COVER_TITLE_PER_TEXT = 2.7
_CASE_TITLE_PER_TEXT = 2.15
_FACING_TITLE_PER_TEXT = 1.5
_GUIDE_NUMBER_PER_TEXT = 1.7
_INDEX_NUMBER_PER_TEXT = 0.85
# The most size of numbers in the thumb index, in points.
_MOST_INDEX_NUMBER_POINTS = 9.5
# What the title of a cover has on each side, in millimetres.
_COVER_TITLE_SIDE = 9.0
# The sides of emblems, in millimetres for each point of the text size: over presentations, and smaller ones.
_EMBLEM_PER_TEXT = 1.45
_SMALL_EMBLEM_PER_TEXT = 1.02
# What is beside an emblem, in millimetres.
_BESIDE_EMBLEM = 3.3

# How much smaller a presentation may be set to keep its answers and a picture on its page.
_PRESENTATION_SCALES = (0.96, 0.92, 0.88)

# Pages so long that everything that is measured is on one of them, and a run of paragraphs, in millimetres.
_MEASURING_HEIGHT = 30_000
_RUN_HEIGHT = 90_000
# The most paragraphs that one process sets in one go; the same however many processes there are.
_PARAGRAPHS_PER_RUN = 75


def styles_of(booklet: Booklet, cover: tuple[float, float], variant: Variant) -> dict[str, Any]:
    """The measures and colours in a booklet's style sheets, given the size of the title page's drawing."""
    paper = PAPERS[booklet.paper]
    return {
        "variant": variant,
        "paper": paper,
        "leading": LEADING,
        "number": NUMBER_LINES,
        "between": LINES_BETWEEN_PARAGRAPHS,
        "part": PART_TITLE_LINES,
        "accent": booklet.accent,
        "cover": cover,
        "title": _titles_on(paper),
        "bleed": variant.bleed,
        "strip": THUMB_INDEX_WIDTH,
        "guide_size": round(paper.text * _GUIDE_NUMBER_PER_TEXT, 2),
        "mark_size": round(min(paper.text * _INDEX_NUMBER_PER_TEXT, _MOST_INDEX_NUMBER_POINTS), 2),
    }


def _titles_on(paper: Paper) -> dict[str, float]:
    """The sizes of titles, of what is beside and below them, and the room of titles in ems."""
    text_mm = paper.text / POINTS_PER_MM
    emblem = paper.text * _EMBLEM_PER_TEXT
    small_emblem = paper.text * _SMALL_EMBLEM_PER_TEXT
    cover_room = paper.measure - 2 * _COVER_TITLE_SIDE
    case_room = paper.measure - emblem - _BESIDE_EMBLEM
    facing_room = paper.measure - small_emblem - _BESIDE_EMBLEM
    return {
        "size": _COVER_TITLE_PER_TEXT,
        "size_of_case": _CASE_TITLE_PER_TEXT,
        "side": _COVER_TITLE_SIDE,
        "room": cover_room / (_COVER_TITLE_PER_TEXT * text_mm),
        "size_facing": _FACING_TITLE_PER_TEXT,
        "emblem": round(emblem, 2),
        "small_emblem": round(small_emblem, 2),
        "answers": max(_ANSWERS_PER_TEXT, round(paper.least / paper.text, 3)),
        "facing": round(paper.text * TABLE_HEAD_PER_TEXT, 2),
        "room_of_case": case_room / (_CASE_TITLE_PER_TEXT * text_mm),
        "room_facing": facing_room / (_FACING_TITLE_PER_TEXT * text_mm),
    }


@frozen
class MeasuredParts:
    """The parts of a booklet that are set before it has numbers."""

    measured: Layout
    """All that has to be measured, in its full size."""
    sized: tuple[SizedText, ...]
    """The presentations of the cases, in the sizes that suit them."""
    paragraphs: Inlays = NO_INLAYS
    """Texts of paragraphs by key, painted but on no page yet; none if they are set with their pages."""
    presentations: Inlays = NO_INLAYS
    """Presentations and lists of answers likewise, by ``prose-0`` and ``answers-0`` and so on."""
    room: PageRoom = field(default_factory=lambda: PageRoom({}, math.inf))
    """The room on pages, and how much of it ``paragraphs`` take."""


def measure_booklet(booklet: Booklet, variant: Variant) -> MeasuredParts:
    """Lay out what has to be measured before pages can be planned.

    Presentations are in letters so large that their answers and a picture stay on their page, if that can be.
    """
    cases = booklet.cases
    paper = PAPERS[booklet.paper]
    measured = _measure(booklet, cases, variant)
    sized = [SizedText(measured, index) for index in range(len(cases))]
    for scale in _PRESENTATION_SCALES:
        if scale * paper.text < paper.least:
            continue
        # The indexes of cases whose presentations leave too little room on their pages.
        crowded: list[int] = []
        for index, case in enumerate(cases):
            if room_beside(sized[index], paper) < least_drawing_height(case, paper) and case.groups:
                crowded.append(index)
        if not crowded:
            break
        layout = _measure(booklet, [cases[index] for index in crowded], variant, scale)
        for index_in_layout, index in enumerate(crowded):
            sized[index] = SizedText(layout, index_in_layout, scale)
    return MeasuredParts(measured, tuple(sized))


def _paint_presentations(sized: Sequence[SizedText]) -> Inlays:
    """Paint presentations and their lists of answers as they were measured."""
    inlays: dict[str, Inlay] = {}
    shown: list[weasyprint_patches.Shown] = []
    # Presentations of one size are in one layout.
    for layout in {id(text.layout): text.layout for text in sized}.values():
        name_by_box: dict[str, str] = {}
        for index, text in enumerate(sized):
            if text.layout is layout:
                for part in ("prose", "answers"):
                    name_by_box[f"{part}-{text.at}"] = f"{part}-{index}"
        painted = painted_inlays(layout, name_by_box)
        inlays |= {name_by_box[box]: inlay for box, inlay in painted.inlays.items()}
        shown += painted.shown
    return Inlays(inlays, tuple(shown))


def _measure(booklet: Booklet, cases: Sequence[CasePages], variant: Variant, scale: float = 1) -> Layout:
    """Lay out what has to be measured; to a smaller scale only presentations."""
    paper = PAPERS[booklet.paper]
    html = typesetting_fonts.render_template(
        "measure.html",
        booklet=booklet,
        language=booklet.language,
        cases=cases,
        height=_MEASURING_HEIGHT,
        whole=scale == 1,
        scale=scale,
        works=[
            case.worksheet and worksheet_pages(case.worksheet, 1, 0, paper, facing=True) for case in cases
        ],
        **styles_of(booklet, (0, 0), variant),
    )
    return lay_out_pages(html)


def foresee(texts: Sequence[Passage], language: str, paper: str, helpers: HelperPool) -> None:
    """Begin to set the texts of paragraphs that a booklet most likely has, before its cases are checked.

    They are in the order of its content. Helpers set them; without any, nothing is begun.
    """
    helpers.foresee(_paint_run, _runs(texts, language, paper))


def set_beforehand(booklet: Booklet, variant: Variant, helpers: HelperPool = ALONE) -> MeasuredParts:
    """Set what needs no numbers, shared among helpers.

    The texts of paragraphs are those of plain pages in every variant. None are set if a booklet has a single
    case and no pages to keep.

    Raises:
        OSError: if Pango is missing; ask ``missing_typesetter`` before.
        LostProcessError: if a process was killed.
    """
    paragraphs = list(booklet.paragraphs()) if len(booklet.cases) > 1 or booklet.pages else []
    runs = _runs([paragraph.text for paragraph in paragraphs], booklet.language, booklet.paper)
    with helpers.begun(_paint_run, runs) as finish:
        measured = measure_booklet(booklet, variant)
        if not paragraphs:
            return measured
        if not variant.options:
            measured = replace(measured, presentations=_paint_presentations(measured.sized))
        painted_runs = finish()
    texts: list[Inlay] = []
    fonts: list[weasyprint_patches.Shown] = []
    for run in painted_runs:
        texts += [run.inlays[f"prose-{index}"] for index in range(len(run.inlays))]
        fonts += run.shown
    inlays = {paragraph.key: text for paragraph, text in zip(paragraphs, texts, strict=True)}
    paper = PAPERS[booklet.paper]
    between = LINES_BETWEEN_PARAGRAPHS * paper.leading
    room = PageRoom(
        heights={key: between + text.height / PX_PER_MM for key, text in inlays.items()},
        depth=paper.depth,
        above=PART_TITLE_LINES * paper.leading if booklet.paragraphs_title else 0,
    )
    return replace(measured, paragraphs=Inlays(inlays, tuple(fonts)), room=room)


def get_ready() -> None:
    """Load what setting pages needs, before there is anything to set.

    Raises:
        OSError: if Pango is missing.
    """
    lay_out_pages(typesetting_fonts.render_template("ready.html"))


def _runs(texts: Sequence[Passage], language: str, paper: str) -> list[str]:
    """Runs of paragraphs that follow each other, as HTML."""
    runs = []
    for start in range(0, len(texts), _PARAGRAPHS_PER_RUN):
        run = typesetting_fonts.render_template(
            "paragraph_run.html",
            language=language,
            paper=PAPERS[paper],
            height=_RUN_HEIGHT,
            leading=LEADING,
            texts=texts[start : start + _PARAGRAPHS_PER_RUN],
        )
        runs.append(run)
    return runs


def _paint_run(html: str) -> Inlays:
    with no_collections():
        layout = lay_out_pages(html)
        return painted_inlays(layout, layout.boxes)
