"""Midnight Murder Mysteries as the rest of casekit sees it (``casekit.games.game``)."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Answered
from casekit.diagnostics import Diagnostic, Span
from casekit.games.elsewhere import elsewhere, value_at
from casekit.games.game import Game, MadeBy, Skeleton
from casekit.games.game_documents import Reading
from casekit.games.game_press import Look, Press
from casekit.games.game_translation import Translation
from casekit.games.midnight import codes
from casekit.games.midnight.reading.case_dialect import CASE

if TYPE_CHECKING:
    from casekit.games.midnight.case_document import CaseDocument
    from casekit.games.midnight.edition import Edition
    from casekit.language.document.tree import SyntaxTree
    from casekit.print.content import booklet as content
    from casekit.print.content.pieces import Piece
    from casekit.print.ticket import Terms


class MidnightPress(Press):
    """Booklets, sheets and everything else in the box."""

    products = ("booklet", "cover", "sheet", "flap", "cards", "stickers", "plan")
    for_each_booklet = ("booklet", "cover", "sheet", "flap")
    for_a_document = ("booklet", "sheet")
    group = "answers of one suspect"
    paragraphs = elsewhere("midnight.printing.booklet_text:paragraphs_of", "case")
    texts_of = elsewhere("midnight.printing.booklet_text:texts_of", "case")

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

    def piece(self, product: str, documents: "Sequence[CaseDocument]", look: Look) -> "Piece":
        """What is printed beside a booklet."""
        from casekit.games.midnight.printing.box import piece

        return piece(product, documents[0].settings, look)

    def ticket_terms(self, language: str) -> "Terms":
        """The words of a job ticket."""
        from casekit.games.midnight.printing.page_words import words_of

        return words_of(language).ticket

    def assets(self, settings: "Edition") -> tuple[Path, ...]:
        """The file of the event cards."""
        return (settings.file.parent / settings.deck,) if settings.file and settings.deck else ()


class MidnightTranslation(Translation):
    """Catalogues (PO) for an edition with its deck, and for each of its cases."""

    ambiguous = elsewhere("midnight.checks.paths:repeated", "case")
    translatable = elsewhere("midnight.translation.edition_texts:translatable")


class Midnight(Game):
    """Midnight Murder Mysteries."""

    name = "midnight"
    title = "Midnight Murder Mysteries"
    schema = "schemas/case.schema.json"
    dialect = CASE
    press = MidnightPress()
    translation = MidnightTranslation()
    authoring = value_at("midnight.case_authoring:AUTHORING")
    tabletop = value_at("midnight.table.case_rules:RULES")

    options = (
        MadeBy("level", "How hard it is to be.", "amateur", choices=("amateur", "expert")),
        MadeBy("ending", "Who is to have done it.", "murder", choices=("murder", "suicide", "accident")),
        MadeBy("players", "How many detectives are at the simulated tables.", 4, least=2, most=5),
        MadeBy("seed", "Which plots to make up; the same seed gives the same skeleton.", 1),
    )
    most_tries = 30

    built_in = elsewhere("midnight.reading.edition_file:built_in")
    load = elsewhere("midnight.reading.edition_file:load")
    new_edition = elsewhere("midnight.reading.edition_file:built_in_source")
    words = elsewhere("midnight.reading.writable:words_of_edition")
    completed = elsewhere("midnight.skeletons.skeleton_drafts:completed")
    compared = elsewhere("midnight.asking.case_figures:FIGURES.compared")
    gauges = elsewhere("midnight.asking.case_figures:FIGURES.gauges_of")
    figures_page = elsewhere("midnight.asking.case_figures:FIGURES.page")

    def read(self, tree: "SyntaxTree", settings: "Edition") -> Reading:
        """The typed case."""
        from casekit.games.midnight.case_document import CaseDocument
        from casekit.games.midnight.reading.resolve import resolve

        resolution = resolve(tree, settings)
        return Reading(CaseDocument(resolution), resolution.diagnostics, resolution.sound)

    def skeleton(self, title: str, settings: "Edition") -> Skeleton:
        """A case with all paths of its edition."""
        from casekit.games.midnight.reading.skeleton import skeleton

        return Skeleton(skeleton(title, settings), f"{len(settings.paths)} paths to write")

    def made_to_measure(
        self, title: str, settings: "Edition", given: Mapping[str, Any], step: Callable[[str], None]
    ) -> Answered[Skeleton]:
        """The logic of a whole case that fits a level, with a sentence for each paragraph that is to be written."""
        from casekit.games.midnight.skeletons.skeleton_drafts import draft

        wanted: dict[str, Any] = {option.name: option.default for option in self.options} | dict(given)
        text, problems = draft(title, settings, **wanted, step=step)
        told = f"{len(settings.paths)} paths to write"
        return None if text is None else Skeleton(text, told), problems


GAME = Midnight()
