"""What of a booklet is set before it has numbers: the texts of its paragraphs, and what has to be measured.

How high a text is depends neither on its number nor on its page. So all texts are set once, in runs that several processes
share; their heights tell which paragraphs are seen together, and later they are laid on their pages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from casekit.print.content.booklet import Booklet, Paragraph
from casekit.print.content.papers import PAPERS
from casekit.print.content.variants import Variant
from casekit.print.numbers.room import PageRoom
from casekit.print.pages.booklet_pages import booklet_styles, measure_booklet, set_passage
from casekit.print.pages.painted import Beforehand, SetParagraphs
from casekit.print.text.page_templates import render_template
from casekit.print.text.typesetter import Inlays, lay_out_pages, paint_inlays
from casekit.system.collecting import no_collections
from casekit.system.crew import ALONE, Crew

_HEIGHT = 90_000
_RUN = 150
"""The most paragraphs that one process sets in one go; the same however many processes there are."""


@dataclass(frozen=True)
class _Run:
    """Paragraphs that follow each other, as HTML."""

    html: str
    count: int


def set_beforehand(booklet: Booklet, variant: Variant, crew: Crew = ALONE) -> Beforehand:
    """Set what needs no numbers, with the help of a crew.

    The texts of paragraphs are those of plain pages in every variant, and none if a booklet has one case alone.

    Raises:
        OSError: if Pango is missing; ask ``missing_typesetter`` before.
        LostProcessError: if a process was killed.
    """
    paragraphs = list(booklet.paragraphs()) if len(booklet.cases) > 1 else []
    parts = [paragraphs[at : at + _RUN] for at in range(0, len(paragraphs), _RUN)]
    runs = [_run(booklet, part, first=not at) for at, part in enumerate(parts)]
    with crew.begun(_paint_run, runs) as finish:
        measured = measure_booklet(booklet, variant)
        painted = finish()
    return Beforehand(measured, _set_paragraphs(booklet, parts, painted) if painted else None)


def get_ready() -> None:
    """Load what setting pages takes, before there is anything to set.

    Raises:
        OSError: if Pango is missing.
    """
    lay_out_pages(render_template("ready.html"))


def _run(booklet: Booklet, paragraphs: Sequence[Paragraph], *, first: bool) -> _Run:
    html = render_template(
        "paragraph_run.html",
        booklet=booklet,
        paper=PAPERS[booklet.paper],
        height=_HEIGHT,
        texts=[set_passage(paragraph.text, booklet.language) for paragraph in paragraphs],
        first=first,
        styles=booklet_styles(booklet),
    )
    return _Run(html, len(paragraphs))


def _paint_run(run: _Run) -> Inlays:
    with no_collections():
        return paint_inlays(run.html, {f"prose-{at}" for at in range(run.count)})


def _set_paragraphs(
    booklet: Booklet, parts: Sequence[Sequence[Paragraph]], painted: Sequence[Inlays]
) -> SetParagraphs:
    each = [
        (paragraph.key, at, run)
        for part, run in zip(parts, painted, strict=True)
        for at, paragraph in enumerate(part)
    ]
    room = PageRoom(
        heights={key: run.boxes[f"paragraph-{at}"].height for key, at, run in each},
        depth=PAPERS[booklet.paper].depth,
        above=painted[0].boxes["part"].height if booklet.paragraphs_title else 0,
    )
    inlays = {key: run.inlays[f"prose-{at}"] for key, at, run in each}
    return SetParagraphs(room, inlays, tuple(run.shown for run in painted))
