"""The same sentence in two paragraphs tells a reader that both belong to one case, and bores."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.midnight.case import Case, Place
from casekit.games.midnight.checks.searching import find

_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_FEWEST_WORDS = 6
"""Shorter sentences may well be said twice."""


def repetition(case: Case) -> Iterator[Diagnostic]:
    """Sentences that stand in more than one passage."""
    first: dict[str, tuple[int, Place]] = {}
    for index, passage in enumerate(case.passages):
        for prose in passage.prose:
            for match, place in find(case, prose, _SENTENCE):
                words = re.findall(r"\w+", match.group().casefold())
                if len(words) < _FEWEST_WORDS:
                    continue
                where, before = first.setdefault(" ".join(words), (index, place))
                if where != index:
                    yield Diagnostic(
                        codes.REPEATED_TEXT,
                        "this sentence stands in another paragraph too",
                        case.span(place),
                        hint="say it in another way, or let several paths share one paragraph",
                        related=(Related(case.span(before), "here it stands first"),),
                    )
