"""From what the grammar of cases recognises to the syntax tree, while it is being parsed."""

from typing import Any

from lark import Token, v_args

from casekit.games.midnight.reading.case_tree import (
    AnswerNode,
    ClockNode,
    FunctionNode,
    GroupNode,
    LineNode,
    RuleNode,
    SortNode,
    StatementNode,
    place_name,
)
from casekit.language.document.document_builder import DocumentBuilder, block, words_of_tokens
from casekit.language.document.tree import Block, Heading, Item
from casekit.language.formula.formula_builder import end, named_term, plain_word, shallow, start, word
from casekit.language.formula.nodes import FormulaNode, TermNode, Word


@v_args(inline=True)
class CaseBuilder(DocumentBuilder):
    """The rules of ``case.lark``."""

    def statement_body(self, mode: Token | None, *rest: Any) -> StatementNode:
        *speakers, formula, by, quotation = rest
        last = by[-1].end if by else formula.end
        return StatementNode(
            str(mode) if mode is not None else "plain",
            tuple(speakers),
            shallow(formula),
            word(quotation) if quotation is not None else None,
            by or (),
            end=end(quotation) if quotation is not None else last,
        )

    def term(self, name: Token) -> TermNode:
        return named_term(name)

    def speaker(self, term: TermNode) -> TermNode:
        return shallow(term)

    def statement(self, tilde: Token, body: StatementNode) -> StatementNode:
        return StatementNode(
            body.mode,
            body.speakers,
            body.formula,
            body.quotation,
            body.by,
            start=start(tilde),
            end=body.end,
        )

    def by(self, keyword: Token, *paths: Heading) -> tuple[Heading, ...]:
        del keyword
        return paths

    def path(self, *tokens: Token | None) -> Heading:
        first, *more = (token for token in tokens if token is not None)
        return self.suspect_heading(first, *more) if more else self.location_heading(first)

    def answer(self, kind: Token, slug: Token, label: Token) -> AnswerNode:
        return AnswerNode(str(kind), word(slug), word(label), start=start(kind), end=end(label))

    def sort(self, keyword: Token, name: Token, *values: Token) -> SortNode:
        return SortNode(word(name), words_of_tokens(values), start=start(keyword), end=end(values[-1]))

    def clock(self, keyword: Token, name: Token, *rest: Token) -> ClockNode:
        _, first, last, _, step, unit = rest
        return ClockNode(
            word(name),
            plain_word(first),
            plain_word(last),
            plain_word(step),
            start=start(keyword),
            end=end(unit),
        )

    def group(self, keyword: Token, name: Token, *values: Token) -> GroupNode:
        members = tuple(map(plain_word, values))
        return GroupNode(word(name), members, start=start(keyword), end=members[-1].end)

    def arguments(self, *tokens: Token) -> tuple[Token, ...]:
        return tokens

    def sentences(self, *quotations: Token | None) -> tuple[Word, ...]:
        return tuple(word(each) for each in quotations if each is not None)

    def function(
        self,
        name: Token,
        arguments: tuple[Token, ...] | None,
        values: Token | None,
        optional: Token | None,
        sentences: tuple[Word, ...],
    ) -> FunctionNode:
        *names, close = arguments or (name,)
        last = optional or values or close
        return FunctionNode(
            word(name),
            words_of_tokens(tuple(names)),
            word(values) if values is not None else None,
            optional is not None,
            sentences,
            start=start(name),
            end=sentences[-1].end if sentences else end(last),
        )

    def line(self, formula: FormulaNode) -> LineNode:
        return LineNode(shallow(formula), start=formula.start, end=formula.end)

    def rule(self, common: Token | None, formula: FormulaNode, quotation: Token | None) -> RuleNode:
        return RuleNode(
            shallow(formula),
            common is not None,
            word(quotation) if quotation is not None else None,
            start=start(common) if common is not None else formula.start,
            end=end(quotation) if quotation is not None else formula.end,
        )

    def suspect_heading(self, name: Token, topic: Token) -> Heading:
        return Heading("answer", words_of_tokens((name, topic)), start=start(name), end=end(topic))

    def location_heading(self, *places: Token) -> Heading:
        named = tuple(Word(place_name(place), start=start(place), end=end(place)) for place in places)
        return Heading("places", named, start=start(places[0]), end=end(places[-1]))

    def paragraph(self, mark: Token, heading: Heading, *items: Item) -> Block:
        placed = Heading(heading.kind, heading.words, start=start(mark), end=heading.end)
        return Block(placed, items, start=placed.start, end=placed.end)

    def presentation(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def solution(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def notes(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def terms(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def facts(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def rules(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def truth(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)
