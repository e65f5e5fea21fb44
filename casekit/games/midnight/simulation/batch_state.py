"""The games of a batch at one moment, a row for each table: ``State`` and the board as arrays."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from casekit.games.midnight.board import actions, evidence as board_evidence, state
from casekit.games.midnight.board.board import HYPOTHESES, OPTIONS, PATHS, Board, Event, Table
from casekit.games.midnight.board_figures import FALSE_REVELATION, REWARDS, TRUE_REVELATION
from casekit.tabletop.game_rules import FIRST, GOLDEN, SECOND, draw
from casekit.tabletop.simulated_readers import Bools, EvidenceArrays, Ints, ReaderBatch, Words

NOBODY = -1
"""Stands for whoever and whatever is not there."""

FAR = 99
"""More action points than any way takes: there is none, or not this round."""


def distances(board: Board) -> dict[int, dict[int, int]]:
    """The action points from each zone to each other; the suite costs one more to enter."""
    away = {start: dict.fromkeys(board.ways, FAR) | {start: 0} for start in board.ways}
    for costs in away.values():
        # After as many rounds as there are zones nothing gets nearer.
        for zone in [*board.ways] * len(board.ways):
            for other in board.ways[zone]:
                cost = actions.ENTERING if other == board.figures.suite else 1
                costs[other] = min(costs[other], costs[zone] + cost)
    return away


class BoardArrays:
    """A board as arrays, by card (first), zone or path: what the rules allow.

    Zones are places in the sorted numbers of zones. ``away`` are action points from zone to zone.
    ``by_card`` are what events have as one number or truth value. Of each path, ``asked``, ``lodger`` and
    ``owner`` are the suspect who is asked, whose cabin it is, and either of them.
    """

    def __init__(self, board: Board) -> None:
        numbers = sorted(board.zones)
        place = {number: index for index, number in enumerate(numbers)}
        self._set_zones(board, numbers, place)
        self._set_paths(board, place)
        self._set_cards(board, numbers, place)
        self.moves = _ways_by_card(board, numbers, actions.detective_ways)
        self.pawn_ways = _ways_by_card(board, numbers, actions.open_ways)
        self.suspect_ways = _ways_by_card(board, numbers, actions.suspect_ways)

    def _set_zones(self, board: Board, numbers: Sequence[int], place: Mapping[int, int]) -> None:
        away, near = [], []
        for number, costs in sorted(distances(board).items()):
            away.append([costs[other] for other in numbers])
            near.append([other == number or other in board.ways[number] for other in numbers])
        self.zones: Ints = np.array(numbers)
        self.away = np.array(away, np.int8)
        self.near: Bools = np.array(near)
        self.suite = place.get(board.figures.suite, -9)
        self.revelations = place[board.figures.revelations]
        self.port = board.figures.port
        self.start: Ints = np.array([place[zone] for zone in board.figures.start])

    def _set_paths(self, board: Board, place: Mapping[int, int]) -> None:
        self.asked = _or_nobody(board.asked)
        self.lodger = _or_nobody(board.lodger)
        # Suspects are the first options of the first element.
        self.owner = np.maximum(self.asked, self.lodger)
        self.places = _or_nobody([None if zone is None else place[zone] for zone in board.searched])
        self.cabins = _or_nobody([None if zone is None else place[zone] for zone in board.cabins])
        self.in_suite: Bools = np.array([zone == board.figures.suite for zone in board.searched])

    def _set_cards(self, board: Board, numbers: Sequence[int], place: Mapping[int, int]) -> None:
        cards = board.cards
        self.by_card: dict[str, Any] = {}
        for name in ("first_move", "neighbours", "cabins_open", "advance", "purser_moves"):
            self.by_card[name] = np.array([getattr(card, name) for card in cards])
        self.purser: Ints = np.array([place[card.purser] for card in cards])
        self.extract: Ints = np.array([max(0, actions.EXTRACTING + card.extract) for card in cards])
        dark, barred, sent = [], [], []
        for card in cards:
            destination = dict(card.sent)
            dark.append([zone in card.unsearched for zone in board.searched])
            barred.append([zone in card.barred for zone in numbers])
            sent.append([place[destination.get(zone, zone)] for zone in numbers])
        self.dark: Bools = np.array(dark, bool)
        self.barred: Bools = np.array(barred, bool)
        self.sent: Ints = np.array(sent)


def _ways_by_card(
    board: Board, numbers: Sequence[int], ways_from: Callable[[Board, Event, int], Collection[int]]
) -> Bools:
    """By card and two zones whether a pawn gets from one to the other in one move."""
    ways: Bools = np.zeros((len(board.cards), len(numbers), len(numbers)), bool)
    for index, card in enumerate(board.cards):
        for start, number in enumerate(numbers):
            reached = ways_from(board, card, number)
            ways[index, start] = [other in reached for other in numbers]
    return ways


def _or_nobody(numbers: Sequence[int | None]) -> Ints:
    return np.array([NOBODY if number is None else number for number in numbers], np.int64)


def fits(evidence: board_evidence.CaseEvidence) -> bool:
    """Whether a case fits words of 64 bits."""
    return len(evidence.board.paths) <= PATHS and evidence.offsets[-1] <= OPTIONS


ACT, SUSPECT, PURSER, REVEAL, EXTEND, WRITE = range(6)
"""The phases of a game after everybody is placed."""

PRIORITY, START, GUESS = 11, 12, 13
"""The names of the draws of readers."""


class BatchState:
    """Games at one moment, at first with all pawns placed, before the first card (rulebook, "Setup").

    Numbers that are not there are ``NOBODY``. ``chance`` are the draws that name each table, ``luck`` is by
    seat how it breaks ties between paths. ``written`` are hypotheses by table, seat, element and
    hypothesis.
    """

    def __init__(
        self, table: Table, charts: BoardArrays, case: EvidenceArrays, crew: state.Crew, chance: Words
    ) -> None:
        count, paths, players = len(chance), len(charts.asked), table.players
        self.table, self.charts, self.case, self.chance = table, charts, case, chance
        self.crew = tuple(crew[seat % len(crew)] for seat in range(players))
        self.minds = [ReaderBatch(case, reader.reasoning, count) for reader in self.crew]
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
        draws = batch_draws(self.chance[:, None], name, seat, things.astype(np.uint64))
        return (draws >> np.uint64(32)).astype(np.int64)

    def beginning(self, seat: int) -> Ints:
        """The zones where a seat begins: the free one that it draws, any if there is none."""
        start = self.charts.start
        free = ~(self.detectives[:, :, None] == start).any(axis=1)
        draws = batch_draws(self.chance[:, None], START, seat, self.charts.zones[start].astype(np.uint64))
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
        """The options of an element, the likeliest first: not crossed off, then often accused, then drawn."""
        mind = self.minds[seat]
        start, end = self.case.evidence.offsets[element : element + 2]
        options = np.arange(start, end)
        crossed = (mind.crossed[rows][:, None] >> options.astype(np.uint64) & np.uint64(1)).astype(np.int64)
        luck = self.drawn_by(seat, GUESS, options)[rows]
        key = (crossed << 50) - (mind.hints[rows, start:end] << 34) - luck
        return np.argsort(key, axis=1, kind="stable")

    def right(self) -> Bools:
        """By table, seat, element and hypothesis what is right (rulebook, "Solving the case")."""
        mystery, written = self.case.evidence.mystery, self.written
        true = []
        for options, answer in zip(mystery.options, mystery.answers, strict=True):
            true.append(options.index(answer) if answer in options else NOBODY)
        pairs = written.reshape(*written.shape[:2], len(true), HYPOTHESES)
        hits: Bools = pairs == np.array(true)[:, None]
        hits[..., 1] &= ~hits[..., 0]
        return hits

    def scores(self) -> Ints:
        """The points of each seat: ``state.scores`` for many tables."""
        right = self.right()
        points: Ints = (right * np.array([*REWARDS.values()])).sum(axis=(2, 3))
        tables = np.flatnonzero(self.revealer != NOBODY)
        seats = self.revealer[tables]
        true = right[tables, seats, :, 0].sum(axis=1)
        points[tables] -= TRUE_REVELATION * true[:, None]
        points[tables, seats] += TRUE_REVELATION * true - FALSE_REVELATION * (len(REWARDS) - true)
        return points


def batch_draws(draws: Words, *names: int | Words) -> Words:
    """``draw`` with more names, for draws made so far."""
    for name in names:
        value = (draws ^ np.asarray(name, np.uint64)) + np.uint64(GOLDEN)
        value = (value ^ (value >> np.uint64(30))) * np.uint64(FIRST)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(SECOND)
        draws = value ^ (value >> np.uint64(31))
    return draws


def first_draws(seed: int, numbers: Words) -> Words:
    """The draws of a seed and the numbers of tables."""
    return batch_draws(np.full(len(numbers), draw(seed), np.uint64), numbers)


def _order(chance: Words, name: int, things: Ints) -> Ints:
    """Things in the order of their draws, those of each row for itself."""
    draws = batch_draws(chance[:, None], name, things.astype(np.uint64))
    return np.take_along_axis(things, np.argsort(draws, axis=1, kind="stable"), axis=1)


def _suspects(table: Table, charts: BoardArrays, chance: Words) -> Ints:
    count = len(table.board.suspects)
    order = _order(chance, state.SUSPECTS, np.tile(np.arange(count), (len(chance), 1)))
    places = charts.start[np.arange(count) * len(charts.start) // count]
    zones = np.empty_like(order)
    np.put_along_axis(zones, order, np.tile(places, (len(chance), 1)), axis=1)
    return zones


def _decks(table: Table, chance: Words) -> Ints:
    calm, others = state.sorted_cards(table)
    mixed = _order(chance, state.CARDS, np.tile(np.array(others), (len(chance), 1)))
    stacked = []
    for number, part in enumerate(state.PARTS):
        sea = np.tile(np.array(calm[number : number + 1], np.int64), (len(chance), 1))
        # Draws are distinct but for a chance of 2 ** -64; `state.stacked` sorts equal ones by card.
        stacked.append(_order(chance, state.PILED, np.concatenate([mixed[:, part], sea], axis=1)))
    return np.concatenate(stacked, axis=1)
