"""A case at thousands of tables: from the interrogation to what is told of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from casekit.diagnostics import Diagnostic
from casekit.games.game_tabletop import TablesWanted
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.table.batch.board_charts import fits
from casekit.games.midnight.table.board import board_of
from casekit.games.midnight.table.card_deck import cards_of
from casekit.games.midnight.table.playable import too_large, unplayable
from casekit.games.midnight.table.playtest.people_at_table import people_at_table
from casekit.games.midnight.table.readers.collecting_evidence import gather
from casekit.games.midnight.table.readers.kinds import USUAL, crews
from casekit.games.midnight.table.simulation.comparing import compared, gradient
from casekit.games.midnight.table.simulation.figures_of_tables import figures
from casekit.games.midnight.table.simulation.gates import gate
from casekit.games.midnight.table.simulation.remarks_on_tables import (
    after_play,
    before_play,
    interrupted,
)
from casekit.games.midnight.table.simulation.running import Step, play_all
from casekit.games.midnight.table.simulation.table_plan import TablePlan
from casekit.games.midnight.table.simulation.table_words import in_words
from casekit.games.midnight.table.simulation.ways_taken import ways_taken


@dataclass(frozen=True)
class Simulated:
    """What was found out about a case at the table."""

    title: str
    level: str
    content: Mapping[str, Any]

    def in_words(self, width: int) -> str:
        """As text with bars."""
        return in_words(self.title, self.level, self.content, width)

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/simulation.schema.json`` has it."""
        return dict(self.content)


def understood(wanted: TablesWanted) -> None:
    """See that readers and thresholds mean something.

    Raises:
        ValueError: if not; the message says what they may be.
    """
    crews(wanted.readers or USUAL)
    for text in wanted.gates:
        gate(text)


def simulate(
    inquiry: CaseInquiry, wanted: TablesWanted, step: Step
) -> tuple[Simulated | None, tuple[Diagnostic, ...]]:
    """Play a case, and say what came of it.

    Raises:
        OutOfBudgetError: if a question of a reader is too hard.
        SpreadingError: if it cannot be played where it is wanted.
    """
    case = inquiry.case
    obstacles = unplayable(case.edition, wanted.players, inquiry.source)
    if obstacles:
        return None, obstacles
    deck = cards_of(case.edition)
    evidence = gather(inquiry, board_of(case.edition, deck.events))
    if not fits(evidence):
        return None, (too_large(inquiry.source),)
    plan = TablePlan(crews(wanted.readers or USUAL), wanted.players, wanted.tables, wanted.seed)
    played = play_all(evidence, plan, wanted.where, step)
    content = figures(case.title, evidence, played, ways_taken(evidence, plan) if played.whole else ())
    if wanted.people:
        content["people"] = people_at_table(evidence, wanted.people, played)
    old = wanted.against.get(case.title)
    if old is not None:
        content["compared"] = compared(content, old)
        if skill := gradient(content, old):
            content["gradient"] = skill
    stopped = () if played.whole else (interrupted(inquiry),)
    found = (
        *before_play(inquiry, deck),
        *stopped,
        *after_play(inquiry, content, [gate(text) for text in wanted.gates]),
    )
    return Simulated(case.title, case.level, content), found
