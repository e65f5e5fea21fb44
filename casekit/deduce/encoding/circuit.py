"""Propositional circuits, with the clauses of their gates; and where ground terms and variables meet.

A node is a literal in the DIMACS sense: a positive integer names an input or a gate and its negative the
complement, so that a node can be handed to a solver as it is. Every gate is a conjunction; disjunctions are
complements of conjunctions. How large a formula is when it is grounded can be said before it is.
"""

from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import combinations
from math import prod
from operator import neg

from casekit.logic.formulas import (
    Apply,
    Constant,
    Equal,
    Formula,
    Function,
    JustBefore,
    Nothing,
    Order,
    Quantified,
    Term,
    Variable,
    parts,
    terms,
)
from casekit.logic.theory import Fact, World

TRUE = 1
FALSE = -1

Count = tuple[int, tuple[int, ...]]
"""A number, and nodes of which at least as many may be true."""


class Circuit:
    """Grows a circuit and the clauses that define its gates (Tseitin, both directions).

    Because both directions are stated, a model gives every gate exactly the value of what it stands for.
    ``size`` is the number of inputs and gates, which are numbered from 1. ``pending`` collects the clauses
    that no solver has seen yet. ``gates`` are the conjunctions, each under its sorted parts. ``counts`` are
    the nodes that are true if at least a number of some nodes are. It begins empty, or as a copy of a
    ``given`` one, in which no node is settled yet.
    """

    def __init__(self, given: "Circuit | None" = None) -> None:
        self.size: int = given.size if given else TRUE
        self.gates: dict[tuple[int, ...], int] = given.gates.copy() if given else {}
        self.counts: dict[int, Count] = given.counts.copy() if given else {}
        self.pending: list[Sequence[int]] = given.pending.copy() if given else [(TRUE,)]
        self.units: list[int] = []

    def fresh(self) -> int:
        """A new input."""
        self.size += 1
        return self.size

    def several(self, number: int) -> range:
        """New inputs."""
        self.size += number
        return range(self.size - number + 1, self.size + 1)

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
        if FALSE in kept or not kept.isdisjoint(map(neg, kept)):
            return FALSE
        return self._gate(tuple(sorted(kept)))

    def both(self, one: int, other: int) -> int:
        """The conjunction of two nodes."""
        if other in (TRUE, one):
            return one
        if one == TRUE:
            return other
        if FALSE in (one, other) or one == -other:
            return FALSE
        return self._gate((one, other) if one < other else (other, one))

    def either(self, one: int, other: int) -> int:
        """The disjunction of two nodes."""
        return -self.both(-one, -other)

    def _gate(self, key: tuple[int, ...]) -> int:
        gate = self.gates.get(key)
        if gate is None:
            self.size = gate = self.gates[key] = self.size + 1
            if len(key) == 2:  # noqa: PLR2004 - as nearly all have: this takes half the time
                one, other = key
                self.pending += ((-gate, one), (-gate, other), (gate, -one, -other))
            else:
                self.pending += [(-gate, part) for part in key]
                self.pending.append((gate, *map(neg, key)))
        return gate

    def any_of(self, parts: Iterable[int]) -> int:
        """The disjunction of nodes; of none, it is false."""
        return -self.all_of(map(neg, parts))

    def replaced(self, values: Mapping[int, int], gates: Mapping[tuple[int, ...], int]) -> Mapping[int, int]:
        """The nodes that others become, with complements, where they have other ``values``.

        So do those of the ``gates`` that are made of them.
        """
        became = {**values, **{-node: -value for node, value in values.items()}}
        for key, gate in gates.items():
            if not became.keys().isdisjoint(key):
                became[gate] = self.all_of(became.get(part, part) for part in key)
                became[-gate] = -became[gate]
        return became

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


NONE = "none"
YES = "yes"
NO = "no"
ASKED = "?"
"""The predicate that is true where the formula asked is; no case can call anything so."""

QUESTION = "question"
"""The law that says so. In a world where the formula's terms have no value there is no answer."""

_PAIRWISE = 5  # from six values on a ladder has fewer clauses than all pairs

Key = tuple[str, tuple[str, ...]]
"""A ground term: a function's name and the values of its arguments."""

Cases = Mapping[str, int]
"""The values something may have, each with the node that is true where it has it; no two at once."""


def term_name(key: Key) -> str:
    """A ground term as formulas write it."""
    name, arguments = key
    return f"{name}({', '.join(arguments)})" if arguments else name


def range_of(function: Function) -> tuple[str, ...]:
    """Every value of a function: ``yes`` and ``no`` for a predicate; ``none``, last, if it is optional."""
    values = (YES, NO) if function.values is None else function.values.values
    return (*values, NONE) if function.optional and NONE not in values else values


