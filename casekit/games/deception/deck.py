"""Decks of Deception: cards that may have been the means or the evidence, and tiles on which the scientist marks an option."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from casekit.games.transcripts.transcript import OPEN
from casekit.language.formula.scope import RESERVED

CardKind = Literal["means", "clue"]
TileKind = Literal["cause", "location", "scene"]

CARD_KINDS: tuple[CardKind, ...] = ("means", "clue")
"""The kinds of cards, in the order in which a line names them; the evidence is a clue card."""

OPTIONS = 6
"""The options of a tile."""

FEWEST, MOST = 3, 11
"""The players that are listed; the scientist is one more."""

FEWEST_WITH_ACCOMPLICE = 5
"""The listed players from whom on there may be an accomplice."""

MARKERS, REPLACED = 6, 2
"""The markers of the first round, and the tiles that are replaced in the second and the third, one in each."""

TARGETS = ("murderer", "means", "evidence")
"""The questions of every reader; that of a witness is also who the accomplice is."""

ACCOMPLICE = "accomplice"

RESERVED_IN_SCENARIOS = RESERVED | {
    *(*TARGETS, ACCOMPLICE, "witness", "owner", "suits", "marked", OPEN),
    *("player", "card", "tile", "option", *CARD_KINDS),
}
"""Words of scenarios that mean something already; no player, card, tile or option can be called by one of them."""


@dataclass(frozen=True, slots=True)
class CrimeCard:
    """A card: its ``slug`` in formulas and lines, its ``name`` in print, and the options that it ``suits``, as ``tile.option``."""

    slug: str
    name: str
    kind: CardKind
    suits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A thing that a marker may say on a tile."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile with its options. One tile of a deck is for the ``cause``; one of those for a ``location`` lies at each table."""

    slug: str
    name: str
    kind: TileKind
    options: tuple[Option, ...]

    @property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of its options, which other tiles may have too."""
        return tuple(option.slug for option in self.options)


@dataclass(frozen=True)
class Deck:
    """The cards and tiles of an edition, in the order in which they are listed everywhere."""

    cards: tuple[CrimeCard, ...]
    tiles: tuple[Tile, ...]

    @cached_property
    def by_slug(self) -> Mapping[str, CrimeCard]:
        """Each card under its slug."""
        return {card.slug: card for card in self.cards}

    @cached_property
    def tile(self) -> Mapping[str, Tile]:
        """Each tile under its slug."""
        return {tile.slug: tile for tile in self.tiles}

    def of_kind(self, kind: CardKind) -> tuple[str, ...]:
        """The slugs of the cards of a kind."""
        return tuple(card.slug for card in self.cards if card.kind == kind)

    def tiles_of(self, kind: TileKind) -> tuple[str, ...]:
        """The slugs of the tiles of a kind."""
        return tuple(tile.slug for tile in self.tiles if tile.kind == kind)

    @cached_property
    def _suited(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        return {
            (card.slug, tile.slug): tuple(
                option for option in tile.slugs if f"{tile.slug}.{option}" in card.suits
            )
            for card in self.cards
            for tile in self.tiles
        }

    def suited(self, card: str, tile: str) -> tuple[str, ...]:
        """The options of a tile that a card suits."""
        return self._suited[card, tile]

    def fitting(self, means: str, clue: str, tile: str) -> tuple[str, ...]:
        """The options of a tile that may be marked where these are the means and the evidence.

        Each suits one of the two, unless nothing on the tile suits either: then it may be any.
        """
        suited = {*self.suited(means, tile), *self.suited(clue, tile)}
        return tuple(option for option in self.tile[tile].slugs if option in suited or not suited)
