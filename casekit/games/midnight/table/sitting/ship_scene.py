"""The board as one seat sees it, for pages."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby

from casekit.games.midnight.edition import Edition
from casekit.games.midnight.table.board import Board
from casekit.games.midnight.table.sitting.table_names import TableNames
from casekit.games.midnight.table.state import Observation
from casekit.print.text.prose import label
from casekit.tabletop.playing.match import (
    Scene,
    SceneCard,
    ScenePawn,
    ScenePlace,
    SceneSeat,
    SceneTick,
    SceneTrack,
)
from casekit.tabletop.playtest.playbook import prose_runs


def ship_scene(seen: Observation, names: TableNames, claims: tuple[tuple[str, str], ...]) -> Scene:
    """The scene of an observation; ``claims`` are first hypotheses that were read out."""
    board = names.table.board
    port = board.figures.port
    return Scene(
        turn=names.say("round_short", seen.round) if seen.round else names.say("before"),
        phase=_to_do(seen, names),
        points=seen.points if seen.phase in {"act", "publish"} else 0,
        token=names.say("token_one"),
        tokens=names.say("token_word"),
        track=SceneTrack(seen.ship, port, names.say("space", seen.ship, port)),
        places=tuple(_places(seen, names)),
        card=_card(seen, names.edition),
        seats=tuple(_seats(seen, names)),
        ticks=tuple(_ticks(seen, names)),
        claims=claims,
        claimant=names.chair(seen.revealer) if claims and seen.revealer is not None else "",
    )


def _to_do(seen: Observation, names: TableNames) -> str:
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


def _places(seen: Observation, names: TableNames) -> Iterator[ScenePlace]:
    board, language = names.table.board, names.edition.language
    plan = _plan_of(names.edition, board)
    for zone in board.zones:
        row, column = plan[zone]
        deck = label(board.decks[zone], language)
        yield ScenePlace(
            str(zone),
            names.zone_names[zone],
            f"{deck[:1].upper()}{deck[1:]}",
            row,
            column,
            tuple(map(str, board.ways[zone])),
            tuple(_pawns(seen, names, zone)),
        )


def _plan_of(edition: Edition, board: Board) -> Mapping[int, tuple[int, int]]:
    """Row and column of each zone, both from 0. Rows are decks in the order of the edition.

    Zones that a way joins are one above the other where that is possible.
    """
    rows = [[zone.number for zone in some] for _, some in groupby(edition.zones, key=lambda zone: zone.deck)]
    columns = max(map(len, rows), default=0)
    placed: dict[int, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        chosen = min(
            combinations(range(columns), len(row)),
            key=lambda places: (_bent(row, places, placed, board), places),
        )
        placed |= {zone: (number, column) for zone, column in zip(row, chosen, strict=True)}
    return placed


def _bent(
    row: Sequence[int], places: Sequence[int], placed: Mapping[int, tuple[int, int]], board: Board
) -> int:
    """By how many columns ways to the rows above are out of the vertical."""
    return sum(
        abs(column - placed[other][1])
        for zone, column in zip(row, places, strict=True)
        for other in board.ways[zone]
        if other in placed
    )


def _pawns(seen: Observation, names: TableNames, zone: int) -> Iterator[ScenePawn]:
    for seat, at in enumerate(seen.detectives):
        if at == zone:
            yield ScenePawn(str(seat + 1), names.chair(seat), "seat", seat)
    if seen.purser == zone:
        yield ScenePawn(names.say("mark_purser"), names.say("pawn_purser"), "barrier")
    for place, suspect in enumerate(names.edition.suspects):
        if seen.suspects[place] == zone:
            yield ScenePawn(suspect.letter, suspect.name, "other", last=place == seen.last_moved)


def _card(seen: Observation, edition: Edition) -> SceneCard | None:
    """The card of the round as it is printed; nothing where the edition has no deck."""
    if seen.card is None or edition.events is None:
        return None
    card = edition.events.cards[seen.card]
    return SceneCard(
        label(card.title, edition.language),
        prose_runs(card.flavour, edition.language),
        prose_runs(card.effect, edition.language),
    )


def _seats(seen: Observation, names: TableNames) -> Iterator[SceneSeat]:
    for seat, chair in enumerate(names.chairs):
        at = seen.detectives[seat]
        yield SceneSeat(
            chair.name,
            str(seat + 1),
            chair.is_person,
            "" if at is None else names.zone(at),
            seen.buoys[seat],
            seen.ticked[seat].bit_count(),
        )


def _ticks(seen: Observation, names: TableNames) -> Iterator[SceneTick]:
    for path in range(len(names.table.board.paths)):
        seats = tuple(seat for seat, known in enumerate(seen.ticked) if known >> path & 1)
        if seats:
            yield SceneTick(names.path_name(path), seats, bool(seen.aloud >> path & 1))
