"""A case made ready for simulated tables: what ``casekit report --tables`` plays, in batches.

Games go from the first card to the hypotheses.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from casekit.analysis.analyzer import Answered
from casekit.diagnostics import Span
from casekit.games.midnight import board_figures, codes
from casekit.games.midnight.board.board import MOST_SIMULATED, Table, board_of, unplayable
from casekit.games.midnight.board.events import missing_rules
from casekit.games.midnight.board.evidence import CaseEvidence, gather
from casekit.games.midnight.board.readers import Crew
from casekit.games.midnight.board.scoring import HIGHEST_SCORE, LOWEST_SCORE
from casekit.games.midnight.simulation.batch_play import play_out
from casekit.games.midnight.simulation.batch_state import BatchState, BoardArrays, first_draws, fits
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.tabletop.game_rules import ReaderModel
from casekit.tabletop.simulated_readers import EvidenceArrays
from casekit.tabletop.simulation_findings import open_elements
from casekit.tabletop.simulation_runs import NEVER, TableLog, Tally, tallied


class CaseTables:
    """A case made ready to be played in batches (``casekit.tabletop.game_rules.SimulatedTables``).

    What readers conclude from it is kept for the next batch. Tables of a seed are called by their numbers,
    whatever batch they are in.
    """

    def __init__(self, evidence: CaseEvidence) -> None:
        self.evidence = evidence
        self.board_arrays = BoardArrays(evidence.board)
        self.case_arrays = EvidenceArrays(evidence)

    def play(
        self, crew: Crew, players: int, seed: int, numbers: Sequence[int]
    ) -> tuple[BatchState, TableLog]:
        """The tables of some numbers at their last moment, and what happened there.

        Raises:
            OutOfBudgetError: if a question of a reader is too hard.
        """
        table = Table(self.evidence.board, self.evidence.mystery, players)
        chance = first_draws(seed, np.array(numbers, np.uint64))
        batch = BatchState(table, self.board_arrays, self.case_arrays, crew, chance)
        log = TableLog(self.case_arrays, len(numbers), players, len(self.evidence.board.cards))
        play_out(batch, log)
        return batch, log

    def tally(self, crew: Crew, players: int, seed: int, numbers: Sequence[int]) -> Tally:
        """The counts at the tables of some numbers."""
        batch, log = self.play(crew, players, seed, numbers)
        return tallied(
            log,
            (LOWEST_SCORE, HIGHEST_SCORE),
            right=batch.right()[:, :, :, 0],
            known=np.stack([mind.known for mind in batch.minds], axis=1),
            guessed=batch.written[:, :, 0],
            claimant=batch.revealer,
            scores=batch.scores(),
            rounds=batch.round,
        )

    def decisive(
        self, crew: Crew, players: int, seed: int, numbers: Sequence[int]
    ) -> Iterator[tuple[int, int]]:
        """The paths that were read when an element became certain: pairs of the element and the path.

        There are none if a reader has no proofs but believes all that is said.
        """
        if any(reader.reasoning == "hasty" for reader in crew):
            return
        batch, log = self.play(crew, players, seed, numbers)
        is_known = (log.since_round != NEVER) & batch.right()[:, :, :, 0]
        for table, seat, element in np.argwhere(is_known).tolist():
            yield element, int(log.since_set[table, seat, element])


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
    model = ReaderModel(
        title=case.title,
        level=case.level,
        source=source,
        paths=tuple(map(str, evidence.board.paths)),
        elements=board_figures.ELEMENTS,
        evidence=evidence,
        tables=partial(CaseTables, evidence),
        heading=partial(_place_of_path, analysis),
    )
    return model, (*open_elements(analysis.verdict, source), *missing_rules(case.edition, source))


def _place_of_path(analysis: CaseAnalysis, path: str) -> Span:
    """Where the paragraph of a path is in the file; the whole file if there is none."""
    for paragraph in analysis.case.paragraphs:
        if path in map(str, paragraph.paths):
            return analysis.case.span(paragraph.place)
    return analysis.source.whole()
