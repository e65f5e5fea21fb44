"""Simulated players, who note who may hold each card and ask for what they do not know; and the games they play with a deal against each other."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random
from typing import NamedTuple

from casekit.deduce.encoding.vocabulary import range_of
from casekit.deduce.solving.knowledge import Knowledge
from casekit.games.clue.asking.puzzle_theory import build_theory
from casekit.games.clue.deck import ENVELOPE, KINDS, Deck, Kind
from casekit.games.clue.puzzle import Accusation, Answer, Event, Holding, Player, Puzzle, Suggestion
from casekit.games.clue.remarks import remarks
from casekit.games.clue.signature import Signature
from casekit.games.transcripts.asking.courses import OpenValues, possible, target_nodes
from casekit.games.transcripts.hands.tellings import Telling, whole_hand
from casekit.games.transcripts.making.fitting import LINES_AFTER
from casekit.model.theory import Assertion, Fact


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


Cell = tuple[str, str]
"""A card and somebody who may hold it."""


class Notes:
    """The notes of a reader who learns one thing after the other; the reasoning is complete.

    ``given`` is known before anything else. ``columns`` are the holders whose cells are looked at; what is asked for is
    looked at in any case.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        terms: Signature,
        given: Iterable[Telling] = (),
        columns: Collection[str] | None = None,
    ) -> None:
        self._knowledge = knowledge
        self._terms = terms
        cells = {
            (card, holder): knowledge.node(Assertion(Fact("holder", (card,), holder)))
            for card in terms.holder.arguments[0].values
            for holder in range_of(terms.holder)
            if columns is None or holder in columns
        }
        self._values = OpenValues[Cell](knowledge, cells | target_nodes(knowledge))
        self.learn(given)

    def learn(self, tellings: Iterable[Telling]) -> None:
        """Take note of tellings, and close every cell that they rule out; all of them, if they contradict themselves."""
        said = (self._terms.telling(telling) for telling in tellings)
        self._values.learn(self._knowledge.meaning(each.formula).true for each in said)

    def may_hold(self, holder: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Those of some cards that a holder may have."""
        return tuple(card for card in cards if (card, holder) in self._values.open)

    @property
    def open(self) -> frozenset[Cell]:
        """The cells that are possible, in the columns looked at."""
        cards = {*self._terms.holder.arguments[0].values}
        return frozenset(cell for cell in self._values.open if cell[0] in cards)

    def candidates(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each question may ask for."""
        return tuple(possible(self._knowledge.theory, self._values.open).values())

    @property
    def solution(self) -> tuple[str, ...] | None:
        """The cards that are asked for, once they are certain."""
        candidates = self.candidates()
        known = all(len(cards) == 1 for cards in candidates)
        return tuple(cards[0] for cards in candidates) if known else None


REACH = 3
"""The number of rooms a player can choose from in a turn: the board's part in the game."""

BLUFF = 0.15
"""How often a player names a card of the own hand though there are others to ask for."""

RASH = 0.1
"""How often a player accuses who has but two solutions to choose from."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played: its deal, its transcript with every card that was shown, and who could know when.

    ``known`` holds for each player the first line after which the player could know the envelope, 0 for the deal alone;
    players who never could are not in it. That somebody accuses rightly is not counted.
    """

    deal: Deal
    play: tuple[Event, ...]
    known: Mapping[str, int]


def play_game(deal: Deal, random: Random, lines: int) -> PlayedGame:
    """Let the players of a deal play until one accuses rightly, nobody is left to ask or ``lines`` lines are played."""
    return _Table(deal, random).play(lines)


class _Table:
    def __init__(self, deal: Deal, random: Random) -> None:
        self._deal = deal
        self._random = random
        puzzle = Puzzle("", deal.seats, seat=None, hand=None, play=(), deck=deal.deck)
        signature = Signature(deal.deck, deal.players)
        knowledge = Knowledge(build_theory(puzzle).theory)  # one solver learns for all of them
        self._notes = {
            player: Notes(
                knowledge, signature, whole_hand(player, deal.cards_of(player), deal.deck.slugs), ()
            )
            for player in deal.players
        }
        self._shown: set[Showing] = set()
        self._known: dict[str, int] = {}
        self._out: set[str] = set()

    def play(self, lines: int) -> PlayedGame:
        events: list[Event] = []
        self._note_who_knows(0)
        while len(events) < lines and len(self._out) < len(self._deal.players):
            for player in self._deal.players:
                if player in self._out or len(events) == lines:
                    continue
                event = self._turn(len(events) + 1, player)
                events.append(event)
                if not isinstance(event, Suggestion):
                    if event.right:
                        return PlayedGame(self._deal, tuple(events), self._known)
                    self._out.add(player)
                self._listen(event)
        return PlayedGame(self._deal, tuple(events), self._known)

    def _turn(self, number: int, player: str) -> Event:
        notes = self._notes[player]
        candidates = notes.candidates()
        choices = prod(map(len, candidates))
        # Whoever knows the envelope keeps that secret until a puzzle can end.
        sure = choices == 1 and number - self._known[player] > LINES_AFTER
        if sure or (choices == 2 and self._random.random() < RASH):  # noqa: PLR2004 - a guess
            return self._deal.accusation(number, player, [self._random.choice(cards) for cards in candidates])
        cards = [
            self._ask_for(kind, cards, self._deal.cards_of(player))
            for kind, cards in zip(KINDS, candidates, strict=True)
        ]
        return self._deal.suggestion(number, player, cards, self._shown, self._random)

    def _ask_for(self, kind: Kind, candidates: Sequence[str], own: Sequence[str]) -> str:
        """A card that may be in the envelope; once it is known, one of the own hand, which nobody else can show."""
        cards = self._deal.deck.of_kind(kind)
        if kind == "room":
            cards = tuple(self._random.sample(cards, min(REACH, len(cards))))
        wanted = [card for card in cards if card in candidates]
        decoys = [card for card in cards if card in own]
        if decoys and (len(candidates) == 1 or self._random.random() < BLUFF):
            return self._random.choice(decoys)
        return self._random.choice(wanted or decoys or cards)

    def _listen(self, event: Event) -> None:
        for player, notes in self._notes.items():
            notes.learn(remark.telling for remark in remarks(event, player))
        self._remember_shown(event)
        self._note_who_knows(event.number)

    def _remember_shown(self, event: Event) -> None:
        for answer in event.answers if isinstance(event, Suggestion) else ():
            if answer.card is not None:
                self._shown.add(Showing(answer.player, event.player, answer.card))

    def _note_who_knows(self, number: int) -> None:
        for player, notes in self._notes.items():
            if player not in self._known and notes.solution is not None:
                self._known[player] = number
