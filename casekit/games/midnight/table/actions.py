"""The actions of a detective, so that programs of others can choose one, and which the rules allow at a moment.

Which pawn can go where, which paths can be read, and for how many action points: rulebook, "Player actions", "Investigate",
"Extract information" and "Move a suspect".
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum

from casekit.frozen import frozen
from casekit.games.midnight.table.board import HYPOTHESES, Board, Event
from casekit.games.midnight.table.state import Phase, State

Kind = Enum(
    "Kind",
    "PLACE MOVE INVESTIGATE STUDY PUBLISH KEEP EXTRACT MOVE_PURSER TAKE_BUOY SPEND_BUOY DONE MOVE_SUSPECT STAY REVEAL SILENT"
    " EXTEND STOP WRITE",
)
"""The kinds of actions, in the order of a game (rulebook, "Setup" to "End of the case").

``PLACE``, ``MOVE`` and ``MOVE_PURSER`` are about a zone, those that read or keep about a path, ``EXTRACT`` about a path and the seat that
knows it, ``MOVE_SUSPECT`` about a suspect and a zone, ``WRITE`` about an element and hypothesis, and an option.
"""


@frozen(slots=True)
class Action:
    """An action. Paths, suspects, seats and options are called by their places, zones by their numbers.

    Of ``WRITE``, ``what`` is twice the element's place, plus one for the second hypothesis.
    """

    kind: Kind
    what: int = 0
    to: int = 0


def key_of(action: Action) -> str:
    """The key of an action, such as ``study-12`` or ``move_suspect-3-7``."""
    numbers = [action.what, action.to]
    while numbers and not numbers[-1]:
        numbers.pop()
    return "-".join([action.kind.name.lower(), *map(str, numbers)])


def action_of(key: str) -> Action:
    """The action of a key.

    Raises:
        ValueError: if it is the key of none.
    """
    name, *numbers = key.split("-")
    kind = next((kind for kind in Kind if kind.name.lower() == name), None)
    if kind is None or len(numbers) > 2 or not all(each.isascii() and each.isdecimal() for each in numbers):  # noqa: PLR2004 - an action has no more
        raise ValueError(f"`{key}` is not an action")
    action = Action(kind, *map(int, numbers))
    if key_of(action) != key:
        raise ValueError(f"`{key}` is not an action")
    return action


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


def legal(state: State) -> tuple[Action, ...]:
    """The actions that the seat whose turn it is may choose from; none when the game is over."""
    return tuple(_PHASES[state.phase](state))


def _placing(state: State) -> list[Action]:
    """A zone where pawns begin and no other detective is (rulebook, "Setup", step 9); any, on a ship with too few."""
    start = state.table.board.figures.start
    free = [zone for zone in start if zone not in state.detectives]
    return [Action(Kind.PLACE, zone) for zone in free or start]


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
    # Nobody learns anything from reading a paragraph again that was read aloud.
    for path in (path for path in within_reach(state) if not state.aloud >> path & 1):
        yield Action(Kind.INVESTIGATE, path)
        if state.points >= PRIVATE and not state.known[state.seat] >> path & 1:
            yield Action(Kind.STUDY, path)


def _moving_suspects(state: State) -> Iterator[Action]:
    for suspect in range(len(state.suspects)):
        yield from (Action(Kind.MOVE_SUSPECT, suspect, zone) for zone in suspect_moves(state, suspect))
    yield Action(Kind.STAY)


def _moving_the_purser(state: State) -> Iterator[Action]:
    if state.purser is not None:
        for zone in open_ways(state.table.board, state.event, state.purser):
            yield Action(Kind.MOVE_PURSER, zone)


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
