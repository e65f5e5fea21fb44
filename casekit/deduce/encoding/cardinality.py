"""Counting: that twelve people cannot share eleven keys, which a clause at a time cannot see.

Clause learning needs exponentially many steps for such a thing (Haken 1985). So where a question turns out to be hard,
the sets of nodes with a bound on how many are true are read off the circuit and compared with each other.
Everything that is added follows from the definitions of gates and terms alone and holds in every world: which lines
are read, assumed or contradicted changes nothing about it.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import combinations, count
from typing import Generic, NamedTuple, TypeVar

from casekit.deduce.encoding.circuit import FALSE, TRUE, Circuit, VariableTable
from casekit.deduce.encoding.grounding import NestedTerm

T = TypeVar("T", bound=Hashable)

_LARGEST = 40_000
"""The counter of a system may have this many steps; larger ones are only searched for tight spots."""

_MOST_FAMILIES = 4
"""The bounds are divided into this many families of disjoint ones."""

_PAIR = 2

_MOST_PAIRS = 20_000
"""At most this many pairs that exclude each other are searched for sets in which at most one is true."""


class Bound(NamedTuple):
    """A limit on how many of some distinct nodes are true, in worlds in which the node ``given`` is."""

    number: int
    nodes: tuple[int, ...]
    given: int = TRUE


class CountingSystem(NamedTuple):
    """``rows`` with at least, and ``columns`` with at most, a number of nodes that are true.

    No two rows share a node, and no two columns do.
    """

    rows: tuple[Bound, ...]
    columns: tuple[Bound, ...]

    @property
    def demand(self) -> int:
        """How many nodes of the rows are true at least."""
        return sum(row.number for row in self.rows)


class Counting:
    """Adds to a circuit what follows from its counts."""

    def __init__(
        self, circuit: Circuit, vocabulary: VariableTable, nested: Mapping[Hashable, NestedTerm]
    ) -> None:
        self._circuit = circuit
        self._vocabulary = vocabulary
        self._nested = nested
        self._told: set[CountingSystem] = set()
        self._cliques: set[tuple[int, ...]] = set()
        self._values: set[int] = set()

    def teach(self, known: AbstractSet[int]) -> bool:
        """Add what counting says to somebody who knows some literals; whether anything new was found."""
        known = self._looked_into(known)
        self._values = {
            node for key in self._vocabulary for node in self._vocabulary[key].values() if node > TRUE
        }
        for term in self._nested.values():
            self._values |= {
                node for node in term.cases.values() if abs(node) != TRUE and -node not in self._values
            }
        before = len(self._circuit.pending)
        for system in self.systems(known):
            tight = tight_spot(system, known)
            for part in (system, tight) if tight is not None else (system,):
                if part not in self._told:
                    self._told.add(part)
                    self._add(part)
        return len(self._circuit.pending) > before

    def _looked_into(self, known: AbstractSet[int]) -> AbstractSet[int]:
        """The literals and the parts of true gates; what the solver has found out for good is not in ``known``."""
        parts = {gate: key for key, gate in self._circuit.gates.items()}
        found = set(known)
        waiting = [literal for literal in known if literal in parts]
        waiting += self._circuit.units
        while waiting:
            literal = waiting.pop()
            found.add(literal)
            waiting.extend(part for part in parts.get(literal, ()) if part not in found)
        return found

    # --- reading bounds off the circuit ----------------------------------------------------------

    def systems(self, known: AbstractSet[int]) -> Iterator[CountingSystem]:
        """Rows and columns that have nodes in common, as far as the known literals make them bounds."""
        choices = [
            Bound(1, tuple(cases.values()))
            for cases in (self._vocabulary[key] for key in self._vocabulary)
            if len(cases) > 2  # noqa: PLR2004 - of a node and its complement always one is true
        ]
        nested = self._nested_choices(known)
        least, most = self._counts(known)
        most += self._at_most_one(known, [*choices, *nested])
        least += [
            Bound(1, tuple(-part for part in key), -gate)
            for key, gate in self._circuit.gates.items()
            if -gate in known and len(key) > _PAIR and all(-part in self._values for part in key)
        ]
        for columns in _families(most):
            yield from _connected([*choices, *_beside([*nested, *least], choices)], columns)
            if nested:
                first = _disjoint(nested)
                yield from _connected([*first, *_beside([*choices, *least], first)], columns)
        for rows in _families(least):
            yield from _connected(rows, choices)
            for columns in _families(most):
                yield from _connected(rows, _beside(columns, choices))

    def _nested_choices(self, known: AbstractSet[int]) -> list[Bound]:
        """The terms of which some arguments are functions that are known to have one of their values."""
        found: dict[Bound, None] = {}
        for cases, defined, size in self._nested.values():
            nodes = tuple(node for node in cases.values() if node != FALSE)
            whole = len(cases) >= size and len(nodes) > _PAIR and (defined == TRUE or defined in known)
            if whole and all(node in self._values for node in nodes):
                found[Bound(1, nodes, defined)] = None
        return list(found)

    def _counts(self, known: AbstractSet[int]) -> tuple[list[Bound], list[Bound]]:
        """The counters that are known to be reached or not to be reached, as bounds of both kinds."""
        least: list[Bound] = []
        most: list[Bound] = []
        for node, (number, nodes) in self._circuit.counts.items():
            if len(set(map(abs, nodes))) < len(nodes):
                continue
            # As many of the complements are true as are not of the nodes: all bounds speak of values, not of their lack.
            complement = -nodes[0] in self._values
            same = tuple(-one for one in nodes) if complement else nodes
            if node in known:
                less = Bound(len(nodes) - number, same, node)
                (most if complement else least).append(less if complement else Bound(number, same, node))
            elif -node in known:
                more = Bound(len(nodes) - number + 1, same, -node)
                (least if complement else most).append(more if complement else Bound(number - 1, same, -node))
        return least, most

    def _at_most_one(self, known: AbstractSet[int], choices: Sequence[Bound]) -> list[Bound]:
        """Sets of values any two of which are known to exclude each other, but those of one term."""
        own: dict[int, set[int]] = {}
        for number, choice in enumerate(choices):
            for node in choice.nodes:
                own.setdefault(node, set()).add(number)
        nobody: set[int] = set()
        pairs = {
            key: gate
            for key, gate in self._circuit.gates.items()
            if -gate in known
            and len(key) == _PAIR
            and all(part in self._values for part in key)
            and own.get(key[0], nobody).isdisjoint(own.get(key[1], nobody))
        }
        if len(pairs) > _MOST_PAIRS:
            return []
        return [self._exclusive(nodes, pairs) for nodes in _cliques((key[0], key[1]) for key in pairs)]

    def _exclusive(self, nodes: tuple[int, ...], pairs: Mapping[tuple[int, ...], int]) -> Bound:
        """At most one of some nodes, given by a node that follows where each two exclude each other."""
        inside = [pairs[pair] for pair in combinations(nodes, 2)]
        alone = -self._circuit.at_least(2, nodes)
        if (clause := (*inside, alone)) not in self._cliques:
            self._cliques.add(clause)
            self._circuit.pending.append(clause)
        return Bound(1, nodes, alone)

    # --- comparing them --------------------------------------------------------------------------

    def _add(self, system: CountingSystem) -> None:
        """Require the true nodes that the rows need; each column has at most its number of them."""
        circuit = self._circuit
        inside = {node for row in system.rows for node in row.nodes}
        filled, covered = [], set()
        for column in system.columns:
            shared = [node for node in column.nodes if node in inside]
            filled += [circuit.at_least(number, shared) for number in range(1, column.number + 1)]
            covered.update(shared)
        filled += [node for row in system.rows for node in row.nodes if node not in covered]
        if system.demand * len(filled) > _LARGEST:
            return
        escapes = dict.fromkeys(-bound.given for bound in (*system.rows, *system.columns))
        enough = circuit.at_least(system.demand, filled)
        circuit.pending.append([*(node for node in escapes if node != FALSE), enough])


def _cliques(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Disjoint sets of at least three nodes any two of which are a pair, found greedily; nodes in each are sorted."""
    near: dict[int, set[int]] = {}
    for one, other in pairs:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    free = dict.fromkeys(sorted(near))
    while free:
        first = next(iter(free))
        clique, candidates = [first], near[first] & free.keys()
        while candidates:
            clique.append(min(candidates))
            candidates &= near[clique[-1]]
        for node in clique:
            del free[node]
        if len(clique) > 2:  # noqa: PLR2004 - a pair is a clause already
            yield tuple(clique)


