"""A picture that cannot be printed is found before anything is."""

from collections.abc import Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.case import Case


def illustration(case: Case) -> Iterator[Diagnostic]:
    """What is wrong with the picture a case names."""
    if not case.illustration:
        return
    from casekit.games.midnight.printing.illustrations import illustration as read  # noqa: PLC0415 - few cases have one

    yield from read(case)[1]
