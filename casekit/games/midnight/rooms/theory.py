"""A case with its questions open (``casekit.analysis.analyzer``)."""

from functools import partial
from typing import TYPE_CHECKING, Any

from casekit.analysis.analyzer import (
    Analyzer,
    Answered,
    Findings,
    MetricsReport,
    ProgressBar,
    SuggestedStatement,
)
from casekit.games.midnight.checks.runner import check_logic, contradictions, shortcomings
from casekit.games.midnight.document import Case
from casekit.games.midnight.theory.case_analysis import CaseAnalysis

if TYPE_CHECKING:
    from casekit.kit.level_distance import LevelDistance


def analyze(case: Case) -> Analyzer:
    """The case with its questions open."""
    analysis = CaseAnalysis(case)
    return Analyzer(
        analysis,
        partial(check_logic, analysis),
        partial(contradictions, analysis),
        partial(shortcomings, analysis),
        partial(_measure, analysis),
        partial(_remedies, analysis),
        partial(_distance, analysis),
    )


def _measure(analysis: CaseAnalysis, budget: int) -> tuple[MetricsReport, Findings]:
    from casekit.games.midnight.checks.balance import check_balance
    from casekit.games.midnight.theory.metrics_report import measure_case

    balance = measure_case(analysis, budget)
    return balance, check_balance(balance)


def _distance(
    analysis: CaseAnalysis, level: str, budget: int, steps: ProgressBar
) -> "Answered[LevelDistance[Any]]":
    from casekit.games.midnight.generator.level_repair import MOST_STEPS, distance

    unproved = [element.name for element in analysis.verdict.elements if element.status != "certain"]
    if unproved:
        return None, shortcomings(analysis, unproved)
    with steps(MOST_STEPS) as step:
        return distance(analysis, "expert" if level == "expert" else "amateur", 4, budget, step), ()


def _remedies(analysis: CaseAnalysis) -> tuple[SuggestedStatement, ...]:
    """The cures of the case with the paragraphs that could state each."""
    from casekit.games.midnight.checks.deduction import carriers

    cures = (*analysis.cures.ranked, *analysis.cures.closing)
    by_fact = {str(cure.fact): cure for cure in cures}
    return tuple(SuggestedStatement(fact, carriers(analysis, cure)) for fact, cure in by_fact.items())
