"""The actions of a detective, and which of them are legal.

Which pawn can go where, which paths can be read, and for how many action points: rulebook,
"Player actions", "Investigate", "Extract information" and "Move a suspect".
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum

from casekit.games.midnight.board.board import HYPOTHESES, Board
from casekit.games.midnight.board.events import Event
from casekit.games.midnight.board.state import Phase, State
from casekit.tabletop.game_rules import bits
from casekit.values import frozen

ENTERING = 2
"""The cost of entering the suite; every other zone, and leaving it, costs one."""

ALOUD = 1
"""The cost of reading a paragraph aloud."""

PRIVATE = 2
"""The cost of reading a paragraph in private."""

EXTRACTING = 2
"""The cost of extracting information."""

STEPS_OF_SUSPECT = 2
"""The most zones that a suspect may be moved."""


class Kind(Enum):
    """The kinds of actions, in the order of a game (rulebook, "Setup" to "End of the case")."""

    PLACE = 1
    MOVE = 2
    INVESTIGATE = 3
    STUDY = 4
    PUBLISH = 5
    KEEP = 6
    EXTRACT = 7
    MOVE_PURSER = 8
    TAKE_BUOY = 9
    SPEND_BUOY = 10
    DONE = 11
    MOVE_SUSPECT = 12
    STAY = 13
    REVEAL = 14
    SILENT = 15
    EXTEND = 16
    STOP = 17
    WRITE = 18


@frozen(slots=True)
class Action:
    """An action. Paths, suspects, seats and options are called by their places, zones by their numbers."""

    kind: Kind

    what: int = 0
    """The path, zone or suspect that it is about, if it is about any.

    Of ``WRITE`` it is twice the element's place, plus one for the second hypothesis.
    """

    to: int = 0
    """The seat that knows the path (``EXTRACT``), the zone (``MOVE_SUSPECT``) or the option (``WRITE``)."""


def key_of(action: Action) -> str:
    """The key of an action, such as ``study-12`` or ``move_suspect-3-7``."""
    numbers = [action.what, action.to]
    while numbers and not numbers[-1]:
        numbers.pop()
    return "-".join([action.kind.name.lower(), *map(str, numbers)])


def action_of(key: str) -> Action:
    """The action that has a key.

    Raises:
        ValueError: if no action has it.
    """
    name, *numbers = key.split("-")
    try:
        action = Action(Kind[name.upper()], *map(int, numbers))
    except (KeyError, TypeError, ValueError):
        action = None
    if action is None or key_of(action) != key:
        raise ValueError(f"`{key}` is not an action")
    return action


def open_ways(board: Board, event: Event, zone: int) -> tuple[int, ...]:
    """The zones one step from a zone, for any pawn."""
    return tuple(other for other in board.ways[zone] if frozenset((zone, other)) not in event.closed)


def detective_ways(board: Board, event: Event, zone: int) -> tuple[int, ...]:
    """The zones one step from a zone, for a detective."""
    ways = open_ways(board, event, zone)
    if event.open_decks is not None and zone not in event.open_decks:
        on_same_deck = (other for other in board.companions[zone] if other not in event.open_decks)
        ways = tuple(dict.fromkeys((*ways, *on_same_deck)))
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
    only_zone = event.suspects_called
    steps = STEPS_OF_SUSPECT if only_zone is None else len(board.zones)
    reached, newly_reached = {start}, {start}
    for _ in range(steps):
        one_step_away: set[int] = set()
        for zone in newly_reached:
            one_step_away.update(open_ways(board, event, zone))
        newly_reached = one_step_away - barred - reached
        reached |= newly_reached
    reached.remove(start)
    return reached if only_zone is None else reached & {only_zone}


def within_reach(state: State) -> Iterator[int]:
    """The paths that the detective can follow from its zone now, whoever has read them."""
    board, event, here = state.table.board, state.event, state.zone
    near = {here, *board.ways[here]} if event.neighbours else {here}
    if state.purser is not None:
        near.discard(state.purser)
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
    """The paths that detectives in the same zone know and this one does not, each with a seat that knows it.

    Nobody extracts what was found in the suite.
    """
    board = state.table.board
    for seat, zone in enumerate(state.detectives):
        if seat != state.seat and zone == state.zone:
            for path in bits(state.known[seat] & ~state.known[state.seat]):
                if board.searched[path] != board.figures.suite:
                    yield path, seat


def legal(state: State) -> tuple[Action, ...]:
    """The actions that the seat whose turn it is may choose from; none when the game is over."""
    return tuple(_PHASES[state.phase](state))


def _placing(state: State) -> list[Action]:
    """The pawn goes where pawns begin and no other detective is (rulebook, "Setup", step 9).

    If no such zone is free, it goes to any of them.
    """
    start_zones = state.table.board.figures.start
    free_zones = [zone for zone in start_zones if zone not in state.detectives]
    return [Action(Kind.PLACE, zone) for zone in free_zones or start_zones]


def _acting(state: State) -> Iterator[Action]:
    """Everything that the action points are enough for (rulebook, "Player actions")."""
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
    for path in within_reach(state):
        # Nobody learns anything from reading a paragraph again that was read aloud.
        if state.aloud >> path & 1:
            continue
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
    hypotheses = state.written[state.seat]
    slot = hypotheses.index(None)
    element, number = divmod(slot, HYPOTHESES)
    options = range(len(state.table.mystery.options[element]))
    is_first = number == 0
    for option in options:
        if is_first or option != hypotheses[slot - 1] or len(options) == 1:
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
