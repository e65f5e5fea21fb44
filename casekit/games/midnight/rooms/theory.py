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
    inquiry = CaseAnalysis(case)
    return Analyzer(
        inquiry,
        partial(check_logic, inquiry),
        partial(contradictions, inquiry),
        partial(shortcomings, inquiry),
        partial(_measure, inquiry),
        partial(_remedies, inquiry),
        partial(_distance, inquiry),
    )


def _measure(inquiry: CaseAnalysis, budget: int) -> tuple[MetricsReport, Findings]:
    from casekit.games.midnight.checks.balance import check_balance
    from casekit.games.midnight.theory.metrics_report import measure_case

    balance = measure_case(inquiry, budget)
    return balance, check_balance(balance)


def _distance(
    inquiry: CaseAnalysis, level: str, budget: int, steps: ProgressBar
) -> "Answered[LevelDistance[Any]]":
    from casekit.games.midnight.generator.level_repair import MOST_STEPS, distance

    unproved = [element.name for element in inquiry.verdict.elements if element.status != "certain"]
    if unproved:
        return None, shortcomings(inquiry, unproved)
    with steps(MOST_STEPS) as step:
        return distance(inquiry, "expert" if level == "expert" else "amateur", 4, budget, step), ()


def _remedies(inquiry: CaseAnalysis) -> tuple[SuggestedStatement, ...]:
    """The cures of the case with the paragraphs that could state each."""
    from casekit.games.midnight.checks.deduction import carriers

    cures = (*inquiry.cures.ranked, *inquiry.cures.closing)
    by_fact = {str(cure.fact): cure for cure in cures}
    return tuple(SuggestedStatement(fact, carriers(inquiry, cure)) for fact, cure in by_fact.items())
