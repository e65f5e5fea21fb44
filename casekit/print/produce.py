"""From content to files: painters typeset the pages, the press finishes them, the preflight checks them.

``set_booklet(booklet, numbers)`` and ``print_piece(piece)`` make PDFs. A booklet is read back by whoever
numbered it (``inspection.inspect``), because it may be numbered again; a piece is looked at before it is
given away. ``further`` makes the files that go with a finished booklet; imposed sheets are read back.
``ticket`` says what a print shop has to know of each file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from textwrap import TextWrapper, wrap as wrapped

from casekit.diagnostics import Diagnostic, Span, codes, has_errors
from casekit.print.content.booklet import Booklet, Sheet
from casekit.print.content.papers import (
    ACCESSIBLE,
    PAGES_PER_SHEET,
    PLAIN,
    POINTS_PER_MM,
    PRINT_CONDITION_NAME,
    PRINT_SHOP,
    ExpectedLayout,
    PageContent,
    Saddle,
    Terms,
    Variant,
    pages_lacking,
    sheet_sides,
    signatures,
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
from casekit.print.preflight.content_stream import Painting, paintings
from casekit.print.preflight.inspection import inspect_piece
from casekit.print.preflight.page_texts import Fragment, Page, normalise, read_pages
from casekit.print.preflight.pdf_opening import box_of, opened
from casekit.print.prepress import imposition_and_proofs, pdf_variants
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

PrintedFile = tuple[bytes | None, tuple[Diagnostic, ...]]
"""A finished file, or ``None`` if a finding is an error; and the findings."""

_FINISHES: Mapping[str, Callable[[bytes, PageContent, int | None], bytes]] = {
    PRINT_SHOP.name: pdf_variants.finish_for_press,
    ACCESSIBLE.name: pdf_variants.finish_for_readers,
}
"""The finish of typeset pages, by the name of their variant; plain pages stay as they are.

