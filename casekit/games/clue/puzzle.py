"""A puzzle of Clue, typed: a deal as one seat sees it, and the transcript of what was said at the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from casekit.games.clue.deck import CLASSIC, Deck
from casekit.model.passages import Prose
from casekit.model.place import Place

Level = Literal["amateur", "expert"]

OPEN = "all"
"""The seat of readers who saw every card that was shown, but nobody's hand."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player and the number of cards in the player's hand."""

    name: str
    hand_size: int
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """All cards that a player, or the envelope, holds."""

    holder: str
    cards: tuple[str, ...]
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player answered to a suggestion; ``card`` is the one shown, where the seat saw it."""

    player: str
    shows: bool
    card: str | None = None
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The answer as the transcript writes it."""
        if not self.shows:
            return f"{self.player} passes"
        return f"{self.player} shows {self.card}" if self.card else f"{self.player} shows"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion and its answers in order; ``number`` counts the lines of play from 1.

    ``cards`` are a suspect, a weapon and a room, in this order if the line is legal.
    """

    number: int
    player: str
    cards: tuple[str, ...]
    answers: tuple[Answer, ...]
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        answers = ", ".join(answer.text for answer in self.answers)
        colon = ": " if answers else ""
        return f"{self.player} suggests {', '.join(self.cards)}{colon}{answers}"

    def seen_from(self, seat: str | None, answer: Answer) -> bool:
        """Whether readers in a seat see the card of one of the answers."""
        return seat is not None and seat in {OPEN, self.player, answer.player}


@dataclass(frozen=True, slots=True)
class Accusation:
    """An accusation and whether the accuser found the three cards in the envelope."""

    number: int
    player: str
    cards: tuple[str, ...]
    right: bool
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        return f"{self.player} accuses {', '.join(self.cards)}: {'right' if self.right else 'wrong'}"


Event = Suggestion | Accusation


@dataclass(frozen=True)
class Puzzle:
    """A typed puzzle. What the text leaves out is empty here; every card is in the deck and whoever plays is a player.

    ``players`` are in the order of turns. ``seat`` is the player whose eyes the reader has, ``OPEN`` or ``None`` for an
    onlooker who saw no card; ``hand`` is the hand of a player's seat. ``truth`` lists the envelope and hands, as far
    as they are given. ``place`` is the one of the block of play.
    """

    title: str
    players: tuple[Player, ...]
    seat: str | None
    hand: Holding | None
    play: tuple[Event, ...]
    truth: tuple[Holding, ...] = ()
    level: Level = "amateur"
    author: str = ""
    deck: Deck = CLASSIC
    presentation: tuple[Prose, ...] = ()
    solution: tuple[Prose, ...] = ()
    place: Place = field(default_factory=Place, compare=False)
    blocks: frozenset[str] = field(default=frozenset(), compare=False)
    headings: Mapping[str, Place] = field(default_factory=dict, compare=False)
    fields: Mapping[str, Place] = field(default_factory=dict, compare=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of turns."""
        return tuple(player.name for player in self.players)

    def left_of(self, player: str) -> tuple[str, ...]:
        """The other players in the order in which they answer a player's suggestion."""
        at = self.names.index(player)
        return (*self.names[at + 1 :], *self.names[:at])

    def held(self) -> Iterator[Holding]:
        """Every holding that the puzzle states: the truth, then the seat's hand."""
        yield from self.truth
        if self.hand is not None:
            yield self.hand
