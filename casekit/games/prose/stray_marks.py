"""Marks that must not be printed: what is still to do, emphasis without a partner, and logic that nobody marked as such."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.prose.prose_document import ProseDocument, find_all, matches
from casekit.language.document.dialect import Dialect
from casekit.language.document.parsing import is_lone_formula
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


_LOGICAL = re.compile(r"[=<>]|\w\(|(?<!\w)(?:implies|iff|not)(?!\w)")
"""Signs that a formula has and an English sentence hardly ever."""
_LINE = re.compile(r"^[^\S\n]*(?P<mode>(?:lie|hint|common)[ \t]+)?(?P<body>\S[^\n]*)$", re.MULTILINE)
_QUOTED = re.compile(r'["“](?P<body>[^"“”\n]+)["”]')
_WORDS_BEHIND = re.compile(r'\s*"[^"]*"\s*$')
_SPEAKERS = re.compile(r"^(?:[^\W\d_][\w-]* says )+")
_LOST_MARK = re.compile(r"(?<=\S)[ \t]+~(?=[ \t])")


class _Formulas:
    """Finds what a pattern does, if it is a formula."""

    def __init__(self, pattern: re.Pattern[str], dialect: Dialect) -> None:
        self._pattern, self._dialect = pattern, dialect

    def finditer(self, text: str, /) -> Iterator[re.Match[str]]:
        """Each of them."""
        return (match for match in self._pattern.finditer(text) if self._is_formula(match["body"]))

    def _is_formula(self, text: str) -> bool:
        if not _LOGICAL.search(text):
            return False
        return is_lone_formula(_SPEAKERS.sub("", _WORDS_BEHIND.sub("", text.strip())), self._dialect)


@cache
def _finders(dialect: Dialect) -> tuple[tuple[_Formulas, str], ...]:
    return (
        (_Formulas(_QUOTED, dialect), "this is a formula in quotation marks, which is printed"),
        (_Formulas(_LINE, dialect), "this line is a formula, but without `~` it is printed"),
    )


def stray_logic(document: ProseDocument, dialect: Dialect) -> Iterator[Diagnostic]:
    """Lines and quoted words of the prose that are formulas, and marks of statements in the middle of a line."""
    for passage in document.passages:
        found = {
            place: message
            for finder, message in _finders(dialect)
            for _, place in find_all(document.source, passage, finder)
        }
        for place, message in found.items():
            yield Diagnostic(
                codes.PROSE_LIKE_LOGIC,
                message,
                document.span(place),
                hint="begin a line with `~` to state it, or say it in words",
            )
        for _, place in find_all(document.source, passage, _LOST_MARK):
            yield Diagnostic(
                codes.PROSE_LIKE_LOGIC,
                "a statement begins in the middle of a line, so it is printed",
                document.span(place),
                hint="begin a new line with `~`",
            )
