"""Which brackets a formula does without, and what it would be with others (``docs/language.md``, "Formulas")."""

from collections.abc import Iterator
from dataclasses import replace

from casekit.language.formula.formatting import format_formula
from casekit.language.formula.nodes import Connective, FormulaNode, Negation, Quantification


def spelt_out(formula: FormulaNode) -> str:
    """A formula with every bracket that its reading implies."""
    match formula:
        case Negation(part):
            return f"not {_closed(part)}"
        case Connective(operator, left, right):
            return f"{_closed(left, operator)} {operator} {_closed(right, operator)}"
        case Quantification(body=body) if isinstance(body, Connective):
            start = format_formula(formula).removesuffix(format_formula(body))
            return f"{start}({spelt_out(body)})"
    return format_formula(formula)


def _closed(formula: FormulaNode, operator: str = "") -> str:
    text = spelt_out(formula)
    same = isinstance(formula, Connective) and formula.operator == operator != "implies"
    return f"({text})" if isinstance(formula, Negation | Connective | Quantification) and not same else text


def with_other_brackets(formula: FormulaNode) -> Iterator[FormulaNode]:
    """The formulas that are written like this one but for a pair of brackets more."""
    count = format_formula(formula).count("(")
    for other in _regrouped(formula):
        if format_formula(other).count("(") > count:
            yield other


def _regrouped(formula: FormulaNode) -> Iterator[FormulaNode]:
    """The same words in another grouping: one step away, here or inside."""
    match formula:
        case Connective(operator, left, right):
            yield from _turned(formula)
            yield from (replace(formula, left=other) for other in _regrouped(left))
            yield from (Connective(operator, left, other) for other in _regrouped(right))
        case Negation(part):
            yield from (Negation(other) for other in _regrouped(part))
        case Quantification(body=body):
            if isinstance(body, Connective):
                yield replace(body, left=replace(formula, body=body.left))
            yield from (replace(formula, body=other) for other in _regrouped(body))


def _turned(formula: Connective) -> Iterator[FormulaNode]:
    """The formulas in which the neighbour of a connective, or the `not` before it, reaches further or less far."""
    match formula:
        case Connective(operator, Connective(inner, first, second), third) if inner != operator:
            yield Connective(inner, first, Connective(operator, second, third))
        case Connective(operator, Negation(part), other):
            yield Negation(Connective(operator, part, other))
    match formula:
        case Connective(operator, first, Connective(inner, second, third)) if inner != operator:
            yield Connective(inner, Connective(operator, first, second), third)
