"""What a game master needs who runs an evening as it is told: slips with what each player learns at night, and the order of events."""

from collections.abc import Iterator, Sequence

from casekit.games.nightfall.evening import Dawn, Evening, Event, Hanging, Night, Vote
from casekit.games.nightfall.nights import ending, living_at, resolved
from casekit.games.transcripts.read_transcript import AnyRead
from casekit.print.content.pieces import Face
from casekit.print.content.worksheet import (
    Grid,
    GridColumn,
    GridGroup,
    GridRow,
    Record,
    RecordColumn,
    Worksheet,
)
from casekit.resources import Words


def spoken_names(names: Sequence[str], words: Words) -> str:
    """Names as a list in a sentence."""
    *first, last = names
    return f"{', '.join(first)} {words['and']} {last}" if first else last


def slips(document: AnyRead, words: Words) -> Iterator[Face]:
    """For each night of the truth, a slip for each who lives; those who die in it learn nothing."""
    evening: Evening = document.puzzle
    for number, night in resolved(evening).items():
        for name, move in night.moves.items():
            where = words["home"] if move.host == name else words["went"].format(move.host)
            met = night.met(name)
            company = words["met"].format(spoken_names(met, words)) if met else words["met_nobody"]
            lines = [where, company]
            if move.kills:
                lines.append(words["tried"][any(victim in met for victim in night.dead)])
            told = (words["victim"],) if name in night.dead else tuple(lines)
            yield Face(words["night"].format(number), name, document.title, told)


def script(document: AnyRead, words: Words) -> Worksheet:
    """Everything that happens, in order: what to do and what to say; and who plays which part."""
    evening: Evening = document.puzzle
    columns = (RecordColumn("", "name"), RecordColumn(words["do"]), RecordColumn(words["say"]))
    guilty = spoken_names(evening.culprits, words) if evening.culprits else "?"
    lines = [(words["before"], words["deal"].format(guilty), words["welcome"])]
    told = (
        evening.play[:-1] if isinstance(evening.play[-1], Hanging) else evening.play
    )  # the last verdict is the table's
    lines += [line for event in told for line in _events(evening, event, words)]
    end = ending(evening)
    winner = words["wins"][end.innocents_win] if end else words["open_end"]
    lines.append(
        (words["end"], words["reveal"], f"{words['was'][evening.murderers - 1].format(guilty)} {winner}")
    )
    return Worksheet(Record(words["order"], columns, tuple(lines)), _parts(evening, words))


def _events(evening: Evening, event: Event, words: Words) -> Iterator[tuple[str, str, str]]:
    day = evening.days[event.number]
    match event:
        case Night():
            yield words["night"].format(day), words["hand_out"], words["falls"]
        case Dawn(gone=gone):
            died = words["dead"].format(spoken_names(gone, words)) if gone else words["nobody_dead"]
            yield words["dawn"].format(day), words["no_roles"] if gone else "", died
            speakers = [name for name in living_at(evening)[event.number] if name not in gone]
            yield words["talk"], words["in_turn"], words["speak"].format(spoken_names(speakers, words))
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
