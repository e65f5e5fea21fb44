"""The games of a batch at one moment, a row for each table: the fields of ``State`` as arrays, and the board as arrays."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casekit.frozen import frozen
from casekit.games.midnight.board_game import FALSE_REVELATION, REWARDS, TRUE_REVELATION
from casekit.games.midnight.table.actions import EXTRACTING, detective_ways, open_ways, suspect_ways
from casekit.games.midnight.table.board import HYPOTHESES, OPTIONS, PATHS, Board, Event, Table
from casekit.games.midnight.table.case_evidence import CaseEvidence, distances
from casekit.games.midnight.table.case_rules import Crew
from casekit.games.midnight.table.state import (
    CARDS,
    PARTS,
    PILED,
    SUSPECTS,
    sorted_cards,
)
from casekit.tabletop.readers.minds import Bools, Ints, Minds, Ready, Words
from casekit.tabletop.table_rules import FIRST, GOLDEN, SECOND, draw

Small = NDArray[np.int8]


@frozen
class Charts:
    """By card (first), zone or path: what the rules allow. ``away`` are action points from zone to zone.

    ``by_card`` are what events have as one number or truth value.
    """

    by_card: Mapping[str, NDArray[Any]]
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
    pawn_ways: Bools
    suspect_ways: Bools
    near: Bools
    dark: Bools
    barred: Bools
    purser: Ints
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

    def grid(holds: Callable[[Event, int, int], bool]) -> Bools:
        rows = [[[holds(card, one, other) for other in numbers] for one in numbers] for card in board.cards]
        return np.array(rows, bool)

    plain = ("first_move", "neighbours", "cabins_open", "advance", "purser_moves")
    return Charts(
        by_card={name: np.array([getattr(card, name) for card in board.cards]) for name in plain},
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
        pawn_ways=grid(lambda card, one, other: other in open_ways(board, card, one)),
        suspect_ways=grid(lambda card, one, other: other in suspect_ways(board, card, one)),
        near=np.array([[one == other or other in board.ways[one] for other in numbers] for one in numbers]),
        dark=np.array([[zone in card.unsearched for zone in board.searched] for card in board.cards], bool),
        barred=np.array([[zone in card.barred for zone in numbers] for card in board.cards], bool),
        purser=np.array([place[card.purser] for card in board.cards]),
        extract=np.array([max(0, EXTRACTING + card.extract) for card in board.cards]),
        sent=np.array([[place[dict(card.sent).get(zone, zone)] for zone in numbers] for card in board.cards]),
    )


ACT, SUSPECT, PURSER, REVEAL, EXTEND, WRITE = range(6)
"""The phases of a game after everybody is placed."""

PRIORITY, START, GUESS = 11, 12, 13
"""The names of the draws of readers."""

NOBODY = -1
SHIFT = np.uint64(32)


class Crowd:
    """Games at one moment, at first with all pawns placed, before the first card (rulebook, "Setup").

    Numbers that are not there are ``NOBODY``. ``chance`` are the draws that name each table, ``luck`` is by seat how it breaks
    ties between paths. ``written`` are hypotheses by table, seat, element and hypothesis.
    """

    def __init__(self, table: Table, charts: Charts, case: Ready, crew: Crew, chance: Words) -> None:
        count, paths, players = len(chance), len(charts.asked), table.players
        self.table, self.charts, self.case, self.chance = table, charts, case, chance
        self.crew = tuple(crew[seat % len(crew)] for seat in range(players))
        self.minds = [Minds(case, reader.reasoning, count) for reader in self.crew]
        self.luck = [self.drawn_by(seat, PRIORITY, np.arange(paths)) for seat in range(players)]
        self.deck = _decks(table, chance)
        self.suspects = _suspects(table, charts, chance)
        self.zone_of_path = np.where(charts.asked < 0, charts.places, self.suspects[:, charts.asked])
        self.detectives = np.full((count, players), NOBODY)
        self.phase = np.full(count, ACT, np.int8)
        self.ship = np.full(count, table.ship)
        self.buoys = np.full((count, players), table.buoys)
        self.seat, self.round, self.drawn, self.spent, self.points = np.zeros((5, count), np.int64)
        self.card, self.purser, self.last_moved, self.revealer = np.full((4, count), NOBODY)
        self.entered, self.final = np.zeros((2, count), bool)
        self.aloud = np.zeros((count, paths), bool)
        self.written = np.zeros((count, players, len(case.masks) * HYPOTHESES), np.int64)
        for seat in reversed(range(players)):
            self.detectives[:, seat] = self.beginning(seat)

    def drawn_by(self, seat: int, name: int, things: Ints) -> Ints:
        """The draws, by table, by which a seat chooses among things that nothing else distinguishes."""
        named = batch_draws(batch_draws(self.chance, name), seat)
        return (batch_draws(named[:, None], things.astype(np.uint64)) >> SHIFT).astype(np.int64)

    def beginning(self, seat: int) -> Ints:
        """The zones where a seat begins: the free one that it draws, any if there is none."""
        start = self.charts.start
        free = ~(self.detectives[:, :, None] == start).any(axis=1)
        named = batch_draws(batch_draws(self.chance, START), seat)
        draws = batch_draws(named[:, None], self.charts.zones[start].astype(np.uint64))
        zones: Ints = start[np.where(free | ~free.any(axis=1, keepdims=True), draws, 0).argmax(axis=1)]
        return zones

    def here(self, rows: Ints) -> Ints:
        """Where the detectives are whose turn it is."""
        zones: Ints = self.detectives[rows, self.seat[rows]]
        return zones

    def follow_suspects(self, rows: Ints) -> None:
        """Answers are where the suspects are who give them."""
        asked = np.flatnonzero(self.charts.asked >= 0)
        self.zone_of_path[rows[:, None], asked] = self.suspects[rows][:, self.charts.asked[asked]]

    def ranking(self, rows: Ints, seat: int, element: int) -> Ints:
        """The options of an element, the likeliest first: not crossed off, then often accused, then by chance."""
        mind = self.minds[seat]
        start, end = self.case.evidence.offsets[element : element + 2]
        options = np.arange(start, end)
        crossed = (mind.crossed[rows][:, None] >> options.astype(np.uint64) & np.uint64(1)).astype(np.int64)
        luck = self.drawn_by(seat, GUESS, options)[rows]
        key = (crossed << 50) - (mind.hints[rows, start:end] << 34) - luck
        return np.argsort(key, axis=1, kind="stable")

    def right(self) -> Bools:
        """By table, seat, element and hypothesis whether what was written is right (rulebook, "Solving the case")."""
        mystery, written = self.case.evidence.mystery, self.written
        true = [
            options.index(answer) if answer in options else NOBODY
            for options, answer in zip(mystery.options, mystery.answers, strict=True)
        ]
        pairs = written.reshape(*written.shape[:2], len(true), HYPOTHESES)
        hits: Bools = pairs == np.array(true)[:, None]
        hits[..., 1] &= ~hits[..., 0]
        return hits

    def scores(self) -> Ints:
        """The points of each seat: ``scoring.scores`` for many tables."""
        right = self.right()
        points: Ints = (right * np.array([*REWARDS.values()])).sum(axis=(2, 3))
        tables = np.flatnonzero(self.revealer != NOBODY)
        seats = self.revealer[tables]
        true = right[tables, seats, :, 0].sum(axis=1)
        points[tables] -= TRUE_REVELATION * true[:, None]
        points[tables, seats] += TRUE_REVELATION * true - FALSE_REVELATION * (len(REWARDS) - true)
        return points


def batch_draws(before: Words, name: int | Words) -> Words:
    """``draw`` with one more name, for draws made so far."""
    value = before ^ np.asarray(name, np.uint64)
    value = value + np.uint64(GOLDEN)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(FIRST)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(SECOND)
    return value ^ (value >> np.uint64(31))


def first_draws(seed: int, numbers: Words) -> Words:
    """The draws of a seed and the numbers of tables."""
    return batch_draws(np.full(len(numbers), draw(seed), np.uint64), numbers)


def _order(chance: Words, name: int, things: Ints) -> Ints:
    """Things in the order of their draws, those of each row for itself."""
    draws = batch_draws(batch_draws(chance, name)[:, None], things.astype(np.uint64))
    return np.take_along_axis(things, np.argsort(draws, axis=1, kind="stable"), axis=1)


def _suspects(table: Table, charts: Charts, chance: Words) -> Ints:
    count = len(table.board.suspects)
    order = _order(chance, SUSPECTS, np.tile(np.arange(count), (len(chance), 1)))
    places = charts.start[np.arange(count) * len(charts.start) // count]
    zones = np.empty_like(order)
    np.put_along_axis(zones, order, np.tile(places, (len(chance), 1)), axis=1)
    return zones


def _decks(table: Table, chance: Words) -> Ints:
    calm, others = sorted_cards(table)
    mixed = _order(chance, CARDS, np.tile(np.array(others), (len(chance), 1)))
    stacked = []
    for number, part in enumerate(PARTS):
        sea = np.tile(np.array(calm[number : number + 1], np.int64), (len(chance), 1))
        # Draws are distinct but for a chance of 2 ** -64; `state.stacked` sorts equal ones by card.
        stacked.append(_order(chance, PILED, np.concatenate([mixed[:, part], sea], axis=1)))
    return np.concatenate(stacked, axis=1)
