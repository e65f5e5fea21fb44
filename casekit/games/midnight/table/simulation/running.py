"""Play what is planned, here or elsewhere, and add up what was counted."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from casekit.games.midnight.table.batch.batches import Player, player
from casekit.games.midnight.table.readers.case_evidence import Evidence
from casekit.games.midnight.table.simulation.table_plan import Sitting, TablePlan
from casekit.games.midnight.table.simulation.tally import Tally, tallied
from casekit.system.spreading import Duty, Workplace, spread

Step = Callable[[int], None]


@dataclass
class Played:
    """Counts by number of players and place of the crew. ``whole`` unless it was interrupted."""

    plan: TablePlan
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    whole: bool = True

    def add(self, piece: Sitting, tally: Tally) -> None:
        """Count a piece in."""
        key = (piece.players, piece.crew)
        self.tallies[key] = self.tallies[key] + tally if key in self.tallies else tally


def play_all(evidence: Evidence, plan: TablePlan, where: Workplace, step: Step) -> Played:
    """Play everything; ``step`` is called with the number of tables done after each piece.

    Raises:
        OutOfBudgetError: if a question of a reader is too hard.
        SpreadingError: if it cannot be played there.
    """
    played = Played(plan)
    pieces = list(plan.pieces(where.count))
    try:
        with closing(spread(Duty(_play, _seated, (evidence, plan)), pieces, where)) as tallies:
            for piece, tally in zip(pieces, tallies, strict=True):
                played.add(piece, tally)
                step(len(piece.numbers))
    except KeyboardInterrupt:
        played.whole = False
    return played


def _seated(given: tuple[Evidence, TablePlan]) -> tuple[Player, TablePlan]:
    """A case made ready: its player learns about it, and answers do not depend on that."""
    evidence, plan = given
    return player(evidence), plan


def _play(seated: tuple[Player, TablePlan], piece: Sitting) -> Tally:
    case, plan = seated
    crowd, diary = case.play(plan.crews[piece.crew], piece.players, plan.seed, piece.numbers)
    return tallied(case, crowd, diary)
