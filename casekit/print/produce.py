"""From content to files: painters typeset the pages, the press finishes them, the preflight checks them.

``set_booklet(booklet, numbers)`` and ``print_piece(piece)`` make PDFs. A booklet is read back by whoever
numbered it (``inspection.inspect``), because it may be numbered again; a piece is looked at before it is
given away. ``further`` makes the files that go with a finished booklet; imposed sheets are read back.
"""

from collections.abc import Callable, Iterator, Mapping

from casekit.diagnostics import Finding, has_errors
from casekit.print.content.booklet import Booklet, Sheet
from casekit.print.content.papers import (
    ACCESSIBLE,
    PLAIN,
    PRINT_SHOP,
    ExpectedLayout,
    PageContent,
    Variant,
)
from casekit.print.content.pieces import (
    Cards,
    CutSheet,
    Finishing,
    Flap,
    GridSheet,
    Leaflet,
    Leaves,
    Piece,
    PlanPage,
    Stickers,
    TrackPage,
    Wrap,
)
from casekit.print.pages import booklet_pages, leaves, players_sheet, wrap
from casekit.print.pages.accessories import (
    cards,
    cut_sheets,
    flap,
    grid_sheet,
    leaflets,
    plan_page,
    stickers,
    track_page,
)
from casekit.print.pages.measuring import MeasuredParts, set_beforehand
from casekit.print.preflight.imposed_check import check_imposed, tail_of
from casekit.print.preflight.inspection import inspect_piece
from casekit.print.preflight.page_texts import read_pages
from casekit.print.prepress import pdf_variants
from casekit.print.prepress.grey_proof import grey_proof
from casekit.print.prepress.imposition import impose
from casekit.print.typesetting.fonts import missing_glyphs
from casekit.print.typesetting.typesetter import (
    PLACE,
    Box,
    Layout,
    TypesetPages,
    hindrances,
    missing_typesetter,
)
from casekit.system.worker_processes import ALONE, HelperPool
from casekit.values import field, frozen, replace

PrintedFile = tuple[bytes | None, tuple[Finding, ...]]
"""A finished file, or ``None`` if a finding is an error; and the findings."""

_FINISHES: Mapping[str, Callable[[bytes, PageContent, int | None], bytes]] = {
    PRINT_SHOP.name: pdf_variants.finish_for_press,
    ACCESSIBLE.name: pdf_variants.finish_for_readers,
}
"""The finish of typeset pages, by the name of their variant; plain pages stay as they are.

It is given their bytes, what they hold, and the number of pages of a booklet that stay last.
"""

_PAINTERS: Mapping[type[Piece], tuple[Callable[..., TypesetPages], Callable[..., ExpectedLayout]]] = {
    Sheet: (players_sheet.paint_sheet, players_sheet.expected_layout_of_sheet),
    Flap: (flap.paint_flap, flap.expected_layout_of_flap),
    Cards: (cards.paint_cards, cards.expected_layout_of_cards),
    CutSheet: (cut_sheets.paint_cut_sheet, cut_sheets.expected_layout_of_cut_sheet),
    Stickers: (stickers.paint_stickers, stickers.expected_layout_of_stickers),
    PlanPage: (plan_page.paint_plan, plan_page.expected_layout_of_plan),
    TrackPage: (track_page.paint_track, track_page.expected_layout_of_track),
    Leaves: (leaves.paint_leaves, leaves.expected_layout_of_leaves),
    GridSheet: (grid_sheet.paint_grid_sheet, grid_sheet.expected_layout_of_grid_sheet),
    Wrap: (wrap.paint_wrap, wrap.expected_layout_of_wrap),
    Leaflet: (leaflets.paint_leaflet, leaflets.expected_layout_of_leaflet),
}
"""The functions of a kind of piece: its pages, and the requirements for its file."""


