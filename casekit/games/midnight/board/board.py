"""The parts of a game that never change, and whether an edition can be played.

They are the ship, the case, how many play, and the cards with their effects on a round.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from casekit.diagnostics import Finding, Source
from casekit.games.midnight import board_figures, codes
from casekit.games.midnight.document import AnswerPath, CasePath, Edition, PlacePath
from casekit.games.midnight.language.board_limits import unfitting_figures
from casekit.games.midnight.language.deck_file import rules_of
from casekit.tabletop.game_rules import PlayableMystery
from casekit.values import frozen, replace


@frozen(slots=True)
class Event:
    """A card as the engine needs it. Zones are numbers of the edition; ``purser`` is where he goes.

    ``first_move`` and ``extract`` are added to a cost. ``open_decks`` are the zones left out of it, ``None``
    without that rule. ``sent`` are pairs of zones between which all suspects go at once.
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


SEA = {"calm-sea": 1, "full-speed": 2, "event": 0}
"""The number of spaces that the ship advances on a card of each kind that has no rules."""

HELPED = 6
"""The number of events in a plain deck that advance the ship, too: it arrives before the cards run out."""


def cards_of(edition: Edition) -> tuple[Event, ...]:
    """The cards of an edition. A deck without any rules is plain: it only moves the ship and the purser."""
    cards = edition.events.cards if edition.events else ()
    ruled = {index for index, card in enumerate(cards) if card.rules is not None}
    events = [event(card.title, card.kind, card.zone, rules_of(card)) for card in cards] or _plain(edition)
    helped: list[int] = []
    if not ruled:
        helped = [index for index, card in enumerate(events) if card.kind == "event"][:HELPED]
    for index, card in enumerate(events):
        if index not in ruled:
            events[index] = replace(card, advance=1 if index in helped else SEA[card.kind])
    return tuple(events)


def _plain(edition: Edition) -> list[Event]:
    """A deck without words that sends the purser to every zone in turn."""
    zones = [zone.number for zone in edition.zones]
    kinds: list[str] = []
    for kind, count in board_figures.CARD_KINDS.items():
        kinds += [kind] * count
    return [event(kind, kind, zones[index % len(zones)]) for index, kind in enumerate(kinds)]


def plain_sea(edition: Edition, source: Source) -> Iterator[Finding]:
    """The finding for a deck with a card without rules, or without cards."""
    cards = edition.events.cards if edition.events else ()
    silent = dict.fromkeys(card.title for card in cards if card.rules is None)
    if silent or not cards:
        plain = all(card.rules is None for card in cards)
        what = "no card has rules" if plain else f"these cards have no rules: {', '.join(silent)}"
        yield codes.PLAIN_SEA.at(
            source.whole(),
            f"{what}, so that only the ship and the purser move",
            hint="give the cards of the edition's deck their `rules`",
        )


PATHS, OPTIONS = 64, 63
"""The most paths and answers that fit a word, as which simulated detectives keep them."""

MOST_SIMULATED = f"at most {PATHS} paths and {OPTIONS} answers"

HYPOTHESES = 2
"""How many hypotheses each detective writes for each element."""


@frozen
class Board:
    """A ship with its cast and its cards.

    ``ways`` are the zones one step from each zone, sorted, in both directions. Paths are those of the
    edition, in its order, and are called by their place in it. Of each, ``asked`` is the suspect who is
    questioned on it, ``searched`` the zone where it is found, and ``lodger`` the suspect whose cabin it is,
    each ``None`` where that does not apply. Suspects, too, are called by their place. ``cabins`` are the
    zones of their cabins, ``None`` for suspects without a cabin.
    """

    figures: board_figures.TableFigures
    zones: tuple[int, ...]
    ways: Mapping[int, tuple[int, ...]]
    decks: Mapping[int, str]
    suspects: tuple[str, ...]
    cabins: tuple[int | None, ...]
    paths: tuple[CasePath, ...]
    asked: tuple[int | None, ...]
    searched: tuple[int | None, ...]
    lodger: tuple[int | None, ...]
    cards: tuple[Event, ...]

    @cached_property
    def companions(self) -> Mapping[int, tuple[int, ...]]:
        """The other zones on the deck of each zone."""
        companions: dict[int, tuple[int, ...]] = {}
        for zone in self.zones:
            deck = self.decks[zone]
            others = [other for other in self.zones if other != zone and deck and self.decks[other] == deck]
            companions[zone] = tuple(others)
        return companions


@frozen(eq=False)
class Table:
    """A board, a case and a number of players: what one game is played with."""

    board: Board
    mystery: PlayableMystery
    players: int

    @property
    def ship(self) -> int:
        """The space where the ship begins."""
        return self.board.figures.ship[self.players - board_figures.FEWEST]

    @property
    def buoys(self) -> int:
        """The buoys that each player begins with."""
        return self.board.figures.buoys[self.players - board_figures.FEWEST]


def board_of(edition: Edition) -> Board:
    """The board of an edition, with its cards."""
    names = tuple(suspect.name for suspect in edition.suspects)
    zone_of = {location.number: location.zone for location in edition.locations}
    lodgers: dict[int, int] = {}
    cabins: list[int | None] = []
    for index, suspect in enumerate(edition.suspects):
        if suspect.cabin is None:
            cabins.append(None)
        else:
            cabins.append(zone_of[suspect.cabin])
            lodgers[suspect.cabin] = index
    asked = [names.index(path.suspect) if isinstance(path, AnswerPath) else None for path in edition.paths]
    searched: list[int | None] = []
    lodger: list[int | None] = []
    for path in edition.paths:
        if isinstance(path, PlacePath):
            searched.append(zone_of[path.location])
            lodger.append(lodgers.get(path.location))
        else:
            searched.append(None)
            lodger.append(None)
    return Board(
        figures=edition.table,
        zones=tuple(zone.number for zone in edition.zones),
        ways=_ways(edition),
        decks={zone.number: zone.deck for zone in edition.zones},
        suspects=names,
        cabins=tuple(cabins),
        paths=edition.paths,
        asked=tuple(asked),
        searched=tuple(searched),
        lodger=tuple(lodger),
        cards=cards_of(edition),
    )


def _ways(edition: Edition) -> dict[int, tuple[int, ...]]:
    """Ways lead in both directions, wherever the edition writes them."""
    neighbours: dict[int, set[int]] = {zone.number: set() for zone in edition.zones}
    for zone in edition.zones:
        for other in zone.ways:
            neighbours[zone.number].add(other)
            neighbours[other].add(zone.number)
    return {number: tuple(sorted(others - {number})) for number, others in neighbours.items()}


def unplayable(edition: Edition, players: Sequence[int], source: Source) -> tuple[Finding, ...]:
    """The obstacles to numbers of ``players``; ``source`` is the text of the edition or of a case of it."""
    return tuple(
        codes.UNPLAYABLE_EDITION.at(source.whole(), message, hint=hint)
        for _, message, hint in unfitting_figures(edition, players)
    )
