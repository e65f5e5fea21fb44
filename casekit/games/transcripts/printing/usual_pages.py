"""The pages of games that have none of their own: lines of play as they are, a grid of what can be the answer, names on cards."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from casekit.games.transcripts.read_transcript import AnyRead
from casekit.games.usual.plain_pages import values_grid
from casekit.print.content.booklet import AnswerList
from casekit.print.content.pieces import Face
from casekit.print.content.worksheet import Grid, Record, RecordColumn, Worksheet
from casekit.print.text.prose import label
from casekit.resources import Words


def players_and_seat(
    document: AnyRead, words: Words, known: Sequence[str] | None = None
) -> tuple[AnswerList, ...]:
    """The players at the table, and what the seat knows: if a game does not say otherwise, the lines of the seat."""
    puzzle = document.puzzle
    names = (words["you"].format(name) if name == puzzle.seat else name for name in puzzle.names)
    told = known if known is not None else [puzzle.hand.text] if puzzle.hand else []
    return (
        AnswerList(words["table"], tuple(names)),
        *([AnswerList(words["known"], tuple(told))] if told else []),
    )


def lines_and_grid(document: AnyRead, words: Words) -> Worksheet:
    """The lines of play, and a grid of the values of all questions."""
    columns = (RecordColumn(words["number"], "number"), RecordColumn(""))
    lines = tuple((str(event.number), event.text) for event in document.puzzle.play)
    return Worksheet(Record(words["play"], columns, lines), values_grid(document.scope, words["notes"]))


def without_marks(grid: Grid) -> Grid:
    """A grid with nothing in it yet."""
    groups = (
        replace(group, rows=tuple(replace(row, marks=("",) * len(row.marks)) for row in group.rows))
        for group in grid.groups
    )
    return replace(grid, groups=tuple(groups))


def answer(document: AnyRead) -> tuple[str, ...]:
    """The printed names of the answer that the truth gives."""
    names = {each.slug: each.name for each in document.puzzle.game.decks().names(document.settings.deck)}
    told = document.puzzle.game.rules().answer(document.puzzle)
    return tuple(label(names.get(each, each), document.settings.language) for each in told)


def named_faces(document: AnyRead) -> Iterator[Face]:
    """Everything in a deck that has a name."""
    edition = document.settings
    for each in document.puzzle.game.decks().names(edition.deck):
        yield Face(each.kind.capitalize(), each.name)
