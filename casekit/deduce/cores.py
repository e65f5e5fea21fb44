"""Small sets of lines that contradict what is assumed, or each other."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from casekit.deduce.knowledge import Knowledge

ROUNDS = 400
"""How many hitting sets a search for a smallest set may try before it settles for a minimal one."""

MANY = 100
"""Among more groups than that a smallest set is not looked for, unless the caller says that few of them matter."""

Groups = Mapping[str, Sequence[str]]
"""Named sets of lines that are used together or not at all: the claims of a source, or a single line."""


class Core(NamedTuple):
    """Names of groups that contradict what is assumed, none of which can go, in the order they were given.

    ``minimum`` if no smaller set exists; otherwise the search was given up.
    """

    names: tuple[str, ...]
    minimum: bool


def minimal_core(knowledge: Knowledge, given: Sequence[int], groups: Groups) -> tuple[str, ...]:
    """A minimal set of groups that contradicts the given nodes, in their order.

    Which of several depends on what the solver was asked before; a fresh ``Knowledge`` always gives the same.

    Raises:
        ValueError: If all groups together do not contradict the nodes.
    """
    kept = _blamed_by_solver(knowledge, given, groups, list(groups))
    if kept is None:
        raise ValueError("there is no contradiction to explain")
    for name in list(kept):
        if name in kept:
            without = _blamed_by_solver(knowledge, given, groups, [other for other in kept if other != name])
            kept = kept if without is None else without
    return tuple(kept)


def _blamed_by_solver(
    knowledge: Knowledge, given: Sequence[int], groups: Groups, names: Sequence[str]
) -> list[str] | None:
    """Those of some groups that the solver needed for a contradiction; ``None`` if there is none."""
    if knowledge.solve([*given, *_assume(knowledge, groups, names)]):
        return None
    core = set(knowledge.core())
    return [name for name in names if not core.isdisjoint(knowledge.assume(groups[name]))]


def smallest_core(
    knowledge: Knowledge, given: Sequence[int], groups: Groups, rounds: int = ROUNDS, many: int = MANY
) -> Core:
    """A smallest set of groups that contradicts the given nodes.

    Implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva 2015): a set that is no contradiction
    grows to a maximal one, and every contradiction has to contain something of what was left out. Of more than
    ``many`` groups it is a minimal set only: to choose among them is hard by itself (NP-complete).

    Raises:
        ValueError: If all groups together do not contradict them.
    """
    from pysat.examples.hitman import Hitman  # noqa: PLC0415 - answers for machines cite no lines

    fallback = minimal_core(knowledge, given, groups)
    if len(groups) > many:
        return Core(fallback, minimum=len(fallback) <= 1)
    names = list(groups)
    with Hitman(solver="m22", htype="sorted") as hitman:
        for _ in range(rounds):
            chosen = [names[index] for index in sorted(hitman.get() or ())]
            if len(chosen) == len(fallback):
                return Core(fallback, minimum=True)
            left_out = _left_out(knowledge, given, groups, chosen)
            if left_out is None:
                return Core(tuple(chosen), minimum=True)
            hitman.hit([index for index, name in enumerate(names) if name in left_out])
    return Core(fallback, minimum=False)


def _left_out(
    knowledge: Knowledge, given: Sequence[int], groups: Groups, chosen: Sequence[str]
) -> frozenset[str] | None:
    """What is missing from a maximal set without a contradiction around ``chosen``; ``None`` if there is none."""
    held = [*given, *_assume(knowledge, groups, chosen)]
    if not knowledge.solve(held):
        return None
    model = knowledge.model()
    missing = []
    for name in groups:
        nodes = [knowledge.lines[line].holds for line in groups[name] if line in knowledge.lines]
        if not all(node in model for node in nodes):
            if not knowledge.solve([*held, *nodes]):
                missing.append(name)
                continue
            model = knowledge.model()
        held.extend(nodes)
    return frozenset(missing)


def _assume(knowledge: Knowledge, groups: Groups, names: Iterable[str]) -> list[int]:
    return knowledge.assume(line for name in names for line in groups[name])
