"""A document as JSON and back (``schemas/case.schema.json``).

What is exported is complete: importing it gives the same document, comments included. Terms carry their types
for readers who do not resolve names; an import does not need them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from casekit.diagnostics import Source
from casekit.language.formatter import format_formula
from casekit.language.scope import Scope
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
    place_name,
)

VERSION = 1
Json = dict[str, Any]


def export_document(document: Document, scope: Scope, game: str) -> Json:
    """A document as JSON, its terms typed in a scope."""
    writer = _Writer(scope, {})
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
        "blocks": [writer.block(block) for block in document.blocks],
    }


def import_document(data: Mapping[str, Any], name: str) -> Document:
    """The document that JSON valid against the schema describes."""
    fields = [FieldNode(Word(key), Word(value)) for key, value in data["header"].items()]
    header: list[Item] = []
    for count in range(len(fields) + 1):
        header += fields[count - 1 : count] if count else []
        header += [
            Comment(comment["text"], comment.get("trailing", False))
            for comment in data.get("comments", ())
            if comment["behind"] == count
        ]
    return Document(Source(name, ""), tuple(header), tuple(map(_read_block, data["blocks"])))


def _fields_before(header: Sequence[Item], index: int) -> int:
    return sum(isinstance(item, FieldNode) for item in header[:index])


class _Writer:
    """Writes nodes; knows the types of names in scope and of variables bound around."""

    def __init__(self, scope: Scope, variables: Mapping[str, str]) -> None:
        self.scope, self.variables = scope, variables

    def block(self, block: Block) -> Json:
        heading = _write_heading(block.heading)
        lead = {"lead": [comment.text for comment in block.lead]} if block.lead else {}
        return {**heading, **lead, "items": [self.item(item) for item in block.items]}

    def item(self, item: Item) -> Json:
        match item:
            case ProseNode(text):
                return {"prose": text}
            case StatementNode():
                return {"statement": self.statement(item)}
            case Comment(text, trailing):
                return {"comment": text, "trailing": trailing}
            case AnswerNode(kind, slug, label):
                return {"answer": {"kind": kind, "slug": slug.text, "label": label.text}}
            case SortNode(name, values):
                return {"type": {"name": name.text, "values": [value.text for value in values]}}
            case FunctionNode(name, arguments, values, optional):
                return {
                    "fact": {
                        "name": name.text,
                        "arguments": [argument.text for argument in arguments],
                        "values": values.text if values else None,
                        "optional": optional,
                    }
                }
            case LineNode(formula):
                return {"line": self.formula(formula), "text": format_formula(formula)}
            case NoteNode(text):
                return {"note": text}
            case FieldNode(key):
                raise AssertionError(f"the field {key.text} stands outside the header")

    def statement(self, node: StatementNode) -> Json:
        return {
            "mode": node.mode,
            "speakers": [speaker.text for speaker in node.speakers],
            "formula": self.formula(node.formula),
            "text": format_formula(node.formula),
            "quotation": node.quotation.text if node.quotation else None,
        }

    def formula(self, node: FormulaNode) -> Json:
        match node:
            case TermNode():
                return {"op": "holds", "term": self.term(node)}
            case Comparison(operator, left, right):
                return {"op": operator, "left": self.term(left), "right": self.term(right)}
            case Membership(term, elements):
                return {"op": "in", "term": self.term(term), "elements": self.terms(elements)}
            case Negation(part):
                return {"op": "not", "part": self.formula(part)}
            case Connective(operator, left, right):
                return {"op": operator, "left": self.formula(left), "right": self.formula(right)}
            case Quantification():
                inner = _Writer(self.scope, {**self.variables, node.variable.text: node.sort.text})
                return {
                    "op": node.quantifier,
                    "count": node.count,
                    "type": node.sort.text,
                    "variable": node.variable.text,
                    "except": self.terms(node.excluded),
                    "body": inner.formula(node.body),
                }

    def terms(self, nodes: Sequence[TermNode]) -> list[Json]:
        return [self.term(node) for node in nodes]

    def term(self, node: TermNode) -> Json:
        written: Json = {"name": node.name, "type": self.type_of(node.name)}
        return {**written, "arguments": self.terms(node.arguments)} if node.arguments else written

    def type_of(self, name: str) -> str:
        if name in self.variables:
            return self.variables[name]
        if sorts := self.scope.sorts_of_value.get(name):
            return sorts[0].name
        function = self.scope.function_of_name.get(name)
        if function is None:
            return "none"
        return function.values.name if function.values else "yes-or-no"


def _write_heading(heading: Heading) -> Json:
    words = [word.text for word in heading.words]
    match heading.kind:
        case "answer":
            return {"block": "answer", "suspect": words[0], "topic": words[1]}
        case "places":
            return {"block": "places", "locations": words}
    return {"block": heading.kind}


def _read_block(data: Mapping[str, Any]) -> Block:
    kind = data["block"]
    words: Sequence[str] = ()
    if kind == "answer":
        words = (data["suspect"], data["topic"])
    elif kind == "places":
        words = tuple(map(place_name, data["locations"]))
    return Block(
        Heading(kind, _words(words)),
        tuple(map(_read_item, data["items"])),
        tuple(map(Comment, data.get("lead", ()))),
    )


def _read_item(data: Mapping[str, Any]) -> Item:
    match data:
        case {"prose": text}:
            return ProseNode(text)
        case {"statement": body}:
            quotation = body.get("quotation")
            return StatementNode(
                body.get("mode", "plain"),
                _words(body.get("speakers", ())),
                _read_formula(body["formula"]),
                Word(quotation) if quotation else None,
            )
        case {"comment": text}:
            return Comment(text, data.get("trailing", False))
        case {"answer": body}:
            return AnswerNode(body["kind"], Word(body["slug"]), Word(body["label"]))
        case {"type": body}:
            return SortNode(Word(body["name"]), _words(body["values"]))
        case {"fact": body}:
            values = body.get("values")
            return FunctionNode(
                Word(body["name"]),
                _words(body.get("arguments", ())),
                Word(values) if values else None,
                body.get("optional", False),
            )
        case {"line": formula}:
            return LineNode(_read_formula(formula))
    return NoteNode(data["note"])


def _read_formula(data: Mapping[str, Any]) -> FormulaNode:
    match data:
        case {"op": "holds", "term": term}:
            return _read_term(term)
        case {"op": "not", "part": part}:
            return Negation(_read_formula(part))
        case {"op": "in", "term": term, "elements": elements}:
            return Membership(_read_term(term), _read_terms(elements))
        case {"op": ("and" | "or" | "implies" | "iff") as operator, "left": left, "right": right}:
            return Connective(operator, _read_formula(left), _read_formula(right))
        case {"op": operator, "left": left, "right": right}:
            return Comparison(operator, _read_term(left), _read_term(right))
    return Quantification(
        data["op"],
        data.get("count", 0),
        Word(data["type"]),
        Word(data["variable"]),
        _read_terms(data.get("except", ())),
        _read_formula(data["body"]),
    )


def _read_term(data: Mapping[str, Any]) -> TermNode:
    return TermNode(data["name"], _read_terms(data.get("arguments", ())))


def _read_terms(data: Sequence[Mapping[str, Any]]) -> tuple[TermNode, ...]:
    return tuple(map(_read_term, data))


def _words(texts: Sequence[str]) -> tuple[Word, ...]:
    return tuple(map(Word, texts))
