"""Counting: that twelve people cannot share eleven keys, which a clause at a time cannot see.

Clause learning needs exponentially many steps for such a thing (Haken 1985). So where a question turns out to
be hard, the sets of nodes with a bound on how many are true are read off the circuit and compared with each
other. Everything that is added follows from the definitions of gates and terms alone and holds in every
world: which lines are read, assumed or contradicted changes nothing about it.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import chain, combinations, count
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
        self._taught: set[CountingSystem] = set()
        self._cliques: set[tuple[int, ...]] = set()
        self._values: set[int] = set()

    def teach(self, known: AbstractSet[int]) -> bool:
        """Add what counting says to somebody who knows some literals; whether anything new was found."""
        known = self._looked_into(known)
        self._values = self._value_nodes()
        before = len(self._circuit.pending)
        for system in self.systems(known):
            tight = tight_spot(system, known)
            for part in (system, tight) if tight is not None else (system,):
                if part not in self._taught:
                    self._taught.add(part)
                    self._add(part)
        return len(self._circuit.pending) > before

    def _value_nodes(self) -> set[int]:
        """The nodes of the values of terms; of a node and its complement one."""
        values: set[int] = set()
        for cases in self._vocabulary.values():
            values.update(node for node in cases.values() if node > TRUE)
        for term in self._nested.values():
            # A value of the same term may be the complement of another one.
            new = [node for node in term.cases.values() if abs(node) != TRUE and -node not in values]
            values.update(new)
        return values

    def _looked_into(self, known: AbstractSet[int]) -> AbstractSet[int]:
        """The literals and the parts of true gates; what the solver settled for good is not in ``known``."""
        parts = {gate: key for key, gate in self._circuit.gates.items()}
        literals = set(known)
        waiting = [literal for literal in known if literal in parts]
        waiting += self._circuit.units
        while waiting:
            literal = waiting.pop()
            literals.add(literal)
            waiting += [part for part in parts.get(literal, ()) if part not in literals]
        return literals

    # --- reading bounds off the circuit ----------------------------------------------------------

    def systems(self, known: AbstractSet[int]) -> Iterator[CountingSystem]:
        """Rows and columns that have nodes in common, as far as the known literals make them bounds."""
        # Of a node and its complement always one is true.
        several = [cases for cases in self._vocabulary.values() if len(cases) > _PAIR]
        choices = [Bound(1, tuple(cases.values())) for cases in several]
        nested = self._nested_choices(known)
        least, most = self._counts(known)
        most += self._at_most_one(known, [*choices, *nested])
        least += self._broken_conjunctions(known)
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
        choices: dict[Bound, None] = {}
        for cases, defined, size in self._nested.values():
            nodes = tuple([node for node in cases.values() if node != FALSE])
            whole = len(cases) >= size and len(nodes) > _PAIR and (defined == TRUE or defined in known)
            if whole and self._values.issuperset(nodes):
                choices[Bound(1, nodes, defined)] = None
        return list(choices)

    def _broken_conjunctions(self, known: AbstractSet[int]) -> list[Bound]:
        """The gates known to be false all of whose parts say that a term has not a value: one has it."""
        bounds: list[Bound] = []
        for key, gate in self._circuit.gates.items():
            if -gate in known and len(key) > _PAIR:
                nodes = tuple([-part for part in key])
                if self._values.issuperset(nodes):
                    bounds.append(Bound(1, nodes, -gate))
        return bounds

    def _counts(self, known: AbstractSet[int]) -> tuple[list[Bound], list[Bound]]:
        """The counters that are known to be reached or not to be reached, as bounds of both kinds."""
        least: list[Bound] = []
        most: list[Bound] = []
        for node, (number, nodes) in self._circuit.counts.items():
            if len(set(map(abs, nodes))) < len(nodes):
                continue
            # As many of the complements are true as are not of the nodes: all bounds speak of values, not of
            # their lack.
            complement = -nodes[0] in self._values
            values = tuple([-counted for counted in nodes]) if complement else nodes
            if node in known and complement:
                most.append(Bound(len(nodes) - number, values, node))
            elif node in known:
                least.append(Bound(number, values, node))
            elif -node in known and complement:
                least.append(Bound(len(nodes) - number + 1, values, -node))
            elif -node in known:
                most.append(Bound(number - 1, values, -node))
        return least, most

    def _at_most_one(self, known: AbstractSet[int], choices: Sequence[Bound]) -> list[Bound]:
        """Sets of values any two of which are known to exclude each other, but those of one term."""
        own: dict[int, set[int]] = {}
        for number, choice in enumerate(choices):
            for node in choice.nodes:
                own.setdefault(node, set()).add(number)
        nobody: set[int] = set()
        pairs: dict[tuple[int, ...], int] = {}
        for key, gate in self._circuit.gates.items():
            if -gate not in known or len(key) != _PAIR or not self._values.issuperset(key):
                continue
            if own.get(key[0], nobody).isdisjoint(own.get(key[1], nobody)):
                pairs[key] = gate
        if len(pairs) > _MOST_PAIRS:
            return []
        cliques = _cliques((key[0], key[1]) for key in pairs)
        return [self._exclusive(nodes, pairs) for nodes in cliques]

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
        nodes = list(chain.from_iterable(row.nodes for row in system.rows))
        inside = set(nodes)
        filled: list[int] = []
        covered: set[int] = set()
        for column in system.columns:
            shared = [node for node in column.nodes if node in inside]
            filled += [circuit.at_least(number, shared) for number in range(1, column.number + 1)]
            covered.update(shared)
        filled += [node for node in nodes if node not in covered]
        if system.demand * len(filled) > _LARGEST:
            return
        escapes = dict.fromkeys(-bound.given for bound in (*system.rows, *system.columns))
        escapes.pop(FALSE, None)
        enough = circuit.at_least(system.demand, filled)
        circuit.pending.append([*escapes, enough])


def _cliques(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Disjoint sets of at least three nodes, any two of which are a pair, found greedily; each is sorted."""
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
    families: dict[tuple[Bound, ...], None] = {}
    for order in (1, -1):
        left = sorted(bounds, key=lambda bound: order * len(bound.nodes))
        for _ in range(_MOST_FAMILIES):
            family = _disjoint(left)
            if family:
                families[tuple(family)] = None
            chosen = set(family)
            left = [bound for bound in left if bound not in chosen]
    yield from map(list, families)


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
    taken = set(chain.from_iterable(bound.nodes for bound in others))
    return _disjoint(bound for bound in bounds if taken.isdisjoint(bound.nodes))


