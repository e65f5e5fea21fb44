"""A case made ready for simulated tables (``casekit.tabletop.game_rules.Subject``).

It is played in batches, or at one table with people. Games go from the first card to the hypotheses: what
``step`` changes, at many tables at once. Tables of a seed are called by their numbers, whatever batch they
are in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from casekit.analysis.analyzer import Answered
from casekit.diagnostics import Span
from casekit.games.midnight import board_figures, codes
from casekit.games.midnight.board.actions import ALOUD, PRIVATE, Action, Kind
from casekit.games.midnight.board.board import (
    HYPOTHESES,
    MOST_SIMULATED,
    Table,
    board_of,
    plain_sea,
    unplayable,
)
from casekit.games.midnight.board.evidence import CaseEvidence, gather
from casekit.games.midnight.board.state import HIGHEST, LOWEST, Crew, State
from casekit.games.midnight.simulation.batch_state import (
    ACT,
    EXTEND,
    NOBODY,
    PURSER,
    REVEAL,
    SUSPECT,
    WRITE,
    BatchState,
    BoardArrays,
    first_draws,
    fits,
)
from casekit.games.midnight.simulation.policies import CHOICES, moving_cost
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.tabletop.game_rules import ReaderModel, bits, draw
from casekit.tabletop.simulated_readers import EvidenceArrays, Ints, ReaderBatch
from casekit.tabletop.simulation_findings import open_elements
from casekit.tabletop.simulation_runs import NEVER, TableLog, Tally, tallied


def play_out(crowd: BatchState, diary: TableLog) -> None:
    """Play every game of a batch to its end; what happens is written down in the diary."""
    _new_round(crowd, np.arange(len(crowd.phase)), diary)
    while (crowd.phase != WRITE).any():
        for seat in range(crowd.table.players):
            while len(rows := ((crowd.seat == seat) & (crowd.phase != WRITE)).nonzero()[0]):
                # Tables wait for each other before each phase of a turn, so that few calls serve all of them.
                phases = crowd.phase[rows]
                first = phases.min()
                for kind, some, *numbers in CHOICES[int(first)](crowd, rows[phases == first], seat):
                    if len(some):
                        _CHANGES[kind](crowd, some, seat, diary, *numbers)
    _hypotheses(crowd)


# --- rounds and turns ----------------------------------------------------------------------------


def _new_round(crowd: BatchState, rows: Ints, diary: TableLog) -> None:
    charts = crowd.charts
    _suspect(crowd, rows, diary)
    crowd.round[rows] += 1
    out = crowd.drawn[rows] >= crowd.deck.shape[1]
    crowd.ship[rows[out]] = charts.port
    crowd.phase[rows[out]] = WRITE
    rows = rows[~out]
    card = crowd.deck[rows, crowd.drawn[rows]]
    crowd.drawn[rows] += 1
    crowd.card[rows] = card
    crowd.purser[rows] = charts.purser[card]
    crowd.ship[rows] = np.minimum(charts.port, crowd.ship[rows] + charts.by_card["advance"][card])
    crowd.suspects[rows] = charts.sent[card[:, None], crowd.suspects[rows]]
    crowd.follow_suspects(rows)
    arrived = crowd.ship[rows] >= charts.port
    crowd.phase[rows[arrived]] = EXTEND
    crowd.seat[rows[arrived]] = 0
    _turn(crowd, rows[~arrived], 0)


def _turn(crowd: BatchState, rows: Ints, seat: int) -> None:
    crowd.phase[rows] = ACT
    crowd.seat[rows] = seat
    crowd.points[rows] = board_figures.POINTS
    crowd.entered[rows] = False


def _end_of_turn(crowd: BatchState, rows: Ints, seat: int, diary: TableLog) -> None:
    if seat + 1 < crowd.table.players:
        _turn(crowd, rows, seat + 1)
        return
    last = crowd.final[rows] | (crowd.revealer[rows] != NOBODY)
    _stop(crowd, rows[last], seat, diary)
    if not last.all():
        _new_round(crowd, rows[~last], diary)


def _stop(crowd: BatchState, rows: Ints, _seat: int, diary: TableLog) -> None:
    _suspect(crowd, rows, diary)
    crowd.phase[rows] = WRITE


def _suspect(crowd: BatchState, rows: Ints, diary: TableLog) -> None:
    """A round is over at some tables: whom does everybody suspect?"""
    rows = rows[crowd.round[rows] > 0]
    for seat in range(crowd.table.players):
        diary.suspects(crowd.round[rows], crowd.ranking(rows, seat, 0)[:, 0])


def _after_suspects(crowd: BatchState, rows: Ints, seat: int, diary: TableLog) -> None:
    ways = crowd.charts.pawn_ways[crowd.card[rows], crowd.purser[rows]]
    moves = crowd.charts.by_card["purser_moves"][crowd.card[rows]] & ways.any(axis=1)
    crowd.phase[rows[moves]] = PURSER
    _before_the_end(crowd, rows[~moves], seat, diary)


def _before_the_end(crowd: BatchState, rows: Ints, seat: int, diary: TableLog) -> None:
    may = (
        (crowd.here(rows) == crowd.charts.revelations) & (crowd.revealer[rows] == NOBODY) & ~crowd.final[rows]
    )
    crowd.phase[rows[may]] = REVEAL
    if not may.all():
        _end_of_turn(crowd, rows[~may], seat, diary)


# --- actions -------------------------------------------------------------------------------------


def _move(crowd: BatchState, rows: Ints, seat: int, _diary: TableLog, zone: Ints) -> None:
    crowd.points[rows] -= moving_cost(crowd, rows)[np.arange(len(rows)), zone]
    crowd.detectives[rows, seat] = zone
    crowd.entered[rows] = True


def _read_aloud(crowd: BatchState, rows: Ints, _seat: int, diary: TableLog, path: Ints) -> None:
    crowd.points[rows] -= ALOUD
    crowd.aloud[rows, path] = True
    diary.read_out(rows, path)
    for other, mind in enumerate(crowd.minds):
        new = ~mind.known[rows, path]
        _learn(crowd, rows[new], other, diary, path[new])


def _study(crowd: BatchState, rows: Ints, seat: int, diary: TableLog, path: Ints) -> None:
    """A paragraph is kept private if it states or hints anything; what states nothing is read out at once."""
    _learn(crowd, rows, seat, diary, path)
    idle = ~crowd.case.telling[path]
    crowd.points[rows[~idle]] -= PRIVATE
    _read_aloud(crowd, rows[idle], seat, diary, path[idle])


def _learn(crowd: BatchState, rows: Ints, seat: int, diary: TableLog, path: Ints) -> None:
    if len(rows):
        changed = crowd.minds[seat].learn(rows, path)
        diary.learnt(crowd.minds[seat], crowd.round[rows], rows, seat, path, changed)


def _extract(crowd: BatchState, rows: Ints, seat: int, diary: TableLog, path: Ints, other: Ints) -> None:
    crowd.points[rows] -= crowd.charts.extract[crowd.card[rows]]
    crowd.buoys[rows, seat] -= 1
    crowd.buoys[rows, other] += 1
    _learn(crowd, rows, seat, diary, path)


def _move_purser(crowd: BatchState, rows: Ints, seat: int, diary: TableLog, zone: Ints) -> None:
    crowd.purser[rows] = zone
    ends = crowd.phase[rows] == PURSER
    crowd.points[rows[~ends]] -= 1
    _before_the_end(crowd, rows[ends], seat, diary)


def _buoy(spent: int, crowd: BatchState, rows: Ints, seat: int, _diary: TableLog) -> None:
    """A buoy is spent for a point, or taken for one."""
    crowd.buoys[rows, seat] -= spent
    crowd.spent[rows] += spent
    crowd.points[rows] += spent


def _done(crowd: BatchState, rows: Ints, _seat: int, _diary: TableLog) -> None:
    crowd.phase[rows] = SUSPECT
    crowd.points[rows] = 0


def _move_suspect(
    crowd: BatchState, rows: Ints, seat: int, diary: TableLog, suspect: Ints, zone: Ints
) -> None:
    crowd.suspects[rows, suspect] = zone
    crowd.last_moved[rows] = suspect
    crowd.follow_suspects(rows)
    _after_suspects(crowd, rows, seat, diary)


def _reveal(crowd: BatchState, rows: Ints, seat: int, diary: TableLog) -> None:
    crowd.revealer[rows] = seat
    _end_of_turn(crowd, rows, seat, diary)


def _extend(crowd: BatchState, rows: Ints, seat: int, _diary: TableLog) -> None:
    if seat + 1 < crowd.table.players:
        crowd.seat[rows] = seat + 1
        return
    crowd.final[rows] = True
    _turn(crowd, rows, 0)


def _hypotheses(crowd: BatchState) -> None:
    """The hypotheses that every seat writes."""
    rows = np.arange(len(crowd.phase))
    for seat in range(crowd.table.players):
        for element in range(len(crowd.case.masks)):
            order = crowd.ranking(rows, seat, element)
            for second in range(HYPOTHESES):
                option = order[:, min(second, order.shape[1] - 1)]
                crowd.written[:, seat, element * HYPOTHESES + second] = option


_CHANGES: Mapping[Kind, Callable[..., Any]] = {
    Kind.MOVE: _move,
    Kind.INVESTIGATE: _read_aloud,
    Kind.STUDY: _study,
    Kind.EXTRACT: _extract,
    Kind.MOVE_PURSER: _move_purser,
    Kind.TAKE_BUOY: partial(_buoy, -1),
    Kind.SPEND_BUOY: partial(_buoy, 1),
    Kind.DONE: _done,
    Kind.MOVE_SUSPECT: _move_suspect,
    Kind.STAY: _after_suspects,
    Kind.REVEAL: _reveal,
    Kind.SILENT: _end_of_turn,
    Kind.EXTEND: _extend,
    Kind.STOP: _stop,
}
"""The changes of the actions that readers choose (``step``)."""


ROW = np.zeros(1, np.int64)

_PHASES = {"act": ACT, "suspect": SUSPECT, "purser": PURSER, "reveal": REVEAL, "extend": EXTEND}
_SAME = (
    *("seat", "round", "ship", "card", "last_moved", "spent", "points", "entered", "revealer", "final"),
    "buoys",
)
"""The parts that a crowd has as a state does."""


class SingleTable:
    """The readers at a table, in the order of seats; ``chance`` names the draws of its game."""

    def __init__(self, player: "Player", table: Table, crew: Crew, *chance: int) -> None:
        self._crowd = BatchState(
            table, player.charts, player.case, crew, np.array([draw(*chance)], np.uint64)
        )
        self._places = {int(zone): place for place, zone in enumerate(player.charts.zones)}

    def chosen(self, state: State) -> Action:
        """The action of the seat whose turn it is.

        Raises:
            OutOfBudgetError: if a question of its reader is too hard.
        """
        crowd, seat, zones = self._crowd, state.seat, self._crowd.charts.zones
        self._put(state)
        if state.phase == "place":
            return Action(Kind.PLACE, int(zones[crowd.beginning(seat)[0]]))
        if state.phase == "publish":
            path = state.studied or 0
            return Action(Kind.KEEP if crowd.case.telling[path] else Kind.PUBLISH, path)
        if state.phase == "write":
            slot = state.written[seat].index(None)
            element, second = divmod(slot, HYPOTHESES)
            order = crowd.ranking(ROW, seat, element)[0]
            return Action(Kind.WRITE, slot, int(order[min(second, len(order) - 1)]))
        choice = CHOICES[_PHASES[state.phase]](crowd, ROW, seat)
        kind, _, *arrays = next(chosen for chosen in choice if len(chosen[1]))
        numbers = [int(array[0]) for array in arrays]
        if kind in {Kind.MOVE, Kind.MOVE_PURSER, Kind.MOVE_SUSPECT}:
            numbers[-1] = int(zones[numbers[-1]])
        return Action(kind, *numbers)

    def _put(self, state: State) -> None:
        """Put the table at a moment, as far as the seat can see it and has read."""
        crowd, places = self._crowd, self._places
        for name in _SAME:
            value = getattr(state, name)
            getattr(crowd, name)[0] = NOBODY if value is None else value
        crowd.purser[0] = NOBODY if state.purser is None else places[state.purser]
        crowd.suspects[0] = [places[zone] for zone in state.suspects]
        crowd.detectives[0] = [NOBODY if zone is None else places[zone] for zone in state.detectives]
        crowd.follow_suspects(ROW)
        for seat, known in enumerate(state.known):
            self._remember(seat, known)

    def _remember(self, seat: int, known: int) -> None:
        """Have a seat know these paths and no others, whatever it knew at an earlier moment."""
        crowd = self._crowd
        if set(np.flatnonzero(crowd.minds[seat].known[0])) - {*bits(known)}:
            crowd.minds[seat] = ReaderBatch(crowd.case, crowd.crew[seat].reasoning, 1)
        for path in bits(known):
            if not crowd.minds[seat].known[0, path]:
                crowd.minds[seat].learn(ROW, np.array([path]))


class Player:
    """A case made ready to be played in batches. What readers learn about it is kept for the next batch."""

    def __init__(self, evidence: CaseEvidence) -> None:
        self.evidence = evidence
        self.charts = BoardArrays(evidence.board)
        self.case = EvidenceArrays(evidence)

    def play(
        self, crew: Crew, players: int, seed: int, numbers: Sequence[int]
    ) -> tuple[BatchState, TableLog]:
        """The tables of some numbers: their last moment, and what happened.

        Raises:
            OutOfBudgetError: if a question of a reader is too hard.
        """
        table = Table(self.evidence.board, self.evidence.mystery, players)
        crowd = BatchState(
            table, self.charts, self.case, crew, first_draws(seed, np.array(numbers, np.uint64))
        )
        diary = TableLog(self.case, len(numbers), players, len(self.evidence.board.cards))
        play_out(crowd, diary)
        return crowd, diary

    def tally(self, crew: Crew, players: int, seed: int, numbers: Sequence[int]) -> Tally:
        """The counts at these tables (``casekit.tabletop.game_rules.Tables``)."""
        crowd, diary = self.play(crew, players, seed, numbers)
        return tallied(
            diary,
            (LOWEST, HIGHEST),
            right=crowd.right()[:, :, :, 0],
            known=np.stack([mind.known for mind in crowd.minds], axis=1),
            guessed=crowd.written[:, :, 0],
            claimant=crowd.revealer,
            scores=crowd.scores(),
            rounds=crowd.round,
        )

    def decisive(
        self, crew: Crew, players: int, seed: int, numbers: Sequence[int]
    ) -> Iterator[tuple[int, int]]:
        """The paths read when an element became certain; none if somebody has no proofs but believes all."""
        if any(reader.reasoning == "hasty" for reader in crew):
            return
        crowd, diary = self.play(crew, players, seed, numbers)
        knows = (diary.since_round != NEVER) & crowd.right()[:, :, :, 0]
        for table, seat, element in np.argwhere(knows).tolist():
            yield element, int(diary.since_set[table, seat, element])


def case_subject(analysis: CaseAnalysis, players: Sequence[int]) -> Answered[ReaderModel]:
    """The case for some numbers of detectives and findings about its figures, or why it is not played.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    case, source = analysis.case, analysis.source
    obstacles = unplayable(case.edition, players, source)
    if obstacles:
        return None, obstacles
    evidence = gather(analysis, board_of(case.edition))
    if not fits(evidence):
        hint = "simulate an edition with fewer suspects, topics or locations"
        message = f"casekit simulates {MOST_SIMULATED}"
        return None, (codes.UNPLAYABLE_EDITION.at(source.whole(), message, hint=hint),)
    return ReaderModel(
        title=case.title,
        level=case.level,
        source=source,
        paths=tuple(map(str, evidence.board.paths)),
        elements=board_figures.ELEMENTS,
        evidence=evidence,
        tables=partial(Player, evidence),
        heading=partial(_heading, analysis),
    ), (*open_elements(analysis.verdict, source), *plain_sea(case.edition, source))


def _heading(analysis: CaseAnalysis, path: str) -> Span:
    for paragraph in analysis.case.paragraphs:
        if path in map(str, paragraph.paths):
            return analysis.case.span(paragraph.place)
    return analysis.source.whole()
