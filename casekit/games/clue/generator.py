"""Simulated players, who note what may be in the envelope and ask for what they do not know.

Their games are the puzzles: what one seat sees until two lines after it can know the envelope.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from random import Random
from typing import NamedTuple

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.clue.document import (
    CLASSIC,
    ENVELOPE,
    KINDS,
    RESERVED_IN_PUZZLES,
    Accusation,
    Answer,
    Deck,
    Event,
    Kind,
    Puzzle,
    Suggestion,
    laws_of,
    remarks,
)
from casekit.games.clue.theory import build_theory
from casekit.kit.hands import Holding, HoldingConstraint, Player, hand_lines, sentence_of
from casekit.kit.transcripts import editions, generator
from casekit.kit.transcripts.analysis import CandidateValues, nodes_of, possible
from casekit.values import frozen, replace

ROOMS_IN_REACH = 3
"""The number of rooms a player can choose from in a turn: the board's part in the game."""

SHARE_OF_BLUFFS = 0.15
"""How often a player names a card of the own hand though there are others to ask for."""

SOLUTIONS_OF_A_GUESS = 2
"""With this many solutions left a player may accuse without knowing."""

SHARE_OF_GUESSES = 0.1
"""How often a player accuses who has only two solutions to choose from."""

MOST_LINES = 60
"""The most lines of a simulated game; one that takes longer makes no puzzle."""

CLASSIC_PLAYERS = ("SCARLET", "MUSTARD", "WHITE", "GREEN", "PEACOCK", "PLUM")
"""The players of the classic deck in the order of turns."""

_PLAYERS_OF_DRAFT = 3


class Showing(NamedTuple):
    """One showing of a card."""

    player: str
    """The player who shows it."""

    asker: str
    card: str


@frozen
class Deal:
    """The cards of a deck, dealt."""

    deck: Deck

    players: tuple[str, ...]
    """The players in the order of turns."""

    holders: Mapping[str, str]
    """The holder of each card."""

    def cards_of(self, holder: str) -> tuple[str, ...]:
        """The cards of a player or of the envelope, in the order of the deck."""
        return tuple(card for card in self.deck.slugs if self.holders[card] == holder)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The deal as an onlooker's puzzle without any play; its truth are the envelope and all hands."""
        seats = tuple(Player(name, len(self.cards_of(name))) for name in self.players)
        truth = tuple(Holding(holder, self.cards_of(holder)) for holder in (ENVELOPE, *self.players))
        return Puzzle("", seats, seat=None, hand=None, play=(), truth=truth, deck=self.deck)

    def seen_by(self, seat: str, play: Iterable[Event], level: editions.Level = "amateur") -> Puzzle:
        """The puzzle of a seat that sees some play."""
        hand = Holding(seat, self.cards_of(seat))
        return replace(self.puzzle, seat=seat, hand=hand, play=tuple(play), level=level)

    def suggestion(
        self, number: int, player: str, cards: Sequence[str], shown: Collection[Showing], random: Random
    ) -> Suggestion:
        """A suggestion as the table answers it, with the card that is shown.

        Whoever has several of the cards prefers one that is among those ``shown``: the asker knows it
        already.
        """
        answers: list[Answer] = []
        for other in self.puzzle.left_of(player):
            held_cards = [card for card in cards if self.holders[card] == other]
            if held_cards:
                known_cards = [card for card in held_cards if Showing(other, player, card) in shown]
                card = random.choice(known_cards or held_cards)
                answers.append(Answer(other, shows=True, card=card))
                break
            answers.append(Answer(other, shows=False))
        return Suggestion(number, player, tuple(cards), tuple(answers))

    def accusation(self, number: int, player: str, cards: Sequence[str]) -> Accusation:
        """An accusation with its outcome."""
        return Accusation(number, player, tuple(cards), set(cards) == set(self.cards_of(ENVELOPE)))


def deal(deck: Deck, players: tuple[str, ...], random: Random) -> Deal:
    """Shuffle and deal: one card of each kind to the envelope, the others one by one round the table."""
    envelope = [random.choice(deck.of_kind(kind)) for kind in KINDS]
    others = [card for card in deck.slugs if card not in envelope]
    random.shuffle(others)
    return deal_in_order(deck, players, envelope, others)


