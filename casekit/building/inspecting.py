"""Finished files beside what casekit would print: what ``preflight`` finds in their objects."""

from dataclasses import replace

from casekit.building.covers import cover_of
from casekit.building.planning import BoundBooklet, cases_in, content_of, variant_for
from casekit.building.printing import piece_of
from casekit.diagnostics import Diagnostic, Span, codes


def objects_in(
    data: bytes, span: Span, binding: BoundBooklet, product: str, sheet_paper: str, pages: int | None = None
) -> tuple[Diagnostic, ...]:
    """The findings on the objects of a finished PDF, held against what it should be.

    Args:
        data: the file, made by anybody.
        span: its place.
        binding: the booklet that it is or goes with, and how that is finished.
        product: which of the game's products it should be.
        sheet_paper: of what is not a booklet.
        pages: how many the booklet has whose cover it is.
    """
    from casekit.print.content.papers import Format
    from casekit.print.preflight.inspection import inspect_objects
    from casekit.print.produce import wanted_of

    variant = variant_for(binding)
    # A finding on no text of the first case but on all of the booklet is the file's.
    everything = cases_in(binding)[0].source.whole()
    if product == "booklet":
        content = content_of(binding)
        wanted = Format.bound(content.paper, content.span, content.language)
        objects = inspect_objects(data, wanted, variant, bound=True)
    else:
        piece = cover_of(binding, pages) if pages else piece_of(binding, product, sheet_paper)
        objects = inspect_objects(data, wanted_of(piece, variant.of_pieces).format, variant.of_pieces)
    return tuple(
        replace(found, span=span) if found.code is codes.UNREADABLE_PDF or found.span == everything else found
        for found in objects
    )
