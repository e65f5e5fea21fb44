"""Play what is planned, here or elsewhere, and add up what was counted."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from casekit.system.spreading import Duty, Workplace, spread
from casekit.tabletop.simulation.table_plan import Sitting, TablePlan
from casekit.tabletop.simulation.tally import Tally
from casekit.tabletop.table_rules import Tables

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


def play_all(tables: Callable[[], Tables], plan: TablePlan, where: Workplace, step: Step) -> Played:
    """Play everything at ``tables``, which each process makes; ``step`` is called with the number of tables done after each piece.

    Raises:
        OutOfBudgetError: if a question of a reader is too hard.
        SpreadingError: if it cannot be played there.
    """
    played = Played(plan)
    pieces = list(plan.pieces(where.count))
    try:
        with closing(spread(Duty(_play, _seated, (tables, plan)), pieces, where)) as tallies:
            for piece, tally in zip(pieces, tallies, strict=True):
                played.add(piece, tally)
                step(len(piece.numbers))
    except KeyboardInterrupt:
        played.whole = False
    return played


def _seated(given: tuple[Callable[[], Tables], TablePlan]) -> tuple[Tables, TablePlan]:
    """Tables made ready: their players learn about the document, and answers do not depend on that."""
    tables, plan = given
    return tables(), plan


def _play(seated: tuple[Tables, TablePlan], piece: Sitting) -> Tally:
    tables, plan = seated
    return tables.tally(plan.crews[piece.crew], piece.players, plan.seed, piece.numbers)
