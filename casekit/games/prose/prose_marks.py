"""Marks in prose that must not be printed: what is still to do, and emphasis without a partner."""

import re
from collections.abc import Iterable, Iterator

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.prose.searching import matches
from casekit.model.passages import Prose
from casekit.model.place import Place

TO_DO = re.compile(r"\bTODO\b")
"""A mark in prose that is not finished."""

_MARK = re.compile(r"(?:\\.)++|\*\*|\*", re.DOTALL)


def stray_marks(source: Source, prose: Iterable[Prose]) -> Iterator[Diagnostic]:
    """Every `TODO` that prose still holds: a draft must not be printed unnoticed; and emphasis that is opened and not closed, a star in print."""
    for paragraph in prose:
        for _, place in matches(source, paragraph, TO_DO):
            span = source.span(place.start, place.end)
            yield Diagnostic(codes.TODO, "this is still to do", span, hint="write it, or remove the mark")
        opened: dict[str, Place] = {}
        for match, place in matches(source, paragraph, _MARK):
            mark = match.group()
            if mark in opened:
                del opened[mark]
            elif not mark.startswith("\\"):
                opened[mark] = place
        for mark, place in opened.items():
            yield Diagnostic(
                codes.STRAY_EMPHASIS,
                f"`{mark}` has no partner in this paragraph",
                source.span(place.start, place.end),
                hint=f"close it with `{mark}`, or write `\\*` for a star",
            )
