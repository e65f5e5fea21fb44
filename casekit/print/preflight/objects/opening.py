"""Files of anybody, opened with pikepdf; what it cannot follow, no reader can be trusted to."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import pikepdf
from pikepdf import PasswordError, Pdf, PdfError

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.preflight.objects.page_resources import folded_page

LARGEST = 200_000_000
"""The most bytes a booklet may have. One of ten cases has about a million, and pictures have 20 at most."""
BROKEN = (PdfError, ArithmeticError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError)
"""The exceptions of pikepdf for a damaged file; nobody knows in how many ways it can be."""

_ENCRYPTED = "the file is encrypted, which print shops refuse"
_END = 2_048


class RefusedFileError(Exception):
    """A file that cannot be looked at, and why."""


@contextmanager
def opened(pdf: bytes) -> Iterator[Pdf]:
    """The open file.

    Raises:
        RefusedFileError: if it cannot be opened, is encrypted or has no pages, or if anything in it that is looked at is broken.
    """
    _refuse_by_bytes(pdf)
    try:
        # pikepdf could guess at what a broken file was meant to be, and print shops' programs would guess otherwise.
        with pikepdf.open(BytesIO(pdf), attempt_recovery=False, suppress_warnings=True) as file:
            if file.is_encrypted:
                raise RefusedFileError(_ENCRYPTED)
            if not len(file.pages):
                raise RefusedFileError("the file has no pages")
            yield file
    except PasswordError:
        raise RefusedFileError(_ENCRYPTED) from None
    except (*BROKEN, RecursionError) as error:
        raise RefusedFileError(f"the file is damaged or incomplete ({reason(error)})") from error


def _refuse_by_bytes(pdf: bytes) -> None:
    if not pdf:
        raise RefusedFileError("the file is empty")
    if len(pdf) > LARGEST:
        raise RefusedFileError(f"it has more than {LARGEST:,} bytes")
    if b"%PDF-" not in pdf[:1024]:
        raise RefusedFileError("the file is not a PDF")
    end = pdf[-_END:]
    if b"startxref" not in end or b"%%EOF" not in end:
        raise RefusedFileError("the file is damaged or incomplete (its end is missing)")


def refuse(pdf: bytes, span: Span) -> tuple[Diagnostic, ...]:
    """A finding if these bytes are not a PDF that can be opened, or draw far more than they look like."""
    try:
        with opened(pdf) as file:
            number = folded_page(file.pages)
    except RefusedFileError as refused:
        return (unreadable(refused, span),)
    folded = RefusedFileError(f"page {number} draws pictures or patterns in each other too often")
    return (unreadable(folded, span),) if number else ()


def creator_of(pdf: bytes) -> str:
    """The program that a file says its pages were made with; empty if it says none or cannot be opened."""
    try:
        with opened(pdf) as file:
            return str(file.docinfo.get("/Creator", ""))
    except RefusedFileError:
        return ""


def pages_in(pdf: bytes) -> int:
    """How many pages a finished file has.

    Raises:
        RefusedFileError: if it cannot be opened.
    """
    with opened(pdf) as file:
        return len(file.pages)


def unreadable(refused: Exception, span: Span) -> Diagnostic:
    """The finding about a file that cannot be looked at."""
    return Diagnostic(
        codes.UNREADABLE_PDF,
        f"this PDF cannot be checked: {refused}",
        span,
        hint="name the file that `casekit build` wrote, or build it again",
    )


def reason(error: BaseException) -> str:
    """The first line of what an error says."""
    return (str(error).splitlines() or [type(error).__name__])[0][:100].strip()
