"""The event cards of an edition as the engine needs them: what each changes in its round."""

from collections.abc import Callable, Iterator, Mapping

from casekit.diagnostics import Finding, Source
from casekit.games.midnight import board_figures, codes
from casekit.games.midnight.document import Edition
from casekit.games.midnight.language.deck_file import rules_of
from casekit.values import frozen, replace


@frozen(slots=True)
class Event:
    """A card as the engine needs it. Zones are numbers of the edition."""

    title: str

    kind: str
    """A key of ``board_figures.CARD_KINDS``."""

    purser: int
    """The zone where the purser goes."""

    advance: int = 0
    """The spaces that the ship moves."""

    closed: frozenset[frozenset[int]] = frozenset()
    """Pairs of zones between which no pawn goes."""

    barred: frozenset[int] = frozenset()
    """Zones that detectives cannot enter."""

    first_move: int = 0
    """Added to the cost of the first move of a turn."""

    open_decks: frozenset[int] | None = None
    """The zones that the rule of open decks leaves out; ``None`` without that rule."""

    sent: tuple[tuple[int, int], ...] = ()
    """Pairs of zones: all suspects in the first go to the second at once."""

    suspects_held: bool = False
    """Whether no suspect can be moved."""

    suspects_barred: frozenset[int] = frozenset()
    """Zones that suspects cannot enter."""

    suspects_called: int | None = None
    """The only zone to which suspects can be moved, however far it is."""

    cabins_open: bool = False
    """Whether cabins can be searched while their lodgers are in."""

    extract: int = 0
    """Added to the cost of extracting information."""

    neighbours: bool = False
    """Whether suspects one zone away can be questioned."""

    unsearched: frozenset[int] = frozenset()
    """Zones where nothing can be searched."""

    purser_moves: bool = False
    """Whether each player moves the purser at the end of a turn."""


_EFFECTS: Mapping[str, Callable[[Event, tuple[int, ...]], Event]] = {
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
"""The addition of each rule of ``board_figures.VOCABULARY`` to an event."""


def event(title: str, kind: str, purser: int, rules: tuple[board_figures.CardRule, ...] = ()) -> Event:
    """An event by its rules; without any it only places the purser."""
    card = Event(title, kind, purser)
    for rule in rules:
        card = _EFFECTS[rule.form](card, rule.numbers)
    return card


ADVANCE_WITHOUT_RULES = {"calm-sea": 1, "full-speed": 2, "event": 0}
"""The number of spaces that the ship advances on a card of each kind that has no rules."""

ADVANCING_EVENTS = 6
"""The number of events in a plain deck that advance the ship, too: it arrives before the cards run out."""


def cards_of(edition: Edition) -> tuple[Event, ...]:
    """The cards of an edition. A deck without any rules is plain: it only moves the ship and the purser."""
    cards = edition.events.cards if edition.events else ()
    with_rules = {index for index, card in enumerate(cards) if card.rules is not None}
    events = [event(card.title, card.kind, card.zone, rules_of(card)) for card in cards]
    if not events:
        events = _deck_without_words(edition)
    advancing: list[int] = []
    if not with_rules:
        advancing = [index for index, card in enumerate(events) if card.kind == "event"][:ADVANCING_EVENTS]
    for index, card in enumerate(events):
        if index not in with_rules:
            advance = 1 if index in advancing else ADVANCE_WITHOUT_RULES[card.kind]
            events[index] = replace(card, advance=advance)
    return tuple(events)


def _deck_without_words(edition: Edition) -> list[Event]:
    """A deck for an edition without one, which sends the purser to every zone in turn."""
    zones = [zone.number for zone in edition.zones]
    kinds: list[str] = []
    for kind, count in board_figures.CARD_KINDS.items():
        kinds += [kind] * count
    return [event(kind, kind, zones[index % len(zones)]) for index, kind in enumerate(kinds)]


def missing_rules(edition: Edition, source: Source) -> Iterator[Finding]:
    """The finding for a deck with a card without rules, or without cards."""
    cards = edition.events.cards if edition.events else ()
    titles = dict.fromkeys(card.title for card in cards if card.rules is None)
    if titles or not cards:
        if all(card.rules is None for card in cards):
            message = "no card has rules"
        else:
            message = f"these cards have no rules: {', '.join(titles)}"
        yield codes.PLAIN_SEA.at(
            source.whole(),
            f"{message}, so that only the ship and the purser move",
            hint="give the cards of the edition's deck their `rules`",
        )
