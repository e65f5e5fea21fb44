"""Players with hands of cards, and what somebody holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from casekit.games.transcripts.transcript import Transcript
from casekit.model.place import Place


@dataclass(frozen=True, slots=True)
class Player:
    """A player and the number of cards in the player's hand."""

    name: str
    hand_size: int
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """All cards that a player, or a place such as an envelope, holds."""

    holder: str
    cards: tuple[str, ...]
    place: Place = field(default_factory=Place, compare=False)


Held = Transcript[Player, Holding, Any]
"""A transcript in which players hold cards."""


def held(transcript: Held) -> Iterator[Holding]:
    """Every holding that a transcript states: the truth, then the seat's hand."""
    yield from transcript.truth
    if transcript.hand is not None:
        yield transcript.hand
