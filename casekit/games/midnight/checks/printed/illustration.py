"""Pictures that cannot be printed are found before anything is."""

from collections.abc import Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.case import Case


def illustration(case: Case) -> Iterator[Diagnostic]:
    """The faults of the pictures that a case names."""
    if not case.pictures:
        return
    from casekit.games.midnight.printing.illustrations import picture_of  # noqa: PLC0415 - few cases have one

    for key in ("illustration", "emblem"):
        yield from picture_of(case, key)[1]
