"""Formulas in the one canonical form, with no more brackets than they need, or with others.

They are also written as JSON, and read back.

Terms carry their types in JSON for readers who do not resolve names; reading needs none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from casekit.language.formula.nodes import (
    JUST_BEFORE,
    Comparison,
    Connective,
    Distinction,
    Extent,
    FormulaNode,
    GroupName,
    ListExtent,
    Membership,
    Negation,
    Operand,
    Quantification,
    Range,
    Scope,
    TermNode,
    TimeShift,
    Word,
)
from casekit.logic.formulas import QUANTIFIERS, Apply, Constant, Term, Variable
from casekit.values import replace

_TIGHTNESS = {"iff": 1, "implies": 2, "or": 3, "and": 4}
_NEGATED, _ATOM = 5, 6


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
            number = f" {count}" if QUANTIFIERS[quantifier].has_number else ""
            return f"{quantifier}{number} {_bound(sort, variable, extent, excluded)}: {format_formula(body)}"
        case Distinction(terms, sort, variable, excluded, extent):
            return f"all different {_listed(terms)} for {_bound(sort, variable, extent, excluded)}"


def _bound(sort: Word, variable: Word, extent: Extent | None, excluded: tuple[TermNode, ...]) -> str:
    """A variable and the values that it runs through."""
    without = f" except {_listed(excluded)}" if excluded else ""
    return f"{sort.text} {variable.text}{_extent(extent)}{without}"


def _extent(extent: Extent | None) -> str:
    match extent:
        case ListExtent(elements):
            return f" in {{ {_listed(elements)} }}" if elements else " in { }"
        case Range(first, last):
            return f" in {format_term(first)} to {format_term(last)}"
        case GroupName(name):
            return f" in {name}"
    return ""


def format_term(term: Operand) -> str:
    """The canonical text of a term."""
    if isinstance(term, TimeShift):
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
            moved = re.fullmatch(r"\S+ ([+-])(\d+ min)", function.name)  # as `shift` names it
            if moved:
                return f"{inner} {' '.join(moved.groups())}"
            return f"{function.name}({inner})" if inner else function.name
    return "none"


def _listed(terms: Iterable[Operand]) -> str:
    return ", ".join(format_term(term) for term in terms)


def _tightness(formula: FormulaNode) -> int:
    if isinstance(formula, Negation):
        return _NEGATED
    return _TIGHTNESS[formula.operator] if isinstance(formula, Connective) else _ATOM


def _within(formula: FormulaNode, least: int, *, closed: bool = False) -> str:
    """A part of a formula, bracketed if it binds less tightly than ``least``.

    At the right end a quantifier needs no brackets, since its body reaches as far as it can; a part that is
    ``closed`` has something after it, so an open quantifier at its own right end must be bracketed.
    """
    text = format_formula(formula)
    return f"({text})" if _tightness(formula) < least or (closed and _ends_open(formula)) else text


def _ends_open(formula: FormulaNode) -> bool:
    while isinstance(formula, Connective | Negation):
        formula = formula.right if isinstance(formula, Connective) else formula.part
    return isinstance(formula, Quantification)


Json = dict[str, Any]


class FormulaWriter:
    """Writes formulas; knows the types of names in scope and of variables bound around."""

    def __init__(self, scope: Scope, variables: Mapping[str, str]) -> None:
        self.scope, self.variables = scope, variables

    def formula(self, node: FormulaNode) -> Json:
        """A formula."""
        match node:
            case TermNode():
                return {"op": "holds", "term": self.term(node)}
            case Comparison(operator, left, right):
                return {"op": operator, "left": self.term(left), "right": self.term(right)}
            case Membership(term, extent):
                return {"op": "in", "term": self.term(term), **self._extent(extent)}
            case Negation(part):
                return {"op": "not", "part": self.formula(part)}
            case Connective(operator, left, right):
                return {"op": operator, "left": self.formula(left), "right": self.formula(right)}
            case Quantification():
                inner = self._inside(node)
                return {
                    "op": node.quantifier,
                    "count": node.count,
                    **self._bound(node),
                    "body": inner.formula(node.body),
                }
            case Distinction(terms):
                inner = self._inside(node)
                return {"op": "all different", "terms": inner.terms(terms), **self._bound(node)}

    def _inside(self, node: Quantification | Distinction) -> "FormulaWriter":
        return FormulaWriter(self.scope, {**self.variables, node.variable.text: node.sort.text})

    def _bound(self, node: Quantification | Distinction) -> Json:
        """The variable and what it runs through."""
        return {
            "type": node.sort.text,
            "variable": node.variable.text,
            **({"in": self._extent(node.extent)} if node.extent else {}),
            "except": self.terms(node.excluded),
        }

    def _extent(self, extent: Extent) -> Json:
        match extent:
            case ListExtent(elements):
                return {"elements": self.terms(elements)}
            case Range(first, last):
                return {"first": self.term(first), "last": self.term(last)}
            case GroupName(name):
                return {"group": name}

    def terms(self, nodes: Sequence[Operand]) -> list[Json]:
        """Terms."""
        return [self.term(node) for node in nodes]

    def term(self, node: Operand) -> Json:
        """A term."""
        if isinstance(node, TimeShift):
            moved = self.term(node.term)
            return {"shift": moved, "minutes": node.minutes, "type": moved["type"]}
        written: Json = {"name": node.name, "type": self._type_of(node.name)}
        return {**written, "arguments": self.terms(node.arguments)} if node.arguments else written

    def _type_of(self, name: str) -> str:
        if name in self.variables:
            return self.variables[name]
        if name.isdecimal() or (name in self.scope.measures and name not in self.scope.names):
            return "number"
        if sorts := self.scope.sorts_of_value.get(name):
            return sorts[0].name
        function = self.scope.function_of_name.get(name)
        if function is None:
            return "yes-or-no" if name == JUST_BEFORE else "none"
        return function.values.name if function.values else "yes-or-no"


def read_formula(data: Mapping[str, Any]) -> FormulaNode:
    """The formula that such JSON describes."""
    match data:
        case {"op": "holds", "term": term}:
            return read_term(term)
        case {"op": "not", "part": part}:
            return Negation(read_formula(part))
        case {"op": "in", "term": term}:
            return Membership(_read_operand(term), _read_extent(data))
        case {"op": "all different"}:
            return Distinction(
                _read_terms(data["terms"]),
                Word(data["type"]),
                Word(data["variable"]),
                _read_terms(data.get("except", ())),
                _read_extent(data["in"]) if "in" in data else None,
            )
        case {"op": ("and" | "or" | "implies" | "iff") as operator, "left": left, "right": right}:
            return Connective(operator, read_formula(left), read_formula(right))
        case {"op": operator, "left": left, "right": right}:
            return Comparison(operator, _read_operand(left), _read_operand(right))
    return Quantification(
        data["op"],
        data.get("count", 0),
        Word(data["type"]),
        Word(data["variable"]),
        _read_terms(data.get("except", ())),
        read_formula(data["body"]),
        _read_extent(data["in"]) if "in" in data else None,
    )


def _read_extent(data: Mapping[str, Any]) -> Extent:
    match data:
        case {"group": name}:
            return GroupName(name)
        case {"first": first, "last": last}:
            return Range(_read_operand(first), _read_operand(last))
    return ListExtent(tuple(map(_read_operand, data["elements"])))


def _read_operand(data: Mapping[str, Any]) -> Operand:
    if "shift" in data:
        return TimeShift(_read_operand(data["shift"]), data["minutes"])
    return read_term(data)


def read_term(data: Mapping[str, Any]) -> TermNode:
    """The term that such JSON describes."""
    return TermNode(data["name"], tuple(map(_read_operand, data.get("arguments", ()))))


def _read_terms(data: Sequence[Mapping[str, Any]]) -> tuple[TermNode, ...]:
    return tuple(map(read_term, data))


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
    """The formulas in which a neighbour of a connective, or the `not` before it, reaches otherwise."""
    match formula:
        case Connective(operator, Connective(inner, first, second), third) if inner != operator:
            yield Connective(inner, first, Connective(operator, second, third))
        case Connective(operator, Negation(part), other):
            yield Negation(Connective(operator, part, other))
    match formula:
        case Connective(operator, first, Connective(inner, second, third)) if inner != operator:
            yield Connective(inner, Connective(operator, first, second), third)
