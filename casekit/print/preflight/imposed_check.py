"""An imposed booklet read back: whether each page is where folding needs it."""

from collections.abc import Iterator

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.papers import Saddle, pages_lacking, sheet_sides, signatures
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.printed_text import Fragment, Page, normalise

# Points by which text may reach over the fold.
_ROUNDING = 1.0


def tail_of(pages: tuple[Page, ...]) -> int:
    """How many pages at the end are solutions and back cover: all from the first that is upside down."""
    turned_pages = (index for index, page in enumerate(pages) if page.turned)
    return len(pages) - next(turned_pages, len(pages))


def check_imposed(imposed: bytes, booklet: tuple[Page, ...], saddle: Saddle, span: Span) -> Iterator[Finding]:
    """Find pages of the booklet that are not on the sheet, the side and the half where folding needs them.

    Inner sheets creep towards the fold. If many thick ones are inside each other, their text would be cut off
    there.
    """
    first_turned = len(booklet) - tail_of(booklet)
    blank_pages = (Page(()),) * pages_lacking(len(booklet))
    pages = (*booklet[:first_turned], *blank_pages, *booklet[first_turned:])
    printed_sides = read_pages(imposed)
    wanted_sides = tuple(sheet_sides(signatures(len(pages), saddle)))
    if len(printed_sides) != len(wanted_sides):
        message = f"the imposed booklet has {len(printed_sides)} sides of sheets, not {len(wanted_sides)}"
        yield codes.MISPLACED_ON_SHEET.at(span, message)
        return
    for number, (sheet, wanted_side) in enumerate(zip(printed_sides, wanted_sides, strict=True)):
        fold = sheet.width / 2
        lefts = [(_left_edge(fragment, sheet.width), fragment.width) for fragment in sheet.fragments]
        if any(left < fold - _ROUNDING and left + width > fold + _ROUNDING for left, width in lefts):
            message = f"text runs into the fold of sheet {number // 2 + 1}, which creeps too far"
            hint = "fold fewer pages together (`--signature`), or print on thinner paper (`--thickness`)"
            yield codes.MISPLACED_ON_SHEET.at(span, message, hint=hint)
            continue
        for half, page in (("left", wanted_side.left), ("right", wanted_side.right)):
            wanted_text = normalise("".join(fragment.text for fragment in pages[page].fragments))
            if _text_on_half(sheet, half) != wanted_text:
                face = "back" if number % 2 else "front"
                message = f"page {page + 1} is not on the {half} of the {face} of sheet {number // 2 + 1}"
                yield codes.MISPLACED_ON_SHEET.at(span, message)


def _text_on_half(sheet: Page, half: str) -> str:
    """The text on one half of a sheet, in the order it was painted."""
    texts = []
    for fragment in sheet.fragments:
        is_left = _left_edge(fragment, sheet.width) < sheet.width / 2
        if is_left == (half == "left"):
            texts.append(fragment.text)
    return normalise("".join(texts))


def _left_edge(fragment: Fragment, width: float) -> float:
    """The left edge of a fragment on a sheet of a width; what is upside down counts from the right."""
    return width - fragment.x - fragment.width if fragment.turned else fragment.x
