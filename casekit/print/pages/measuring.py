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
    BETWEEN,
    LEADING,
    NUMBER,
    PAPERS,
    PART,
    POINTS_PER_MM,
    STRIP,
    Paper,
    Variant,
)
from casekit.print.numbers.page_filling import PageRoom
from casekit.print.pages.pagination import TABLE_HEAD, SizedText, least_of, room_beside, work_pages
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

# The size of lists of answers, as a multiple of the text's.
_ANSWERS = 0.92
# The sizes of titles on covers and over presentations, as multiples of the text's, and what a cover's has on
# each side in millimetres.
_TITLE, _CASE_TITLE, _SIDE = 2.7, 2.15, 9.0
# The size of a title on the page facing its presentation, likewise; the sides of emblems, as multiples of the
# text size (in points), and what is beside them in millimetres.
_FACING_TITLE, _EMBLEM, _SMALL_EMBLEM, _BESIDE = 1.5, 1.45, 1.02, 3.3
# The sizes of the numbers over paragraph pages and in the thumb index, as multiples of the text's, and the
# most of these in points.
_GUIDE, _MARK, _MARK_MOST = 1.7, 0.85, 9.5

# So long that everything that is measured is on one page of it.
_MEASURING_HEIGHT = 30_000
# How much smaller a presentation may be set to keep its answers and a picture on its page.
_SCALES = (0.96, 0.92, 0.88)
_HEIGHT = 90_000
_RUN = 75
"""The most paragraphs that one process sets in one go; the same however many processes there are."""


def styles_of(booklet: Booklet, cover: tuple[float, float], variant: Variant) -> dict[str, Any]:
    """The measures and colours in a booklet's style sheets, given the size of the title page's drawing."""
    paper = PAPERS[booklet.paper]
    return {
        "variant": variant,
        "paper": paper,
        "leading": LEADING,
        "number": NUMBER,
        "between": BETWEEN,
        "part": PART,
        "accent": booklet.accent,
        "cover": cover,
        "title": _titles_on(paper),
        "bleed": variant.bleed,
        "strip": STRIP,
        "guide_size": round(paper.text * _GUIDE, 2),
        "mark_size": round(min(paper.text * _MARK, _MARK_MOST), 2),
    }


def _titles_on(paper: Paper) -> dict[str, float]:
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


@frozen
class MeasuredParts:
    """The parts of a booklet that are set before it has numbers.

    ``measured`` is all of it in its own size, ``sized`` are the presentations in the sizes that suit them.
    ``paragraphs`` are painted but on no page yet, by key, and take ``room``; ``presentations`` are called
    ``prose-0`` and ``answers-0``. What is set with its page is not among them.
    """

    measured: Layout
    sized: tuple[SizedText, ...]
    paragraphs: Inlays = NO_INLAYS
    presentations: Inlays = NO_INLAYS
    room: PageRoom = field(default_factory=lambda: PageRoom({}, math.inf))


def measure_booklet(booklet: Booklet, variant: Variant) -> MeasuredParts:
    """Lay out what has to be measured before pages can be planned.

    Presentations are in letters so large that their answers and a picture stay on their page, if that can be.
    """
    cases = booklet.cases
    paper = PAPERS[booklet.paper]
    measured = _measure(booklet, cases, variant)
    sized = [SizedText(measured, at) for at in range(len(cases))]
    for scale in _SCALES:
        if scale * paper.text < paper.least:
            continue
        # The cases whose presentations leave too little room on their pages.
        full: list[int] = []
        for index, case in enumerate(cases):
            if room_beside(sized[index], paper) < least_of(case, paper) and case.groups:
                full.append(index)
        if not full:
            break
        layout = _measure(booklet, [cases[index] for index in full], variant, scale)
        for place, index in enumerate(full):
            sized[index] = SizedText(layout, place, scale)
    return MeasuredParts(measured, tuple(sized))


def _paint_presentations(sized: Sequence[SizedText]) -> Inlays:
    """Paint presentations and their lists of answers as they were measured."""
    inlays: dict[str, Inlay] = {}
    shown: list[weasyprint_patches.Shown] = []
    # Presentations of one size are in one layout.
    for layout in {id(text.layout): text.layout for text in sized}.values():
        names: dict[str, str] = {}
        for index, text in enumerate(sized):
            if text.layout is layout:
                for part in ("prose", "answers"):
                    names[f"{part}-{text.at}"] = f"{part}-{index}"
        painted = painted_inlays(layout, names)
        inlays |= {names[name]: inlay for name, inlay in painted.inlays.items()}
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
        works=[case.worksheet and work_pages(case.worksheet, 1, 0, paper, facing=True) for case in cases],
        **styles_of(booklet, (0, 0), variant),
    )
    return lay_out_pages(html)


def foresee(texts: Sequence[Passage], language: str, paper: str, crew: HelperPool) -> None:
    """Begin with the texts of paragraphs that a booklet most likely has: nobody has checked its cases yet.

    They are in the order of its content. The crew sets them, if there is anybody beside this process.
    """
    crew.foresee(_paint_run, _runs(texts, language, paper))


def set_beforehand(booklet: Booklet, variant: Variant, crew: HelperPool = ALONE) -> MeasuredParts:
    """Set what needs no numbers, with the help of a crew.

    The texts of paragraphs are those of plain pages in every variant, and none if a booklet has one case
    alone and no pages to keep.

    Raises:
        OSError: if Pango is missing; ask ``missing_typesetter`` before.
        LostProcessError: if a process was killed.
    """
    paragraphs = list(booklet.paragraphs()) if len(booklet.cases) > 1 or booklet.pages else []
    runs = _runs([paragraph.text for paragraph in paragraphs], booklet.language, booklet.paper)
    with crew.begun(_paint_run, runs) as finish:
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
    room = PageRoom(
        heights={key: BETWEEN * paper.leading + text.height / PX_PER_MM for key, text in inlays.items()},
        depth=paper.depth,
        above=PART * paper.leading if booklet.paragraphs_title else 0,
    )
    return replace(measured, paragraphs=Inlays(inlays, tuple(fonts)), room=room)


def get_ready() -> None:
    """Load what setting pages takes, before there is anything to set.

    Raises:
        OSError: if Pango is missing.
    """
    lay_out_pages(typesetting_fonts.render_template("ready.html"))


def _runs(texts: Sequence[Passage], language: str, paper: str) -> list[str]:
    """Paragraphs that follow each other, as HTML."""
    runs = []
    for start in range(0, len(texts), _RUN):
        run = typesetting_fonts.render_template(
            "paragraph_run.html",
            language=language,
            paper=PAPERS[paper],
            height=_HEIGHT,
            leading=LEADING,
            texts=texts[start : start + _RUN],
        )
        runs.append(run)
    return runs


def _paint_run(html: str) -> Inlays:
    with no_collections():
        layout = lay_out_pages(html)
        return painted_inlays(layout, layout.boxes)
