"""From what the grammar recognises to the syntax tree, while it is being parsed."""

import re
from dataclasses import replace
from typing import Any, cast

from lark import Token, Transformer, UnexpectedInput, v_args
from lark.visitors import merge_transformers

from casekit.language.tree import (
    AnswerNode,
    Block,
    Comparison,
    Connective,
    FieldNode,
    FormulaNode,
    FunctionNode,
    Heading,
    Item,
    LineNode,
    Membership,
    Negation,
    NoteNode,
    Operator,
    ProseNode,
    Quantification,
    SortNode,
    StatementNode,
    TermNode,
    Word,
    parts,
    place_name,
)

DEEPEST = 100
"""How deep a formula may nest; whatever walks through it may do so by recursion."""

_LAYOUT_SPACE = re.compile(r"[ \t\n]+")
_ESCAPED_MARK = re.compile(r"\\(\\|~|==|//)")


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
    return Word(text, start=_start(token), end=_end(token))


def _start(token: Token) -> int:
    return cast("int", token.start_pos)


def _end(token: Token) -> int:
    return cast("int", token.end_pos)


def _shallow(formula: FormulaNode) -> FormulaNode:
    """The formula itself, once its depth is known to be in bounds."""
    level: list[FormulaNode] = [formula]
    for _ in range(DEEPEST):
        level = [part for node in level for part in parts(node)]
        if not level:
            return formula
    raise TooDeep(formula)


def _words(tokens: tuple[Token, ...]) -> tuple[Word, ...]:
    return tuple(map(word, tokens))


def _unescape(match: re.Match[str]) -> str:
    # A doubled backslash is kept for print, which makes one of it.
    return match[0] if match[1] == "\\" else match[1]


@v_args(inline=True)
class FormulaBuilder(Transformer[Token, Any]):
    """The rules of ``formula.lark``."""

    def term(self, name: Token) -> TermNode:
        return TermNode(str(name), start=_start(name), end=_end(name))

    def call(self, name: Token, *rest: Any) -> TermNode:
        *arguments, close = rest
        return TermNode(str(name), tuple(arguments), start=_start(name), end=_end(close))

    def comparison(self, left: TermNode, operator: Token, right: TermNode) -> Comparison:
        return Comparison(str(operator), left, right, start=left.start, end=right.end)

    def membership(self, term: TermNode, *rest: Any) -> Membership:
        *elements, close = rest
        return Membership(term, tuple(elements), start=term.start, end=_end(close))

    def grouped(self, opened: Token, formula: FormulaNode, closed: Token) -> FormulaNode:
        return replace(formula, start=_start(opened), end=_end(closed))

    def not_(self, token: Token, part: FormulaNode) -> Negation:
        return Negation(part, start=_start(token), end=part.end)

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
            return str(last), 0, _start(last)
        return " ".join(words), int(last), _start(tokens[0])

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

    def speaker(self, name: Token) -> Word:
        return word(name)


def _connective(operator: Operator, left: FormulaNode, right: FormulaNode) -> Connective:
    return Connective(operator, left, right, start=left.start, end=right.end)


@v_args(inline=True)
class CaseBuilder(Transformer[Token, Any]):
    """The rules of ``case.lark``; comments are woven in afterwards."""

    def statement_body(self, mode: Token | None, *rest: Any) -> StatementNode:
        *speakers, formula, quotation = rest
        end = quotation.end_pos if quotation is not None else formula.end
        return StatementNode(
            str(mode) if mode is not None else "plain",
            tuple(speakers),
            _shallow(formula),
            word(quotation) if quotation is not None else None,
            end=end,
        )

    def statement(self, tilde: Token, body: StatementNode) -> StatementNode:
        return StatementNode(
            body.mode, body.speakers, body.formula, body.quotation, start=_start(tilde), end=body.end
        )

    def prose(self, token: Token) -> ProseNode:
        # Only the spaces of the text's layout fold; a no-break space is the writer's.
        text = _ESCAPED_MARK.sub(_unescape, _LAYOUT_SPACE.sub(" ", token.strip(" \t")))
        place = (_start(token), _end(token))
        return ProseNode(text, (place,), start=place[0], end=place[1])

    def note(self, token: Token) -> NoteNode:
        return NoteNode(token.rstrip(), start=_start(token), end=_end(token))

    def answer(self, kind: Token, slug: Token, label: Token) -> AnswerNode:
        return AnswerNode(str(kind), word(slug), word(label), start=_start(kind), end=_end(label))

    def sort(self, keyword: Token, name: Token, *values: Token) -> SortNode:
        return SortNode(word(name), _words(values), start=_start(keyword), end=_end(values[-1]))

    def arguments(self, *tokens: Token) -> tuple[Token, ...]:
        return tokens

    def function(
        self, name: Token, arguments: tuple[Token, ...] | None, values: Token | None, optional: Token | None
    ) -> FunctionNode:
        *names, close = arguments or (name,)
        last = optional or values or close
        return FunctionNode(
            word(name),
            _words(tuple(names)),
            word(values) if values is not None else None,
            optional is not None,
            start=_start(name),
            end=_end(last),
        )

    def line(self, formula: FormulaNode) -> LineNode:
        return LineNode(_shallow(formula), start=formula.start, end=formula.end)

    def field(self, key: Token, value: Token | None) -> FieldNode:
        at = word(value) if value is not None else Word("", start=_end(key), end=_end(key))
        return FieldNode(word(key), at, start=_start(key), end=max(at.end, _end(key)))

    def suspect_heading(self, name: Token, topic: Token) -> Heading:
        return Heading("answer", _words((name, topic)), start=_start(name), end=_end(topic))

    def location_heading(self, *places: Token) -> Heading:
        words = tuple(Word(place_name(place), start=_start(place), end=_end(place)) for place in places)
        return Heading("places", words, start=_start(places[0]), end=_end(places[-1]))

    def paragraph(self, mark: Token, heading: Heading, *items: Item) -> Block:
        placed = Heading(heading.kind, heading.words, start=_start(mark), end=heading.end)
        return Block(placed, items, start=placed.start, end=placed.end)

    def presentation(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return _block(mark, keyword, items)

    def terms(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return _block(mark, keyword, items)

    def facts(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return _block(mark, keyword, items)

    def rules(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return _block(mark, keyword, items)

    def truth(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return _block(mark, keyword, items)

    def solution(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return _block(mark, keyword, items)

    def notes(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return _block(mark, keyword, items)

    def lone_formula(self, formula: FormulaNode) -> FormulaNode:
        return _shallow(formula)

    def case(self, *nodes: FieldNode | Block) -> tuple[FieldNode | Block, ...]:
        return nodes


def _block(mark: Token, keyword: Token, items: tuple[Item, ...]) -> Block:
    heading = Heading(str(keyword), start=_start(mark), end=_end(keyword))
    return Block(heading, items, start=heading.start, end=heading.end)


def builder() -> Transformer[Token, Any]:
    """The transformer for the whole grammar, formulas under the namespace they are imported into."""
    merged: Transformer[Token, Any] = merge_transformers(CaseBuilder(), formula=FormulaBuilder())  # type: ignore[no-untyped-call]
    return merged
