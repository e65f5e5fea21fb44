"""Cards that travel: what goes from whom to whom in a line of play, which everybody knows; and the sizes of hands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casekit.games.abbey.deck import OUT, PARLOR
from casekit.games.abbey.vigil import Deed, Vigil

MOVING = frozenset(
    ("taking", "drawing", "mass", "alibi", "shambles", "swapping", "exchanging", "returning", "revealing")
)
"""The forms of lines that are never idle: in most of them cards move, and without that the rest would be another play."""


@dataclass(frozen=True, slots=True)
class Flow:
    """A number of cards that go from one holder to another one."""

    source: str
    target: str
    count: int


@dataclass(frozen=True, slots=True)
class Move:
    """The moves of a line, all at once: ``flows``, or one card of each hand among those that are ``shuffled``.

    ``before`` and ``after`` are how many cards everybody has; an impossible flow takes what there is. ``named`` are the cards
    that readers saw on their way.
    """

    line: int
    flows: tuple[Flow, ...]
    shuffled: tuple[str, ...]
    before: Mapping[str, int]
    after: dict[str, int]
    named: tuple[str, ...] = ()

    @property
    def holders(self) -> tuple[str, ...]:
        """Everybody from whom or to whom a card goes."""
        ends = (end for flow in self.flows for end in (flow.source, flow.target))
        return tuple(dict.fromkeys((*ends, *self.shuffled)))

    @property
    def passed(self) -> Mapping[tuple[str, bool], int]:
        """How many cards each of them gives (with ``True``) and receives."""
        given = {(flow.source, True): flow.count for flow in self.flows}
        received = {(flow.target, False): flow.count for flow in self.flows}
        return given | received | {(name, gives): 1 for name in self.shuffled for gives in (True, False)}


def moves_of(vigil: Vigil) -> tuple[Move, ...]:
    """The moves of each line; most have none."""
    sizes = dict.fromkeys(vigil.names, 0) | {player.name: player.hand_size for player in vigil.players}
    sizes |= {PARLOR: max(0, vigil.pile), OUT: 0}
    masses, found = 0, []
    for event in vigil.play:
        masses += event.form == "mass"
        found.append(move_of(vigil, event, sizes, masses))
        sizes = found[-1].after
    return tuple(found)


def move_of(vigil: Vigil, event: Deed, before: dict[str, int], masses: int) -> Move:
    """The moves of a line, from how many cards everybody has before it; at a mass as many cards go as there were ``masses``."""
    shuffled = tuple(name for name in vigil.names if before[name]) if event.form == "shambles" else ()
    flows = tuple(flow for flow in _flows(vigil, event, before, masses) if flow.count > 0)
    after = dict(before)
    for flow in flows:
        after[flow.source] -= flow.count
        after[flow.target] += flow.count
    return Move(event.number, flows, shuffled, before, after, event.cards)


def _flows(vigil: Vigil, event: Deed, sizes: Mapping[str, int], masses: int) -> Iterator[Flow]:
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
                yield Flow(name, vigil.beside(name, 1), min(masses, sizes[name]))
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
