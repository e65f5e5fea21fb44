"""A puzzle of Clue, typed: a deal as one seat sees it, and the transcript of what was said at the table."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from casekit.games.clue.deck import CLASSIC, ENVELOPE, KINDS, RESERVED_IN_PUZZLES, TARGETS, Deck
from casekit.games.clue.game import CLUE, PUZZLE
from casekit.games.transcripts.hands.holdings import HandWords, Holding, Player, Remark, Telling, at_table
from casekit.games.transcripts.resolving import TranscriptParts
from casekit.games.transcripts.transcript import OPEN, PlayLine, ToldLine, Transcript
from casekit.language.document.dialect import FormNode
from casekit.language.formula.nodes import Scope
from casekit.language.laws import Laws
from casekit.model.logic import Function, Sort

WORDS = HandWords({ENVELOPE: ("the envelope", "in the envelope")}, dict(zip(TARGETS, KINDS, strict=True)))
"""The words for holders of cards; a question asks for a card of its kind."""


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


def remarks(event: Event, seat: str | None) -> Iterator[Remark]:
    """The message of each line of play to readers in a seat, in the order of the line: one remark per answer."""
    if isinstance(event, Accusation):
        text = f"{event.player} accuses {'rightly' if event.right else 'wrongly'}"
        outcome = Telling(ENVELOPE, "all" if event.right else "not all", event.cards)
        yield Remark(f"{event.number}.1", text, event.text, outcome, event.place)
        if event.found:
            seen = Telling(ENVELOPE, "all", event.found)
            yield Remark(f"{event.number}.2", "", event.text, seen, event.place)
        return
    for index, answer in enumerate(event.answers, 1):
        telling = Telling(answer.player, "some" if answer.shows else "none", event.cards)
        if answer.shows and answer.card is not None and event.seen_from(seat, answer):
            telling = Telling(answer.player, "all", (answer.card,))
        alone = replace(event, answers=(answer,)).text
        excerpt = alone if index == 1 else alone.replace(": ", ": ... ", 1)
        yield Remark(f"{event.number}.{index}", answer.text, excerpt, telling, answer.place)


@lru_cache(maxsize=16)
def laws_of(deck: Deck, players: tuple[str, ...]) -> Laws:
    """The laws of all puzzles with the same players and cards, which are read once; their scope has ``holder(card)`` and the targets."""
    card, holders = Sort("card", deck.slugs), (*players, ENVELOPE)
    kinds = tuple(Sort(kind, deck.of_kind(kind)) for kind in KINDS)
    asked = (Function(name, (), kind) for name, kind in zip(TARGETS, kinds, strict=True))
    functions = (Function("holder", (card,), Sort("holder", holders)), *asked)
    titles = {each.slug: each.name for each in deck.cards}
    sorts = (Sort("player", players), card, *kinds)
    return Laws(PUZZLE, Scope(sorts, functions, (Sort("holder", holders),), titles, RESERVED_IN_PUZZLES))


def laws_for(puzzle: Puzzle) -> Laws:
    """The laws of a puzzle."""
    return laws_of(puzzle.deck, tuple(dict.fromkeys(puzzle.names)))


def scope_of(puzzle: Puzzle) -> Scope:
    """The names that formulas about a puzzle may use."""
    return laws_for(puzzle).scope
