"""A puzzle of Clue, typed: a deal as one seat sees it, and the transcript of what was said at the table."""

from dataclasses import dataclass

from casekit.games.clue.deck import CLASSIC, Deck
from casekit.games.clue.game import CLUE
from casekit.games.clue.puzzle_forms import PUZZLE
from casekit.games.transcripts.hands.holdings import Holding, Player, at_table
from casekit.games.transcripts.resolving import TranscriptParts
from casekit.games.transcripts.told_lines import PlayLine, ToldLine
from casekit.games.transcripts.transcript import OPEN, Level, Transcript
from casekit.language.document.dialect import FormNode

__all__ = ("OPEN", "Holding", "Level", "Player")


@dataclass(frozen=True)
class Answer(ToldLine, dialect=PUZZLE):
    """A player's answer to a suggestion; ``card`` is the one shown, where the seat saw it."""

    player: str
    shows: bool
    card: str | None = None


@dataclass(frozen=True)
class Suggestion(PlayLine, dialect=PUZZLE):
    """A suggestion and its answers in order. ``cards`` are a suspect, a weapon and a room, in this order if the line is legal."""

    player: str
    cards: tuple[str, ...]
    answers: tuple[Answer, ...]

    def seen_from(self, seat: str | None, answer: Answer) -> bool:
        """Whether readers in a seat see the card of one of the answers."""
        return seat is not None and seat in {OPEN, self.player, answer.player}


@dataclass(frozen=True)
class Accusation(PlayLine, dialect=PUZZLE):
    """An accusation and whether the accuser found the three cards in the envelope.

    ``found`` are the cards that were in it, where the reader saw them.
    """

    player: str
    cards: tuple[str, ...]
    right: bool
    found: tuple[str, ...] = ()


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
    return Puzzle(**at_table(told), play=tuple(_event(number, line) for number, line in told.lines["play"]))


def _event(number: int, line: FormNode) -> Event:
    if line.form == "accusation":
        return Accusation.of(line, number=number)
    return Suggestion.of(line, number=number, answers=tuple(map(Answer.of, line["answers"])))