@frozen
class SetBooklet:
    """A booklet that was set."""

    pdf: bytes | None
    """The finished file; ``None`` if a finding is an error."""
    findings: tuple[Finding, ...]
    boxes: Mapping[str, Box] = field(default_factory=dict)
    """Where its paragraphs are, by key, and where other parts begin, by their names in the page template."""

    def numbers_by_page(self, numbers: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
        """The numbers that begin on each page, up to the last that has any.

        ``numbers`` has the number of each paragraph, by its key.
        """
        numbers_on: dict[int, list[int]] = {}
        for name, box in self.boxes.items():
            number = numbers.get(name, 0)
            # A number that is not used any more has no paragraph, but a box that is called by it.
            gap = name.removeprefix(PLACE)
            if not number and name.startswith(PLACE) and gap.isdecimal():
                number = int(gap)
            if number:
                numbers_on.setdefault(box.page, []).append(number)
        pages = range(max(numbers_on, default=-1) + 1)
        return tuple(tuple(sorted(numbers_on.get(page, ()))) for page in pages)


def set_booklet(
    booklet: Booklet,
    numbers: Mapping[str, int],
    variant: Variant = PLAIN,
    beforehand: MeasuredParts | None = None,
    helpers: HelperPool = ALONE,
) -> SetBooklet:
    """Make a file of a booklet.

    The findings are those of ``booklet_pages.paint_booklet``, a missing typesetter, and characters that the
    fonts lack.

    Args:
        booklet: its content.
        numbers: the number of each paragraph, by its key.
        variant: what it is made for.
        beforehand: what ``prepare`` has made of it for this variant, if that was asked before.
        helpers: the processes that can set parts of it.
    """
    hindering_findings = hindrances(booklet.span, missing_glyphs(booklet))
    if hindering_findings:
        return SetBooklet(None, hindering_findings)
    beforehand = beforehand or set_beforehand(booklet, variant, helpers)
    painted, findings = booklet_pages.paint_booklet(booklet, numbers, variant, beforehand, helpers)
    if painted is None:
        return SetBooklet(None, findings)
    keys = {str(number): key for key, number in numbers.items()}
    boxes = {keys.get(name.removeprefix(PLACE), name): box for name, box in painted.boxes.items()}
    return SetBooklet(_finished(painted, booklet, variant), findings, boxes)


def prepare(booklet: Booklet, variant: Variant = PLAIN, helpers: HelperPool = ALONE) -> MeasuredParts | None:
    """Set the parts of a booklet without numbers, shared among helpers; ``None`` if nothing can be set."""
    return None if missing_typesetter(booklet.span) else set_beforehand(booklet, variant, helpers)


def print_piece(piece: Piece, variant: Variant = PLAIN) -> PrintedFile:
    """Make a file of what goes with a booklet of a variant, and look at it.

    Returns:
        The PDF, or ``None`` if a finding is an error; and the findings: a missing typesetter, characters the
        fonts lack, those of the painter, and of the preflight.
    """
    variant = _variant_of(piece, variant)
    paint, _ = _PAINTERS[type(piece)]
    hindering_findings = hindrances(piece.span, missing_glyphs(piece))
    if hindering_findings:
        return None, hindering_findings
    options = (variant,) if isinstance(piece, Cards | Wrap) else ()
    painted, findings = paint(piece, *options)
    if painted is None:
        return None, findings
    pdf = _finished(painted, piece, variant)
    findings = (*findings, *inspect_piece(pdf, expected_layout_of(piece, variant), variant))
    return (None if has_errors(findings) else pdf), findings


def _variant_of(piece: Piece, variant: Variant) -> Variant:
    """The variant in which a piece is made beside a booklet: leaflets are for readers too."""
    return variant if isinstance(piece, Leaflet) else variant.of_pieces


def expected_layout_of(piece: Piece, variant: Variant = PLAIN) -> ExpectedLayout:
    """The requirements for the file of a piece that goes with a booklet of a variant."""
    _, required = _PAINTERS[type(piece)]
    options = (_variant_of(piece, variant),) if isinstance(piece, Cards) else ()
    wanted = required(piece, *options)
    return replace(wanted, format=replace(wanted.format, language=piece.language))


def _finished(painted: Layout, content: PageContent, variant: Variant) -> bytes:
    pdf = painted.pdf(**variant.options)
    finish = _FINISHES.get(variant.name)
    return pdf if finish is None else finish(pdf, content, painted.tail)


def further(
    pdf: bytes, booklet: Booklet | Leaflet, finishing: Finishing
) -> Iterator[tuple[str, PrintedFile]]:
    """The files that go with a finished booklet or leaflet, by the ends of their names, with findings."""
    if finishing.saddle is not None:
        pages = read_pages(pdf)
        imposed, findings = impose(pdf, finishing.saddle, tail_of(pages), booklet.span)
        if imposed is not None:
            findings = tuple(check_imposed(imposed, pages, finishing.saddle, booklet.span))
        yield "imposed", (None if findings else imposed, findings)
    if finishing.proof:
        yield "proof", (grey_proof(pdf, booklet), ())
