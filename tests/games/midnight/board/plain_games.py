"""A second engine for readers, as plain as the rulebook: one game, move by move, over the rules that people play by.

It is compared with the one of the package, and has no features.
"""

from dataclasses import dataclass
from functools import cache

from casekit.games.midnight.board.actions import (
    ALOUD,
    PRIVATE,
    Action,
    Kind,
    detective_moves,
    extractable,
    extraction_cost,
    legal,
    open_ways,
    suspect_moves,
    within_reach,
)
from casekit.games.midnight.board.board import HYPOTHESES, Table
from casekit.games.midnight.board.effects import applied
from casekit.games.midnight.board.evidence import CaseEvidence
from casekit.games.midnight.board.readers import TEMPERS, Reader
from casekit.games.midnight.board.state import begin
from casekit.games.midnight.simulation.batch_state import FAR, GUESS, PRIORITY, START, distances
from casekit.games.midnight.simulation.policies import (
    ANSWERS_LEFT_FOR_BOLD,
    WORTH_OF_EXTRACTION,
    ahead_of,
    scored,
)
from casekit.tabletop.game_rules import bits, draw

# --- reasoning -----------------------------------------------------------------------------------


def perfect(evidence, read, among):
    """Everything that follows: the solver."""
    return evidence.oracles.exact(read, among)


def steady(evidence, read, among):
    """Conclusions line by line, without suppositions; words count once the speaker is cleared or borne out."""
    return evidence.oracles.crossed(read) & among


def hasty(evidence, read, among):
    """Single paragraphs; everybody is believed until two statements collide, then neither speaker is.

    Who has crossed off every answer to a question begins that question again with what no lie can change.
    """
    crossed, sure = believed(evidence, read)
    for mask in evidence.masks:
        if mask & ~crossed == 0:
            crossed = crossed & ~mask | sure & mask
    return crossed & among


def believed(evidence, read):
    """Answers that single paragraphs rule out if one believes all but those that collide, and if one believes nobody."""
    crossed = sure = evidence.given
    for path, single in enumerate(evidence.singles):
        if read >> path & 1:
            doubted = single.spoken and single.collides & read
            crossed |= single.guarded if doubted else single.believed
            sure |= single.guarded
    return crossed, sure


REASONING = {"perfect": perfect, "steady": steady, "hasty": hasty}


@cache
def worths(evidence, known, crossed):
    """The worth of every path: whatever belongs to a suspect who is crossed off, half as much."""
    board = evidence.board
    return tuple(
        worth // 2 if owner is not None and crossed >> owner & 1 else worth
        for worth, owner in zip(pointed_to(evidence, known), owners(board), strict=True)
    )


def paragraphs(evidence, known):
    """The paragraphs that a set of paths leads to, each under the first of its paths."""
    return sum(1 << first for first in {evidence.canonical[path] for path in bits(known)})


@cache
def pointed_to(evidence, known):
    """The worth of every path to somebody who has read some, before anybody is crossed off."""
    row = list(evidence.first)
    read = paragraphs(evidence, known)
    for path in bits(read):
        added = [evidence.leads[path]]
        if evidence.singles[path].collides & read:
            added.append(evidence.quarrels[path])
        for more in added:
            row = [worth + extra for worth, extra in zip(row, more, strict=True)]
    return tuple(row)


def owners(board):
    """The suspect whose answer or cabin is on each path. Suspects are the first options of the first element."""
    return tuple(
        lodger if asked is None else asked for asked, lodger in zip(board.asked, board.lodger, strict=True)
    )


@dataclass(frozen=True, eq=False)
class Seat:
    """A reader in a seat; ``chance`` names the draws of its table.

    ``remembered`` holds what was crossed off after each set of paths, so that nothing is worked out twice.
    """

    evidence: CaseEvidence
    reader: Reader
    number: int
    chance: tuple[int, ...]
    remembered: dict[int, int]

    def crossed(self, known):
        """The answers that this reader has crossed off once it has read some paths."""
        if known not in self.remembered:
            everything = (1 << self.evidence.offsets[-1]) - 1
            crossing = REASONING[self.reader.reasoning]
            self.remembered[known] = crossing(self.evidence, paragraphs(self.evidence, known), everything)
        return self.remembered[known]

    def luck(self, path):
        """How this seat breaks ties between paths."""
        return draw(*self.chance, PRIORITY, self.number, path) >> 32


def choose(state, seats):
    """The action of the seat whose turn it is."""
    return _PHASES[state.phase](state, seats[state.seat])


