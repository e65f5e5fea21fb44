"""`TODO` in prose: a draft that is not finished must not be printed unnoticed."""

from collections.abc import Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.case import Case
from casekit.games.prose_checks import left_to_do


def todo(case: Case) -> Iterator[Diagnostic]:
    """Every `TODO` that prose still holds."""
    for passage in case.passages:
        yield from left_to_do(case.source, passage.prose)
