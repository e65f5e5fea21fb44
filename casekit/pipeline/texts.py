"""From one text of a case to another: the canonical one, and to JSON and back."""

from typing import Any

from casekit.diagnostics import Diagnostic, Source, Span, codes, has_errors, in_order
from casekit.games.midnight.editions import Shelf
from casekit.language.parsing import parse
from casekit.pipeline.checking import parse_bytes, resolve_parsed


def format_bytes(data: bytes, name: str) -> tuple[str | None, Source, tuple[Diagnostic, ...]]:
    """The canonical text of a case, or what keeps it from being read."""
    from casekit.language.formatter import format_document

    parsed = parse_bytes(data, name)
    source = parsed.document.source
    if parsed.diagnostics:
        return None, source, parsed.diagnostics
    return format_document(parsed.document), source, ()


def export_bytes(
    data: bytes, name: str, shelf: Shelf
) -> tuple[dict[str, Any] | None, Source, tuple[Diagnostic, ...]]:
    """A case as JSON, or what keeps it from being typed."""
    from casekit.language.interchange import export_document

    parsed = parse_bytes(data, name)
    source = parsed.document.source
    resolution = resolve_parsed(parsed, shelf)
    found = (*shelf.diagnostics, *parsed.diagnostics, *(resolution.diagnostics if resolution else ()))
    if resolution is None or has_errors(found):
        return None, source, in_order(found)
    return export_document(parsed.document, resolution.case.scope, "midnight"), source, ()


def import_bytes(data: bytes, name: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of the case that JSON describes, or what is wrong with the JSON."""
    from casekit.language.formatter import format_document
    from casekit.language.interchange import import_document
    from casekit.language.validation import load_json

    content, problems = load_json(data, name, "schemas/case.schema.json")
    if content is None:
        return None, problems
    document = import_document(content, name)
    text = format_document(document)
    again, problems = parse(Source(name, text))
    if problems or again != document:
        lost = Diagnostic(
            codes.INVALID_JSON,
            "this cannot be written as text: a text of it would not read as line, paragraph or name",
            Span(name),
            hint="write prose without line ends, blank notes and marks that begin a line in notes",
        )
        return None, (lost,)
    return text, ()
