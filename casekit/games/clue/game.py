"""Clue as the rest of casekit sees it (``casekit.games.game``)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Answered
from casekit.diagnostics import Source
from casekit.games.clue.reading.puzzle_forms import PUZZLE
from casekit.games.elsewhere import elsewhere, value_at
from casekit.games.game import Game, MadeBy, Skeleton
from casekit.games.game_documents import Reading
from casekit.games.game_press import Look, Press
from casekit.games.game_translation import Translation

if TYPE_CHECKING:
    from casekit.asking.overviews.word_list import WordList
    from casekit.games.clue.edition import PuzzleEdition
    from casekit.games.clue.puzzle_document import PuzzleDocument
    from casekit.language.document.tree import SyntaxTree
    from casekit.print.content import booklet as content
    from casekit.print.content.pieces import Piece
    from casekit.print.ticket import Terms


class PuzzlePress(Press):
    """Booklets, sheets with one puzzle each, and detective notes."""

    products = ("booklet", "cover", "sheet", "notes")
    for_each_booklet = ("booklet", "cover", "sheet")
    for_a_document = ("sheet",)
    group = ""

    def booklet(
        self, documents: "Sequence[PuzzleDocument]", slug: str, files: Sequence[str], look: Look
    ) -> "content.Booklet":
        """The content of a booklet: puzzles, and at the end their solutions with the proofs in words."""
        from casekit.games.clue.printing.puzzle_pages import explained, puzzle_booklet

        return puzzle_booklet([explained(document) for document in documents], slug, files, look)

    def piece(self, product: str, documents: "Sequence[PuzzleDocument]", look: Look) -> "Piece":
        """A sheet for each puzzle, or detective notes for all of them."""
        from casekit.games.clue.printing.puzzle_pages import notes_sheet, puzzle_leaves

        if product == "notes":
            return notes_sheet(documents[0].settings, look)
        return puzzle_leaves(documents, look)

    def texts_of(self, document: "PuzzleDocument") -> "Iterable[tuple[str, content.Passage]]":
        """The texts of title, presentation and solution."""
        from casekit.games.clue.printing.puzzle_pages import explained, puzzle_texts

        return puzzle_texts(explained(document))

    def ticket_terms(self, language: str) -> "Terms":
        """The words of a job ticket."""
        from casekit.games.clue.printing.puzzle_words import puzzle_words

        return puzzle_words(language).ticket


class PuzzleTranslation(Translation):
    """Catalogues (PO) for an edition and each of its puzzles."""

    translatable = elsewhere("clue.translation.puzzle_texts:translatable")


class Clue(Game):
    """Clue."""

    name = "clue"
    title = "Clue"
    schema = "schemas/puzzle.schema.json"
    dialect = PUZZLE
    press = PuzzlePress()
    translation = PuzzleTranslation()
    authoring = value_at("clue.puzzle_authoring:AUTHORING")

    options = (
        MadeBy("players", "How many sit at the table.", 4, least=2, most=6),
        MadeBy("level", "How hard it is to be.", "amateur", choices=("amateur", "expert")),
        MadeBy("seed", "Which games to simulate; the same seed gives the same puzzle.", 1),
    )
    most_tries = 60

    load = elsewhere("clue.reading.puzzle_edition_file:load")
    compared = elsewhere("clue.asking.puzzle_report:puzzle_comparison")
    gauges = elsewhere("clue.asking.puzzle_gauges:puzzle_gauges")
    figures_page = elsewhere("clue.asking.puzzle_report_page:puzzle_report_page")

    def built_in(self) -> "PuzzleEdition":
        """The edition that serves where a puzzle has none of its own: the classic deck."""
        from casekit.games.clue.edition import CLASSIC_EDITION

        return CLASSIC_EDITION

    def new_edition(self) -> Source:
        """An edition with the classic deck."""
        from casekit.games.clue.translation.puzzle_texts import BUILT_IN

        return BUILT_IN

    def read(self, tree: "SyntaxTree", settings: "PuzzleEdition") -> Reading:
        """The typed puzzle."""
        from casekit.games.clue.puzzle_document import PuzzleDocument
        from casekit.games.clue.reading.puzzle_forms import ASKED_ABOUT
        from casekit.games.clue.reading.resolve_puzzle import resolve_puzzle

        found = resolve_puzzle(tree, settings)
        understood = found.sound and ASKED_ABOUT.keys() <= found.puzzle.blocks
        document = PuzzleDocument(
            found.puzzle, tree.source, settings, found.scope, understood, found.unplaced
        )
        return Reading(document, found.diagnostics, found.sound)

    def words(self, settings: "PuzzleEdition") -> "WordList":
        """Its cards."""
        from casekit.asking.overviews.word_list import WordList, WritableGroup, WritableName
        from casekit.games.clue.deck import KINDS

        def names(kind: str) -> tuple[WritableName, ...]:
            return tuple(
                WritableName(card.slug, card.name) for card in settings.deck.cards if card.kind == kind
            )

        groups = (WritableGroup(f"{kind}s", "in hands, play and formulas", names(kind)) for kind in KINDS)
        return WordList(tuple(groups), spelling=(settings.title,))

    def skeleton(self, title: str, settings: "PuzzleEdition") -> Skeleton:
        """A puzzle with players, a hand and the beginning of a play."""
        from casekit.games.clue.reading.puzzle_skeleton import puzzle_skeleton

        return Skeleton(puzzle_skeleton(title, settings), "a deal, its play and its story to write")

    def made_to_measure(
        self, title: str, settings: "PuzzleEdition", given: Mapping[str, Any], step: Callable[[str], None]
    ) -> Answered[Skeleton]:
        """A puzzle from a simulated game that fits a level."""
        from casekit.games.clue.simulation.drafting import draft

        wanted: dict[str, Any] = {option.name: option.default for option in self.options} | dict(given)
        text, problems = draft(title, settings, **wanted, step=step)
        told = "its story and solution to write"
        return None if text is None else Skeleton(text, told), problems


GAME = Clue()
