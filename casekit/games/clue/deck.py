"""Decks of cards: what the envelope and the players may hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from casekit.games.transcripts.decks import DeckRow, Decks, NamedTable
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import OPEN
from casekit.language.formula.nodes import RESERVED

Kind = Literal["suspect", "weapon", "room"]

KINDS: tuple[Kind, ...] = ("suspect", "weapon", "room")
"""The kinds of cards, in the order in which a suggestion names them."""

ENVELOPE = "envelope"
"""The holder of the three cards that are asked for."""

TARGETS = ("who", "weapon", "room")
"""The targets: the suspect, the weapon and the room in the envelope, in the order of ``KINDS``."""

RESERVED_IN_PUZZLES = RESERVED | {"holder", "player", "card", ENVELOPE, OPEN, *TARGETS, *KINDS}
"""Words of puzzles that mean something already; no player and no card can be called by one of them."""

MOST_CARDS = 60
"""The most cards of a deck: what can be deduced grows with their number times that of the players."""

_KINDS = {
    "suspect": range(2, MOST_CARDS + 1),
    "weapon": range(1, MOST_CARDS + 1),
    "room": range(1, MOST_CARDS + 1),
}
"""One of each kind is in the envelope, and there are at most as many players as suspects."""


@dataclass(frozen=True, slots=True)
class DeckCard(DeckRow):
    """A card of a suspect, a weapon or a room."""

    kind: Kind


@dataclass(frozen=True)
class Deck:
    """The cards of a game, in the order in which they are listed everywhere.

    Raises:
        ValueError: if a slug occurs twice or is ``ENVELOPE``, or a kind has no card: such a deck cannot be dealt.
    """

    cards: tuple[DeckCard, ...]

    def __post_init__(self) -> None:
        if len(set(self.slugs)) < len(self.cards):
            raise ValueError("two cards have the same slug")
        if ENVELOPE in self.slugs:
            raise ValueError(f"no card can be called {ENVELOPE!r}")
        if not all(self.of_kind(kind) for kind in KINDS):
            raise ValueError(f"a deck has cards of each kind: {', '.join(KINDS)}")

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of all cards."""
        return tuple(card.slug for card in self.cards)

    @cached_property
    def by_slug(self) -> Mapping[str, DeckCard]:
        """Each card under its slug."""
        return {card.slug: card for card in self.cards}

    def of_kind(self, kind: Kind) -> tuple[str, ...]:
        """The slugs of the cards of a kind."""
        return tuple(card.slug for card in self.cards if card.kind == kind)

    def kinds(self, slugs: tuple[str, ...]) -> tuple[Kind, ...]:
        """The kind of each of some cards."""
        return tuple(self.by_slug[slug].kind for slug in slugs)


def _cards(kind: Kind, names: str) -> tuple[DeckCard, ...]:
    return tuple(DeckCard(name.split()[0].lower(), name, kind) for name in names.split(", "))


CLASSIC = Deck(
    (
        *_cards("suspect", "Green, Mustard, Peacock, Plum, Scarlet, White"),
        *_cards("weapon", "Candlestick, Knife, Pipe, Revolver, Rope, Wrench"),
        *_cards(
            "room",
            "Ballroom, Billiard room, Conservatory, Dining room, Hall, Kitchen, Library, Lounge, Study",
        ),
    )
)
"""The deck of a document that brings none of its own: 6 suspects, 6 weapons, 9 rooms."""


DECKS = Decks(
    schema="schemas/clue-edition.schema.json",
    tables=(NamedTable[Deck]("cards", "card", DeckCard, MOST_CARDS, kinds=_KINDS),),
    made=Deck,
    usual=CLASSIC,
    levels={
        "apprentice": Levels(lines=(3, 30), needed=(2, 5), steps=(1, 17), depth=(0, 0)),
        "amateur": Levels(lines=(3, 26), needed=(3, 9), steps=(1, 30), depth=(0, 0)),
        "expert": Levels(lines=(6, 30), needed=(6, 12), steps=(20, 45), depth=(1, 2)),
    },
    reserved=RESERVED_IN_PUZZLES,
    places={ENVELOPE: "the three cards that are asked for"},
    most_players=lambda deck: len(deck.of_kind("suspect")),
)
"""The decks of editions. Simulated games of 2 to 6 players meet each level often enough for a generator to be quick."""
