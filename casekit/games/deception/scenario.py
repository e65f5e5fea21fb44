"""A scenario of Deception, typed: the cards on the table, and an evening as an investigator sees it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from casekit.games.deception.deck import Deck
from casekit.games.deception.game import DECEPTION
from casekit.games.transcripts.resolving import TranscriptParts, place_of, texts
from casekit.games.transcripts.transcript import OPEN, Transcript
from casekit.language.document.tree import FormNode
from casekit.model.place import Place

Role = Literal["murderer", "accomplice", "witness"]
Pair = tuple[str, str]
"""A means and a clue card of one player: what may have been the means and the evidence."""


@dataclass(frozen=True, slots=True)
class CardHolder:
    """Somebody at the table, the scientist apart, with the player's cards, which lie open."""

    name: str
    means: tuple[str, ...]
    clues: tuple[str, ...]
    place: Place = field(default_factory=Place, compare=False)

    @property
    def cards(self) -> tuple[str, ...]:
        """All of the player's cards."""
        return (*self.means, *self.clues)


@dataclass(frozen=True, slots=True)
class Secret:
    """A line of the truth: who or which card something is. As what a witness saw, the two of whom one is the murderer."""

    about: str
    names: tuple[str, ...]
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        return f"{self.about}: {', '.join(self.names)}"


@dataclass(frozen=True, slots=True)
class Marker:
    """The scientist's marker on an option of a tile, which may be new in the place of another one."""

    number: int
    tile: str
    option: str
    replaced: str = ""
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        does = f"replace {self.replaced} by" if self.replaced else "marker"
        return f"{does} {self.tile}: {self.option}"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A player's only attempt to solve the crime, at the cards of another player."""

    number: int
    player: str
    whom: str
    cards: Pair
    right: bool
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        return f"{self.player} solves {self.whom} {', '.join(self.cards)}: {'yes' if self.right else 'no'}"


@dataclass(frozen=True, slots=True)
class Naming:
    """The reversal: the murderer who was found out names the player who may be the witness."""

    number: int
    player: str
    whom: str
    right: bool
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        return f"{self.player} names {self.whom}: {'right' if self.right else 'wrong'}"


Event = Marker | Attempt | Naming


@dataclass(frozen=True)
class Scenario(Transcript[CardHolder, Secret, Event]):
    """A typed scenario. Every card and tile is of the deck, and whoever plays is a player.

    ``roles`` are those beside investigators. ``hand`` is what a witness saw, if the seat is one's.
    """

    game = DECEPTION

    deck: Deck = field(kw_only=True)
    roles: tuple[str, ...] = ("murderer",)

    @cached_property
    def owner(self) -> dict[str, str]:
        """Whose each card is."""
        return {card: player.name for player in self.players for card in player.cards}

    @property
    def pairs(self) -> Iterator[Pair]:
        """Every means with every clue card of the same player."""
        for player in self.players:
            yield from ((means, clue) for means in player.means for clue in player.clues)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers, in the order in which they were laid."""
        return tuple(event for event in self.play if isinstance(event, Marker))

    @property
    def crime(self) -> tuple[Pair, ...]:
        """The means and the evidence, if the truth says both."""
        return tuple(zip(self.secret("means"), self.secret("evidence"), strict=False))

    def secret(self, about: str) -> tuple[str, ...]:
        """The names that the truth has for something; empty if it has none."""
        return next((secret.names for secret in self.truth if secret.about == about), ())


def scenario_of(told: TranscriptParts[Deck]) -> Scenario:
    """The scenario of a text."""
    seen = [name for _, line in told.lines["seat"] for name in line["names"]]
    roles = tuple(role for _, line in told.lines["roles"] for role in line["roles"])
    return Scenario(
        **told.fields,
        players=tuple(
            CardHolder(line["name"].text, texts(line["means"]), texts(line["clues"]), place_of(line))
            for _, line in told.lines["players"]
        ),
        seat=told.seat,
        hand=Secret("witness", texts(seen), told.seat_place) if seen and told.seat != OPEN else None,
        play=tuple(_event(number, line) for number, line in told.lines["play"]),
        truth=tuple(_secret(line) for _, line in told.lines["truth"]),
        roles=roles or ("murderer",),
    )


def _event(number: int, line: FormNode) -> Event:
    given: dict[str, Any] = {"number": number, "place": place_of(line)}
    given |= {name: value if isinstance(value, bool) else value.text for name, value in line.parts}
    if line.form == "attempt":
        return Attempt(cards=(given.pop("means"), given.pop("evidence")), **given)
    return Naming(**given) if line.form == "naming" else Marker(**given)


def _secret(line: FormNode) -> Secret:
    about, name = line.values
    return Secret(about, (name.text,), place_of(line))
