"""An emphasis mark without its partner would be printed as a star."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, codes
from casekit.games.midnight.case import Case
from casekit.games.midnight.checks.searching import occurrences
from casekit.model.place import Place

_MARK = re.compile(r"(?:\\.)++|\*\*|\*", re.DOTALL)


def emphasis(case: Case) -> Iterator[Diagnostic]:
    """Marks that are opened and not closed within a prose paragraph."""
    for passage in case.passages:
        for prose in passage.prose:
            opened: dict[str, Place] = {}
            for match, place in occurrences(case, prose, _MARK):
                mark = match.group()
                if mark in opened:
                    del opened[mark]
                elif not mark.startswith("\\"):
                    opened[mark] = place
            for mark, place in opened.items():
                yield Diagnostic(
                    codes.STRAY_EMPHASIS,
                    f"`{mark}` has no partner in this paragraph",
                    case.span(place),
                    hint=f"close it with `{mark}`, or write `\\*` for a star",
                )
