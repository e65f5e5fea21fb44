"""Games between simulated players of a case, as a page: played in a process of their own, which can be ended."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from casekit.model.theory import OutOfBudgetError
from casekit.system.companion import tell_on_the_way
from casekit.system.spreading import Workplace
from casekit.tabletop.table_rules import TablesWanted
from casekit.web.analyst import KnownCases, ServedFile
from casekit.web.case_pages.made_pages import MadePage

SEED = 1
"""The default of `casekit simulate`, so that both say the same."""
MOST_TABLES = 20_000

_PAUSE = 0.2
"""Seconds between two reports of progress to the page."""


@dataclass(frozen=True, slots=True)
class AskSimulated:
    """Asks for a number of tables, each with a number of players."""

    file: ServedFile
    tables: int
    players: int

    def answer(self, known: KnownCases) -> MadePage:
        """Play them, and report on the way how many are done."""
        from casekit.tabletop.simulation.simulating import simulate  # noqa: PLC0415 -- the server plays nothing itself
        from casekit.tabletop.simulation.tables_page import tables_page  # noqa: PLC0415 -- likewise

        studied = known.study(self.file)
        table = studied.looked.game.tabletop()
        if table is None:
            return MadePage(obstacle=f"{studied.looked.game.title} is not played at simulated tables.")
        asked = studied.examined.interrogation
        if asked is None:
            return MadePage(obstacle=f"It cannot be played: {studied.examined.obstacle}.")
        try:
            wanted = TablesWanted(self.tables, table.numbers(f"{self.players}"), SEED, Workplace())
            told, findings = simulate(table, asked, wanted, _counting())
        except OutOfBudgetError as error:
            return MadePage(obstacle=asked.too_hard(error).message)
        except ValueError as error:
            return MadePage(obstacle=f"The number of players is {error}.")
        if told is None:
            return MadePage(obstacle="; ".join(each.message for each in findings))
        return MadePage(tables_page(table.words, [told], findings))


def _counting() -> Callable[[int], None]:
    """A function that adds up the tables that are done, and reports their number now and then."""
    done, told = 0, 0.0

    def count(more: int) -> None:
        nonlocal done, told
        done += more
        if time.monotonic() - told > _PAUSE:
            tell_on_the_way(done)
            told = time.monotonic()

    return count
