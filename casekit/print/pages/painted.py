"""Typeset pages on their way from a painter to where they become a file."""

from dataclasses import dataclass

from casekit.diagnostics import Diagnostic
from casekit.print.content.wanted import Titled
from casekit.print.text.typesetter import Layout


@dataclass(frozen=True)
class Painted:
    """Typeset pages and what they hold.

    ``tail`` is the number of pages of a booklet that stay last; pages that are not bound have none.
    """

    layout: Layout
    content: Titled
    tail: int | None = None


Painting = tuple[Painted | None, tuple[Diagnostic, ...]]
"""Typeset pages, or ``None`` if a finding is an error; and the findings."""
