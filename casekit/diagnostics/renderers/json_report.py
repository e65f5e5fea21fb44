"""Findings and verdicts as one JSON object (``schemas/diagnostics.schema.json``)."""

import json
import re
from collections.abc import Mapping
from typing import Any

from casekit.diagnostics import DEFAULTS, Code, Edit, Finding, Related, RenderOptions, Report, Span
from casekit.diagnostics.renderers.terminal_text import JOINERS, is_shapeless

_NOT_PLAIN = re.compile(r"[^\n -~]")


def render_json(report: Report, _options: RenderOptions = DEFAULTS) -> str:
    """One object with ``diagnostics`` and ``cases``, in ASCII so that every pipe takes it."""
    found = [as_json(diagnostic) for diagnostic in report.diagnostics]
    return dumps({"diagnostics": found, "cases": [dict(case) for case in report.cases]})


def dumps(value: object) -> str:
    """JSON text with a line break.

    Lone surrogates (from file names that are not UTF-8) become U+FFFD: strict readers refuse them.
    """
    return escaped(json.dumps(_valid(value), indent=2)) + "\n"


def escaped(text: str) -> str:
    """JSON text, for a terminal, in which whatever has no shape of its own is written as an escape."""
    return _NOT_PLAIN.sub(lambda found: _escape(found.group()), text)


def _escape(char: str) -> str:
    if not is_shapeless(char) and char not in JOINERS:
        return char
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def as_json(found: Finding) -> dict[str, Any]:
    """A finding as the schema has it."""
    return {
        "code": found.code.id,
        "name": found.code.name,
        "severity": str(found.severity),
        "message": found.message,
        "file": found.span.file,
        "span": _span(found.span),
        "hint": found.hint,
        "related": [
            {"file": related.span.file, "span": _span(related.span), "label": related.label}
            for related in found.related
        ],
        "fix": [
            {"file": edit.span.file, "span": _span(edit.span), "replacement": edit.replacement}
            for edit in found.fix
        ],
    }


def from_json(found: Mapping[str, Any], known: Mapping[str, Code]) -> Finding:
    """The finding that ``as_json`` made this of; its code is one ``known`` by identifier in small letters.

    Raises:
        KeyError, TypeError: if it is not of that form, or its code is unknown.
    """
    return Finding(
        known[str(found["code"]).lower()],
        found["message"],
        Span(found["file"], **found["span"]),
        found["hint"],
        tuple(Related(Span(each["file"], **each["span"]), each["label"]) for each in found["related"]),
        tuple(Edit(Span(each["file"], **each["span"]), each["replacement"]) for each in found["fix"]),
    )


def _span(span: Span) -> dict[str, int]:
    return {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "start": span.start,
        "end": span.end,
    }


def _valid(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {_valid(key): _valid(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_valid(inner) for inner in value]
    return value
