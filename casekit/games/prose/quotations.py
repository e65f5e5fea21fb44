"""Quotations, which a proof will cite, so that they must be in the prose that the reader reads; and what is repeated.

A repeated sentence bores readers, and shows that two paragraphs belong to one case; a repeated line adds nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.prose.prose_document import (
    AnyLine,
    AnyPassage,
    ProseDocument,
    as_written,
    folded_prose,
    quoted_in,
    ways_of_quoting,
)
from casekit.games.prose.stray_marks import TO_DO
from casekit.model.passages import USUAL
from casekit.model.place import Place

_TELLING = 10
"""Shorter quotations may be in any paragraph by chance."""

_MOST_SOUGHT = 100
"""The most quotations that are looked for in other paragraphs."""


def quotations(document: ProseDocument, others: Sequence[AnyPassage]) -> Iterator[Diagnostic]:
    """Quotations that do not occur in their block's prose; one of the ``others`` may have them instead."""
    lost = (
        (passage, statement)
        for passage in document.passages
        for statement in _lost(passage, folded_prose(passage))
    )
    first = tuple(islice(lost, _MOST_SOUGHT))
    prose = [(each, folded_prose(each)) for each in others] if first else []
    for _, statement in first:
        yield _elsewhere(document, statement, _holder(statement, prose))
    for _, statement in lost:
        yield _elsewhere(document, statement, None)


def missing(document: ProseDocument) -> Iterator[Diagnostic]:
    """Lines without a quotation."""
    for passage in document.passages:
        for statement in passage.statements:
            if not statement.quotation:
                yield Diagnostic(
                    codes.MISSING_QUOTATION,
                    "this statement quotes no words of its paragraph",
                    document.span(statement.place),
                    hint="quote the words that say it, in quotation marks at the end of the line",
                )


def _lost(passage: AnyPassage, prose: str) -> Iterator[AnyLine]:
    """The statements of a passage whose quotation is not in it."""
    quoted = {statement.quotation for statement in passage.statements}
    found = {words for words in quoted if quoted_in(prose, words)}
    return (each for each in passage.statements if each.quotation and each.quotation not in found)


def _holder(statement: AnyLine, prose: Sequence[tuple[AnyPassage, str]]) -> AnyPassage | None:
    """The first paragraph that has the words of a statement."""
    if len(statement.quotation) < _TELLING:
        return None
    sought = ways_of_quoting(statement.quotation)
    holders = (each for each, words in prose if any(way in words for way in sought))
    return next(holders, None)


def _elsewhere(document: ProseDocument, statement: AnyLine, holder: AnyPassage | None) -> Diagnostic:
    """The finding for words that are not in their paragraph, and in which other one they are, if that is known."""
    where = f", but in {holder.name}" if holder else ""
    hint = (
        "put each paragraph under its own heading"
        if holder
        else "quote the words as they are, or correct the prose"
    )
    return Diagnostic(
        codes.QUOTATION_NOT_IN_PROSE,
        f'"{statement.quotation}" is not in this paragraph{where}',
        document.span(statement.place),
        hint=hint,
        related=(Related(document.span(holder.place), "the words are here"),) if holder else (),
    )


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
