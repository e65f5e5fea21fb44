"""A vigil of Abbey, typed: a deck of monks, a deal as one seat sees it, and the play at the table.

The play is what was taken, asked, shown and passed on, and which cards travel.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, Literal, Self, get_args

from casekit.diagnostics import Place
from casekit.games.abbey.game import GAME, VIGIL
from casekit.kit.edition_settings import Fault
from casekit.kit.hands import Holding, Player, at_table
from casekit.kit.transcripts.document import OPEN, Transcript, plain, written
from casekit.kit.transcripts.editions import EditionSpec, Levels, NamedTable, deck_in
from casekit.kit.transcripts.resolver import TranscriptParts, place_of
from casekit.language.formula.nodes import RESERVED
from casekit.language.syntax.canonical_form import line_text
from casekit.language.syntax.dialect import FormNode
from casekit.language.syntax.line_forms import Pattern
from casekit.values import field, frozen, replace

Order = Literal["dominican", "franciscan", "benedictine"]
Rank = Literal["novice", "brother", "father"]
Beard = Literal["bearded", "shaven"]
Hood = Literal["hooded", "bareheaded"]
Build = Literal["fat", "thin"]

_VALUES: Mapping[str, Any] = {"order": Order, "rank": Rank, "beard": Beard, "hood": Hood, "build": Build}
TRAITS: Mapping[str, tuple[str, ...]] = {trait: get_args(values) for trait, values in _VALUES.items()}
"""The characteristics of a monk, each with its values."""


def _traits_by_value() -> dict[str, str]:
    traits: dict[str, str] = {}
    for trait, values in TRAITS.items():
        traits.update(dict.fromkeys(values, trait))
    return traits


OF_TRAIT = _traits_by_value()
"""The characteristic of each value."""

ABBEY, PARLOR, OUT = "abbey", "parlor", "out"
"""The holders of cards beside players: the board with one card under it, the pile, and the cards that are out
of the game."""

GUILTY = "guilty"
TARGETS = (GUILTY, *(f"{GUILTY}-{trait}" for trait in TRAITS))
"""The questions: who it was, and each characteristic by itself, which is what may be revealed."""

RESERVED_IN_VIGILS = RESERVED | {
    *("holder", "held", "player", "card", "line", ABBEY, PARLOR, OUT, OPEN),
    *(*TARGETS, *TRAITS, *OF_TRAIT),
}
"""Words of vigils that mean something already; no player and no monk can be called by one of them."""

FEWEST_MONKS, MOST_MONKS = 7, 24
"""Three players with two cards each, and one under the board; the game itself has 24."""


@frozen(slots=True)
class Monk:
    """A card: its ``slug`` in formulas and lines, its ``name`` in print, and what its monk looks like."""

    kind: ClassVar = "monk"

    slug: str
    name: str
    order: Order
    rank: Rank
    beard: Beard
    hood: Hood
    build: Build

    @property
    def traits(self) -> tuple[str, ...]:
        """Its characteristics, in the order of ``TRAITS``."""
        return (self.order, self.rank, self.beard, self.hood, self.build)


@frozen
class Deck:
    """The monks of a game, in the order in which they are listed everywhere."""

    monks: tuple[Monk, ...]

    @cached_property
    def by_slug(self) -> Mapping[str, Monk]:
        """Each monk under its slug."""
        return {monk.slug: monk for monk in self.monks}

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of all monks."""
        return tuple(self.by_slug)

    @cached_property
    def by_trait(self) -> Mapping[str, frozenset[str]]:
        """The slugs of the monks that have each characteristic."""
        slugs: dict[str, list[str]] = {value: [] for value in OF_TRAIT}
        for monk in self.monks:
            for value in monk.traits:
                slugs[value].append(monk.slug)
        return {value: frozenset(monks) for value, monks in slugs.items()}

    def having(self, traits: Sequence[str]) -> tuple[str, ...]:
        """The slugs of the monks that have some characteristics, all of them."""
        having = frozenset(self.slugs).intersection(*(self.by_trait[trait] for trait in traits))
        return tuple(slug for slug in self.slugs if slug in having)

    def hand(self, players: int) -> int:
        """The cards of each player: one lies under the board, an undivided rest in the parlor."""
        return (len(self.monks) - 1) // players


