"""Prints a syntax tree in the one canonical form. Formatting twice changes nothing."""

import re
import textwrap
from collections.abc import Mapping
from typing import Any

from casekit.language.document.dialect import (
    Block,
    Comment,
    Dialect,
    FieldNode,
    FormNode,
    Heading,
    Item,
    NoteNode,
    ProseNode,
    SyntaxTree,
)
from casekit.language.document.forms import Fixed, Gap, LinePart, Maybe, Pattern, parts, symbols
from casekit.language.formula.formatting import format_formula
from casekit.language.formula.nodes import Word

WIDTH = 100
DEEPER = "    "
"""The margin of a line that goes on."""

_BETWEEN = {",": ", ", "and": " and ", "": " "}

_MARK_AT_START = re.compile(r"(?:~|==|//)")


def format_document(document: SyntaxTree, dialect: Dialect) -> str:
    """The canonical text of a whole document."""
    sections = [_items(document.header, dialect)] if document.header else []
    sections += [_block(block, dialect) for block in document.blocks]
    return "\n\n".join("\n".join(lines) for lines in sections) + "\n"


def _block(block: Block, dialect: Dialect) -> list[str]:
    lead = [_comment(comment) for comment in block.lead]
    first, rest = f"== {heading_text(block.heading, dialect)}", block.items
    while rest and isinstance(rest[0], Comment) and rest[0].trailing:
        first, rest = f"{first}  {_comment(rest[0])}", rest[1:]
    return [*lead, first, *_items(rest, dialect)]


def _items(items: tuple[Item, ...], dialect: Dialect) -> list[str]:
    lines: list[str] = []
    for index, item in enumerate(items):
        if isinstance(item, Comment) and item.trailing and lines:
            lines[-1] += f"  {_comment(item)}"
            continue
        if lines and _is_apart(items, index, dialect):
            lines.append("")
        lines += _item(item, dialect)
    return lines


def _is_apart(items: tuple[Item, ...], index: int, dialect: Dialect) -> bool:
    """Whether a blank line goes before an item.

    Prose is apart from what is before it, but for a comment of its own above it. A statement belongs to
    what is before it. Elsewhere a gap that the writer left is kept.
    """
    item = items[index]
    if dialect.belongs_to_what_is_before(item):
        return False
    if item.gap or not isinstance(item, ProseNode):
        return item.gap
    first = index
    while first and isinstance(items[first - 1], Comment):
        first -= 1
    # Without a blank line above the comment, both sides of it would be one paragraph.
    return first == index or not (first == 0 or items[first].gap)


def _item(item: Item, dialect: Dialect) -> list[str]:
    match item:
        case ProseNode(text):
            return prose_lines(text)
        case Comment():
            return [_comment(item)]
        case FieldNode(key, value):
            return [f"{key.text}: {value.text}".rstrip()]
        case NoteNode(text):
            return [text]
    return item_lines(item, dialect)


def _comment(comment: Comment) -> str:
    return f"// {comment.text}".rstrip()


def prose_lines(text: str) -> list[str]:
    """A paragraph of prose as lines."""
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"\\{line}" if _MARK_AT_START.match(line) else line for line in lines]


def quoted(words: str) -> str:
    """A quotation with its marks."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def wrapped(text: str) -> list[str]:
    """A line of logic as lines of text, all but the first deeper."""
    return textwrap.wrap(
        text, WIDTH, subsequent_indent=DEEPER, break_long_words=False, break_on_hyphens=False
    )


# --- lines of declared forms -------------------------------------------------------------------------


def heading_text(heading: Heading, dialect: Dialect) -> str:
    """A heading without its mark."""
    pattern = dialect.headings.get(heading.kind)
    if pattern is None:
        return " ".join(word.text for word in heading.words)
    return line_text(pattern, {part.name: value for part, value in dialect.of_heading(heading)}, dialect)[0]


def item_lines(item: Item, dialect: Dialect) -> list[str]:
    """The lines of an item of a declared form: what is set apart goes below where there is no room for it, speech goes on there."""
    pattern, values = dialect.values(item)
    text, *apart = line_text(pattern, values, dialect)
    speaks = any(kind.name == "speech" for part in parts(pattern) for kind in part.kinds)
    lines = [text] if '"' in text and not speaks else wrapped(text)
    together = "  ".join((lines[-1], *apart))
    if len(together) <= WIDTH:
        return [*lines[:-1], together]
    return [*lines, *(DEEPER + each for each in apart)]


def logic_text(item: Item, dialect: Dialect) -> str:
    """The text of a line without its mark and without what is set apart in it."""
    return line_text(*dialect.values(item), dialect)[0].removeprefix(dialect.mark)


def line_text(pattern: Pattern, values: Mapping[str, Any], dialect: Dialect) -> list[str]:
    """The text of a line in one piece, and what is set apart from it."""
    pieces = [""]
    for text in _pieces(pattern, values, dialect):
        if text == "  ":
            pieces.append("")
        elif text != " " or (pieces[-1] and pieces[-1][-1] != " "):
            pieces[-1] += text
    return [piece.rstrip() for piece in pieces if piece]


def _pieces(pattern: Pattern, values: Mapping[str, Any], dialect: Dialect) -> list[str]:
    found: list[str] = []
    for element in pattern:
        match element:
            case Maybe(elements):
                if any(values[part.name] not in {part.missing, None} for part in parts(elements)):
                    found += _pieces(elements, values, dialect)
            case LinePart(name=name, between=None):
                found.append(_text(element, values[name], dialect))
            case LinePart(name=name):
                for at, each in enumerate(values[name]):
                    found += [_between(element) if at else "", _text(element, each, dialect)]
            case Fixed(text) | Gap(text):
                found.append(text)
    return found


def _between(part: LinePart) -> str:
    """The text between two of several."""
    return "  " if part.between == "" and "QUOTATION" in symbols(part) else _BETWEEN[part.between or ""]


def _text(part: LinePart, value: Any, dialect: Dialect) -> str:
    if isinstance(value, Word):
        return quoted(value.text) if "QUOTATION" in symbols(part) else value.text
    for word, meant in part.values.items():
        if meant == value:
            return word
    if isinstance(value, FormNode):
        return line_text(*dialect.values(value), dialect)[0]
    return format_formula(value) + "".join(kind.ending for kind in part.kinds)
