"""A puzzle of Clue, typed: the cards of its deck, a deal as one seat sees it, and what was said at the table.

It also has the terms of its formulas.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Literal

from casekit.games.clue.game import GAME, PUZZLE
from casekit.kit.hands import (
    HandWords,
    Holding,
    HoldingConstraint,
    Player,
    QuotedConstraint,
    at_table,
    in_truth,
)
from casekit.kit.transcripts import document, editions, resolver
from casekit.language.blocks import FormulaTemplates
from casekit.language.formula.nodes import RESERVED, Scope
from casekit.logic.formulas import Function, Sort
from casekit.prose.phrasing import listed
from casekit.values import frozen, replace

Kind = Literal["suspect", "weapon", "room"]

KINDS: tuple[Kind, ...] = ("suspect", "weapon", "room")
"""The kinds of cards, in the order in which a suggestion names them."""

ENVELOPE = "envelope"
"""The holder of the three cards that are asked for."""

TARGETS = ("who", "weapon", "room")
"""The questions for the suspect, the weapon and the room in the envelope, in the order of ``KINDS``."""

RESERVED_IN_PUZZLES = RESERVED | {"holder", "player", "card", ENVELOPE, document.OPEN, *TARGETS, *KINDS}
"""Words of puzzles that mean something already; they cannot be the name of a player or a card."""

MOST_CARDS = 60
"""The most cards of a deck: what can be deduced grows with their number times that of the players."""

_CARDS_OF_KIND = {
    "suspect": range(2, MOST_CARDS + 1),
    "weapon": range(1, MOST_CARDS + 1),
    "room": range(1, MOST_CARDS + 1),
}
"""How many cards of each kind a deck may have.

One of each kind is in the envelope, and there are at most as many players as suspects.
"""

WORDS = HandWords({ENVELOPE: ("the envelope", "in the envelope")}, dict(zip(TARGETS, KINDS, strict=True)))
"""The words for holders of cards; a question asks for a card of its kind."""


@frozen(slots=True)
class DeckCard(editions.DeckRow):
    """A card of a suspect, a weapon or a room."""

    kind: Kind


@frozen
class Deck:
    """The cards of a game, in the order of all lists: at least one of each kind, each slug once."""

    cards: tuple[DeckCard, ...]

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of all cards."""
        return tuple(card.slug for card in self.cards)

    @cached_property
    def by_slug(self) -> Mapping[str, DeckCard]:
        """Each card under its slug."""
        return {card.slug: card for card in self.cards}

    def of_kind(self, kind: Kind) -> tuple[str, ...]:
        """The slugs of the cards of a kind."""
        return tuple(card.slug for card in self.cards if card.kind == kind)

    def kinds(self, slugs: tuple[str, ...]) -> tuple[Kind, ...]:
        """The kind of each of some cards."""
        return tuple(self.by_slug[slug].kind for slug in slugs)


def _cards(kind: Kind, names: str) -> tuple[DeckCard, ...]:
    return tuple(DeckCard(name.split()[0].lower(), name, kind) for name in names.split(", "))


CLASSIC = Deck(
    (
        *_cards("suspect", "Green, Mustard, Peacock, Plum, Scarlet, White"),
        *_cards("weapon", "Candlestick, Knife, Pipe, Revolver, Rope, Wrench"),
        *_cards(
            "room",
            "Ballroom, Billiard room, Conservatory, Dining room, Hall, Kitchen, Library, Lounge, Study",
        ),
    )
)
"""The deck of an edition without one of its own: 6 suspects, 6 weapons, 9 rooms."""

DECKS = editions.EditionSpec(
    schema="schemas/clue-edition.schema.json",
    tables=(editions.NamedTable[Deck]("cards", "card", DeckCard, MOST_CARDS, kinds=_CARDS_OF_KIND),),
    made=Deck,
    usual=CLASSIC,
    levels={
        "apprentice": editions.Levels(lines=(3, 30), needed=(2, 5), steps=(1, 17), depth=(0, 0)),
        "amateur": editions.Levels(lines=(3, 26), needed=(3, 9), steps=(1, 30), depth=(0, 0)),
        "expert": editions.Levels(lines=(6, 30), needed=(6, 12), steps=(20, 45), depth=(1, 2)),
    },
    reserved=RESERVED_IN_PUZZLES,
    places={ENVELOPE: "the three cards that are asked for"},
    most_players=lambda deck: len(deck.of_kind("suspect")),
)
"""The decks of editions, and levels.

Simulated games of 2 to 6 players meet each level often enough for a generator to be quick.
"""


@frozen
class Answer(document.TranscriptItem, dialect=PUZZLE):
    """A player's answer to a suggestion."""

    player: str

    shows: bool
    """Whether the player shows a card; else the player passes."""

    card: str | None = None
    """The card that is shown, if the transcript names it."""