def _families(bounds: Sequence[Bound]) -> Iterator[list[Bound]]:
    """Bounds divided into sets of disjoint ones, small ones first and large ones first."""
    found: dict[tuple[Bound, ...], None] = {}
    for order in (1, -1):
        left = sorted(bounds, key=lambda bound: order * len(bound.nodes))
        for _ in range(_MOST_FAMILIES):
            family = _disjoint(left)
            if family:
                found[tuple(family)] = None
            chosen = set(family)
            left = [bound for bound in left if bound not in chosen]
    yield from map(list, found)


def _disjoint(bounds: Iterable[Bound]) -> list[Bound]:
    """The bounds that share no node with one before them."""
    taken: set[int] = set()
    kept = []
    for bound in bounds:
        if taken.isdisjoint(bound.nodes):
            taken.update(bound.nodes)
            kept.append(bound)
    return kept


def _beside(bounds: Iterable[Bound], others: Sequence[Bound]) -> list[Bound]:
    """Disjoint ones of some bounds that share no node with the others."""
    taken = {node for bound in others for node in bound.nodes}
    return _disjoint(bound for bound in bounds if taken.isdisjoint(bound.nodes))


def _connected(rows: Sequence[Bound], columns: Sequence[Bound]) -> Iterator[CountingSystem]:
    """Rows and columns divided into systems that have nothing to do with each other."""
    row_of = {node: number for number, row in enumerate(rows) for node in row.nodes}
    touched = [[row_of[node] for node in column.nodes if node in row_of] for column in columns]
    links = UnionFind(touched)
    found: dict[int, tuple[set[int], list[Bound]]] = {}
    for column, met in zip(columns, touched, strict=True):
        if met:
            own, across = found.setdefault(links.representative(met[0]), (set(), []))
            own.update(met)
            across.append(column)
    for own, across in found.values():
        if len(own) > 1:
            yield CountingSystem(tuple(rows[row] for row in sorted(own)), tuple(across))


