"""From a formula of the syntax tree to a typed one, or to what is wrong with its names and types."""

from itertools import combinations, product
from operator import eq, ge, gt, le, lt, ne
from typing import cast

from casekit.diagnostics import Diagnostic, codes
from casekit.language.formula.formatting import format_term
from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    Distinction,
    Extent,
    FormulaNode,
    GroupName,
    Listed,
    Membership,
    Negation,
    Node,
    Operand,
    Operator,
    Quantification,
    Range,
    TermNode,
)
from casekit.language.formula.terms import TermTyper
from casekit.language.formula.typed import Mistake, Typed, is_time, label, name_of
from casekit.language.nearest import did_you_mean
from casekit.model.logic import (
    And,
    Apply,
    Constant,
    Equal,
    Formula,
    Function,
    Holds,
    Iff,
    Implies,
    Not,
    Or,
    Order,
    Quantified,
    Quantifier,
    Sort,
    Term,
    Variable,
    asserted,
)

_COMPARED = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_FROM_THE_OTHER_SIDE = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_FURTHER = 10**9
"""More than any number that a formula can write."""

_MOST_KEPT = 5_000
"""So many formulas of a scope are kept typed."""

_SAME = Variable("=", Sort("=", ()))
"""Stands for the value that no two may have; no formula that is read from a text names it."""


