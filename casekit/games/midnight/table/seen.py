"""One seat's view of a game: the board, the boxes that are ticked, and the paragraphs it has read itself."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from casekit.games.midnight.table.board import HYPOTHESES
from casekit.games.midnight.table.state import BLANK, State, Visible

NOBODY = -1
"""The seat of those who watch the table and have read nothing themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation(Visible):
    """A game as one seat sees it.

    ``ticked`` are the paths that each seat has read, as bits. ``paragraphs`` are the texts that the seat has read, by path.
    ``written`` are its own hypotheses, those of everybody when the game is over, and before that the first ones of whoever
    made revelations. ``cards_left`` says how many cards the deck has, not which.
    """

    observer: int
    cards_left: int
    ticked: tuple[int, ...]
    written: tuple[tuple[int | None, ...], ...]
    paragraphs: Mapping[int, str]


def seen_by(state: State, seat: int) -> Observation:
    """The view of a seat; of ``NOBODY`` what everybody may see, at a screen that several people look at: what was read aloud."""
    visible = {each.name: getattr(state, each.name) for each in fields(Visible)}
    if seat == NOBODY:
        visible["studied"] = None
    read = state.aloud if seat == NOBODY else state.known[seat]
    return Observation(
        **visible,
        observer=seat,
        cards_left=len(state.deck),
        ticked=state.known,
        written=tuple(_written(state, seat, other) for other in range(state.table.players)),
        paragraphs={
            path: text for path, text in enumerate(state.table.mystery.paragraphs) if read >> path & 1
        },
    )


def _written(state: State, seat: int, other: int) -> tuple[int | None, ...]:
    """Hypotheses are secret until all are written, but those of revelations are read out first."""
    own = state.written[other]
    if seat == other or state.phase == "over":
        return own
    if other == state.revealer and None not in own:
        return tuple(None if slot % HYPOTHESES else option for slot, option in enumerate(own))
    return BLANK
