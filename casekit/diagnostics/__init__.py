"""Findings: their places, their codes and the forms they are shown in. Nothing here prints or raises."""

from casekit.diagnostics import codes
from casekit.diagnostics.codes import Code
from casekit.diagnostics.diagnostic import Diagnostic, Edit, Related, Severity, gravest, has_errors, in_order
from casekit.diagnostics.source import Place, Prose, Source, Span

__all__ = [
    "Code",
    "Diagnostic",
    "Edit",
    "Place",
    "Prose",
    "Related",
    "Severity",
    "Source",
    "Span",
    "codes",
    "gravest",
    "has_errors",
    "in_order",
]
