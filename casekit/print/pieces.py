"""What is printed beside the booklet: sheet, flap, cards, stickers and plan.

A printer of such a piece lays its pages out and hands them to ``finished`` with what they should be: the same is
made of them as of the booklet, and the file is looked at before it is given away.
"""

from collections.abc import Iterable

from casekit.diagnostics import has_errors
from casekit.print.booklet import Printed
from casekit.print.inspection import inspect_piece
from casekit.print.typesetter import Layout
from casekit.print.variants import Variant
from casekit.print.wanted import Titled, Wanted


def finished(layout: Layout, content: Titled, wanted: Wanted, variant: Variant) -> Printed:
    """Make a file of laid out pages.

    Args:
        layout: the pages.
        content: what they hold.
        wanted: what the file should be.
        variant: of the booklet that they go with.

    Returns:
        The PDF, or ``None`` if a finding is an error; and the findings.
    """
    variant = variant.of_pieces
    pdf = variant.finish(layout.pdf(**variant.options), content, None)
    findings = inspect_piece(pdf, wanted, variant)
    return (None if has_errors(findings) else pdf), findings


def shown(texts: Iterable[str]) -> tuple[str, ...]:
    """Those of a page's texts that leave something to be seen."""
    return tuple(text for text in texts if text.strip())
