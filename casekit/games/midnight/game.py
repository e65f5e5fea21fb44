"""Midnight Murder Mysteries as the rest of casekit sees it (``casekit.kit.interface``)."""

from functools import cached_property
from typing import TYPE_CHECKING

from casekit.diagnostics import Finding, Span
from casekit.games.midnight import codes
from casekit.games.midnight.language.line_forms import CASE
from casekit.kit.interface import (
    ENDLESS,
    AuthoringRoom,
    ChecksRoom,
    CreationOption,
    Game,
    LanguageRoom,
    PagesRoom,
    Product,
    ProofreadingRoom,
    TheoryRoom,
    TranslationRoom,
    WordingRoom,
)

if TYPE_CHECKING:
    from casekit.games.midnight.document import Case, Edition
    from casekit.tabletop.game_rules import TableGame


def _no_cards(settings: "Edition", place: str) -> Finding | None:
    if settings.events is not None:
        return None
    return codes.MISSING_DECK.at(
        Span(place),
        "this edition has no event cards to print",
        hint='name their file in edition.toml, as in `deck = "deck.toml"`',
    )


class Midnight(Game["Case", "Edition"]):
    """Midnight Murder Mysteries."""

    name = "midnight"
    title = "Midnight Murder Mysteries"
    dialect = CASE
    products = (
        Product("booklet", per_booklet=True, for_single_case=True),
        Product("cover", per_booklet=True),
        Product("sheet", per_booklet=True, for_single_case=True),
        Product("flap", per_booklet=True),
        Product("cards", missing=_no_cards),
        Product("stickers"),
        Product("plan"),
        Product("track"),
        Product("pieces"),
        Product("rules", is_leaflet=True),
        Product("turn"),
        Product("solo", per_booklet=True, is_leaflet=True, box_only=True),
    )
    options = (
        CreationOption("level", "How hard it is to be.", "amateur", ("amateur", "expert")),
        CreationOption("ending", "Who is to have done it.", "murder", ("murder", "suicide", "accident")),
        CreationOption("players", "How many detectives are at the simulated tables.", 4, range(2, 6)),
        CreationOption("seed", "Which plots to make up; the same seed gives the same skeleton.", 1, ENDLESS),
    )

    @cached_property
    def language(self) -> "LanguageRoom[Case, Edition]":
        """Editions and cases."""
        from casekit.games.midnight.rooms import language

        return language

    @cached_property
    def checks(self) -> "ChecksRoom[Case]":
        """Checks that need no deduction."""
        from casekit.games.midnight.rooms import checks

        return checks

    @cached_property
    def theory(self) -> "TheoryRoom[Case]":
        """Cases with their questions open."""
        from casekit.games.midnight.rooms import theory

        return theory

    @cached_property
    def wording(self) -> "WordingRoom[Case, Edition]":
        """Cases in words and in figures."""
        from casekit.games.midnight.rooms import wording

        return wording

    @cached_property
    def pages(self) -> "PagesRoom[Case]":
        """Cases on paper."""
        from casekit.games.midnight.rooms import pages

        return pages

    @cached_property
    def authoring(self) -> "AuthoringRoom[Case, Edition]":
        """Help for writers, and new cases."""
        from casekit.games.midnight.rooms import authoring

        return authoring

    @cached_property
    def proofreading(self) -> "ProofreadingRoom[Case]":
        """Cases for people who read no logic."""
        from casekit.games.midnight.rooms import proofreading

        return proofreading

    @cached_property
    def translation(self) -> "TranslationRoom[Edition]":
        """The texts that translators get."""
        from casekit.games.midnight.rooms import translation

        return translation

    @cached_property
    def table(self) -> "TableGame":
        """The board game."""
        from casekit.games.midnight.rooms.table import RULES

        return RULES


GAME = Midnight()