@frozen
class Suggestion(document.PlayLine, dialect=PUZZLE):
    """A suggestion and its answers in order."""

    within = Answer

    player: str

    cards: tuple[str, ...]
    """A suspect, a weapon and a room, in this order if the line is legal."""

    answers: tuple[Answer, ...]

    def seen_from(self, seat: str | None, answer: Answer) -> bool:
        """Whether readers in a seat see the card of one of the answers."""
        return seat is not None and seat in {document.OPEN, self.player, answer.player}


@frozen
class Accusation(document.PlayLine, dialect=PUZZLE):
    """An accusation and whether the accuser found the three cards in the envelope.

    Whoever accuses looks into the envelope, so that nobody else sees it, and puts the cards back if the
    accusation is wrong (rulebook, "Making an Accusation").
    """

    player: str
    cards: tuple[str, ...]

    right: bool
    """Whether these are the cards in the envelope."""

    found: tuple[str, ...] = ()
    """The cards in the envelope, if the reader has the accuser's seat and the truth says them."""


Event = Suggestion | Accusation


@frozen
class Puzzle(document.Transcript[Player, Holding, Event]):
    """A typed puzzle. Every card is in the deck and whoever plays is a player.

    Its ``hand`` is that of the seat; its ``truth`` lists the envelope and hands, as far as they are given.
    """

    game = GAME

    deck: Deck = CLASSIC


def puzzle_of(parts: resolver.TranscriptParts[Deck]) -> Puzzle:
    """The puzzle in a text, from its parts."""
    puzzle = Puzzle(**(parts.typed(Suggestion, Accusation) | at_table(parts)))
    return replace(puzzle, play=looked_into(puzzle.play, puzzle.seat, in_truth(puzzle, ENVELOPE)))


def looked_into(play: Iterable[Event], seat: str | None, envelope: tuple[str, ...]) -> tuple[Event, ...]:
    """Lines of play as a seat sees them.

    It finds the cards in the envelope only if it accuses wrongly itself.
    A right accusation names these cards, and all see them.
    """
    events: list[Event] = []
    for event in play:
        if isinstance(event, Accusation):
            looks_alone = event.player == seat and not event.right
            events.append(replace(event, found=envelope if looks_alone else ()))
        else:
            events.append(event)
    return tuple(events)


def remarks(event: Event, seat: str | None) -> Iterator[QuotedConstraint]:
    """The remarks of a line of play for readers in a seat: one per answer, in order."""
    if isinstance(event, Accusation):
        text = f"{event.player} accuses {'rightly' if event.right else 'wrongly'}"
        outcome = HoldingConstraint(ENVELOPE, "all" if event.right else "not all", event.cards)
        yield QuotedConstraint(f"{event.number}.1", text, event.text, outcome, event.place)
        if event.found:
            text = f"{event.player} sees {listed(event.found)} in the envelope"
            contents = HoldingConstraint(ENVELOPE, "all", event.found)
            yield QuotedConstraint(f"{event.number}.2", text, event.text, contents, event.place)
        return
    for index, answer in enumerate(event.answers, 1):
        constraint = HoldingConstraint(answer.player, "some" if answer.shows else "none", event.cards)
        if answer.shows and answer.card is not None and event.seen_from(seat, answer):
            constraint = HoldingConstraint(answer.player, "all", (answer.card,))
        # Dots stand for the answers before this one: "SCARLET suggests ...: ... WHITE shows rope".
        excerpt = replace(event, answers=(answer,)).text
        if index > 1:
            excerpt = excerpt.replace(": ", ": ... ", 1)
        yield QuotedConstraint(f"{event.number}.{index}", answer.text, excerpt, constraint, answer.place)


@lru_cache(maxsize=16)
def laws_of(deck: Deck, players: tuple[str, ...]) -> FormulaTemplates:
    """The laws of all puzzles with the same players and cards, which are read once.

    Their scope has ``holder(card)`` and the targets.
    """
    card, holders = Sort("card", deck.slugs), (*players, ENVELOPE)
    kinds = tuple(Sort(kind, deck.of_kind(kind)) for kind in KINDS)
    questions = (Function(name, (), kind) for name, kind in zip(TARGETS, kinds, strict=True))
    functions = (Function("holder", (card,), Sort("holder", holders)), *questions)
    titles = {deck_card.slug: deck_card.name for deck_card in deck.cards}
    sorts = (Sort("player", players), card, *kinds)
    return FormulaTemplates(
        PUZZLE, Scope(sorts, functions, (Sort("holder", holders),), titles, RESERVED_IN_PUZZLES)
    )


def laws_for(puzzle: Puzzle) -> FormulaTemplates:
    """The laws of a puzzle."""
    return laws_of(puzzle.deck, tuple(dict.fromkeys(puzzle.names)))


def scope_of(puzzle: Puzzle) -> Scope:
    """The names that formulas about a puzzle may use."""
    return laws_for(puzzle).scope