# --- what is wanted ------------------------------------------------------------------------------


def left_over(seat, known):
    """How many answers are left for each question."""
    crossed = seat.crossed(known)
    return tuple((mask & ~crossed).bit_count() for mask in seat.evidence.masks)


def wants_to_reveal(state, seat):
    """Whether the reader is sure enough of all it would say."""
    left = left_over(seat, state.known[seat.number])
    enough = ANSWERS_LEFT_FOR_BOLD if "bold" in TEMPERS[seat.reader.temper] else 1
    return left[0] == 1 and all(1 <= count <= enough for count in left[1:])


def costs(state, seat):
    """The action points to go to each path and read it aloud, ``FAR`` for what this reader cannot or need not read."""
    board = state.table.board
    away = distances(board)[state.zone]
    reach = set(within_reach(state))
    found = []
    for path, (asked, searched) in enumerate(zip(board.asked, board.searched, strict=True)):
        zone = searched if asked is None else state.suspects[asked]
        if state.known[seat.number] >> path & 1 or zone is None:
            found.append(FAR)
        elif path in reach:
            found.append(ALOUD)
        elif _shut(state, path, zone):
            found.append(FAR)
        else:
            # The purser has to be moved away first.
            found.append(min(FAR, away[zone] + ALOUD + (zone == state.purser)))
    return tuple(found)


def _shut(state, path, zone):
    """Whether a path that is not in reach cannot be read this round, wherever the detective goes."""
    board, event, here = state.table.board, state.event, state.zone
    lodger = board.lodger[path]
    locked = lodger is not None and not event.cabins_open and state.suspects[lodger] == board.cabins[lodger]
    dark = board.asked[path] is None and zone in event.unsearched
    taken = zone == board.figures.suite and zone in state.detectives
    return locked or dark or (zone != here and (taken or zone in event.barred))


def target(state, seat):
    """The path that the reader goes for, and its cost; ``None`` if there is nothing left to read this round."""
    each = costs(state, seat)
    following, ahead = seat.reader.following, ahead_of(seat.evidence, seat.reader)
    known = state.known[seat.number]
    worth = worths(seat.evidence, known, seat.crossed(known))
    best = max(
        (
            (scored(following, cost, seat.luck(path), worth[path], path in ahead), -path)
            for path, cost in enumerate(each)
            if cost < FAR
        ),
        default=None,
    )
    return None if best is None else (-best[1], each[-best[1]])


# --- a turn --------------------------------------------------------------------------------------


def _act(state, seat):
    if wants_to_reveal(state, seat):
        if state.final or state.revealer is not None:
            return Action(Kind.DONE)
        return _towards(state, state.table.board.figures.revelations) or Action(Kind.DONE)
    if (extracted := _extract(state, seat)) is not None:
        return extracted
    goal = target(state, seat)
    return _idle(state, seat) if goal is None else _go_for(state, seat, *goal)


def _go_for(state, seat, path, cost):
    """Read a path if it is in reach; otherwise one step towards that."""
    board = state.table.board
    asked = board.asked[path]
    zone = board.searched[path] if asked is None else state.suspects[asked]
    if cost == ALOUD and path in set(within_reach(state)):
        return _read(state, seat, path)
    if zone == state.zone:
        return _send_the_purser_away(state) or _idle(state, seat)
    return (_towards(state, zone) if zone is not None else None) or _idle(state, seat)


def _read(state, seat, path):
    """In private if that is the temper; a buoy helps out where points are missing (rulebook, "Super buoys")."""
    private = "private" in TEMPERS[seat.reader.temper]
    price = PRIVATE if private else ALOUD
    if state.points >= price:
        return Action(Kind.STUDY if private else Kind.INVESTIGATE, path)
    if state.points + state.buoys[seat.number] >= price:
        return Action(Kind.SPEND_BUOY)
    return Action(Kind.INVESTIGATE, path) if state.points >= ALOUD else Action(Kind.DONE)


def _towards(state, goal):
    """One step nearer to a zone, the one that leaves the shortest way; ``None`` if there is none for these points."""
    away = distances(state.table.board)
    steps = [
        (away[zone][goal], zone)
        for zone, cost in detective_moves(state)
        if cost <= state.points and away[zone][goal] < away[state.zone][goal]
    ]
    return Action(Kind.MOVE, min(steps)[1]) if steps else None


def _send_the_purser_away(state):
    if state.purser != state.zone or not state.points:
        return None
    zones = open_ways(state.table.board, state.event, state.zone)
    return Action(Kind.MOVE_PURSER, min(zones)) if zones else None


