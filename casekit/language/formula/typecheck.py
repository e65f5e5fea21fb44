"""From a formula of the syntax tree to a typed one, or to what is wrong with its names and types."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from casekit.diagnostics import Finding, codes
from casekit.language.formula.comparisons import ExtentTyper
from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    Distinction,
    FormulaNode,
    Membership,
    Negation,
    Operand,
    Operator,
    Quantification,
    TermNode,
    other_name,
)
from casekit.language.formula.terms import TypedTerm, TypingError, label, name_of
from casekit.language.suggestions import did_you_mean
from casekit.logic.formulas import (
    QUANTIFIERS,
    And,
    Apply,
    Constant,
    Equal,
    Formula,
    Holds,
    Iff,
    Implies,
    Not,
    Or,
    Quantified,
    Quantifier,
    Sort,
    Term,
    Variable,
)

_MOST_KEPT = 5_000
"""At most this many formulas of a scope are kept typed."""

_JOINED: Mapping[Operator, Callable[[Formula, Formula], Formula]] = {
    "and": lambda left, right: And((left, right)),
    "or": lambda left, right: Or((left, right)),
    "implies": Implies,
    "iff": Iff,
}

_SAME = Variable("=", Sort("=", ()))
"""Stands for the value that no two may have; no formula that is read from a text names it."""


class Typer(ExtentTyper):
    """Types formulas in a scope."""

    def type_formula(self, node: FormulaNode) -> tuple[Formula | None, tuple[Finding, ...]]:
        """Type one formula. A formula with a mistake yields nothing but its first."""
        known = self.scope.typed
        if node in known:
            return known[node], ()
        try:
            formula = self.formula(node)
        except TypingError as mistake:
            return None, self._reported(mistake)
        if len(known) >= _MOST_KEPT:
            known.clear()
        known[node] = formula
        return formula, ()

    def type_term(self, node: Operand) -> tuple[TypedTerm | None, tuple[Finding, ...]]:
        """Type a term by itself, likewise."""
        try:
            return self.term(node), ()
        except TypingError as mistake:
            return None, self._reported(mistake)

    def _reported(self, mistake: TypingError) -> tuple[Finding, ...]:
        if mistake.code in {codes.UNKNOWN_NAME, codes.UNKNOWN_TYPE} and name_of(mistake.node) in self.held:
            return ()
        place = self.source.span(mistake.node.start, mistake.node.end)
        return (mistake.code.at(place, mistake.message, hint=mistake.hint),)

    def formula(self, node: FormulaNode) -> Formula:
        """A formula.

        Raises:
            TypingError: the first in it.
        """
        match node:
            case TermNode():
                return self.just_before(node) if self.scope.is_just_before(node) else self._predicate(node)
            case Comparison(operator, left, right):
                return self.comparison(operator, left, right, node)
            case Membership():
                return self.membership(node)
            case Negation(part):
                return Not(self.formula(part))
            case Connective(operator, left, right):
                return _JOINED[operator](self.formula(left), self.formula(right))
            case Quantification():
                quantifier = node.quantifier
                inner, variable, excluded, guard = self._bound(node)
                body = inner.formula(node.body)
                if guard is not None:
                    body = Implies(guard, body) if QUANTIFIERS[quantifier].failures else And((guard, body))
                return Quantified(quantifier, node.count, variable, excluded, body)
            case Distinction():
                return self._distinct(node)

    def _predicate(self, node: TermNode) -> Formula:
        typed = self.term(node, predicate=True)
        if isinstance(typed.term, Apply) and typed.term.function.values is None:
            return Holds(typed.term)
        raise TypingError(
            codes.NOT_A_FORMULA,
            f"`{node.name}` is not yes or no, so it says nothing by itself",
            node,
            f"compare it with a value, as in `{node.name}{'(...)' if node.arguments else ''} = ...`",
        )

    # --- variables -------------------------------------------------------------------------------

    def _distinct(self, node: Distinction) -> Formula:
        """No value is that of two terms, nor of one term for two values of the variable."""
        inner, variable, excluded, guard = self._bound(node)
        typed = [inner.term(term) for term in node.terms]
        _refuse_different_anyway(node.terms, typed)
        values: dict[str, None] = {}
        for term in typed:
            if term.sort is not None:
                values |= dict.fromkeys(term.sort.values)
        same = Variable(_SAME.name, Sort(_SAME.sort.name, tuple(values)))

        def counted(quantifier: Quantifier, count: int, term: Term) -> Formula:
            body: Formula = Equal(term, same)
            if guard is not None:
                body = And((guard, body))
            return Quantified(quantifier, count, variable, excluded, body)

        parts: list[Formula] = [counted("at most", 1, term.term) for term in typed]
        for first, second in combinations(typed, 2):
            both = And((counted("some", 0, first.term), counted("some", 0, second.term)))
            parts.append(Not(both))
        return Quantified("every", 0, same, (), parts[0] if len(parts) == 1 else And(tuple(parts)))

    def _bound(
        self, node: Quantification | Distinction
    ) -> tuple["Typer", Variable, tuple[Term, ...], Formula | None]:
        """The typer inside a quantifier, its variable, the values it skips, and when a value counts."""
        name = node.variable.text
        sort = self.scope.sort_of_name.get(node.sort.text)
        if sort is None:
            raise self._unknown_type(node)
        if name in self.scope.reserved:
            raise TypingError(
                codes.HIDDEN_NAME,
                f"the variable `{name}` has the name of a word of the language",
                node.variable,
                other_name(self.scope.reserved),
            )
        named_things = (self.variables, self.scope.names, self.scope.sort_of_name, self.scope.groups)
        if any(name in names for names in named_things):
            raise TypingError(
                codes.HIDDEN_NAME,
                f"the variable `{name}` hides something else of that name",
                node.variable,
                "choose another letter for the variable",
            )
        variable, guard = Variable(name, sort), None
        if node.extent is not None:
            part, guard = self.narrowed(node.extent, sort, variable)
            variable = Variable(name, part)
        inner = Typer(self.scope, self.source, self.held, self.idle, {**self.variables, name: variable})
        excluded: list[Term] = []
        for term in node.excluded:
            excluded += self._excluded(term, sort)
        return inner, variable, tuple(excluded), guard

    def _unknown_type(self, node: Quantification | Distinction) -> TypingError:
        name = node.sort.text
        if name in self.scope.groups:
            return TypingError(
                codes.UNKNOWN_TYPE,
                f"`{name}` is a group, not a type",
                node.sort,
                f"name the type first, as in `every {self._sort_of_group(name)} X in {name}: ...`",
            )
        hint = did_you_mean(name, self.scope.sort_of_name, "declare it in `== facts`, or use a built-in type")
        return TypingError(codes.UNKNOWN_TYPE, f"there is no type `{name}`", node.sort, hint)

    def _sort_of_group(self, name: str) -> str:
        values = self.scope.groups[name]
        shared = (sort for sort in self.scope.sorts_of_value[values[0]] if {*values} <= sort.members)
        return next((sort.name for sort in shared), "...")

    def _excluded(self, node: TermNode, sort: Sort) -> tuple[Term, ...]:
        """The values that a variable skips: one, or those of a group."""
        if node.arguments or node.name not in self.scope.groups:
            return (self.one_of(node, sort, "except"),)
        values = [value for value in self.scope.groups[node.name] if value in sort.values]
        if not values:
            raise TypingError(
                codes.WRONG_TYPE,
                f"nothing in `{node.name}` is a {sort.name}; `except` needs one",
                node,
                f"name a {sort.name}",
            )
        return tuple(map(Constant, values))


def _refuse_different_anyway(nodes: Sequence[Operand], typed: Sequence[TypedTerm]) -> None:
    """Refuse terms that can have no value in common with any of the others."""
    for node, term in zip(nodes, typed, strict=True):
        others = [other for other in typed if other is not term]
        if not others and term.sort is None:
            raise TypingError(codes.WRONG_TYPE, "`none` is not a value", node, "name terms of one type")
        if term.sort is None or (others and not any(term.values & other.values for other in others)):
            raise TypingError(
                codes.WRONG_TYPE,
                f"`{label(node)}` is {term.kind}, which is different from the others anyway",
                node,
                "name terms of one type",
            )
