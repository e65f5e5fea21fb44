"""What one seat can see of a game: the board, the boxes that are ticked, and the paragraphs it has read itself."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from casekit.games.midnight.table.board import HYPOTHESES
from casekit.games.midnight.table.state import BLANK, Phase, State


@dataclass(frozen=True, slots=True)
class Observation:
    """A game as one seat sees it; fields have the meaning that they have in ``State``.

    ``paragraphs`` are the texts that the seat has read, by path. ``written`` are its own hypotheses, those of everybody
    when the game is over, and before that the first ones of whoever made revelations. ``cards_left`` says how
    many cards the deck has, not which.
    """

    observer: int
    phase: Phase
    seat: int
    round: int
    ship: int
    card: int | None
    cards_left: int
    purser: int | None
    detectives: tuple[int | None, ...]
    suspects: tuple[int, ...]
    last_moved: int | None
    buoys: tuple[int, ...]
    spent: int
    points: int
    entered: bool
    studied: int | None
    ticked: tuple[int, ...]
    aloud: int
    revealer: int | None
    final: bool
    written: tuple[tuple[int | None, ...], ...]
    paragraphs: Mapping[int, str]


def seen_by(state: State, seat: int) -> Observation:
    """What a seat can see."""
    texts = state.table.mystery.paragraphs
    return Observation(
        observer=seat,
        phase=state.phase,
        seat=state.seat,
        round=state.round,
        ship=state.ship,
        card=state.card,
        cards_left=len(state.deck),
        purser=state.purser,
        detectives=state.detectives,
        suspects=state.suspects,
        last_moved=state.last_moved,
        buoys=state.buoys,
        spent=state.spent,
        points=state.points,
        entered=state.entered,
        studied=state.studied,
        ticked=state.known,
        aloud=state.aloud,
        revealer=state.revealer,
        final=state.final,
        written=tuple(_written(state, seat, other) for other in range(state.table.players)),
        paragraphs={path: text for path, text in enumerate(texts) if state.known[seat] >> path & 1},
    )


NOBODY = -1
"""The seat of those who watch the table and have read nothing themselves."""


def seen_by_all(state: State) -> Observation:
    """What everybody may see, at a screen that several people look at: of paragraphs those that were read aloud."""
    seen = seen_by(state, 0)
    texts = state.table.mystery.paragraphs
    return replace(
        seen,
        observer=NOBODY,
        studied=None,
        written=tuple(_written(state, NOBODY, other) for other in range(state.table.players)),
        paragraphs={path: text for path, text in enumerate(texts) if state.aloud >> path & 1},
    )


def _written(state: State, seat: int, other: int) -> tuple[int | None, ...]:
    """Hypotheses are secret until all are written, but those of revelations are read out first."""
    own = state.written[other]
    if seat == other or state.phase == "over":
        return own
    if other == state.revealer and None not in own:
        return tuple(None if slot % HYPOTHESES else option for slot, option in enumerate(own))
    return BLANK
