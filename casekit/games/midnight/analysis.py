"""A case with its questions open (``casekit.analysis.analyzer``)."""

from functools import partial
from typing import TYPE_CHECKING, Any

from casekit.analysis.analyzer import Answered, Figures, Findings, Interrogation, Remedy, Steps
from casekit.games.midnight.checks.runner import check_logic, contradictions, shortcomings
from casekit.games.midnight.document import Case
from casekit.games.midnight.theory.case_analysis import CaseInquiry

if TYPE_CHECKING:
    from casekit.kit.level_distance import Distance


def interrogation(case: Case) -> Interrogation:
    """The case with its questions open."""
    inquiry = CaseInquiry(case)
    return Interrogation(
        inquiry,
        partial(check_logic, inquiry),
        partial(contradictions, inquiry),
        partial(shortcomings, inquiry),
        partial(_measure, inquiry),
        partial(_remedies, inquiry),
        partial(_distance, inquiry),
    )


def _measure(inquiry: CaseInquiry, budget: int) -> tuple[Figures, Findings]:
    from casekit.games.midnight.checks.balance import check_balance
    from casekit.games.midnight.theory.metrics_report import weigh

    balance = weigh(inquiry, budget)
    return balance, check_balance(balance)


def _distance(inquiry: CaseInquiry, level: str, budget: int, steps: Steps) -> "Answered[Distance[Any]]":
    from casekit.games.midnight.generator.level_repair import MOST_STEPS, distance

    unproved = [each.name for each in inquiry.verdict.elements if each.status != "certain"]
    if unproved:
        return None, shortcomings(inquiry, unproved)
    with steps(MOST_STEPS) as step:
        return distance(inquiry, "expert" if level == "expert" else "amateur", 4, budget, step), ()


def _remedies(inquiry: CaseInquiry) -> tuple[Remedy, ...]:
    """The cures of the case with the paragraphs that could state each."""
    from casekit.games.midnight.checks.deduction import carriers

    found = inquiry.cures
    facts = {str(cure.fact): cure for cure in (*found.ranked, *found.closing)}
    return tuple(Remedy(text, carriers(inquiry, cure)) for text, cure in facts.items())
