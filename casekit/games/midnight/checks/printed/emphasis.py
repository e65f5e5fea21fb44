"""An emphasis mark without its partner would be printed as a star."""

from collections.abc import Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.case import Case
from casekit.games.prose_checks import stray_emphasis


def emphasis(case: Case) -> Iterator[Diagnostic]:
    """Marks that are opened and not closed within a prose paragraph."""
    for passage in case.passages:
        yield from stray_emphasis(case.source, passage.prose)
