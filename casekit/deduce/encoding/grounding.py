"""From typed formulas to circuits: the one place that says where they are true, false or void.

``docs/language.md``, "Terms without a value", has the tables. Inside, a ground formula has a node for being
*defined*, that is, not void, and one for being true, which means something only where the first is true.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate
from typing import Any, ClassVar, NamedTuple

from casekit.deduce.encoding.circuit import (
    FALSE,
    NO,
    NONE,
    TRUE,
    YES,
    Cases,
    Circuit,
    Key,
    VariableTable,
    range_of,
)
from casekit.logic.formulas import (
    NUMBER,
    QUANTIFIERS,
    And,
    Apply,
    Constant,
    Equal,
    Formula,
    Function,
    Holds,
    Iff,
    Implies,
    JustBefore,
    Not,
    Nothing,
    Or,
    Order,
    Quantified,
    Sort,
    Term,
    Variable,
    parts,
)

_VOID = ""
"""The value of a table where it has none."""


class Meaning(NamedTuple):
    """The nodes of a formula; it is void where neither is true."""

    true: int
    """The node that is true where the formula is true."""

    false: int
    """The node that is true where the formula is false."""

    @property
    def never_void(self) -> bool:
        """Whether it is true or false wherever its terms have whatever values they may have."""
        return self.true == -self.false


Grounded = tuple[int, int]
"""A ground formula: the nodes for being defined and for being true."""


class NestedTerm(NamedTuple):
    """A term some of whose arguments are functions."""

    cases: dict[str, int]
    """The nodes of the values that were asked for, of which no two are true at once.

    Where the term is defined one of them is true, if these are all values.
    """

    defined: int
    """The node that is true where the term has a value."""

    size: int
    """The number of values that it may have."""


class Grounder:
    """Grounds formulas into one circuit."""

    nested: dict[Hashable, NestedTerm]
    """The terms, some of whose arguments are functions, that were met."""

    def __init__(
        self, circuit: Circuit, vocabulary: VariableTable, nested: Mapping[Hashable, NestedTerm]
    ) -> None:
        self._circuit = circuit
        self._vocabulary = vocabulary
        # The values of the variables that are bound at the moment, by name.
        self._bound: dict[str, str] = {}
        # The node of a formula of the nodes of its parts.
        self._joined: Mapping[type, Callable[[list[int]], int]] = {
            Not: lambda inside: -inside[0],
            And: circuit.all_of,
            Or: circuit.any_of,
            Implies: lambda inside: circuit.implies(*inside),
            Iff: lambda inside: circuit.same(*inside),
        }
        # The ground terms that the present formula mentions, in order.
        self._mentioned: dict[Key, None] = {}
        # The rows of tables: the last arguments of each value, by the function and the arguments before.
        self._rows: dict[tuple[str, tuple[str, ...]], dict[str, list[str]]] = {}
        # What closed formulas came to, since many lines say the same.
        self._lines: dict[Formula, tuple[Meaning, tuple[Key, ...]]] = {}
        self.nested = {**nested}

    def line(self, formula: Formula) -> tuple[Meaning, tuple[Key, ...]]:
        """Where a closed formula is true and where false, and the ground terms that it mentions, in order."""
        meaning_and_terms = self._lines.get(formula)
        if meaning_and_terms is None:
            self._mentioned = {}
            meaning_and_terms = self.meaning(formula), tuple(self._mentioned)
            self._lines[formula] = meaning_and_terms
        return meaning_and_terms

    def meaning(self, formula: Formula) -> Meaning:
        """Where a closed formula is true, and where it is false."""
        defined, true = self.ground(formula)
        return Meaning(self._circuit.both(defined, true), self._circuit.both(defined, -true))

    def ground(self, formula: Formula) -> Grounded:
        """A closed formula, or one whose variables are bound at the moment."""
        ground = self._GROUND.get(type(formula))
        if ground is not None:
            return ground(self, formula)
        inside = [self.ground(part) for part in parts(formula)]
        needed = self._circuit.all_of([defined for defined, _ in inside])
        return needed, self._joined[type(formula)]([true for _, true in inside])

    def _holds(self, formula: Holds) -> Grounded:
        if formula.term.function.table is not None:
            return self._equal_to(formula.term, YES)
        cases, defined = self._term(formula.term)
        true = cases.get(YES, FALSE)
        if formula.term.function.optional:
            defined = self._circuit.either(true, cases.get(NO, FALSE))
        return defined, true

    def _equal(self, formula: Equal) -> Grounded:
        left, right = self._plain(formula.left), self._plain(formula.right)
        if left is not None and right is not None:
            return TRUE, TRUE if left == right else FALSE
        if left is not None:
            return self._equal_to(formula.right, left)
        if right is not None:
            return self._equal_to(formula.left, right)
        cases, defined = self._term(formula.left)
        others, also = self._term(formula.right)
        both = self._circuit.both
        if cases == others:  # a term and itself
            return both(defined, also), both(defined, also)
        alike = [both(node, others[value]) for value, node in cases.items() if value in others]
        return both(defined, also), self._circuit.any_of(alike)

    def _equal_to(self, term: Term, value: str) -> Grounded:
        cases, defined = self._term(term, value)
        true = cases.get(value, FALSE)
        if value == NONE:  # whatever has no value is `none`, and can be compared with it
            return TRUE, self._circuit.either(true, -defined)
        return defined, true

    def _order(self, formula: Order) -> Grounded:
        circuit, values = self._circuit, formula.sort.values
        # The order encoding of a value (Crawford and Baker 1994): whether it is one of those up to each.
        cases, _ = self._term(formula.left)
        left = list(accumulate([cases.get(value, FALSE) for value in values], circuit.either))
        cases, _ = self._term(formula.right)
        right = list(accumulate([cases.get(value, FALSE) for value in values], circuit.either))
        defined = circuit.both(left[-1], right[-1]) if values else FALSE
        # Wherever the right side is at most a value, the left side is less, or at most that.
        least = [FALSE, *left] if formula.strict else left
        held = [circuit.implies(high, low) for high, low in zip(right, least, strict=False)]
        return defined, circuit.all_of(held)

    def _just_before(self, formula: JustBefore) -> Grounded:
        circuit, sort = self._circuit, formula.sort
        earlier, later = self._plain(formula.left), self._plain(formula.right)
        if earlier is not None:
            return self._beside(earlier, 1, formula.right, sort)
        if later is not None:
            return self._beside(later, -1, formula.left, sort)
        left_cases, left_has_value = self._term(formula.left)
        right_cases, right_has_value = self._term(formula.right)
        left = [left_cases.get(value, FALSE) for value in sort.values]
        right = [right_cases.get(value, FALSE) for value in sort.values]
        if not left_cases.keys() <= sort.members:
            left_has_value = circuit.any_of(left)
        if not right_cases.keys() <= sort.members:
            right_has_value = circuit.any_of(right)
        defined = circuit.both(left_has_value, right_has_value)
        return defined, circuit.any_of(map(circuit.both, left, right[1:]))

    def _beside(self, value: str, by: int, term: Term, sort: Sort) -> Grounded:
        """That a term has the value that is some places (``by``) after another one in a type."""
        if value not in sort.members:
            self._term(term)  # which is mentioned, whatever it is
            return FALSE, FALSE
        at = sort.places[value] + by
        wanted = sort.values[at] if 0 <= at < len(sort.values) else _VOID
        if not isinstance(term, Apply) or term.function.values != sort:
            cases, _ = self._term(term)
            inside = [node for case, node in cases.items() if case in sort.members]
            return self._circuit.any_of(inside), cases.get(wanted, FALSE)
        cases, has_value = self._term(term, wanted)
        if term.function.optional:
            lacking, _ = self._term(term, NONE)
            has_value = self._circuit.both(has_value, -lacking.get(NONE, FALSE))
        return has_value, cases.get(wanted, FALSE)

    def _quantified(self, formula: Quantified) -> Grounded:
        passed_over = [self._term(term)[0] for term in formula.excluded]
        sign = -1 if QUANTIFIERS[formula.quantifier].failures else 1
        counted: list[int] = []
        for value, (defined, true) in self._instances(formula):
            nodes = [defined, sign * true]
            nodes += [-cases[value] for cases in passed_over if value in cases]
            counted.append(self._circuit.all_of(nodes))
        return TRUE, self._quantity(formula, counted)

    def _instances(self, formula: Quantified) -> list[tuple[str, Grounded]]:
        name, outside, instances = formula.variable.name, self._bound, []
        self._bound = {**outside}
        for value in formula.variable.sort.values:
            self._bound[name] = value
            instances.append((value, self.ground(formula.body)))
        self._bound = outside
        return instances

    _GROUND: ClassVar[Mapping[type, Callable[["Grounder", Any], Grounded]]] = {
        Holds: _holds,
        Equal: _equal,
        Order: _order,
        JustBefore: _just_before,
        Quantified: _quantified,
    }

    def _quantity(self, formula: Quantified, counted: list[int]) -> int:
        """Whether as many of some nodes are true as a quantifier asks for."""
        form = QUANTIFIERS[formula.quantifier]
        if form.least == 1:
            return self._circuit.any_of(counted)
        if form.most == 0:
            return -self._circuit.any_of(counted)
        bounds = []
        if form.least is not None:
            least = formula.count if form.least == NUMBER else form.least
            bounds.append(self._circuit.at_least(least, counted))
        if form.most is not None:
            most = formula.count if form.most == NUMBER else form.most
            bounds.append(-self._circuit.at_least(most + 1, counted))
        return bounds[0] if len(bounds) == 1 else self._circuit.all_of(bounds)

    def _plain(self, term: Term) -> str | None:
        """The value of a term that is the same in every world, ``None`` for a function."""
        if type(term) is Constant:
            return term.value
        if type(term) is Variable:
            return self._bound[term.name]
        return NONE if type(term) is Nothing else None

    def _term(self, term: Term, wanted: str | None = None) -> tuple[Cases, int]:
        """The values of a term (only the ``wanted`` one, if given) and whether it is defined."""
        if not isinstance(term, Apply):
            return {str(self._plain(term)): TRUE}, TRUE
        plain = [value for argument in term.arguments if (value := self._plain(argument)) is not None]
        if len(plain) == len(term.arguments):
            return self._applied(term.function, tuple(plain))
        return self._nested(term, wanted)

    def _nested(self, term: Apply, wanted: str | None) -> tuple[Cases, int]:
        """A term some of whose arguments are functions, decided one argument after the other."""
        arguments = [self._term(argument) for argument in term.arguments]
        cases, defined = self._chosen(term.function, arguments, (), wanted)
        if wanted is not None and wanted not in range_of(term.function):
            return {}, defined
        key = (term.function.name, *[tuple(inside.items()) for inside, _ in arguments])
        met = self.nested.get(key) or NestedTerm({}, defined, len(range_of(term.function)))
        size = met.size if wanted is not None else min(met.size, len(cases))  # others it never has
        self.nested[key] = NestedTerm({**met.cases, **cases}, defined, size)
        return cases, defined

    def _chosen(
        self,
        function: Function,
        arguments: Sequence[tuple[Cases, int]],
        chosen: tuple[str, ...],
        wanted: str | None,
    ) -> tuple[Cases, int]:
        """The values of a term, and whether it is defined, where its first arguments are ``chosen``."""
        if len(chosen) == len(arguments):
            return self._applied(function, chosen)
        if function.table is not None and len(chosen) + 1 == len(arguments):
            return self._at_table(function, arguments[-1], chosen, wanted)
        both = self._circuit.both
        defined = []
        picked: dict[str, list[tuple[int, int, int]]] = {}
        domain = function.arguments[len(chosen)].members
        argument, has_value = arguments[len(chosen)]
        everywhere = argument.keys() <= domain
        for value, node in argument.items():
            if value not in domain:
                continue
            cases, inner = self._chosen(function, arguments, (*chosen, value), wanted)
            everywhere = everywhere and inner == TRUE
            defined.append(both(node, inner))
            for result in cases if wanted is None else (wanted,):
                inside = cases.get(result, FALSE)
                picked.setdefault(result, []).append((both(node, inside), node, inside))
        values = {result: self._one_option(options) for result, options in picked.items()}
        return values, has_value if everywhere else self._circuit.any_of(defined)

    def _one_option(self, options: Sequence[tuple[int, int, int]]) -> int:
        """The node that is true where one of some options is.

        An option is its own node, the node of an argument's value, and what is so where the argument has it.
        """
        known = self._circuit.size
        chosen = self._circuit.any_of([option for option, _, _ in options])
        if abs(chosen) > known:
            # One of the argument's values is there, which decides: so a solver sees it from the result, too.
            self._circuit.pending.extend((-chosen, -node, inside) for _, node, inside in options)
        return chosen

    def _at_table(
        self, function: Function, last: tuple[Cases, int], chosen: tuple[str, ...], wanted: str | None
    ) -> tuple[Cases, int]:
        """The values of a term by a table, and whether it is defined, if only its last argument is open."""
        row = self._row(function, chosen)
        argument, has_value = last
        members = function.arguments[-1].members
        values = {}
        for result in row if wanted is None else (wanted,):
            nodes = [argument[value] for value in row.get(result, ()) if value in argument]
            if nodes and result != _VOID:
                values[result] = self._circuit.any_of(nodes)
        lacking = row.get(_VOID, ())
        if argument.keys() <= members and argument.keys().isdisjoint(lacking):
            return values, has_value
        inside = [node for value, node in argument.items() if value in members and value not in lacking]
        return values, self._circuit.any_of(inside)

    def _row(self, function: Function, chosen: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
        """The last arguments with which a table has each value, or is void, after the ``chosen`` ones."""
        row = self._rows.setdefault((function.name, chosen), {})
        if not row and function.table is not None:
            for value in function.arguments[-1].values:
                result = function.table.get((*chosen, value), NONE if function.optional else _VOID)
                row.setdefault(result, []).append(value)
        return row

    def _applied(self, function: Function, arguments: tuple[str, ...]) -> tuple[Cases, int]:
        """A function at definite arguments; undefined if one of them is not in its sort."""
        key = function.term(arguments)
        cases = self._vocabulary.get(key)
        if cases is None:
            for value, sort in zip(arguments, function.arguments, strict=True):
                if value not in sort.members:
                    return {}, FALSE
            cases = self._vocabulary.cases(function, arguments)
        if function.table is None:
            self._mentioned[key] = None
        return cases, TRUE if cases else FALSE
