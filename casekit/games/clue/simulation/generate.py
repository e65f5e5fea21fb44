"""Puzzles of simulated games: a deal, what the table answers, and what one seat sees until two lines after it can know the envelope."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from casekit.games.clue.deck import CLASSIC, ENVELOPE, KINDS, RESERVED_IN_PUZZLES, Deck
from casekit.games.clue.puzzle import Accusation, Answer, Event, Holding, Level, Player, Puzzle, Suggestion
from casekit.games.clue.simulation.detective import PlayedGame, play_game
from casekit.games.transcripts.hands.holdings import hand_lines
from casekit.games.transcripts.making.fitting import LINES_AFTER
from casekit.games.transcripts.making.made import Making


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


MOST_LINES = 60
"""The most lines of a simulated game; one that takes longer makes no puzzle."""

ROUND = ("SCARLET", "MUSTARD", "WHITE", "GREEN", "PEACOCK", "PLUM")
"""The players of the classic deck in the order of turns."""

_FIRST = 3
"""The number of players in a draft."""


def players_of(deck: Deck, count: int) -> tuple[str, ...]:
    """The names of the first players of a deck, in the order of turns: those of suspects, or numbers where these are taken.

    Raises:
        ValueError: if the deck is not for that number of players.
    """
    most = len(deck.of_kind("suspect"))
    if not 2 <= count <= most:  # noqa: PLR2004 - one player has nobody to ask
        raise ValueError(f"this deck is for 2 to {most} players")
    if deck == CLASSIC:
        return ROUND[:count]
    taken = {*deck.slugs, *RESERVED_IN_PUZZLES}
    names: list[str] = []
    for number, slug in enumerate(deck.of_kind("suspect")[:count], 1):
        name = slug.upper()
        names.append(f"PLAYER-{number}" if name in {*taken, *names} else name)
    return tuple(names)


def _simulated(random: Random, deck: Deck, players: int, level: Level) -> Iterator[Puzzle]:
    names = players_of(deck, players)
    game = play_game(deal(deck, names, random), random, MOST_LINES)
    return puzzles_of(game, random.sample(names, len(names)), level)


def puzzles_of(game: PlayedGame, seats: Sequence[str], level: Level) -> Iterator[Puzzle]:
    """The puzzles that a game is for some seats: those that can know the envelope and do not look into it."""
    for seat in seats:
        play = _cut(game, seat)
        if play and not any(event.player == seat and not isinstance(event, Suggestion) for event in play):
            hand = Holding(seat, game.deal.cards_of(seat))
            yield Puzzle(
                "", game.deal.seats, seat, hand, play, game.deal.holdings, level, deck=game.deal.deck
            )


def _cut(game: PlayedGame, seat: str) -> tuple[Event, ...]:
    """The play as a seat sees it, until somebody gives the envelope away; nothing if the seat never knows it before."""
    play = game.play[: game.known[seat] + LINES_AFTER] if seat in game.known else ()
    play = tuple(event for event in play if isinstance(event, Suggestion) or not event.right)
    return tuple(seen_from(event, seat) if isinstance(event, Suggestion) else event for event in play)


def _begun(deck: Deck) -> Puzzle:
    """A puzzle for three players: a deal that is not shuffled, and a suggestion that the next player can answer, or nobody."""
    names = players_of(deck, min(_FIRST, len(deck.of_kind("suspect"))))
    envelope = [deck.of_kind(kind)[0] for kind in KINDS]
    first = dealt(deck, names, envelope, [slug for slug in deck.slugs if slug not in envelope])
    asker, other, *_ = names
    rooms = [card for card in first.cards_of(other) if card in deck.of_kind("room")]
    asked = first.suggestion(1, asker, (*envelope[:2], rooms[0] if rooms else envelope[2]), (), Random(0))  # noqa: S311 - nothing is chosen
    hand = Holding(asker, first.cards_of(asker))
    return Puzzle("", first.seats, asker, hand, (asked,), first.holdings, deck=deck)


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


MAKING = Making(
    simulated=_simulated,
    players=lambda deck, _: range(2, len(deck.of_kind("suspect")) + 1),
    begun=_begun,
    comments=_comments,
    to_do="a deal, its play and its story to write",
    lines=hand_lines,
)
"""How puzzles are made."""
