"""Paragraphs do not break across pages, so one that is longer than a page cannot be printed well."""

from collections.abc import Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight import codes
from casekit.games.midnight.case import Case

LONGEST_PARAGRAPH = 2_600
"""Characters that an A5 page holds in the text face."""


def length(case: Case) -> Iterator[Diagnostic]:
    """Paragraphs that are longer than a page."""
    for paragraph in case.paragraphs:
        size = sum(len(prose.text) for prose in paragraph.prose)
        if size > LONGEST_PARAGRAPH:
            yield Diagnostic(
                codes.LONG_PARAGRAPH,
                f"{paragraph.name} has {size:,} characters; a page holds about {LONGEST_PARAGRAPH:,}",
                case.span(paragraph.place),
                hint="shorten it; 40 to 110 words are usual",
            )
