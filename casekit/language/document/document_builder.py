"""From what every grammar recognises to the syntax tree, while it is being parsed."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, TypeVar, get_args

from lark import Token, Transformer, UnexpectedInput, v_args
from lark.visitors import merge_transformers

from casekit.language.document.dialect import (
    UNKNOWN,
    Block,
    Dialect,
    FieldNode,
    FormNode,
    Heading,
    Item,
    NoteNode,
    ProseNode,
)
from casekit.language.document.forms import (
    Fixed,
    Form,
    LinePart,
    Maybe,
    PartKind,
    Pattern,
    is_kept,
    list_rule,
    parts,
    symbols,
)
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
end: Callable[[Token], int] = attrgetter("end_pos")

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


_LAYOUT_SPACE = re.compile(r"[ \t\n]+")
_ESCAPED_MARK = re.compile(r"\\(\\|~|==|//)")


def prose_text(written: str) -> str:
    """Prose as it is written in a text, in one line: only the spaces of its layout fold, a no-break space is the writer's."""
    text = _LAYOUT_SPACE.sub(" ", written.strip(" \t"))
    # A doubled backslash is kept for print, which makes one of it.
    return _ESCAPED_MARK.sub(lambda mark: mark[0] if mark[1] == "\\" else mark[1], text)


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

    stray = note

    def unknown_block(self, mark: Token, *rest: Token | Item) -> Block:
        names = [each for each in rest if isinstance(each, Token)]
        items = tuple(each for each in rest if isinstance(each, Item))
        heading = Heading(UNKNOWN, tuple(map(word, names)), start=start(mark), end=end(names[-1]))
        return Block(heading, items, start=heading.start, end=heading.end)

    def term(self, name: Token) -> TermNode:
        return named_term(name)

    def lone_formula(self, formula: FormulaNode) -> FormulaNode:
        return shallow(formula)

    def document(self, *nodes: FieldNode | Block) -> tuple[FieldNode | Block, ...]:
        return nodes


def builder_of(dialect: Dialect) -> Transformer[Token, Any]:
    """The builder of syntax trees by the rules that ``form_files.grammar_text`` writes for the forms of a dialect.

    Formulas are under the namespace that grammars import them into.
    """
    builder = DocumentBuilder()
    for form in dialect.forms:
        several = dialect.patterns[form.name]
        for at, pattern in enumerate(several, 1):
            rule = form.name if len(several) == 1 else f"{form.name}_{at}"
            setattr(builder, rule, _line(form, pattern))
    for kind in dialect.kinds.values():
        if kind.rule:
            setattr(builder, kind.symbols[0], _whole(kind))
    for name, pattern in dialect.headings.items():
        setattr(builder, f"{name}_block", _block(name, pattern))
    for pattern in dialect.all_patterns():
        for part in parts(pattern):
            setattr(builder, list_rule(part), _names if symbols(part) == ("NAME",) else _there)
    merged: Transformer[Token, Any] = merge_transformers(builder, formula=FormulaBuilder())  # type: ignore[no-untyped-call]  # lark has no type for it
    return merged


_Slot = tuple[str, Mapping[str, Any], Callable[[str], str] | None]
"""A part's name, its words with their values, and the function that makes a text canonical."""


def _slots(pattern: Pattern) -> Iterator[_Slot | None]:
    """The slot of each child of a rule: a part or a word that is always there."""
    for element in pattern:
        if isinstance(element, Maybe):
            yield from _slots(element.elements)
        elif isinstance(element, LinePart):
            yield element.name, element.values, element.normal
        elif isinstance(element, Fixed) and is_kept(element.text):
            yield None


def _line(form: Form, pattern: Pattern) -> Callable[[list[Any]], Any]:
    """The function that makes a line of the children of its rule."""
    missing = {part.name: part.missing for part in parts(pattern)}
    slots = tuple(_slots(pattern))
    spread = next((part.name for part in parts(pattern) if part.is_spread), None)
    before = next((at for at, slot in enumerate(slots) if slot is not None and slot[0] == spread), None)
    name, node = form.name, form.node

    def made(children: list[Any]) -> Any:
        values = missing.copy()
        there = [child for child in children if child is not None]
        if before is not None:
            behind = before + len(children) - len(slots) + 1
            children[before:behind] = [children[before:behind]]
        for slot, child in zip(slots, children, strict=True):
            if slot is not None and child is not None:
                values[slot[0]] = _value(slot, child)
        first, last = _ends(there)
        if node is not None:
            return node(**values, start=first, end=last)
        return FormNode(name, tuple(values.items()), start=first, end=last)

    return made


def _whole(kind: PartKind) -> Callable[[list[Any]], Any]:
    """A function that makes a term or a word of the children of a kind's own rule."""

    def made(children: list[Any]) -> Any:
        there = _there(children)
        if type(there[0]) is not Token:
            return shallow(there[0])
        text = " ".join(there)
        return Word(kind.normal(text) if kind.normal else text, start=start(there[0]), end=end(there[-1]))

    return made


def _there(children: list[Any]) -> list[Any]:
    """The children that are there."""
    return [child for child in children if child is not None]


def _names(tokens: list[Token]) -> list[Word]:
    """Several names."""
    return [Word(str(token), start=start(token), end=end(token)) for token in tokens]


def _ends(child: Any) -> tuple[int, int]:
    """Where a token, a node or several of them begin and end."""
    if isinstance(child, list):
        return _ends(child[0])[0], _ends(child[-1])[1]
    return (start(child), end(child)) if isinstance(child, Token) else (child.start, child.end)


def _value(slot: _Slot, child: Any) -> Any:
    """The value of a part."""
    if isinstance(child, list):
        return tuple([each if type(each) is Word else _value(slot, each) for each in child])
    if not isinstance(child, Token):
        return shallow(child) if isinstance(child, FormulaNode) else child
    _, values, normal = slot
    if values and (text := " ".join(child.split())) in values:
        return values[text]
    if child.type == "NAME":
        return Word(str(child), start=start(child), end=end(child))
    found = word(child) if child.type == "QUOTATION" else plain_word(child)
    return found if normal is None else replace(found, text=normal(found.text))


def _block(kind: str, pattern: Pattern) -> Callable[[list[Any]], Block]:
    """The function that makes a block of the children of its rule."""
    slots = tuple(_slots(pattern))

    def made(children: list[Any]) -> Block:
        named, items = children[1 : len(slots) + 1], children[len(slots) + 1 :]
        values = [_value(slot, child) for slot, child in zip(slots, named, strict=True) if slot is not None]
        words = tuple(
            [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
        )
        heading = Heading(kind, words, start=start(children[0]), end=_ends(named[-1])[1])
        return Block(heading, tuple(items), start=heading.start, end=heading.end)

    return made
