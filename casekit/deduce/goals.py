"""Goals: targets with values to be proved, the fewest sources that prove them, and the sources no proof can do without."""

from collections.abc import Collection, Mapping, Sequence

from casekit.deduce.solving.cores import Core, Groups, minimal_core, smallest_core
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
