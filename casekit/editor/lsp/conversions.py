"""From casekit's words to those of the Language Server Protocol.

Settings of a user, and what each question of an editor is given.
"""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from casekit.diagnostics import Code, Finding, Severity, Source, Span, catalogue
from casekit.editor.document_state import DocumentVersion, Question
from casekit.editor.features.code_actions import TextEdit
from casekit.editor.session import Encoding, FindingRange, OpenText, PositionMap, Session
from casekit.values import fields, frozen

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


def range_in(opened: OpenText, start: int, end: int) -> types.Range:
    """A part of the source of an open document."""
    shift = opened.view.shift
    return opened.places.range(start + shift, end + shift)


def edits_in(opened: OpenText, edits: Iterable[TextEdit]) -> list[types.TextEdit]:
    """Edits of the source of an open document."""
    return [types.TextEdit(range_in(opened, edit.start, edit.end), edit.text) for edit in edits]


def published(opened: OpenText, findings: Iterable[FindingRange]) -> types.PublishDiagnosticsParams:
    """All findings of a document, with the version that they are about."""
    return types.PublishDiagnosticsParams(
        uri=opened.uri, version=opened.version, diagnostics=[_finding(opened, each) for each in findings]
    )


def _finding(opened: OpenText, finding: FindingRange) -> types.Diagnostic:
    diagnostic = finding.diagnostic
    foreign = diagnostic.span.file != opened.view.source.name
    related: list[types.DiagnosticRelatedInformation] = []
    for other in diagnostic.related:
        location = _location(opened, other.span)
        if location is not None:
            related.append(types.DiagnosticRelatedInformation(location, other.label))
    if foreign and (location := _location(opened, diagnostic.span)) is not None:
        related.insert(0, types.DiagnosticRelatedInformation(location, "it is here"))
    return _diagnostic(
        diagnostic, opened.places.range(finding.start, finding.end), related, stale=finding.stale
    )


def of_file(
    path: Path, findings: Iterable[tuple[Source, Finding]], encoding: Encoding
) -> types.PublishDiagnosticsParams:
    """The findings of a file that may not be open."""
    diagnostics: list[types.Diagnostic] = []
    for source, diagnostic in findings:
        place = PositionMap(source.text, encoding).range(*source.part(diagnostic.span))
        diagnostics.append(_diagnostic(diagnostic, place, [], stale=False))
    return types.PublishDiagnosticsParams(uri=uri_of(path), diagnostics=diagnostics)


def _diagnostic(
    diagnostic: Finding,
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
        return types.Location(opened.uri, opened.places.range(*view.part(span)))
    source = next((each for each in view.edition.sources if each.name == span.file), None)
    if source is None:
        return None
    places = PositionMap(source.text, opened.places.encoding)
    return types.Location(uri_of(Path(span.file)), places.range(*source.part(span)))


_MOST_DELAY = 60_000


@frozen
class EditorSettings:
    """``deduction``: whether it is found out what follows; ``delay``: milliseconds after the last keystroke.

    ``inlays`` and ``lenses`` are shown unless they are switched off.
    """

    deduction: bool = True
    delay: int = 300
    inlays: bool = True
    lenses: bool = True

    @classmethod
    def of(cls, options: Any) -> "EditorSettings":
        """Settings as an editor sends them; unknown ones, and those of another type, count as not set."""
        given = options if isinstance(options, dict) else {}
        known = {each.name: type(each.default) for each in fields(cls)}
        found = {name: given[name] for name, kind in known.items() if type(given.get(name)) is kind}
        return cls(**{**found, "delay": max(0, min(found.get("delay", cls.delay), _MOST_DELAY))})


class ServerContext(Protocol):
    """The server as features need it: its texts, its settings, and answers of the process that deduces."""

    session: Session
    settings: EditorSettings

    async def ask(self, draft: DocumentVersion, question: Question | None = None) -> Any:
        """The answer of the other process; ``None`` if it was broken off, or failed."""

    async def ask_soon(self, draft: DocumentVersion, question: Question, seconds: float) -> Any:
        """The same, if it comes within ``seconds``."""


def about_text(
    answer: Callable[[ServerContext, OpenText, Any], Any], nothing: Any = None
) -> Callable[[ServerContext, Any], Any]:
    """A function that answers a question about a document.

    It answers ``nothing`` if the editor has not opened the document.
    """

    def answered(ls: ServerContext, params: Any) -> Any:
        opened = ls.session.texts.get(params.text_document.uri)
        return nothing if opened is None else answer(ls, opened, params)

    return answered


def character_at(opened: OpenText, position: types.Position) -> int:
    """The character of the source at a position."""
    return max(0, opened.places.offset(position) - opened.view.shift)
