"""The actions of a detective: which are legal, and what they change until somebody has to decide again.

Which pawn can go where, which paths can be read, and for how many action points: rulebook,
"Player actions", "Investigate", "Extract information" and "Move a suspect".
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import TypeVar

from casekit.games.midnight.board.board import HYPOTHESES, Board, Event
from casekit.games.midnight.board.state import Phase, State
from casekit.games.midnight.board_figures import POINTS
from casekit.tabletop.game_rules import bits
from casekit.values import frozen, replace

Kind = Enum(
    "Kind",
    "PLACE MOVE INVESTIGATE STUDY PUBLISH KEEP EXTRACT MOVE_PURSER TAKE_BUOY SPEND_BUOY DONE MOVE_SUSPECT STAY REVEAL SILENT"
    " EXTEND STOP WRITE",
)
"""The kinds of actions, in the order of a game (rulebook, "Setup" to "End of the case")."""


@frozen(slots=True)
class Action:
    """An action. Paths, suspects, seats and options are called by their places, zones by their numbers.

    ``EXTRACT`` is about a path and the seat that knows it, ``MOVE_SUSPECT`` about a suspect and a zone.
    Of ``WRITE``, ``what`` is twice the element's place, plus one for the second hypothesis, and ``to``
    the option. Others are about a path, a zone or nothing.
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
    try:
        action = Action(Kind[name.upper()], *map(int, numbers))
    except (KeyError, TypeError, ValueError):
        action = None
    if action is None or key_of(action) != key:
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
    called = event.suspects_called
    steps = STEPS if called is None else len(board.zones)
    reached, edge = {start}, {start}
    for _ in range(steps):
        entered: set[int] = set()
        for zone in edge:
            entered.update(open_ways(board, event, zone))
        edge = entered - barred - reached
        reached |= edge
    reached.remove(start)
    return reached if called is None else reached & {called}


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
    """A zone where pawns begin and no other detective is (rulebook, "Setup", step 9).

    On a ship with too few of them it is any zone where pawns begin.
    """
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
    """The same without asking whether it is legal, for those who chose it from ``legal``."""
    return _EFFECTS[action.kind](state, action)


def _place(state: State, action: Action) -> State:
    placed = replace(state, detectives=_put(state.detectives, state.seat, action.what))
    return replace(placed, seat=state.seat - 1) if state.seat else _new_round(placed)


def _new_round(state: State) -> State:
    """The first player draws an event (rulebook, "First player phase"). Without cards the ship is in port."""
    if not state.deck:
        return _hypotheses(replace(state, round=state.round + 1, ship=state.table.board.figures.port))
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
    return _turn(drawn, 0)


def _turn(state: State, seat: int) -> State:
    return replace(state, phase="act", seat=seat, points=POINTS, entered=False)


def _end_of_turn(state: State) -> State:
    """The next player, or the next round; after revelations and at port the round is the last."""
    if state.seat + 1 < state.table.players:
        return _turn(state, state.seat + 1)
    if state.final or state.revealer is not None:
        return _hypotheses(state)
    return _new_round(state)


def _after_suspects(state: State) -> State:
    """An event may have the player move the purser at the end of the turn."""
    event, purser = state.event, state.purser
    if event.purser_moves and purser is not None and open_ways(state.table.board, event, purser):
        return replace(state, phase="purser")
    return _before_the_end(state)


def _before_the_end(state: State) -> State:
    """Revelations are made at the end of a turn, in their zone, once in a game."""
    if state.zone == state.table.board.figures.revelations and state.revealer is None and not state.final:
        return replace(state, phase="reveal")
    return _end_of_turn(state)


def _hypotheses(state: State) -> State:
    """Whoever makes revelations writes first."""
    return replace(state, phase="write", seat=state.revealer or 0, points=0)


def _move(state: State, action: Action) -> State:
    detectives = _put(state.detectives, state.seat, action.what)
    points = state.points - move_cost(state, action.what)
    return replace(state, detectives=detectives, points=points, entered=True)


def _aloud(state: State, path: int) -> State:
    bit = 1 << path
    return replace(state, known=tuple(known | bit for known in state.known), aloud=state.aloud | bit)


def _learnt(state: State, path: int) -> State:
    return replace(state, known=_put(state.known, state.seat, state.known[state.seat] | 1 << path))


def _study(state: State, action: Action) -> State:
    points = state.points - PRIVATE
    return replace(_learnt(state, action.what), points=points, phase="publish", studied=action.what)


def _publish(state: State, action: Action) -> State:
    """The paragraph is read aloud after all, and the second point comes back."""
    points = state.points + PRIVATE - ALOUD
    return replace(_aloud(state, action.what), points=points, phase="act", studied=None)


def _extract(state: State, action: Action) -> State:
    """The paragraph is read in private, and the buoy goes to the detective who knew it."""
    paid = _put(state.buoys, state.seat, state.buoys[state.seat] - 1)
    paid = _put(paid, action.to, paid[action.to] + 1)
    return replace(_learnt(state, action.what), buoys=paid, points=state.points - extraction_cost(state))


def _move_purser(state: State, action: Action) -> State:
    moved = replace(state, purser=action.what)
    return _before_the_end(moved) if state.phase == "purser" else replace(moved, points=state.points - 1)


def _buoy(state: State, spent: int) -> State:
    """A buoy is spent for a point, or taken for one."""
    buoys = _put(state.buoys, state.seat, state.buoys[state.seat] - spent)
    return replace(state, buoys=buoys, spent=state.spent + spent, points=state.points + spent)


def _move_suspect(state: State, action: Action) -> State:
    moved = _put(state.suspects, action.what, action.to)
    return _after_suspects(replace(state, suspects=moved, last_moved=action.what))


def _extend(state: State, _: Action) -> State:
    """One more turn, if all agree (rulebook, "The ship arrives at the port")."""
    if state.seat + 1 < state.table.players:
        return replace(state, seat=state.seat + 1)
    return _turn(replace(state, final=True), 0)


def _write(state: State, action: Action) -> State:
    own = _put(state.written[state.seat], action.what, action.to)
    written = replace(state, written=_put(state.written, state.seat, own))
    if None in own:
        return written
    left = [seat for seat, options in enumerate(written.written) if None in options]
    return replace(written, seat=left[0]) if left else replace(written, phase="over")


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


_EFFECTS: Mapping[Kind, Callable[[State, Action], State]] = {
    Kind.PLACE: _place,
    Kind.MOVE: _move,
    Kind.INVESTIGATE: lambda state, action: _aloud(replace(state, points=state.points - ALOUD), action.what),
    Kind.STUDY: _study,
    Kind.PUBLISH: _publish,
    Kind.KEEP: lambda state, _: replace(state, phase="act", studied=None),
    Kind.EXTRACT: _extract,
    Kind.MOVE_PURSER: _move_purser,
    Kind.TAKE_BUOY: lambda state, _: _buoy(state, -1),
    Kind.SPEND_BUOY: lambda state, _: _buoy(state, 1),
    Kind.DONE: lambda state, _: replace(state, phase="suspect", points=0),
    Kind.MOVE_SUSPECT: _move_suspect,
    Kind.STAY: lambda state, _: _after_suspects(state),
    Kind.REVEAL: lambda state, _: _end_of_turn(replace(state, revealer=state.seat)),
    Kind.SILENT: lambda state, _: _end_of_turn(state),
    Kind.EXTEND: _extend,
    Kind.STOP: lambda state, _: _hypotheses(state),
    Kind.WRITE: _write,
}
