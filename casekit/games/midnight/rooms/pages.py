"""Cases on paper. What decides about a page is known without the page."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.games.midnight.document import Case

if TYPE_CHECKING:
    from casekit.print.content import booklet as content
    from casekit.print.content.papers import Terms
    from casekit.print.content.pieces import Piece, PrintOptions


def booklet(cases: Sequence[Case], look: "PrintOptions") -> "content.Booklet":
    """The content of a booklet."""
    from casekit.games.midnight.pages import booklet as booklet_pages

    return booklet_pages.booklet(cases, look)


def piece(product: str, cases: Sequence[Case], look: "PrintOptions") -> "Piece":
    """The content of another product."""
    if product == "solo":
        from casekit.games.midnight.play.solo_leaflet import solo_leaflet

        return solo_leaflet(cases, look)
    from casekit.games.midnight.pages import accessories

    return accessories.piece(product, cases[0].edition, look)


def paragraphs(case: Case, number: int) -> "Iterable[content.Paragraph]":
    """The paragraphs of the case of a ``number`` in a booklet, as far as they are written."""
    from casekit.games.midnight.pages import booklet as booklet_pages

    return booklet_pages.paragraphs_of(case, number)


def lock_texts(case: Case) -> "Iterable[tuple[str, content.Passage]]":
    """The texts that are printed of a case, under the names that a lock file has for them."""
    from casekit.games.midnight.pages import booklet as booklet_pages

    return booklet_pages.texts_of(case)


def ticket_terms(language: str) -> "Terms":
    """The words of a job ticket."""
    from casekit.games.midnight.pages import booklet as booklet_pages

    return booklet_pages.ticket(language)


def asset_files(case: Case) -> tuple[Path, ...]:
    """The pictures and fonts of its edition, and its own."""
    from casekit.games.midnight.pages import edition_look

    return edition_look.assets(case)


def with_placeholders(case: Case, stand_in: Callable[[str], str]) -> Case:
    """A case with a text in the place of each that is missing, without pictures that cannot be printed."""
    from casekit.games.midnight.pages import edition_look

    return edition_look.filled_in(case, stand_in)
