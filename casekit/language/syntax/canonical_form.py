"""A syntax tree as text in the one canonical form, and as JSON and back (``schemas/case.schema.json``).

Formatting twice changes nothing. Importing an export gives the same document, comments included. Terms carry
their types in JSON for readers who do not resolve names; an import does not need them.
"""

import re
import textwrap
from collections.abc import Mapping
from itertools import chain
from operator import itemgetter
from typing import Any

from casekit.diagnostics import Source
from casekit.language.data.schema import FORMAT
from casekit.language.formula.formatter import FormulaWriter, Json, format_formula, read_formula, read_term
from casekit.language.formula.nodes import Scope, TermNode, Word
from casekit.language.syntax.dialect import (
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
from casekit.language.syntax.line_forms import CanonicalSpace, Form, LinePart, Literal, OptionalPart, Pattern

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
        else:
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
    """The lines of an item of a declared form.

    What is set apart goes below where there is no room for it, and speech goes on there.
    """
    pattern, values = dialect.values(item)
    text, *apart = line_text(pattern, values, dialect)
    lines = [text] if '"' in text and not _has_speech(pattern) else wrapped(text)
    together = "  ".join((lines[-1], *apart))
    if len(together) <= WIDTH:
        return [*lines[:-1], together]
    return [*lines, *(DEEPER + quotation for quotation in apart)]


def _has_speech(pattern: Pattern) -> bool:
    kinds = chain.from_iterable(part.kinds for part in pattern.parts)
    return any(kind.name == "speech" for kind in kinds)


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
    pieces: list[str] = []
    for element in pattern:
        match element:
            case OptionalPart(elements):
                if any(values[part.name] not in {part.missing, None} for part in elements.parts):
                    pieces += _pieces(elements, values, dialect)
            case LinePart(name=name, between=None):
                pieces.append(_text(element, values[name], dialect))
            case LinePart(name=name):
                for at, value in enumerate(values[name]):
                    pieces += [_between(element) if at else "", _text(element, value, dialect)]
            case Literal(text) | CanonicalSpace(text):
                pieces.append(text)
    return pieces


def _between(part: LinePart) -> str:
    """The text between two of several."""
    return "  " if part.between == "" and "QUOTATION" in part.symbols else _BETWEEN[part.between or ""]


def _text(part: LinePart, value: Any, dialect: Dialect) -> str:
    if isinstance(value, Word):
        return quoted(value.text) if "QUOTATION" in part.symbols else value.text
    for word, meant in part.values.items():
        if meant == value:
            return word
    if isinstance(value, FormNode):
        return line_text(*dialect.values(value), dialect)[0]
    return format_formula(value) + "".join(kind.ending for kind in part.kinds)


def export_document(document: SyntaxTree, dialect: Dialect, scope: Scope, game: str) -> Json:
    """A document as JSON, its terms typed in a scope."""
    writer = FormulaWriter(scope, {})
    header: dict[str, str] = {}
    comments: list[Json] = []
    fields_before = 0
    for item in document.header:
        if isinstance(item, FieldNode):
            header[item.key.text] = item.value.text
            fields_before += 1
        elif isinstance(item, Comment):
            comments.append({"behind": fields_before, "text": item.text, "trailing": item.trailing})
    return {
        "casekit": FORMAT,
        "game": game,
        "header": header,
        "comments": comments,
        "blocks": [_write_block(block, dialect, writer) for block in document.blocks],
    }


def import_document(data: Mapping[str, Any], name: str, dialect: Dialect) -> SyntaxTree:
    """The document that JSON valid against the schema describes."""
    header: list[Item] = [FieldNode(Word(key), Word(value)) for key, value in data["header"].items()]
    # From the last to the first, so that none moves the place of another.
    for comment in sorted(data.get("comments", ()), key=itemgetter("behind"))[::-1]:
        header.insert(comment["behind"], Comment(comment["text"], comment.get("trailing", False)))
    return SyntaxTree(
        Source(name, ""), tuple(header), tuple(_read_block(block, dialect) for block in data["blocks"])
    )


def _write_block(block: Block, dialect: Dialect, writer: FormulaWriter) -> Json:
    lead = {"lead": [comment.text for comment in block.lead]} if block.lead else {}
    items = [_write_item(item, dialect, writer) for item in block.items]
    named: Json = {}
    for part, value in dialect.of_heading(block.heading):
        named[part.name] = value.text if isinstance(value, Word) else [word.text for word in value]
    return {"block": block.heading.kind, **named, **lead, "items": items}


def _write_item(item: Item, dialect: Dialect, writer: FormulaWriter) -> Json:
    match item:
        case ProseNode(text):
            return {"prose": text}
        case Comment(text, trailing):
            return {"comment": text, "trailing": trailing}
        case NoteNode(text):
            return {"note": text}
    # A part that is called like its form goes first, other parts are beside that.
    form, body = dialect.form(item), _write_parts(item, dialect, writer)
    flat = {name: body.pop(name) for name in (form.name, "text") if name in body} if form.name in body else {}
    return flat | body if flat else {form.name: body}


def _read_block(data: Mapping[str, Any], dialect: Dialect) -> Block:
    items = tuple(_read_item(item, dialect) for item in data["items"])
    return Block(_read_heading(data, dialect), items, tuple(map(Comment, data.get("lead", ()))))


def _read_item(data: Mapping[str, Any], dialect: Dialect) -> Item:
    match data:
        case {"prose": text}:
            return ProseNode(text)
        case {"comment": text}:
            return Comment(text, data.get("trailing", False))
        case {"note": text}:
            return NoteNode(text)
    form = next(form for form in dialect.forms if form.name in data)
    # A part that is called like its form is beside the others.
    is_flat = form.name in dialect.part_names[form.name]
    item: Item = _read_parts(form, data if is_flat else data[form.name], dialect)
    return item


# --- lines of declared forms -------------------------------------------------------------------------


def _read_heading(data: Mapping[str, Any], dialect: Dialect) -> Heading:
    """The heading of a block, from its members."""
    words: list[Word] = []
    for part in dialect.headings[data["block"]].parts:
        value = _read(part, data[part.name], dialect)
        words += (value,) if isinstance(value, Word) else value
    return Heading(data["block"], tuple(words))


def _write_parts(item: Item, dialect: Dialect, writer: FormulaWriter) -> Json:
    pattern, values = dialect.values(item)
    body: Json = {}
    last: Json = {}
    for part in pattern.parts:
        value = values[part.name]
        if not part.sparse:
            body[part.name] = _write(part, value, dialect, writer)
            if part.is_formula:
                body["text"] = format_formula(value)
        elif value:
            last[part.name] = _write(part, value, dialect, writer)
    return body | last


def _write(part: LinePart, value: Any, dialect: Dialect, writer: FormulaWriter) -> Any:
    match value:
        case tuple():
            return [_write(part, one, dialect, writer) for one in value]
        case Word(text):
            return int(text) if text.isdecimal() and _is_number(part) else text
        case FormNode():
            return _write_parts(value, dialect, writer)
        case None | bool() | str():
            return value
    if part.is_formula:
        return writer.formula(value)
    is_value = not value.arguments and value.name not in writer.scope.function_of_name
    return value.name if is_value else writer.term(value)


def _is_number(part: LinePart) -> bool:
    return any(kind.symbols == ("NUMBER",) for kind in part.kinds)


def _read_parts(form: Form, data: Mapping[str, Any], dialect: Dialect) -> Any:
    values: dict[str, Any] = {}
    for part in dialect.fitting(form, data).parts:
        member = data.get(part.name)
        values[part.name] = part.missing if member is None else _read(part, member, dialect)
    return form.node(**values) if form.node else FormNode(form.name, tuple(values.items()))


def _read(part: LinePart, data: Any, dialect: Dialect) -> Any:
    if isinstance(data, list):
        return tuple([_read(part, one, dialect) for one in data])
    if data == part.missing or data in part.values.values():
        return data
    form = next((dialect.form_of[option] for option in part.options if isinstance(option, str)), None)
    if form is not None:
        return _read_parts(form, data, dialect)
    if any(kind.is_term for kind in part.kinds):
        return TermNode(data) if isinstance(data, str) else read_term(data)
    if isinstance(data, dict):
        return read_formula(data)
    return Word(part.normal(str(data)) if part.normal else str(int(data) if _is_number(part) else data))
