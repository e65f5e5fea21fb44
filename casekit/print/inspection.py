"""Everything that is looked at in a finished booklet: whether it can be read, what it says, and what its variant asks."""

from collections.abc import Iterator, Mapping
from io import BytesIO

from pypdf import PdfReader
from pypdf.errors import DependencyError, PyPdfError

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content import Booklet
from casekit.print.preflight import check_reading
from casekit.print.reading import Page, read_file
from casekit.print.variants import PLAIN, Variant

LIMIT = 500_000_000
"""The most bytes a booklet may have. One of ten cases has about a million."""
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
    file = _opened(pdf, booklet.span)
    if isinstance(file, Diagnostic):
        return (file,)
    # Nobody knows in how many ways a file can be broken; what pypdf cannot follow, no reader can be trusted to.
    try:
        asked = tuple(finding for check in variant.checks for finding in check(file, booklet))
        reading = read_file(file)
        return (*asked, *_outside(reading[0], booklet.span), *check_reading(reading, booklet, numbers))
    except _BROKEN as error:
        return (_unreadable(f"its inside is broken ({_reason(error)})", booklet.span),)


def refuse(pdf: bytes, span: Span) -> tuple[Diagnostic, ...]:
    """A finding if these bytes are no PDF that can be opened."""
    file = _opened(pdf, span)
    return (file,) if isinstance(file, Diagnostic) else ()


def _opened(pdf: bytes, span: Span) -> PdfReader | Diagnostic:
    """The open file, or why it cannot be opened."""
    if not pdf:
        return _unreadable("the file is empty", span)
    if len(pdf) > LIMIT:
        return _unreadable(f"it has more than {LIMIT:,} bytes", span)
    if b"%PDF-" not in pdf[:1024]:
        return _unreadable("the file is no PDF", span)
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
        return _unreadable(f"the file is damaged or not complete ({_reason(error)})", span)
    return file


def _unreadable(reason: str, span: Span) -> Diagnostic:
    return Diagnostic(
        codes.UNREADABLE_PDF,
        f"this PDF cannot be checked: {reason}",
        span,
        hint="give the file that `casekit build` wrote, or build it again",
    )


def _reason(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:100].strip()


def _outside(pages: tuple[Page, ...], span: Span) -> Iterator[Diagnostic]:
    """Text that the knife cuts off, one finding a page."""
    for number, page in enumerate(pages, 1):
        for fragment in page.fragments:
            inside = (
                fragment.x >= -_ROUNDING
                and fragment.x + fragment.width <= page.width + _ROUNDING
                and -_ROUNDING <= fragment.y <= page.height + _ROUNDING
            )
            if fragment.text.strip() and not inside:
                text = fragment.text.strip()[:_SHOWN]
                message = f"page {number} has text outside its edges: “{text}”"
                yield Diagnostic(codes.TEXT_OUTSIDE_PAGE, message, span)
                break
