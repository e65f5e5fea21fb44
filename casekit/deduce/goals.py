"""Goals: targets with values to be proved, the fewest sources that prove them, and the sources no proof can do without."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from casekit.deduce.solving.cores import Core, assumed, blamed, check_minimal, minimal_core, smallest_core
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.logic import Function
from casekit.model.theory import Theory, TooManySourcesError

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


MOST_SOURCES = 400
"""Proofs are looked for among at most this many sources: each of them may cost a question of its own."""


def few_enough(theory: Theory) -> None:
    """See that a theory is small enough to look for proofs in it; before anything is asked, which may take long.

    Raises:
        TooManySourcesError: if it has more than ``MOST_SOURCES`` sources.
    """
    count = len({claim.source for claim in theory.claims if not claim.hint})
    if count > MOST_SOURCES:
        message = f"proofs are looked for among at most {MOST_SOURCES} paths, but {count:,} paths make statements here"
        raise TooManySourcesError(message)


def claims_by_source(knowledge: Knowledge) -> dict[str, list[str]]:
    """The claims of each source that have force, sources in the order of their first claim."""
    sources: dict[str, list[str]] = {}
    for claim in knowledge.theory.claims:
        if not claim.hint:
            sources.setdefault(claim.source, []).append(claim.id)
    return sources


def support(knowledge: Knowledge, target: Function, value: str) -> tuple[str, ...]:
    """A smallest set of sources that rule out every other value of a target, in the order of their first claim.

    Where the search for it is given up, the set is minimal: no source can go. Which of several it is depends on
    what the solver was asked before; a fresh ``Knowledge`` always gives the same.

    Raises:
        ValueError: If all sources together leave the target another value.
    """
    given = [*knowledge.assume(knowledge.laws), otherwise(knowledge, {target.name: value})]
    return smallest_core(knowledge, given, claims_by_source(knowledge)).names


def supporting_lines(knowledge: Knowledge, target: Function, value: str) -> tuple[str, ...]:
    """A minimal set of claims of such sources, and of laws that are needed beside them.

    Raises:
        ValueError: If all sources together leave the target another value.
    """
    unless = otherwise(knowledge, {target.name: value})
    by_source = claims_by_source(knowledge)
    claims = [claim for source in support(knowledge, target, value) for claim in by_source[source]]
    laws = [law for law in knowledge.laws if law in knowledge.selectors]
    read = _needed(knowledge, [unless, *knowledge.assume(laws)], claims)
    return (*read, *_needed(knowledge, [unless, *knowledge.assume(read)], laws))


def _needed(knowledge: Knowledge, given: Sequence[int], lines: Sequence[str]) -> tuple[str, ...]:
    return minimal_core(knowledge, given, {line: (line,) for line in lines})


def smallest_proof(knowledge: Knowledge, goal: Goal, among: Collection[str] | None = None) -> Core:
    """A smallest set of sources, ``among`` some or all, whose readers are certain of the goal, by their first claim.

    Empty if the laws alone suffice. Where the laws or all sources contradict each other everything is certain, so ask
    for consistency first. Which of several smallest sets it is depends on what the solver was asked before;
    a fresh ``Knowledge`` always gives the same.

    Raises:
        ValueError: If a reader of all these sources is not certain of the goal.
        KeyError: If there is no such target, or it cannot have that value.
    """
    groups = claims_by_source(knowledge)
    if among is not None:
        groups = {source: claims for source, claims in groups.items() if source in among}
    given = [*knowledge.assume(knowledge.laws), otherwise(knowledge, goal)]
    core = smallest_core(knowledge, given, groups)
    check_minimal(knowledge, given, groups, core.names)
    return core


def essential(knowledge: Knowledge, goal: Goal) -> tuple[str, ...]:
    """The sources that are in every proof of a goal, in the order of their first claim.

    Raises:
        ValueError: If a reader of all sources is not certain of the goal.
        KeyError: If there is no such target, or it cannot have that value.
    """
    groups = claims_by_source(knowledge)
    given = [*knowledge.assume(knowledge.laws), otherwise(knowledge, goal)]
    parts = {source: knowledge.assume(lines) for source, lines in groups.items()}
    if knowledge.solve([*given, *chain.from_iterable(parts.values())]):
        raise ValueError("the goal does not follow from all sources")
    # What the solver did not use for one proof is not in every proof.
    needed = blamed(knowledge, parts, parts)
    return tuple(
        source
        for source in needed
        if knowledge.solve(
            [*given, *assumed(knowledge, groups, [other for other in groups if other != source])]
        )
    )