class UnionFind(Generic[T]):
    """Things in classes, joined by groups of them (union-find)."""

    def __init__(self, groups: Iterable[Sequence[T]]) -> None:
        self._above: dict[T, T] = {}
        for group in groups:
            for each in group[1:]:
                self._above[self.representative(each)] = self.representative(group[0])

    def representative(self, one: T) -> T:
        """The thing that stands for all that are linked to this one; itself, if it is in no group."""
        above = self._above
        while (up := above.get(one, one)) != one:
            above[one] = above.get(up, up)
            one = up
        return one


def tight_spot(system: CountingSystem, known: AbstractSet[int]) -> CountingSystem | None:
    """Rows of a system that need at least all that their columns hold, to somebody who knows some literals (Hall 1935).

    Few rows, if they need more; otherwise all that need exactly what there is, and ``None`` if none do. Looked for as
    a smallest cut of a network in which rows send to columns. The library takes the cut that is nearest to its sink.
    """
    import networkx as nx  # noqa: PLC0415 - most questions are answered without

    column_of = {node: number for number, column in enumerate(system.columns) for node in column.nodes}
    network: nx.DiGraph[Hashable] = nx.DiGraph()
    outside = count(len(system.columns))
    for number, row in enumerate(system.rows):
        network.add_edge("source", ("row", number), capacity=row.number)
        for node in row.nodes:
            if -node not in known:
                column = ("column", column_of[node] if node in column_of else next(outside))
                limit = 1
                if network.has_edge(("row", number), column):
                    limit += network[("row", number)][column]["capacity"]
                network.add_edge(("row", number), column, capacity=limit)
                room = system.columns[column[1]].number if column[1] < len(system.columns) else 1
                network.add_edge(column, "sink", capacity=room)
    if "sink" not in network:
        return CountingSystem(system.rows[:1], ())
    held, (near, _) = nx.minimum_cut(network, "source", "sink")
    if held < system.demand:
        _, (_, near) = nx.minimum_cut(network.reverse(copy=False), "sink", "source")
    rows = tuple(row for number, row in enumerate(system.rows) if ("row", number) in near)
    if not rows:
        return None
    return CountingSystem(
        rows, tuple(column for number, column in enumerate(system.columns) if ("column", number) in near)
    )
