"""A document at thousands of tables: from its analysis to the report and its findings."""

from collections.abc import Callable, Mapping
from typing import Any

from casekit.analysis.analyzer import Answered
from casekit.diagnostics import codes
from casekit.tabletop import (
    simulation_runs,
    simulation_statistics,
    tester_statistics,
)
from casekit.tabletop.game_rules import TableGame, TablesWanted, TableWords
from casekit.tabletop.simulation_findings import after_play
from casekit.tabletop.simulation_text import in_words
from casekit.tabletop.simulation_thresholds import simulation_threshold_of
from casekit.values import frozen


@frozen
class SimulationReport:
    """The results of a document at the table."""

    words: TableWords
    """The names of things of its game."""

    title: str
    """The title of the document."""

    level: str
    """The level that it claims; empty in games without levels."""

    content: Mapping[str, Any]
    """The figures of its tables, as ``schemas/simulation.schema.json`` has them."""

    def in_words(self, width: int) -> str:
        """As text with bars."""
        return in_words(self.words, self.title, self.level, self.content, width)

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/simulation.schema.json`` has it."""
        return dict(self.content)


def simulate(
    rules: TableGame, analyzer: Any, wanted: TablesWanted, step: Callable[[int], None]
) -> Answered[SimulationReport]:
    """Play a document at simulated tables.

    Args:
        rules: the game.
        analyzer: the document.
        wanted: how many tables there are to be, who plays, and what the figures are held to.
        step: is called now and then with the number of tables that were played.

    Returns:
        The report, ``None`` if the document cannot be played; and the findings.

    Raises:
        ValueError: if the game has no such readers or measures; the message says what they may be.
        OutOfBudgetError: if a question of a reader is too hard.
        SpreadingError: if it cannot be played where it is wanted.
    """
    crews = rules.crews(wanted.readers or rules.usual)
    thresholds = [simulation_threshold_of(text, rules.measures) for text in wanted.gates]
    subject, findings = rules.subject(analyzer.analysis, wanted.players)
    if subject is None:
        return None, findings
    plan = simulation_runs.TablePlan(crews, wanted.players, wanted.tables, wanted.seed)
    played = simulation_runs.play_all(subject.tables, plan, wanted.where, step)
    ways = simulation_runs.ways_taken(subject, plan) if played.whole else ()
    content = simulation_statistics.figures(subject, played, ways)
    if wanted.people:
        content["people"] = tester_statistics.people_at_table(subject, wanted.people, played)
    earlier = wanted.against.get(subject.title)
    if earlier is not None:
        content["compared"] = list(simulation_statistics.compared(content, earlier))
        gradient = simulation_statistics.gradient(content, earlier, rules.ladders)
        if gradient:
            content["gradient"] = gradient
    if not played.whole:
        stopped = codes.INTERRUPTED.at(
            subject.source.whole(),
            "somebody stopped the simulation; its figures are those of the tables that were played",
            hint="run it again, with fewer `--tables`",
        )
        findings = (*findings, stopped)
    report = SimulationReport(rules.words, subject.title, subject.level, content)
    earlier_groups = () if earlier is None else earlier["groups"]
    return report, (*findings, *after_play(rules, subject, content, thresholds, earlier_groups))
