"""Decks of Deception: cards that may have been the means or the evidence, and tiles on which the scientist marks an option."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from casekit.diagnostics import Code
from casekit.games.bindings import Fault
from casekit.games.deception import codes
from casekit.games.transcripts.decks import DeckRow, Decks, Level, Levels, NamedRow, NamedTable, deck_in
from casekit.games.transcripts.transcript import OPEN
from casekit.language.formula.nodes import RESERVED

CardKind = Literal["means", "clue"]
TileKind = Literal["cause", "location", "scene"]

CARD_KINDS: tuple[CardKind, ...] = ("means", "clue")
"""The kinds of cards, in the order in which a line names them; the evidence is a clue card."""

TARGETS, ACCOMPLICE, WITNESS = ("murderer", "means", "evidence"), "accomplice", "witness"
"""The questions of every reader; that of a witness is also who the accomplice is."""

ROLES = {("murderer",): 3, (ACCOMPLICE, "murderer"): 5, (ACCOMPLICE, "murderer", WITNESS): 5}
"""The roles that may be beside investigators, by name, each with the fewest players that are listed then."""

HANDS: dict[Level, int] = {"apprentice": 3, "amateur": 4, "expert": 5}
"""The cards of each kind that a player has, by how hard it is to be (rulebook, "Adjusting the Difficulty")."""

OPTIONS, LATER = 6, 2
"""The options of a tile, and the scenes that are replaced, one in each of two further rounds."""

FIRST: dict[TileKind, int] = {"cause": 1, "location": 1, "scene": 4}
"""The tiles of the first round, by kind."""

_WORDS = (ACCOMPLICE, WITNESS, OPEN, "owner", "suits", "marked", "player", "card", "tile", "option")
RESERVED_IN_SCENARIOS = RESERVED.union(TARGETS, CARD_KINDS, _WORDS)
"""Words of scenarios that mean something already; no player, card, tile or option can be called by one of them."""

_TILE_KINDS = {"cause": range(1, 2), "location": range(1, 41), "scene": range(FIRST["scene"], 41)}


@dataclass(frozen=True, slots=True)
class CrimeCard(DeckRow):
    """A card with the options that it ``suits``, as ``tile.option``."""

    kind: CardKind
    suits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tile(DeckRow):
    """A tile with its options, each of which a marker may be on. One tile of a deck is for the ``cause``; one of those for a ``location`` lies at each table."""

    kind: TileKind
    options: tuple[NamedRow, ...]

    @property
    def named(self) -> dict[str, str]:
        """The names of its options by their slugs, which other tiles may have too."""
        return {option.slug: option.name for option in self.options}

    @property
    def dotted(self) -> tuple[str, ...]:
        """Its options as cards name them."""
        return tuple(f"{self.slug}.{option}" for option in self.named)


@dataclass(frozen=True)
class Deck:
    """The cards and tiles of an edition, in the order in which they are listed everywhere."""

    cards: tuple[CrimeCard, ...]
    tiles: tuple[Tile, ...]

    @cached_property
    def tile(self) -> Mapping[str, Tile]:
        """Each tile under its slug."""
        return {tile.slug: tile for tile in self.tiles}

    @cached_property
    def suits(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """The options of each tile that a card suits, by the slugs of card and tile."""
        return {
            (card.slug, tile.slug): tuple(each for each in tile.named if f"{tile.slug}.{each}" in card.suits)
            for card in self.cards
            for tile in self.tiles
        }

    def of_kind(self, kind: CardKind | TileKind) -> tuple[str, ...]:
        """The slugs of the cards, or tiles, of a kind."""
        rows: tuple[CrimeCard | Tile, ...] = (*self.cards, *self.tiles)
        return tuple(row.slug for row in rows if row.kind == kind)

    def fitting(self, pair: Iterable[str], tile: str) -> tuple[str, ...]:
        """The options of a tile that may be marked where a pair of cards is the means and the evidence.

        Each suits one of the two, unless nothing on the tile suits either: then it may be any.
        """
        suits, options = {each for card in pair for each in self.suits[card, tile]}, self.tile[tile].named
        return tuple(each for each in options if each in suits) or tuple(options)


def _faults(cards: Sequence[CrimeCard], tiles: Sequence[Tile]) -> Iterator[Fault]:
    """Everything that keeps a deck from being dealt."""
    options = {option for tile in tiles for option in tile.dotted}
    for at, card in enumerate(cards):
        for unknown in (each for each in card.suits if each not in options):
            message = f"the card `{card.slug}` suits `{unknown}`, which no tile has"
            yield ("cards", at), message, "name a tile and one of its options, as in `weather.storm`"


def _flaws(deck: Deck) -> Iterator[tuple[Code, Fault]]:
    """Options that nothing suits, cards that say nothing or the same, tiles that strike off nothing: of no use at a table."""
    suited = {option for card in deck.cards for option in card.suits}
    pairs = [(means, clue) for means in deck.of_kind("means") for clue in deck.of_kind("clue")]
    for at, tile in enumerate(deck.tiles):
        for option in (each for each in tile.dotted if each not in suited):
            told = f"nothing suits the option `{option}`, so no marker can mean anything by it"
            cure = "let a card suit it, or put another in its place"
            yield codes.UNSUITED_OPTION, (("tiles", at), told, cure)
        if len({deck.fitting(pair, tile.slug) for pair in pairs}) == 1:
            told = f"the tile `{tile.slug}` never tells anything: the same options fit every two cards"
            yield codes.SILENT_TILE, (("tiles", at), told, "let fewer cards, or others, suit its options")
    first: dict[tuple[str, frozenset[str]], str] = {}
    for at, card in enumerate(deck.cards):
        other = first.setdefault((card.kind, frozenset(card.suits)), card.slug)
        if len(card.suits) in {0, sum(len(tile.options) for tile in deck.tiles)}:
            told = f"the card `{card.slug}` suits {'everything' if card.suits else 'nothing'}, so no marker points to it"
            cure = "say which options it suits and which it does not"
            yield codes.CARD_WITHOUT_MEANING, (("cards", at), told, cure)
        elif other != card.slug:
            told = f"the cards `{other}` and `{card.slug}` suit the same, so no marker tells them apart"
            yield codes.CARDS_ALIKE, (("cards", at), told, "let one of them suit something else")


_TABLES = (
    NamedTable[Deck](
        "cards", "card", CrimeCard, 300, by_kind=True, kinds=dict.fromkeys(CARD_KINDS, range(9, 301))
    ),
    NamedTable[Deck]("tiles", "tile", Tile, 40, within=("options", "option", OPTIONS), kinds=_TILE_KINDS),
)

DECKS = Decks(
    schema="schemas/deception-edition.schema.json",
    tables=_TABLES,
    made=Deck,
    faults=_faults,
    flaws=_flaws,
    usual=deck_in("games/deception/edition.toml", Deck, _TABLES),
    levels={
        "apprentice": Levels(lines=(3, 7), needed=(2, 3), steps=(1, 12), depth=(0, 0)),
        "amateur": Levels(lines=(5, 8), needed=(3, 4), steps=(1, 16), depth=(0, 0)),
        "expert": Levels(lines=(8, 16), needed=(4, 9), steps=(6, 30), depth=(0, 1)),
    },
    reserved=RESERVED_IN_SCENARIOS,
)
"""The decks of editions, that of a harbour city for those that bring none, and levels that simulated games often meet."""
