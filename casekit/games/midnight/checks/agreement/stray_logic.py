"""Logic that nobody marked as such would be printed in the booklet, and would not be in the proof."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight import codes
from casekit.games.midnight.case import Case
from casekit.games.midnight.checks.searching import find_all
from casekit.games.midnight.reading.case_forms import CASE
from casekit.language.document.parsing import is_lone_formula

_LOGICAL = re.compile(r"[=<>]|\w\(|(?<!\w)(?:implies|iff|not)(?!\w)")
"""Signs that a formula has and an English sentence hardly ever."""
_LINE = re.compile(r"^[^\S\n]*(?P<mode>(?:lie|hint|common)[ \t]+)?(?P<body>\S[^\n]*)$", re.MULTILINE)
_QUOTED = re.compile(r'["“](?P<body>[^"“”\n]+)["”]')
_WORDS_BEHIND = re.compile(r'\s*"[^"]*"\s*$')
_SPEAKERS = re.compile(r"^(?:[^\W\d_][\w-]* says )+")
_MARK = re.compile(r"(?<=\S)[ \t]+~(?=[ \t])")


class _Formulas:
    """Finds what a pattern does, if it is a formula."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def finditer(self, text: str, /) -> Iterator[re.Match[str]]:
        """Each of them."""
        return (match for match in self._pattern.finditer(text) if _is_formula(match["body"]))


_QUOTED_FORMULAS, _LINES_OF_FORMULAS = _Formulas(_QUOTED), _Formulas(_LINE)


def stray_logic(case: Case) -> Iterator[Diagnostic]:
    """Lines and quoted words of the prose that are formulas, and marks of statements in the middle of a line."""
    for passage in case.passages:
        found = {
            place: message
            for finder, message in (
                (_QUOTED_FORMULAS, "this is a formula in quotation marks, which is printed"),
                (_LINES_OF_FORMULAS, "this line is a formula, but without `~` it is printed"),
            )
            for _, place in find_all(case, passage, finder)
        }
        for place, message in found.items():
            yield Diagnostic(
                codes.PROSE_LIKE_LOGIC,
                message,
                case.span(place),
                hint="begin a line with `~` to state it, or say it in words",
            )
        for _, place in find_all(case, passage, _MARK):
            yield Diagnostic(
                codes.PROSE_LIKE_LOGIC,
                "a statement begins in the middle of a line, so it is printed",
                case.span(place),
                hint="begin a new line with `~`",
            )


def _is_formula(text: str) -> bool:
    if not _LOGICAL.search(text):
        return False
    return is_lone_formula(_SPEAKERS.sub("", _WORDS_BEHIND.sub("", text.strip())), CASE)