class Typer(TermTyper):
    """Types formulas in a scope."""

    def type_formula(self, node: FormulaNode) -> tuple[Formula | None, tuple[Diagnostic, ...]]:
        """Type one formula. A formula with a mistake yields nothing but its first."""
        known = self.scope.typed
        if node in known:
            return known[node], ()
        try:
            formula = self.formula(node)
        except Mistake as mistake:
            return None, self._reported(mistake)
        if len(known) >= _MOST_KEPT:
            known.clear()
        known[node] = formula
        return formula, ()

    def type_term(self, node: Operand) -> tuple[Typed | None, tuple[Diagnostic, ...]]:
        """Type a term by itself, likewise."""
        try:
            return self.term(node), ()
        except Mistake as mistake:
            return None, self._reported(mistake)

    def _reported(self, mistake: Mistake) -> tuple[Diagnostic, ...]:
        if mistake.code in {codes.UNKNOWN_NAME, codes.UNKNOWN_TYPE} and name_of(mistake.node) in self.held:
            return ()
        place = self.source.span(mistake.node.start, mistake.node.end)
        return (Diagnostic(mistake.code, mistake.message, place, hint=mistake.hint),)

    def formula(self, node: FormulaNode) -> Formula:
        """A formula.

        Raises:
            Mistake: the first in it.
        """
        match node:
            case TermNode():
                return self._predicate(node)
            case Comparison(operator, left, right):
                return self._compare(operator, left, right, node)
            case Membership():
                return self._membership(node)
            case Negation(part):
                return Not(self.formula(part))
            case Connective(operator, left, right):
                return _joined(operator, self.formula(left), self.formula(right))
            case Quantification():
                return self._quantified(node)
            case Distinction():
                return self._distinct(node)

    def _predicate(self, node: TermNode) -> Formula:
        typed = self.term(node, predicate=True)
        if isinstance(typed.term, Apply) and typed.term.function.values is None:
            return Holds(typed.term)
        raise Mistake(
            codes.NOT_A_FORMULA,
            f"`{node.name}` is not yes or no, so it says nothing by itself",
            node,
            f"compare it with a value, as in `{node.name}{'(...)' if node.arguments else ''} = ...`",
        )

    # --- comparisons -----------------------------------------------------------------------------

    def _compare(self, operator: str, left: Operand, right: Operand, node: Node) -> Formula:
        if self.is_number(left) or self.is_number(right):
            return self._measured(operator, left, right)
        if operator == "=":
            return self._equal(left, right, node)
        if operator == "!=":
            return Not(self._equal(left, right, node))
        first, second = self._sides(left, right)
        sort = self._common_order(first, second, left, right, node)
        if operator in {">", ">="}:
            first, second = second, first
        return Order(first.term, second.term, sort, strict=operator in {"<", ">"})

    def _sides(self, left: Operand, right: Operand) -> tuple[Typed, Typed]:
        """Both sides of a comparison; a time is one of the other side's clock."""
        if is_time(left):
            second = self.term(right)
            return self.term(left, second.sort), second
        first = self.term(left)
        return first, self.term(right, first.sort)

    def _equal(self, left_node: Operand, right_node: Operand, node: Node) -> Formula:
        if is_time(left_node):
            left, right = self._sides(left_node, right_node)
        else:
            left = self._compared(left_node, right_node)
            right = self._value_like(right_node, left)
        for typed, other, other_node in ((left, right, right_node), (right, left, left_node)):
            if typed.sort is None and not other.optional:
                raise Mistake(
                    codes.NEVER_A_VALUE,
                    f"`{label(other_node)}` always has a value, so it is never `none`",
                    node,
                    "declare the fact with `?` after its type if it may have none",
                )
        if left.sort is not None and right.sort is not None and not left.values & right.values:
            raise Mistake(
                codes.WRONG_TYPE,
                f"`{label(left_node)}` is {left.kind} and `{label(right_node)}` is {right.kind}: "
                "they can never be the same",
                node,
                "compare things of one type",
            )
        return Equal(left.term, right.term)

    def _common_order(
        self, left: Typed, right: Typed, left_node: Operand, right_node: Operand, node: Node
    ) -> Sort:
        for typed, side in ((left, left_node), (right, right_node)):
            if typed.sort is None or not typed.sort.ordered:
                raise Mistake(
                    codes.UNORDERED_COMPARISON,
                    f"`{label(side)}` is {typed.kind}, which has no order",
                    node,
                    "compare with `=` or `!=`, or declare a type whose values are in order, as in "
                    "`type hour: dusk, dinner, night`",
                )
        sort = cast("Sort", left.sort)
        if sort != right.sort:
            raise Mistake(
                codes.WRONG_TYPE,
                f"`{label(left_node)}` is {left.kind} and `{label(right_node)}` is {right.kind}: "
                "they are in different orders",
                node,
                "compare things of one type",
            )
        return sort

    def _measured(self, operator: str, left: Operand, right: Operand) -> Formula:
        """A measure compared with a number: a predicate that is the same in every world."""
        if isinstance(left, TermNode) and left.name.isdecimal():
            left, right, operator = right, left, _FROM_THE_OTHER_SIDE.get(operator, operator)
        measure = self.scope.measures.get(label(left)) if self.is_number(left) else None
        if measure is None or not isinstance(left, TermNode):
            self.term(left)  # if it means nothing, that is the mistake
            self.term(right)
            raise AssertionError("a number is not a term")  # pragma: no cover
        if not isinstance(right, TermNode) or not right.name.isdecimal() or right.arguments:
            raise Mistake(
                codes.STRAY_NUMBER,
                f"`{left.name}` is a number, and `{label(right)}` is not one that is written out",
                right,
                f"compare it with a number, as in `{format_term(left)} <= 2`",
            )
        if len(left.arguments) != len(measure.arguments):
            raise self._wrong_arity(left, measure.arguments)
        arguments = tuple(
            self._argument(argument, sort, left)
            for argument, sort in zip(left.arguments, measure.arguments, strict=True)
        )
        sorts, through = measure.arguments, measure.through
        if through is not None:
            arguments = tuple(_applied(through, argument) for argument in arguments)
            sorts = tuple(through.values or sort for sort in sorts)
        holds = _COMPARED[operator]
        table = {
            values: "yes" if holds(measure.table.get(values, _FURTHER), int(right.name)) else "no"
            for values in product(*(sort.values for sort in sorts))
        }
        name = f"{measure.name} {operator} {right.name}"
        return Holds(Apply(Function(name, sorts, table=table), arguments))

    # --- extents ---------------------------------------------------------------------------------

    def _membership(self, node: Membership) -> Formula:
        term = node.term
        match node.extent:
            case Listed(elements):
                if not self.is_number(term):
                    self.term(term)  # it must mean something, even where there is nothing to compare it with
                return Or(tuple(self._compare("=", term, element, node) for element in elements))
            case Range(first, last):
                parts = (self._compare(">=", term, first, node), self._compare("<=", term, last, node))
                sorts = [part.sort for part in parts if isinstance(part, Order)]
                self._forwards(node.extent, sorts[0] if sorts else None)
                return And(parts)
            case GroupName() as group:
                typed = self.term(term)
                values = [value for value in self._group(group) if value in typed.values]
                if not values:
                    raise Mistake(
                        codes.WRONG_TYPE,
                        f"`{label(term)}` is {typed.kind}, which nothing in `{group.name}` is",
                        node,
                        "name a group of values that it may have",
                    )
                return Or(tuple(Equal(typed.term, Constant(value)) for value in values))

    def _group(self, node: GroupName) -> tuple[str, ...]:
        """The values of a group."""
        values = self.scope.groups.get(node.name)
        if values is not None:
            return values
        name, known = node.name, name_of(node) in (*self.scope.names, *self.variables)
        raise Mistake(
            codes.UNKNOWN_NAME,
            f"`{name}` is not a group" if known else f"there is no group `{name}`",
            node,
            f"write `in {{ {name} }}` for one value, or declare a group of them in `== facts`"
            if known
            else did_you_mean(name, self.scope.groups, "declare it, as in `group women: ANNA, GRETA`"),
        )

    def _forwards(self, node: Range, sort: Sort | None) -> None:
        """Refuse a range of two values, or without a type of two numbers, that ends before it begins."""
        places: list[int] = []
        for end in (node.first, node.last):
            if sort is None:
                places.append(int(label(end)))
            elif isinstance(term := self.term(end, sort).term, Constant):
                places.append(sort.values.index(term.value))
        if len(places) > 1 and places[0] > places[1]:
            first, last = format_term(node.first), format_term(node.last)
            raise Mistake(
                codes.BACKWARD_RANGE,
                f"`{last}` is before `{first}`, so nothing is from one to the other",
                node,
                f"write `{last} to {first}`",
            )

    def _narrowed(self, extent: Extent, sort: Sort, variable: Term) -> tuple[Sort, Formula | None]:
        """The values that a variable runs through and, if that depends on the world, when a value is one of them."""
        if isinstance(extent, GroupName):
            values = {value for value in self._group(extent) if value in sort.values}
            if not values:
                raise Mistake(
                    codes.WRONG_TYPE,
                    f"nothing in `{extent.name}` is {Typed(variable, sort).kind}",
                    extent,
                    f"name a group of values of the type {sort.name}",
                )
            return _part(sort, values), None
        if isinstance(extent, Listed):
            elements = [self._one_of(element, sort, "in") for element in extent.elements]
            constant = {element.value for element in elements if isinstance(element, Constant)}
            if len(elements) == sum(isinstance(element, Constant) for element in elements):
                return _part(sort, constant), None
            return sort, Or(tuple(asserted(Equal(variable, element)) for element in elements))
        if not sort.ordered:
            raise Mistake(
                codes.UNORDERED_COMPARISON,
                f"{sort.name} is a type without an order, so it has no ranges",
                extent,
                "list the values, as in `in { ANNA, BRUNO }`, or declare a group of them",
            )
        first, last = (self._one_of(end, sort, "in") for end in (extent.first, extent.last))
        self._forwards(extent, sort)
        if isinstance(first, Constant) and isinstance(last, Constant):
            begin, end = (sort.values.index(each.value) for each in (first, last))
            return _part(sort, set(sort.values[begin : end + 1])), None
        return sort, And(
            (Order(first, variable, sort, strict=False), Order(variable, last, sort, strict=False))
        )

    def _one_of(self, node: Operand, sort: Sort, keyword: str) -> Term:
        typed = self.term(node, sort)
        if not typed.values & set(sort.values):
            raise Mistake(
                codes.WRONG_TYPE,
                f"`{label(node)}` is {typed.kind}; `{keyword}` needs a {sort.name}",
                node,
                f"name a {sort.name}",
            )
        return typed.term

    # --- variables -------------------------------------------------------------------------------

    def _quantified(self, node: Quantification) -> Formula:
        inner, variable, excluded, guard = self._bound(node)
        body = inner.formula(node.body)
        if guard is not None:
            body = Implies(guard, body) if node.quantifier == "every" else And((guard, body))
        return Quantified(cast("Quantifier", node.quantifier), node.count, variable, excluded, body)

    def _distinct(self, node: Distinction) -> Formula:
        """No value is that of two terms, nor of one term for two values of the variable."""
        inner, variable, excluded, guard = self._bound(node)
        typed = [inner.term(term) for term in node.terms]
        for term, each in zip(node.terms, typed, strict=True):
            others = [other for other in typed if other is not each]
            if each.sort is None or (others and not any(each.values & other.values for other in others)):
                raise Mistake(
                    codes.WRONG_TYPE,
                    f"`{label(term)}` is {each.kind}, which is different from the others anyway"
                    if others
                    else "`none` is not a value",
                    term,
                    "name terms of one type",
                )
        values = dict.fromkeys(value for each in typed if each.sort is not None for value in each.sort.values)
        same = Variable(_SAME.name, Sort(_SAME.sort.name, tuple(values)))

        def counted(quantifier: Quantifier, count: int, term: Term) -> Formula:
            body: Formula = Equal(term, same)
            return Quantified(
                quantifier, count, variable, excluded, body if guard is None else And((guard, body))
            )

        once = [counted("at most", 1, each.term) for each in typed]
        apart = [
            Not(And((counted("some", 0, first.term), counted("some", 0, second.term))))
            for first, second in combinations(typed, 2)
        ]
        parts = (*once, *apart)
        return Quantified("every", 0, same, (), parts[0] if len(parts) == 1 else And(parts))

    def _bound(
        self, node: Quantification | Distinction
    ) -> tuple["Typer", Variable, tuple[Term, ...], Formula | None]:
        """The typer inside a quantifier, its variable, what that passes over, and when a value counts."""
        name = node.variable.text
        sort = self.scope.sort_of_name.get(node.sort.text)
        if sort is None:
            raise self._unknown_type(node)
        if any(
            name in taken
            for taken in (
                *(self.variables, self.scope.names, self.scope.sort_of_name),
                *(self.scope.reserved, self.scope.groups),
            )
        ):
            raise Mistake(
                codes.HIDDEN_NAME,
                f"the variable `{name}` hides something else of that name",
                node.variable,
                "choose another letter for the variable",
            )
        variable, guard = Variable(name, sort), None
        if node.extent is not None:
            part, guard = self._narrowed(node.extent, sort, variable)
            variable = Variable(name, part)
        inner = Typer(self.scope, self.source, self.held, self.idle, {**self.variables, name: variable})
        excluded = tuple(each for term in node.excluded for each in self._excluded(term, sort))
        return inner, variable, excluded, guard

    def _unknown_type(self, node: Quantification | Distinction) -> Mistake:
        name = node.sort.text
        if name in self.scope.groups:
            return Mistake(
                codes.UNKNOWN_TYPE,
                f"`{name}` is a group, not a type",
                node.sort,
                f"name the type first, as in `every {self._sort_of_group(name)} X in {name}: ...`",
            )
        otherwise = "declare it in `== facts`, or use a built-in type"
        hint = did_you_mean(name, self.scope.sort_of_name, otherwise)
        return Mistake(codes.UNKNOWN_TYPE, f"there is no type `{name}`", node.sort, hint)

    def _sort_of_group(self, name: str) -> str:
        values = self.scope.groups[name]
        shared = (sort for sort in self.scope.sorts_of_value[values[0]] if {*values} <= {*sort.values})
        return next((sort.name for sort in shared), "...")

    def _excluded(self, node: TermNode, sort: Sort) -> tuple[Term, ...]:
        """What a variable passes over: a value, or those of a group."""
        if node.arguments or node.name not in self.scope.groups:
            return (self._one_of(node, sort, "except"),)
        values = [value for value in self.scope.groups[node.name] if value in sort.values]
        if not values:
            raise Mistake(
                codes.WRONG_TYPE,
                f"nothing in `{node.name}` is a {sort.name}; `except` needs one",
                node,
                f"name a {sort.name}",
            )
        return tuple(map(Constant, values))


def _applied(function: Function, term: Term) -> Term:
    """A static function of a term: a value, if the term is one."""
    table = function.table or {}
    known = isinstance(term, Constant) and (term.value,) in table
    return Constant(table[term.value,]) if isinstance(term, Constant) and known else Apply(function, (term,))


def _joined(operator: Operator, left: Formula, right: Formula) -> Formula:
    match operator:
        case "and":
            return And((left, right))
        case "or":
            return Or((left, right))
        case "implies":
            return Implies(left, right)
        case "iff":
            return Iff(left, right)


def _part(sort: Sort, values: set[str]) -> Sort:
    """Some of the values of a type, in their order."""
    return Sort(sort.name, tuple(value for value in sort.values if value in values), sort.ordered)
