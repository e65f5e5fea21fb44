"""From what every grammar recognises to the syntax tree, while it is being parsed."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar, cast

from lark import Token, Transformer, v_args
from lark.visitors import merge_transformers

from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    Distinction,
    Extent,
    FormulaNode,
    GroupName,
    ListExtent,
    Membership,
    Negation,
    Node,
    Operand,
    Quantification,
    Range,
    TermNode,
    TimeShift,
    Word,
    node_parts,
)
from casekit.language.syntax.dialect import (
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
from casekit.language.syntax.line_forms import (
    Form,
    LinePart,
    Literal,
    OptionalPart,
    PartKind,
    Pattern,
    is_kept,
)
from casekit.language.syntax.mistakes.unsupported_syntax import UnsupportedSyntax
from casekit.logic.formulas import Quantifier
from casekit.values import replace

DEEPEST = 100
"""How deep a formula may nest; whatever walks through it may do so by recursion."""


def word(token: Token) -> Word:
    """A token as a word; a quotation loses its marks and escapes, its white space is folded."""
    text = str(token)
    if token.type == "QUOTATION":
        text = " ".join(re.sub(r"\\(.)", r"\1", text[1:-1]).split())
    return Word(text, start=start(token), end=end(token))


def _plain(token: Token) -> str:
    """A name, or a time or a number in canonical form: an hour has two digits, a number no 0 before it."""
    if token.type.endswith("TIME"):
        return token.zfill(len("00:00"))
    return str(int(token)) if token.type.endswith("NUMBER") else str(token)


start: Callable[[Token], int] = attrgetter("start_pos")
end: Callable[[Token], int] = attrgetter("end_pos")

Formula = TypeVar("Formula", FormulaNode, TermNode)


def shallow(formula: Formula) -> Formula:
    """The formula itself, once its depth is known to be in bounds.

    Raises:
        UnsupportedSyntax: if it is not.
    """
    level: list[FormulaNode | Operand | Extent] = [formula]
    for _ in range(DEEPEST):
        below: list[FormulaNode | Operand | Extent] = []
        for node in level:
            below += node_parts(node)
        if not below:
            return formula
        level = below
    raise UnsupportedSyntax(
        formula.start, f"this formula nests more than {DEEPEST} levels deep", "split it into several lines"
    )


_NODES: Mapping[str, tuple[Callable[..., Node], str]] = {
    "call": (TermNode, "name *arguments -"),
    "comparison": (Comparison, "left operator right"),
    "membership": (Membership, "term extent"),
    "listed": (ListExtent, "*elements -"),
    "range": (Range, "first last"),
    "named": (GroupName, "name"),
    "not_": (Negation, "- part"),
    "iff": (partial(Connective, "iff"), "left right"),
    "implies": (partial(Connective, "implies"), "left right"),
    "or_": (partial(Connective, "or"), "left right"),
    "and_": (partial(Connective, "and"), "left right"),
    "distinct": (Distinction, "- *terms sort variable extent excluded"),
}
"""Rules of ``formula.lark``: the node of each, and the fields that its children are; ``-`` is a mark, ``*``
before a field that has any number."""


@v_args(inline=True)
class FormulaBuilder(Transformer[Token, Any]):
    """The other rules of ``formula.lark``."""

    def term(self, name: Token) -> TermNode:
        return TermNode(_plain(name), start=start(name), end=end(name))

    def shifted(self, term: Operand, sign: Token, number: Token, unit: Token) -> TimeShift:
        return TimeShift(term, int(f"{sign}{number}"), start=term.start, end=end(unit))

    def grouped(self, opened: Token, formula: FormulaNode, closed: Token) -> FormulaNode:
        return replace(formula, start=start(opened), end=end(closed))

    def quantifier(self, *tokens: Token) -> tuple[Quantifier, int, int]:
        *words, last = tokens
        if last.type != "NUMBER":
            return cast("Quantifier", str(last)), 0, start(last)
        return cast("Quantifier", " ".join(words)), int(last), start(tokens[0])

    def domain(self, extent: Extent) -> Extent:
        return extent

    def except_(self, *terms: TermNode) -> tuple[TermNode, ...]:
        return terms

    def quantified(
        self,
        quantifier: tuple[Quantifier, int, int],
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


_LAYOUT_SPACE = re.compile(r"[ \t\n]+")
_ESCAPED_MARK = re.compile(r"\\(\\|~|==|//)")


def prose_text(written: str) -> str:
    """Prose as it is written in a text, in one line.

    Only the spaces of its layout fold; a no-break space is the writer's.
    """
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

    term = FormulaBuilder.term

    def lone_formula(self, formula: FormulaNode) -> FormulaNode:
        return shallow(formula)


def builder_of(dialect: Dialect) -> Transformer[Token, Any]:
    """The builder of syntax trees by the rules of a dialect.

    ``grammar_files.grammar_text`` writes these rules for the forms of a dialect.

    Formulas are under the namespace that grammars import them into.
    """
    builder, formulas = DocumentBuilder(), FormulaBuilder()
    for rule, (kind_of_node, fields) in _NODES.items():
        setattr(formulas, rule, _of_fields(kind_of_node, fields.split()))
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
        for part in pattern.parts:
            setattr(builder, part.list_rule, _there)
    # lark has no type for it.
    merged: Transformer[Token, Any] = merge_transformers(  # type: ignore[no-untyped-call]
        builder, formula=formulas
    )
    return merged


_Slot = tuple[str, Callable[[Any], Any] | None]
"""The name of a part, and the function that makes its value of a child, unless the child is its value."""

_CONVERTED: Mapping[str, Callable[[Token], Any]] = {
    "name": str,
    "operator": str,
    "sort": word,
    "variable": word,
}


def _of_fields(node: Callable[..., Node], fields: Sequence[str]) -> Callable[[list[Any]], Any]:
    """The function that makes a node of a formula of the children of its rule."""
    slots = [
        None if name == "-" else (name.strip("*"), tuple if "*" in name else _CONVERTED.get(name))
        for name in fields
    ]
    return _node(node, slots, next((at for at, name in enumerate(fields) if "*" in name), None), {})


def _node(
    node: Callable[..., Any] | str,
    slots: Sequence[_Slot | None],
    many: int | None,
    missing: Mapping[str, Any],
) -> Callable[[list[Any]], Any]:
    """The function that makes a node, or a line of the form of some name, of the children of its rule.

    Each child is for a slot, which is ``None`` where there is always a word or a mark; there is one that may
    have ``many``.
    """

    def made(children: list[Any]) -> Any:
        values = {**missing}
        there = [child for child in children if child is not None]
        (first, _), (_, last) = _ends(there[0]), _ends(there[-1])
        if many is not None:
            behind = many + len(children) - len(slots) + 1
            children[many:behind] = [children[many:behind]]
        for slot, child in zip(slots, children, strict=True):
            if slot is not None and child is not None:
                name, value_of = slot
                values[name] = child if value_of is None else value_of(child)
        if isinstance(node, str):
            return FormNode(node, tuple(values.items()), start=first, end=last)
        return node(**values, start=first, end=last)

    return made


def _slots(pattern: Pattern) -> Iterator[_Slot | None]:
    """The slot of each child of a rule: a part or a word that is always there."""
    for element in pattern:
        if isinstance(element, OptionalPart):
            yield from _slots(element.elements)
        elif isinstance(element, LinePart):
            yield element.name, partial(_value, element.values, element.normal)
        elif isinstance(element, Literal) and is_kept(element.text):
            yield None


def _line(form: Form, pattern: Pattern) -> Callable[[list[Any]], Any]:
    """The function that makes a line of the children of its rule."""
    slots = tuple(_slots(pattern))
    spread = {part.name for part in pattern.parts if part.is_spread}
    many = next((at for at, slot in enumerate(slots) if slot is not None and slot[0] in spread), None)
    return _node(form.node or form.name, slots, many, {part.name: part.missing for part in pattern.parts})


def _whole(kind: PartKind) -> Callable[[list[Any]], Any]:
    """A function that makes a term or a word of the children of a kind's own rule."""

    def made(children: list[Any]) -> Any:
        there = [child for child in children if child is not None]
        if type(there[0]) is not Token:
            return shallow(there[0])
        text = " ".join(there)
        return Word(kind.normal(text) if kind.normal else text, start=start(there[0]), end=end(there[-1]))

    return made


