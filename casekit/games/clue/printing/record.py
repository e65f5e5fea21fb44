"""The play as a table and the detective notes as a grid."""

from collections.abc import Iterator, Mapping

from casekit.games.clue.deck import ENVELOPE, KINDS, Deck
from casekit.games.clue.printing.puzzle_words import PuzzleWords
from casekit.games.clue.puzzle import Event, Puzzle, Suggestion
from casekit.games.transcripts.hands.note_grid import CardGroups, empty_notes_for, notes_of_seat
from casekit.print.content.worksheet import Grid, Noted, Record, RecordCell, RecordColumn, Worksheet
from casekit.print.text.prose import label

_TWO = 2


def worksheet(puzzle: Puzzle, words: PuzzleWords, language: str) -> Worksheet:
    """The play, and notes in which the seat's own cards are crossed off."""
    return Worksheet(_record(puzzle, words, language), notes_of(puzzle, words, language))


def _record(puzzle: Puzzle, words: PuzzleWords, language: str) -> Record:
    names = printed_names(puzzle.deck, language)
    kinds = tuple(RecordColumn(words.kinds[kind][0]) for kind in KINDS)
    columns = (
        RecordColumn(words.number, "number"),
        RecordColumn(words.asks, "name"),
        *kinds,
        RecordColumn(words.passes, "name"),
        RecordColumn(words.shows, "name"),
    )
    lines = (tuple(_line(puzzle, event, names, words)) for event in puzzle.play)
    return Record(words.play, columns, tuple(lines))


def _line(puzzle: Puzzle, event: Event, names: Mapping[str, str], words: PuzzleWords) -> Iterator[RecordCell]:
    yield from (str(event.number), event.player, *(names[card] for card in event.cards))
    if not isinstance(event, Suggestion):
        yield words.right if event.right else words.wrong
        return
    passing = [answer.player for answer in event.answers if not answer.shows]
    others = len(puzzle.players) - 1
    yield words.everyone if len(passing) == others >= _TWO else ", ".join(passing) or "–"
    showing = next((answer for answer in event.answers if answer.shows), None)
    if showing is None:
        yield words.nobody
    else:
        yield Noted(showing.player, names[showing.card]) if showing.card else showing.player


def notes_of(puzzle: Puzzle, words: PuzzleWords, language: str) -> Grid:
    """A grid of cards by holders, with what the seat's own hand says of them."""
    cards = _by_kind(puzzle.deck, words, language)
    return notes_of_seat(words.notes, puzzle.names, {ENVELOPE: words.envelope}, cards, puzzle.hand)


def empty_notes(deck: Deck, players: int, words: PuzzleWords, language: str) -> Grid:
    """A grid for a number of players who are not known yet."""
    cards = _by_kind(deck, words, language)
    return empty_notes_for(words.notes, players, {ENVELOPE: words.envelope}, cards)


def _by_kind(deck: Deck, words: PuzzleWords, language: str) -> CardGroups:
    names = printed_names(deck, language)
    return [(words.kinds[kind][1], {card: names[card] for card in deck.of_kind(kind)}) for kind in KINDS]


def printed_names(deck: Deck, language: str) -> dict[str, str]:
    """The name of each card as it is printed, by slug."""
    return {card.slug: label(card.name, language) for card in deck.cards}
