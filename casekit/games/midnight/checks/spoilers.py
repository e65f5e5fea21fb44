"""A paragraph is printed under a number alone: what names its path, its number or its case gives the shuffle away."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, codes
from casekit.games.midnight.case import Case, Paragraph
from casekit.games.midnight.checks.searching import find_all
from casekit.games.midnight.edition import AnswerPath, CasePath

_NUMBERED = re.compile(r"\b(?:paragraph|path|location|case)\s+(?:no\.?\s*|number\s+)?\d+", re.IGNORECASE)
_SHORT = 5
"""A title of fewer letters is a common word as likely as not."""


def spoilers(case: Case) -> Iterator[Diagnostic]:
    """Paragraphs that name a path, a number or the case's title."""
    title = case.title.strip()
    named = re.compile(rf"(?<!\w){_spaced(title)}(?!\w)", re.IGNORECASE) if len(title) >= _SHORT else None
    for paragraph in case.paragraphs:
        yield from _found(case, paragraph, _NUMBERED, "a number of the booklet or the board")
        for path in paragraph.paths:
            yield from _found(case, paragraph, _path(path), "its own path")
        if named is not None:
            yield from _found(case, paragraph, named, "the title of its case")


def _found(case: Case, paragraph: Paragraph, pattern: re.Pattern[str], what: str) -> Iterator[Diagnostic]:
    for match, place in find_all(case, paragraph, pattern):
        yield Diagnostic(
            codes.SPOILING_PARAGRAPH,
            f"`{' '.join(match.group().split())}` names {what}",
            place,
            hint="say it in other words: a paragraph is printed without its path and its case",
        )


def _path(path: CasePath) -> re.Pattern[str]:
    if isinstance(path, AnswerPath):
        return re.compile(rf"\b{re.escape(path.suspect)}\s+{re.escape(path.topic)}\b")
    return re.compile(rf"(?<!\w)(?:no\.|number|#)\s*0*{path.location}(?!\w)", re.IGNORECASE)


def _spaced(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split())
