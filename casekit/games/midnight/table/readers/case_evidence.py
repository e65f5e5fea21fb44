"""The evidence of a case for its readers, with the ship on which they look for it."""

from dataclasses import dataclass

from casekit.games.midnight.table.board import Board
from casekit.tabletop.readers.table_evidence import TableEvidence


@dataclass(frozen=True, eq=False)
class CaseEvidence(TableEvidence):
    """A case as its readers know it, and its board."""

    board: Board
