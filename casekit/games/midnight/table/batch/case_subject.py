"""A case made ready for simulated tables (``casekit.tabletop.table_rules.Subject``), played in batches or at one with people.

Tables of a seed are called by their numbers, whatever batch they are in.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from casekit.asking.interrogation import Answered
from casekit.diagnostics import Diagnostic, Span
from casekit.games.midnight import codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.table.actions import Action, Kind
from casekit.games.midnight.table.batch.choices import CHOICES
from casekit.games.midnight.table.batch.crowd import (
    ACT,
    EXTEND,
    NOBODY,
    PURSER,
    REVEAL,
    SUSPECT,
    Charts,
    Crowd,
    charts,
    first_draws,
    fits,
)
from casekit.games.midnight.table.batch.playing_out import Diary, play_out
from casekit.games.midnight.table.board import (
    ELEMENTS,
    HYPOTHESES,
    PlayedDeck,
    Table,
    board_of,
    cards_of,
    too_large,
    unplayable,
)
from casekit.games.midnight.table.case_evidence import CaseEvidence, gather
from casekit.games.midnight.table.case_rules import Crew
from casekit.games.midnight.table.state import HIGHEST, LOWEST, State
from casekit.tabletop.readers.minds import Minds, Ready
from casekit.tabletop.simulation.simulating import open_elements
from casekit.tabletop.simulation.tables_played import NEVER, Batch, Tally, tallied
from casekit.tabletop.table_rules import Subject, bits, draw

ROW = np.zeros(1, np.int64)
"""The only row."""

_PHASES = {"act": ACT, "suspect": SUSPECT, "purser": PURSER, "reveal": REVEAL, "extend": EXTEND}
_SAME = (
    *("seat", "round", "ship", "card", "last_moved", "spent", "points", "entered", "revealer", "final"),
    "buoys",
)
"""The parts that a crowd has as a state does."""


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
