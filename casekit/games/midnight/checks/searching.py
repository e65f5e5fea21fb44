"""Finding words of a passage's prose in the text, so that a finding shows their place."""

import re
from collections.abc import Iterator

from casekit.games.midnight.case import Case, CasePassage
from casekit.model.passages import Prose
from casekit.model.place import Place


def occurrences(case: Case, prose: Prose, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in one prose paragraph as it is written, with its place.

    Statements and comments that stand between its lines count as white space.
    """
    pieces, at = [], prose.place.start
    for piece in prose.pieces:
        pieces += [" " * (piece.start - at), case.source.text[piece.start : piece.end]]
        at = piece.end
    for match in pattern.finditer("".join(pieces)):
        yield match, Place(prose.place.start + match.start(), prose.place.start + match.end())


def find_all(
    case: Case, passage: CasePassage, pattern: re.Pattern[str]
) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in a passage."""
    for prose in passage.prose:
        yield from occurrences(case, prose, pattern)


def folded(text: str) -> str:
    """Prose for comparing: without emphasis marks and escapes, with straight quotation marks and single spaces."""
    return even(re.sub(r"\\(.)|\*", lambda match: match[1] or "", text))


def even(text: str) -> str:
    """A text for comparing, with straight quotation marks and single spaces."""
    return " ".join(text.translate(_STRAIGHT).split())


_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'"})
