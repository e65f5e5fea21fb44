"""An edition's deck of event cards.

A deck has eighteen cards (rulebook, "Event cards" and "Setup"): four of a calm sea, one for each pile of the deck; one
of full speed, which a full table leaves out; thirteen others. What they are called is up to the deck's file.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from casekit.diagnostics import Source


@dataclass(frozen=True, slots=True)
class CardKind:
    """How many cards of a kind a deck has, and whether they may share their title."""

    count: int
    one_title: bool = False


CARD_KINDS: Mapping[str, CardKind] = {
    "calm-sea": CardKind(4, one_title=True),
    "full-speed": CardKind(1),
    "event": CardKind(13),
}
SIZE = sum(kind.count for kind in CARD_KINDS.values())
"""The cards of a deck."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event. ``kind`` is a key of ``CARD_KINDS``, ``zone`` where the purser goes; flavour and effect are prose."""

    kind: str
    title: str
    zone: int
    flavour: str
    effect: str


@dataclass(frozen=True)
class Deck:
    """Event cards in the order of their file."""

    source: Source
    cards: tuple[EventCard, ...]
