"""One table at which people and simulated detectives sit, as a batch of one table."""

import numpy as np

from casekit.games.midnight.board.actions import Action, Kind
from casekit.games.midnight.board.board import HYPOTHESES, Table
from casekit.games.midnight.board.readers import Crew
from casekit.games.midnight.board.state import State
from casekit.games.midnight.simulation.batch_state import (
    ACT,
    EXTEND,
    NOBODY,
    PURSER,
    REVEAL,
    SUSPECT,
    BatchState,
)
from casekit.games.midnight.simulation.policies import CHOICES
from casekit.games.midnight.simulation.subject import CaseTables
from casekit.tabletop.game_rules import bits, draw
from casekit.tabletop.simulated_readers import ReaderBatch

ONLY_ROW = np.zeros(1, np.int64)
"""The rows of a batch that has one table."""

_PHASES = {"act": ACT, "suspect": SUSPECT, "purser": PURSER, "reveal": REVEAL, "extend": EXTEND}
"""The phases in which a reader makes a choice of ``policies.CHOICES``, by their names in a ``State``."""

_PARTS_OF_STATE = (
    "seat",
    "round",
    "ship",
    "card",
    "last_moved",
    "spent",
    "points",
    "entered",
    "revealer",
    "final",
    "buoys",
)
"""The attributes that a ``BatchState`` has in common with a ``State``."""


class SingleTable:
    """The readers at a table, in the order of seats; ``names_of_draws`` names the draws of its game."""

    def __init__(self, case_tables: CaseTables, table: Table, crew: Crew, *names_of_draws: int) -> None:
        board_arrays = case_tables.board_arrays
        chance = np.array([draw(*names_of_draws)], np.uint64)
        self._batch = BatchState(table, board_arrays, case_tables.case_arrays, crew, chance)
        self._index_of_zone = {int(zone): index for index, zone in enumerate(board_arrays.zones)}

    def chosen(self, state: State) -> Action:
        """The action of the seat whose turn it is.

        Raises:
            OutOfBudgetError: if a question of its reader is too hard.
        """
        batch, seat, zones = self._batch, state.seat, self._batch.board_arrays.zones
        self._set_up(state)
        if state.phase == "place":
            return Action(Kind.PLACE, int(zones[batch.beginning(seat)[0]]))
        if state.phase == "publish":
            path = state.studied or 0
            return Action(Kind.KEEP if batch.case_arrays.telling[path] else Kind.PUBLISH, path)
        if state.phase == "write":
            slot = state.written[seat].index(None)
            element, number = divmod(slot, HYPOTHESES)
            options = batch.ranking(ONLY_ROW, seat, element)[0]
            return Action(Kind.WRITE, slot, int(options[min(number, len(options) - 1)]))
        choices = CHOICES[_PHASES[state.phase]](batch, ONLY_ROW, seat)
        kind, _, *arrays = next(choice for choice in choices if len(choice[1]))
        numbers = [int(array[0]) for array in arrays]
        if kind in {Kind.MOVE, Kind.MOVE_PURSER, Kind.MOVE_SUSPECT}:
            numbers[-1] = int(zones[numbers[-1]])
        return Action(kind, *numbers)

    def _set_up(self, state: State) -> None:
        """Set the table up as it is at a moment, as far as the seat can see it and has read."""
        batch, index_of_zone = self._batch, self._index_of_zone
        for name in _PARTS_OF_STATE:
            value = getattr(state, name)
            getattr(batch, name)[0] = NOBODY if value is None else value
        batch.purser[0] = NOBODY if state.purser is None else index_of_zone[state.purser]
        batch.suspects[0] = [index_of_zone[zone] for zone in state.suspects]
        batch.detectives[0] = [NOBODY if zone is None else index_of_zone[zone] for zone in state.detectives]
        batch.follow_suspects(ONLY_ROW)
        for seat, known in enumerate(state.known):
            self._remember(seat, known)

    def _remember(self, seat: int, known: int) -> None:
        """Have a seat know these paths and no others, whatever it knew at an earlier moment."""
        batch = self._batch
        if set(np.flatnonzero(batch.minds[seat].known[0])) - {*bits(known)}:
            batch.minds[seat] = ReaderBatch(batch.case_arrays, batch.crew[seat].reasoning, 1)
        for path in bits(known):
            if not batch.minds[seat].known[0, path]:
                batch.minds[seat].learn(ONLY_ROW, np.array([path]))
