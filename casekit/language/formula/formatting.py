"""Formulas in the one canonical form, with no more brackets than they need."""

import re
from collections.abc import Iterable

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
    Operand,
    Quantification,
    Range,
    Shift,
    TermNode,
    Word,
)
from casekit.model.logic import Apply, Constant, Term, Variable

_TIGHTNESS = {"iff": 1, "implies": 2, "or": 3, "and": 4}
_QUANTIFIED, _NEGATED, _ATOM = 0, 5, 6


def format_formula(formula: FormulaNode) -> str:
    """The canonical text of a formula, with no more brackets than it needs."""
    match formula:
        case TermNode():
            return format_term(formula)
        case Comparison(operator, left, right):
            return f"{format_term(left)} {operator} {format_term(right)}"
        case Membership(term, extent):
            return f"{format_term(term)}{_extent(extent)}"
        case Negation(part):
            return f"not {_within(part, _NEGATED)}"
        case Connective(operator, left, right):
            own = _TIGHTNESS[operator]
            # `implies` leans to the right, all others to the left.
            to_right = operator == "implies"
            first = _within(left, own + to_right, closed=True)
            return f"{first} {operator} {_within(right, own + (not to_right))}"
        case Quantification(quantifier, count, sort, variable, excluded, body, extent):
            number = f" {count}" if quantifier in {"exactly", "at least", "at most"} else ""
            return f"{quantifier}{number} {_bound(sort, variable, extent, excluded)}: {format_formula(body)}"
        case Distinction(terms, sort, variable, excluded, extent):
            return f"all different {_listed(terms)} for {_bound(sort, variable, extent, excluded)}"


def _bound(sort: Word, variable: Word, extent: Extent | None, excluded: tuple[TermNode, ...]) -> str:
    """A variable and the values that it runs through."""
    without = f" except {_listed(excluded)}" if excluded else ""
    return f"{sort.text} {variable.text}{_extent(extent)}{without}"


def _extent(extent: Extent | None) -> str:
    match extent:
        case Listed(elements):
            return f" in {{ {_listed(elements)} }}" if elements else " in { }"
        case Range(first, last):
            return f" in {format_term(first)} to {format_term(last)}"
        case GroupName(name):
            return f" in {name}"
    return ""


def format_term(term: Operand) -> str:
    """The canonical text of a term."""
    if isinstance(term, Shift):
        return f"{format_term(term.term)} {'-' if term.minutes < 0 else '+'} {abs(term.minutes)} min"
    return f"{term.name}({_listed(term.arguments)})" if term.arguments else term.name


def format_typed(term: Term) -> str:
    """The same of a term that is typed already."""
    match term:
        case Constant(value):
            return value
        case Variable(name):
            return name
        case Apply(function, arguments):
            inner = ", ".join(map(format_typed, arguments))
            moved = re.fullmatch(r"\S+ ([+-])(\d+ min)", function.name)  # as `clocks.shift` names it
            if moved:
                return f"{inner} {' '.join(moved.groups())}"
            return f"{function.name}({inner})" if inner else function.name
    return "none"


def _listed(terms: Iterable[Operand]) -> str:
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
    ``closed`` has something after it, so an open quantifier at its own right end must be bracketed.
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
