"""Comparisons typed, and extents: lists, ranges and groups that a term is in or a variable runs through."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from operator import eq, ge, gt, le, lt, ne
from typing import cast

from casekit.diagnostics import codes
from casekit.language.formula.formatter import format_term
from casekit.language.formula.nodes import (
    Extent,
    GroupName,
    ListExtent,
    Measure,
    Membership,
    Node,
    Operand,
    Range,
    TermNode,
)
from casekit.language.formula.terms import TermTyper, TypedTerm, TypingError, is_time, label, name_of
from casekit.language.suggestions import did_you_mean
from casekit.logic.formulas import (
    And,
    Apply,
    Constant,
    Equal,
    Formula,
    Function,
    Holds,
    JustBefore,
    Not,
    Or,
    Order,
    Sort,
    Term,
    asserted,
)

_COMPARED = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_FROM_THE_OTHER_SIDE = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_FURTHER = 10**9
"""More than any number that a formula can write."""


class ExtentTyper(TermTyper):
    """Types comparisons of terms, memberships in extents, and what variables run through."""

    def comparison(self, operator: str, left: Operand, right: Operand, node: Node) -> Formula:
        """Two sides of a comparison, of terms or of a measure and a number.

        Raises:
            TypingError: the first in it.
        """
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

    def just_before(self, node: TermNode) -> Formula:
        """That the second of two terms has the value next after that of the first.

        Raises:
            TypingError: the first in it.
        """
        if len(node.arguments) != 2:  # noqa: PLR2004 - the earlier and the later one
            raise TypingError(
                codes.WRONG_ARITY,
                f"`{node.name}` takes 2 arguments, here it has {len(node.arguments)}",
                node,
                f"write the earlier one first, as in `{node.name}(X, Y)`",
            )
        left, right = node.arguments
        first, second = self._sides(left, right)
        hint = "name two terms of a type whose values are in order, as in `type hour: dusk, dinner, night`"
        return JustBefore(first.term, second.term, self._common_order(first, second, left, right, node, hint))

    def _sides(self, left: Operand, right: Operand) -> tuple[TypedTerm, TypedTerm]:
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
            left = self.term_or_hint(left_node, None, partial(self.left_meant, right_node))
            right = self.term_or_hint(right_node, left.sort, partial(self.right_meant, left.sort))
        for typed, other, other_node in ((left, right, right_node), (right, left, left_node)):
            if typed.sort is None and not other.optional:
                raise TypingError(
                    codes.NEVER_A_VALUE,
                    f"`{label(other_node)}` always has a value, so it is never `none`",
                    node,
                    "declare the fact with `?` after its type if it may have none",
                )
        if left.sort is not None and right.sort is not None and not left.values & right.values:
            raise TypingError(
                codes.WRONG_TYPE,
                f"`{label(left_node)}` is {left.kind} and `{label(right_node)}` is {right.kind}: "
                "they can never be the same",
                node,
                "compare things of one type",
            )
        return Equal(left.term, right.term)

    @staticmethod
    def _common_order(
        left: TypedTerm,
        right: TypedTerm,
        left_node: Operand,
        right_node: Operand,
        node: Node,
        hint: str = "compare with `=` or `!=`, or declare a type whose values are in order, as in "
        "`type hour: dusk, dinner, night`",
    ) -> Sort:
        for typed, side in ((left, left_node), (right, right_node)):
            if typed.sort is None or not typed.sort.ordered:
                raise TypingError(
                    codes.UNORDERED_COMPARISON,
                    f"`{label(side)}` is {typed.kind}, which has no order",
                    node,
                    hint,
                )
        sort = cast("Sort", left.sort)
        if sort != right.sort:
            raise TypingError(
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
            raise TypingError(
                codes.STRAY_NUMBER,
                f"`{left.name}` is a number, and `{label(right)}` is not one that is written out",
                right,
                f"compare it with a number, as in `{format_term(left)} <= 2`",
            )
        if len(left.arguments) != len(measure.arguments):
            raise self._wrong_arity(left, measure.arguments)
        arguments: list[Term] = []
        for argument, sort in zip(left.arguments, measure.arguments, strict=True):
            arguments.append(self._argument(argument, sort, left).term)
        return _measure_is(measure, operator, right.name, arguments)

    def membership(self, node: Membership) -> Formula:
        """A term that is said to be in a list, a range or a group.

        Raises:
            TypingError: the first in it.
        """
        term = node.term
        match node.extent:
            case ListExtent(elements):
                if not self.is_number(term):
                    self.term(term)  # it must mean something, even where there is nothing to compare it with
                return Or(tuple(self.comparison("=", term, element, node) for element in elements))
            case Range(first, last):
                parts = (self.comparison(">=", term, first, node), self.comparison("<=", term, last, node))
                sorts = [part.sort for part in parts if isinstance(part, Order)]
                self._forwards(node.extent, sorts[0] if sorts else None)
                return And(parts)
            case GroupName() as group:
                typed = self.term(term)
                values = [value for value in self._group(group) if value in typed.values]
                if not values:
                    raise TypingError(
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
        raise TypingError(
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
            raise TypingError(
                codes.BACKWARD_RANGE,
                f"`{last}` is before `{first}`, so nothing is from one to the other",
                node,
                f"write `{last} to {first}`",
            )

    def narrowed(self, extent: Extent, sort: Sort, variable: Term) -> tuple[Sort, Formula | None]:
        """The values that a variable runs through, and when a value is one of them.

        The condition is there only if it depends on the world.
        """
        match extent:
            case GroupName():
                return self._narrowed_to_group(extent, sort, variable), None
            case ListExtent():
                return self._narrowed_to_list(extent, sort, variable)
            case Range():
                return self._narrowed_to_range(extent, sort, variable)

    def _narrowed_to_group(self, group: GroupName, sort: Sort, variable: Term) -> Sort:
        values = {value for value in self._group(group) if value in sort.values}
        if not values:
            raise TypingError(
                codes.WRONG_TYPE,
                f"nothing in `{group.name}` is {TypedTerm(variable, sort).kind}",
                group,
                f"name a group of values of the type {sort.name}",
            )
        return _part(sort, values)

    def _narrowed_to_list(
        self, extent: ListExtent, sort: Sort, variable: Term
    ) -> tuple[Sort, Formula | None]:
        elements = [self.one_of(element, sort, "in") for element in extent.elements]
        constants = [element.value for element in elements if isinstance(element, Constant)]
        if len(constants) == len(elements):
            return _part(sort, {*constants}), None
        return sort, Or(tuple([asserted(Equal(variable, element)) for element in elements]))

    def _narrowed_to_range(self, extent: Range, sort: Sort, variable: Term) -> tuple[Sort, Formula | None]:
        if not sort.ordered:
            raise TypingError(
                codes.UNORDERED_COMPARISON,
                f"{sort.name} is a type without an order, so it has no ranges",
                extent,
                "list the values, as in `in { ANNA, BRUNO }`, or declare a group of them",
            )
        first = self.one_of(extent.first, sort, "in")
        last = self.one_of(extent.last, sort, "in")
        self._forwards(extent, sort)
        if isinstance(first, Constant) and isinstance(last, Constant):
            begin, end = sort.values.index(first.value), sort.values.index(last.value)
            return _part(sort, set(sort.values[begin : end + 1])), None
        not_before = Order(first, variable, sort, strict=False)
        not_after = Order(variable, last, sort, strict=False)
        return sort, And((not_before, not_after))

    def one_of(self, node: Operand, sort: Sort, keyword: str) -> Term:
        """A term that may be a value of a type; ``keyword`` is what asks for one.

        Raises:
            TypingError: if it can be none.
        """
        typed = self.term(node, sort)
        if typed.values.isdisjoint(sort.members):
            raise TypingError(
                codes.WRONG_TYPE,
                f"`{label(node)}` is {typed.kind}; `{keyword}` needs a {sort.name}",
                node,
                f"name a {sort.name}",
            )
        return typed.term


def _measure_is(measure: Measure, operator: str, number: str, arguments: Sequence[Term]) -> Formula:
    """That a measure of some arguments compares so with a number."""
    sorts, through = measure.arguments, measure.through
    if through is not None:
        arguments = [_applied(through, argument) for argument in arguments]
        sorts = tuple([through.values or sort for sort in sorts])
    holds = _COMPARED[operator]
    table: dict[tuple[str, ...], str] = {}
    for values in product(*[sort.values for sort in sorts]):
        amount = measure.table.get(values, _FURTHER)
        table[values] = "yes" if holds(amount, int(number)) else "no"
    function = Function(f"{measure.name} {operator} {number}", sorts, table=table)
    return Holds(Apply(function, tuple(arguments)))


def _part(sort: Sort, values: set[str]) -> Sort:
    """Some of the values of a type, in their order."""
    return Sort(sort.name, tuple(value for value in sort.values if value in values), sort.ordered)


def _applied(function: Function, term: Term) -> Term:
    """A static function of a term: a value, if the term is one."""
    table = function.table or {}
    known = isinstance(term, Constant) and (term.value,) in table
    return Constant(table[term.value,]) if isinstance(term, Constant) and known else Apply(function, (term,))
