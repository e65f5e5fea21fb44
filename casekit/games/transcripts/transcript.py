"""A transcript, typed: what one seat sees of a game, line by line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from casekit.diagnostics import Place, Prose
from casekit.games.transcripts.transcript_game import TranscriptGame

Level = Literal["apprentice", "amateur", "expert"]

OPEN = "all"
"""The seat of readers who see whatever is shown to anybody, but nobody's secrets."""


class AtTable(Protocol):
    """Somebody at the table."""

    @property
    def name(self) -> str:
        """The name, as the lines of play have it."""

    @property
    def place(self) -> Place:
        """Where the text says that the player plays."""


class Event(Protocol):
    """A line of play; ``number`` counts them from 1."""

    @property
    def number(self) -> int:
        """Its number, which is its name as a source."""

    @property
    def text(self) -> str:
        """The canonical text of the line."""

    @property
    def place(self) -> Place:
        """Where it is in the text."""


PlayerT_co = TypeVar("PlayerT_co", bound=AtTable, covariant=True)
SecretT_co = TypeVar("SecretT_co", covariant=True)
EventT_co = TypeVar("EventT_co", bound=Event, covariant=True)


@dataclass(frozen=True)
class Transcript(Generic[PlayerT_co, SecretT_co, EventT_co]):
    """A typed transcript. What the text leaves out is empty here, and every name in it is known.

    ``players`` are in the order of turns. ``seat`` is the player whose eyes the reader has, ``OPEN`` or ``None`` for an
    onlooker to whom nothing is shown; ``hand`` is what a player's seat knows from the start. ``truth`` is what the text
    says of the solution and of what players know, ``deck`` what was dealt. ``place`` is the one of the block of play.
    """

    game: ClassVar[TranscriptGame[Any]]

    title: str
    players: tuple[PlayerT_co, ...]
    seat: str | None
    hand: SecretT_co | None
    play: tuple[EventT_co, ...]
    truth: tuple[SecretT_co, ...] = ()
    level: Level = "amateur"
    author: str = ""
    presentation: tuple[Prose, ...] = ()
    solution: tuple[Prose, ...] = ()
    place: Place = field(default_factory=Place, compare=False)
    headings: Mapping[str, Place] = field(default_factory=dict, compare=False)
    fields: Mapping[str, Place] = field(default_factory=dict, compare=False)
    deck: Any = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of turns."""
        return tuple(player.name for player in self.players)

    def left_of(self, player: str) -> tuple[str, ...]:
        """The other players in the order of turns, from a player's left."""
        at = self.names.index(player)
        return (*self.names[at + 1 :], *self.names[:at])


AnyTranscript = Transcript[Any, Any, Any]
"""A transcript of some game."""