_TABLES = (NamedTable[Deck]("monks", "card", Monk, MOST_MONKS),)

USUAL = deck_in("games/abbey/edition.toml", Deck, _TABLES)
"""The deck of an edition that brings none: eight monks of each order and rank, twelve of each other
characteristic."""


def _faults(monks: Sequence[Monk]) -> Iterator[Fault]:
    if len(monks) < FEWEST_MONKS:
        message = f"the deck has {len(monks)} monks; it needs {FEWEST_MONKS} at least"
        yield ("monks", len(monks) - 1), message, f"add monks: the game has {MOST_MONKS}"
    first: dict[tuple[str, ...], Monk] = {}
    for at, monk in enumerate(monks):
        if (other := first.setdefault(monk.traits, monk)) is not monk:
            message = f"`{other.slug}` and `{monk.slug}` are alike in all five characteristics"
            yield ("monks", at), message, "change one of them"


_LEVEL = partial(Levels, lines=(6, 50), steps=(2, 40), depth=(0, 1), together=(0, 99))

DECKS = EditionSpec(
    schema="schemas/abbey-edition.schema.json",
    tables=_TABLES,
    made=Deck,
    faults=_faults,
    usual=USUAL,
    levels={
        "apprentice": _LEVEL(needed=(3, 4), by_players={4: (4, 5), 5: (5, 6), 6: (6, 7)}),
        "amateur": _LEVEL(needed=(4, 7), by_players={4: (5, 6), 5: (6, 8), 6: (7, 8)}),
        "expert": _LEVEL(needed=(8, 16), by_players={4: (7, 16), 5: (9, 18), 6: (9, 20)}),
    },
    reserved=RESERVED_IN_VIGILS,
    places={
        ABBEY: "under the board: the card of the guilty monk",
        PARLOR: "the cards that were not dealt",
        OUT: "cards that are out of the game",
    },
    most_players=lambda deck: min(6, (len(deck.monks) - 1) // 2),
)
"""The decks of editions, and the levels, which go by the lines that the proof needs."""


@frozen
class Deed:
    """A line of play, or what one player does in it: the values of its form's parts, or ``None``.

    A value is a name, a number, yes or no as a truth value, or several names or deeds.
    """

    number: int
    form: str
    parts: Mapping[str, Any]
    place: Place = field(default_factory=Place, compare=False)

    WHO: ClassVar = ("who", "whom", "with")

    def __getitem__(self, part: str) -> Any:
        """The value of a part; ``None`` if there is no such part in this line."""
        return self.parts.get(part)

    @classmethod
    def of(cls, line: FormNode, number: int = 0) -> Self:
        """A line of a syntax tree, typed."""
        parts = {name: plain(value, cls.of) for name, value in line.parts}
        return cls(number, line.form, parts, place_of(line))

    @property
    def pattern(self) -> Pattern:
        """The pattern of its form that it fits."""
        return VIGIL.fitting(VIGIL.form_of[self.form], self.parts)

    @cached_property
    def text(self) -> str:
        """The canonical text of the line."""
        values = {name: written(value) for name, value in self.parts.items()}
        return line_text(self.pattern, values, VIGIL)[0]

    @property
    def inside(self) -> tuple["Deed", ...]:
        """The parts of a line of all players, each of one of them."""
        deeds: tuple[Deed, ...] = self["moved"] or self["shown"] or ()
        return deeds

    @property
    def seen(self) -> tuple[str, ...]:
        """The parts that name cards which somebody sees, and does not only ask about."""
        asked = self.form in {"having", "clearing", "accusing"}
        return tuple(part for part in ("card", "other", "cards") if part in self.parts and not asked)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that a line names as seen, in their order."""
        cards: list[str] = []
        for part in self.seen:
            value = self[part] or ()
            cards += (value,) if isinstance(value, str) else value
        for deed in self.inside:
            cards += deed.cards
        return tuple(cards)

    def changed(self, **parts: Any) -> Self:
        """The same line with other values of some parts."""
        return replace(self, parts={**self.parts, **parts})


@frozen
class Vigil(Transcript[Player, Holding, Deed]):
    """A typed vigil. Every card is in the deck and whoever plays is a player.

    ``hand`` is the hand that a player's seat was dealt; ``truth`` lists what was dealt, as far as it is
    given.
    """

    game = GAME

    deck: Deck = USUAL

    @property
    def pile(self) -> int:
        """The number of cards that were not dealt, which are in the parlor."""
        return len(self.deck.monks) - 1 - sum(player.hand_size for player in self.players)

    def beside(self, player: str, by: int) -> str:
        """The next player to the left, ``by`` 1, or to the right, by -1."""
        return self.names[(self.names.index(player) + by) % len(self.names)]

    def seers(self, deed: Deed, event: Deed) -> tuple[str, ...]:
        """The players who see the cards that a line, or what one player does in it, is about."""
        match deed.form:
            case "showing":
                return self.names
            case "passing":
                if event.form == "shambles":
                    return (deed["player"],)
                return deed["player"], self.beside(deed["player"], 1 if deed["gives"] else -1)
            case "glimpsing":
                return (deed["who"],)
        return tuple(deed[part] for part in Deed.WHO if deed[part])

    def as_seen_by(self, event: Deed, seat: str | None) -> Deed:
        """A line without the cards that readers in a seat do not see."""
        if seat == OPEN and event.form != "swapping":
            return event
        if event["moved"]:
            passed = (deed for deed in event.inside if seat in self.seers(deed, event))
            return event.changed(moved=tuple(passed))
        hidden = not event.inside and seat not in self.seers(event, event)
        # A swap names the hand of the own seat.
        if not hidden and (event.form != "swapping" or seat == self.seat):
            return event
        return event.changed(**{part: () if isinstance(event[part], tuple) else None for part in event.seen})


def vigil_of(parts: TranscriptParts[Deck]) -> Vigil:
    """The vigil in a text, from its parts."""
    play = tuple(Deed.of(line, number) for number, line in parts.lines["play"])
    return Vigil(**at_table(parts), play=play)


MOVING = frozenset(
    ("taking", "drawing", "mass", "alibi", "shambles", "swapping", "exchanging", "returning", "revealing")
)
"""The forms of lines that are never idle: in most of them cards move, and without that the rest would be
another play."""


@frozen(slots=True)
class Flow:
    """A number of cards that go from one holder to another one."""

    source: str
    target: str
    count: int


@frozen(slots=True)
class Move:
    """The moves of a line, all at once: ``flows``, or one card of each hand among the ``shuffled`` ones.

    ``before`` and ``after`` are how many cards everybody has; an impossible flow takes what there is.
    ``named`` are the cards that readers saw on their way.
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
        ends: list[str] = []
        for flow in self.flows:
            ends += (flow.source, flow.target)
        return tuple(dict.fromkeys((*ends, *self.shuffled)))

    @property
    def passed(self) -> Mapping[tuple[str, bool], int]:
        """How many cards each of them gives (with ``True``) and receives."""
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
    masses, moves = 0, []
    for event in vigil.play:
        masses += event.form == "mass"
        moves.append(move_of(vigil, event, sizes, masses))
        sizes = moves[-1].after
    return tuple(moves)


def move_of(vigil: Vigil, event: Deed, before: dict[str, int], masses: int) -> Move:
    """The moves of a line, from how many cards everybody has before it.

    At a mass as many cards go as there were ``masses``.
    """
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
