"""A vigil of Abbey, typed: a deck of monks, a deal as one seat sees it, and the play at the table.

The play is what was taken, asked, shown and passed on; ``moves.py`` has which cards move in it.
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

TRAITS: Mapping[str, tuple[str, ...]] = {
    "order": get_args(Order),
    "rank": get_args(Rank),
    "beard": get_args(Beard),
    "hood": get_args(Hood),
    "build": get_args(Build),
}
"""The characteristics of a monk, each with its values."""


def _traits_by_value() -> dict[str, str]:
    traits: dict[str, str] = {}
    for trait, values in TRAITS.items():
        traits.update(dict.fromkeys(values, trait))
    return traits


TRAIT_OF_VALUE = _traits_by_value()
"""The characteristic of each value: ``beard`` for ``shaven``."""

# The holders of cards beside players.
ABBEY = "abbey"
"""The board, with the card of the guilty monk under it."""

PARLOR = "parlor"
"""The pile of cards that were not dealt."""

OUT = "out"
"""The cards that are out of the game."""

GUILTY = "guilty"
"""The question who it was."""

TARGETS = (GUILTY, *(f"{GUILTY}-{trait}" for trait in TRAITS))
"""All questions: who it was, and each characteristic by itself, which is what may be revealed."""

RESERVED_IN_VIGILS = RESERVED | {
    *("holder", "held", "player", "card", "line", ABBEY, PARLOR, OUT, OPEN),
    *(*TARGETS, *TRAITS, *TRAIT_OF_VALUE),
}
"""Words of vigils that mean something already; they cannot be the name of a player or a monk."""

FEWEST_MONKS = 7
"""Three players with two cards each, and one under the board."""

MOST_MONKS = 24
"""The monks of the game itself."""


@frozen(slots=True)
class Monk:
    """A card, and what its monk looks like."""

    kind: ClassVar = "monk"

    slug: str
    """Its name in formulas and lines."""

    name: str
    """Its name in print."""

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
        slugs: dict[str, list[str]] = {value: [] for value in TRAIT_OF_VALUE}
        for monk in self.monks:
            for value in monk.traits:
                slugs[value].append(monk.slug)
        return {value: frozenset(monks) for value, monks in slugs.items()}

    def having(self, traits: Sequence[str]) -> tuple[str, ...]:
        """The slugs of the monks that have some characteristics, all of them."""
        monks = frozenset(self.slugs).intersection(*(self.by_trait[trait] for trait in traits))
        return tuple(slug for slug in self.slugs if slug in monks)

    def hand(self, players: int) -> int:
        """The number of cards of each player: one is under the board, and the remainder is in the parlor."""
        return (len(self.monks) - 1) // players


_TABLES = (NamedTable[Deck]("monks", "card", Monk, MOST_MONKS),)

USUAL = deck_in("games/abbey/edition.toml", Deck, _TABLES)
"""The deck of an edition without one of its own.

It has eight monks of each order and rank, and twelve of each other characteristic.
"""


def _faults(monks: Sequence[Monk]) -> Iterator[Fault]:
    """The faults that keep monks from being a deck: too few of them, or two that look alike."""
    if len(monks) < FEWEST_MONKS:
        message = f"the deck has {len(monks)} monks; it needs {FEWEST_MONKS} at least"
        yield ("monks", len(monks) - 1), message, f"add monks: the game has {MOST_MONKS}"
    first_with_traits: dict[tuple[str, ...], Monk] = {}
    for index, monk in enumerate(monks):
        first = first_with_traits.setdefault(monk.traits, monk)
        if first is not monk:
            message = f"`{first.slug}` and `{monk.slug}` are alike in all five characteristics"
            yield ("monks", index), message, "change one of them"


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
    """A line of play, or what one player does in it."""

    number: int
    """The number of the line."""

    form: str
    """The name of its form, such as ``taking``."""

    parts: Mapping[str, Any]
    """The values of the parts of its form.

    A value is a name, a number, yes or no as a truth value, or several names or deeds.
    """

    place: Place = field(default_factory=Place, compare=False)

    PARTS_FOR_PLAYERS: ClassVar = ("who", "whom", "with")
    """The parts that name players who see the cards of a line."""

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
        if self.form in {"having", "clearing", "accusing"}:
            return ()
        return tuple(part for part in ("card", "other", "cards") if part in self.parts)

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

    Its ``hand`` is what the seat was dealt, its ``truth`` what all were dealt, as far as it is given.
    """

    game = GAME

    deck: Deck = USUAL

    @property
    def pile(self) -> int:
        """The number of cards that were not dealt, which are in the parlor."""
        return len(self.deck.monks) - 1 - sum(player.hand_size for player in self.players)

    def beside(self, player: str, step: int) -> str:
        """The next player to the left (``step`` 1) or to the right (-1)."""
        return self.names[(self.names.index(player) + step) % len(self.names)]

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
        return tuple(deed[part] for part in Deed.PARTS_FOR_PLAYERS if deed[part])

    def as_seen_by(self, event: Deed, seat: str | None) -> Deed:
        """A line without the cards that readers in a seat do not see."""
        if seat == OPEN and event.form != "swapping":
            return event
        if event["moved"]:
            seen = (deed for deed in event.inside if seat in self.seers(deed, event))
            return event.changed(moved=tuple(seen))
        is_hidden = not event.inside and seat not in self.seers(event, event)
        # A swap names the hand of the own seat.
        names_another_hand = event.form == "swapping" and seat != self.seat
        if not is_hidden and not names_another_hand:
            return event
        without_cards = {part: () if isinstance(event[part], tuple) else None for part in event.seen}
        return event.changed(**without_cards)


def vigil_of(parts: TranscriptParts[Deck]) -> Vigil:
    """The vigil in a text, from its parts."""
    play = tuple(Deed.of(line, number) for number, line in parts.lines["play"])
    return Vigil(**at_table(parts), play=play)