def deal_in_order(
    deck: Deck, players: tuple[str, ...], envelope: Sequence[str], others: Sequence[str]
) -> Deal:
    """A deal of some cards to the envelope and of the others round the table, in their order."""
    holders = {card: players[number % len(players)] for number, card in enumerate(others)}
    return Deal(deck, players, dict.fromkeys(envelope, ENVELOPE) | holders)


def seen_from(event: Event, seat: str | None) -> Event:
    """A line without the cards that readers in a seat do not see."""
    if not isinstance(event, Suggestion):
        return event
    answers = (
        answer if event.seen_from(seat, answer) else replace(answer, card=None) for answer in event.answers
    )
    return replace(event, answers=tuple(answers))


class ClueGame:
    """A game of the players of a deal, whose reasoning is complete."""

    def __init__(self, deal: Deal, random: Random) -> None:
        self.deal = deal
        self.play: list[Event] = []
        """The lines of play with every card that was shown."""
        self.known: dict[str, int] = {}
        """By player the first line after which the player could know the envelope, 0 for the deal alone.

        Players who never could are not in it. That somebody accuses rightly is not counted.
        """
        self._random = random
        self._said = laws_of(deal.deck, deal.players).said
        # One solver learns for all of them.
        self._solver = TheorySolver(build_theory(replace(deal.puzzle, truth=())).theory)
        nodes = nodes_of(self._solver, self._solver.theory.targets)
        self._notes = {player: CandidateValues(self._solver, nodes) for player in deal.players}
        self._shown: set[Showing] = set()
        for player in deal.players:
            hand = deal.cards_of(player)
            others = tuple(card for card in deal.deck.slugs if card not in hand)
            has, has_not = HoldingConstraint(player, "all", hand), HoldingConstraint(player, "none", others)
            self._learn(player, (has, has_not))

    def played(self, lines: int) -> "ClueGame":
        """Let everybody play until one accuses rightly, nobody is left to ask, or ``lines`` are played."""
        has_accused: set[str] = set()
        self._note_who_knows(0)
        while len(self.play) < lines and len(has_accused) < len(self.deal.players):
            for player in self.deal.players:
                if player in has_accused or len(self.play) == lines:
                    continue
                event = self._turn(len(self.play) + 1, player)
                self.play.append(event)
                if not isinstance(event, Suggestion):
                    if event.right:
                        return self
                    has_accused.add(player)
                self._listen(event)
        return self

    def _turn(self, number: int, player: str) -> Event:
        """The line of play of a player whose turn it is."""
        candidates = self._candidates(player)
        solution_count = prod(map(len, candidates))
        # Whoever knows the envelope keeps that secret until a puzzle can end.
        is_sure = solution_count == 1 and number - self.known[player] > generator.LINES_AFTER
        may_guess = solution_count == SOLUTIONS_OF_A_GUESS
        if is_sure or (may_guess and self._random.random() < SHARE_OF_GUESSES):
            return self.deal.accusation(number, player, [self._random.choice(cards) for cards in candidates])
        hand = self.deal.cards_of(player)
        cards = [self._ask_for(kind, cards, hand) for kind, cards in zip(KINDS, candidates, strict=True)]
        return self.deal.suggestion(number, player, cards, self._shown, self._random)

    def _ask_for(self, kind: Kind, candidates: Sequence[str], hand: Sequence[str]) -> str:
        """A card that may be in the envelope.

        Once it is known, one of the own hand, which nobody else can show.
        """
        cards = self.deal.deck.of_kind(kind)
        if kind == "room":
            cards = tuple(self._random.sample(cards, min(ROOMS_IN_REACH, len(cards))))
        cards_to_ask_for = [card for card in cards if card in candidates]
        decoys = [card for card in cards if card in hand]
        if decoys and (len(candidates) == 1 or self._random.random() < SHARE_OF_BLUFFS):
            return self._random.choice(decoys)
        return self._random.choice(cards_to_ask_for or decoys or cards)

    def _listen(self, event: Event) -> None:
        """Everybody learns what a line of play says to them."""
        for player in self._notes:
            self._learn(player, (remark.telling for remark in remarks(event, player)))
        if isinstance(event, Suggestion):
            for answer in event.answers:
                if answer.card:
                    self._shown.add(Showing(answer.player, event.player, answer.card))
        self._note_who_knows(event.number)

    def _learn(self, player: str, constraints: Iterable[HoldingConstraint]) -> None:
        formulas = (sentence_of(self._said, constraint).formula for constraint in constraints)
        self._notes[player].learn(self._solver.meaning(formula).true for formula in formulas)

    def _candidates(self, player: str) -> tuple[tuple[str, ...], ...]:
        """The cards of each kind that may be in the envelope, as a player knows."""
        return tuple(possible(self._solver.theory, self._notes[player].open).values())

    def _note_who_knows(self, number: int) -> None:
        """Note the players who can know the envelope since a line of play."""
        for player in self._notes:
            if player not in self.known and all(len(cards) == 1 for cards in self._candidates(player)):
                self.known[player] = number


