"""A scenario of Deception, typed: a deck, the cards on the table, and an evening of an investigator.

A deck has cards that may have been the means or the evidence, and tiles on which the scientist marks an
option.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from typing import Literal

from casekit.diagnostics import Code
from casekit.games.deception import codes
from casekit.games.deception.game import GAME, SCENARIO
from casekit.kit.edition_settings import Fault
from casekit.kit.transcripts.document import OPEN, PlayLine, Transcript, TranscriptItem
from casekit.kit.transcripts.editions import (
    DeckRow,
    EditionSpec,
    InnerTable,
    Level,
    Levels,
    NamedRow,
    NamedTable,
    deck_in,
)
from casekit.kit.transcripts.resolver import TranscriptParts, texts
from casekit.language.formula.nodes import RESERVED, Scope
from casekit.logic.formulas import Function, Sort
from casekit.values import field, frozen, replace

CardKind = Literal["means", "clue"]
TileKind = Literal["cause", "location", "scene"]

CARD_KINDS: tuple[CardKind, ...] = ("means", "clue")
"""The kinds of cards, in the order in which a line names them; the evidence is a clue card."""

TARGETS = ("murderer", "means", "evidence")
"""The questions of every reader; that of a witness is also who the accomplice is."""

ACCOMPLICE = "accomplice"
WITNESS = "witness"

CRIME = "crime"
"""The function that decides all questions: the pair of cards that it was. No formula can name it."""

ROLES = {("murderer",): 3, (ACCOMPLICE, "murderer"): 5, (ACCOMPLICE, "murderer", WITNESS): 5}
"""The roles that may be beside investigators, by name, each with the fewest players that are listed then."""

HANDS: dict[Level, int] = {"apprentice": 3, "amateur": 4, "expert": 5}
"""The cards of each kind that a player has, by level (rulebook, "Adjusting the Difficulty")."""

OPTIONS_OF_TILE = 6

FIRST_TILES: dict[TileKind, int] = {"cause": 1, "location": 1, "scene": 4}
"""How many tiles of each kind are laid in the first round."""

LATER_SCENES = 2
"""How many scenes are replaced, one in each further round."""

_OTHER_RESERVED_WORDS = (
    ACCOMPLICE,
    WITNESS,
    OPEN,
    "owner",
    "suits",
    "marked",
    "player",
    "card",
    "tile",
    "option",
)
RESERVED_IN_SCENARIOS = RESERVED.union(TARGETS, CARD_KINDS, _OTHER_RESERVED_WORDS)
"""Words of scenarios that mean something already, so that no player, card, tile or option has such a name."""

_TILES_OF_KIND = {"cause": range(1, 2), "location": range(1, 41), "scene": range(FIRST_TILES["scene"], 41)}
"""How many tiles of each kind a deck may have."""

_CARDS_OF_KIND: Mapping[str, range] = dict.fromkeys(CARD_KINDS, range(9, 301))
"""How many cards of each kind a deck may have."""

Pair = tuple[str, str]
"""A means and a clue card of one player: what may have been the means and the evidence."""

FunctionTable = dict[tuple[str, ...], str]
"""The value of a function for each tuple of arguments."""


@frozen(slots=True)
class CrimeCard(DeckRow):
    """A card that may have been the means or the evidence."""

    kind: CardKind

    suits: tuple[str, ...]
    """The options that it suits, as ``tile.option``."""


@frozen(slots=True)
class Tile(DeckRow):
    """A tile with its options, each of which a marker may be on.

    One tile of a deck is for the ``cause``; one of those for a ``location`` lies at each table.
    """

    kind: TileKind
    options: tuple[NamedRow, ...]

    @property
    def named(self) -> dict[str, str]:
        """The names of its options by their slugs, which other tiles may have too."""
        return {option.slug: option.name for option in self.options}

    @property
    def dotted(self) -> tuple[str, ...]:
        """Its options as cards name them."""
        return tuple(f"{self.slug}.{option}" for option in self.named)


@frozen
class Deck:
    """The cards and tiles of an edition, in the order in which they are listed everywhere."""

    cards: tuple[CrimeCard, ...]
    tiles: tuple[Tile, ...]

    @cached_property
    def tile(self) -> Mapping[str, Tile]:
        """Each tile under its slug."""
        return {tile.slug: tile for tile in self.tiles}

    @cached_property
    def suits(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """The options of each tile that a card suits, by the slugs of card and tile."""
        suits: dict[tuple[str, str], tuple[str, ...]] = {}
        for card in self.cards:
            for tile in self.tiles:
                options = [option for option in tile.named if f"{tile.slug}.{option}" in card.suits]
                suits[card.slug, tile.slug] = tuple(options)
        return suits

    def of_kind(self, kind: CardKind | TileKind) -> tuple[str, ...]:
        """The slugs of the cards, or tiles, of a kind."""
        rows: tuple[CrimeCard | Tile, ...] = (*self.cards, *self.tiles)
        return tuple(row.slug for row in rows if row.kind == kind)

    def fitting(self, pair: Iterable[str], tile: str) -> tuple[str, ...]:
        """The options of a tile that may be marked where a pair of cards is the means and the evidence.

        Each suits one of the two, unless nothing on the tile suits either: then it may be any.
        """
        suited: set[str] = set()
        for card in pair:
            suited.update(self.suits[card, tile])
        options = self.tile[tile].named
        return tuple(option for option in options if option in suited) or tuple(options)


def _faults(cards: Sequence[CrimeCard], tiles: Sequence[Tile]) -> Iterator[Fault]:
    """Everything that keeps a deck from being dealt: cards that suit options which no tile has."""
    options: set[str] = set()
    for tile in tiles:
        options.update(tile.dotted)
    for index, card in enumerate(cards):
        for option in card.suits:
            if option not in options:
                message = f"the card `{card.slug}` suits `{option}`, which no tile has"
                yield ("cards", index), message, "name a tile and one of its options, as in `weather.storm`"


def _flaws(deck: Deck) -> Iterator[tuple[Code, Fault]]:
    """The parts that are of no use at a table, each with the code of its finding.

    Options that nothing suits, tiles that strike off nothing, cards that say nothing, and cards that say the
    same.
    """
    yield from _useless_tiles(deck)
    yield from _useless_cards(deck)


def _useless_tiles(deck: Deck) -> Iterator[tuple[Code, Fault]]:
    suited = set(chain.from_iterable(card.suits for card in deck.cards))
    pairs = [*product(deck.of_kind("means"), deck.of_kind("clue"))]
    for index, tile in enumerate(deck.tiles):
        for option in tile.dotted:
            if option not in suited:
                message = f"nothing suits the option `{option}`, so no marker can mean anything by it"
                hint = "let a card suit it, or put another in its place"
                yield codes.UNSUITED_OPTION, (("tiles", index), message, hint)
        if len({deck.fitting(pair, tile.slug) for pair in pairs}) == 1:
            message = f"the tile `{tile.slug}` never tells anything: the same options fit every two cards"
            yield (
                codes.SILENT_TILE,
                (("tiles", index), message, "let fewer cards, or others, suit its options"),
            )


def _useless_cards(deck: Deck) -> Iterator[tuple[Code, Fault]]:
    count_of_options = sum(len(tile.options) for tile in deck.tiles)
    first_card: dict[tuple[str, frozenset[str]], str] = {}
    for index, card in enumerate(deck.cards):
        other = first_card.setdefault((card.kind, frozenset(card.suits)), card.slug)
        if len(card.suits) in {0, count_of_options}:
            suits = "everything" if card.suits else "nothing"
            message = f"the card `{card.slug}` suits {suits}, so no marker points to it"
            hint = "say which options it suits and which it does not"
            yield codes.CARD_WITHOUT_MEANING, (("cards", index), message, hint)
        elif other != card.slug:
            message = f"the cards `{other}` and `{card.slug}` suit the same, so no marker tells them apart"
            yield codes.CARDS_ALIKE, (("cards", index), message, "let one of them suit something else")


_TABLES = (
    NamedTable[Deck]("cards", "card", CrimeCard, 300, by_kind=True, kinds=_CARDS_OF_KIND),
    NamedTable[Deck](
        "tiles",
        "tile",
        Tile,
        40,
        within=InnerTable("options", "option", OPTIONS_OF_TILE),
        kinds=_TILES_OF_KIND,
    ),
)

DECKS = EditionSpec(
    schema="schemas/deception-edition.schema.json",
    tables=_TABLES,
    made=Deck,
    faults=_faults,
    flaws=_flaws,
    usual=deck_in("games/deception/edition.toml", Deck, _TABLES),
    levels={
        "apprentice": Levels(lines=(3, 7), needed=(2, 3), steps=(1, 12), depth=(0, 0)),
        "amateur": Levels(lines=(5, 8), needed=(3, 4), steps=(1, 16), depth=(0, 0)),
        "expert": Levels(lines=(8, 16), needed=(4, 9), steps=(6, 30), depth=(0, 1)),
    },
    reserved=RESERVED_IN_SCENARIOS,
)
"""The decks of editions.

