"""The ship as one seat sees it: the plan of its zones, pawns, players, the card, and who has read what."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from casekit.games.midnight.board.board import Board
from casekit.games.midnight.board.state import Observation
from casekit.games.midnight.document import Edition
from casekit.games.midnight.play.table_names import TableNames
from casekit.prose.markup import typographic
from casekit.tabletop.playtests.playbook import Json, prose_runs


def ship_scene(seen: Observation, names: TableNames, claims: tuple[tuple[str, str], ...]) -> Json:
    """The scene of an observation; ``claims`` are questions with first hypotheses that were read out."""
    port = names.table.board.figures.port
    return {
        "turn": names.say("round_short", seen.round) if seen.round else names.say("before"),
        "phase": _task_in_words(seen, names),
        "points": seen.points if seen.phase in {"act", "publish"} else 0,
        "token": names.say("token_one"),
        "tokens": names.say("token_word"),
        "afloat": not names.edition.drawings.plan,
        "track": {"at": seen.ship, "end": port, "label": names.say("space", seen.ship, port)},
        "places": list(_places(seen, names)),
        "card": _card(seen, names.edition),
        "seats": list(_seats(seen, names)),
        "ticks": list(_ticks(seen, names)),
        "claims": claims,
        "claimant": names.chair(seen.revealer) if claims and seen.revealer is not None else "",
    }


def _seats(seen: Observation, names: TableNames) -> Iterator[Json]:
    for seat, (chair, zone) in enumerate(zip(names.chairs, seen.detectives, strict=True)):
        yield {
            "name": chair.name,
            "mark": str(seat + 1),
            "person": chair.is_person,
            "place": "" if zone is None else names.zone(zone),
            "tokens": seen.buoys[seat],
            "read": seen.ticked[seat].bit_count(),
        }


def _ticks(seen: Observation, names: TableNames) -> Iterator[Json]:
    """The paths that somebody has read, each with the seats of those who have."""
    for path in range(len(names.table.board.paths)):
        seats = [seat for seat, ticked in enumerate(seen.ticked) if ticked >> path & 1]
        if seats:
            is_aloud = bool(seen.aloud >> path & 1)
            yield {"path": names.path_name(path), "seats": seats, "aloud": is_aloud}


def _task_in_words(seen: Observation, names: TableNames) -> str:
    """The task of the seat that decides, by the rule of this round."""
    if seen.phase != "suspect" or seen.card is None:
        return names.say(f"do_{seen.phase}")
    event = names.table.board.cards[seen.card]
    if event.suspects_held:
        return names.say("do_suspect_held")
    if event.suspects_called is not None:
        return names.say("do_suspect_called", names.zone(event.suspects_called))
    if event.suspects_barred:
        return names.say("do_suspect_barred", ", ".join(map(names.zone, sorted(event.suspects_barred))))
    return names.say("do_suspect")


def _places(seen: Observation, names: TableNames) -> Iterator[Json]:
    """The zones, each with its cell on the plan and the pawns in it."""
    board = names.table.board
    for zone, cell in _cells_of_zones(names.edition, board).items():
        deck = typographic(board.decks[zone], names.edition.language)
        yield {
            "key": str(zone),
            "name": names.zone_names[zone],
            "level": f"{deck[:1].upper()}{deck[1:]}",
            "row": cell.row,
            "column": cell.column,
            "ways": [str(way) for way in board.ways[zone]],
            "pawns": list(_pawns(seen, names, zone)),
        }


class _Cell(NamedTuple):
    """A cell of the plan of the ship; both numbers begin with 0."""

    row: int
    column: int


def _cells_of_zones(edition: Edition, board: Board) -> Mapping[int, _Cell]:
    """The cell of each zone. Rows are decks in the order of the edition.

    Zones that a way joins are one above the other if that is possible.
    """
    decks = [[*zones] for _, zones in groupby(edition.zones, key=lambda zone: zone.deck)]
    column_count = max(map(len, decks), default=0)
    cells: dict[int, _Cell] = {}
    for row, deck in enumerate(decks):
        zones = [zone.number for zone in deck]
        columns = _straightest_columns(zones, column_count, cells, board)
        for zone, column in zip(zones, columns, strict=True):
            cells[zone] = _Cell(row, column)
    return cells


def _straightest_columns(
    zones: Sequence[int], column_count: int, cells: Mapping[int, _Cell], board: Board
) -> tuple[int, ...]:
    """The columns of the zones of a deck whose ways to the rows above (``cells``) slant least."""

    def slant(columns: tuple[int, ...]) -> int:
        """By how many columns the ways to the rows above are out of the vertical."""
        total = 0
        for zone, column in zip(zones, columns, strict=True):
            for neighbour in board.ways[zone]:
                if neighbour in cells:
                    total += abs(column - cells[neighbour].column)
        return total

    choices_of_columns = combinations(range(column_count), len(zones))
    return min(choices_of_columns, key=lambda columns: (slant(columns), columns))


def _pawns(seen: Observation, names: TableNames, zone: int) -> Iterator[Json]:
    for seat, zone_of_detective in enumerate(seen.detectives):
        if zone_of_detective == zone:
            yield _pawn(str(seat + 1), names.chair(seat), "seat", seat)
    if seen.purser == zone:
        yield _pawn(names.say("pawn_purser")[:1], names.say("pawn_purser"), "barrier")
    for number, suspect in enumerate(names.edition.suspects):
        if seen.suspects[number] == zone:
            yield _pawn(suspect.letter, suspect.name, "other", is_last_moved=number == seen.last_moved)


def _pawn(mark: str, name: str, kind: str, seat: int | None = None, *, is_last_moved: bool = False) -> Json:
    return {"mark": mark, "name": name, "kind": kind, "seat": seat, "last": is_last_moved}


def _card(seen: Observation, edition: Edition) -> Json | None:
    """The card of the round as it is printed; ``None`` if the edition has no deck."""
    if seen.card is None or edition.events is None:
        return None
    card = edition.events.cards[seen.card]
    return {
        "title": typographic(card.title, edition.language),
        "flavour": prose_runs(card.flavour, edition.language),
        "effect": prose_runs(card.effect, edition.language),
    }