It is given their bytes, what they hold, and the number of pages of a booklet that stay last.
"""

_PAINTERS: Mapping[type[Piece], tuple[Callable[..., TypesetPages], Callable[..., ExpectedLayout]]] = {
    Sheet: (players_sheet.paint_sheet, players_sheet.wanted_sheet),
    Flap: (flap.paint_flap, flap.wanted_flap),
    Cards: (cards.paint_cards, cards.wanted_cards),
    CutSheet: (cut_sheets.paint_cut_sheet, cut_sheets.wanted_cut_sheet),
    Stickers: (stickers.paint_stickers, stickers.wanted_stickers),
    PlanPage: (plan_page.paint_plan, plan_page.wanted_plan),
    TrackPage: (track_page.paint_track, track_page.wanted_track),
    Leaves: (leaves.paint_leaves, leaves.wanted_leaves),
    GridSheet: (grid_sheet.paint_grid_sheet, grid_sheet.wanted_grid_sheet),
    Wrap: (wrap.paint_wrap, wrap.wanted_wrap),
    Leaflet: (leaflets.paint_leaflet, leaflets.wanted_leaflet),
}
"""The functions of a kind of piece: its pages, and the requirements for its file."""


@frozen
class SetBooklet:
    """A booklet that was set."""

    pdf: bytes | None
    """The finished file; ``None`` if a finding is an error."""
    findings: tuple[Diagnostic, ...]
    boxes: Mapping[str, Box] = field(default_factory=dict)
    """Where its paragraphs are, by key, and where each other part begins, by its name in the page template."""

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
    """Make a file of a booklet by the number of each paragraph key.

    The findings are those of ``booklet_pages.paint_booklet``, a missing typesetter, and characters that the
    fonts lack.

    ``beforehand`` is what ``prepare`` has made of it for this variant, if that was asked already.
    """
    if hindered := hindrances(booklet.span, missing_glyphs(booklet)):
        return SetBooklet(None, hindered)
    beforehand = beforehand or set_beforehand(booklet, variant, helpers)
    painted, findings = booklet_pages.paint_booklet(booklet, numbers, variant, beforehand, helpers)
    if painted is None:
        return SetBooklet(None, findings)
    keys = {str(number): key for key, number in numbers.items()}
    boxes = {keys.get(name.removeprefix(PLACE), name): box for name, box in painted.boxes.items()}
    return SetBooklet(_finished(painted, booklet, variant), findings, boxes)


def prepare(booklet: Booklet, variant: Variant = PLAIN, helpers: HelperPool = ALONE) -> MeasuredParts | None:
    """Set the parts of a booklet without numbers, with the help of a crew; ``None`` if nothing can be set."""
    return None if missing_typesetter(booklet.span) else set_beforehand(booklet, variant, helpers)


def print_piece(piece: Piece, variant: Variant = PLAIN) -> PrintedFile:
    """Make a file of what goes with a booklet of a variant, and look at it.

    Returns:
        The PDF, or ``None`` if a finding is an error; and the findings: a missing typesetter, characters the
        fonts lack, those of the painter, and of the preflight.
    """
    variant = _variant_of(piece, variant)
    paint, _ = _PAINTERS[type(piece)]
    if hindered := hindrances(piece.span, missing_glyphs(piece)):
        return None, hindered
    options = (variant,) if isinstance(piece, Cards | Wrap) else ()
    painted, findings = paint(piece, *options)
    if painted is None:
        return None, findings
    pdf = _finished(painted, piece, variant)
    findings = (*findings, *inspect_piece(pdf, wanted_of(piece, variant), variant))
    return (None if has_errors(findings) else pdf), findings


def _variant_of(piece: Piece, variant: Variant) -> Variant:
    """The variant in which a piece is made beside a booklet: leaflets are for readers too."""
    return variant if isinstance(piece, Leaflet) else variant.of_pieces


def wanted_of(piece: Piece, variant: Variant = PLAIN) -> ExpectedLayout:
    """The requirements for the file of a piece that goes with a booklet of a variant."""
    _, required = _PAINTERS[type(piece)]
    options = (_variant_of(piece, variant),) if isinstance(piece, Cards) else ()
    wanted = required(piece, *options)
    return replace(wanted, format=replace(wanted.format, language=piece.language))


def _finished(painted: Layout, content: PageContent, variant: Variant) -> bytes:
    pdf = painted.pdf(**variant.options)
    finish = _FINISHES.get(variant.name)
    return pdf if finish is None else finish(pdf, content, painted.tail)


_ROUNDING = 1.0


def further(
    pdf: bytes, booklet: Booklet | Leaflet, finishing: Finishing
) -> Iterator[tuple[str, PrintedFile]]:
    """The files that go with a finished booklet or leaflet, by the ends of their names, with findings."""
    if finishing.saddle is not None:
        pages = read_pages(pdf)
        imposed, findings = imposition_and_proofs.impose(pdf, finishing.saddle, tail_of(pages), booklet.span)
        if imposed is not None:
            findings = tuple(check_imposed(imposed, pages, finishing.saddle, booklet.span))
        yield "imposed", (None if findings else imposed, findings)
    if finishing.proof:
        yield "proof", (imposition_and_proofs.grey_proof(pdf, booklet), ())


def tail_of(pages: tuple[Page, ...]) -> int:
    """How many pages at the end are solutions and back cover: all from the first that is upside down."""
    return len(pages) - next((at for at, page in enumerate(pages) if page.turned), len(pages))


def check_imposed(
    imposed: bytes, booklet: tuple[Page, ...], saddle: Saddle, span: Span
) -> Iterator[Diagnostic]:
    """Find pages of the booklet that are not on the sheet, the side and the half where folding needs them.

    Inner sheets creep towards the fold. If many thick ones are inside each other, their text would be cut off
    there.
    """
    first_turned = len(booklet) - tail_of(booklet)
    blank = (Page(()),) * pages_lacking(len(booklet))
    pages = (*booklet[:first_turned], *blank, *booklet[first_turned:])
    printed = read_pages(imposed)
    wanted = tuple(sheet_sides(signatures(len(pages), saddle)))
    if len(printed) != len(wanted):
        message = f"the imposed booklet has {len(printed)} sides of sheets, not {len(wanted)}"
        yield codes.MISPLACED_ON_SHEET.at(span, message)
        return
    for number, (sheet, (at_left, at_right, _)) in enumerate(zip(printed, wanted, strict=True)):
        fold = sheet.width / 2
        lefts = [(_left_edge(fragment, sheet.width), fragment.width) for fragment in sheet.fragments]
        if any(left < fold - _ROUNDING and left + width > fold + _ROUNDING for left, width in lefts):
            message = f"text runs into the fold of sheet {number // 2 + 1}, which creeps too far"
            hint = "fold fewer pages together (`--signature`), or print on thinner paper (`--thickness`)"
            yield codes.MISPLACED_ON_SHEET.at(span, message, hint=hint)
            continue
        for half, page in (("left", at_left), ("right", at_right)):
            wanted_text = normalise("".join(fragment.text for fragment in pages[page].fragments))
            if _text(sheet, half) != wanted_text:
                face = "back" if number % 2 else "front"
                message = f"page {page + 1} is not on the {half} of the {face} of sheet {number // 2 + 1}"
                yield codes.MISPLACED_ON_SHEET.at(span, message)


def _text(sheet: Page, half: str) -> str:
    """The text on one half of a sheet, in the order it was painted."""
    texts = []
    for fragment in sheet.fragments:
        is_left = _left_edge(fragment, sheet.width) < sheet.width / 2
        if is_left == (half == "left"):
            texts.append(fragment.text)
    return normalise("".join(texts))


def _left_edge(fragment: Fragment, width: float) -> float:
    return width - fragment.x - fragment.width if fragment.turned else fragment.x


_WIDTH = 76
_INDENT = "    "


TicketFile = tuple[str, str, bytes, Saddle | None]
"""A finished file: its name, its kind of piece, its bytes, and how it is folded if it is a sheet to fold."""


def ticket(title: str, files: Iterable[TicketFile], terms: Terms) -> str:
    """The text of a ticket; sizes, pages and inks are read in the files."""
    parts = [terms.title.format(title)]
    indented = TextWrapper(_WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
    for name, kind, data, saddle in files:
        lines = (_facts(data, saddle, terms), terms.uses[kind])
        parts.append("\n".join([name, *map(indented.fill, lines)]))
    parts.append("\n".join(wrapped(terms.all.format(PRINT_CONDITION_NAME), _WIDTH)))
    return "\n\n".join(parts) + "\n"


def _facts(data: bytes, saddle: Saddle | None, terms: Terms) -> str:
    with opened(data) as file:
        left, bottom, right, top = box_of(file.pages[0].trimbox)
        count = len(file.pages)
        size = (f"{round(side / POINTS_PER_MM, 1):g}" for side in (right - left, top - bottom))
        pages = (terms.one if count == 1 else terms.pages).format(count, *size)
        if saddle is not None:
            parts = signatures(2 * count, saddle)
            pages += terms.sheets.format(" + ".join(str(part // PAGES_PER_SHEET) for part in parts))
        all_paintings = chain.from_iterable(map(paintings, file.pages))
        coloured = any(_has_colour(painting) for painting in all_paintings)
        return terms.facts.format(pages, terms.coloured if coloured else terms.black)


def _has_colour(painting: Painting) -> bool:
    """Whether something is painted in more than black; pictures are, unless they are grey, and gradients."""
    if painting.kind == "gradient":
        return True
    if painting.kind == "picture":
        return bool(painting.thing.get("/ColorSpace") == "/DeviceCMYK")
    inks = painting.colour.inks
    return inks is not None and any(inks[:3])
