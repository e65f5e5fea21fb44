"""The printed parts of evenings: nights and talk as a table, empty notes, role cards, a record for everybody."""

from collections.abc import Iterator
from functools import partial

from casekit.games.nightfall.evening import Dawn, Evening, Event, Hanging, Night, Vote
from casekit.games.nightfall.printing.master_pages import script, slips, spoken_names
from casekit.games.transcripts.decks import TranscriptEdition
from casekit.games.transcripts.printing.transcript_pages import (
    CutDeck,
    EmptyGrid,
    LeafParts,
    TranscriptPages,
    drawn,
    escaped,
    page_words,
)
from casekit.games.transcripts.read_transcript import AnyRead, ReadTranscript
from casekit.games.transcripts.speeches import SpokenLine
from casekit.print.content.booklet import AnswerList
from casekit.print.content.pieces import Face
from casekit.print.content.worksheet import (
    Grid,
    GridColumn,
    GridGroup,
    GridRow,
    Record,
    RecordCell,
    RecordColumn,
    Worksheet,
)
from casekit.print.text.prose import label
from casekit.resources import Words

ROWS, DAYS = 8, 4
"""The players and the days that empty grids have room for."""
INNOCENTS, MURDERERS = 10, 2
"""The role cards."""

evening_words = partial(page_words, "games/nightfall/words/pages.toml")
"""The words of pages, by language."""


def _words(document: AnyRead) -> Words:
    return evening_words(document.settings.language)


def _lists(document: ReadTranscript[Evening, None], *, master: bool = False) -> tuple[AnswerList, ...]:
    """The players at the table, and what everybody knows; for a game master nobody is the reader."""
    evening, words = document.puzzle, _words(document)
    reader = "" if master else evening.reader
    names = [words["you"].format(name) if name == reader else name for name in evening.names]
    known = [
        words["guilty"][evening.murderers - 1],
        words["tries"][evening.window > 1].format(evening.window),
    ]
    known += [] if master else [words["innocent"].format(reader) if reader else words["looking_on"]]
    title = words["rules"] if master else words["known"]
    return AnswerList(words["table"], tuple(names)), AnswerList(title, tuple(known))


def _worksheet(document: ReadTranscript[Evening, None]) -> Worksheet:
    evening, words = document.puzzle, _words(document)
    columns = (RecordColumn(words["number"], "number"), RecordColumn("", "name"), RecordColumn(""))
    lines = (
        (str(event.number), *_line(evening, event, words, document.settings.language))
        for event in evening.play
    )
    return Worksheet(
        Record(words["play"], columns, tuple(lines)), _notes(words, evening.names, len(evening.nights))
    )


def _line(evening: Evening, event: Event, words: Words, language: str) -> Iterator[RecordCell]:
    day = evening.days[event.number]
    match event:
        case Night(move=move, met=met):
            yield words["night"].format(day)
            if move is None:
                yield words["asleep"]
            else:
                where = words["home"] if move.host == move.player else words["went"].format(move.host)
                yield f"{where} {words['met'].format(spoken_names(met, words)) if met else words['met_nobody']}"
        case Dawn(gone=gone):
            yield words["dawn"].format(day)
            yield words["dead"].format(spoken_names(gone, words)) if gone else words["nobody_dead"]
        case SpokenLine():
            yield event.player
            yield label(f'"{event.said}"', language)
        case Vote(ballots=ballots):
            yield words["vote"]
            told = (
                words["for"].format(*each) if each[1] else words["abstains"].format(each[0])
                for each in ballots
            )
            yield f"{', '.join(told)}."
        case Hanging(gone=gone, role=role):
            yield words["hanging"]
            yield words["hanged"].format(*gone, words["roles"][role]) if gone else words["nobody_hanged"]


def _notes(words: Words, names: tuple[str, ...], nights: int) -> Grid:
    """A row for each player; for each night columns for where they were and whom they met."""
    columns = [words[name].format(night) for night in range(1, nights + 1) for name in ("where", "whom")]
    return _grid(words["notes"], (*columns, words["suspected"]), names, words)


def _record(document: AnyRead) -> Grid:
    """What everybody hears on each day: who died, votes, who was hanged."""
    words, days = _words(document), range(1, DAYS + 1)
    columns = tuple(words[name].format(day) for day in days for name in ("died_on", "voted_on", "hanged_on"))
    return _grid(words["record"], columns, ("",) * ROWS, words)


def _grid(title: str, columns: tuple[str, ...], names: tuple[str, ...], words: Words) -> Grid:
    rows = tuple(GridRow(name, ("",) * len(columns)) for name in names)
    return Grid(
        title, tuple(GridColumn(name, name) for name in columns), (GridGroup(words["players"], rows),)
    )


def _empty_notes(edition: TranscriptEdition[None]) -> Grid:
    return _notes(evening_words(edition.language), ("",) * ROWS, DAYS - 1)


def _faces(edition: TranscriptEdition[None], _: str) -> Iterator[Face]:
    """A card for each role."""
    words = evening_words(edition.language)
    for role, count in (("murderer", MURDERERS), ("innocent", INNOCENTS)):
        yield from (Face(words["role"], words["roles"][role], "", tuple(words["duties"][role])),) * count


def _answer(document: ReadTranscript[Evening, None]) -> str:
    names = " & ".join(f"**{escaped(name)}**" for name in document.puzzle.culprits)
    return _words(document)["was"][document.puzzle.murderers - 1].format(names) if names else ""


def _drawn(accent: str, number: int = 0) -> str:
    return drawn("casekit.games.nightfall", "village.svg", accent, lit=(number % 7, (number * 3 + 4) % 7))


PAGES = TranscriptPages[Evening](
    words=evening_words,
    lists=_lists,
    worksheet=_worksheet,
    empty_notes=_empty_notes,
    answer=_answer,
    empty={"record": EmptyGrid(_record, copies=1, fields=("evening", "date"))},
    leaves={
        "evening": LeafParts(
            partial(_lists, master=True), lambda document: script(document, _words(document))
        )
    },
    cut={
        "cards": CutDeck(_faces),
        "slips": CutDeck(each=lambda document: slips(document, _words(document)), width=85.0, height=50.0),
    },
    title_drawing=_drawn,
    drawing=_drawn,
)
"""The pages of evenings."""