def players_of(deck: Deck, count: int) -> tuple[str, ...]:
    """The names of the first players of a deck, in turn: suspects, or numbers where these are taken."""
    if deck == CLASSIC:
        return CLASSIC_PLAYERS[:count]
    taken = {*deck.slugs, *RESERVED_IN_PUZZLES}
    names: list[str] = []
    for number, slug in enumerate(deck.of_kind("suspect")[:count], 1):
        name = slug.upper()
        names.append(f"PLAYER-{number}" if name in {*taken, *names} else name)
    return tuple(names)


def _simulated(random: Random, deck: Deck, players: int, level: editions.Level) -> Iterator[Puzzle]:
    names = players_of(deck, players)
    game = ClueGame(deal(deck, names, random), random).played(MOST_LINES)
    return puzzles_of(game, random.sample(names, len(names)), level)


def puzzles_of(game: ClueGame, seats: Sequence[str], level: editions.Level) -> Iterator[Puzzle]:
    """The puzzles that a game is for the seats that can know the envelope by themselves.

    They know it before somebody gives it away, and do not look into it.
    """
    for seat in seats:
        if seat not in game.known:
            continue
        events = game.play[: game.known[seat] + generator.LINES_AFTER]
        without_end = [event for event in events if isinstance(event, Suggestion) or not event.right]
        play = [seen_from(event, seat) for event in without_end]
        looks_into_envelope = any(isinstance(event, Accusation) and event.player == seat for event in play)
        if play and not looks_into_envelope:
            yield game.deal.seen_by(seat, play, level)


def _begun(deck: Deck) -> Puzzle:
    """A puzzle for three players: an unshuffled deal, and a suggestion that the next may answer."""
    names = players_of(deck, min(_PLAYERS_OF_DRAFT, len(deck.of_kind("suspect"))))
    envelope = [deck.of_kind(kind)[0] for kind in KINDS]
    others = [slug for slug in deck.slugs if slug not in envelope]
    unshuffled = deal_in_order(deck, names, envelope, others)
    asker, next_player, *_ = names
    rooms = [card for card in unshuffled.cards_of(next_player) if card in deck.of_kind("room")]
    cards = (*envelope[:2], rooms[0] if rooms else envelope[2])
    unused_random = Random(0)  # noqa: S311 -- nothing is drawn from it
    return unshuffled.seen_by(asker, [unshuffled.suggestion(1, asker, cards, (), unused_random)])


def _comments(puzzle: Puzzle) -> Mapping[str, Sequence[str]]:
    dealt_cards = sum(player.hand_size for player in puzzle.players)
    return {
        "players": [
            f"In the order of turns, each with the number of cards: {dealt_cards} in all, for three are in the {ENVELOPE}."
        ],
        "seat": ["The cards that readers hold. Without a seat they saw no card."],
        "play": [
            "Whoever is asked passes or shows a card; readers see the one that their seat shows or is shown.",
            "TODO: the play goes on until the envelope is certain.",
        ],
        "truth": ["TODO: change the deal, here and in the seat's hand."],
    }


MAKING = generator.GeneratorSpec(
    simulated=_simulated,
    players=lambda deck, _: range(2, len(deck.of_kind("suspect")) + 1),
    begun=_begun,
    comments=_comments,
    to_do="a deal, its play and its story to write",
    lines=hand_lines,
)
"""How puzzles are made."""
