"""Prints a syntax tree in the one canonical form. Formatting twice changes nothing."""

import re
import textwrap
from collections.abc import Iterable, Iterator

from casekit.language.tree import (
    AnswerNode,
    Block,
    Comment,
    Comparison,
    Connective,
    Document,
    FieldNode,
    FormulaNode,
    FunctionNode,
    Heading,
    Item,
    LineNode,
    Membership,
    Negation,
    NoteNode,
    ProseNode,
    Quantification,
    SortNode,
    StatementNode,
    TermNode,
    Word,
)

WIDTH = 100
_DEEPER = "    "
_MARK_AT_START = re.compile(r"(?:~|==|//)")
_TIGHTNESS = {"iff": 1, "implies": 2, "or": 3, "and": 4}
_QUANTIFIED, _NEGATED, _ATOM = 0, 5, 6


def format_document(document: Document) -> str:
    """The canonical text of a whole document."""
    sections = [_items(document.header)] if document.header else []
    sections += [_block(block) for block in document.blocks]
    return "\n\n".join("\n".join(lines) for lines in sections) + "\n"


def format_formula(formula: FormulaNode) -> str:
    """The canonical text of a formula, with no more brackets than it needs."""
    match formula:
        case TermNode():
            return format_term(formula)
        case Comparison(operator, left, right):
            return f"{format_term(left)} {operator} {format_term(right)}"
        case Membership(term, elements):
            return f"{format_term(term)} in {{ {_listed(elements)} }}"
        case Negation(part):
            return f"not {_within(part, _NEGATED)}"
        case Connective(operator, left, right):
            own = _TIGHTNESS[operator]
            # `implies` leans to the right, all others to the left.
            to_right = operator == "implies"
            first = _within(left, own + to_right, closed=True)
            return f"{first} {operator} {_within(right, own + (not to_right))}"
        case Quantification(quantifier, count, sort, variable, excluded, body):
            number = f" {count}" if quantifier in {"exactly", "at least", "at most"} else ""
            without = f" except {_listed(excluded)}" if excluded else ""
            return f"{quantifier}{number} {sort.text} {variable.text}{without}: {format_formula(body)}"


def format_term(term: TermNode) -> str:
    """The canonical text of a term."""
    return f"{term.name}({_listed(term.arguments)})" if term.arguments else term.name


def format_statement(statement: StatementNode) -> str:
    """The canonical text of a statement without its mark and its quotation."""
    mode = [] if statement.mode == "plain" else [statement.mode]
    speakers = [f"{speaker.text} says" for speaker in statement.speakers]
    return " ".join([*mode, *speakers, format_formula(statement.formula)])


def _listed(terms: Iterable[TermNode]) -> str:
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
    ``closed`` has something behind it, so an open quantifier at its own right end must be bracketed.
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


def _block(block: Block) -> list[str]:
    lead = [_comment(comment) for comment in block.lead]
    first, rest = f"== {_heading(block.heading)}", block.items
    while rest and isinstance(rest[0], Comment) and rest[0].trailing:
        first, rest = f"{first}  {_comment(rest[0])}", rest[1:]
    return [*lead, first, *_items(rest)]


def _heading(heading: Heading) -> str:
    match heading.kind:
        case "answer":
            return " ".join(word.text for word in heading.words)
        case "places":
            return ", ".join(word.text for word in heading.words)
    return heading.kind


def _items(items: tuple[Item, ...]) -> list[str]:
    lines: list[str] = []
    for index, item in enumerate(items):
        if isinstance(item, Comment) and item.trailing and lines:
            lines[-1] += f"  {_comment(item)}"
            continue
        if lines and _apart(items, index):
            lines.append("")
        lines += _item(item)
    return lines


def _apart(items: tuple[Item, ...], index: int) -> bool:
    """Whether a blank line goes before an item.

    Prose stands apart from what is before it, but for a comment of its own above it. A statement belongs to
    what is before it. Elsewhere a gap that the writer left is kept.
    """
    item = items[index]
    if isinstance(item, StatementNode):
        return False
    if item.gap or not isinstance(item, ProseNode):
        return item.gap
    first = index
    while first and isinstance(items[first - 1], Comment):
        first -= 1
    # Without a blank line above the comment, both sides of it would be one paragraph.
    return first == index or not (first == 0 or items[first].gap)


def _item(item: Item) -> Iterator[str]:
    match item:
        case ProseNode(text):
            yield from _prose(text)
        case StatementNode():
            yield from _statement(item)
        case Comment():
            yield _comment(item)
        case FieldNode(key, value):
            yield f"{key.text}: {value.text}".rstrip()
        case AnswerNode(kind, slug, label):
            yield f"{kind} {slug.text} {_quoted(label)}"
        case SortNode(name, values):
            yield from _wrapped(f"type {name.text}: {', '.join(value.text for value in values)}")
        case FunctionNode():
            yield _function(item)
        case LineNode(formula):
            yield from _wrapped(format_formula(formula))
        case NoteNode(text):
            yield text


def _comment(comment: Comment) -> str:
    return f"// {comment.text}".rstrip()


def _quoted(word: Word) -> str:
    escaped = word.text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _function(node: FunctionNode) -> str:
    arguments = f"({', '.join(word.text for word in node.arguments)})" if node.arguments else ""
    values = f": {node.values.text}{'?' if node.optional else ''}" if node.values else ""
    return f"{node.name.text}{arguments}{values}"


def _prose(text: str) -> Iterator[str]:
    for line in textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False):
        yield f"\\{line}" if _MARK_AT_START.match(line) else line


def _statement(statement: StatementNode) -> list[str]:
    lines = _wrapped(f"~ {format_statement(statement)}")
    if statement.quotation is None:
        return lines
    quotation = _quoted(statement.quotation)
    if len(lines[-1]) + 2 + len(quotation) <= WIDTH:
        return [*lines[:-1], f"{lines[-1]}  {quotation}"]
    return [*lines, _DEEPER + quotation]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, subsequent_indent=_DEEPER, break_long_words=False, break_on_hyphens=False
    )
