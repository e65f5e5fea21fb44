"""The printed parts of evenings: puzzles with nights and talk as a table; and what a game master needs who plays one with people."""

from collections.abc import Iterator, Sequence
from functools import partial

from casekit.games.nightfall.evening import Dawn, Evening, Event, Hanging, Night, Vote
from casekit.games.nightfall.nights import ending, living_at, resolved
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
                yield f"{where} {words['met'].format(_spoken(met, words)) if met else words['met_nobody']}"
        case Dawn(gone=gone):
            yield words["dawn"].format(day)
            yield words["dead"].format(_spoken(gone, words)) if gone else words["nobody_dead"]
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


# --- for a game master --------------------------------------------------------------------------


def _spoken(names: Sequence[str], words: Words) -> str:
    """Names as a list in a sentence."""
    *first, last = names
    return f"{', '.join(first)} {words['and']} {last}" if first else last


def _slips(document: AnyRead, words: Words) -> Iterator[Face]:
    """For each night of the truth, a slip for each who lives; those who die in it learn nothing."""
    evening: Evening = document.puzzle
    for number, night in resolved(evening).items():
        for name, move in night.moves.items():
            where = words["home"] if move.host == name else words["went"].format(move.host)
            met = night.met(name)
            company = words["met"].format(_spoken(met, words)) if met else words["met_nobody"]
            lines = [where, company]
            if move.kills:
                lines.append(words["tried"][any(victim in met for victim in night.dead)])
            told = (words["victim"],) if name in night.dead else tuple(lines)
            yield Face(words["night"].format(number), name, document.title, told)


def _script(document: AnyRead, words: Words) -> Worksheet:
    """Everything that happens, in order: what to do and what to say; and who plays which part."""
    evening: Evening = document.puzzle
    columns = (RecordColumn("", "name"), RecordColumn(words["do"]), RecordColumn(words["say"]))
    guilty = _spoken(evening.culprits, words) if evening.culprits else "?"
    lines = [(words["before"], words["deal"].format(guilty), words["welcome"])]
    told = (
        evening.play[:-1] if isinstance(evening.play[-1], Hanging) else evening.play
    )  # the last verdict is the table's
    lines += [line for event in told for line in _told(evening, event, words)]
    end = ending(evening)
    winner = words["wins"][end.innocents_win] if end else words["open_end"]
    lines.append(
        (words["end"], words["reveal"], f"{words['was'][evening.murderers - 1].format(guilty)} {winner}")
    )
    return Worksheet(Record(words["order"], columns, tuple(lines)), _parts(evening, words))


def _told(evening: Evening, event: Event, words: Words) -> Iterator[tuple[str, str, str]]:
    day = evening.days[event.number]
    match event:
        case Night():
            yield words["night"].format(day), words["hand_out"], words["falls"]
        case Dawn(gone=gone):
            died = words["dead"].format(_spoken(gone, words)) if gone else words["nobody_dead"]
            yield words["dawn"].format(day), words["no_roles"] if gone else "", died
            speakers = [name for name in living_at(evening)[event.number] if name not in gone]
            yield words["talk"], words["in_turn"], words["speak"].format(_spoken(speakers, words))
        case Vote():
            yield words["vote"], words["count"], words["ask_vote"]
        case Hanging(gone=gone, role=role):
            told = words["hanged"].format(*gone, words["roles"][role]) if gone else words["nobody_hanged"]
            yield words["hanging"], words["as_told"], told


def _parts(evening: Evening, words: Words) -> Grid:
    """Who plays whom, to be filled in."""
    columns = (GridColumn(words["played_by"], words["played_by"]),)
    rows = tuple(GridRow(name, ("",)) for name in evening.names)
    return Grid(words["parts"], columns, (GridGroup(words["players"], rows),))


PAGES = TranscriptPages[Evening](
    words=evening_words,
    lists=_lists,
    worksheet=_worksheet,
    empty_notes=_empty_notes,
    answer=_answer,
    empty={"record": EmptyGrid(_record, copies=1, fields=("evening", "date"))},
    leaves={
        "evening": LeafParts(
            partial(_lists, master=True), lambda document: _script(document, _words(document))
        )
    },
    cut={
        "cards": CutDeck(_faces),
        "slips": CutDeck(each=lambda document: _slips(document, _words(document)), width=85.0, height=50.0),
    },
    title_drawing=_drawn,
    drawing=_drawn,
)
"""The pages of evenings."""
