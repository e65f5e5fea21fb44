"""The fewest sources that prove a goal or refute a value, and the sources no proof can do without."""

from collections.abc import Collection, Sequence

from casekit.deduce.solving.cores import Core, smallest_core
from casekit.deduce.solving.goals import Goal, check_minimal, having, lines_of, otherwise
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.sources.support import claims_by_source

__all__ = ["essential", "otherwise", "smallest_proof", "smallest_refutation"]


def smallest_proof(knowledge: Knowledge, goal: Goal, among: Collection[str] | None = None) -> Core:
    """A smallest set of sources, ``among`` some or all, whose readers are certain of the goal, by their first claim.

    Empty if the laws alone suffice. Where the laws or all sources contradict each other everything is certain, so ask
    for consistency first. Which of several smallest sets it is depends on what the solver was asked before;
    a fresh ``Knowledge`` always gives the same.

    Raises:
        ValueError: If a reader of all these sources is not certain of the goal.
        KeyError: If there is no such target, or it cannot have that value.
    """
    return _smallest(knowledge, otherwise(knowledge, goal), among)


def smallest_refutation(knowledge: Knowledge, target: str, value: str) -> Core | None:
    """A smallest set of sources whose readers know that a target has another value.

    ``None`` if it has the value in some world of all sources. The rest is as for ``smallest_proof``.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    node = having(knowledge, target, value)
    if knowledge.solve([*knowledge.assume(knowledge.everything), node]):
        return None
    return _smallest(knowledge, node)


def essential(knowledge: Knowledge, goal: Goal) -> tuple[str, ...]:
    """The sources that are in every proof of a goal, in the order of their first claim.

    Raises:
        ValueError: If a reader of all sources is not certain of the goal.
        KeyError: If there is no such target, or it cannot have that value.
    """
    groups = claims_by_source(knowledge)
    given = [*knowledge.assume(knowledge.laws), otherwise(knowledge, goal)]
    needed = _possibly_needed(knowledge, given, groups)
    return tuple(
        source
        for source in needed
        if knowledge.solve(
            [*given, *knowledge.assume(lines_of(groups, [other for other in groups if other != source]))]
        )
    )


def _possibly_needed(knowledge: Knowledge, given: Sequence[int], groups: dict[str, list[str]]) -> list[str]:
    """The sources that the solver used for one proof; no other is in every proof."""
    if knowledge.solve([*given, *knowledge.assume(lines_of(groups, list(groups)))]):
        raise ValueError("the goal does not follow from all sources")
    used = set(knowledge.core())
    return [source for source, lines in groups.items() if not used.isdisjoint(knowledge.assume(lines))]


def _smallest(knowledge: Knowledge, node: int, among: Collection[str] | None = None) -> Core:
    groups = claims_by_source(knowledge)
    if among is not None:
        groups = {source: claims for source, claims in groups.items() if source in among}
    given = [*knowledge.assume(knowledge.laws), node]
    core = smallest_core(knowledge, given, groups)
    check_minimal(knowledge, given, groups, core.names)
    return core
