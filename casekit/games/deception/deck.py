"""Decks of Deception: cards that may have been the means or the evidence, and tiles on which the scientist marks an option."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from casekit.diagnostics import Code, Diagnostic, Source
from casekit.games.deception import codes
from casekit.games.faults import Fault
from casekit.games.transcripts.decks import Decks, NamedTable
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import OPEN
from casekit.language.data.shapes import tables
from casekit.language.data.toml import place_in
from casekit.language.formula.scope import RESERVED
from casekit.resources import text

CardKind = Literal["means", "clue"]
TileKind = Literal["cause", "location", "scene"]

CARD_KINDS: tuple[CardKind, ...] = ("means", "clue")
"""The kinds of cards, in the order in which a line names them; the evidence is a clue card."""

OPTIONS = 6
"""The options of a tile."""

MARKERS, REPLACED = 6, 2
"""The markers of the first round, and the tiles that are replaced in the second and the third, one in each."""

TARGETS = ("murderer", "means", "evidence")
"""The questions of every reader; that of a witness is also who the accomplice is."""

ACCOMPLICE, WITNESS = "accomplice", "witness"

FEWEST_WITH_ACCOMPLICE = 5
"""The listed players from whom on there may be an accomplice."""

RESERVED_IN_SCENARIOS = RESERVED | {
    *(*TARGETS, ACCOMPLICE, WITNESS, "owner", "suits", "marked", OPEN),
    *("player", "card", "tile", "option", *CARD_KINDS),
}
"""Words of scenarios that mean something already; no player, card, tile or option can be called by one of them."""

MOST = {"cards": 300, "tiles": 40}
"""The rows that a table of an edition may have."""

_NEEDS: tuple[tuple[CardKind | TileKind, int], ...] = (
    *(("means", 9), ("clue", 9)),
    *(("cause", 1), ("location", 1), ("scene", MARKERS - 2)),
)
"""The fewest cards and tiles of each kind that the smallest table takes."""


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

    @property
    def dotted(self) -> tuple[str, ...]:
        """Its options as cards name them."""
        return tuple(f"{self.slug}.{option}" for option in self.slugs)


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
    def suited(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """The options of a tile that a card suits, by card and tile."""
        return {
            (card.slug, tile.slug): tuple(
                slug for slug, dotted in zip(tile.slugs, tile.dotted, strict=True) if dotted in card.suits
            )
            for card in self.cards
            for tile in self.tiles
        }

    def of_kind(self, kind: CardKind | TileKind) -> tuple[str, ...]:
        """The slugs of the cards, or tiles, of a kind."""
        rows: tuple[CrimeCard | Tile, ...] = (*self.cards, *self.tiles)
        return tuple(row.slug for row in rows if row.kind == kind)

    def fitting(self, means: str, clue: str, tile: str) -> tuple[str, ...]:
        """The options of a tile that may be marked where these are the means and the evidence.

        Each suits one of the two, unless nothing on the tile suits either: then it may be any.
        """
        suited = {*self.suited[means, tile], *self.suited[clue, tile]}
        return tuple(option for option in self.tile[tile].slugs if option in suited or not suited)


def _faults(cards: Sequence[CrimeCard], tiles: Sequence[Tile]) -> Iterator[Fault]:
    """Everything that keeps a deck from being dealt."""
    options = {option for tile in tiles for option in tile.dotted}
    for at, card in enumerate(cards):
        for unknown in (each for each in card.suits if each not in options):
            message = f"the card `{card.slug}` suits `{unknown}`, which no tile has"
            yield ("cards", at), message, "name a tile and one of its options, as in `weather.storm`"
    for at, tile in enumerate(tiles):
        if len({*tile.slugs}) != OPTIONS:
            message = f"the tile `{tile.slug}` has {len({*tile.slugs})} different options, not {OPTIONS}"
            yield ("tiles", at), message, "give it six options, each with a slug of its own"
    for kind, least in _NEEDS:
        table, rows = ("cards", cards) if kind in CARD_KINDS else ("tiles", tiles)
        count = sum(row.kind == kind for row in rows)
        if count < least or (kind == "cause" and count > 1):
            hint = "a deck has nine cards of each kind, one tile for the cause, one for a location and four scenes at least"
            yield (table, len(rows) - 1), f"the deck has {count} {table} of the kind {kind}", hint


def deck_flaws(deck: Deck, source: Source) -> Iterator[Diagnostic]:
    """Options that nothing suits, cards that say nothing or the same, tiles that strike off nothing: of no use at a table."""
    for code, table, at, message, hint in (*_flaws_of_tiles(deck), *_flaws_of_cards(deck)):
        yield Diagnostic(code, message, place_in(source, (table, at)), hint=hint)


def _flaws_of_tiles(deck: Deck) -> Iterator[tuple[Code, str, int, str, str]]:
    suited = {option for card in deck.cards for option in card.suits}
    pairs = [(means, clue) for means in deck.of_kind("means") for clue in deck.of_kind("clue")]
    for at, tile in enumerate(deck.tiles):
        for option in (each for each in tile.dotted if each not in suited):
            message = f"nothing suits the option `{option}`, so no marker can mean anything by it"
            hint = "let a card suit it, or put another in its place"
            yield codes.UNSUITED_OPTION, "tiles", at, message, hint
        if len({deck.fitting(*pair, tile.slug) for pair in pairs}) == 1:
            message = f"the tile `{tile.slug}` never tells anything: the same options fit every two cards"
            yield codes.SILENT_TILE, "tiles", at, message, "let fewer cards, or others, suit its options"


def _flaws_of_cards(deck: Deck) -> Iterator[tuple[Code, str, int, str, str]]:
    options = sum(len(tile.options) for tile in deck.tiles)
    known: dict[tuple[str, frozenset[str]], str] = {}
    for at, card in enumerate(deck.cards):
        suits = frozenset(card.suits)
        first = known.setdefault((card.kind, suits), card.slug)
        if len(suits) in {0, options}:
            message = f"the card `{card.slug}` suits {'everything' if suits else 'nothing'}, so no marker points to it"
            hint = "say which options it suits and which it does not"
            yield codes.CARD_WITHOUT_MEANING, "cards", at, message, hint
        elif first != card.slug:
            message = f"the cards `{first}` and `{card.slug}` suit the same, so no marker tells them apart"
            yield codes.CARDS_ALIKE, "cards", at, message, "let one of them suit something else"


def _usual() -> Deck:
    content: dict[str, Any] = tomllib.loads(text("games/deception/edition.toml"))
    return Deck(tables(content, "cards", CrimeCard), tables(content, "tiles", Tile))


_CARDS = NamedTable[Deck]("cards", "card", CrimeCard, MOST["cards"], by_kind=True)
_TILES = NamedTable[Deck]("tiles", "tile", Tile, MOST["tiles"], within=("options", "option"))

DECKS = Decks(
    schema="schemas/deception-edition.schema.json",
    tables=(_CARDS, _TILES),
    made=Deck,
    faults=_faults,
    flaws=deck_flaws,
    usual=_usual(),
    levels={
        "apprentice": Levels(lines=(3, 7), needed=(2, 3), steps=(1, 12), depth=(0, 0)),
        "amateur": Levels(lines=(5, 8), needed=(3, 4), steps=(1, 16), depth=(0, 0)),
        "expert": Levels(lines=(8, 16), needed=(4, 9), steps=(6, 30), depth=(0, 1)),
    },
    reserved=RESERVED_IN_SCENARIOS,
)
"""The decks of editions, that of a harbour city for those that bring none, and levels that simulated games often meet."""
