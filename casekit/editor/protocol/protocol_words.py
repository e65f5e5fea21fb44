"""From casekit's words to those of the Language Server Protocol."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from casekit.diagnostics import Code, Diagnostic, Severity, Source, Span, catalogue
from casekit.editor.answering.fixing import TextEdit
from casekit.editor.positions import Encoding, Places, Position, TextChange, TextRange
from casekit.editor.session import Finding, OpenText

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_OF_NO_USE = ("idle-", "unused-", "unusable-")
"""How the names of codes begin that are of what could as well not be there: editors show it faded."""


def path_of(uri: str) -> Path | None:
    """The file that a URI names; ``None`` if it names something else."""
    try:
        path = to_fs_path(uri) if uri.startswith("file:") else None
    except ValueError:
        return None
    return Path(path) if path else None


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return from_fs_path(str(path.absolute())) or path.absolute().as_uri()


def range_of(places: Places, start: int, end: int) -> types.Range:
    """A part of a text."""
    found = places.range(start, end)
    return types.Range(types.Position(*found.start), types.Position(*found.end))


def range_in(opened: OpenText, start: int, end: int) -> types.Range:
    """A part of the source of an open document."""
    shift = opened.view.shift
    return range_of(opened.places, start + shift, end + shift)


def edits_in(opened: OpenText, edits: Iterable[TextEdit]) -> list[types.TextEdit]:
    """Edits of the source of an open document."""
    return [types.TextEdit(range_in(opened, each.start, each.end), each.text) for each in edits]


def position_of(position: types.Position) -> Position:
    """A position in casekit's words."""
    return Position(position.line, position.character)


def changes_of(changes: Iterable[types.TextDocumentContentChangeEvent]) -> tuple[TextChange, ...]:
    """The changes that the editor made."""
    return tuple(
        TextChange(TextRange(position_of(each.range.start), position_of(each.range.end)), each.text)
        if isinstance(each, types.TextDocumentContentChangePartial)
        else TextChange(None, each.text)
        for each in changes
    )


def published(opened: OpenText, findings: Iterable[Finding]) -> types.PublishDiagnosticsParams:
    """All findings of a document, with the version that they are about."""
    return types.PublishDiagnosticsParams(
        uri=opened.uri,
        version=opened.version,
        diagnostics=[_finding(opened, each) for each in findings],
    )


def _finding(opened: OpenText, finding: Finding) -> types.Diagnostic:
    diagnostic = finding.diagnostic
    foreign = diagnostic.span.file != opened.view.source.name
    related = [
        types.DiagnosticRelatedInformation(location, each.label)
        for each in diagnostic.related
        if (location := _location(opened, each.span)) is not None
    ]
    if foreign and (location := _location(opened, diagnostic.span)) is not None:
        related.insert(0, types.DiagnosticRelatedInformation(location, "it is here"))
    return _diagnostic(
        diagnostic, range_of(opened.places, finding.start, finding.end), related, stale=finding.stale
    )


def of_file(
    path: Path, found: Iterable[tuple[Source, Diagnostic]], encoding: Encoding
) -> types.PublishDiagnosticsParams:
    """The findings of a file that may not be open."""
    listed = []
    for source, diagnostic in found:
        places, span = Places(source.text, encoding), diagnostic.span
        start, end = source.offset(span.line, span.column), source.offset(span.end_line, span.end_column)
        listed.append(_diagnostic(diagnostic, range_of(places, start, end), [], stale=False))
    return types.PublishDiagnosticsParams(uri=uri_of(path), diagnostics=listed)


def _diagnostic(
    diagnostic: Diagnostic,
    place: types.Range,
    related: list[types.DiagnosticRelatedInformation],
    *,
    stale: bool,
) -> types.Diagnostic:
    message = diagnostic.message
    if diagnostic.hint:
        message += f"\nhelp: {diagnostic.hint}"
    if stale:
        message = f"(stale: of the text before the last change) {message}"
    return types.Diagnostic(
        range=place,
        message=message,
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code.id,
        code_description=_description(diagnostic.code),
        source="casekit",
        tags=[types.DiagnosticTag.Unnecessary] if diagnostic.code.name.startswith(_OF_NO_USE) else None,
        related_information=related or None,
    )


@cache
def _description(code: Code) -> types.CodeDescription:
    """The entry of a code in the catalogue that was installed with casekit."""
    return types.CodeDescription(href=uri_of(Path(str(catalogue.page(code)))))


def _location(opened: OpenText, span: Span) -> types.Location | None:
    """A place in the document, or in one of the files of its edition."""
    view = opened.view
    if span.file == view.source.name:
        return types.Location(opened.uri, range_of(opened.places, *view.part(span)))
    source = next((each for each in view.shelf.sources if each.name == span.file), None)
    if source is None:
        return None
    start, end = source.offset(span.line, span.column), source.offset(span.end_line, span.end_column)
    places = Places(source.text, opened.places.encoding)
    return types.Location(uri_of(Path(span.file)), range_of(places, start, end))
