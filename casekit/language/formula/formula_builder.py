"""From the formulas that the grammar recognises to nodes, while they are being parsed."""

import re
from dataclasses import replace
from typing import Any, cast

from lark import Token, Transformer, UnexpectedInput, v_args

from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    FormulaNode,
    Membership,
    Negation,
    Operator,
    Quantification,
    TermNode,
    Word,
    node_parts,
)

DEEPEST = 100
"""How deep a formula may nest; whatever walks through it may do so by recursion."""


class TooDeep(UnexpectedInput):
    """A formula that the grammar allows but that nests deeper than `DEEPEST`."""

    def __init__(self, formula: FormulaNode) -> None:
        super().__init__(f"nested deeper than {DEEPEST}")
        self.pos_in_stream = formula.start  # type: ignore[assignment]  # lark knows its default alone


def word(token: Token) -> Word:
    """A token as a word; a quotation loses its marks and escapes, its white space is folded."""
    text = str(token)
    if token.type == "QUOTATION":
        text = " ".join(re.sub(r"\\(.)", r"\1", text[1:-1]).split())
    return Word(text, start=start(token), end=end(token))


def start(token: Token) -> int:
    """Where a token begins."""
    return cast("int", token.start_pos)


def end(token: Token) -> int:
    """Where a token ends."""
    return cast("int", token.end_pos)


def shallow(formula: FormulaNode) -> FormulaNode:
    """The formula itself, once its depth is known to be in bounds.

    Raises:
        TooDeep: if it is not.
    """
    level: list[FormulaNode] = [formula]
    for _ in range(DEEPEST):
        level = [part for node in level for part in node_parts(node)]
        if not level:
            return formula
    raise TooDeep(formula)


@v_args(inline=True)
class FormulaBuilder(Transformer[Token, Any]):
    """The rules of ``formula.lark``."""

    def term(self, name: Token) -> TermNode:
        return TermNode(str(name), start=start(name), end=end(name))

    def call(self, name: Token, *rest: Any) -> TermNode:
        *arguments, close = rest
        return TermNode(str(name), tuple(arguments), start=start(name), end=end(close))

    def comparison(self, left: TermNode, operator: Token, right: TermNode) -> Comparison:
        return Comparison(str(operator), left, right, start=left.start, end=right.end)

    def membership(self, term: TermNode, *rest: Any) -> Membership:
        *elements, close = rest
        return Membership(term, tuple(elements), start=term.start, end=end(close))

    def grouped(self, opened: Token, formula: FormulaNode, closed: Token) -> FormulaNode:
        return replace(formula, start=start(opened), end=end(closed))

    def not_(self, token: Token, part: FormulaNode) -> Negation:
        return Negation(part, start=start(token), end=part.end)

    def iff(self, left: FormulaNode, right: FormulaNode) -> Connective:
        return _connective("iff", left, right)

    def implies(self, left: FormulaNode, right: FormulaNode) -> Connective:
        return _connective("implies", left, right)

    def or_(self, left: FormulaNode, right: FormulaNode) -> Connective:
        return _connective("or", left, right)

    def and_(self, left: FormulaNode, right: FormulaNode) -> Connective:
        return _connective("and", left, right)

    def quantifier(self, *tokens: Token) -> tuple[str, int, int]:
        *words, last = tokens
        if last.type != "NUMBER":
            return str(last), 0, start(last)
        return " ".join(words), int(last), start(tokens[0])

    def except_(self, *terms: TermNode) -> tuple[TermNode, ...]:
        return terms

    def quantified(
        self,
        quantifier: tuple[str, int, int],
        sort: Token,
        variable: Token,
        excluded: tuple[TermNode, ...] | None,
        body: FormulaNode,
    ) -> Quantification:
        name, count, start = quantifier
        return Quantification(
            name, count, word(sort), word(variable), excluded or (), body, start=start, end=body.end
        )


def _connective(operator: Operator, left: FormulaNode, right: FormulaNode) -> Connective:
    return Connective(operator, left, right, start=left.start, end=right.end)
