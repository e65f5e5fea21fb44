"""Findings as workflow commands, which GitHub shows as annotations beside the lines."""

from casekit.diagnostics import DEFAULTS, STDIN, Diagnostic, Options, Report, Severity
from casekit.diagnostics.forms.cells import printable

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report, _options: Options = DEFAULTS) -> str:
    """One command a finding; nothing for a clean run."""
    return "".join(_command(found) + "\n" for found in report.diagnostics)


def _command(found: Diagnostic) -> str:
    properties = ",".join(f"{key}={_property(value)}" for key, value in _properties(found).items())
    told = [found.message, found.hint, *(f"{each.span}: {each.label}" for each in found.related)]
    return f"::{_COMMANDS[found.severity]} {properties}::{_data(chr(10).join(filter(None, told)))}"


def _properties(found: Diagnostic) -> dict[str, str]:
    """The annotation's place and title. Columns are refused where the place goes over several lines."""
    span, title = found.span, {"title": str(found.code)}
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


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
