"""Batches of games: the tables of a seed by their numbers, whatever batch they are in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from casekit.games.midnight.table.batch.board_charts import Charts, charts
from casekit.games.midnight.table.batch.crowd import Crowd, gathered
from casekit.games.midnight.table.batch.diary import Diary
from casekit.games.midnight.table.batch.playing_out import play_out
from casekit.games.midnight.table.board import Table
from casekit.games.midnight.table.readers.geography import CaseEvidence
from casekit.games.midnight.table.readers.kinds import Crew
from casekit.games.midnight.table.scoring import HIGHEST, LOWEST
from casekit.tabletop.readers.minds import Ready, ready
from casekit.tabletop.simulation.tally import NEVER, Batch, Tally, tallied


@dataclass(frozen=True)
class Player:
    """A case made ready to be played in batches; what its readers learn about it is kept from batch to batch."""

    charts: Charts
    case: Ready
    evidence: CaseEvidence

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

    def tally(self, crew: Crew, players: int, seed: int, numbers: Sequence[int]) -> Tally:
        """The counts at these tables (``casekit.tabletop.table_rules.Tables``)."""
        crowd, diary = self.play(crew, players, seed, numbers)
        return tallied(
            Batch(
                right=crowd.right()[:, :, :, 0],
                since_round=diary.since_round,
                since_read=diary.since_read,
                known=np.stack([mind.known for mind in crowd.minds], axis=1),
                guessed=crowd.written[:, :, 0],
                claimant=crowd.revealer,
                scores=crowd.scores(),
                rounds=crowd.round,
                words=diary.words,
                taken=diary.taken,
                when=diary.when,
                told=diary.told,
                useful=diary.useful,
                suspected=diary.suspected,
                same=self.evidence.canonical,
                lowest=LOWEST,
                highest=HIGHEST,
            )
        )

    def decisive(
        self, crew: Crew, players: int, seed: int, numbers: Sequence[int]
    ) -> Iterator[tuple[int, int]]:
        """The paths read when an element became certain: none, if somebody has no proofs but believes everybody."""
        if any(reader.reasoning == "hasty" for reader in crew):
            return
        crowd, diary = self.play(crew, players, seed, numbers)
        knows = (diary.since_round != NEVER) & crowd.right()[:, :, :, 0]
        for table, seat, element in np.argwhere(knows).tolist():
            yield element, int(diary.since_set[table, seat, element])


def player(evidence: CaseEvidence) -> Player:
    """A case made ready."""
    return Player(charts(evidence.board), ready(evidence), evidence)
