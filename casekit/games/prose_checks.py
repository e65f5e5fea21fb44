"""The checks of prose in every game: what is still to do, and emphasis marks without a partner."""

import re
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Protocol

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.model.passages import Prose
from casekit.model.place import Place

TO_DO = re.compile(r"\bTODO\b")
"""A mark in prose that is not finished."""

_MARK = re.compile(r"(?:\\.)++|\*\*|\*", re.DOTALL)

_SHORT = 5_000
"""Characters of a paragraph of usual length."""


class Finder(Hashable, Protocol):
    """A pattern, or something else that finds matches in a text; it is asked once about each text."""

    def finditer(self, text: str, /) -> Iterable[re.Match[str]]:
        """Each match, in order."""


@lru_cache(maxsize=2_000)
def _found(text: str, pattern: Finder) -> tuple[re.Match[str], ...]:
    """All matches: while a case is written, each keystroke leaves all paragraphs but one as they were."""
    return tuple(pattern.finditer(text))


def matches(source: Source, prose: Prose, pattern: Finder) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in one prose paragraph as it is written, with its place.

    Statements and comments that are between its lines count as white space.
    """
    text, start = as_written(source, prose), prose.place.start
    for match in _found(text, pattern) if len(text) <= _SHORT else pattern.finditer(text):
        yield match, Place(start + match.start(), start + match.end())


def as_written(source: Source, prose: Prose) -> str:
    """A prose paragraph as it is in its text; what is between its lines is white space."""
    at = prose.place.start
    if len(prose.pieces) == 1 and prose.pieces[0].start == at:
        return source.text[at : prose.pieces[0].end]
    pieces = []
    for piece in prose.pieces:
        pieces += [" " * (piece.start - at), source.text[piece.start : piece.end]]
        at = piece.end
    return "".join(pieces)


def left_to_do(source: Source, prose: Iterable[Prose]) -> Iterator[Diagnostic]:
    """Every `TODO` that prose still holds: a draft that is not finished must not be printed unnoticed."""
    for paragraph in prose:
        for _, place in matches(source, paragraph, TO_DO):
            span = source.span(place.start, place.end)
            yield Diagnostic(codes.TODO, "this is still to do", span, hint="write it, or remove the mark")


def stray_emphasis(source: Source, prose: Iterable[Prose]) -> Iterator[Diagnostic]:
    """Marks that are opened and not closed within a prose paragraph: each would be printed as a star."""
    for paragraph in prose:
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
