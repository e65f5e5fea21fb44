"""What the syntax tree of a puzzle has beside what every document has.

A heading of the kind ``seat`` names whose eyes the reader has, one of the kind ``unknown`` is of no block.
"""

from dataclasses import dataclass

from casekit.language.document.tree import Item
from casekit.language.formula.nodes import Node, Word

LOGIC_BLOCKS = ("players", "seat", "play", "truth")
"""The blocks whose lines may go on over several lines."""

BLOCKS_IN_ORDER = ("players", "seat", "presentation", "play", "truth", "solution")
"""Every block of a puzzle beside ``notes``, in the order of the skeleton; each occurs once."""

SEAT = "seat"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PlayerNode(Item):
    """``SCARLET 6``: a player and the number of cards in the player's hand."""

    name: Word
    size: Word


@dataclass(frozen=True, slots=True)
class HandNode(Item):
    """Cards in the hand of the seat."""

    cards: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class ReplyNode(Node):
    """What a player answers: nothing is ``shown``, or a card, which is named where the seat saw it."""

    player: Word
    shows: bool
    card: Word | None = None


@dataclass(frozen=True, slots=True)
class SuggestionNode(Item):
    """``SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe``."""

    player: Word
    cards: tuple[Word, ...]
    replies: tuple[ReplyNode, ...] = ()


@dataclass(frozen=True, slots=True)
class AccusationNode(Item):
    """``WHITE accuses mustard, knife, study: wrong``."""

    player: Word
    cards: tuple[Word, ...]
    outcome: Word


@dataclass(frozen=True, slots=True)
class HoldingNode(Item):
    """``envelope: mustard, wrench, study``: all cards of a holder."""

    holder: Word
    cards: tuple[Word, ...] = ()
