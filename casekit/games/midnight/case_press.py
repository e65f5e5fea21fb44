"""What Midnight Murder Mysteries prints, as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.game_press import Look, Press

if TYPE_CHECKING:
    from casekit.games.midnight.case_document import CaseDocument
    from casekit.games.midnight.edition import Edition
    from casekit.print.content import booklet as content
    from casekit.print.content.pieces import Piece
    from casekit.print.ticket import Terms


class MidnightPress(Press):
    """Booklets, sheets and everything else in the box."""

    products = ("booklet", "cover", "sheet", "flap", "cards", "stickers", "plan")
    for_each_booklet = ("booklet", "cover", "sheet", "flap")
    for_a_document = ("booklet", "sheet")
    group = "answers of one suspect"

    def offered(self, settings: "Edition") -> tuple[str, ...]:
        """All but the event cards of an edition that names no deck."""
        return self.products if settings.deck else tuple(name for name in self.products if name != "cards")

    def missing(self, product: str, settings: "Edition", place: str) -> Diagnostic | None:
        """The finding for event cards of an edition without any."""
        if product != "cards" or settings.events is not None:
            return None
        return Diagnostic(
            codes.MISSING_DECK,
            "this edition has no event cards to print",
            Span(place),
            hint='name their file in edition.toml, as in `deck = "deck.toml"`',
        )

    def booklet(
        self, documents: "Sequence[CaseDocument]", slug: str, files: Sequence[str], look: Look
    ) -> "content.Booklet":
        """The content of a booklet."""
        from casekit.games.midnight.printing.booklet_text import booklet

        return booklet(
            [document.case for document in documents],
            slug=slug,
            title=look.title,
            colour=look.colour,
            paper=look.booklet_paper,
            files=files,
        )

    def paragraphs(self, document: "CaseDocument", number: int) -> "Iterable[content.Paragraph]":
        """The paragraphs of a case in the order of its edition's paths."""
        from casekit.games.midnight.printing.booklet_text import paragraphs_of

        return paragraphs_of(document.case, number)

    def piece(self, product: str, documents: "Sequence[CaseDocument]", look: Look) -> "Piece":
        """What is printed beside a booklet."""
        from casekit.games.midnight.printing.box import piece

        return piece(product, documents[0].settings, look)

    def texts_of(self, document: "CaseDocument") -> "Iterable[tuple[str, content.Passage]]":
        """The text of every path, and those of title, presentation and solution."""
        from casekit.games.midnight.printing.booklet_text import texts_of

        return texts_of(document.case)

    def ticket_terms(self, language: str) -> "Terms":
        """The words of a job ticket."""
        from casekit.games.midnight.printing.page_words import words_of

        return words_of(language).ticket

    def assets(self, settings: "Edition") -> tuple[Path, ...]:
        """The file of the event cards."""
        return (settings.file.parent / settings.deck,) if settings.file and settings.deck else ()
