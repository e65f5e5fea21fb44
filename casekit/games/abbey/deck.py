"""Decks of Abbey: monks, each with five characteristics, no two alike in all five."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar, Literal, get_args

from casekit.games.bindings import Fault
from casekit.games.transcripts.decks import Decks, NamedTable
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import OPEN
from casekit.language.data.toml import tables
from casekit.language.formula.nodes import RESERVED
from casekit.resources import text

Order = Literal["dominican", "franciscan", "benedictine"]
Rank = Literal["novice", "brother", "father"]
Beard = Literal["bearded", "shaven"]
Hood = Literal["hooded", "bareheaded"]
Build = Literal["fat", "thin"]

_VALUES: Mapping[str, Any] = {"order": Order, "rank": Rank, "beard": Beard, "hood": Hood, "build": Build}
TRAITS: Mapping[str, tuple[str, ...]] = {trait: get_args(values) for trait, values in _VALUES.items()}
"""The characteristics of a monk, each with its values."""

OF_TRAIT = {value: trait for trait, values in TRAITS.items() for value in values}
"""The characteristic of each value."""

ABBEY, PARLOR, OUT = "abbey", "parlor", "out"
"""The holders of cards beside players: the board with one card under it, the pile, and the cards that are out of the game."""

GUILTY = "guilty"
TARGETS = (GUILTY, *(f"{GUILTY}-{trait}" for trait in TRAITS))
"""The questions: who it was, and each characteristic by itself, which is what may be revealed."""

RESERVED_IN_VIGILS = RESERVED | {
    *("holder", "held", "player", "card", "line", ABBEY, PARLOR, OUT, OPEN),
    *(*TARGETS, *TRAITS, *OF_TRAIT),
}
"""Words of vigils that mean something already; no player and no monk can be called by one of them."""

FEWEST_MONKS, MOST_MONKS = 7, 24
"""Three players with two cards each, and one under the board; the game itself has 24."""


@dataclass(frozen=True, slots=True)
class Monk:
    """A card: its ``slug`` in formulas and lines, its ``name`` in print, and what its monk looks like."""

    kind: ClassVar = "monk"

    slug: str
    name: str
    order: Order
    rank: Rank
    beard: Beard
    hood: Hood
    build: Build

    @property
    def traits(self) -> tuple[str, ...]:
        """Its characteristics, in the order of ``TRAITS``."""
        return (self.order, self.rank, self.beard, self.hood, self.build)


@dataclass(frozen=True)
class Deck:
    """The monks of a game, in the order in which they are listed everywhere."""

    monks: tuple[Monk, ...]

    @cached_property
    def by_slug(self) -> Mapping[str, Monk]:
        """Each monk under its slug."""
        return {monk.slug: monk for monk in self.monks}

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of all monks."""
        return tuple(self.by_slug)

    @cached_property
    def by_trait(self) -> Mapping[str, frozenset[str]]:
        """The slugs of the monks that have each characteristic."""
        return {
            value: frozenset(monk.slug for monk in self.monks if value in monk.traits) for value in OF_TRAIT
        }

    def having(self, traits: Sequence[str]) -> tuple[str, ...]:
        """The slugs of the monks that have some characteristics, all of them."""
        having = [self.by_trait[trait] for trait in traits]
        return tuple(slug for slug in self.slugs if all(slug in of_one for of_one in having))

    def hand(self, players: int) -> int:
        """The cards of each player: one is under the board, what cannot be shared equally is in the parlor."""
        return (len(self.monks) - 1) // players


USUAL = Deck(tables(tomllib.loads(text("games/abbey/edition.toml")), "monks", Monk))
"""The deck of an edition that brings none: eight monks of each order and rank, twelve of each other characteristic."""


def _faults(monks: Sequence[Monk]) -> Iterator[Fault]:
    if len(monks) < FEWEST_MONKS:
        message = f"the deck has {len(monks)} monks; it needs {FEWEST_MONKS} at least"
        yield ("monks", len(monks) - 1), message, f"add monks: the game has {MOST_MONKS}"
    first: dict[tuple[str, ...], Monk] = {}
    for at, monk in enumerate(monks):
        if (other := first.setdefault(monk.traits, monk)) is not monk:
            message = f"`{other.slug}` and `{monk.slug}` are alike in all five characteristics"
            yield ("monks", at), message, "change one of them"


_LEVEL = partial(Levels, lines=(6, 50), steps=(2, 40), depth=(0, 1), together=99)

DECKS = Decks(
    schema="schemas/abbey-edition.schema.json",
    tables=(NamedTable[Deck]("monks", "card", Monk, MOST_MONKS),),
    made=lambda monks: Deck(tuple(monks)),
    faults=_faults,
    usual=USUAL,
    levels={
        "apprentice": _LEVEL(needed=(3, 4), by_players={4: (4, 5), 5: (5, 6), 6: (6, 7)}),
        "amateur": _LEVEL(needed=(4, 7), by_players={4: (5, 6), 5: (6, 8), 6: (7, 8)}),
        "expert": _LEVEL(needed=(8, 16), by_players={4: (7, 16), 5: (9, 18), 6: (9, 20)}),
    },
    reserved=RESERVED_IN_VIGILS,
    places={
        ABBEY: "under the board: the card of the guilty monk",
        PARLOR: "the cards that were not dealt",
        OUT: "cards that are out of the game",
    },
    most_players=lambda deck: min(6, (len(deck.monks) - 1) // 2),
)
"""The decks of editions, and the levels, which go by the lines that the proof needs."""
