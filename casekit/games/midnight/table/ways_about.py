"""Which pawn can go where this round, and for how many action points (rulebook, "Player actions", "Move a suspect")."""

from collections.abc import Collection, Iterator

from casekit.games.midnight.table.state import State

STEPS = 2
"""A suspect may be moved so many zones."""

ENTERING = 2
"""What it costs to enter the suite; every other zone, and leaving it, costs one."""


def open_ways(state: State, zone: int) -> tuple[int, ...]:
    """The zones one step from a zone, for any pawn."""
    closed = state.event.closed
    return tuple(other for other in state.table.board.ways[zone] if frozenset((zone, other)) not in closed)


def detective_moves(state: State) -> Iterator[tuple[int, int]]:
    """The zones that the detective can enter next, each with its cost."""
    board, event = state.table.board, state.event
    zones = dict.fromkeys(open_ways(state, state.zone))
    if event.open_decks is not None and state.zone not in event.open_decks:
        zones |= dict.fromkeys(zone for zone in board.companions[state.zone] if zone not in event.open_decks)
    for zone in zones:
        taken = zone == board.figures.suite and zone in state.detectives
        if zone not in event.barred and not taken:
            yield zone, move_cost(state, zone)


def move_cost(state: State, zone: int) -> int:
    """What it costs to enter a zone one step away."""
    cost = ENTERING if zone == state.table.board.figures.suite else 1
    return cost if state.entered else max(0, cost + state.event.first_move)


def suspect_moves(state: State, suspect: int) -> tuple[int, ...]:
    """The zones that a suspect can be moved to now, in order; none for who was moved last."""
    event = state.event
    if event.suspects_held or suspect == state.last_moved:
        return ()
    barred = {state.table.board.figures.suite, *event.suspects_barred}
    at = state.suspects[suspect]
    if event.suspects_called is None:
        return tuple(sorted(_within(state, at, STEPS, barred)))
    called = event.suspects_called
    return (called,) if called in _within(state, at, len(state.table.board.zones), barred) else ()


def _within(state: State, start: int, steps: int, barred: Collection[int]) -> set[int]:
    """The zones that a suspect reaches in at most so many steps, without that where it is."""
    reached, edge = {start}, {start}
    for _ in range(steps):
        edge = {zone for at in edge for zone in open_ways(state, at) if zone not in barred} - reached
        if not edge:
            break
        reached |= edge
    return reached - {start}
