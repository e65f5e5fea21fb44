"""`TODO` in prose: a draft that is not finished must not be printed unnoticed."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, codes
from casekit.games.midnight.case import Case
from casekit.games.midnight.checks.searching import find_all

_TODO = re.compile(r"\bTODO\b")


def todo(case: Case) -> Iterator[Diagnostic]:
    """Every `TODO` that prose still holds."""
    for passage in case.passages:
        for _, place in find_all(case, passage, _TODO):
            yield Diagnostic(
                codes.TODO, "this is still to do", case.span(place), hint="write it, or remove the mark"
            )
