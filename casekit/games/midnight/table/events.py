"""The cards that a game is played with, and the effect of each on one round: the rules of its lines, put together."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from casekit.games.midnight.deck import CARD_KINDS, CardRule, EventCard
from casekit.games.midnight.edition import Edition


@dataclass(frozen=True, slots=True)
class Event:
    """A card as the engine needs it. Zones are numbers of the edition; ``purser`` is where he goes.

    ``first_move`` and ``extract`` are added to a cost. ``open_decks`` are the zones left out of it, ``None`` without
    that rule. ``sent`` are pairs of zones between which all suspects go at once.
    """

    title: str
    kind: str
    purser: int
    advance: int = 0
    closed: frozenset[frozenset[int]] = frozenset()
    barred: frozenset[int] = frozenset()
    first_move: int = 0
    open_decks: frozenset[int] | None = None
    sent: tuple[tuple[int, int], ...] = ()
    suspects_held: bool = False
    suspects_barred: frozenset[int] = frozenset()
    suspects_called: int | None = None
    cabins_open: bool = False
    extract: int = 0
    neighbours: bool = False
    unsearched: frozenset[int] = frozenset()
    purser_moves: bool = False


_Effect = Callable[[Event, tuple[int, ...]], Event]

_EFFECTS: Mapping[str, _Effect] = {
    "advance": lambda event, numbers: replace(event, advance=event.advance + numbers[0]),
    "close": lambda event, numbers: replace(event, closed=event.closed | {frozenset(numbers)}),
    "bar": lambda event, numbers: replace(event, barred=event.barred | {*numbers}),
    "first move": lambda event, numbers: replace(event, first_move=event.first_move + numbers[0]),
    "open decks": lambda event, numbers: replace(
        event, open_decks=(event.open_decks or frozenset()) | {*numbers}
    ),
    "send suspects": lambda event, numbers: replace(event, sent=(*event.sent, (numbers[0], numbers[1]))),
    "hold suspects": lambda event, _: replace(event, suspects_held=True),
    "bar suspects": lambda event, numbers: replace(event, suspects_barred=event.suspects_barred | {*numbers}),
    "call suspects": lambda event, numbers: replace(event, suspects_called=numbers[0]),
    "open cabins": lambda event, _: replace(event, cabins_open=True),
    "extract": lambda event, numbers: replace(event, extract=event.extract + numbers[0]),
    "question neighbours": lambda event, _: replace(event, neighbours=True),
    "no search": lambda event, numbers: replace(event, unsearched=event.unsearched | {*numbers}),
    "move purser": lambda event, _: replace(event, purser_moves=True),
}
"""The addition of each rule of ``deck.VOCABULARY`` to an event."""


def event_of(card: EventCard) -> Event:
    """The event of a card whose effect has rules; a card without them only places the purser."""
    return event(card.title, card.kind, card.zone, card.rules or ())


def event(title: str, kind: str, purser: int, rules: tuple[CardRule, ...] = ()) -> Event:
    """An event by its rules."""
    made = Event(title, kind, purser)
    for rule in rules:
        made = _EFFECTS[rule.form](made, rule.numbers)
    return made


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
