"""The first questions of ``deduction.md``: is a case consistent, is its truth possible, what is certain?"""

from casekit.deduce.hints import best_supported
from casekit.deduce.knowledge import Knowledge
from casekit.model.logic import Function
from casekit.model.theory import Element, Verdict


def analyse(knowledge: Knowledge) -> Verdict:
    """The verdict on a theory."""
    consistent = knowledge.consistent(knowledge.everything)
    return Verdict(
        consistent=consistent,
        truth_possible=knowledge.consistent(knowledge.truth_told),
        elements=tuple(
            _element(knowledge, target, consistent=consistent) for target in knowledge.theory.targets
        ),
    )


def given_solution(knowledge: Knowledge) -> bool:
    """Whether the laws alone leave every target one value, so that nobody has to read anything."""
    targets = knowledge.theory.targets
    return bool(targets) and all(knowledge.value(knowledge.laws, target) is not None for target in targets)


def _element(knowledge: Knowledge, target: Function, *, consistent: bool) -> Element:
    # Where the truth contradicts what everybody knows, it still says what the writer holds for true.
    value = knowledge.value(knowledge.truth, target) or knowledge.value(knowledge.truth_alone, target)
    if not consistent:
        return Element(target.name, value, "open")
    possible = knowledge.values(knowledge.everything, target)
    rivals = tuple(sorted(other for other in possible if other != value))
    if value is None:
        return Element(target.name, value, "open", rivals)
    if not rivals:
        return Element(target.name, value, "certain")
    supported = best_supported(knowledge, target, value, rivals)
    return Element(target.name, value, "supported" if supported else "open", rivals)
