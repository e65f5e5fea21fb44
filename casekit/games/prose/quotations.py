"""A quotation is what a proof will cite, so it must be in the prose that the reader reads."""

from collections.abc import Iterator, Sequence
from itertools import islice

from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.prose.prose_document import AnyLine, AnyPassage, ProseDocument
from casekit.games.prose.searching import folded_prose, quoted_in, ways_of_quoting

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
