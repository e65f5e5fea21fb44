"""A puzzle of Clue, typed: a deal as one seat sees it, and the transcript of what was said at the table."""

from dataclasses import dataclass, field

from casekit.games.clue.deck import CLASSIC, Deck
from casekit.games.later import value
from casekit.games.transcripts.hands.holdings import Holding, Player
from casekit.games.transcripts.transcript import OPEN, Level, Transcript
from casekit.games.transcripts.transcript_game import TranscriptGame
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

    game = TranscriptGame(
        name="clue",
        noun="puzzle",
        dialect=value("casekit.games.clue.puzzle_forms:PUZZLE"),
        deduction=value("casekit.games.clue.asking.puzzle_wording:DEDUCTION"),
        rules=value("casekit.games.clue.checks.legality:RULES"),
        pages=value("casekit.games.clue.printing.puzzle_pages:PAGES"),
    )

    deck: Deck = CLASSIC
