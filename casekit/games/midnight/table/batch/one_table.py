"""One table at which people play too: a batch of one, put at the moment that its game is at."""

import numpy as np

from casekit.games.midnight.table.actions import Action, Kind
from casekit.games.midnight.table.batch.board_charts import Charts
from casekit.games.midnight.table.batch.choices import CHOICES
from casekit.games.midnight.table.batch.crowd import ACT, EXTEND, NOBODY, PURSER, REVEAL, SUSPECT, Crowd
from casekit.games.midnight.table.board import HYPOTHESES, Table
from casekit.games.midnight.table.reader_kinds import Crew
from casekit.games.midnight.table.state import State
from casekit.tabletop.readers.draws import draw
from casekit.tabletop.readers.minds import Minds, Ready
from casekit.tabletop.table_rules import bits

ROW = np.zeros(1, np.int64)
"""The only row."""

_PHASES = {"act": ACT, "suspect": SUSPECT, "purser": PURSER, "reveal": REVEAL, "extend": EXTEND}
_SAME = (
    *("seat", "round", "ship", "card", "last_moved", "spent", "points", "entered", "revealer", "final"),
    "buoys",
)
"""What a crowd has as a state does."""


class OneTable:
    """The readers at a table, in the order of seats; ``chance`` names the draws of its game."""

    def __init__(self, table: Table, charts: Charts, case: Ready, crew: Crew, *chance: int) -> None:
        self._crowd = Crowd(table, charts, case, crew, np.array([draw(*chance)], np.uint64))
        self._places = {int(zone): place for place, zone in enumerate(charts.zones)}

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
        kind, _, *numbers = next(each for each in choice if len(each[1]))
        found = [int(number[0]) for number in numbers]
        if kind in {Kind.MOVE, Kind.MOVE_PURSER, Kind.MOVE_SUSPECT}:
            found[-1] = int(zones[found[-1]])
        return Action(kind, *found)

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
        """Have a seat know some paths, of which it may know a part from an earlier moment, and perhaps others."""
        crowd = self._crowd
        if set(np.flatnonzero(crowd.minds[seat].known[0])) - {*bits(known)}:
            crowd.minds[seat] = Minds(crowd.case, crowd.crew[seat].reasoning, 1)
        for path in bits(known):
            if not crowd.minds[seat].known[0, path]:
                crowd.minds[seat].learn(ROW, np.array([path]))
