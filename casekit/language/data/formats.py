"""The format of the files that casekit reads, and what is wrong with that of another casekit.

A new format comes with a new major version and has its number: format 2 with casekit 2.0, format 1 before. So an older casekit can say
which one reads a file that is newer than itself (``docs/formats.md``).
"""

from casekit import __version__
from casekit.diagnostics import Code, Diagnostic, Span

FORMAT = 1
"""The format of editions, exported documents and kept pages."""

_LAST = 99
"""No casekit will ever read a later one: what names it is a mistake."""


def newer(code: Code, what: str, written: object, place: Span) -> tuple[Diagnostic, ...]:
    """The finding on a file of a format that a later casekit may have written; none on any other."""
    if type(written) is not int or not FORMAT < written <= _LAST:
        return ()
    message = f"{what} has format {written}, which casekit {written}.0 and later read; this one ({__version__}) reads format {FORMAT}"
    return (Diagnostic(code, message, place, hint=f"update casekit to {written}.0 or later"),)
