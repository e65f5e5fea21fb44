"""How many sources a reader may skip before a rival is possible again."""

from collections.abc import Sequence
from typing import NamedTuple

from casekit.deduce.solving.goals import Goal, having, rival_values
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.solving.maximal import Nodes, group_nodes
from casekit.deduce.solving.optimum import Optimum, best_world
from casekit.deduce.sources.support import claims_by_source


class WayBack(NamedTuple):
    """The fewest sources that must stay unread for a target to be able to have a value.

    They are in the order of their first claim; none, if all sources leave the value possible. If not ``exact``
    fewer may do: the search was given up.
    """

    target: str
    value: str
    unread: tuple[str, ...]
    exact: bool


def robustness(knowledge: Knowledge, goal: Goal) -> tuple[WayBack, ...]:
    """For each rival of a goal its cheapest way back, in the order of the goal and of the declared values.

    Rivals are the values the targets of the goal may have beside those it gives them; those that the laws exclude
    are left out. Of equally small sets it is the one that reads the first source; if all do or none does, the one
    that reads the second; and so on.

    Raises:
        KeyError: If there is no such target, or it cannot have that value.
    """
    # A solver that has answered nothing else makes what a given-up search finds depend on the theory alone.
    fresh = knowledge.fresh()
    nodes = group_nodes(fresh, claims_by_source(fresh))
    found = []
    for target, value in rival_values(fresh, goal):
        given = [*fresh.assume(fresh.laws), having(fresh, target, value)]
        best = best_world(fresh, given, list(nodes.values()))
        if best is not None:
            unread = _first(fresh, [*given, best.bound], nodes, best)
            _check(fresh, target, value, unread)
            found.append(WayBack(target, value, unread, best.exact))
    return tuple(found)


def _first(knowledge: Knowledge, held: Sequence[int], nodes: Nodes, best: Optimum) -> tuple[str, ...]:
    """The names whose nodes fail in the world that keeps the first ones, among those that are as good."""
    model = best.model
    kept: list[int] = []
    unread = []
    for name, node in nodes.items():
        if node not in model:
            if not knowledge.solve_within([*held, *kept, node]):
                unread.append(name)
                continue
            model = knowledge.model()
        kept.append(node)
    return tuple(unread)


def _check(knowledge: Knowledge, target: str, value: str, unread: Sequence[str]) -> None:
    """Ask the solver again whether a reader of all other sources cannot exclude the value."""
    read = [source for source in claims_by_source(knowledge) if source not in unread]
    rival = having(knowledge, target, value)
    if not knowledge.solve([*knowledge.assume(knowledge.reading(read)), rival]):
        raise AssertionError(f"{target} = {value} is impossible even if these stay unread: {unread}")