An edition without a deck of its own has that of a harbour city. The levels are such as simulated games often
meet.
"""


@frozen
class CardHolder(TranscriptItem, dialect=SCENARIO):
    """Somebody at the table other than the scientist, with the player's cards, which all can see."""

    form = "player"
    name: str
    means: tuple[str, ...]
    clues: tuple[str, ...]


@frozen
class Glimpse(TranscriptItem, dialect=SCENARIO):
    """The two whom a witness saw: one is the murderer, the other the accomplice."""

    names: tuple[str, ...]


@frozen
class Secret(TranscriptItem, dialect=SCENARIO):
    """A line of the truth: who has a role, or which card the means or the evidence is."""

    about: str
    """The role, ``means`` or ``evidence``."""

    name: str
    """The player or the card."""


@frozen
class Marker(PlayLine, dialect=SCENARIO):
    """The scientist's marker on an option of a tile."""

    tile: str
    option: str

    replaced: str = ""
    """The tile that was there before; empty if the tile is in a free place."""

    @property
    def form(self) -> str:
        """The name of its form."""
        return "replacement" if self.replaced else "marker"


@frozen
class Attempt(PlayLine, dialect=SCENARIO):
    """A player's only attempt to solve the crime, at the cards of another player."""

    player: str

    whom: str
    """The player whose cards are named."""

    means: str
    evidence: str

    right: bool
    """Whether the scientist says that it was these cards."""

    @property
    def cards(self) -> Pair:
        """The means and the clue card that it names."""
        return self.means, self.evidence


