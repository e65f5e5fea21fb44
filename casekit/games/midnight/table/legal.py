"""Every action that the rules allow at one moment."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from casekit.games.midnight.table.actions import Action, Kind
from casekit.games.midnight.table.board import HYPOTHESES
from casekit.games.midnight.table.investigating import (
    ALOUD,
    PRIVATE,
    extractable,
    extraction_cost,
    unread_by_all,
)
from casekit.games.midnight.table.state import Phase, State
from casekit.games.midnight.table.ways_about import detective_moves, open_ways, suspect_moves


def legal(state: State) -> tuple[Action, ...]:
    """The actions that the seat whose turn it is may choose from; none when the game is over."""
    return tuple(_PHASES[state.phase](state))


def _placing(state: State) -> Iterator[Action]:
    """A zone where pawns begin and no other detective is (rulebook, "Setup", step 9); any, on a ship with too few."""
    start = state.table.board.figures.start
    free = [zone for zone in start if zone not in state.detectives]
    for zone in free or start:
        yield Action(Kind.PLACE, zone)


def _acting(state: State) -> Iterator[Action]:
    """Whatever the action points are enough for (rulebook, "Player actions")."""
    yield from (Action(Kind.MOVE, zone) for zone, cost in detective_moves(state) if cost <= state.points)
    yield from _investigating(state)
    if state.points >= extraction_cost(state) and state.buoys[state.seat]:
        yield from (Action(Kind.EXTRACT, path, seat) for path, seat in extractable(state))
    if state.points:
        yield from _moving_the_purser(state)
    if state.points and state.spent and state.buoys[state.seat] < state.table.buoys:
        yield Action(Kind.TAKE_BUOY)
    if state.buoys[state.seat]:
        yield Action(Kind.SPEND_BUOY)
    yield Action(Kind.DONE)


def _investigating(state: State) -> Iterator[Action]:
    if state.points < ALOUD:
        return
    for path in unread_by_all(state):
        yield Action(Kind.INVESTIGATE, path)
        if state.points >= PRIVATE and not state.known[state.seat] >> path & 1:
            yield Action(Kind.STUDY, path)


def _moving_suspects(state: State) -> Iterator[Action]:
    for suspect in range(len(state.suspects)):
        yield from (Action(Kind.MOVE_SUSPECT, suspect, zone) for zone in suspect_moves(state, suspect))
    yield Action(Kind.STAY)


def _moving_the_purser(state: State) -> Iterator[Action]:
    if state.purser is not None:
        yield from (
            Action(Kind.MOVE_PURSER, zone) for zone in open_ways(state.table.board, state.event, state.purser)
        )


def _writing(state: State) -> Iterator[Action]:
    """One hypothesis after the other; the second for an element differs from the first if it can."""
    own = state.written[state.seat]
    slot = own.index(None)
    element, second = divmod(slot, HYPOTHESES)
    options = range(len(state.table.mystery.options[element]))
    for option in options:
        if not second or option != own[slot - 1] or len(options) == 1:
            yield Action(Kind.WRITE, slot, option)


_PHASES: Mapping[Phase, Callable[[State], Iterable[Action]]] = {
    "place": _placing,
    "act": _acting,
    "publish": lambda state: [Action(kind, state.studied or 0) for kind in (Kind.PUBLISH, Kind.KEEP)],
    "suspect": _moving_suspects,
    "purser": _moving_the_purser,
    "reveal": lambda _: [Action(Kind.REVEAL), Action(Kind.SILENT)],
    "extend": lambda _: [Action(Kind.EXTEND), Action(Kind.STOP)],
    "write": _writing,
    "over": lambda _: (),
}
