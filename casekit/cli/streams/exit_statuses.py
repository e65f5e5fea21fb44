"""The exit statuses of commands."""

from casekit.diagnostics import Severity, codes
from casekit.diagnostics.forms import Report

CLEAN, FINDINGS, MISUSE, FAULT = 0, 1, 2, 3
"""Exit statuses: no findings, findings, misuse, a fault of casekit."""


def status(report: Report, *, strict: bool) -> int:
    """The exit status that a report asks for: misuse if an input was not there at all."""
    misuse = {
        codes.NO_SUCH_FILE,
        codes.NO_CASES,
        codes.UNKNOWN_LANGUAGE,
        codes.NOTHING_TO_REVIEW,
        codes.NOT_IN_REVISION,
        codes.NOTHING_TO_PROOFREAD,
        codes.NO_REPOSITORY,
        codes.UNKNOWN_REVISION,
    }
    if any(found.code in misuse for found in report.diagnostics):
        return MISUSE
    worst = Severity.WARNING if strict else Severity.ERROR
    return FINDINGS if any(found.severity <= worst for found in report.diagnostics) else CLEAN
