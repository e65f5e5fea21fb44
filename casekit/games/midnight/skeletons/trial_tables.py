"""Whether a skeleton is solved at simulated tables as often as its level asks."""

from collections.abc import Mapping

from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.case import Level
from casekit.games.midnight.table.batch.case_subject import case_subject
from casekit.games.midnight.table.readers.kinds import crews
from casekit.system.spreading import Workplace
from casekit.tabletop.simulation.figures_of_tables import share
from casekit.tabletop.simulation.running import play_all
from casekit.tabletop.simulation.table_plan import TablePlan

READERS = "perfect/leads"
"""Detectives who go where the text leads them and know what follows: as good as a table of people gets."""

CHOOSING, CONFIRMING = (48, 1), (192, 2)
"""Tables and a seed: those that choose a case among many, and others that confirm it, for one of many may have been lucky."""

SHARES: Mapping[Level, tuple[float, float]] = {"amateur": (0.45, 1.0), "expert": (0.05, 0.35)}
"""The least and the largest share of tables that solve a case by port, by default (``solved_min``, ``solved_max``)."""

TOO_FEW, TOO_MANY = "too few tables solve it", "too many tables solve it"


def at_the_table(inquiry: CaseInquiry, level: Level, players: int) -> tuple[str, ...]:
    """The fault of the share of tables that solve a case by port; empty, if the edition has no table.

    What the choosing tables accept, others have to confirm.
    """
    limits = inquiry.case.edition.levels.get(level, {})
    least, most = SHARES[level]
    for tables, seed in (CHOOSING, CONFIRMING):
        solved = solved_share(inquiry, players, tables, seed)
        if solved is None:
            return ()
        if solved < limits.get("solved_min", least):
            return (TOO_FEW,)
        if solved > limits.get("solved_max", most):
            return (TOO_MANY,)
    return ()


def solved_share(
    inquiry: CaseInquiry, players: int, tables: int = CHOOSING[0], seed: int = CHOOSING[1]
) -> float | None:
    """The share of simulated tables that solve a case by port; ``None`` if its edition has no table to play at.

    Raises:
        OutOfBudgetError: if a question of a reader is too hard.
    """
    subject, _ = case_subject(inquiry, (players,))
    if subject is None:
        return None
    plan = TablePlan(crews(READERS), (players,), tables, seed)
    tally = play_all(subject.tables, plan, Workplace(), lambda _: None).tallies[players, 0]
    return share(tally.solved, int(tally.tables))
