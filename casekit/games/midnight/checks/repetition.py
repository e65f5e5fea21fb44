"""The same sentence in two paragraphs bores readers, and shows that both belong to one case."""

import re
from collections.abc import Iterator
from functools import lru_cache

from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.midnight.case import Case
from casekit.games.prose_checks import TO_DO, matches
from casekit.model.place import Place

_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_FEWEST_WORDS = 6
"""Shorter sentences may well occur twice."""


def repetition(case: Case) -> Iterator[Diagnostic]:
    """Sentences that are in more than one passage; what is still to be written is no sentence yet."""
    first: dict[str, tuple[int, Place]] = {}
    for index, passage in enumerate(case.passages):
        for prose in passage.prose:
            if TO_DO.search(prose.text):
                continue
            for match, place in matches(case.source, prose, _SENTENCE):
                words = _words(match.group())
                if not words:
                    continue
                where, before = first.setdefault(words, (index, place))
                if where != index:
                    yield Diagnostic(
                        codes.REPEATED_TEXT,
                        "this sentence is in another paragraph too",
                        case.span(place),
                        hint="say it differently, or let several paths share one paragraph",
                        related=(Related(case.span(before), "the first is here"),),
                    )


@lru_cache(maxsize=2_000)
def _words(sentence: str) -> str:
    """The words of a sentence alone, none of one that is short."""
    words = re.findall(r"\w+", sentence.casefold())
    return " ".join(words) if len(words) >= _FEWEST_WORDS else ""
