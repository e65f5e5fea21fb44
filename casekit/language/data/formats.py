"""The format of the files that casekit reads, and what is wrong with that of another casekit.

A new format comes with a new major version and has its number: format 2 with casekit 2.0, format 1 before. So an older casekit can say
which one reads a file that is newer than itself (``docs/formats.md``).
"""

from casekit import __version__

FORMAT = 1
"""The format of editions, exported documents and kept pages."""

_LAST = 99
"""No casekit will ever read a later one: what names it is a mistake."""


def is_newer(written: object) -> bool:
    """Whether a later casekit may have written a format."""
    return type(written) is int and FORMAT < written <= _LAST


def newer(what: str, written: object) -> tuple[str, str]:
    """The finding on a file of a newer format, and what to do."""
    message = f"{what} has format {written}, which casekit {written}.0 and later read; this one ({__version__}) reads format {FORMAT}"
    return message, f"update casekit to {written}.0 or later"
