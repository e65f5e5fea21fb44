"""A document as JSON and back (``schemas/case.schema.json``).

What is exported is complete: importing it gives the same document, comments included. Terms carry their types
for readers who do not resolve names; an import does not need them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from casekit.diagnostics import Source
from casekit.language.document.dialect import Dialect
from casekit.language.document.tree import Block, Comment, FieldNode, Item, NoteNode, ProseNode, SyntaxTree
from casekit.language.formula.formula_json import FormulaWriter, Json
from casekit.language.formula.nodes import Word
from casekit.language.formula.scope import Scope

VERSION = 1


def export_document(document: SyntaxTree, dialect: Dialect, scope: Scope, game: str) -> Json:
    """A document as JSON, its terms typed in a scope."""
    writer = FormulaWriter(scope, {})
    fields = [item for item in document.header if isinstance(item, FieldNode)]
    comments = [
        {"behind": _fields_before(document.header, index), "text": item.text, "trailing": item.trailing}
        for index, item in enumerate(document.header)
        if isinstance(item, Comment)
    ]
    return {
        "casekit": VERSION,
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


def _fields_before(header: Sequence[Item], index: int) -> int:
    return sum(isinstance(item, FieldNode) for item in header[:index])


def _write_block(block: Block, dialect: Dialect, writer: FormulaWriter) -> Json:
    lead = {"lead": [comment.text for comment in block.lead]} if block.lead else {}
    items = [_write_item(item, dialect, writer) for item in block.items]
    return {**dialect.write_heading(block.heading), **lead, "items": items}


def _write_item(item: Item, dialect: Dialect, writer: FormulaWriter) -> Json:
    match item:
        case ProseNode(text):
            return {"prose": text}
        case Comment(text, trailing):
            return {"comment": text, "trailing": trailing}
        case NoteNode(text):
            return {"note": text}
    return dialect.write_item(item, writer)


def _read_block(data: Mapping[str, Any], dialect: Dialect) -> Block:
    items = tuple(_read_item(item, dialect) for item in data["items"])
    return Block(dialect.read_heading(data), items, tuple(map(Comment, data.get("lead", ()))))


def _read_item(data: Mapping[str, Any], dialect: Dialect) -> Item:
    match data:
        case {"prose": text}:
            return ProseNode(text)
        case {"comment": text}:
            return Comment(text, data.get("trailing", False))
        case {"note": text}:
            return NoteNode(text)
    return dialect.read_item(data)
