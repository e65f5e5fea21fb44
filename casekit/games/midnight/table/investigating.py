"""The paths that can be investigated, or extracted (rulebook, "Investigate", "Extract information")."""

from collections.abc import Iterator

from casekit.games.midnight.table.state import State

ALOUD, PRIVATE, EXTRACTING = 1, 2, 2
"""The cost of reading a paragraph aloud, of reading it in private, and of extracting one."""


def within_reach(state: State) -> Iterator[int]:
    """The paths that the detective can follow from its zone now, whoever has read them."""
    board, event, here = state.table.board, state.event, state.zone
    near = {here, *board.ways[here]} if event.neighbours else {here}
    near.discard(state.purser if state.purser is not None else -1)
    for path, suspect in enumerate(board.asked):
        if suspect is not None:
            if state.suspects[suspect] in near:
                yield path
        elif here == board.searched[path] and here in near and _open(state, path):
            yield path


def _open(state: State, path: int) -> bool:
    """Whether a location can be searched now, apart from the purser."""
    board, event = state.table.board, state.event
    zone, lodger = board.searched[path], board.lodger[path]
    if zone in event.unsearched:
        return False
    return lodger is None or event.cabins_open or state.suspects[lodger] != board.cabins[lodger]


def unread_by_all(state: State) -> Iterator[int]:
    """The paths in reach that were not read aloud yet: nobody learns anything from reading one again."""
    return (path for path in within_reach(state) if not state.aloud >> path & 1)


def extraction_cost(state: State) -> int:
    """The action points that it costs to extract information this round; a buoy comes on top."""
    return max(0, EXTRACTING + state.event.extract)


def extractable(state: State) -> Iterator[tuple[int, int]]:
    """The paths that detectives in the same zone know and this one does not, each with a seat that knows it."""
    board = state.table.board
    own = state.known[state.seat]
    suite = board.figures.suite
    for seat, zone in enumerate(state.detectives):
        if seat == state.seat or zone != state.zone:
            continue
        new = state.known[seat] & ~own
        for path, place in enumerate(board.searched):
            if new >> path & 1 and place != suite:
                yield path, seat
