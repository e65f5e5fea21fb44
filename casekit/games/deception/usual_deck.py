"""The decks of editions, and the one of a scenario whose edition brings none: a harbour city in the days of sail."""

import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from casekit.games.deception.deck import CARD_KINDS, OPTIONS, RESERVED_IN_SCENARIOS, CrimeCard, Deck, Tile
from casekit.games.deception.deck_flaws import deck_flaws
from casekit.games.faults import Fault
from casekit.games.transcripts.decks import Decks, NamedTable
from casekit.games.transcripts.thresholds import Levels
from casekit.language.data.shapes import tables
from casekit.resources import text

MOST_CARDS = 300
MOST_TILES = 40
_FEWEST_CARDS = 9
"""The cards of each kind that the smallest table takes: three players with three of them."""
_FEWEST_SCENES = 4


def _usual() -> Deck:
    content: dict[str, Any] = tomllib.loads(text("games/deception/edition.toml"))
    return Deck(tables(content, "cards", CrimeCard), tables(content, "tiles", Tile))


def _faults(cards: Sequence[CrimeCard], tiles: Sequence[Tile]) -> Iterator[Fault]:
    options = {f"{tile.slug}.{option}" for tile in tiles for option in tile.slugs}
    for at, card in enumerate(cards):
        for unknown in [each for each in card.suits if each not in options]:
            message = f"the card `{card.slug}` suits `{unknown}`, which no tile has"
            yield ("cards", at), message, "name a tile and one of its options, as in `weather.storm`"
    for at, tile in enumerate(tiles):
        if len(set(tile.slugs)) != OPTIONS:
            message = f"the tile `{tile.slug}` has {len(set(tile.slugs))} different options, not {OPTIONS}"
            yield ("tiles", at), message, "give it six options, each with a slug of its own"
    for kind in CARD_KINDS:
        count = sum(card.kind == kind for card in cards)
        if count < _FEWEST_CARDS:
            message = (
                f"the deck has {count} cards of the kind {kind}; the smallest table takes {_FEWEST_CARDS}"
            )
            yield ("cards", len(cards) - 1), message, f'add cards with `kind = "{kind}"`'
    kinds: list[str] = [tile.kind for tile in tiles]
    for need, least in (("cause", 1), ("location", 1), ("scene", _FEWEST_SCENES)):
        if kinds.count(need) < least or (need == "cause" and kinds.count(need) > 1):
            message = f"the deck has {kinds.count(need)} tiles of the kind {need}"
            hint = "a deck has one tile for the cause, at least one for a location and four scenes"
            yield ("tiles", len(tiles) - 1), message, hint


DECKS = Decks(
    schema="schemas/deception-edition.schema.json",
    tables=(
        NamedTable[Deck]("cards", "card", CrimeCard, MOST_CARDS),
        NamedTable[Deck]("tiles", "tile", Tile, MOST_TILES, within=("options", "option")),
    ),
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
"""The decks of editions, and the usual levels, which simulated games meet often enough for a generator to be quick."""
