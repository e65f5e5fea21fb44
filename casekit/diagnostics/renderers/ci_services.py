"""Findings for services that check changes: GitHub, GitLab, test tabs (JUnit) and code scanning (SARIF).

Sources: GitHub, "Workflow commands"; GitLab, "Code Quality report format"; OASIS, "Static Analysis Results
Interchange Format" (2.1.0).
"""

import hashlib
import os
import posixpath
from collections import Counter
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

from casekit import __version__
from casekit.diagnostics import (
    DEFAULTS,
    STDIN,
    Code,
    Edit,
    Finding,
    RenderOptions,
    Report,
    Severity,
    Source,
    Span,
    catalogue,
)
from casekit.diagnostics.renderers.json_report import dumps
from casekit.diagnostics.renderers.terminal_text import on_one_line, printable
from casekit.diagnostics.renderers.text import render_one

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render_github(report: Report, _options: RenderOptions = DEFAULTS) -> str:
    """Workflow commands, one a finding, which GitHub shows beside the lines; nothing for a clean run."""
    return "".join(_command(found) + "\n" for found in report.diagnostics)


def _command(finding: Finding) -> str:
    escaped = {
        key: _data(text).replace(":", "%3A").replace(",", "%2C") for key, text in _properties(finding).items()
    }
    properties = ",".join(f"{key}={text}" for key, text in escaped.items())
    texts = [finding.message, finding.hint, *(f"{each.span}: {each.label}" for each in finding.related)]
    return f"::{_COMMANDS[finding.severity]} {properties}::{_data(chr(10).join(filter(None, texts)))}"


def _properties(finding: Finding) -> dict[str, str]:
    """The annotation's place and title. Columns are refused where the place goes over several lines."""
    span, title = finding.span, {"title": str(finding.code)}
    if span.file == STDIN:
        return title
    if span.line != span.end_line:
        return {"file": span.file, "line": str(span.line), "endLine": str(span.end_line), **title}
    return {
        "file": span.file,
        "line": str(span.line),
        "col": str(span.column),
        "endLine": str(span.end_line),
        "endColumn": str(span.end_column),
        **title,
    }


def _data(text: str) -> str:
    return printable(text.replace("\r\n", "\n")).replace("%", "%25").replace("\n", "%0A")


_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render_gitlab(report: Report, _options: RenderOptions = DEFAULTS) -> str:
    """A report of code quality, which GitLab shows in merge requests: a list of entries, one a finding."""
    seen: Counter[str] = Counter()
    entries: list[dict[str, Any]] = []
    for finding in report.diagnostics:
        entry = {
            "description": printable("\n".join(filter(None, (finding.message, finding.hint)))),
            "check_name": str(finding.code),
            "fingerprint": _fingerprint(finding, report, seen),
            "severity": _SEVERITIES[finding.severity],
            "location": {
                "path": _from_the_root(finding.span.file),
                "lines": {"begin": finding.span.line, "end": finding.span.end_line},
            },
        }
        entries.append(entry)
    return dumps(entries)


def _from_the_root(file: str) -> str:
    """A path as GitLab wants it: from the folder of the project, where casekit runs, without `./`."""
    path = PurePath(file)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return printable(posixpath.normpath(path.as_posix()))


def _fingerprint(finding: Finding, report: Report, seen: Counter[str]) -> str:
    """The mark of a finding in every version of its file: a digest of its words and of its line's text."""
    source = report.sources.get(finding.span.file)
    line = source.line(finding.span.line).strip() if source else ""
    known_by = "\0".join((finding.code.id, _from_the_root(finding.span.file), finding.message, line))
    seen[known_by] += 1
    return hashlib.sha256(f"{known_by}\0{seen[known_by]}".encode("utf-8", "surrogatepass")).hexdigest()


_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


