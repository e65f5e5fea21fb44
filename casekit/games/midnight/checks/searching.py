"""Finding words of a passage's prose in the text, so that a finding shows their place."""

import re
from collections.abc import Iterator

from casekit.games.midnight.case import Case, Passage, Place, Prose


def find(case: Case, prose: Prose, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in one prose paragraph as it is written, with its place.

    Statements and comments that stand between its lines count as white space.
    """
    text, at = "", prose.place.start
    for piece in prose.pieces:
        text += " " * (piece.start - at) + case.source.text[piece.start : piece.end]
        at = piece.end
    for match in pattern.finditer(text):
        yield match, Place(prose.place.start + match.start(), prose.place.start + match.end())


def find_all(case: Case, passage: Passage, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in a passage."""
    for prose in passage.prose:
        yield from find(case, prose, pattern)


def folded(text: str) -> str:
    """Prose for comparing: without emphasis marks and escapes, with straight quotation marks and single spaces."""
    return even(re.sub(r"\\(.)|\*", lambda match: match[1] or "", text))


def even(text: str) -> str:
    """A text for comparing, with straight quotation marks and single spaces."""
    return " ".join(text.translate(_STRAIGHT).split())


_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'"})
