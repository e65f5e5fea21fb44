"""The same sentence in two paragraphs bores readers, and shows that both belong to one case."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.midnight.case import Case
from casekit.games.prose_checks import matches
from casekit.model.place import Place

_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_FEWEST_WORDS = 6
"""Shorter sentences may well occur twice."""


def repetition(case: Case) -> Iterator[Diagnostic]:
    """Sentences that are in more than one passage."""
    first: dict[str, tuple[int, Place]] = {}
    for index, passage in enumerate(case.passages):
        for prose in passage.prose:
            for match, place in matches(case.source, prose, _SENTENCE):
                words = re.findall(r"\w+", match.group().casefold())
                if len(words) < _FEWEST_WORDS:
                    continue
                where, before = first.setdefault(" ".join(words), (index, place))
                if where != index:
                    yield Diagnostic(
                        codes.REPEATED_TEXT,
                        "this sentence is in another paragraph too",
                        case.span(place),
                        hint="say it differently, or let several paths share one paragraph",
                        related=(Related(case.span(before), "the first is here"),),
                    )
