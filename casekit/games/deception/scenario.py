"""A scenario of Deception, typed: the cards on the table, and an evening as an investigator sees it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from casekit.games.deception.deck import ACCOMPLICE, TARGETS, Deck
from casekit.games.deception.game import DECEPTION
from casekit.games.deception.scenario_forms import SCENARIO
from casekit.games.transcripts.resolving import TranscriptParts, texts
from casekit.games.transcripts.told_lines import PlayLine, ToldLine
from casekit.games.transcripts.transcript import OPEN, Transcript

Pair = tuple[str, str]
"""A means and a clue card of one player: what may have been the means and the evidence."""


@dataclass(frozen=True)
class CardHolder(ToldLine):
    """Somebody at the table, the scientist apart, with the player's cards, which lie open."""

    dialect, form = SCENARIO, "player"
    name: str
    means: tuple[str, ...]
    clues: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """All of the player's cards."""
        return (*self.means, *self.clues)


@dataclass(frozen=True)
class Glimpse(ToldLine):
    """The two that a witness saw: one is the murderer, the other the accomplice."""

    dialect = SCENARIO
    names: tuple[str, ...]


@dataclass(frozen=True)
class Secret(ToldLine):
    """A line of the truth: who, or which card, something is."""

    dialect = SCENARIO
    about: str
    name: str


@dataclass(frozen=True)
class Marker(PlayLine):
    """The scientist's marker on an option of a tile, which may be new in the place of another one."""

    dialect = SCENARIO
    tile: str
    option: str
    replaced: str = ""

    @property
    def form(self) -> str:
        """The name of its form."""
        return "replacement" if self.replaced else "marker"

    @property
    def dotted(self) -> str:
        """The option as cards name it."""
        return f"{self.tile}.{self.option}"


@dataclass(frozen=True)
class Attempt(PlayLine):
    """A player's only attempt to solve the crime, at the cards of another player."""

    dialect = SCENARIO
    player: str
    whom: str
    means: str
    evidence: str
    right: bool

    @property
    def cards(self) -> Pair:
        """The means and the clue card that it names."""
        return self.means, self.evidence


@dataclass(frozen=True)
class Naming(PlayLine):
    """The reversal: the murderer who was found out names the player who may be the witness."""

    dialect = SCENARIO
    player: str
    whom: str
    right: bool


Event = Marker | Attempt | Naming


@dataclass(frozen=True)
class Scenario(Transcript[CardHolder, Secret | Glimpse, Event]):
    """A typed scenario. Every card and tile is of the deck, and whoever plays is a player.

    ``roles`` are those beside investigators. ``hand`` is what a witness saw, if the seat is one's.
    """

    game = DECEPTION

    hand: Glimpse | None
    truth: tuple[Secret, ...] = ()
    deck: Deck = field(kw_only=True)
    roles: tuple[str, ...] = ("murderer",)

    @cached_property
    def owner(self) -> dict[str, str]:
        """Whose each card is."""
        return {card: player.name for player in self.players for card in player.cards}

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every means with every clue card of the same player."""
        players = self.players
        return tuple((means, clue) for player in players for means in player.means for clue in player.clues)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers, in the order in which they were laid."""
        return tuple(event for event in self.play if isinstance(event, Marker))

    @cached_property
    def secrets(self) -> dict[str, str]:
        """The players and cards that the truth names, by what they are."""
        return {secret.about: secret.name for secret in reversed(self.truth)}

    @property
    def crime(self) -> Pair | None:
        """The means and the evidence, if the truth says both."""
        said = self.secrets
        return (said["means"], said["evidence"]) if {"means", "evidence"} <= {*said} else None

    def answers(self, pair: Pair) -> dict[str, str]:
        """The answers to the questions if the crime was a pair; a witness knows who the accomplice is then."""
        owner = self.owner[pair[0]]
        others = [name for name in self.hand.names if name != owner] if self.hand else []
        return dict(zip((*TARGETS, ACCOMPLICE), (owner, *pair, *others), strict=False))

    def possible(self, lines: int = 0) -> tuple[Pair, ...]:
        """The pairs that the seat holds possible after some lines of play."""
        suspects = self.hand.names if self.hand else {*self.names} - {self.seat}
        pairs = tuple(pair for pair in self.pairs if self.owner[pair[0]] in suspects)
        for event in self.play[:lines]:
            pairs = self.left_by(event, pairs)
        return pairs

    def left_by(self, event: Event, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Those of some pairs that a line of play does not rule out; a marker keeps the scientist's promise for them."""
        if isinstance(event, Marker):
            return tuple(pair for pair in pairs if event.option in self.deck.fitting(*pair, event.tile))
        if isinstance(event, Attempt):
            return tuple(pair for pair in pairs if (pair == event.cards) == event.right)
        return tuple(pairs)


def scenario_of(told: TranscriptParts[Deck]) -> Scenario:
    """The scenario of a text."""
    seen = tuple(name for _, line in told.lines["seat"] for name in texts(line["names"]))
    roles = tuple(role for _, line in told.lines["roles"] for role in line["roles"])
    return Scenario(
        **told.typed(_CLASSES),
        hand=Glimpse(seen, place=told.seat_place) if seen and told.seat != OPEN else None,
        roles=roles or ("murderer",),
    )


_CLASSES = {"player": CardHolder, "secret": Secret, "attempt": Attempt, "naming": Naming} | dict.fromkeys(
    ("marker", "replacement"), Marker
)
