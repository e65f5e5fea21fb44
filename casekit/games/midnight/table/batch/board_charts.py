"""A board and the evidence of a case as arrays; zones are places in the sorted numbers of zones."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.board import OPTIONS, PATHS, Board
from casekit.games.midnight.table.case_evidence import CaseEvidence, distances
from casekit.games.midnight.table.events import Event
from casekit.games.midnight.table.legal import EXTRACTING, detective_ways, open_ways, suspect_ways

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Small = NDArray[np.int8]


@dataclass(frozen=True)
class Charts:
    """By card (first), zone or path: what the rules allow. ``away`` are action points from zone to zone."""

    zones: Ints
    suite: int
    revelations: int
    port: int
    start: Ints
    away: Small
    asked: Ints
    places: Ints
    cabins: Ints
    lodged: Ints
    lodgers: Ints
    owned: Ints
    owner: Ints
    in_suite: Bools
    moves: Bools
    first_move: Ints
    pawn_ways: Bools
    suspect_ways: Bools
    neighbours: Bools
    near: Bools
    dark: Bools
    barred: Bools
    cabins_open: Bools
    advance: Ints
    purser: Ints
    purser_moves: Bools
    extract: Ints
    sent: Ints


def fits(evidence: CaseEvidence) -> bool:
    """Whether a case fits words of 64 bits."""
    return len(evidence.board.paths) <= PATHS and evidence.offsets[-1] <= OPTIONS


def charts(board: Board) -> Charts:
    """The arrays of a board."""
    numbers = sorted(board.zones)
    place = {number: index for index, number in enumerate(numbers)}
    away = distances(board)
    lodged = [path for path, lodger in enumerate(board.lodger) if lodger is not None]
    # The suspect whose answer or cabin is on each path; suspects are the first options of the first element.
    owners = [
        lodger if asked is None else asked for asked, lodger in zip(board.asked, board.lodger, strict=True)
    ]
    owned = [path for path, owner in enumerate(owners) if owner is not None]

    def by_card(of: Callable[[Event], int]) -> Ints:
        return np.array([of(card) for card in board.cards], np.int64)

    def where(holds: Callable[[Event], bool]) -> Bools:
        return np.array([holds(card) for card in board.cards], bool)

    def grid(holds: Callable[[Event, int, int], bool]) -> Bools:
        rows = [[[holds(card, one, other) for other in numbers] for one in numbers] for card in board.cards]
        return np.array(rows, bool)

    return Charts(
        zones=np.array(numbers),
        suite=place.get(board.figures.suite, -9),
        revelations=place[board.figures.revelations],
        port=board.figures.port,
        start=np.array([place[zone] for zone in board.figures.start]),
        away=np.array([[away[one][other] for other in numbers] for one in numbers], np.int8),
        asked=np.array([-1 if suspect is None else suspect for suspect in board.asked]),
        places=np.array([-1 if zone is None else place[zone] for zone in board.searched]),
        cabins=np.array([place[zone] for zone in board.cabins]),
        lodged=np.array(lodged, np.int64),
        lodgers=np.array([board.lodger[path] for path in lodged], np.int64),
        owned=np.array(owned, np.int64),
        owner=np.array([owners[path] for path in owned], np.int64),
        in_suite=np.array([zone == board.figures.suite for zone in board.searched]),
        moves=grid(lambda card, one, other: other in detective_ways(board, card, one)),
        first_move=by_card(lambda card: card.first_move),
        pawn_ways=grid(lambda card, one, other: other in open_ways(board, card, one)),
        suspect_ways=grid(lambda card, one, other: other in suspect_ways(board, card, one)),
        neighbours=where(lambda card: card.neighbours),
        near=np.array([[one == other or other in board.ways[one] for other in numbers] for one in numbers]),
        dark=np.array([[zone in card.unsearched for zone in board.searched] for card in board.cards], bool),
        barred=np.array([[zone in card.barred for zone in numbers] for card in board.cards], bool),
        cabins_open=where(lambda card: card.cabins_open),
        advance=by_card(lambda card: card.advance),
        purser=by_card(lambda card: place[card.purser]),
        purser_moves=where(lambda card: card.purser_moves),
        extract=by_card(lambda card: max(0, EXTRACTING + card.extract)),
        sent=np.array([[place[dict(card.sent).get(zone, zone)] for zone in numbers] for card in board.cards]),
    )
