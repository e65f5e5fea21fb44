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
_PREFIXES_OF_USELESS = ("idle-", "unused-", "unusable-")
"""How the names of codes begin whose findings are on something of no use: editors show it faded."""

_MOST_DELAY = 60_000
"""Milliseconds."""


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
    shift = opened.state.shift
    return opened.places.range(start + shift, end + shift)


def edits_in(opened: OpenText, edits: Iterable[TextEdit]) -> list[types.TextEdit]:
    """Edits of the source of an open document."""
    return [types.TextEdit(range_in(opened, edit.start, edit.end), edit.text) for edit in edits]


def published(opened: OpenText, findings: Iterable[FindingRange]) -> types.PublishDiagnosticsParams:
    """All findings of a document, with the version that they are about."""
    return types.PublishDiagnosticsParams(
        uri=opened.uri,
        version=opened.version,
        diagnostics=[_finding(opened, finding) for finding in findings],
    )


def _finding(opened: OpenText, finding: FindingRange) -> types.Diagnostic:
    """A finding in the words of the protocol; one on another file is at the beginning, with its place."""
    diagnostic = finding.diagnostic
    is_elsewhere = diagnostic.span.file != opened.state.source.name
    related: list[types.DiagnosticRelatedInformation] = []
    for other in diagnostic.related:
        location = _location(opened, other.span)
        if location is not None:
            related.append(types.DiagnosticRelatedInformation(location, other.label))
    if is_elsewhere and (location := _location(opened, diagnostic.span)) is not None:
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
        tags=[types.DiagnosticTag.Unnecessary]
        if diagnostic.code.name.startswith(_PREFIXES_OF_USELESS)
        else None,
        related_information=related or None,
    )


@cache
def _description(code: Code) -> types.CodeDescription:
    """The entry of a code in the catalogue that was installed with casekit."""
    return types.CodeDescription(href=uri_of(Path(str(catalogue.page(code)))))


def _location(opened: OpenText, span: Span) -> types.Location | None:
    """A place in the document, or in one of the files of its edition."""
    state = opened.state
    if span.file == state.source.name:
        return types.Location(opened.uri, opened.places.range(*state.part(span)))
    source = next((text for text in state.edition.sources if text.name == span.file), None)
    if source is None:
        return None
    places = PositionMap(source.text, opened.places.encoding)
    return types.Location(uri_of(Path(span.file)), places.range(*source.part(span)))


@frozen
class EditorSettings:
    """The settings of an editor."""

    deduction: bool = True
    """Whether it is found out what follows."""

    delay: int = 300
    """Milliseconds after the last keystroke until that begins."""

    inlays: bool = True
    """Whether hints are shown in the text."""

    lenses: bool = True
    """Whether lines are shown above sources."""

    @classmethod
    def of(cls, options: Any) -> "EditorSettings":
        """Settings as an editor sends them; unknown ones, and those of another type, count as not set."""
        sent = options if isinstance(options, dict) else {}
        settings: dict[str, Any] = {}
        for setting in fields(cls):
            if type(sent.get(setting.name)) is type(setting.default):
                settings[setting.name] = sent[setting.name]
        delay = settings.get("delay", cls.delay)
        settings["delay"] = max(0, min(delay, _MOST_DELAY))
        return cls(**settings)


class ServerContext(Protocol):
    """The server as features need it: its texts, its settings, and answers of the process that deduces."""

    session: Session
    settings: EditorSettings

    async def ask(self, version: DocumentVersion, question: Question | None = None) -> Any:
        """The answer of the process for deduction; ``None`` if it was broken off, or failed."""

    async def ask_soon(self, version: DocumentVersion, question: Question, seconds: float) -> Any:
        """The answer of the process for deduction, if it comes within ``seconds``."""


def about_text(
    answer: Callable[[ServerContext, OpenText, Any], Any], nothing: Any = None
) -> Callable[[ServerContext, Any], Any]:
    """A function that answers a question about a document, from one that is given the open document.

    The answer is ``nothing`` if the editor has not opened the document.
    """

    def answer_about_text(ls: ServerContext, params: Any) -> Any:
        opened = ls.session.texts.get(params.text_document.uri)
        return nothing if opened is None else answer(ls, opened, params)

    return answer_about_text


def character_at(opened: OpenText, position: types.Position) -> int:
    """The character of the source at a position."""
    return max(0, opened.places.offset(position) - opened.state.shift)
