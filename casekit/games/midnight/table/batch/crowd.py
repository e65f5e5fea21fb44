"""The games of a batch at one moment, a row for each table: the fields of ``State`` as arrays."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.batch.board_charts import Charts
from casekit.games.midnight.table.board import HYPOTHESES, Table
from casekit.games.midnight.table.reader_kinds import Crew, Reader
from casekit.games.midnight.table.readers.detective import GUESS, PRIORITY, START
from casekit.games.midnight.table.scoring import FALSE_REVELATION, REWARDS, TRUE_REVELATION
from casekit.games.midnight.table.state import CARDS, PARTS, PILED, SUSPECTS, sorted_cards
from casekit.tabletop.readers.draws import FIRST, GOLDEN, SECOND, draw
from casekit.tabletop.readers.minds import Minds, Ready

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Words = NDArray[np.uint64]

ACT, SUSPECT, PURSER, REVEAL, EXTEND, WRITE = range(6)
"""The phases of a game after everybody is placed."""

NOBODY = -1
SHIFT = np.uint64(32)


@dataclass
class Crowd:
    """Games at one moment; numbers that are not there are ``NOBODY``. ``chance`` are the draws that name each table."""

    table: Table
    charts: Charts
    case: Ready
    crew: tuple[Reader, ...]
    chance: Words
    deck: Ints
    zone_of_path: Ints
    suspects: Ints
    detectives: Ints
    minds: tuple[Minds, ...]
    luck: tuple[Ints, ...]
    phase: NDArray[np.int8]
    seat: Ints
    round: Ints
    ship: Ints
    drawn: Ints
    card: Ints
    purser: Ints
    last_moved: Ints
    buoys: Ints
    spent: Ints
    points: Ints
    entered: Bools
    aloud: Bools
    revealer: Ints
    final: Bools
    written: Ints = field(default_factory=lambda: np.empty((0, 0, 0), np.int64))

    def here(self, rows: Ints) -> Ints:
        """Where the detectives are whose turn it is."""
        zones: Ints = self.detectives[rows, self.seat[rows]]
        return zones

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
        points: Ints = (right * np.array(REWARDS)).sum(axis=(2, 3))
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


def seated(crew: Crew, players: int) -> tuple[Reader, ...]:
    """The reader in each seat; a crew with fewer readers begins again."""
    return tuple(crew[seat % len(crew)] for seat in range(players))


def gathered(table: Table, charts: Charts, case: Ready, crew: Crew, seed: int, numbers: Ints) -> Crowd:
    """The games of some tables, all pawns placed, before the first card (rulebook, "Setup")."""
    count, players = len(numbers), table.players
    chance = first_draws(seed, numbers.astype(np.uint64))
    suspects = _suspects(table, charts, chance)
    readers = seated(crew, players)
    crowd = Crowd(
        table=table,
        charts=charts,
        case=case,
        crew=readers,
        chance=chance,
        deck=_decks(table, chance),
        zone_of_path=np.where(charts.asked < 0, charts.places, suspects[:, charts.asked]),
        suspects=suspects,
        detectives=np.full((count, players), NOBODY),
        minds=tuple(Minds(case, reader.reasoning, count) for reader in readers),
        luck=tuple(_luck(chance, PRIORITY, seat, np.arange(len(charts.asked))) for seat in range(players)),
        phase=np.full(count, ACT, np.int8),
        seat=np.zeros(count, np.int64),
        round=np.zeros(count, np.int64),
        ship=np.full(count, table.ship),
        drawn=np.zeros(count, np.int64),
        card=np.full(count, NOBODY),
        purser=np.full(count, NOBODY),
        last_moved=np.full(count, NOBODY),
        buoys=np.full((count, players), table.buoys),
        spent=np.zeros(count, np.int64),
        points=np.zeros(count, np.int64),
        entered=np.zeros(count, bool),
        aloud=np.zeros((count, len(charts.asked)), bool),
        revealer=np.full(count, NOBODY),
        final=np.zeros(count, bool),
    )
    _place(crowd)
    return crowd


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
        # Draws are distinct but for a chance of 2 ** -64; the plain engine sorts equal ones by card.
        stacked.append(_order(chance, PILED, np.concatenate([mixed[:, part], sea], axis=1)))
    return np.concatenate(stacked, axis=1)


def _luck(chance: Words, name: int, seat: int, things: Ints) -> Ints:
    """The draws by which a seat chooses among things that nothing else distinguishes."""
    named = batch_draws(batch_draws(chance, name), seat)
    draws = batch_draws(named[:, None], things.astype(np.uint64))
    return (draws >> SHIFT).astype(np.int64)


def ranking(crowd: Crowd, rows: Ints, seat: int, element: int) -> Ints:
    """The options of an element, the likeliest first: ``readers.detective.ranking`` for many tables."""
    mind = crowd.minds[seat]
    start, end = crowd.case.evidence.offsets[element : element + 2]
    options = np.arange(start, end)
    crossed = (mind.crossed[rows][:, None] >> options.astype(np.uint64) & np.uint64(1)).astype(np.int64)
    luck = _luck(crowd.chance[rows], GUESS, seat, options)
    key = (crossed << 50) - (mind.hints[rows, start:end] << 34) - luck
    return np.argsort(key, axis=1, kind="stable")


def _place(crowd: Crowd) -> None:
    """Each detective, the last player's first, in the free zone that it draws."""
    charts = crowd.charts
    numbers = charts.zones[charts.start].astype(np.uint64)
    free = np.ones((len(crowd.chance), len(charts.start)), bool)
    for seat in reversed(range(crowd.table.players)):
        named = batch_draws(batch_draws(crowd.chance, START), seat)
        may = free | ~free.any(axis=1, keepdims=True)
        draws = np.where(may, batch_draws(named[:, None], numbers), np.uint64(0))
        chosen = draws.argmax(axis=1)
        free[np.arange(len(chosen)), chosen] = False
        crowd.detectives[:, seat] = charts.start[chosen]
