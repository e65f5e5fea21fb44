"""A deal of the cards, and what the table answers to a suggestion."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from casekit.games.clue.deck import ENVELOPE, KINDS, Deck
from casekit.games.clue.puzzle import Accusation, Answer, Holding, Player, Suggestion


class Showing(NamedTuple):
    """One showing of a card: the player, the asker and the card."""

    player: str
    asker: str
    card: str


@dataclass(frozen=True)
class Deal:
    """The holder of each card of a deck; ``players`` are in the order of turns."""

    deck: Deck
    players: tuple[str, ...]
    holders: Mapping[str, str]

    def cards_of(self, holder: str) -> tuple[str, ...]:
        """The cards of a player or of the envelope, in the order of the deck."""
        return tuple(card for card in self.deck.slugs if self.holders[card] == holder)

    @cached_property
    def seats(self) -> tuple[Player, ...]:
        """The players with the sizes of their hands."""
        return tuple(Player(name, len(self.cards_of(name))) for name in self.players)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """The envelope and all hands."""
        return tuple(Holding(holder, self.cards_of(holder)) for holder in (ENVELOPE, *self.players))

    def suggestion(
        self, number: int, player: str, cards: Sequence[str], shown: Collection[Showing], random: Random
    ) -> Suggestion:
        """A suggestion as the table answers it, with the card that is shown.

        Whoever has several of the cards prefers one that is among those ``shown``: the asker knows it already.
        """
        answers = []
        for other in self._left_of(player):
            held = [card for card in cards if self.holders[card] == other]
            if not held:
                answers.append(Answer(other, shows=False))
                continue
            known = [card for card in held if Showing(other, player, card) in shown]
            card = random.choice(known or held)
            answers.append(Answer(other, shows=True, card=card))
            break
        return Suggestion(number, player, tuple(cards), tuple(answers))

    def accusation(self, number: int, player: str, cards: Sequence[str]) -> Accusation:
        """An accusation with its outcome."""
        return Accusation(number, player, tuple(cards), set(cards) == set(self.cards_of(ENVELOPE)))

    def _left_of(self, player: str) -> tuple[str, ...]:
        at = self.players.index(player)
        return (*self.players[at + 1 :], *self.players[:at])


def deal(deck: Deck, players: tuple[str, ...], random: Random) -> Deal:
    """Shuffle and deal: one card of each kind to the envelope, the others one by one round the table."""
    envelope = [random.choice(deck.of_kind(kind)) for kind in KINDS]
    left = [card for card in deck.slugs if card not in envelope]
    random.shuffle(left)
    return dealt(deck, players, envelope, left)


def dealt(deck: Deck, players: tuple[str, ...], envelope: Sequence[str], left: Sequence[str]) -> Deal:
    """A deal of some cards to the envelope and of those that are ``left`` round the table, in this order."""
    holders = dict.fromkeys(envelope, ENVELOPE)
    holders.update((card, players[at % len(players)]) for at, card in enumerate(left))
    return Deal(deck, players, holders)


def seen_from(suggestion: Suggestion, seat: str | None) -> Suggestion:
    """A suggestion without the card that readers in a seat do not see."""
    answers = tuple(
        answer if suggestion.seen_from(seat, answer) else Answer(answer.player, answer.shows)
        for answer in suggestion.answers
    )
    return Suggestion(suggestion.number, suggestion.player, suggestion.cards, answers)
