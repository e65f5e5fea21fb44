"""A game at one moment: frozen, with everything that anybody knows."""

from dataclasses import dataclass
from typing import Literal

from casekit.games.midnight.table.board import ELEMENTS, HYPOTHESES, Table
from casekit.games.midnight.table.events import Event

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
