"""The rules of a legal deal: sizes, one card of each kind in the envelope, no card twice."""

from collections.abc import Iterator

from casekit.games.clue import codes
from casekit.games.clue.asking.evidence_words import WORDS
from casekit.games.clue.deck import ENVELOPE, KINDS, DeckCard
from casekit.games.clue.puzzle import Puzzle
from casekit.games.transcripts.checks.breaches import Breach
from casekit.games.transcripts.hands.hand_rules import (
    different_hands,
    hand_sizes,
    repeated_cards,
    repeated_holders,
    sizes_of_holdings,
)


def deal_breaches(puzzle: Puzzle) -> Iterator[Breach]:
    """Everything that is wrong with the seat's hand and the truth of a table whose players are those they should be."""
    expected = len(puzzle.deck.cards) - len(KINDS)
    yield from hand_sizes(puzzle, expected, f"the {len(KINDS)} in the envelope")
    yield from repeated_holders(puzzle, WORDS)
    yield from sizes_of_holdings(puzzle)
    yield from envelope(puzzle)
    yield from repeated_cards(puzzle, WORDS)
    yield from different_hands(puzzle)


def envelope(puzzle: Puzzle) -> Iterator[Breach]:
    """The envelope holds a suspect, a weapon and a room."""
    for holding in puzzle.truth:
        if holding.holder == ENVELOPE and puzzle.deck.kinds(holding.cards) != KINDS:
            yield Breach(
                codes.WRONG_ENVELOPE,
                f"the envelope holds {_described(puzzle, holding.cards)}",
                holding.place,
                "name a suspect, a weapon and a room, in this order",
            )


def _described(puzzle: Puzzle, cards: tuple[str, ...]) -> str:
    """Cards with their kinds, as in ``rope (weapon)``."""
    known: list[DeckCard] = [puzzle.deck.by_slug[card] for card in cards]
    return ", ".join(f"{card.slug} ({card.kind})" for card in known) or "no card"
