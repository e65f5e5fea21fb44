"""A paragraph is printed under a number alone: what names its path, its number or its case gives the shuffle away."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, codes
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import AnswerPath, PlacePath
from casekit.games.prose.searching import find_all
from casekit.model.place import Place

_NUMBERED = re.compile(r"\b(?:paragraph|path|location|case)\s+(?:no\.?\s*|number\s+)?\d+", re.IGNORECASE)
_COUNTED = re.compile(r"(?<!\w)(?:no\.|number|#)\s*(\d{1,9})(?!\w)", re.IGNORECASE)
_SHORT = 5
"""A title of fewer letters is a common word as likely as not."""


def spoilers(case: Case, other_titles: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Paragraphs that name a path, a number, the title of their case or that of another."""
    titles = [title for title in (case.title.strip(), *other_titles) if len(title) >= _SHORT]
    titled = re.compile(rf"(?<!\w)(?:{'|'.join(map(_spaced, titles))})(?!\w)", re.IGNORECASE)
    answers = _answers(case)
    for paragraph in case.paragraphs:
        for match, place in find_all(case.source, paragraph, _NUMBERED):
            yield _spoiler(case, match, place, "a number of the booklet or the board")
        for match, place in find_all(case.source, paragraph, answers):
            if AnswerPath(match[1], match[2]) in paragraph.paths:
                yield _spoiler(case, match, place, "its own path")
        for match, place in find_all(case.source, paragraph, _COUNTED):
            if PlacePath(int(match[1])) in paragraph.paths:
                yield _spoiler(case, match, place, "its own location")
        for match, place in find_all(case.source, paragraph, titled) if titles else ():
            yield _spoiler(case, match, place, "the title of a case")


def _spoiler(case: Case, match: re.Match[str], place: Place, what: str) -> Diagnostic:
    return Diagnostic(
        codes.SPOILING_PARAGRAPH,
        f"`{' '.join(match.group().split())}` names {what}",
        case.span(place),
        hint="say it in other words: a paragraph is printed without its path and its case",
    )


def _answers(case: Case) -> re.Pattern[str]:
    suspects = "|".join(map(re.escape, case.edition.suspects_by_name))
    topics = "|".join(map(re.escape, case.edition.topics_by_slug))
    return re.compile(rf"\b({suspects})\s+({topics})\b")


def _spaced(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split())
