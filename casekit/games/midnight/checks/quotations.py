"""A quotation is what a proof will cite, so it must be in the prose that the reader reads."""

from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, codes
from casekit.games.midnight.case import Case
from casekit.model.passages import even, folded


def quotations(case: Case) -> Iterator[Diagnostic]:
    """Quotations that do not occur in their block's prose."""
    for passage in case.passages:
        prose = folded(" ".join(prose.text for prose in passage.prose))
        quoted = {statement.quotation for statement in passage.statements}
        # Words may be quoted with their emphasis marks or without; a printed star is a star.
        found = {words for words in quoted if any(way in prose for way in {folded(words), even(words)})}
        for statement in passage.statements:
            if statement.quotation and statement.quotation not in found:
                yield Diagnostic(
                    codes.QUOTATION_NOT_IN_PROSE,
                    f'"{statement.quotation}" is not in this paragraph',
                    case.span(statement.place),
                    hint="quote the words as they are, or correct the prose",
                )
