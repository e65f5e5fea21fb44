"""The first questions of every check (``docs/proofs.md``, "Definitions"): is a case consistent, is its truth possible, what is certain?"""

from collections.abc import Iterable

from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.solving.out_of_budget import OutOfBudgetError
from casekit.deduce.verdicts.hints import best_supported
from casekit.model.logic import Function
from casekit.model.theory import Element, Status, Verdict


def analyse(knowledge: Knowledge) -> Verdict:
    """The verdict on a theory."""
    consistent = knowledge.consistent(knowledge.everything)
    return Verdict(
        consistent=consistent,
        truth_possible=_possible(knowledge, knowledge.truth_told),
        elements=tuple(
            _element(knowledge, target, consistent=consistent) for target in knowledge.theory.targets
        ),
    )


def given_solution(knowledge: Knowledge) -> bool:
    """Whether the laws alone leave every target one value, so that nobody has to read anything."""
    targets = knowledge.theory.targets
    return bool(targets) and all(knowledge.value(knowledge.laws, target) is not None for target in targets)


def _possible(knowledge: Knowledge, lines: Iterable[str]) -> bool:
    """Whether the lines are known to have a world; what readers can know does not wait for that."""
    try:
        return knowledge.consistent(lines)
    except OutOfBudgetError:
        return False


def _value(knowledge: Knowledge, lines: Iterable[str], target: Function) -> str | None:
    """The value a target is known to have in all worlds of the lines, if there is such a value."""
    try:
        return knowledge.value(lines, target)
    except OutOfBudgetError:
        return None


def _element(knowledge: Knowledge, target: Function, *, consistent: bool) -> Element:
    # Where the truth contradicts what everybody knows, it still says what the writer holds for true.
    value = _value(knowledge, knowledge.truth, target) or _value(knowledge, knowledge.truth_alone, target)
    if not consistent:
        return Element(target.name, value, "open")
    possible = knowledge.values(knowledge.everything, target)
    if len(possible) == 1:
        return Element(target.name, value, _proved(value, possible[0]), proved=possible[0])
    rivals = tuple(sorted(other for other in possible if other != value))
    supported = value is not None and best_supported(knowledge, target, value, rivals)
    return Element(target.name, value, "supported" if supported else "open", rivals)


def _proved(true: str | None, proved: str) -> Status:
    """The status of an element of whose value a reader of everything is certain."""
    if true is None:
        return "decided"
    return "certain" if true == proved else "contrary"
