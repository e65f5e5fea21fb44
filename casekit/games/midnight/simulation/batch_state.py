"""The games of a batch at one moment, a row per table: ``State`` and ``Board`` as arrays.

Zones are called by their index in the sorted numbers of zones; paths, suspects and options by their places.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from casekit.games.midnight.board import actions, evidence as board_evidence, state
from casekit.games.midnight.board.board import (
    HYPOTHESES,
    MOST_ANSWERS_SIMULATED,
    MOST_PATHS_SIMULATED,
    Board,
    Table,
)
from casekit.games.midnight.board.events import Event
from casekit.games.midnight.board.readers import Crew
from casekit.games.midnight.board_figures import FALSE_REVELATION, REWARDS, TRUE_REVELATION
from casekit.tabletop.game_rules import FIRST, GOLDEN, SECOND, draw
from casekit.tabletop.simulated_readers import Bools, EvidenceArrays, Ints, ReaderBatch, Words

NOBODY = -1
"""Stands for whoever and whatever is not there."""

FAR = 99
"""More action points than any way takes: there is none, or not this round."""

_NO_ZONE = -9
"""Stands for the suite of a board without one; it is neither a zone nor ``NOBODY``."""

_SHIFT_OF_CROSSED = 50
"""How many bits of a sort key are for how often an option is accused, and for draws."""

_SHIFT_OF_HINTS = 34
"""How many bits of a sort key are for draws, which have 32."""

# The phases of a game after everybody is placed, in the order of a turn.
ACT, SUSPECT, PURSER, REVEAL, EXTEND, WRITE = range(6)

# The names of the draws of readers: which path first, where to begin, which answer to guess.
PRIORITY, START, GUESS = 11, 12, 13


def distances(board: Board) -> dict[int, dict[int, int]]:
    """The action points from each zone to each other, by their numbers; the suite costs one more to enter."""
    costs_from = {start: dict.fromkeys(board.ways, FAR) | {start: 0} for start in board.ways}
    for costs in costs_from.values():
        # After as many rounds as there are zones nothing gets nearer.
        for zone in [*board.ways] * len(board.ways):
            for other in board.ways[zone]:
                cost = actions.ENTERING if other == board.figures.suite else 1
                costs[other] = min(costs[other], costs[zone] + cost)
    return costs_from


class BoardArrays:
    """The rules of a board, as arrays by card, zone or path."""

    moves: Bools
    """By card and two zones, whether a detective gets from one to the other in one move."""

    pawn_ways: Bools
    """By card and two zones, whether the purser gets from one to the other in one move."""

    suspect_ways: Bools
    """By card and two zones, whether a suspect can be moved from one to the other."""

    # --- zones ---

    zones: Ints
    """The numbers of the zones, sorted."""

    away: Ints
    """The action points from zone to zone."""

    near: Bools
    """By two zones, whether they are the same or one step apart."""

    suite: int
    revelations: int
    """The zone where revelations are made."""

    port: int
    """The last space of the track."""

    start: Ints
    """The zones where pawns begin."""

    # --- paths ---

    asked: Ints
    """By path the suspect who is asked, or ``NOBODY``."""

    lodger: Ints
    """By path the suspect whose cabin it is, or ``NOBODY``."""

    owner: Ints
    """By path the suspect who is asked or whose cabin it is, or ``NOBODY``."""

    places: Ints
    """By path the zone that is searched, or ``NOBODY``."""

    in_suite: Bools
    """By path whether it is in the suite."""

    cabins: Ints
    """By suspect the zone of the cabin, or ``NOBODY``."""

    # --- cards ---

    by_card: dict[str, Any]
    """What events have as one number or truth value, by the name of their attribute."""

    purser: Ints
    """By card the zone where the purser goes."""

    extract: Ints
    """By card the action points that it costs to extract information."""

    dark: Bools
    """By card and path, whether it cannot be searched."""

    barred: Bools
    """By card and zone, whether detectives cannot enter it."""

    sent: Ints
    """By card and zone, the zone where suspects in it are sent; the same if they stay."""

    def __init__(self, board: Board) -> None:
        numbers = sorted(board.zones)
        index_of = {number: index for index, number in enumerate(numbers)}
        self._set_zones(board, numbers, index_of)
        self._set_paths(board, index_of)
        self._set_cards(board, numbers, index_of)
        self.moves = _ways_by_card(board, numbers, actions.detective_ways)
        self.pawn_ways = _ways_by_card(board, numbers, actions.open_ways)
        self.suspect_ways = _ways_by_card(board, numbers, actions.suspect_ways)

    def _set_zones(self, board: Board, numbers: Sequence[int], index_of: Mapping[int, int]) -> None:
        away, near = [], []
        for number, costs in sorted(distances(board).items()):
            away.append([costs[other] for other in numbers])
            near.append([other == number or other in board.ways[number] for other in numbers])
        self.zones = np.array(numbers)
        self.away = np.array(away, np.int8)
        self.near = np.array(near)
        self.suite = index_of.get(board.figures.suite, _NO_ZONE)
        self.revelations = index_of[board.figures.revelations]
        self.port = board.figures.port
        self.start = np.array([index_of[zone] for zone in board.figures.start])

    def _set_paths(self, board: Board, index_of: Mapping[int, int]) -> None:
        self.asked = _or_nobody(board.asked)
        self.lodger = _or_nobody(board.lodger)
        # One of the two is nobody. Suspects are the first options of the first element.
        self.owner = np.maximum(self.asked, self.lodger)
        self.places = _or_nobody([None if zone is None else index_of[zone] for zone in board.searched])
        self.cabins = _or_nobody([None if zone is None else index_of[zone] for zone in board.cabins])
        self.in_suite = np.array([zone == board.figures.suite for zone in board.searched])

    def _set_cards(self, board: Board, numbers: Sequence[int], index_of: Mapping[int, int]) -> None:
        cards = board.cards
        self.by_card = {}
        for name in ("first_move", "neighbours", "cabins_open", "advance", "purser_moves"):
            self.by_card[name] = np.array([getattr(card, name) for card in cards])
        self.purser = np.array([index_of[card.purser] for card in cards])
        self.extract = np.array([max(0, actions.EXTRACTING + card.extract) for card in cards])
        dark, barred, sent = [], [], []
        for card in cards:
            destination = dict(card.sent)
            dark.append([zone in card.unsearched for zone in board.searched])
            barred.append([zone in card.barred for zone in numbers])
            sent.append([index_of[destination.get(zone, zone)] for zone in numbers])
        self.dark = np.array(dark, bool)
        self.barred = np.array(barred, bool)
        self.sent = np.array(sent)


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
    """Whether the paths and the answers of a case fit words of 64 bits."""
    paths, answers = len(evidence.board.paths), evidence.offsets[-1]
    return paths <= MOST_PATHS_SIMULATED and answers <= MOST_ANSWERS_SIMULATED


class BatchState:
    """Games at one moment, at first with all pawns placed, before the first card (rulebook, "Setup").

    The first index of an array is the row of a table, unless its description says something else.
    """

    table: Table
    """The board, the mystery and the number of players, which are the same at all tables."""

    board_arrays: BoardArrays
    case_arrays: EvidenceArrays

    crew: Crew
    """The reader in each seat."""

    minds: list[ReaderBatch]
    """By seat what its readers have read and concluded, at all tables."""

    chance: Words
    """The draw that names each table."""

    luck: list[Ints]
    """By seat, table and path, how it breaks ties between paths; the highest wins."""

    # --- the board ---

    deck: Ints
    """By table and place, the cards from top to bottom."""

    drawn: Ints
    """The number of cards drawn so far."""

    card: Ints
    """The card of the round, or ``NOBODY``."""

    ship: Ints
    """The space of the ship on the track."""

    purser: Ints
    """The zone of the purser, or ``NOBODY``."""

    suspects: Ints
    """By table and suspect, the zone of the pawn."""

    last_moved: Ints
    """The suspect who was moved last, or ``NOBODY``."""

    zone_of_path: Ints
    """By table and path, the zone where it is followed."""

    detectives: Ints
    """By table and seat, the zone of the pawn; ``NOBODY`` before it is placed."""

    buoys: Ints
    """By table and seat."""

    spent: Ints
    """The buoys that were spent and can be taken again."""

    aloud: Bools
    """By table and path, whether it was read to all."""

    # --- turns ---

    phase: Ints
    """``ACT`` to ``WRITE``."""

    round: Ints
    """The number of the round, 0 before the first."""

    seat: Ints
    """The seat whose turn it is."""

    points: Ints
    """The action points that the seat has left."""

    entered: Bools
    """Whether the seat has moved in this turn."""

    final: Bools
    """Whether the turns after port have begun."""

    # --- the end ---

    revealer: Ints
    """The seat that made revelations, or ``NOBODY``."""

    written: Ints
    """By table, seat, and slot (element times ``HYPOTHESES`` plus number), the option of a hypothesis."""

    def __init__(
        self,
        table: Table,
        board_arrays: BoardArrays,
        case_arrays: EvidenceArrays,
        crew: Crew,
        chance: Words,
    ) -> None:
        count, paths, players = len(chance), len(board_arrays.asked), table.players
        self.table = table
        self.board_arrays = board_arrays
        self.case_arrays = case_arrays
        self.chance = chance
        self.crew = tuple(crew[seat % len(crew)] for seat in range(players))
        self.minds = [ReaderBatch(case_arrays, reader.reasoning, count) for reader in self.crew]
        self.luck = [self.drawn_by(seat, PRIORITY, np.arange(paths)) for seat in range(players)]
        self.deck = _stacked_decks(table, chance)
        self.suspects = _zones_of_suspects(table, board_arrays, chance)
        asked = board_arrays.asked
        self.zone_of_path = np.where(asked < 0, board_arrays.places, self.suspects[:, asked])
        self.detectives = np.full((count, players), NOBODY)
        self.phase = np.full(count, ACT, np.int8)
        self.ship = np.full(count, table.ship)
        self.buoys = np.full((count, players), table.buoys)
        self.seat, self.round, self.drawn, self.spent, self.points = np.zeros((5, count), np.int64)
        self.card, self.purser, self.last_moved, self.revealer = np.full((4, count), NOBODY)
        self.entered, self.final = np.zeros((2, count), bool)
        self.aloud = np.zeros((count, paths), bool)
        self.written = np.zeros((count, players, len(case_arrays.masks) * HYPOTHESES), np.int64)
        for seat in reversed(range(players)):
            self.detectives[:, seat] = self.beginning(seat)

    def drawn_by(self, seat: int, name: int, things: Ints) -> Ints:
        """By table and thing, the draw by which a seat chooses if nothing else distinguishes things."""
        draws = batch_draws(self.chance[:, None], name, seat, things.astype(np.uint64))
        return (draws >> np.uint64(32)).astype(np.int64)

    def beginning(self, seat: int) -> Ints:
        """The zones where a seat begins: the free one that it draws, any if there is none."""
        start = self.board_arrays.start
        free = ~(self.detectives[:, :, None] == start).any(axis=1)
        draws = batch_draws(
            self.chance[:, None], START, seat, self.board_arrays.zones[start].astype(np.uint64)
        )
        allowed = free | ~free.any(axis=1, keepdims=True)
        zones: Ints = start[np.where(allowed, draws, 0).argmax(axis=1)]
        return zones

    def here(self, rows: Ints) -> Ints:
        """Where the detectives are whose turn it is."""
        zones: Ints = self.detectives[rows, self.seat[rows]]
        return zones

    def follow_suspects(self, rows: Ints) -> None:
        """Move the paths of answers to the suspects who give them."""
        asked = np.flatnonzero(self.board_arrays.asked >= 0)
        self.zone_of_path[rows[:, None], asked] = self.suspects[rows][:, self.board_arrays.asked[asked]]

    def ranking(self, rows: Ints, seat: int, element: int) -> Ints:
        """The options of an element, the likeliest first: not crossed off, then often accused, then drawn."""
        mind = self.minds[seat]
        start, end = self.case_arrays.evidence.offsets[element : element + 2]
        options = np.arange(start, end)
        crossed = (mind.crossed[rows][:, None] >> options.astype(np.uint64) & np.uint64(1)).astype(np.int64)
        luck = self.drawn_by(seat, GUESS, options)[rows]
        sort_key = (crossed << _SHIFT_OF_CROSSED) - (mind.hints[rows, start:end] << _SHIFT_OF_HINTS) - luck
        return np.argsort(sort_key, axis=1, kind="stable")

    def right(self) -> Bools:
        """By table, seat, element and hypothesis, whether it is right (rulebook, "Solving the case").

        A second hypothesis does not count as right if the first is.
        """
        mystery, written = self.case_arrays.evidence.mystery, self.written
        true_options = []
        for options, answer in zip(mystery.options, mystery.answers, strict=True):
            true_options.append(options.index(answer) if answer in options else NOBODY)
        pairs = written.reshape(*written.shape[:2], len(true_options), HYPOTHESES)
        hits: Bools = pairs == np.array(true_options)[:, None]
        hits[..., 1] &= ~hits[..., 0]
        return hits

    def scores(self) -> Ints:
        """By table and seat, the points: ``scoring.scores`` for many tables."""
        right = self.right()
        points: Ints = (right * np.array([*REWARDS.values()])).sum(axis=(2, 3))
        tables = np.flatnonzero(self.revealer != NOBODY)
        seats = self.revealer[tables]
        true_count = right[tables, seats, :, 0].sum(axis=1)
        false_count = len(REWARDS) - true_count
        points[tables] -= TRUE_REVELATION * true_count[:, None]
        points[tables, seats] += TRUE_REVELATION * true_count - FALSE_REVELATION * false_count
        return points


def batch_draws(draws: Words, *names: int | Words) -> Words:
    """Draws that have more names than the ``draws`` so far: ``game_rules.draw`` for many tables."""
    for name in names:
        value = (draws ^ np.asarray(name, np.uint64)) + np.uint64(GOLDEN)
        value = (value ^ (value >> np.uint64(30))) * np.uint64(FIRST)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(SECOND)
        draws = value ^ (value >> np.uint64(31))
    return draws


def first_draws(seed: int, numbers: Words) -> Words:
    """The draws that are named by a seed and the numbers of tables."""
    return batch_draws(np.full(len(numbers), draw(seed), np.uint64), numbers)


def _in_order_of_draws(chance: Words, name: int, things: Ints) -> Ints:
    """Things in the order of their draws, those of each row for itself."""
    draws = batch_draws(chance[:, None], name, things.astype(np.uint64))
    return np.take_along_axis(things, np.argsort(draws, axis=1, kind="stable"), axis=1)


def _zones_of_suspects(table: Table, board_arrays: BoardArrays, chance: Words) -> Ints:
    """By table and suspect, the zone where the pawn begins (``state.suspects_placed``)."""
    count = len(table.board.suspects)
    order = _in_order_of_draws(chance, state.SUSPECTS, np.tile(np.arange(count), (len(chance), 1)))
    places = board_arrays.start[np.arange(count) * len(board_arrays.start) // count]
    zones = np.empty_like(order)
    np.put_along_axis(zones, order, np.tile(places, (len(chance), 1)), axis=1)
    return zones


def _stacked_decks(table: Table, chance: Words) -> Ints:
    """By table the cards from top to bottom (``state.deck_stacked``)."""
    calm, others = state.sorted_cards(table)
    mixed = _in_order_of_draws(chance, state.CARDS, np.tile(np.array(others), (len(chance), 1)))
    piles = []
    for number, cards_of_pile in enumerate(state.CARDS_OF_PILES):
        calm_card = np.tile(np.array(calm[number : number + 1], np.int64), (len(chance), 1))
        pile = np.concatenate([mixed[:, cards_of_pile], calm_card], axis=1)
        # Draws are distinct but for a chance of 2 ** -64; `state.deck_stacked` sorts equal ones by card.
        piles.append(_in_order_of_draws(chance, state.PILED, pile))
    return np.concatenate(piles, axis=1)
