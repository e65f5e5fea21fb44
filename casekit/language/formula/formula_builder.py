"""From the formulas that the grammar recognises to nodes, while they are being parsed."""

import re
from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any, TypeVar, get_args

from lark import Token, Transformer, UnexpectedInput, v_args

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
    Operator,
    Quantification,
    Range,
    Shift,
    TermNode,
    Word,
    node_parts,
)

DEEPEST = 100
"""How deep a formula may nest; whatever walks through it may do so by recursion."""


class Unread(UnexpectedInput):
    """Something that the grammar allows but that casekit does not read: where it is, why, and what to do."""

    def __init__(self, at: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint
        self.pos_in_stream = at  # type: ignore[assignment]  # lark knows its default alone


def word(token: Token) -> Word:
    """A token as a word; a quotation loses its marks and escapes, its white space is folded."""
    text = str(token)
    if token.type == "QUOTATION":
        text = " ".join(re.sub(r"\\(.)", r"\1", text[1:-1]).split())
    return Word(text, start=start(token), end=end(token))


def plain_word(token: Token) -> Word:
    """A name, or a time or a number in canonical form: an hour has two digits, a number no 0 before it."""
    return Word(_plain(token), start=start(token), end=end(token))


def named_term(name: Token) -> TermNode:
    """A term without arguments."""
    return TermNode(_plain(name), start=start(name), end=end(name))


def _plain(token: Token) -> str:
    if token.type.endswith("TIME"):
        return token.zfill(len("00:00"))
    return str(int(token)) if token.type.endswith("NUMBER") else str(token)


start: Callable[[Token], int] = attrgetter("start_pos")
"""Where a token begins."""

end: Callable[[Token], int] = attrgetter("end_pos")
"""Where a token ends."""

Formula = TypeVar("Formula", FormulaNode, TermNode)


def shallow(formula: Formula) -> Formula:
    """The formula itself, once its depth is known to be in bounds.

    Raises:
        Unread: if it is not.
    """
    level: list[FormulaNode | Operand | Extent] = [formula]
    for _ in range(DEEPEST):
        level = [part for node in level for part in node_parts(node)]
        if not level:
            return formula
    raise Unread(
        formula.start, f"this formula nests more than {DEEPEST} levels deep", "split it into several lines"
    )


def _joining(operator: Operator) -> Callable[[Any, FormulaNode, FormulaNode], Connective]:
    """The rule that joins two formulas by a connective."""

    def joined(_: Any, left: FormulaNode, right: FormulaNode) -> Connective:
        return Connective(operator, left, right, start=left.start, end=right.end)

    return joined


@v_args(inline=True)
class FormulaBuilder(Transformer[Token, Any]):
    """The rules of ``formula.lark``."""

    def term(self, name: Token) -> TermNode:
        return named_term(name)

    def call(self, name: Token, *rest: Any) -> TermNode:
        *arguments, close = rest
        return TermNode(str(name), tuple(arguments), start=start(name), end=end(close))

    def shifted(self, term: Operand, sign: Token, number: Token, unit: Token) -> Shift:
        return Shift(term, int(f"{sign}{number}"), start=term.start, end=end(unit))

    def comparison(self, left: Operand, operator: Token, right: Operand) -> Comparison:
        return Comparison(str(operator), left, right, start=left.start, end=right.end)

    def membership(self, term: Operand, extent: Extent) -> Membership:
        return Membership(term, extent, start=term.start, end=extent.end)

    def listed(self, *rest: Any) -> Listed:
        *elements, close = rest
        first = elements[0].start if elements else start(close)
        return Listed(tuple(elements), start=first, end=end(close))

    def range(self, first: Operand, last: Operand) -> Range:
        return Range(first, last, start=first.start, end=last.end)

    def named(self, name: Token) -> GroupName:
        return GroupName(str(name), start=start(name), end=end(name))

    def grouped(self, opened: Token, formula: FormulaNode, closed: Token) -> FormulaNode:
        return replace(formula, start=start(opened), end=end(closed))

    def not_(self, token: Token, part: FormulaNode) -> Negation:
        return Negation(part, start=start(token), end=part.end)

    iff, implies, or_, and_ = map(_joining, get_args(Operator))

    def quantifier(self, *tokens: Token) -> tuple[str, int, int]:
        *words, last = tokens
        if last.type != "NUMBER":
            return str(last), 0, start(last)
        return " ".join(words), int(last), start(tokens[0])

    def domain(self, extent: Extent) -> Extent:
        return extent

    def except_(self, *terms: TermNode) -> tuple[TermNode, ...]:
        return terms

    def quantified(
        self,
        quantifier: tuple[str, int, int],
        sort: Token,
        variable: Token,
        extent: Extent | None,
        excluded: tuple[TermNode, ...] | None,
        body: FormulaNode,
    ) -> Quantification:
        name, count, start = quantifier
        return Quantification(
            name, count, word(sort), word(variable), excluded or (), body, extent, start=start, end=body.end
        )

    def distinct(self, first: Token, *rest: Any) -> Distinction:
        *terms, sort, variable, extent, excluded = rest
        last = excluded[-1].end if excluded else extent.end if extent else end(variable)
        return Distinction(
            tuple(terms), word(sort), word(variable), excluded or (), extent, start=start(first), end=last
        )
