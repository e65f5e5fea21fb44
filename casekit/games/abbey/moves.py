"""Cards that travel: what goes from whom to whom in a line of play, which everybody knows; and the sizes of hands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from casekit.games.abbey.deck import ABBEY, OUT, PARLOR
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
    after: Mapping[str, int]
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
        shuffled = tuple(name for name in vigil.names if sizes[name]) if event.form == "shambles" else ()
        flows = tuple(flow for flow in _flows(vigil, event, sizes, masses) if flow.count > 0)
        after = dict(sizes)
        for flow in flows:
            after[flow.source] -= flow.count
            after[flow.target] += flow.count
        found.append(Move(event.number, flows, shuffled, sizes, after, event.cards))
        sizes = after
    return tuple(found)


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


@dataclass(frozen=True)
class Whereabouts:
    """The possible holders of each card after each line, by the deal and the moves alone: a term where they may differ."""

    vigil: Vigil

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves of each line."""
        return moves_of(self.vigil)

    @cached_property
    def _courses(self) -> dict[str, dict[int, frozenset[str]]]:
        """The lines after which a card may have another holder, each with those that it may have then."""
        vigil, hand = self.vigil, self.vigil.hand
        own = hand.cards if hand is not None and hand.holder in vigil.names else ()
        parlor = {PARLOR} if not self.moves or self.moves[0].before[PARLOR] else set()
        others = frozenset({*vigil.names, ABBEY, *parlor} - ({vigil.seat} if own else set()))
        held = frozenset({str(vigil.seat)})
        courses = {card: {0: held if card in own else others} for card in vigil.deck.slugs}
        for move in self.moves:
            for card, course in courses.items():
                before = [*course.values()][-1]
                targets = {flow.target for flow in move.flows if flow.source in before}
                targets |= {*move.shuffled} if before & {*move.shuffled} else set()
                # A card may be named that cannot be there: then the lines that say so are to be found.
                targets |= {*move.holders} if card in move.named else set()
                if targets:
                    course[move.line] = before | targets
        return courses

    def term(self, card: str, line: int) -> int:
        """The last line up to this one in which a card may have moved."""
        return next(at for at in reversed(self._courses[card]) if at <= line)

    def movable(self, line: int) -> tuple[str, ...]:
        """The cards that may move in a line."""
        return tuple(card for card in self.vigil.deck.slugs if self.term(card, line) == line)

    def held_by(self, holder: str, line: int) -> tuple[str, ...]:
        """The cards that a holder may have after a line."""
        courses = self._courses
        return tuple(card for card in self.vigil.deck.slugs if holder in courses[card][self.term(card, line)])
