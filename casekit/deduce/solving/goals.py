"""Goals: targets with values to be proved from sources; and the check of the lines that are then cited."""

from collections.abc import Mapping, Sequence

from casekit.deduce.solving.cores import Groups
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.logic import Function

Goal = Mapping[str, str]
"""Names of targets, each with the value it is to have: one element of a solution, or all of them."""


def target_named(knowledge: Knowledge, name: str) -> Function:
    """The target of a name.

    Raises:
        KeyError: If the theory has no such target.
    """
    return {target.name: target for target in knowledge.theory.targets}[name]


def having(knowledge: Knowledge, target: str, value: str) -> int:
    """The node that is true where a target has a value.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    return knowledge.vocabulary.cases(target_named(knowledge, target), ())[value]


def otherwise(knowledge: Knowledge, goal: Goal) -> int:
    """The node that is true if some target of the goal has a value other than the goal gives it.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    return knowledge.circuit.any_of([-having(knowledge, target, value) for target, value in goal.items()])


def rival_values(knowledge: Knowledge, goal: Goal) -> list[tuple[str, str]]:
    """The targets of a goal, each with every value it may have but that of the goal, in their declared order."""
    return [
        (name, value)
        for name, true in goal.items()
        for value in knowledge.vocabulary.cases(target_named(knowledge, name), ())
        if value != true
    ]


def lines_of(groups: Groups, names: Sequence[str]) -> list[str]:
    """The lines of some groups."""
    return [line for name in names for line in groups[name]]


def check_minimal(knowledge: Knowledge, given: Sequence[int], groups: Groups, names: Sequence[str]) -> None:
    """Ask the solver again whether groups contradict the given nodes and none of them can go.

    Where it is too hard to say whether one can go, this is not held against it.

    Raises:
        AssertionError: If not, which is a fault of the search that found them.
    """
    if knowledge.solve([*given, *knowledge.assume(lines_of(groups, names))]):
        raise AssertionError(f"these do not contradict what is given: {names}")
    for name in names:
        others = [other for other in names if other != name]
        if knowledge.solve_within([*given, *knowledge.assume(lines_of(groups, others))]) is False:
            raise AssertionError(f"{name} does not belong to the contradiction {names}")
