"""Findings as a SARIF 2.1.0 log, for code scanning (OASIS, "Static Analysis Results Interchange Format")."""

import os
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from casekit import __version__
from casekit.diagnostics import (
    DEFAULTS,
    STDIN,
    Code,
    Diagnostic,
    Edit,
    Options,
    Report,
    Source,
    Span,
    catalogue,
)
from casekit.diagnostics.forms.json_ import dumps

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: Report, _options: Options = DEFAULTS) -> str:
    """A log of one run."""
    files = {file: index for index, file in enumerate(report.all_files())}
    used = sorted({found.code for found in report.diagnostics})
    run = {
        "tool": {
            "driver": {
                "name": "casekit",
                "version": __version__,
                "rules": [_rule(code) for code in used],
            }
        },
        "columnKind": "unicodeCodePoints",
        "artifacts": [_artifact(file, report.sources.get(file)) for file in files],
        "results": [_result(found, used, files) for found in report.diagnostics],
    }
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def uri_of(file: str) -> str:
    """A file's name as a URI reference: relative names stay relative, absolute ones become ``file:`` URIs."""
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": code.name.replace("-", " ")},
        "fullDescription": {"text": catalogue.entry(code).why},
        "defaultConfiguration": {"level": code.severity},
    }


def _artifact(file: str, source: Source | None) -> dict[str, Any]:
    """A file; standard input has no address, so its text travels in the log."""
    location = {"location": _location(file)}
    return location | {"contents": {"text": source.text}} if file == STDIN and source else location


def _location(file: str) -> dict[str, Any]:
    return {"description": {"text": "standard input"}} if file == STDIN else {"uri": uri_of(file)}


def _result(found: Diagnostic, used: list[Code], files: Mapping[str, int]) -> dict[str, Any]:
    text = f"{found.message}\n\n{found.hint}" if found.hint else found.message
    result: dict[str, Any] = {
        "ruleId": found.code.id,
        "ruleIndex": used.index(found.code),
        "level": str(found.severity),
        "message": _message(text),
        "locations": [{"physicalLocation": _physical(found.span, files)}],
    }
    if found.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _physical(related.span, files),
                "message": _message(related.label),
            }
            for number, related in enumerate(found.related, 1)
        ]
    if found.fix:
        result["fixes"] = [
            {"description": _message(found.hint or found.message), **_changes(found.fix, files)}
        ]
    return result


def _message(text: str) -> dict[str, str]:
    """A message's text; braces are placeholders in SARIF unless doubled (section 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _physical(span: Span, files: Mapping[str, int]) -> dict[str, Any]:
    return {"artifactLocation": _reference(span.file, files), "region": _region(span)}


def _reference(file: str, files: Mapping[str, int]) -> dict[str, Any]:
    """Where a file is; one that only a related place names is not among the run's artifacts."""
    return _location(file) | ({"index": files[file]} if file in files else {})


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
        "byteOffset": span.start,
        "byteLength": span.end - span.start,
    }


def _changes(fix: tuple[Edit, ...], files: Mapping[str, int]) -> dict[str, Any]:
    touched = dict.fromkeys(edit.span.file for edit in fix)
    return {
        "artifactChanges": [
            {
                "artifactLocation": _reference(file, files),
                "replacements": [
                    {
                        "deletedRegion": _region(edit.span),
                        "insertedContent": {"text": edit.replacement},
                    }
                    for edit in fix
                    if edit.span.file == file
                ],
            }
            for file in touched
        ]
    }