def render_junit(report: Report, options: RenderOptions = DEFAULTS) -> str:
    """JUnit XML: one suite a file; a passing case for a clean file, else one case a finding.

    Errors fail, and warnings too if ``options.strict``; anything else is shown as the case's output.
    """
    gravest = Severity.WARNING if options.strict else Severity.ERROR
    root = ET.Element("testsuites", {"name": "casekit"})
    for file in report.all_files():
        name = on_one_line(file)
        suite = ET.SubElement(root, "testsuite", {"name": name})
        findings = [finding for finding in report.diagnostics if finding.span.file == file]
        for finding in findings:
            place = f"{finding.span.line}:{finding.span.column} {finding.code}"
            case = ET.SubElement(suite, "testcase", {"classname": name, "name": place})
            if finding.severity <= gravest:
                failure = {"type": str(finding.severity), "message": on_one_line(finding.message)}
                output = ET.SubElement(case, "failure", failure)
            else:
                output = ET.SubElement(case, "system-out")
            output.text = render_one(finding, report.sources)
        if not findings:
            ET.SubElement(suite, "testcase", {"classname": name, "name": "no findings"})
        _count(suite)
    _count(root)
    ET.indent(root)
    return f"{_DECLARATION}\n{ET.tostring(root, encoding='unicode')}\n"


def _count(element: ET.Element) -> None:
    cases = [*element.iter("testcase")]
    failures = sum(case.find("failure") is not None for case in cases)
    element.attrib |= {"tests": str(len(cases)), "failures": str(failures), "errors": "0"}


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render_sarif(report: Report, _options: RenderOptions = DEFAULTS) -> str:
    """A SARIF log of one run."""
    files = {file: index for index, file in enumerate(report.all_files())}
    used = sorted({finding.code for finding in report.diagnostics})
    driver = {"name": "casekit", "version": __version__, "rules": list(map(_rule, used))}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [_artifact(file, report.sources.get(file)) for file in files],
        "results": [_result(finding, used, files) for finding in report.diagnostics],
    }
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: Code) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": code.name.replace("-", " ")},
        "fullDescription": {"text": catalogue.entry(code).why},
        "defaultConfiguration": {"level": code.severity},
    }
    if code.was:
        # A service that knew a finding by a past identifier goes on to know it (sections 3.49.4 and 3.49.8).
        rule["deprecatedIds"] = list(code.past_ids)
        rule["deprecatedNames"] = list(code.past_names)
    return rule


def uri_of(file: str) -> str:
    """A file's name as a URI reference: relative names stay relative, absolute ones become ``file:`` URIs."""
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _artifact(file: str, source: Source | None) -> dict[str, Any]:
    """A file; standard input has no address, so its text travels in the log."""
    location = {"location": _location(file)}
    return location | {"contents": {"text": source.text}} if file == STDIN and source else location


def _location(file: str) -> dict[str, Any]:
    return {"description": {"text": "standard input"}} if file == STDIN else {"uri": uri_of(file)}


def _result(finding: Finding, used: list[Code], files: Mapping[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code.id,
        "ruleIndex": used.index(finding.code),
        "level": str(finding.severity),
        "message": _message(f"{finding.message}\n\n{finding.hint}" if finding.hint else finding.message),
        "locations": [{"physicalLocation": _physical(finding.span, files)}],
    }
    related_locations: list[dict[str, Any]] = []
    for number, related in enumerate(finding.related, 1):
        location = {
            "id": number,
            "physicalLocation": _physical(related.span, files),
            "message": _message(related.label),
        }
        related_locations.append(location)
    if related_locations:
        result["relatedLocations"] = related_locations
    if finding.fix:
        description = _message(finding.hint or finding.message)
        result["fixes"] = [{"description": description, **_changes(finding.fix, files)}]
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
    edits_of: dict[str, list[dict[str, Any]]] = {}
    for edit in fix:
        replacement = {
            "deletedRegion": _region(edit.span),
            "insertedContent": {"text": edit.replacement},
        }
        edits_of.setdefault(edit.span.file, []).append(replacement)
    changes: list[dict[str, Any]] = []
    for file, edits in edits_of.items():
        change = {"artifactLocation": _reference(file, files), "replacements": edits}
        changes.append(change)
    return {"artifactChanges": changes}
