"""Everything that is looked at in a finished file: whether it can be read, what it says, and what its variant asks."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO

from pypdf import PdfReader
from pypdf.errors import DependencyError, PyPdfError

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content import Booklet
from casekit.print.preflight import check_reading, normalise, unembedded
from casekit.print.reading import Font, Page, read_file
from casekit.print.variants import PLAIN, Check, Variant
from casekit.print.wanted import Format, Wanted

Reading = tuple[Sequence[Page], Sequence[Font]]

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
    checks = (*variant.checks, *variant.binding_checks)
    return _inspect(
        pdf,
        Format.of(booklet.paper, booklet.span),
        checks,
        lambda reading: check_reading(reading, booklet, numbers),
    )


def inspect_piece(pdf: bytes, wanted: Wanted, variant: Variant = PLAIN) -> tuple[Diagnostic, ...]:
    """The same for what is no booklet: its fonts, its edges, and whether each page shows its texts.

    Args:
        pdf: the file, made by anybody.
        wanted: what it should be.
        variant: what it should be fit for.
    """
    return _inspect(
        pdf,
        wanted.format,
        variant.of_pieces.checks,
        lambda reading: (
            *unembedded(reading[1], wanted.format.span),
            *_missing_texts(reading[0], wanted),
        ),
    )


def _inspect(
    pdf: bytes, wanted: Format, checks: Iterable[Check], compare: Callable[[Reading], Iterable[Diagnostic]]
) -> tuple[Diagnostic, ...]:
    file = _opened(pdf, wanted.span)
    if isinstance(file, Diagnostic):
        return (file,)
    # Nobody knows in how many ways a file can be broken; what pypdf cannot follow, no reader can be trusted to.
    try:
        asked = tuple(finding for check in checks for finding in check(file, wanted))
        reading = read_file(file)
        return (*asked, *_outside(reading[0], wanted.span), *compare(reading))
    except _BROKEN as error:
        return (_unreadable(f"its inside is broken ({_reason(error)})", wanted.span),)


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


def _missing_texts(pages: Sequence[Page], wanted: Wanted) -> Iterator[Diagnostic]:
    """Pages too many or too few, and texts that do not stand on theirs as often as they should."""
    span = wanted.format.span
    if len(pages) != len(wanted.pages):
        message = f"there are {len(pages)} pages instead of {len(wanted.pages)}"
        yield Diagnostic(codes.MISPLACED_PAGE, message, span)
        return
    for number, (page, texts) in enumerate(zip(pages, wanted.pages, strict=True), 1):
        # Texts were painted one after the other, however their lines are broken.
        painted = _plain("".join(fragment.text for fragment in page.fragments))
        for text, times in Counter(map(_plain, texts)).items():
            if painted.count(text) < times:
                original = next(each for each in texts if _plain(each) == text)
                message = f"page {number} lacks “{original[:_SHOWN]}”"
                yield Diagnostic(codes.MISSING_TEXT, message, span)


def _plain(text: str) -> str:
    """Text without what typesetting changes, small capitals among it."""
    return normalise(text).casefold()


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
