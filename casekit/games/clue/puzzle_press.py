"""What Clue prints, as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.diagnostics import Diagnostic
from casekit.games.game_press import Look, Press

if TYPE_CHECKING:
    from casekit.games.clue.edition import PuzzleEdition
    from casekit.games.clue.printing.puzzle_pages import Explained
    from casekit.games.clue.puzzle_document import PuzzleDocument
    from casekit.print.content import booklet as content
    from casekit.print.content.pieces import Piece
    from casekit.print.ticket import Terms

_IN_WORDS = "en"
"""The language that proofs are told in."""


class PuzzlePress(Press):
    """Booklets, sheets with one puzzle each, and detective notes."""

    products = ("booklet", "cover", "sheet", "notes")
    for_each_booklet = ("booklet", "cover", "sheet")
    for_a_document = ("sheet",)
    group = ""

    def offered(self, settings: "PuzzleEdition") -> tuple[str, ...]:
        """All of them."""
        del settings
        return self.products

    def missing(self, product: str, settings: "PuzzleEdition", place: str) -> Diagnostic | None:
        """Every edition has everything."""
        del product, settings, place
        return None

    def booklet(
        self, documents: "Sequence[PuzzleDocument]", slug: str, files: Sequence[str], look: Look
    ) -> "content.Booklet":
        """The content of a booklet: puzzles, and at the end their solutions with the proofs in words."""
        from casekit.games.clue.printing.puzzle_pages import puzzle_booklet

        return puzzle_booklet([_explained(document) for document in documents], slug, files, look)

    def paragraphs(self, document: "PuzzleDocument", number: int) -> "Iterable[content.Paragraph]":
        """None: lines of play are no numbered paragraphs."""
        del document, number
        return ()

    def piece(self, product: str, documents: "Sequence[PuzzleDocument]", look: Look) -> "Piece":
        """A sheet for each puzzle, or detective notes for all of them."""
        from casekit.games.clue.printing.puzzle_pages import notes_sheet, puzzle_leaves

        if product == "notes":
            return notes_sheet(documents[0].settings, look)
        return puzzle_leaves(documents, look)

    def texts_of(self, document: "PuzzleDocument") -> "Iterable[tuple[str, content.Passage]]":
        """The texts of title, presentation and solution."""
        from casekit.games.clue.printing.puzzle_pages import puzzle_texts

        return puzzle_texts(_explained(document))

    def ticket_terms(self, language: str) -> "Terms":
        """The words of a job ticket."""
        from casekit.games.clue.printing.puzzle_words import puzzle_words

        return puzzle_words(language).ticket

    def assets(self, settings: "PuzzleEdition") -> tuple[Path, ...]:
        """There are none: a deck is in the edition file."""
        del settings
        return ()


def _explained(document: "PuzzleDocument") -> "Explained":
    """A puzzle with its plainest proof; the steps are told in English alone."""
    from casekit.asking.questions import prove_solution
    from casekit.asking.told.telling import teller
    from casekit.games.clue.printing.puzzle_pages import Explained

    inquiry = document.interrogation().inquiry
    proved = prove_solution(inquiry, among="all")
    if proved is None:
        return Explained(document)
    told = document.settings.language.partition("-")[0].lower() == _IN_WORDS
    steps = teller(inquiry).steps(proved.proof) if told else ()
    return Explained(document, proved.proof.sources, tuple((step.number, step.says) for step in steps))
