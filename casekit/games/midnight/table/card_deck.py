"""The cards that a game is played with: those of the edition's deck or, where there is none, a plain one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from casekit.games.midnight.deck import CARD_KINDS
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.table.events import Event, event, event_of

SEA = {"calm-sea": 1, "full-speed": 2, "event": 0}
"""The number of spaces that the ship advances on a card of each kind that has no rules."""

HELPED = 6
"""The number of events in a plain deck that advance the ship, too: it arrives before the cards run out."""


@dataclass(frozen=True)
class PlayedDeck:
    """Cards as events. A ``plain`` deck has nothing but the ship and the purser; ``silent`` are titles without rules."""

    events: tuple[Event, ...]
    plain: bool
    silent: tuple[str, ...] = ()


def cards_of(edition: Edition) -> PlayedDeck:
    """The cards of an edition."""
    if edition.events is None:
        return PlayedDeck(_eventful(list(_plain(edition))), plain=True)
    deck = edition.events
    if all(card.rules is None for card in deck.cards):
        return PlayedDeck(_eventful([_at_sea(each) for each in map(event_of, deck.cards)]), plain=True)
    silent = dict.fromkeys(card.title for card in deck.cards if card.rules is None)
    ruled = (_at_sea(event_of(card)) if card.rules is None else event_of(card) for card in deck.cards)
    return PlayedDeck(tuple(ruled), plain=False, silent=tuple(silent))


def _plain(edition: Edition) -> Iterator[Event]:
    """A deck without words that sends the purser to every zone in turn."""
    zones = [zone.number for zone in edition.zones]
    kinds = [name for name, kind in CARD_KINDS.items() for _ in range(kind.count)]
    for index, kind in enumerate(kinds):
        yield _at_sea(event(kind, kind, zones[index % len(zones)]))


def _at_sea(card: Event) -> Event:
    return replace(card, advance=SEA[card.kind])


def _eventful(cards: list[Event]) -> tuple[Event, ...]:
    places = [index for index, card in enumerate(cards) if card.kind == "event"][:HELPED]
    return tuple(replace(card, advance=1) if index in places else card for index, card in enumerate(cards))
