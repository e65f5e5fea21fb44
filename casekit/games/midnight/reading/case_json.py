"""The items of a case as JSON and back (``schemas/case.schema.json``), but for what every document has."""

from collections.abc import Mapping, Sequence
from typing import Any

from casekit.games.midnight.reading.case_text import heading_text
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
from casekit.language.document.tree import Heading, Item
from casekit.language.formula.formatting import format_formula
from casekit.language.formula.formula_json import FormulaWriter, Json, read_formula, read_term
from casekit.language.formula.nodes import TermNode, Word


def write_heading(heading: Heading) -> Json:
    """A heading as members of its block."""
    words = [word.text for word in heading.words]
    match heading.kind:
        case "answer":
            return {"block": "answer", "suspect": words[0], "topic": words[1]}
        case "places":
            return {"block": "places", "locations": words}
    return {"block": heading.kind}


def read_heading(data: Mapping[str, Any]) -> Heading:
    """The heading of a block, from its members."""
    kind = data["block"]
    words: Sequence[str] = ()
    if kind == "answer":
        words = (data["suspect"], data["topic"])
    elif kind == "places":
        words = tuple(map(place_name, data["locations"]))
    return Heading(kind, _words(words))


def write_item(item: Item, writer: FormulaWriter) -> Json:
    """An item with its formulas typed."""
    match item:
        case StatementNode():
            return {"statement": _statement(item, writer)}
        case AnswerNode(kind, slug, label):
            return {"answer": {"kind": kind, "slug": slug.text, "label": label.text}}
        case SortNode(name, values):
            return {"type": {"name": name.text, "values": [value.text for value in values]}}
        case ClockNode(name, first, last, step):
            return {
                "clock": {
                    "name": name.text,
                    "first": first.text,
                    "last": last.text,
                    "minutes": int(step.text),
                }
            }
        case GroupNode(name, values):
            return {"group": {"name": name.text, "values": [value.text for value in values]}}
        case FunctionNode(name, arguments, values, optional, sentences):
            return {
                "fact": {
                    "name": name.text,
                    "arguments": [argument.text for argument in arguments],
                    "values": values.text if values else None,
                    "optional": optional,
                    **({"sentences": [sentence.text for sentence in sentences]} if sentences else {}),
                }
            }
        case RuleNode(formula, common, quotation):
            return {
                "rule": writer.formula(formula),
                "text": format_formula(formula),
                "common": common,
                "quotation": quotation.text if quotation else None,
            }
        case LineNode(formula):
            return {"line": writer.formula(formula), "text": format_formula(formula)}
    raise TypeError(f"no item of a case: {item!r}")


def _statement(node: StatementNode, writer: FormulaWriter) -> Json:
    by = {"by": list(map(heading_text, node.by))} if node.by else {}
    return {
        "mode": node.mode,
        "speakers": [_speaker(speaker, writer) for speaker in node.speakers],
        "formula": writer.formula(node.formula),
        "text": format_formula(node.formula),
        "quotation": node.quotation.text if node.quotation else None,
        **by,
    }


def _speaker(node: TermNode, writer: FormulaWriter) -> str | Json:
    """Somebody is a name, whoever it is a term."""
    return writer.term(node) if node.arguments or node.name in writer.scope.function_of_name else node.name


def _read_speaker(data: str | Json) -> TermNode:
    return TermNode(data) if isinstance(data, str) else read_term(data)


def read_item(data: Mapping[str, Any]) -> Item:
    """The item that such JSON describes."""
    match data:
        case {"statement": body}:
            quotation = body.get("quotation")
            return StatementNode(
                body.get("mode", "plain"),
                tuple(map(_read_speaker, body.get("speakers", ()))),
                read_formula(body["formula"]),
                Word(quotation) if quotation else None,
                tuple(map(_path, body.get("by", ()))),
            )
        case {"answer": body}:
            return AnswerNode(body["kind"], Word(body["slug"]), Word(body["label"]))
        case {"type": body}:
            return SortNode(Word(body["name"]), _words(body["values"]))
        case {"clock": body}:
            return ClockNode(
                Word(body["name"]), Word(body["first"]), Word(body["last"]), Word(str(body["minutes"]))
            )
        case {"group": body}:
            return GroupNode(Word(body["name"]), _words(body["values"]))
        case {"fact": body}:
            values = body.get("values")
            return FunctionNode(
                Word(body["name"]),
                _words(body.get("arguments", ())),
                Word(values) if values else None,
                body.get("optional", False),
                _words(body.get("sentences", ())),
            )
        case {"rule": formula}:
            quotation = data.get("quotation")
            return RuleNode(
                read_formula(formula), data.get("common", False), Word(quotation) if quotation else None
            )
    return LineNode(read_formula(data["line"]))


def _path(text: str) -> Heading:
    words = text.split()
    if len(words) == 1:
        return Heading("places", (Word(place_name(text)),))
    return Heading("answer", _words(words))


def _words(texts: Sequence[str]) -> tuple[Word, ...]:
    return tuple(map(Word, texts))
