"""Everything that is looked at in a finished file: whether it can be read, what it says, and what its variant asks."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import pairwise

from pypdf import PdfReader
from pypdf.errors import DependencyError, PyPdfError

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.booklet import Booklet
from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.content.variants import ACCESSIBLE, PLAIN, PRINT_SHOP, Variant
from casekit.print.content.wanted import Format, Wanted
from casekit.print.preflight import shop_check
from casekit.print.preflight.booklet_check import check_reading, in_strip, normalise, unembedded
from casekit.print.preflight.pdf_text import Font, Fragment, Page, read_file
from casekit.print.preflight.tag_check import tags

PageReading = tuple[Sequence[Page], Sequence[Font]]
FileCheck = Callable[[PdfReader, Format], Iterable[Diagnostic]]
"""A finished file and what it should be, to findings."""

_CHECKS: Mapping[str, tuple[FileCheck, ...]] = {
    PLAIN.name: (shop_check.trimmed_size,),
    PRINT_SHOP.name: (
        shop_check.trimmed_size,
        shop_check.bleed_boxes,
        shop_check.inks,
        shop_check.output_intent,
        shop_check.nothing_to_click,
    ),
    ACCESSIBLE.name: (shop_check.trimmed_size, tags),
}
"""What a file has to be, by the name of its variant."""
_BINDING_CHECKS: Mapping[str, tuple[FileCheck, ...]] = {PRINT_SHOP.name: (shop_check.whole_sheets,)}
"""What it has to be besides if it is a booklet."""

LARGEST = 200_000_000
"""The most bytes a booklet may have. One of ten cases has about a million, and pictures have 20 at most."""
_ENCRYPTED = "the file is encrypted, which print shops refuse"
_BROKEN = (
    PyPdfError,
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
)
_ROUNDING = 1.0
_SHOWN = 40
_END = 2_048


def inspect(
    pdf: bytes, booklet: Booklet, numbers: Mapping[str, int], variant: Variant = PLAIN
) -> tuple[Diagnostic, ...]:
    """Look at a finished booklet beside what it was made from.

    Args:
        pdf: the file, made by anybody.
        booklet: what it should hold.
        numbers: the number of each paragraph key.
        variant: what it should be fit for.
    """
    return _inspect(
        pdf,
        Format.bound(booklet.paper, booklet.span),
        _checks(variant, bound=True),
        lambda reading: check_reading(reading, booklet, numbers),
    )


def inspect_piece(pdf: bytes, wanted: Wanted, variant: Variant = PLAIN) -> tuple[Diagnostic, ...]:
    """The same for what is not a booklet: its fonts, its edges, and whether each page shows its texts.

    Args:
        pdf: the file, made by anybody.
        wanted: what it should be.
        variant: what it should be fit for.
    """
    return _inspect(
        pdf,
        wanted.format,
        _checks(variant),
        lambda reading: (
            *unembedded(reading[1], wanted.format.span),
            *_missing_texts(reading[0], wanted),
        ),
    )


def _checks(variant: Variant, *, bound: bool = False) -> tuple[FileCheck, ...]:
    return (*_CHECKS[variant.name], *(_BINDING_CHECKS.get(variant.name, ()) if bound else ()))


def _inspect(
    pdf: bytes,
    wanted: Format,
    checks: Iterable[FileCheck],
    compare: Callable[[PageReading], Iterable[Diagnostic]],
) -> tuple[Diagnostic, ...]:
    file = _opened(pdf, wanted.span)
    if isinstance(file, Diagnostic):
        return (file,)
    # Nobody knows in how many ways a file can be broken; what pypdf cannot follow, no reader can be trusted to.
    try:
        asked = tuple(finding for check in checks for finding in check(file, wanted))
        reading = read_file(file)
        return (*asked, *_strayed(reading[0], wanted), *compare(reading))
    except _BROKEN as error:
        return (_unreadable(f"its content is damaged ({_reason(error)})", wanted.span),)


def refuse(pdf: bytes, span: Span) -> tuple[Diagnostic, ...]:
    """A finding if these bytes are not a PDF that can be opened."""
    file = _opened(pdf, span)
    return (file,) if isinstance(file, Diagnostic) else ()


def _opened(pdf: bytes, span: Span) -> PdfReader | Diagnostic:
    """The open file, or why it cannot be opened."""
    if not pdf:
        return _unreadable("the file is empty", span)
    if len(pdf) > LARGEST:
        return _unreadable(f"it has more than {LARGEST:,} bytes", span)
    if b"%PDF-" not in pdf[:1024]:
        return _unreadable("the file is not a PDF", span)
    if not has_end(pdf):
        return _unreadable("the file is damaged or incomplete (its end is missing)", span)
    try:
        file = PdfReader(BytesIO(pdf), strict=True)
        if file.is_encrypted:
            return _unreadable(_ENCRYPTED, span)
        if not len(file.pages):
            return _unreadable("the file has no pages", span)
    except DependencyError:
        # pypdf asks for a library of ciphers before it says so itself.
        return _unreadable(_ENCRYPTED, span)
    except _BROKEN as error:
        return _unreadable(f"the file is damaged or incomplete ({_reason(error)})", span)
    return file


def creator_of(pdf: bytes) -> str:
    """The program that a file says its pages were made with; empty if it says none or cannot be opened."""
    file = _opened(pdf, Span(""))
    try:
        return (
            "" if isinstance(file, Diagnostic) or file.metadata is None else str(file.metadata.creator or "")
        )
    except _BROKEN:
        return ""


def has_end(pdf: bytes) -> bool:
    """Whether a file ends as a PDF does; in one that does not, pypdf would look for the end from line to line."""
    end = pdf[-_END:]
    return b"startxref" in end and b"%%EOF" in end


def _unreadable(reason: str, span: Span) -> Diagnostic:
    return Diagnostic(
        codes.UNREADABLE_PDF,
        f"this PDF cannot be checked: {reason}",
        span,
        hint="name the file that `casekit build` wrote, or build it again",
    )


def _reason(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:100].strip()


def _missing_texts(pages: Sequence[Page], wanted: Wanted) -> tuple[Diagnostic, ...]:
    """Too many or too few pages, and texts that are not on theirs as often as they should be.

    Of several layouts that will do, the one that the pages are most like counts.
    """
    painted = [_plain("".join(fragment.text for fragment in page.fragments)) for page in pages]
    fitting = [layout for layout in wanted.layouts if len(layout) == len(pages)]
    if not fitting:
        counts = " or ".join(str(count) for count in dict.fromkeys(map(len, wanted.layouts)))
        message = f"there are {len(pages)} pages instead of {counts}"
        return (Diagnostic(codes.MISPLACED_PAGE, message, wanted.format.span),)
    return min((tuple(_lacking(painted, layout, wanted.format.span)) for layout in fitting), key=len)


def _lacking(painted: Sequence[str], layout: Sequence[Sequence[str]], span: Span) -> Iterator[Diagnostic]:
    """Texts that are not on their page of a layout; texts were painted one after the other, however lines are broken."""
    for number, (page, texts) in enumerate(zip(painted, layout, strict=True), 1):
        for text, times in Counter(map(_plain, texts)).items():
            if page.count(text) < times:
                original = next(each for each in texts if _plain(each) == text)
                message = f"page {number} lacks “{original[:_SHOWN]}”"
                yield Diagnostic(codes.MISSING_TEXT, message, span)


def _plain(text: str) -> str:
    """Text without what typesetting changes, small capitals among it."""
    return normalise(text).casefold()


def _strayed(pages: Sequence[Page], wanted: Format) -> Iterator[Diagnostic]:
    """Text that the knife cuts off or that runs out of its margins, and text over other text: one finding a page each."""
    for number, page in enumerate(pages, 1):
        margins = wanted.margins_of(number)
        for turned, lines in ((False, page.upright), (True, page.turned)):
            left, right = reversed(margins) if turned else margins
            across = (left * POINTS_PER_MM - _ROUNDING, page.width - right * POINTS_PER_MM + _ROUNDING)
            fragments = [fragment for line in lines for fragment in line]
            if not turned:
                fragments = [each for each in fragments if not in_strip(each, page.width, wanted.strip)]
            outside = next((each for each in fragments if not _within(each, across, page.height)), None)
            if outside:
                where = "margins" if left or right else "edges"
                message = f"page {number} has text outside its {where}: “{_start(outside)}”"
                yield Diagnostic(codes.TEXT_OUTSIDE_PAGE, message, wanted.span)
            pairs = (pair for line in lines for pair in pairwise(line))
            over = next(((one, next_) for one, next_ in pairs if _meet(one, next_)), None)
            if over:
                message = f"on page {number} “{_start(over[0])}” runs into “{_start(over[1])}”"
                yield Diagnostic(codes.OVERLAPPING_TEXT, message, wanted.span)


def _within(fragment: Fragment, across: tuple[float, float], height: float) -> bool:
    left, right = across
    inside = left <= fragment.x and fragment.x + fragment.width <= right
    return inside and -_ROUNDING <= fragment.y <= height + _ROUNDING


def _meet(one: Fragment, following: Fragment) -> bool:
    """Whether a fragment of a line goes on where the next has begun; an accent of another font is over its letter."""
    if all(unicodedata.combining(mark) for mark in following.text.strip()):
        return False
    return one.x + one.width > following.x + _ROUNDING


def _start(fragment: Fragment) -> str:
    return fragment.text.strip()[:_SHOWN]
