"""Logic that nobody marked as such would be printed in the booklet, and would not be in the proof."""

import re
from collections.abc import Iterator
from functools import lru_cache

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.midnight.case import Case, CasePassage
from casekit.games.midnight.checks.searching import find_all
from casekit.games.midnight.reading.case_dialect import CASE
from casekit.language.document.parsing import parse_lone_formula
from casekit.model.place import Place

_LOGICAL = re.compile(r"[=<>]|\w\(|(?<!\w)(?:implies|iff|not)(?!\w)")
"""What a formula has and an English sentence hardly ever."""
_LINE = re.compile(r"^[^\S\n]*(?P<mode>(?:lie|hint|common)[ \t]+)?(?P<body>\S[^\n]*)$", re.MULTILINE)
_QUOTED = re.compile(r'["“](?P<body>[^"“”\n]+)["”]')
_WORDS_BEHIND = re.compile(r'\s*"[^"]*"\s*$')
_SPEAKERS = re.compile(r"^(?:[^\W\d_][\w-]* says )+")
_MARK = re.compile(r"(?<=\S)[ \t]+~(?=[ \t])")


def stray_logic(case: Case) -> Iterator[Diagnostic]:
    """Lines and quoted words of the prose that are formulas, and marks of statements in the middle of a line."""
    for passage in case.passages:
        found = dict(
            _formulas(case, passage, _QUOTED, "this is a formula in quotation marks, which is printed")
        )
        found |= _formulas(case, passage, _LINE, "this line is a formula, but without `~` it is printed")
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


def _formulas(case: Case, passage: CasePassage, pattern: re.Pattern[str], message: str) -> dict[Place, str]:
    return {place: message for match, place in find_all(case, passage, pattern) if _is_formula(match["body"])}


def _is_formula(text: str) -> bool:
    return _LOGICAL.search(text) is not None and _reads_as_one(text)


@lru_cache(maxsize=500)
def _reads_as_one(text: str) -> bool:
    bare = _SPEAKERS.sub("", _WORDS_BEHIND.sub("", text.strip()))
    node, _ = parse_lone_formula(Source("", bare), CASE)
    return node is not None
