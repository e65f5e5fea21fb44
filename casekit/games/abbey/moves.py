"""Which cards move in each line of a vigil: how many go from whom to whom."""

from collections.abc import Iterator, Mapping

from casekit.games.abbey.document import OUT, PARLOR, Deed, Vigil
from casekit.values import frozen

FORMS_NEVER_IDLE = frozenset(
    ("taking", "drawing", "mass", "alibi", "shambles", "swapping", "exchanging", "returning", "revealing")
)
"""The forms of lines that are never idle.

In most of them cards move, and without them the play is another.
"""


@frozen(slots=True)
class Flow:
    """A number of cards that go from one holder to another one."""

    source: str
    """The holder from whom they go."""

    target: str
    """The holder to whom they go."""

    count: int


@frozen(slots=True)
class Move:
    """The moves of cards in a line, all at once."""

    line: int
    """The number of the line."""

    flows: tuple[Flow, ...]
    """The cards that go from holder to holder; an impossible flow takes what there is."""

    shuffled: tuple[str, ...]
    """The players one card of each of whom is shuffled and dealt again."""

    before: Mapping[str, int]
    """By holder the number of cards before the line."""

    after: dict[str, int]
    """By holder the number of cards after the line."""

    named: tuple[str, ...] = ()
    """The cards that readers saw on their way."""

    @property
    def holders(self) -> tuple[str, ...]:
        """Everybody from whom or to whom a card goes."""
        ends: list[str] = []
        for flow in self.flows:
            ends += (flow.source, flow.target)
        return tuple(dict.fromkeys((*ends, *self.shuffled)))

    @property
    def passed(self) -> Mapping[tuple[str, bool], int]:
        """How many cards each holder gives (under ``(holder, True)``) and receives (``(holder, False)``)."""
        given = {(flow.source, True): flow.count for flow in self.flows}
        received = {(flow.target, False): flow.count for flow in self.flows}
        passed = given | received
        for name in self.shuffled:
            passed |= {(name, True): 1, (name, False): 1}
        return passed


def moves_of(vigil: Vigil) -> tuple[Move, ...]:
    """The moves of each line; most have none."""
    sizes = dict.fromkeys(vigil.names, 0) | {player.name: player.hand_size for player in vigil.players}
    sizes |= {PARLOR: max(0, vigil.pile), OUT: 0}
    mass_count = 0
    moves: list[Move] = []
    for event in vigil.play:
        if event.form == "mass":
            mass_count += 1
        move = move_of(vigil, event, sizes, mass_count)
        moves.append(move)
        sizes = move.after
    return tuple(moves)


def move_of(vigil: Vigil, event: Deed, before: dict[str, int], mass_count: int) -> Move:
    """The moves of a line; ``before`` is how many cards everybody has before it.

    At a mass as many cards go as there were masses: ``mass_count``, this one included.
    """
    shuffled = tuple(name for name in vigil.names if before[name]) if event.form == "shambles" else ()
    flows = tuple(flow for flow in _flows(vigil, event, before, mass_count) if flow.count > 0)
    after = dict(before)
    for flow in flows:
        after[flow.source] -= flow.count
        after[flow.target] += flow.count
    return Move(event.number, flows, shuffled, before, after, event.cards)


def _flows(vigil: Vigil, event: Deed, sizes: Mapping[str, int], mass_count: int) -> Iterator[Flow]:
    """The flows of a line; some may be of no card."""
    who, whom = event["who"], event["whom"]
    match event.form:
        case "taking" if who != whom:
            yield Flow(whom, who, min(1, sizes[whom]))
        case "returning" if who != whom:
            yield Flow(who, whom, min(1, sizes[who]))
        case "drawing":
            yield Flow(PARLOR, who, min(1, sizes[PARLOR]))
        case "mass":
            for name in vigil.names:
                yield Flow(name, vigil.beside(name, 1), min(mass_count, sizes[name]))
        case "alibi":
            for name in vigil.names:
                yield Flow(name, OUT, min(1, sizes[name]))
        case "swapping" if who != whom:
            yield Flow(who, whom, sizes[who])
            yield Flow(whom, who, sizes[whom])
        case "exchanging" if whom != event["with"]:
            other = event["with"]
            yield Flow(whom, other, min(1, sizes[whom], sizes[other]))
            yield Flow(other, whom, min(1, sizes[whom], sizes[other]))
