"""The play as a table and the detective notes as a grid."""

from collections.abc import Iterator, Mapping

from casekit.games.clue.deck import ENVELOPE, KINDS, Deck
from casekit.games.clue.printing.puzzle_words import PuzzleWords
from casekit.games.clue.puzzle import Event, Puzzle, Suggestion
from casekit.print.content.worksheet import (
    Grid,
    GridColumn,
    GridGroup,
    GridRow,
    Noted,
    Record,
    RecordCell,
    RecordColumn,
    Worksheet,
)
from casekit.print.text.prose import label

HELD, NOT_HELD = "•", "×"
"""The marks in notes for a card that somebody holds, or does not hold."""
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
    hand = puzzle.hand
    holders = (*puzzle.names, ENVELOPE)

    def mark(card: str, holder: str) -> str:
        if hand is None:
            return ""
        if card in hand.cards:
            return HELD if holder == hand.holder else NOT_HELD
        return NOT_HELD if holder == hand.holder else ""

    columns = (
        *(GridColumn(name, short) for name, short in _shortened(puzzle.names)),
        GridColumn(*words.envelope),
    )
    marks = {card: tuple(mark(card, holder) for holder in holders) for card in puzzle.deck.slugs}
    return _grid(puzzle.deck, columns, marks, words, language)


def empty_notes(deck: Deck, players: int, words: PuzzleWords, language: str) -> Grid:
    """A grid for a number of players who are not known yet."""
    columns = (*(GridColumn("", "") for _ in range(players)), GridColumn(*words.envelope))
    marks = {card: ("",) * len(columns) for card in deck.slugs}
    return _grid(deck, columns, marks, words, language)


def _grid(
    deck: Deck,
    columns: tuple[GridColumn, ...],
    marks: Mapping[str, tuple[str, ...]],
    words: PuzzleWords,
    language: str,
) -> Grid:
    names = printed_names(deck, language)
    groups = (
        GridGroup(
            words.kinds[kind][1], tuple(GridRow(names[card], marks[card]) for card in deck.of_kind(kind))
        )
        for kind in KINDS
    )
    return Grid(words.notes, columns, tuple(groups))


def printed_names(deck: Deck, language: str) -> dict[str, str]:
    """The name of each card as it is printed, by slug."""
    return {card.slug: label(card.name, language) for card in deck.cards}


def _shortened(names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each name with its shortest beginning of two letters or more that no other name has."""
    for name in names:
        others = [other for other in names if other != name]
        lengths = range(min(_TWO, len(name)), len(name) + 1)
        yield (
            name,
            next(
                (name[:at] for at in lengths if not any(other.startswith(name[:at]) for other in others)),
                name,
            ),
        )
