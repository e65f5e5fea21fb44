"""From a formula of the syntax tree to a typed one, or to what is wrong with its names and types."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

from casekit.diagnostics import Code, Diagnostic, Source, codes
from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    FormulaNode,
    Membership,
    Negation,
    Node,
    Quantification,
    TermNode,
    Word,
)
from casekit.language.formula.scope import Scope
from casekit.language.nearest import Names, did_you_mean, named, nearest
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
    Nothing,
    Or,
    Order,
    Quantified,
    Quantifier,
    Sort,
    Term,
    Variable,
)

_MOST_NAMED = 24
"""A hint lists so many values at most."""

_MOST_RENAMED = 3
"""A hint offers so many facts that nothing uses."""


@dataclass(frozen=True, slots=True)
class _Typed:
    """A term with the sort of its values (``None`` for the bare ``none``) and whether it may be ``none``."""

    term: Term
    sort: Sort | None
    optional: bool = False

    @property
    def values(self) -> frozenset[str]:
        if isinstance(self.term, Constant):
            return frozenset((self.term.value,))
        return frozenset(self.sort.values) if self.sort is not None else frozenset()


class _Mistake(Exception):  # noqa: N818  # it never leaves this module
    """Stops the typing of one formula; the caller goes on with the next."""

    def __init__(self, code: Code, message: str, node: Node, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.node, self.hint = code, message, node, hint


@dataclass(frozen=True)
class Typer:
    """Types formulas in a scope. ``source`` gives their places.

    ``held`` are names whose declaration could not be read: that they are unknown is not reported again. ``idle`` are
    facts that no formula uses: where a declaration was renamed, what is unknown is one of them by its old name.
    """

    scope: Scope
    source: Source
    held: frozenset[str] = frozenset()
    idle: tuple[Function, ...] = ()
    variables: Mapping[str, Variable] = field(default_factory=dict)

    def type_formula(self, node: FormulaNode) -> tuple[Formula | None, tuple[Diagnostic, ...]]:
        """Type one formula. A formula with a mistake yields nothing but its first."""
        try:
            return self._formula(node), ()
        except _Mistake as mistake:
            if mistake.code in {codes.UNKNOWN_NAME, codes.UNKNOWN_TYPE} and _name(mistake.node) in self.held:
                return None, ()
            place = self.source.span(mistake.node.start, mistake.node.end)
            return None, (Diagnostic(mistake.code, mistake.message, place, hint=mistake.hint),)

    def _formula(self, node: FormulaNode) -> Formula:
        match node:
            case TermNode():
                return self._predicate(node)
            case Comparison():
                return self._comparison(node)
            case Membership(term, elements):
                self._term(term)  # it must mean something, even where there is nothing to compare it with
                return Or(tuple(self._equal(term, element, node) for element in elements))
            case Negation(part):
                return Not(self._formula(part))
            case Connective("and", left, right):
                return And((self._formula(left), self._formula(right)))
            case Connective("or", left, right):
                return Or((self._formula(left), self._formula(right)))
            case Connective("implies", left, right):
                return Implies(self._formula(left), self._formula(right))
            case Connective(_, left, right):
                return Iff(self._formula(left), self._formula(right))
            case Quantification():
                return self._quantified(node)

    def _predicate(self, node: TermNode) -> Formula:
        typed = self._term(node, predicate=True)
        if isinstance(typed.term, Apply) and typed.term.function.values is None:
            return Holds(typed.term)
        raise _Mistake(
            codes.NOT_A_FORMULA,
            f"`{node.name}` is not yes or no, so it says nothing by itself",
            node,
            f"compare it with a value, as in `{node.name}{'(...)' if node.arguments else ''} = ...`",
        )

    def _comparison(self, node: Comparison) -> Formula:
        if node.operator == "=":
            return self._equal(node.left, node.right, node)
        if node.operator == "!=":
            return Not(self._equal(node.left, node.right, node))
        left, right = self._term(node.left), self._term(node.right)
        sort = self._common_order(left, right, node)
        if node.operator in {">", ">="}:
            left, right = right, left
        return Order(left.term, right.term, sort, strict=node.operator in {"<", ">"})

    def _equal(self, left_node: TermNode, right_node: TermNode, node: Node) -> Formula:
        left = self._compared(left_node, right_node)
        right = self._value_like(right_node, left)
        for typed, other, name in ((left, right, right_node.name), (right, left, left_node.name)):
            if typed.sort is None and not other.optional:
                raise _Mistake(
                    codes.NEVER_A_VALUE,
                    f"`{name}` always has a value, so it is never `none`",
                    node,
                    "declare the fact with `?` after its type if it may have none",
                )
        if left.sort is not None and right.sort is not None and not left.values & right.values:
            raise _Mistake(
                codes.WRONG_TYPE,
                f"`{left_node.name}` is {_kind(left)} and `{right_node.name}` is {_kind(right)}: "
                "they can never be the same",
                node,
                "compare things of one type",
            )
        return Equal(left.term, right.term)

    def _compared(self, node: TermNode, other: TermNode) -> _Typed:
        """A term that is compared with another, whose sort narrows down what an unknown name was meant to be."""
        try:
            return self._term(node)
        except _Mistake as mistake:
            if mistake.code is codes.UNKNOWN_NAME and mistake.node is node and self.idle:
                with suppress(_Mistake):
                    mistake.hint = self._hint(node, predicate=False, sort=self._term(other).sort)
            raise

    def _hint(self, node: TermNode, *, predicate: bool, sort: Sort | None = None) -> str:
        """What an unknown name was meant to be: a fact that is used nowhere, or one that is called alike."""
        renamed = [
            function.name
            for function in self.idle
            if len(function.arguments) == len(node.arguments)
            and (function.values is None) == predicate
            and (sort is None or function.values is None or set(sort.values) & set(function.values.values))
            and all(map(self._fits, node.arguments, function.arguments))
        ]
        names = " or ".join(f"`{name}`" for name in renamed[:_MOST_RENAMED])
        otherwise = (
            f"write {names}, which nothing uses yet"
            if names
            else "declare it in `== facts`, or correct the name"
        )
        known = self._known(node)
        alike = nearest(node.name, known, self.scope.titles)
        if not names or alike[:1] == tuple(renamed[:1]):
            return did_you_mean(node.name, known, otherwise, self.scope.titles)
        others = [named(name, self.scope.titles) for name in alike if name not in renamed]
        return " or ".join((otherwise, *others))

    def _known(self, node: TermNode) -> Names:
        """The names that an unknown one could be: before arguments only those that take some."""
        if node.arguments:
            return self.scope.known_functions
        if self.variables:
            return Names((*self.variables, *self.scope.names), self.scope.titles)
        return self.scope.known

    def _fits(self, node: TermNode, sort: Sort) -> bool:
        try:
            return bool(self._term(node).values & set(sort.values))
        except _Mistake:
            return False

    def _value_like(self, node: TermNode, other: _Typed) -> _Typed:
        """A term that is compared with another, whose values are what an unknown name was meant to be."""
        try:
            return self._term(node)
        except _Mistake as mistake:
            if mistake.code is not codes.UNKNOWN_NAME or mistake.node is not node or other.sort is None:
                raise
            values = other.sort.values
            hint = (
                self._hint(node, predicate=False, sort=other.sort)
                if node.arguments
                else self._value_hint(node.name, values)
            )
            raise _Mistake(mistake.code, mistake.message, node, hint) from None

    def _value_hint(self, name: str, values: tuple[str, ...]) -> str:
        titles = self.scope.titles
        hint = did_you_mean(name, values, f"it is one of {', '.join(values[:_MOST_NAMED])}", titles)
        alike = nearest(name, values, titles)
        if not alike or alike[:1] != nearest(name, values)[:1] or named(alike[0], titles) == named(alike[0]):
            return hint
        # Its name alone is alike, and its title says more: perhaps it is not what is meant.
        others = [value for value in values if value not in alike]
        return f"{hint}; the others are {', '.join(others[:_MOST_NAMED])}" if others else hint

    def _common_order(self, left: _Typed, right: _Typed, node: Comparison) -> Sort:
        for typed, side in ((left, node.left), (right, node.right)):
            if typed.sort is None or not typed.sort.ordered:
                raise _Mistake(
                    codes.UNORDERED_COMPARISON,
                    f"`{side.name}` is {_kind(typed)}, which has no order",
                    node,
                    "compare with `=` or `!=`, or declare a type whose values are in order, as in "
                    "`type hour: dusk, dinner, night`",
                )
        sort = cast("Sort", left.sort)
        if sort != right.sort:
            raise _Mistake(
                codes.WRONG_TYPE,
                f"`{node.left.name}` is {_kind(left)} and `{node.right.name}` is {_kind(right)}: "
                "they are in different orders",
                node,
                "compare things of one type",
            )
        return sort

    def _quantified(self, node: Quantification) -> Formula:
        name = node.variable.text
        sort = self.scope.sort_of_name.get(node.sort.text)
        if sort is None:
            raise _Mistake(
                codes.UNKNOWN_TYPE,
                f"there is no type `{node.sort.text}`",
                node.sort,
                did_you_mean(
                    node.sort.text,
                    self.scope.sort_of_name,
                    "declare it in `== facts`, or use a built-in type",
                ),
            )
        if any(
            name in taken
            for taken in (self.variables, self.scope.names, self.scope.sort_of_name, self.scope.reserved)
        ):
            raise _Mistake(
                codes.HIDDEN_NAME,
                f"the variable `{name}` hides something else of that name",
                node.variable,
                "choose another letter for the variable",
            )
        variable = Variable(name, sort)
        inner = Typer(self.scope, self.source, self.held, self.idle, {**self.variables, name: variable})
        excluded = tuple(self._excluded(term, sort) for term in node.excluded)
        body = inner._formula(node.body)
        return Quantified(cast("Quantifier", node.quantifier), node.count, variable, excluded, body)

    def _excluded(self, node: TermNode, sort: Sort) -> Term:
        typed = self._term(node)
        if not typed.values & set(sort.values):
            raise _Mistake(
                codes.WRONG_TYPE,
                f"`{node.name}` is {_kind(typed)}; `except` needs a {sort.name}",
                node,
                f"name a {sort.name}",
            )
        return typed.term

    def _term(self, node: TermNode, *, predicate: bool = False) -> _Typed:
        if not node.arguments:
            if node.name == "none":
                return _Typed(Nothing(), None, optional=True)
            if variable := self.variables.get(node.name):
                return _Typed(variable, variable.sort)
            if sorts := self.scope.sorts_of_value.get(node.name):
                return _Typed(Constant(node.name), sorts[0])
        return self._application(node, predicate=predicate)

    def _application(self, node: TermNode, *, predicate: bool) -> _Typed:
        function = self.scope.function_of_name.get(node.name)
        if function is None:
            raise _Mistake(
                codes.UNKNOWN_NAME,
                f"nothing is called `{node.name}`",
                node,
                self._hint(node, predicate=predicate),
            )
        if len(node.arguments) != len(function.arguments):
            raise _Mistake(
                codes.WRONG_ARITY,
                f"`{node.name}` takes {_count(len(function.arguments))}, here it has {len(node.arguments)}",
                node,
                f"write `{node.name}{_parameters(function.arguments)}`",
            )
        if function.values is None and not predicate:
            raise _Mistake(
                codes.NOT_A_FORMULA,
                f"`{node.name}` is yes or no and cannot be compared",
                node,
                f"write it alone, or `not {node.name}...`; join two of them by `iff`",
            )
        arguments = tuple(
            self._argument(argument, sort, node)
            for argument, sort in zip(node.arguments, function.arguments, strict=True)
        )
        return _Typed(Apply(function, arguments), function.values, function.optional)

    def _argument(self, node: TermNode, sort: Sort, call: TermNode) -> Term:
        typed = self._term(node)
        if typed.values & set(sort.values):
            return typed.term
        related = typed.sort is None or any(
            set(other.values) & set(sort.values)
            for other in self.scope.sorts_of_value.get(getattr(typed.term, "value", ""), ())
        )
        if related:
            raise _Mistake(
                codes.NEVER_A_VALUE,
                f"`{call.name}` says something of a {sort.name}, and `{node.name}` never is one",
                node,
                f"name a {sort.name}, or declare `{call.name}` for a wider type such as `person`",
            )
        raise _Mistake(
            codes.WRONG_TYPE,
            f"`{call.name}` takes a {sort.name}; `{node.name}` is {_kind(typed)}",
            node,
            f"name a {sort.name}",
        )


def _name(node: Node) -> str:
    """The name that a term or a word begins with."""
    match node:
        case TermNode(name=name):
            return name
        case Word(text=text):
            return text
    return ""


def _kind(typed: _Typed) -> str:
    if typed.sort is None:
        return "`none`"
    article = "an" if typed.sort.name[0] in "aeiou" else "a"
    return f"{article} {typed.sort.name}"


def _count(number: int) -> str:
    return "no arguments" if number == 0 else f"{number} argument{'s' if number > 1 else ''}"


def _parameters(sorts: tuple[Sort, ...]) -> str:
    return f"({', '.join(sort.name for sort in sorts)})" if sorts else ""
