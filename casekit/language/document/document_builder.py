"""From what every grammar recognises to the syntax tree, while it is being parsed."""

import re
from typing import Any

from lark import Token, Transformer, v_args
from lark.visitors import merge_transformers

from casekit.language.document.tree import Block, FieldNode, Heading, Item, NoteNode, ProseNode
from casekit.language.formula.formula_builder import FormulaBuilder, end, shallow, start, word
from casekit.language.formula.nodes import FormulaNode, Word

_LAYOUT_SPACE = re.compile(r"[ \t\n]+")
_ESCAPED_MARK = re.compile(r"\\(\\|~|==|//)")


def _unescape(match: re.Match[str]) -> str:
    # A doubled backslash is kept for print, which makes one of it.
    return match[0] if match[1] == "\\" else match[1]


def prose_text(written: str) -> str:
    """Prose as it is written in a text, in one line: only the spaces of its layout fold, a no-break space is the writer's."""
    return _ESCAPED_MARK.sub(_unescape, _LAYOUT_SPACE.sub(" ", written.strip(" \t")))


def words_of_tokens(tokens: tuple[Token, ...]) -> tuple[Word, ...]:
    """Tokens as words."""
    return tuple(map(word, tokens))


def block(mark: Token, keyword: Token, items: tuple[Item, ...]) -> Block:
    """A block that is headed by its own name."""
    heading = Heading(str(keyword), start=start(mark), end=end(keyword))
    return Block(heading, items, start=heading.start, end=heading.end)


@v_args(inline=True)
class DocumentBuilder(Transformer[Token, Any]):
    """The rules that the grammars of all games have; comments are woven in afterwards."""

    def prose(self, token: Token) -> ProseNode:
        place = (start(token), end(token))
        return ProseNode(prose_text(token), (place,), start=place[0], end=place[1])

    def note(self, token: Token) -> NoteNode:
        return NoteNode(token.rstrip(), start=start(token), end=end(token))

    def field(self, key: Token, value: Token | None) -> FieldNode:
        at = word(value) if value is not None else Word("", start=end(key), end=end(key))
        return FieldNode(word(key), at, start=start(key), end=max(at.end, end(key)))

    def presentation(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def solution(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def notes(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def lone_formula(self, formula: FormulaNode) -> FormulaNode:
        return shallow(formula)

    def document(self, *nodes: FieldNode | Block) -> tuple[FieldNode | Block, ...]:
        return nodes


def with_formulas(builder: DocumentBuilder) -> Transformer[Token, Any]:
    """The transformer for a whole grammar, formulas under the namespace they are imported into."""
    merged: Transformer[Token, Any] = merge_transformers(builder, formula=FormulaBuilder())  # type: ignore[no-untyped-call]  # lark has no type for it
    return merged
