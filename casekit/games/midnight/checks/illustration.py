"""A picture that cannot be printed is found before anything is."""

from collections.abc import Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.case import Case
from casekit.games.midnight.illustrations import illustration as read


def illustration(case: Case) -> Iterator[Diagnostic]:
    """What is wrong with the picture a case names."""
    yield from read(case)[1]
