"""Finding words of prose in the text as it is written, so that a finding shows their place."""

import re
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Protocol

from casekit.diagnostics import Source
from casekit.games.prose.prose_document import AnyPassage
from casekit.model.passages import USUAL, Prose, even, folded
from casekit.model.place import Place


class Finder(Hashable, Protocol):
    """A pattern, or something else that finds matches in a text; it is asked once about each text."""

    def finditer(self, text: str, /) -> Iterable[re.Match[str]]:
        """Each match, in order."""


@lru_cache(maxsize=2_000)
def _found(text: str, pattern: Finder) -> tuple[re.Match[str], ...]:
    return tuple(pattern.finditer(text))


def find_all(source: Source, passage: AnyPassage, pattern: Finder) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in a passage, with its place."""
    for prose in passage.prose:
        yield from matches(source, prose, pattern)


def matches(source: Source, prose: Prose, pattern: Finder) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in one prose paragraph as it is written, with its place.

    Statements and comments that are between its lines count as white space.
    """
    text, start = as_written(source, prose), prose.place.start
    for match in _found(text, pattern) if len(text) <= USUAL else pattern.finditer(text):
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


def folded_prose(passage: AnyPassage) -> str:
    """All prose of a passage, for ``quoted_in``."""
    return folded(" ".join(prose.text for prose in passage.prose))


def quoted_in(prose: str, words: str) -> bool:
    """Whether words occur in folded prose."""
    return any(way in prose for way in ways_of_quoting(words))


def ways_of_quoting(words: str) -> tuple[str, str]:
    """How words may occur in folded prose: without their emphasis marks or with them; a printed star is a star."""
    return folded(words), even(words)
