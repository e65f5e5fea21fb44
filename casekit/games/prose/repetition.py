"""Repetitions: a sentence bores readers, and shows that two paragraphs belong to one case; a line adds nothing."""

import re
from collections.abc import Iterator
from functools import lru_cache

from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.prose.prose_document import AnyLine, ProseDocument
from casekit.games.prose.prose_marks import TO_DO
from casekit.games.prose.searching import as_written
from casekit.model.passages import USUAL
from casekit.model.place import Place

_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_FEWEST_WORDS = 6
"""Shorter sentences may well occur twice."""


def repetition(document: ProseDocument) -> Iterator[Diagnostic]:
    """Sentences that are in more than one passage; what is still to be written is not a sentence yet."""
    first: dict[str, tuple[int, int, int]] = {}
    for index, passage in enumerate(document.passages):
        for prose in passage.prose:
            text, at = as_written(document.source, prose), prose.place.start
            for words, start, end in _kept(text) if len(text) <= USUAL else _sentences(text):
                before = first.setdefault(words, (index, at + start, at + end))
                if before[0] != index:
                    yield Diagnostic(
                        codes.REPEATED_TEXT,
                        "this sentence is in another paragraph too",
                        document.span(Place(at + start, at + end)),
                        hint="say it differently, or let several paths share one paragraph",
                        related=(Related(document.span(Place(*before[1:])), "the first is here"),),
                    )


def repeated_lines(document: ProseDocument) -> Iterator[Diagnostic]:
    """Lines that a paragraph has already, resting on the same words or on none; several words may hint at one thing."""
    for passage in document.passages:
        seen: dict[tuple[object, ...], dict[str, AnyLine]] = {}
        for line in passage.statements:
            same = seen.setdefault((line.mode, line.text, line.by), {})
            first = (
                same.get(line.quotation)
                or same.get("")
                or (None if line.quotation else next(iter(same.values()), None))
            )
            same.setdefault(line.quotation, line)
            if first is not None:
                yield Diagnostic(
                    codes.REPEATED_LINE,
                    "this line is in the paragraph twice",
                    document.span(line.place),
                    hint="remove it, or correct what was to be different",
                    related=(Related(document.span(first.place), "the first is here"),),
                )


def _sentences(text: str) -> tuple[tuple[str, int, int], ...]:
    """The words of each sentence that is not short, and its place in the text."""
    if TO_DO.search(text):
        return ()
    found = ((re.findall(r"\w+", match.group().casefold()), match) for match in _SENTENCE.finditer(text))
    return tuple((" ".join(words), *match.span()) for words, match in found if len(words) >= _FEWEST_WORDS)


_kept = lru_cache(maxsize=500)(_sentences)