def _connected(rows: Sequence[Bound], columns: Sequence[Bound]) -> Iterator[CountingSystem]:
    """Rows and columns divided into systems that have nothing to do with each other."""
    row_of: dict[int, int] = {}
    for number, row in enumerate(rows):
        row_of |= dict.fromkeys(row.nodes, number)
    touched: list[list[int]] = []
    for column in columns:
        met = [row_of[node] for node in column.nodes if node in row_of]
        touched.append(met)
    links = UnionFind(touched)
    systems: dict[int, tuple[set[int], list[Bound]]] = {}
    for column, met in zip(columns, touched, strict=True):
        if met:
            own, across = systems.setdefault(links.representative(met[0]), (set(), []))
            own.update(met)
            across.append(column)
    for own, across in systems.values():
        if len(own) > 1:
            yield CountingSystem(tuple([rows[number] for number in sorted(own)]), tuple(across))


class UnionFind(Generic[T]):
    """Things in classes, joined by groups of them (union-find)."""

    def __init__(self, groups: Iterable[Sequence[T]]) -> None:
        self._above: dict[T, T] = {}
        for group in groups:
            for member in group[1:]:
                self._above[self.representative(member)] = self.representative(group[0])

    def representative(self, one: T) -> T:
        """The thing that stands for all that are linked to this one; itself, if it is in no group."""
        above = self._above
        while (up := above.get(one, one)) != one:
            above[one] = above.get(up, up)
            one = up
        return one


def tight_spot(system: CountingSystem, known: AbstractSet[int]) -> CountingSystem | None:
    """Rows of a system that need at least all that their columns hold, by what is known (Hall 1935).

    Few rows, if they need more; otherwise all that need exactly what there is, and ``None`` if none do.
    Looked for as a smallest cut of a network in which rows send to columns. The library takes the cut that is
    nearest to its sink.
    """
    import networkx as nx  # noqa: PLC0415 - most questions are answered without

    network: nx.DiGraph[Hashable] = nx.DiGraph()
    for start, end, capacity in _edges(system, known):
        before = network[start][end]["capacity"] if network.has_edge(start, end) and end != "sink" else 0
        network.add_edge(start, end, capacity=before + capacity)
    if "sink" not in network:
        return CountingSystem(system.rows[:1], ())
    held, (near, _) = nx.minimum_cut(network, "source", "sink")
    if held < system.demand:
        _, (_, near) = nx.minimum_cut(network.reverse(copy=False), "sink", "source")
    rows = tuple([row for number, row in enumerate(system.rows) if ("row", number) in near])
    if not rows:
        return None
    columns = [column for number, column in enumerate(system.columns) if ("column", number) in near]
    return CountingSystem(rows, tuple(columns))


def _edges(system: CountingSystem, known: AbstractSet[int]) -> Iterator[tuple[Hashable, Hashable, int]]:
    """The edges of the network in which rows send to columns: each with its start, its end and its capacity.

    The capacities of several edges from one row to one column add up. A node that is in no column has one
    of its own.
    """
    column_of: dict[int, int] = {}
    for number, column in enumerate(system.columns):
        column_of |= dict.fromkeys(column.nodes, number)
    outside = count(len(system.columns))
    for number, row in enumerate(system.rows):
        yield "source", ("row", number), row.number
        for node in row.nodes:
            if -node in known:
                continue
            place = column_of[node] if node in column_of else next(outside)
            room = system.columns[place].number if place < len(system.columns) else 1
            yield ("row", number), ("column", place), 1
            yield ("column", place), "sink", room
