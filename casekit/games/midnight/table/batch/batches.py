"""Batches of games: the tables of a seed by their numbers, whatever batch they are in."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from casekit.games.midnight.table.batch.board_charts import Charts, charts
from casekit.games.midnight.table.batch.crowd import Crowd, gathered
from casekit.games.midnight.table.batch.diary import Diary
from casekit.games.midnight.table.batch.minds import Ready, ready
from casekit.games.midnight.table.batch.playing_out import play_out
from casekit.games.midnight.table.board import Table
from casekit.games.midnight.table.readers.case_evidence import Evidence
from casekit.games.midnight.table.readers.kinds import Crew


@dataclass(frozen=True)
class Player:
    """A case made ready to be played in batches; what its readers learn about it is kept from batch to batch."""

    charts: Charts
    case: Ready

    @property
    def evidence(self) -> Evidence:
        """The case as its readers know it."""
        return self.case.evidence

    def play(self, crew: Crew, players: int, seed: int, numbers: Sequence[int]) -> tuple[Crowd, Diary]:
        """The tables of some numbers: their last moment, and what happened.

        Raises:
            OutOfBudgetError: if a question of a reader is too hard.
        """
        evidence = self.evidence
        table = Table(evidence.board, evidence.mystery, players)
        crowd = gathered(table, self.charts, self.case, crew, seed, np.array(numbers, np.int64))
        diary = Diary(crowd, len(evidence.board.cards))
        play_out(crowd, diary)
        return crowd, diary


def player(evidence: Evidence) -> Player:
    """A case made ready."""
    return Player(charts(evidence.board), ready(evidence))
