"""Maximal sets of groups that can hold together."""

from collections.abc import Container, Mapping, Sequence

from casekit.deduce.solving.cores import Groups
from casekit.deduce.solving.knowledge import Knowledge

Nodes = Mapping[str, int]
"""Named nodes, each true where all lines of the group of that name hold."""


def group_nodes(knowledge: Knowledge, groups: Groups) -> dict[str, int]:
    """One node a group: all its lines hold. Lines that were refused count as holding."""
    lines = knowledge.lines
    return {
        name: knowledge.circuit.all_of(lines[line].holds for line in members if line in lines)
        for name, members in groups.items()
    }


class Growth:
    """Grows worlds of ``given`` to maximal sets of the named nodes; remembers what contradicted what."""

    def __init__(self, knowledge: Knowledge, given: Sequence[int], nodes: Nodes) -> None:
        self._knowledge = knowledge
        self._given = given
        self._nodes = nodes
        self._barriers: dict[str, list[frozenset[int]]] = {name: [] for name in nodes}

    def grow(self, last: Container[str] = ()) -> frozenset[str]:
        """A maximal set of names whose nodes are true together in a world of ``given``.

        It contains those that are true in the world which the last ``solve`` found; that world has to be one of
        ``given``. The others are tried in their order, the ``last`` ones after all others.
        """
        model = self._knowledge.model()
        kept = {node: None for node in self._nodes.values() if node in model}
        for name in sorted(self._nodes, key=lambda name: name in last):
            node = self._nodes[name]
            if node in kept or (node not in model and not self._possible(name, kept)):
                continue
            if node not in model:
                model = self._knowledge.model()
            kept[node] = None
        return frozenset(name for name, node in self._nodes.items() if node in kept)

    def _possible(self, name: str, kept: Mapping[int, None]) -> bool:
        if any(barrier <= kept.keys() for barrier in self._barriers[name]):
            return False
        node = self._nodes[name]
        if self._knowledge.solve([*self._given, *kept, node]):
            return True
        self._barriers[name].append(frozenset(self._knowledge.core()) & kept.keys())
        return False
