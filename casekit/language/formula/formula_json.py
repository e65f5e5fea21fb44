"""Formulas as JSON and back. Terms carry their types for readers who do not resolve names; reading needs none."""

from collections.abc import Mapping, Sequence
from typing import Any

from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    FormulaNode,
    Membership,
    Negation,
    Quantification,
    TermNode,
    Word,
)
from casekit.language.formula.scope import Scope

Json = dict[str, Any]


class FormulaWriter:
    """Writes formulas; knows the types of names in scope and of variables bound around."""

    def __init__(self, scope: Scope, variables: Mapping[str, str]) -> None:
        self.scope, self.variables = scope, variables

    def formula(self, node: FormulaNode) -> Json:
        """A formula."""
        match node:
            case TermNode():
                return {"op": "holds", "term": self._term(node)}
            case Comparison(operator, left, right):
                return {"op": operator, "left": self._term(left), "right": self._term(right)}
            case Membership(term, elements):
                return {"op": "in", "term": self._term(term), "elements": self._terms(elements)}
            case Negation(part):
                return {"op": "not", "part": self.formula(part)}
            case Connective(operator, left, right):
                return {"op": operator, "left": self.formula(left), "right": self.formula(right)}
            case Quantification():
                inner = FormulaWriter(self.scope, {**self.variables, node.variable.text: node.sort.text})
                return {
                    "op": node.quantifier,
                    "count": node.count,
                    "type": node.sort.text,
                    "variable": node.variable.text,
                    "except": self._terms(node.excluded),
                    "body": inner.formula(node.body),
                }

    def _terms(self, nodes: Sequence[TermNode]) -> list[Json]:
        return [self._term(node) for node in nodes]

    def _term(self, node: TermNode) -> Json:
        written: Json = {"name": node.name, "type": self._type_of(node.name)}
        return {**written, "arguments": self._terms(node.arguments)} if node.arguments else written

    def _type_of(self, name: str) -> str:
        if name in self.variables:
            return self.variables[name]
        if sorts := self.scope.sorts_of_value.get(name):
            return sorts[0].name
        function = self.scope.function_of_name.get(name)
        if function is None:
            return "none"
        return function.values.name if function.values else "yes-or-no"


def read_formula(data: Mapping[str, Any]) -> FormulaNode:
    """The formula that such JSON describes."""
    match data:
        case {"op": "holds", "term": term}:
            return _read_term(term)
        case {"op": "not", "part": part}:
            return Negation(read_formula(part))
        case {"op": "in", "term": term, "elements": elements}:
            return Membership(_read_term(term), _read_terms(elements))
        case {"op": ("and" | "or" | "implies" | "iff") as operator, "left": left, "right": right}:
            return Connective(operator, read_formula(left), read_formula(right))
        case {"op": operator, "left": left, "right": right}:
            return Comparison(operator, _read_term(left), _read_term(right))
    return Quantification(
        data["op"],
        data.get("count", 0),
        Word(data["type"]),
        Word(data["variable"]),
        _read_terms(data.get("except", ())),
        read_formula(data["body"]),
    )


def _read_term(data: Mapping[str, Any]) -> TermNode:
    return TermNode(data["name"], _read_terms(data.get("arguments", ())))


def _read_terms(data: Sequence[Mapping[str, Any]]) -> tuple[TermNode, ...]:
    return tuple(map(_read_term, data))