def _idle(state, seat):
    """Take a buoy for later, if nothing else is left to do."""
    may = state.points and state.spent and state.buoys[seat.number] < state.table.buoys
    return Action(Kind.TAKE_BUOY if may else Kind.DONE)


def _extract(state, seat):
    """The most promising paragraph that somebody here has read in private."""
    if "extracts" not in TEMPERS[seat.reader.temper] or not state.buoys[seat.number]:
        return None
    if state.points < extraction_cost(state):
        return None
    known = state.known[seat.number]
    worth = worths(seat.evidence, known, seat.crossed(known))
    best = max(((worth[path], -path, -other) for path, other in extractable(state)), default=None)
    if best is None or best[0] < WORTH_OF_EXTRACTION:
        return None
    return Action(Kind.EXTRACT, -best[1], -best[2])


def _publish(state, seat):
    """A paragraph is kept private if it states or hints anything."""
    path = state.studied or 0
    return Action(Kind.KEEP if seat.evidence.telling >> path & 1 else Kind.PUBLISH, path)


def _move_suspect(state, seat):
    """The suspect whom the reader wants to question next is drawn nearer."""
    goal = None if wants_to_reveal(state, seat) else target(state, seat)
    asked = None if goal is None else state.table.board.asked[goal[0]]
    if asked is None:
        return Action(Kind.STAY)
    away = distances(state.table.board)[state.zone]
    options = [(away[zone], zone) for zone in suspect_moves(state, asked)]
    nearest = min(options, default=None)
    if nearest is None or nearest[0] >= away[state.suspects[asked]]:
        return Action(Kind.STAY)
    return Action(Kind.MOVE_SUSPECT, asked, nearest[1])


def _move_purser(state, seat):
    """Anywhere but to the reader's own zone, if there is a choice."""
    del seat
    zones = [action.what for action in legal(state)]
    return Action(Kind.MOVE_PURSER, min(zones, key=lambda zone: (zone == state.zone, zone)))


# --- beginning and end ---------------------------------------------------------------------------


def _place(state, seat):
    zones = [action.what for action in legal(state)]
    return Action(Kind.PLACE, max(zones, key=lambda zone: draw(*seat.chance, START, seat.number, zone)))


def _extend(state, seat):
    """One more turn is welcome to those who do not know everything yet."""
    return Action(Kind.STOP if wants_to_reveal(state, seat) else Kind.EXTEND)


def ranking(seat, known, element):
    """The options of an element, the likeliest first: not crossed off, then often accused, then by chance."""
    evidence = seat.evidence
    crossed = seat.crossed(known)
    start, end = evidence.offsets[element : element + 2]
    accused = [0] * end
    for path, first in enumerate(evidence.canonical):
        if path == first and paragraphs(evidence, known) >> path & 1:
            for option in evidence.hints[path]:
                if option < end:
                    accused[option] += 1
    return sorted(
        range(end - start),
        key=lambda option: (
            crossed >> (start + option) & 1,
            -accused[start + option],
            -(draw(*seat.chance, GUESS, seat.number, start + option) >> 32),
        ),
    )


def _write(state, seat):
    slot = state.written[seat.number].index(None)
    element, second = divmod(slot, HYPOTHESES)
    order = ranking(seat, state.known[seat.number], element)
    return Action(Kind.WRITE, slot, order[min(second, len(order) - 1)])


_PHASES = {
    "place": _place,
    "act": _act,
    "publish": _publish,
    "suspect": _move_suspect,
    "purser": _move_purser,
    "reveal": lambda state, seat: Action(Kind.REVEAL if wants_to_reveal(state, seat) else Kind.SILENT),
    "extend": _extend,
    "write": _write,
}


# --- games ---------------------------------------------------------------------------------------


def seats_of(evidence, crew, players, *chance):
    """The readers at a table; a crew with fewer readers begins again."""
    return tuple(Seat(evidence, crew[number % len(crew)], number, chance, {}) for number in range(players))


def plain_moments(evidence, crew, players, *chance):
    """Every moment of a game by this engine, each with the action that its seat takes; the last one without."""
    seats = seats_of(evidence, crew, players, *chance)
    yield from moments(lambda state: choose(state, seats), evidence, players, *chance)


def moments(choose, evidence, players, *chance):
    """The same for anything that chooses."""
    state = begin(Table(evidence.board, evidence.mystery, players), *chance)
    while state.phase != "over":
        action = choose(state)
        yield state, action
        state = applied(state, action)
    yield state, None
