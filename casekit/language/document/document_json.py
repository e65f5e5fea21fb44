"""A document as JSON and back (``schemas/case.schema.json``).

An export is complete: importing it gives the same document, comments included. Terms carry their types
for readers who do not resolve names; an import does not need them.
"""

from collections.abc import Mapping
from typing import Any

from casekit.diagnostics import Source
from casekit.language.data.schema import FORMAT
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
from casekit.language.document.forms import Form, LinePart, parts
from casekit.language.formula.formatting import FormulaWriter, Json, format_formula, read_formula, read_term
from casekit.language.formula.nodes import Scope, TermNode, Word


def export_document(document: SyntaxTree, dialect: Dialect, scope: Scope, game: str) -> Json:
    """A document as JSON, its terms typed in a scope."""
    writer = FormulaWriter(scope, {})
    fields = [item for item in document.header if isinstance(item, FieldNode)]
    comments = [
        {
            "behind": sum(isinstance(before, FieldNode) for before in document.header[:index]),
            "text": item.text,
            "trailing": item.trailing,
        }
        for index, item in enumerate(document.header)
        if isinstance(item, Comment)
    ]
    return {
        "casekit": FORMAT,
        "game": game,
        "header": {node.key.text: node.value.text for node in fields},
        "comments": comments,
        "blocks": [_write_block(block, dialect, writer) for block in document.blocks],
    }


def import_document(data: Mapping[str, Any], name: str, dialect: Dialect) -> SyntaxTree:
    """The document that JSON valid against the schema describes."""
    fields = [FieldNode(Word(key), Word(value)) for key, value in data["header"].items()]
    behind: dict[int, list[Comment]] = {}
    for comment in data.get("comments", ()):
        read = Comment(comment["text"], comment.get("trailing", False))
        behind.setdefault(comment["behind"], []).append(read)
    header: list[Item] = []
    for count in range(len(fields) + 1):
        header += fields[count - 1 : count] if count else []
        header += behind.get(count, [])
    return SyntaxTree(
        Source(name, ""), tuple(header), tuple(_read_block(block, dialect) for block in data["blocks"])
    )


def _write_block(block: Block, dialect: Dialect, writer: FormulaWriter) -> Json:
    lead = {"lead": [comment.text for comment in block.lead]} if block.lead else {}
    items = [_write_item(item, dialect, writer) for item in block.items]
    return {**_write_heading(block.heading, dialect), **lead, "items": items}


def _write_item(item: Item, dialect: Dialect, writer: FormulaWriter) -> Json:
    match item:
        case ProseNode(text):
            return {"prose": text}
        case Comment(text, trailing):
            return {"comment": text, "trailing": trailing}
        case NoteNode(text):
            return {"note": text}
    return _write_line(item, dialect, writer)


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
    return _read_line(data, dialect)


# --- lines of declared forms -------------------------------------------------------------------------


def _write_heading(heading: Heading, dialect: Dialect) -> Json:
    """A heading as members of its block."""
    return {
        "block": heading.kind,
        **{
            part.name: value.text if isinstance(value, Word) else [word.text for word in value]
            for part, value in dialect.of_heading(heading)
        },
    }


def _read_heading(data: Mapping[str, Any], dialect: Dialect) -> Heading:
    """The heading of a block, from its members."""
    words: list[Word] = []
    for part in parts(dialect.headings[data["block"]]):
        value = _read(part, data[part.name], dialect)
        words += (value,) if isinstance(value, Word) else value
    return Heading(data["block"], tuple(words))


def _write_line(item: Item, dialect: Dialect, writer: FormulaWriter) -> Json:
    """An item of a declared form; a part that is called like it goes first, other parts are beside that."""
    form, body = dialect.form(item), _write_parts(item, dialect, writer)
    flat = {name: body.pop(name) for name in (form.name, "text") if name in body} if form.name in body else {}
    return flat | body if flat else {form.name: body}


def _write_parts(item: Item, dialect: Dialect, writer: FormulaWriter) -> Json:
    pattern, values = dialect.values(item)
    body: Json = {}
    last: Json = {}
    for part in parts(pattern):
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
            return [_write(part, each, dialect, writer) for each in value]
        case Word(text):
            return int(text) if text.isdecimal() and _is_number(part) else text
        case FormNode():
            return _write_parts(value, dialect, writer)
        case None | bool() | str():
            return value
    if part.is_formula:
        return writer.formula(value)
    named = not value.arguments and value.name not in writer.scope.function_of_name
    return value.name if named else writer.term(value)


def _is_number(part: LinePart) -> bool:
    return any(kind.symbols == ("NUMBER",) for kind in part.kinds)


def _read_line(data: Mapping[str, Any], dialect: Dialect) -> Item:
    """The item that such JSON describes."""
    form = next(form for form in dialect.forms if form.name in data)
    flat = any(part.name == form.name for pattern in dialect.patterns[form.name] for part in parts(pattern))
    item: Item = _read_parts(form, data if flat else data[form.name], dialect)
    return item


def _read_parts(form: Form, data: Mapping[str, Any], dialect: Dialect) -> Any:
    several = dialect.fitting(form, data)
    values = {
        part.name: part.missing if data.get(part.name) is None else _read(part, data[part.name], dialect)
        for part in parts(several)
    }
    return form.node(**values) if form.node else FormNode(form.name, tuple(values.items()))


def _read(part: LinePart, data: Any, dialect: Dialect) -> Any:
    if isinstance(data, list):
        return tuple(_read(part, each, dialect) for each in data)
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
