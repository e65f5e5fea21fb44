"""Players with hands of cards, and what somebody holds."""

from dataclasses import dataclass, field

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
