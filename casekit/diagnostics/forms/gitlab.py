"""Findings as a report of code quality, which GitLab shows in merge requests ("Code Quality report format")."""

import hashlib
import posixpath
from collections import Counter
from pathlib import Path, PurePath
from typing import Any

from casekit.diagnostics import DEFAULTS, Diagnostic, Options, Report, Severity
from casekit.diagnostics.forms.cells import printable
from casekit.diagnostics.forms.json_ import dumps

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(report: Report, _options: Options = DEFAULTS) -> str:
    """A list with an entry for each finding, empty for a clean run."""
    seen: Counter[str] = Counter()
    return dumps([_entry(found, report, seen) for found in report.diagnostics])


def _entry(found: Diagnostic, report: Report, seen: Counter[str]) -> dict[str, Any]:
    told = [found.message, found.hint]
    return {
        "description": printable("\n".join(filter(None, told))),
        "check_name": str(found.code),
        "fingerprint": _fingerprint(found, report, seen),
        "severity": _SEVERITIES[found.severity],
        "location": {
            "path": _from_the_root(found.span.file),
            "lines": {"begin": found.span.line, "end": found.span.end_line},
        },
    }


def _from_the_root(file: str) -> str:
    """A path as GitLab wants it: from the folder of the project, where casekit runs, without `./`."""
    path = PurePath(file)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return printable(posixpath.normpath(path.as_posix()))


def _fingerprint(found: Diagnostic, report: Report, seen: Counter[str]) -> str:
    """The mark of a finding in every version of its file: a digest of its words and its line, not of where that line is."""
    source = report.sources.get(found.span.file)
    line = source.line(found.span.line).strip() if source else ""
    known_by = "\0".join((found.code.id, _from_the_root(found.span.file), found.message, line))
    seen[known_by] += 1
    text = f"{known_by}\0{seen[known_by]}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
