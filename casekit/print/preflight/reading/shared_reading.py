"""The pages of a long file, read by several processes."""

from collections.abc import Iterable
from dataclasses import dataclass

from pypdfium2 import PdfiumError

from casekit.print.preflight.reading.fragments import Page
from casekit.print.preflight.reading.text_page import TooMuchTextError, read_pages
from casekit.system.crew import Crew

_PART = 40
"""So many pages are read faster than they are copied to another process and back."""


@dataclass(frozen=True)
class _Part:
    """Some pages of a file."""

    pdf: bytes
    pages: range
    size: tuple[float, float]


def read_by_crew(pdf: bytes, count: int, size: tuple[float, float], crew: Crew) -> tuple[Page, ...]:
    """Read the text of each of the ``count`` pages of a PDF; the rest is as ``read_pages`` has it."""
    if not crew.helped or count < 2 * _PART:
        return read_pages(pdf, size=size)
    parts = [_Part(pdf, range(at, min(at + _PART, count)), size) for at in range(0, count, _PART)]
    with crew.begun(_read_part, parts) as finish:
        read = finish()
    if any(pages is None for pages in read):
        # Here it is told what is wrong with it.
        return read_pages(pdf, size=size)
    return tuple(page for pages in read for page in pages or ())


def _read_part(part: _Part) -> tuple[Page, ...] | None:
    try:
        return tuple(_in_lines(read_pages(part.pdf, size=part.size, only=part.pages)))
    except (PdfiumError, TooMuchTextError):
        return None


def _in_lines(pages: Iterable[Page]) -> Iterable[Page]:
    """Pages whose lines are put together already, so that the process that did not read them need not do it."""
    for page in pages:
        _ = page.upright, page.turned
        yield page
