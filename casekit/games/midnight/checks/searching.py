"""Finding words of a passage's prose in the text, so that a finding shows their place."""

import re
from collections.abc import Iterator

from casekit.games.midnight.case import Case, Passage, Place, Prose

_MARKED_LINES = re.compile(r"^[ \t]*(?:~|//)[^\n]*(?:\n[ \t]+[^\n]*)*", re.MULTILINE)


def find(case: Case, prose: Prose, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in one prose paragraph as it is written, with its place.

    Statements and comments that stand between its lines are passed over.
    """
    start, end = prose.place.start, prose.place.end
    text = case.source.text[start:end]
    if "\n" in text:
        text = _MARKED_LINES.sub(lambda lines: " " * len(lines.group()), text)
    for match in pattern.finditer(text):
        yield match, Place(start + match.start(), start + match.end())


def find_all(case: Case, passage: Passage, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in a passage."""
    for prose in passage.prose:
        yield from find(case, prose, pattern)


def folded(text: str) -> str:
    """A text for comparing: without emphasis marks and escapes, with straight quotation marks and single spaces."""
    plain = re.sub(r"\\(.)|\*", lambda match: match[1] or "", text)
    return " ".join(plain.translate(_STRAIGHT).split())


_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'"})
