"""What of a booklet is set before it has numbers: the texts of its paragraphs, and what has to be measured.

How high a text is depends neither on its number nor on its page. So all texts are set once, in runs that several processes
share; their heights tell which paragraphs are seen together, and later they are laid on their pages.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casekit.print.content.booklet import Booklet, Paragraph, Passage
from casekit.print.content.papers import BETWEEN, LEADING, PAPERS, PART
from casekit.print.content.variants import Variant
from casekit.print.numbers.room import PageRoom
from casekit.print.pages.booklets.measuring import (
    MeasuredBooklet,
    SetPresentations,
    measure_booklet,
    paint_presentations,
    set_passage,
)
from casekit.print.text.ink import Shown
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import PX_PER_MM, Inlay, Inlays, lay_out_pages, paint_inlays
from casekit.system.collecting import no_collections
from casekit.system.crew import ALONE, Crew

_HEIGHT = 90_000
_RUN = 75
"""The most paragraphs that one process sets in one go; the same however many processes there are."""


@dataclass(frozen=True)
class SetParagraphs:
    """Paragraphs that are painted but on no page yet, by key: the room they take, their texts, and the glyphs of these."""

    room: PageRoom
    inlays: Mapping[str, Inlay]
    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Beforehand:
    """What of a booklet is set before it has numbers; paragraphs and presentations are ``None`` where they are set with their pages."""

    measured: MeasuredBooklet
    paragraphs: SetParagraphs | None = None
    presentations: SetPresentations | None = None


@dataclass(frozen=True)
class _Run:
    """Paragraphs that follow each other, as HTML."""

    html: str
    count: int


def foresee(texts: Sequence[Passage], language: str, paper: str, crew: Crew) -> None:
    """Begin with the texts of paragraphs that a booklet most likely has: its cases are read, and nobody has checked them yet.

    Args:
        texts: those of its paragraphs, in the order of its content.
        language: of its prose.
        paper: a name of ``papers.PAPERS``.
        crew: who sets them, if there is anybody beside this process.
    """
    crew.foresee(_paint_run, _runs(texts, language, paper))


def set_beforehand(booklet: Booklet, variant: Variant, crew: Crew = ALONE) -> Beforehand:
    """Set what needs no numbers, with the help of a crew.

    The texts of paragraphs are those of plain pages in every variant, and none if a booklet has one case alone.

    Raises:
        OSError: if Pango is missing; ask ``missing_typesetter`` before.
        LostProcessError: if a process was killed.
    """
    paragraphs = list(booklet.paragraphs()) if len(booklet.cases) > 1 else []
    runs = _runs([paragraph.text for paragraph in paragraphs], booklet.language, booklet.paper)
    with crew.begun(_paint_run, runs) as finish:
        measured = measure_booklet(booklet, variant)
        if not paragraphs:
            return Beforehand(measured)
        presentations = None if variant.options else paint_presentations(measured)
        return Beforehand(measured, _set_paragraphs(booklet, paragraphs, finish()), presentations)


def get_ready() -> None:
    """Load what setting pages takes, before there is anything to set.

    Raises:
        OSError: if Pango is missing.
    """
    lay_out_pages(render_template("ready.html"))


def _runs(texts: Sequence[Passage], language: str, paper: str) -> list[_Run]:
    styles = render_styles("text.css", paper=PAPERS[paper], leading=LEADING)
    return [
        _Run(
            render_template(
                "paragraph_run.html",
                language=language,
                paper=PAPERS[paper],
                height=_HEIGHT,
                texts=[set_passage(text, language) for text in texts[at : at + _RUN]],
                styles=styles,
            ),
            len(texts[at : at + _RUN]),
        )
        for at in range(0, len(texts), _RUN)
    ]


def _paint_run(run: _Run) -> Inlays:
    with no_collections():
        return paint_inlays(run.html, {f"prose-{at}" for at in range(run.count)})


def _set_paragraphs(
    booklet: Booklet, paragraphs: Sequence[Paragraph], painted: Sequence[Inlays]
) -> SetParagraphs:
    """Paragraphs with what was painted of them, run by run."""
    texts = (each.inlays[f"prose-{at}"] for each in painted for at in range(len(each.inlays)))
    inlays = {paragraph.key: text for paragraph, text in zip(paragraphs, texts, strict=True)}
    paper = PAPERS[booklet.paper]
    room = PageRoom(
        heights={key: BETWEEN * paper.leading + text.height / PX_PER_MM for key, text in inlays.items()},
        depth=paper.depth,
        above=PART * paper.leading if booklet.paragraphs_title else 0,
    )
    return SetParagraphs(room, inlays, tuple(run.shown for run in painted))
