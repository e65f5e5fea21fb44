"""A document at thousands of tables: from its interrogation to the report."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from casekit.asking.interrogation import Answered
from casekit.tabletop.simulation.comparing import compared, gradient
from casekit.tabletop.simulation.figures_of_tables import figures
from casekit.tabletop.simulation.people_at_table import people_at_table
from casekit.tabletop.simulation.remarks_on_tables import after_play, gate, interrupted
from casekit.tabletop.simulation.table_words import in_words
from casekit.tabletop.simulation.tables_played import TablePlan, play_all, ways_taken
from casekit.tabletop.table_rules import Rules, TablesWanted, TableWords


@dataclass(frozen=True)
class Simulated:
    """The results of a document at the table."""

    words: TableWords
    title: str
    level: str
    content: Mapping[str, Any]

    def in_words(self, width: int) -> str:
        """As text with bars."""
        return in_words(self.words, self.title, self.level, self.content, width)

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/simulation.schema.json`` has it."""
        return dict(self.content)


def simulate(
    rules: Rules, interrogation: Any, wanted: TablesWanted, step: Callable[[int], None]
) -> Answered[Simulated]:
    """Play a document, and say what came of it; ``step`` is called with the number of tables done now and then.

    Raises:
        ValueError: if the game has no such readers or measures; the message says what they may be.
        OutOfBudgetError: if a question of a reader is too hard.
        SpreadingError: if it cannot be played where it is wanted.
    """
    crews, gates = (
        rules.crews(wanted.readers or rules.usual),
        [gate(text, rules.measures) for text in wanted.gates],
    )
    subject, found = rules.subject(interrogation.inquiry, wanted.players)
    if subject is None:
        return None, found
    plan = TablePlan(crews, wanted.players, wanted.tables, wanted.seed)
    played = play_all(subject.tables, plan, wanted.where, step)
    content = figures(subject, played, ways_taken(subject, plan) if played.whole else ())
    if wanted.people:
        content["people"] = people_at_table(subject, wanted.people, played)
    old = wanted.against.get(subject.title)
    if old is not None:
        content["compared"] = compared(content, old)
        if skill := gradient(content, old, rules.skill):
            content["gradient"] = skill
    stopped = () if played.whole else (interrupted(subject),)
    after = after_play(rules, subject, content, gates)
    return Simulated(rules.words, subject.title, subject.level, content), (*found, *stopped, *after)
