"""Findings: their places, their codes and the forms they are shown in. Nothing here prints or raises."""

from casekit.diagnostics import codes
from casekit.diagnostics.codes import Code
from casekit.diagnostics.diagnostic import (
    DEFAULTS,
    FORMS,
    STDIN,
    Diagnostic,
    Edit,
    MisuseError,
    Options,
    Related,
    Report,
    Severity,
    gravest,
    has_errors,
    in_order,
    render,
    with_findings,
)
from casekit.diagnostics.source import USUAL, Place, Prose, Source, Span, even, folded

__all__ = [
    "DEFAULTS",
    "FORMS",
    "STDIN",
    "USUAL",
    "Code",
    "Diagnostic",
    "Edit",
    "MisuseError",
    "Options",
    "Place",
    "Prose",
    "Related",
    "Report",
    "Severity",
    "Source",
    "Span",
    "codes",
    "even",
    "folded",
    "gravest",
    "has_errors",
    "in_order",
    "render",
    "with_findings",
]