class VariableTable(dict[Key, Cases]):
    """Ground terms and their variables, made when a term is first mentioned.

    A term with two values has one variable, one with more has a variable a value of which exactly one is
    true.
    """

    def __init__(self, circuit: Circuit, known: Mapping[Key, Cases]) -> None:
        super().__init__(known)
        self._circuit = circuit

    def cases(self, function: Function, arguments: tuple[str, ...]) -> Cases:
        """The values of a function at arguments that are values of its argument sorts.

        A static function has the value its table gives; where the table has none it is ``none`` if optional
        and otherwise has no case at all. Nor has a function into an empty sort; it is not a term of any
        world.
        """
        key = function.term(arguments)
        known = self.get(key)
        if known is not None:
            return known
        if function.table is not None:
            value = function.table.get(arguments, NONE if function.optional else None)
            return {} if value is None else {value: TRUE}
        values = range_of(function)
        made = dict(zip(values, self._choice(len(values)), strict=True))
        if made:
            self[key] = made
        return made

    def _choice(self, size: int) -> Sequence[int]:
        """Nodes of which exactly one is true."""
        if size <= 1:
            return [TRUE] * size
        if size == 2:  # noqa: PLR2004 - a proposition and its complement
            first = self._circuit.fresh()
            return (first, -first)
        nodes = self._circuit.several(size)
        self._circuit.pending.append(nodes)
        if size <= _PAIRWISE:
            self._circuit.pending.extend((-one, -other) for one, other in combinations(nodes, 2))
        else:
            self._ladder(nodes)
        return nodes

    def _ladder(self, nodes: Sequence[int]) -> None:
        """At most one of the nodes (Sinz 2005, sequential counter): ``seen`` holds from the true one on."""
        pending = self._circuit.pending
        seen = [nodes[0], *self._circuit.several(len(nodes) - 2)]
        for before, node, after in zip(seen, nodes[1:], seen[1:], strict=False):
            pending += ((-before, -node), (-before, after), (-node, after))
        pending.append((-seen[-1], -nodes[-1]))

    def node(self, key: Key, value: str) -> int:
        """The node that is true where a mentioned term has a value."""
        return self[key].get(value, FALSE)

    def value(self, key: Key, model: AbstractSet[int]) -> str:
        """The value a mentioned term has in a model, given as the set of its true literals."""
        return next(value for value, node in self[key].items() if node in model)

    def world(self, model: AbstractSet[int]) -> World:
        """The facts of a model, sorted."""
        return tuple(sorted(Fact(*key, self.value(key, model)) for key in self))


@lru_cache(maxsize=4_096)
def ground_size(formula: Formula) -> int:
    """The number of ground instances of a formula's atoms, and of the further values of terms in them.

    A quantifier multiplies what is inside it by the values of its variable (a counting one by at least the
    count, for its counter). An atom counts once for each tuple of values that terms inside its terms may
    have, and for each value of a function that has more than two, unless all its arguments are names; an
    order comparison also counts for each value of its sort, and so does `just_before` between two functions.
    Compared with a single value, a term that has no function inside is made but once for all atoms that it is
    in.
    """
    made: dict[tuple[str, ...], int] = {}
    return _instances(formula, {}, made) + sum(made.values())


def _instances(formula: Formula, ranges: Mapping[str, int], made: dict[tuple[str, ...], int]) -> int:
    """The same, but for terms that are made once: ``made`` notes how many values they have beyond one each.

    ``ranges`` say how many values variables run through.
    """
    term = _compared_with_a_value(formula)
    if term is not None:
        names = [value.name if isinstance(value, Variable) else str(value) for value in term.arguments]
        further = prod(ranges.get(name, 1) for name in names) * (_size(term) - 1)
        key = (term.function.name, *names)
        made[key] = max(made.get(key, 0), 0 if _is_ground(term) else further)
        return 1
    own = sum(_size(term) for term in terms(formula) if not _is_ground(term))
    match formula:
        case Quantified(count=count, variable=variable, body=body):
            values = len(variable.sort.values)
            inside = _instances(body, {**ranges, variable.name: values}, made)
            return own + values * max(inside, min(count, values), 1)
        case Order(sort=sort) | JustBefore(Apply(), Apply(), sort):
            return own + len(sort.values)
    return max(own, 1) if terms(formula) else sum(_instances(part, ranges, made) for part in parts(formula))


def _compared_with_a_value(formula: Formula) -> Apply | None:
    """The term, with no function inside, that a formula compares with a value."""
    match formula:
        case Equal(Apply() as term, Constant() | Variable() | Nothing()) | Equal(
            Constant() | Variable() | Nothing(), Apply() as term
        ) if not any(isinstance(argument, Apply) for argument in term.arguments):
            return term
    return None


def _is_ground(term: Term) -> bool:
    """Whether a term is a value or a single ground term, which costs the same however often it occurs."""
    return not isinstance(term, Apply) or all(isinstance(argument, Constant) for argument in term.arguments)


def _size(term: Term) -> int:
    """How many values of ground terms a term stands for in one instance; none, if it is not a function."""
    if not isinstance(term, Apply):
        return 0
    inside = [argument for argument in term.arguments if isinstance(argument, Apply)]
    if term.function.table is not None and len(inside) > 1:
        # A table has no variables: for all values of the others, those of the last are joined as they are.
        joined = prod(len(range_of(argument.function)) for argument in inside[:-1])
        return joined + sum(map(_size, inside))
    values = len(range_of(term.function))
    own = 1 if values <= 2 or term.function.table is not None else values  # noqa: PLR2004 - one variable does
    return own * prod(map(_size, inside))
