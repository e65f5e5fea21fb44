"""Games between simulated players of a case, as a page: played in a process of their own, which can be ended."""

from dataclasses import dataclass

from casekit.deduce.knowledge import OutOfBudgetError
from casekit.games.game_tabletop import TablesWanted
from casekit.system.spreading import Workplace
from casekit.web.analyst import KnownCases, ServedFile
from casekit.web.case_pages.made_pages import MadePage

SEED = 0
MOST_TABLES = 20_000


@dataclass(frozen=True, slots=True)
class AskSimulated:
    """Asks for so many tables of a number of players."""

    file: ServedFile
    tables: int
    players: int

    def answer(self, known: KnownCases) -> MadePage:
        """Play them."""
        studied = known.study(self.file)
        table = studied.looked.game.tabletop
        if table is None:
            return MadePage(obstacle=f"{studied.looked.game.title} is not played at simulated tables.")
        asked = studied.examined.interrogation
        if asked is None:
            return MadePage(obstacle=f"It cannot be played: {studied.examined.obstacle}.")
        wanted = TablesWanted(self.tables, (self.players,), SEED, Workplace())
        try:
            told, findings = table.simulate(asked, wanted, lambda _: None)
        except OutOfBudgetError as error:
            return MadePage(obstacle=asked.too_hard(error).message)
        if told is None:
            return MadePage(obstacle="; ".join(each.message for each in findings))
        return MadePage(table.page([told], findings))
