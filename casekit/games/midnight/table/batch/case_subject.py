"""A case made ready for simulated tables (``casekit.tabletop.table_rules.Subject``), which are played in batches.

Tables of a seed are called by their numbers, whatever batch they are in.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from casekit.asking.interrogation import Answered
from casekit.diagnostics import Diagnostic, Span
from casekit.games.midnight import codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.table.batch.board_charts import charts, fits
from casekit.games.midnight.table.batch.crowd import Crowd, first_draws
from casekit.games.midnight.table.batch.diary import Diary
from casekit.games.midnight.table.batch.one_table import OneTable
from casekit.games.midnight.table.batch.playing_out import play_out
from casekit.games.midnight.table.board import ELEMENTS, Table, board_of, too_large, unplayable
from casekit.games.midnight.table.case_evidence import CaseEvidence, gather
from casekit.games.midnight.table.events import PlayedDeck, cards_of
from casekit.games.midnight.table.reader_kinds import Crew
from casekit.games.midnight.table.scoring import HIGHEST, LOWEST
from casekit.tabletop.readers.minds import Ready
from casekit.tabletop.simulation.remarks_on_tables import open_elements
from casekit.tabletop.simulation.tally import NEVER, Batch, Tally, tallied
from casekit.tabletop.table_rules import Subject


class Player:
    """A case made ready to be played in batches; what its readers learn about it is kept from batch to batch."""

    def __init__(self, evidence: CaseEvidence) -> None:
        self.evidence, self.charts, self.case = evidence, charts(evidence.board), Ready(evidence)

    def play(self, crew: Crew, players: int, seed: int, numbers: Sequence[int]) -> tuple[Crowd, Diary]:
        """The tables of some numbers: their last moment, and what happened.

        Raises:
            OutOfBudgetError: if a question of a reader is too hard.
        """
        table = Table(self.evidence.board, self.evidence.mystery, players)
        crowd = Crowd(table, self.charts, self.case, crew, first_draws(seed, np.array(numbers, np.uint64)))
        diary = Diary(crowd, len(self.evidence.board.cards))
        play_out(crowd, diary)
        return crowd, diary

    def one(self, table: Table, crew: Crew, *chance: int) -> OneTable:
        """One table, whose draws are named by ``chance``."""
        return OneTable(table, self.charts, self.case, crew, *chance)

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


def case_subject(inquiry: CaseInquiry, players: Sequence[int]) -> Answered[Subject]:
    """The case for some numbers of detectives and what a reader of its figures has to know, or why it is not played.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    case, source = inquiry.case, inquiry.source
    obstacles = unplayable(case.edition, players, source)
    if obstacles:
        return None, obstacles
    deck = cards_of(case.edition)
    evidence = gather(inquiry, board_of(case.edition, deck.events))
    if not fits(evidence):
        return None, (too_large(source),)
    subject = Subject(
        title=case.title,
        level=case.level,
        source=source,
        paths=tuple(map(str, evidence.board.paths)),
        elements=ELEMENTS,
        options=evidence.mystery.options,
        answers=evidence.mystery.answers,
        same=evidence.canonical,
        told=evidence.told,
        proof=evidence.proofs["perfect"],
        alone={
            path: [ELEMENTS[element] for element in elements]
            for path, elements in evidence.decided_alone().items()
        },
        decides=evidence.decides,
        tables=partial(Player, evidence),
        heading=partial(_heading, inquiry),
    )
    return subject, (*open_elements(inquiry.verdict, source), *_plain_sea(inquiry, deck))


def _plain_sea(inquiry: CaseInquiry, deck: PlayedDeck) -> Iterator[Diagnostic]:
    if deck.plain or deck.silent:
        what = "no card has rules" if deck.plain else f"these cards have no rules: {', '.join(deck.silent)}"
        yield Diagnostic(
            codes.PLAIN_SEA,
            f"{what}, so that only the ship and the purser move",
            inquiry.source.whole(),
            hint="give the cards of the edition's deck their `rules`",
        )


def _heading(inquiry: CaseInquiry, path: str) -> Span:
    for paragraph in inquiry.case.paragraphs:
        if path in map(str, paragraph.paths):
            return inquiry.case.span(paragraph.place)
    return inquiry.source.whole()
