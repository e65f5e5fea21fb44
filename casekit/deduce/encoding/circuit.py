"""Propositional circuits: hash-consed gates over integer nodes, with their clauses.

A node is a literal in the DIMACS sense: a positive integer names an input or a gate and its negative the
complement, so that a node can be handed to a solver as it is. Every gate is a conjunction; disjunctions are
complements of conjunctions.
"""

from collections.abc import Iterable, Mapping, Sequence

TRUE = 1
FALSE = -1

Count = tuple[int, tuple[int, ...]]
"""A number, and nodes of which at least as many may be true."""


class Circuit:
    """Grows a circuit and the clauses that define its gates (Tseitin, both directions).

    Because both directions are stated, a model gives every gate exactly the value of what it stands for.
    ``size`` is the number of inputs and gates, which are numbered from 1. ``pending`` collects the clauses that no solver
    has seen yet. ``gates`` are the conjunctions, each under its sorted parts. ``counts`` are the nodes that are true if at
    least a number of some nodes are.
    """

    def __init__(self) -> None:
        self.size = TRUE
        self.gates: dict[tuple[int, ...], int] = {}
        self.counts: dict[int, Count] = {}
        self.pending: list[Sequence[int]] = [(TRUE,)]
        self.units: list[int] = []

    def earlier(self, size: int, counts: Mapping[int, Count], clauses: Iterable[Sequence[int]]) -> "Circuit":
        """The circuit as it was at a size, when it had such counts and nothing was settled, with all its clauses for a solver to see."""
        circuit = Circuit()
        circuit.size = size
        circuit.gates = {key: gate for key, gate in self.gates.items() if gate <= size}
        circuit.counts, circuit.pending = {**counts}, [*clauses]
        return circuit

    def fresh(self) -> int:
        """A new input."""
        self.size += 1
        return self.size

    def settle(self, node: int) -> None:
        """Make a node true for good."""
        self.units.append(node)
        self.pending.append((node,))

    def all_of(self, parts: Iterable[int]) -> int:
        """The conjunction of nodes; of none, it is true."""
        kept = set(parts)
        kept.discard(TRUE)
        if len(kept) <= 1:
            return kept.pop() if kept else TRUE
        if FALSE in kept or not kept.isdisjoint([-part for part in kept]):
            return FALSE
        return self._gate(tuple(sorted(kept)))

    def both(self, one: int, other: int) -> int:
        """The conjunction of two nodes."""
        if TRUE in (one, other):
            return one if other == TRUE else other
        if FALSE in (one, other) or one == -other:
            return FALSE
        if one == other:
            return one
        return self._gate((one, other) if one < other else (other, one))

    def either(self, one: int, other: int) -> int:
        """The disjunction of two nodes."""
        return -self.both(-one, -other)

    def _gate(self, key: tuple[int, ...]) -> int:
        gate = self.gates.get(key)
        if gate is None:
            gate = self.gates[key] = self.fresh()
            self.pending.extend([(-gate, part) for part in key])
            self.pending.append((gate, *[-part for part in key]))
        return gate

    def any_of(self, parts: Iterable[int]) -> int:
        """The disjunction of nodes; of none, it is false."""
        return -self.all_of([-part for part in parts])

    def implies(self, left: int, right: int) -> int:
        """``left`` implies ``right``."""
        return -self.both(left, -right)

    def same(self, left: int, right: int) -> int:
        """``left`` and ``right`` are both true or both false."""
        return self.both(self.implies(left, right), self.implies(right, left))

    def at_least(self, count: int, parts: Iterable[int]) -> int:
        """At least ``count`` of the nodes are true, each counted as often as it occurs.

        Counters for the same nodes in the same order share their gates whatever they count to.
        """
        known = list(parts)
        count -= known.count(TRUE)
        nodes = [node for node in known if node not in (TRUE, FALSE)]
        if count <= 0:
            return TRUE
        if count > len(nodes):
            return FALSE
        if 2 * count > len(nodes) + 1:
            reached = -self._reached(len(nodes) - count + 1, [-node for node in nodes])
        else:
            reached = self._reached(count, nodes)
        self.counts[reached] = (count, tuple(nodes))
        return reached

    def _reached(self, count: int, nodes: Sequence[int]) -> int:
        """The same by a sequential counter (Sinz 2005)."""
        reached = [TRUE, *[FALSE] * count]  # reached[k]: at least k of the nodes so far
        for node in nodes:
            steps = [self.both(node, below) for below in reached[:-1]]
            reached[1:] = map(self.either, reached[1:], steps)
        return reached[count]
