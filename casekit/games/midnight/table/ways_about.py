"""Which pawn can go where this round, and for how many action points (rulebook, "Player actions", "Move a suspect")."""

from collections.abc import Iterator

from casekit.games.midnight.table.board import Board
from casekit.games.midnight.table.events import Event
from casekit.games.midnight.table.state import State

STEPS = 2
"""The most zones that a suspect may be moved."""

ENTERING = 2
"""The cost of entering the suite; every other zone, and leaving it, costs one."""


def open_ways(board: Board, event: Event, zone: int) -> tuple[int, ...]:
    """The zones one step from a zone, for any pawn."""
    return tuple(other for other in board.ways[zone] if frozenset((zone, other)) not in event.closed)


def detective_ways(board: Board, event: Event, zone: int) -> tuple[int, ...]:
    """The zones one step from a zone, for a detective."""
    ways = open_ways(board, event, zone)
    if event.open_decks is not None and zone not in event.open_decks:
        joined = (other for other in board.companions[zone] if other not in event.open_decks)
        ways = tuple(dict.fromkeys((*ways, *joined)))
    return tuple(other for other in ways if other not in event.barred)


def detective_moves(state: State) -> Iterator[tuple[int, int]]:
    """The zones that the detective can enter next, each with its cost; the suite if nobody is there."""
    board = state.table.board
    for zone in detective_ways(board, state.event, state.zone):
        if zone != board.figures.suite or zone not in state.detectives:
            yield zone, move_cost(state, zone)


def move_cost(state: State, zone: int) -> int:
    """The cost of entering a zone one step away."""
    cost = ENTERING if zone == state.table.board.figures.suite else 1
    return cost if state.entered else max(0, cost + state.event.first_move)


def suspect_moves(state: State, suspect: int) -> tuple[int, ...]:
    """The zones that a suspect can be moved to now, in order; none for the one who was moved last."""
    if suspect == state.last_moved:
        return ()
    return tuple(sorted(suspect_ways(state.table.board, state.event, state.suspects[suspect])))


def suspect_ways(board: Board, event: Event, start: int) -> set[int]:
    """The zones that a suspect in a zone can be moved to, whoever was moved last."""
    if event.suspects_held:
        return set()
    barred = {board.figures.suite, *event.suspects_barred}
    reached, edge = {start}, {start}
    for _ in range(STEPS if event.suspects_called is None else len(board.zones)):
        edge = {zone for at in edge for zone in open_ways(board, event, at) if zone not in barred} - reached
        reached |= edge
    found = reached - {start}
    return found if event.suspects_called is None else found & {event.suspects_called}
