"""A game at one moment, frozen, with everything that anybody knows; and how it begins (rulebook, "Setup")."""

from dataclasses import dataclass
from typing import Literal

from casekit.games.midnight.table.board import ELEMENTS, HYPOTHESES, Table
from casekit.games.midnight.table.events import Event
from casekit.tabletop.readers.draws import shuffled

Phase = Literal["place", "act", "publish", "suspect", "purser", "reveal", "extend", "write", "over"]

POINTS = 3
"""The action points of a turn (rulebook, "Player actions")."""

BLANK: tuple[int | None, ...] = (None,) * (len(ELEMENTS) * HYPOTHESES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visible:
    """The state of a game that anybody can see. Seats are counted from the first player, in the order of turns.

    ``seat`` is who decides. ``aloud`` are the paths that were read to all, as bits, and ``studied`` is one that was just
    read in private. ``spent`` are the buoys that can be taken. ``entered`` if a zone was entered on this turn. ``final``
    if no round follows this one.
    """

    phase: Phase
    seat: int
    ship: int
    detectives: tuple[int | None, ...]
    suspects: tuple[int, ...]
    buoys: tuple[int, ...]
    round: int = 0
    card: int | None = None
    purser: int | None = None
    last_moved: int | None = None
    spent: int = 0
    points: int = 0
    entered: bool = False
    studied: int | None = None
    aloud: int = 0
    revealer: int | None = None
    final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Visible):
    """A game at one moment.

    ``deck`` are the cards to come, the next one first; nobody may see them. ``known`` are the paths that each seat has
    read, as bits; which ones is public (rulebook, "Investigate": boxes are ticked), what they say is not. ``written`` are
    options by element and hypothesis for each seat.
    """

    table: Table
    deck: tuple[int, ...]
    known: tuple[int, ...]
    written: tuple[tuple[int | None, ...], ...]

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
        at = self.detectives[self.seat]
        if at is None:
            raise ValueError("this detective is not on board yet")
        return at


PILES = 4
"""The piles of the deck, each with one card of a calm sea."""

PILE = 3
"""The other cards of each pile but the last, which gets all that are left."""

PARTS = (
    *(slice(PILE * pile, PILE * (pile + 1)) for pile in range(PILES - 1)),
    slice(PILE * (PILES - 1), None),
)
"""Where the piles are among those other cards."""

CROWDED = 4
"""The number of players from which the card of full speed is left out."""

SUSPECTS, CARDS, PILED = 1, 2, 3
"""The names of draws."""


def begin(table: Table, *chance: int) -> State:
    """A game before the detectives are placed; ``chance`` names its draws, as a seed and a number do."""
    players = table.players
    return State(
        table=table,
        phase="place",
        seat=players - 1,
        ship=table.ship,
        deck=stacked(table, *chance),
        detectives=(None,) * players,
        suspects=placed(table, *chance),
        buoys=(table.buoys,) * players,
        known=(0,) * players,
        written=(BLANK,) * players,
    )


def placed(table: Table, *chance: int) -> tuple[int, ...]:
    """The zone of each suspect: as many in each zone where pawns begin, two of twelve (step 3)."""
    start, count = table.board.figures.start, len(table.board.suspects)
    order = shuffled(range(count), *chance, SUSPECTS)
    zones = {suspect: start[place * len(start) // count] for place, suspect in enumerate(order)}
    return tuple(zones[suspect] for suspect in range(count))


def stacked(table: Table, *chance: int) -> tuple[int, ...]:
    """The deck, its first card first: a calm sea in each of four piles (step 1)."""
    calm, others = sorted_cards(table)
    mixed = shuffled(others, *chance, CARDS)
    piles = ((*mixed[part], *calm[number : number + 1]) for number, part in enumerate(PARTS))
    return tuple(card for pile in piles for card in shuffled(pile, *chance, PILED))


def sorted_cards(table: Table) -> tuple[list[int], list[int]]:
    """The cards of a calm sea, and all others that are played with."""
    left_out = {"calm-sea", "full-speed"} if table.players >= CROWDED else {"calm-sea"}
    cards = [*enumerate(table.board.cards)]
    calm = [index for index, card in cards if card.kind == "calm-sea"]
    return calm, [index for index, card in cards if card.kind not in left_out]