def _there(children: list[Any]) -> list[Any]:
    """The children that are there."""
    return [child for child in children if child is not None]


def _ends(child: Any) -> tuple[int, int]:
    """Where a token, a node or several of them begin and end."""
    if isinstance(child, list | tuple):
        return _ends(child[0])[0], _ends(child[-1])[1]
    return (start(child), end(child)) if isinstance(child, Token) else (child.start, child.end)


def _value(values: Mapping[str, Any], normal: Callable[[str], str] | None, child: Any) -> Any:
    """The value of a part that may be some words with values, and whose text a function makes canonical."""
    if isinstance(child, list):
        return tuple([each if type(each) is Word else _value(values, normal, each) for each in child])
    if not isinstance(child, Token):
        return shallow(child) if isinstance(child, FormulaNode) else child
    if values and (text := " ".join(child.split())) in values:
        return values[text]
    is_plain = child.type != "QUOTATION"
    found = Word(_plain(child), start=start(child), end=end(child)) if is_plain else word(child)
    return found if normal is None else replace(found, text=normal(found.text))


def _block(kind: str, pattern: Pattern) -> Callable[[list[Any]], Block]:
    """The function that makes a block of the children of its rule."""
    slots = tuple(_slots(pattern))

    def made(children: list[Any]) -> Block:
        named, items = children[1 : len(slots) + 1], children[len(slots) + 1 :]
        values = [slot[1](child) for slot, child in zip(slots, named, strict=True) if slot and slot[1]]
        words: list[Word] = []
        for value in values:
            if isinstance(value, tuple):
                words += value
            else:
                words.append(value)
        heading = Heading(kind, tuple(words), start=start(children[0]), end=_ends(named[-1])[1])
        return Block(heading, tuple(items), start=heading.start, end=heading.end)

    return made
