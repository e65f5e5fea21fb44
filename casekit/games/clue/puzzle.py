"""A puzzle of Clue, typed: a deal as one seat sees it, and the transcript of what was said at the table."""

from dataclasses import dataclass, field

from casekit.games.clue.deck import CLASSIC, Deck
from casekit.games.clue.game import CLUE
from casekit.games.transcripts.hands.holdings import Holding, Player, holding_of, player_of
from casekit.games.transcripts.resolving import TranscriptParts, place_of, texts
from casekit.games.transcripts.transcript import OPEN, Level, Transcript
from casekit.language.document.tree import FormNode
from casekit.model.place import Place

__all__ = ("OPEN", "Holding", "Level", "Player")


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's answer to a suggestion; ``card`` is the one shown, where the seat saw it."""

    player: str
    shows: bool
    card: str | None = None
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The answer as the transcript writes it."""
        if not self.shows:
            return f"{self.player} passes"
        return f"{self.player} shows {self.card}" if self.card else f"{self.player} shows"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion and its answers in order; ``number`` counts the lines of play from 1.

    ``cards`` are a suspect, a weapon and a room, in this order if the line is legal.
    """

    number: int
    player: str
    cards: tuple[str, ...]
    answers: tuple[Answer, ...]
    place: Place = field(default_factory=Place, compare=False)

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        answers = ", ".join(answer.text for answer in self.answers)
        colon = ": " if answers else ""
        return f"{self.player} suggests {', '.join(self.cards)}{colon}{answers}"

    def seen_from(self, seat: str | None, answer: Answer) -> bool:
        """Whether readers in a seat see the card of one of the answers."""
        return seat is not None and seat in {OPEN, self.player, answer.player}


@dataclass(frozen=True, slots=True)
class Accusation:
    """An accusation and whether the accuser found the three cards in the envelope.

    ``found`` are the cards that were in it, where the reader saw them.
    """

    number: int
    player: str
    cards: tuple[str, ...]
    right: bool
    place: Place = field(default_factory=Place, compare=False)
    found: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        return f"{self.player} accuses {', '.join(self.cards)}: {'right' if self.right else 'wrong'}"


Event = Suggestion | Accusation


@dataclass(frozen=True)
class Puzzle(Transcript[Player, Holding, Event]):
    """A typed puzzle. Every card is in the deck and whoever plays is a player.

    ``hand`` is the hand of a player's seat; ``truth`` lists the envelope and hands, as far as they are given.
    """

    game = CLUE

    deck: Deck = CLASSIC


def puzzle_of(told: TranscriptParts[Deck]) -> Puzzle:
    """The puzzle in a text, from its parts."""
    cards = [card for _, line in told.lines["seat"] for card in line["hand"]]
    in_play = told.seat not in {None, OPEN}
    return Puzzle(
        **told.fields,
        players=tuple(player_of(line) for _, line in told.lines["players"]),
        seat=told.seat,
        hand=Holding(str(told.seat), texts(cards), told.seat_place) if in_play else None,
        play=tuple(_event(number, line) for number, line in told.lines["play"]),
        truth=tuple(holding_of(line) for _, line in told.lines["truth"]),
    )


def _event(number: int, line: FormNode) -> Event:
    if line.form == "accusation":
        player, cards, right = line.values
        return Accusation(number, player.text, texts(cards), right, place_of(line))
    player, cards, answers = line.values
    return Suggestion(number, player.text, texts(cards), tuple(map(_answer, answers)), place_of(line))


def _answer(line: FormNode) -> Answer:
    player, shows, *cards = line.values
    return Answer(player.text, shows, cards[0].text if any(cards) else None, place_of(line))
