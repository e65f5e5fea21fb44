"""The effects of a detective's actions, until somebody has to decide again."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from casekit.games.midnight.board.actions import (
    ALOUD,
    PRIVATE,
    Action,
    Kind,
    extraction_cost,
    legal,
    move_cost,
    open_ways,
)
from casekit.games.midnight.board.state import State
from casekit.games.midnight.board_figures import POINTS
from casekit.values import replace

T = TypeVar("T")


def step(state: State, action: Action) -> State:
    """The game after an action.

    Raises:
        ValueError: if the action is not legal.
    """
    if action not in legal(state):
        raise ValueError(f"{action} is not legal in the phase {state.phase!r}")
    return applied(state, action)


def applied(state: State, action: Action) -> State:
    """The game after an action that is one of ``legal``; this is not checked."""
    return _EFFECTS[action.kind](state, action)


def _place(state: State, action: Action) -> State:
    """The last player places the pawn first, the first player last; then the first round begins."""
    placed = replace(state, detectives=_put(state.detectives, state.seat, action.what))
    return replace(placed, seat=state.seat - 1) if state.seat else _new_round(placed)


def _new_round(state: State) -> State:
    """The first player draws an event (rulebook, "First player phase"). Without cards the ship is in port."""
    if not state.deck:
        return _begin_writing(replace(state, round=state.round + 1, ship=state.table.board.figures.port))
    card, *deck = state.deck
    event = state.table.board.cards[card]
    port = state.table.board.figures.port
    sent = dict(event.sent)
    drawn = replace(
        state,
        round=state.round + 1,
        deck=tuple(deck),
        card=card,
        purser=event.purser,
        ship=min(port, state.ship + event.advance),
        suspects=tuple(sent.get(zone, zone) for zone in state.suspects),
    )
    if drawn.ship >= port:
        return replace(drawn, phase="extend", seat=0)
    return _begin_turn(drawn, 0)


def _begin_turn(state: State, seat: int) -> State:
    return replace(state, phase="act", seat=seat, points=POINTS, entered=False)


def _end_of_turn(state: State) -> State:
    """The next player, or the next round; after revelations and at port the round is the last."""
    if state.seat + 1 < state.table.players:
        return _begin_turn(state, state.seat + 1)
    if state.final or state.revealer is not None:
        return _begin_writing(state)
    return _new_round(state)


def _move_purser_or_go_on(state: State) -> State:
    """An event may have the player move the purser at the end of the turn."""
    event, purser = state.event, state.purser
    if event.purser_moves and purser is not None and open_ways(state.table.board, event, purser):
        return replace(state, phase="purser")
    return _reveal_or_end_turn(state)


def _reveal_or_end_turn(state: State) -> State:
    """Revelations are made at the end of a turn, in their zone, once in a game."""
    if state.zone == state.table.board.figures.revelations and state.revealer is None and not state.final:
        return replace(state, phase="reveal")
    return _end_of_turn(state)


def _begin_writing(state: State) -> State:
    """Whoever makes revelations writes first."""
    return replace(state, phase="write", seat=state.revealer or 0, points=0)


def _move(state: State, action: Action) -> State:
    detectives = _put(state.detectives, state.seat, action.what)
    points = state.points - move_cost(state, action.what)
    return replace(state, detectives=detectives, points=points, entered=True)


def _read_aloud(state: State, path: int) -> State:
    """Everybody knows the path now."""
    bit = 1 << path
    return replace(state, known=tuple(known | bit for known in state.known), aloud=state.aloud | bit)


def _read_in_private(state: State, path: int) -> State:
    """The detective whose turn it is knows the path now."""
    return replace(state, known=_put(state.known, state.seat, state.known[state.seat] | 1 << path))


def _study(state: State, action: Action) -> State:
    points = state.points - PRIVATE
    return replace(_read_in_private(state, action.what), points=points, phase="publish", studied=action.what)


def _publish(state: State, action: Action) -> State:
    """The paragraph is read aloud after all, and the second point comes back."""
    points = state.points + PRIVATE - ALOUD
    return replace(_read_aloud(state, action.what), points=points, phase="act", studied=None)


def _extract(state: State, action: Action) -> State:
    """The paragraph is read in private, and the buoy goes to the detective who knew it."""
    buoys = _put(state.buoys, state.seat, state.buoys[state.seat] - 1)
    buoys = _put(buoys, action.to, buoys[action.to] + 1)
    points = state.points - extraction_cost(state)
    return replace(_read_in_private(state, action.what), buoys=buoys, points=points)


def _move_purser(state: State, action: Action) -> State:
    moved = replace(state, purser=action.what)
    return _reveal_or_end_turn(moved) if state.phase == "purser" else replace(moved, points=state.points - 1)


def _buoy(state: State, spent: int) -> State:
    """A buoy is spent for a point (``spent`` is 1), or taken for one (-1)."""
    buoys = _put(state.buoys, state.seat, state.buoys[state.seat] - spent)
    return replace(state, buoys=buoys, spent=state.spent + spent, points=state.points + spent)


def _move_suspect(state: State, action: Action) -> State:
    moved = _put(state.suspects, action.what, action.to)
    return _move_purser_or_go_on(replace(state, suspects=moved, last_moved=action.what))


def _extend(state: State, _: Action) -> State:
    """One more turn, if all agree (rulebook, "The ship arrives at the port")."""
    if state.seat + 1 < state.table.players:
        return replace(state, seat=state.seat + 1)
    return _begin_turn(replace(state, final=True), 0)


def _write(state: State, action: Action) -> State:
    hypotheses = _put(state.written[state.seat], action.what, action.to)
    written = replace(state, written=_put(state.written, state.seat, hypotheses))
    if None in hypotheses:
        return written
    still_writing = [seat for seat, options in enumerate(written.written) if None in options]
    if still_writing:
        return replace(written, seat=still_writing[0])
    return replace(written, phase="over")


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Values with another one in a place."""
    return (*values[:place], value, *values[place + 1 :])


_EFFECTS: Mapping[Kind, Callable[[State, Action], State]] = {
    Kind.PLACE: _place,
    Kind.MOVE: _move,
    Kind.INVESTIGATE: lambda state, action: _read_aloud(
        replace(state, points=state.points - ALOUD), action.what
    ),
    Kind.STUDY: _study,
    Kind.PUBLISH: _publish,
    Kind.KEEP: lambda state, _: replace(state, phase="act", studied=None),
    Kind.EXTRACT: _extract,
    Kind.MOVE_PURSER: _move_purser,
    Kind.TAKE_BUOY: lambda state, _: _buoy(state, -1),
    Kind.SPEND_BUOY: lambda state, _: _buoy(state, 1),
    Kind.DONE: lambda state, _: replace(state, phase="suspect", points=0),
    Kind.MOVE_SUSPECT: _move_suspect,
    Kind.STAY: lambda state, _: _move_purser_or_go_on(state),
    Kind.REVEAL: lambda state, _: _end_of_turn(replace(state, revealer=state.seat)),
    Kind.SILENT: lambda state, _: _end_of_turn(state),
    Kind.EXTEND: _extend,
    Kind.STOP: lambda state, _: _begin_writing(state),
    Kind.WRITE: _write,
}
