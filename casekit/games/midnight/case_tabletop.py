"""Cases at simulated tables, as the rest of casekit sees them.

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Answered
from casekit.diagnostics import Diagnostic
from casekit.games.game_tabletop import TablesWanted, Tabletop

if TYPE_CHECKING:
    from casekit.asking.playing.match import Host
    from casekit.asking.playtest.playbook import Playbook
    from casekit.games.midnight.case_document import CaseDocument
    from casekit.games.midnight.case_interrogation import CaseInterrogation
    from casekit.games.midnight.table.simulation.simulating import Simulated


class CaseTabletop(Tabletop):
    """The board game with simulated detectives."""

    def understood(self, wanted: TablesWanted) -> None:
        """See that readers and thresholds mean something."""
        from casekit.games.midnight.table.simulation.simulating import understood

        understood(wanted)

    def simulate(
        self, interrogation: "CaseInterrogation", wanted: TablesWanted, step: Callable[[int], None]
    ) -> "Answered[Simulated]":
        """Play a case, and say what came of it."""
        from casekit.games.midnight.table.simulation.simulating import simulate

        return simulate(interrogation.inquiry, wanted, step)

    def page(self, simulated: "Sequence[Simulated]", findings: Iterable[Diagnostic]) -> str:
        """What came of several cases, as an HTML page."""
        from casekit.games.midnight.table.simulation.tables_page import tables_page

        return tables_page(simulated, findings)

    def playbook(self, document: "CaseDocument") -> "Playbook":
        """What people need to play a case at a screen."""
        from casekit.games.midnight.table.playtest.case_playbook import case_playbook

        return case_playbook(document.case)

    def host(self, interrogation: "CaseInterrogation") -> "Answered[Host]":
        """A case that is ready for whole games."""
        from casekit.games.midnight.table.sitting.case_host import case_host

        return case_host(interrogation.inquiry)
