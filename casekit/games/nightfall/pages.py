"""The printed parts of evenings: puzzles with nights and talk as a table.

There is also what a game master needs who plays an evening with people.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from casekit.games.nightfall.document import Dawn, Evening, Event, Hanging, Move, Night, Vote
from casekit.games.nightfall.nights import ending, outcomes_of
from casekit.kit.transcripts import pages
from casekit.kit.transcripts.document import AnyRead, ReadTranscript, SpokenLine
from casekit.kit.transcripts.editions import TranscriptEdition
from casekit.print.content import booklet as sheets
from casekit.print.content.booklet import AnswerList
from casekit.print.content.pieces import Face
from casekit.prose.markup import typographic
from casekit.resources import Words

ROWS, DAYS = 8, 4
"""The players and the days that empty grids have room for."""
INNOCENTS, MURDERERS = 10, 2
"""The role cards."""


def _lists(document: AnyRead, words: Words, *, master: bool = False) -> tuple[AnswerList, ...]:
    """The players at the table, and what everybody knows; for a game master nobody is the reader."""
    evening = document.puzzle
    reader = "" if master else evening.reader
    names = [words["you"].format(name) if name == reader else name for name in evening.names]
    window = evening.attempts.count
    known = [words["guilty"][evening.murderers.count - 1], words["tries"][window > 1].format(window)]
    known += [] if master else [words["innocent"].format(reader) if reader else words["looking_on"]]
    title = words["rules"] if master else words["known"]
    return AnswerList(words["table"], tuple(names)), AnswerList(title, tuple(known))


def _worksheet(document: ReadTranscript[Evening, None], words: Words) -> sheets.Worksheet:
    evening = document.puzzle
    line = partial(_line, evening, words=words, language=document.settings.language)
    notes = _notes(words, evening.names, len(evening.nights))
    return pages.played(document, words, (("", "name"), ("",)), line, notes)


def _line(evening: Evening, event: Event, words: Words, language: str = "") -> tuple[str, str]:
    """The time of an event or its speaker, and the words for readers."""
    day = evening.days[event.number]
    match event:
        case Night(move=move, met=met):
            told = " ".join(_seen(move, met, words)) if move else words["asleep"]
            return words["night"].format(day), told
        case Dawn(gone=gone):
            told = words["dead"].format(_spoken(gone, words)) if gone else words["nobody_dead"]
            return words["dawn"].format(day), told
        case SpokenLine():
            return event.player, typographic(f'"{event.said}"', language)
        case Vote(ballots=ballots):
            kinds = [(words["for" if each.whom else "abstains"], each) for each in ballots]
            told = ", ".join(kind.format(each.player, each.whom) for kind, each in kinds)
            return words["vote"], f"{told}."
        case Hanging(gone=gone, role=role):
            told = words["hanged"].format(*gone, words["roles"][role]) if gone else words["nobody_hanged"]
            return words["hanging"], told


def _seen(move: Move, met: Sequence[str], words: Words) -> tuple[str, str]:
    """Where a player was in a night, and whom they met."""
    where = words["home"] if move.where == move.player else words["went"].format(move.host)
    return where, words["met"].format(_spoken(met, words)) if met else words["met_nobody"]


def _notes(words: Words, names: tuple[str, ...], nights: int) -> sheets.Grid:
    """A row for each player; for each night columns for where they were and whom they met."""
    heads: list[str] = []
    for night in range(1, nights + 1):
        heads += [words[name].format(night) for name in ("where", "whom")]
    columns = [*(sheets.GridColumn(head, head) for head in heads), sheets.GridColumn(*words["suspected"])]
    return _grid(words["notes"], columns, names, words)


def _record(_: AnyRead, words: Words) -> sheets.Grid:
    """The public events of each day: deaths, votes, hangings."""
    heads: list[str] = []
    for day in range(1, DAYS + 1):
        heads += [words[name].format(day) for name in ("died_on", "voted_on", "hanged_on")]
    return _grid(words["record"], [sheets.GridColumn(head, head) for head in heads], ("",) * ROWS, words)


def _grid(
    title: str, columns: Sequence[sheets.GridColumn], names: Sequence[str], words: Words
) -> sheets.Grid:
    rows = tuple(sheets.GridRow(name, ("",) * len(columns)) for name in names)
    return sheets.Grid(title, tuple(columns), (sheets.GridGroup(words["players"], rows),))


def _faces(_: TranscriptEdition[None], __: str, words: Words) -> Iterator[Face]:
    """A card for each role."""
    for role, count in (("murderer", MURDERERS), ("innocent", INNOCENTS)):
        yield from (Face(words["role"], words["roles"][role], "", tuple(words["duties"][role])),) * count


def _answer(document: ReadTranscript[Evening, None], words: Words) -> str:
    names = " & ".join(f"**{pages.escaped(name)}**" for name in document.puzzle.culprits)
    return words["was"][document.puzzle.murderers.count - 1].format(names) if names else ""


def _drawn(accent: str, number: int = 0) -> str:
    return pages.drawn(__package__, "village.svg", accent, lit=(number % 7, (number * 3 + 4) % 7))


# --- for a game master --------------------------------------------------------------------------


def _spoken(names: Sequence[str], words: Words) -> str:
    """Names as a list in a sentence."""
    *first, last = names
    return f"{', '.join(first)} {words['and']} {last}" if first else last


def _slips(document: AnyRead, words: Words) -> Iterator[Face]:
    """For each night of the truth, a slip for each who lives; those who die in it learn nothing."""
    for number, night in outcomes_of(document.puzzle).items():
        for name, move in night.moves.items():
            met = night.met(name)
            lines = [*_seen(move, met, words)]
            if move.kills:
                lines.append(words["tried"][any(victim in met for victim in night.dead)])
            told = (words["victim"],) if name in night.dead else tuple(lines)
            yield Face(words["night"].format(number), name, document.title, told)


def _script(document: AnyRead, words: Words) -> sheets.Worksheet:
    """Everything that happens, in order: what to do and what to say; and who plays which part."""
    evening = document.puzzle
    columns = (
        sheets.RecordColumn("", "name"),
        sheets.RecordColumn(words["do"]),
        sheets.RecordColumn(words["say"]),
    )
    guilty = _spoken(evening.culprits, words) if evening.culprits else "?"
    lines = [(words["before"], words["deal"].format(guilty), words["welcome"])]
    last = isinstance(evening.play[-1], Hanging)  # the last verdict is the table's
    for event in evening.play[:-1] if last else evening.play:
        lines += _directions(evening, event, words)
    end = ending(evening)
    winner = words["wins"][end.innocents_win] if end else words["open_end"]
    was = words["was"][evening.murderers.count - 1].format(guilty)
    lines.append((words["end"], words["reveal"], f"{was} {winner}"))
    played_by = sheets.GridColumn(words["played_by"], words["played_by"])
    parts = _grid(words["parts"], [played_by], evening.names, words)
    return sheets.Worksheet(sheets.Record(words["order"], columns, tuple(lines)), parts)


def _directions(evening: Evening, event: Event, words: Words) -> Iterator[tuple[str, str, str]]:
    when, what = _line(evening, event, words)
    match event:
        case Night():
            yield when, words["hand_out"], words["falls"]
        case Dawn(gone=gone):
            yield when, words["no_roles"] if gone else "", what
            speakers = [name for name in evening.living[event.number] if name not in gone]
            yield words["talk"], words["in_turn"], words["speak"].format(_spoken(speakers, words))
        case Vote():
            yield when, words["count"], words["ask_vote"]
        case Hanging():
            yield when, words["as_told"], what


PAGES = pages.TranscriptPages[Evening](
    words=partial(pages.page_words, "games/nightfall/words/pages.toml"),
    lists=_lists,
    worksheet=_worksheet,
    empty_notes=lambda _, words: _notes(words, ("",) * ROWS, DAYS - 1),
    answer=_answer,
    empty={"record": pages.EmptyGrid(_record, copies=1, fields=("evening", "date"))},
    leaves={
        "evening": pages.TranscriptPages(lists=partial(_lists, master=True), worksheet=_script, story=False)
    },
    cut={"cards": pages.CutDeck(_faces), "slips": pages.CutDeck(each=_slips, width=85.0, height=50.0)},
    title_drawing=_drawn,
    drawing=_drawn,
)
"""The pages of evenings."""
