"""The board game at one moment, frozen; how a game begins (rulebook, "Setup"), and what each seat sees."""

from collections.abc import Mapping
from typing import Literal

from casekit.games.midnight.board.board import HYPOTHESES, Table
from casekit.games.midnight.board.events import Event
from casekit.games.midnight.board_figures import CROWDED, ELEMENTS
from casekit.tabletop.game_rules import shuffled
from casekit.values import fields, frozen

Phase = Literal["place", "act", "publish", "suspect", "purser", "reveal", "extend", "write", "over"]

BLANK: tuple[int | None, ...] = (None,) * (len(ELEMENTS) * HYPOTHESES)
"""The hypotheses of a seat before any is written."""

CARDS_OF_PILES = (slice(0, 3), slice(3, 6), slice(6, 9), slice(9, None))
"""The four piles of the deck among the cards other than calm seas; one calm sea goes to each pile."""

# The names of draws: the order of suspects, that of all cards, and that of the cards of a pile.
SUSPECTS, CARDS, PILED = 1, 2, 3


@frozen(slots=True, kw_only=True)
class PublicState:
    """The state of a game that anybody can see.

    Seats are counted from the first player, in turn order. Zones are called by their numbers; suspects, cards
    and paths by their places on the board.
    """

    phase: Phase

    seat: int
    """The seat that decides."""

    ship: int
    """The space of the ship on the track."""

    detectives: tuple[int | None, ...]
    """By seat the zone; ``None`` before the pawn is placed."""

    suspects: tuple[int, ...]
    """By suspect the zone."""

    buoys: tuple[int, ...]
    """By seat how many."""

    round: int = 0
    """The number of the round; 0 before the first card."""

    card: int | None = None
    """The card of the round."""

    purser: int | None = None
    """The zone of the purser."""

    last_moved: int | None = None
    """The suspect who was moved last."""

    spent: int = 0
    """The buoys that were spent and can be taken."""

    points: int = 0
    """The action points that ``seat`` has left."""

    entered: bool = False
    """Whether ``seat`` entered a zone in this turn."""

    studied: int | None = None
    """The path that was just read in private."""

    aloud: int = 0
    """The paths that were read to all, as bits."""

    revealer: int | None = None
    """The seat that made revelations."""

    final: bool = False
    """Whether no round follows this one."""


@frozen(slots=True, kw_only=True)
class State(PublicState):
    """A game at one moment."""

    table: Table

    deck: tuple[int, ...]
    """The cards to come, the next one first; nobody may see them."""

    known: tuple[int, ...]
    """By seat the paths that it has read, as bits.

    Which ones is public (rulebook, "Investigate": boxes are ticked), what they say is not.
    """

    written: tuple[tuple[int | None, ...], ...]
    """By seat its hypotheses: options, ``HYPOTHESES`` for each element in turn; ``None`` before they are
    written."""

    @property
    def event(self) -> Event:
        """The event of this round.

        Raises:
            ValueError: before the first card.
        """
        if self.card is None:
            raise ValueError("no card has been drawn yet")
        return self.table.board.cards[self.card]

    @property
    def zone(self) -> int:
        """Where the detective is whose turn it is.

        Raises:
            ValueError: if it is nowhere yet.
        """
        zone = self.detectives[self.seat]
        if zone is None:
            raise ValueError("this detective is not on board yet")
        return zone


def begin(table: Table, *chance: int) -> State:
    """A game before the detectives are placed; ``chance`` names its draws, as a seed and a number do."""
    players = table.players
    return State(
        table=table,
        phase="place",
        seat=players - 1,
        ship=table.ship,
        deck=deck_stacked(table, *chance),
        detectives=(None,) * players,
        suspects=suspects_placed(table, *chance),
        buoys=(table.buoys,) * players,
        known=(0,) * players,
        written=(BLANK,) * players,
    )


def suspects_placed(table: Table, *chance: int) -> tuple[int, ...]:
    """The zone of each suspect: as many in each zone where pawns begin, two of twelve (step 3)."""
    start, count = table.board.figures.start, len(table.board.suspects)
    order = shuffled(range(count), *chance, SUSPECTS)
    zones = {suspect: start[place * len(start) // count] for place, suspect in enumerate(order)}
    return tuple(zones[suspect] for suspect in range(count))


def deck_stacked(table: Table, *chance: int) -> tuple[int, ...]:
    """The deck, its first card first: a calm sea in each of four piles (step 1)."""
    calm, others = sorted_cards(table)
    mixed = shuffled(others, *chance, CARDS)
    deck: list[int] = []
    for number, cards_of_pile in enumerate(CARDS_OF_PILES):
        pile = (*mixed[cards_of_pile], *calm[number : number + 1])
        deck += shuffled(pile, *chance, PILED)
    return tuple(deck)


def sorted_cards(table: Table) -> tuple[list[int], list[int]]:
    """The cards of a calm sea, and all others that are played with."""
    kinds_left_out = {"calm-sea", "full-speed"} if table.players >= CROWDED else {"calm-sea"}
    cards = [*enumerate(table.board.cards)]
    calm = [index for index, card in cards if card.kind == "calm-sea"]
    others = [index for index, card in cards if card.kind not in kinds_left_out]
    return calm, others


@frozen(slots=True, kw_only=True)
class Observation(PublicState):
    """A game as one seat sees it."""

    observer: int | None
    """The seat; ``None`` for a screen that several people look at."""

    cards_left: int
    """How many cards the deck has."""

    ticked: tuple[int, ...]
    """By seat the paths that it has read, as bits."""

    written: tuple[tuple[int | None, ...], ...]
    """The seat's own hypotheses, those of everybody when the game is over, and before that the first ones of
    whoever made revelations; all others are ``None``."""

    paragraphs: Mapping[int, str]
    """The texts that the seat has read, by path."""


def seen_by(state: State, seat: int | None) -> Observation:
    """The view of a seat; of ``None`` what a screen may show that several people look at."""
    visible = {field.name: getattr(state, field.name) for field in fields(PublicState)}
    if seat is None:
        visible["studied"] = None
    paths_read = state.aloud if seat is None else state.known[seat]
    paragraphs = enumerate(state.table.mystery.paragraphs)
    return Observation(
        **visible,
        observer=seat,
        cards_left=len(state.deck),
        ticked=state.known,
        written=tuple(_visible_hypotheses(state, seat, writer) for writer in range(state.table.players)),
        paragraphs={path: text for path, text in paragraphs if paths_read >> path & 1},
    )


def _visible_hypotheses(state: State, seat: int | None, writer: int) -> tuple[int | None, ...]:
    """The hypotheses of a writer that a seat can see.

    They are secret until all are written, but the first ones of whoever makes revelations are read out.
    """
    written = state.written[writer]
    if seat == writer or state.phase == "over":
        return written
    if writer == state.revealer and None not in written:
        return tuple(None if slot % HYPOTHESES else option for slot, option in enumerate(written))
    return BLANK
