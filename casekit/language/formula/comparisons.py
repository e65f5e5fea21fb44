"""Comparisons typed: what is equal, what comes before, and measures held against numbers."""

from itertools import product
from operator import eq, ge, gt, le, lt, ne
from typing import cast

from casekit.diagnostics import codes
from casekit.language.formula.formatting import format_term
from casekit.language.formula.nodes import (
    Node,
    Operand,
    TermNode,
)
from casekit.language.formula.terms import TermTyper
from casekit.language.formula.typed import Mistake, Typed, is_time, label
from casekit.model.logic import (
    Apply,
    Constant,
    Equal,
    Formula,
    Function,
    Holds,
    Not,
    Order,
    Sort,
    Term,
)

_COMPARED = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_FROM_THE_OTHER_SIDE = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_FURTHER = 10**9
"""More than any number that a formula can write."""


class ComparisonTyper(TermTyper):
    """Types comparisons of terms in a scope."""

    def comparison(self, operator: str, left: Operand, right: Operand, node: Node) -> Formula:
        """Two sides of a comparison, of terms or of a measure and a number.

        Raises:
            Mistake: the first in it.
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
            self._argument(argument, sort, left).term
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


def _applied(function: Function, term: Term) -> Term:
    """A static function of a term: a value, if the term is one."""
    table = function.table or {}
    known = isinstance(term, Constant) and (term.value,) in table
    return Constant(table[term.value,]) if isinstance(term, Constant) and known else Apply(function, (term,))
