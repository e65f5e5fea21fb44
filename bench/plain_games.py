"""A whole game between readers, move by move, by the plain engine."""

from collections.abc import Iterator

from casekit.games.midnight.table.actions import Action
from casekit.games.midnight.table.board import Table
from casekit.games.midnight.table.case_evidence import CaseEvidence
from casekit.games.midnight.table.reader_kinds import Crew
from casekit.games.midnight.table.readers.detective import Seat, choose
from casekit.games.midnight.table.state import State, begin
from casekit.games.midnight.table.step import applied


def seats_of(evidence: CaseEvidence, crew: Crew, players: int, *chance: int) -> tuple[Seat, ...]:
    """The readers at a table; a crew with fewer readers begins again."""
    return tuple(Seat(evidence, crew[number % len(crew)], number, chance) for number in range(players))


def moments(
    evidence: CaseEvidence, crew: Crew, players: int, *chance: int
) -> Iterator[tuple[State, Action | None]]:
    """Every moment of a game, each with the action that its seat takes; the last one without."""
    seats = seats_of(evidence, crew, players, *chance)
    state = begin(Table(evidence.board, evidence.mystery, players), *chance)
    while state.phase != "over":
        action = choose(state, seats)
        yield state, action
        state = applied(state, action)
    yield state, None