@frozen
class Naming(PlayLine, dialect=SCENARIO):
    """The reversal: the murderer who was found out names the player who may be the witness."""

    player: str

    whom: str
    """The player who is named."""

    right: bool
    """Whether that player is the witness."""


Event = Marker | Attempt | Naming


@frozen
class Scenario(Transcript[CardHolder, Secret | Glimpse, Event]):
    """A typed scenario. Every card and tile is of the deck, and whoever plays is a player."""

    game = GAME

    hand: Glimpse | None
    """What the witness saw if the seat is that of a witness; else ``None``."""

    truth: tuple[Secret, ...] = ()
    deck: Deck = field(kw_only=True)

    roles: tuple[str, ...] = ("murderer",)
    """The roles beside investigators."""

    @cached_property
    def owner(self) -> dict[str, str]:
        """Whose each card is."""
        owners: dict[str, str] = {}
        for player in self.players:
            owners.update(dict.fromkeys((*player.means, *player.clues), player.name))
        return owners

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every means with every clue card of the same player."""
        return tuple(chain.from_iterable(product(player.means, player.clues) for player in self.players))

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers, in the order in which they were laid."""
        return tuple(event for event in self.play if isinstance(event, Marker))

    def said(self, *about: str) -> tuple[str, ...]:
        """The players and cards that the truth names, in the order of some roles and questions.

        They are empty unless it names all.
        """
        names = {secret.about: secret.name for secret in reversed(self.truth)}
        return tuple(names[part] for part in about) if {*about} <= {*names} else ()

    @property
    def culprits(self) -> tuple[str, ...]:
        """The murderer, with the accomplice if there is one; empty if the truth does not say."""
        return self.said("murderer", ACCOMPLICE) or self.said("murderer")

    def of_seat(self, player: str) -> "Scenario":
        """The scenario as an investigator saw it.

        A witness saw the culprits, and not which of them did it.
        """
        is_witness = self.said(WITNESS) == (player,)
        glimpse = Glimpse(tuple(name for name in self.names if name in self.culprits))
        return replace(self, seat=player, hand=glimpse if is_witness else None)

    def answers(self, pair: Pair) -> tuple[str, ...]:
        """The answers to the questions if the crime was a pair.

        A witness knows who the accomplice is then.
        """
        owner = self.owner[pair[0]]
        accomplices = [name for name in self.hand.names if name != owner] if self.hand else []
        return (owner, *pair, *accomplices)

    def possible(self, lines: int = 0) -> tuple[Pair, ...]:
        """The pairs that the seat holds possible after some lines of play."""
        suspects = self.hand.names if self.hand else {*self.names} - {self.seat}
        pairs = tuple(pair for pair in self.pairs if self.owner[pair[0]] in suspects)
        for event in self.play[:lines]:
            pairs = self.left_by(event, pairs)
        return pairs

    def left_by(self, event: Event, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Those of some pairs that a line of play does not rule out.

        A marker rules out the pairs for which it would break the scientist's promise.
        """
        if isinstance(event, Marker):
            return tuple(pair for pair in pairs if event.option in self.deck.fitting(pair, event.tile))
        if isinstance(event, Attempt):
            return tuple(pair for pair in pairs if (pair == event.cards) == event.right)
        return tuple(pairs)


def scenario_of(parts: TranscriptParts[Deck]) -> Scenario:
    """The scenario of a text."""
    culprits_seen: list[str] = []
    for _, line in parts.lines["seat"]:
        culprits_seen += texts(line["names"])
    roles: list[str] = []
    for _, line in parts.lines["roles"]:
        roles += line["roles"]
    return Scenario(
        **parts.typed(Secret, Marker, Attempt, Naming, player=CardHolder, replacement=Marker),
        hand=Glimpse(tuple(culprits_seen), place=parts.seat_place) if culprits_seen else None,
        roles=tuple(roles) or ("murderer",),
    )


def scope_of(scenario: Scenario) -> Scope:
    """The names that formulas about a scenario may use. A witness also looks for the accomplice."""
    deck, players = scenario.deck, scenario.players
    player = _sort("player", scenario.names)
    card = _sort("card", scenario.owner)
    means = _sort("means", chain.from_iterable(holder.means for holder in players))
    clue = _sort("clue", chain.from_iterable(holder.clues for holder in players))
    tile = _sort("tile", deck.tile)
    dotted = chain.from_iterable(tile_row.dotted for tile_row in deck.tiles)
    option = _sort("option", (_in_formulas(name) for name in dotted))
    names = (*TARGETS, ACCOMPLICE) if scenario.hand else TARGETS
    questions = zip(names, (player, means, clue, player), strict=False)
    owner: FunctionTable = {(slug,): name for slug, name in scenario.owner.items()}
    marked: FunctionTable = {(marker.tile,): f"{marker.tile}-{marker.option}" for marker in scenario.markers}
    functions = (
        *(Function(name, (), sort) for name, sort in questions),
        Function("owner", (card,), player, table=owner),
        Function("suits", (card, option), table=_suits(deck, card, option)),
        Function("marked", (tile,), option, optional=True, table=marked),
    )
    titles = {row.slug: row.name for row in deck.cards}
    return Scope((player, card, means, clue, tile, option), functions, (), titles, RESERVED_IN_SCENARIOS)


def _sort(name: str, values: Iterable[str]) -> Sort:
    return Sort(name, tuple(dict.fromkeys(values)))


def _in_formulas(option: str) -> str:
    """The name of an option in formulas, where no name has a dot."""
    return option.replace(".", "-")


def _suits(deck: Deck, card: Sort, option: Sort) -> FunctionTable:
    """Whether each card on the table suits each option."""
    suited: set[tuple[str, ...]] = set()
    for row in deck.cards:
        suited.update((row.slug, _in_formulas(name)) for name in row.suits)
    return {cell: "yes" if cell in suited else "no" for cell in product(card.values, option.values)}
