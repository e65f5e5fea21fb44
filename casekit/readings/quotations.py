"""Words that a reader quotes: where they are in the text of a document."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from casekit.diagnostics import Place, Prose, Source, composed, composed_places
from casekit.prose.passages import as_written

_WORD = re.compile(r"[^\W_]+")


class _WordsInText(NamedTuple):
    """The words of a paragraph in a row, to look for other words in a row."""

    row: str
    """The words with a space before and after each: ``" the tin is empty "``."""

    starts: dict[int, int]
    """Where each word begins in the paragraph, by the place of the space before it in the row."""

    ends: dict[int, int]
    """Where each word ends in the paragraph, by the place of the space after it in the row."""


def place_of_quote(source: Source, prose: Iterable[Prose], quote: str) -> Place | None:
    """Where some paragraphs have the words of a quotation first, whatever marks are between them.

    ``None`` if they do not have these words in a row.
    """
    words = _WORD.findall(composed(quote))
    if not words:
        return None
    sought = f" {' '.join(words)} "
    for paragraph in prose:
        text = _words_in(as_written(source, paragraph))
        at = text.row.find(sought)
        if at >= 0:
            start = paragraph.place.start
            return Place(start + text.starts[at], start + text.ends[at + len(sought) - 1])
    return None


def overlap(first: Place, second: Place) -> bool:
    """Whether two places share a character."""
    return first.start < second.end and second.start < first.end


@lru_cache(maxsize=500)
def _words_in(text: str) -> _WordsInText:
    """The words of a paragraph as it is written."""
    letters, places = composed_places(text)
    row = [" "]
    length = 1
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    for match in _WORD.finditer(letters):
        starts[length - 1] = places[match.start()]
        row.append(f"{match[0]} ")
        length += len(match[0]) + 1
        ends[length - 1] = places[match.end()]
    return _WordsInText("".join(row), starts, ends)
