"""Formulas in the one canonical form, with no more brackets than they need."""

from collections.abc import Iterable

from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    FormulaNode,
    Membership,
    Negation,
    Quantification,
    TermNode,
)

_TIGHTNESS = {"iff": 1, "implies": 2, "or": 3, "and": 4}
_QUANTIFIED, _NEGATED, _ATOM = 0, 5, 6


def format_formula(formula: FormulaNode) -> str:
    """The canonical text of a formula, with no more brackets than it needs."""
    match formula:
        case TermNode():
            return format_term(formula)
        case Comparison(operator, left, right):
            return f"{format_term(left)} {operator} {format_term(right)}"
        case Membership(term, elements):
            listed = f" {_listed(elements)} " if elements else " "
            return f"{format_term(term)} in {{{listed}}}"
        case Negation(part):
            return f"not {_within(part, _NEGATED)}"
        case Connective(operator, left, right):
            own = _TIGHTNESS[operator]
            # `implies` leans to the right, all others to the left.
            to_right = operator == "implies"
            first = _within(left, own + to_right, closed=True)
            return f"{first} {operator} {_within(right, own + (not to_right))}"
        case Quantification(quantifier, count, sort, variable, excluded, body):
            number = f" {count}" if quantifier in {"exactly", "at least", "at most"} else ""
            without = f" except {_listed(excluded)}" if excluded else ""
            return f"{quantifier}{number} {sort.text} {variable.text}{without}: {format_formula(body)}"


def format_term(term: TermNode) -> str:
    """The canonical text of a term."""
    return f"{term.name}({_listed(term.arguments)})" if term.arguments else term.name


def _listed(terms: Iterable[TermNode]) -> str:
    return ", ".join(format_term(term) for term in terms)


def _tightness(formula: FormulaNode) -> int:
    match formula:
        case Connective(operator):
            return _TIGHTNESS[operator]
        case Negation():
            return _NEGATED
        case Quantification():
            return _QUANTIFIED
    return _ATOM


def _within(formula: FormulaNode, least: int, *, closed: bool = False) -> str:
    """A part of a formula, bracketed if it binds less tightly than ``least``.

    At the right end a quantifier needs no brackets, since its body reaches as far as it can; a part that is
    ``closed`` has something behind it, so an open quantifier at its own right end must be bracketed.
    """
    text = format_formula(formula)
    if isinstance(formula, Quantification):
        return f"({text})" if closed else text
    if _tightness(formula) < least or (closed and _ends_open(formula)):
        return f"({text})"
    return text


def _ends_open(formula: FormulaNode) -> bool:
    match formula:
        case Quantification():
            return True
        case Connective(right=last) | Negation(part=last):
            return _ends_open(last)
    return False
