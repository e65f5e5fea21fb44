"""The text of a PDF as PDFium finds it, which neither wrote it nor shares code with what did.

What PDFium reads of each object that shows text is a fragment; those that a reader cannot see are kept apart.
"""

import ctypes
from collections.abc import Iterator
from contextlib import closing
from ctypes import byref, c_float, c_uint
from typing import Any

import pypdfium2
from pypdfium2 import PdfiumError, PdfMatrix, raw

from casekit.print.preflight.fragments import Fragment, Page
from casekit.print.preflight.objects.open_files import RefusedFileError, reason
from casekit.system.reader_process import tell

_MOST_CHARACTERS = 200_000
"""On a page. One that is full of small type has 10,000."""
_LETTERS = (*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x100))
_REWRITTEN = dict.fromkeys((0x02, 0xFFFE), "-") | {letter << 8: chr(letter) for letter in _LETTERS}
"""The signs of PDFium for a hyphen at the end of a line, and how Ghostscript writes down the letters of ligatures: with
the bytes of each exchanged, as letters that no face of casekit has."""
_INVISIBLE = 3
_CLIPPING = 7
_SMALLEST = 2.0
"""Points. No eye reads smaller type."""
_NARROWEST = 0.2
_WHITE = 250
_OUTSIDE = 1.0
_LARGER = 3.0


def read_pages(pdf: bytes, *, size: tuple[float, float] | None = None) -> tuple[Page, ...]:
    """Read the text of each page of a PDF.

    Args:
        pdf: its bytes.
        size: how wide and high, in points, a page is to be. One that is larger, whose boxes a program has lost, is cut in its middle.

    Raises:
        RefusedFileError: if PDFium cannot read it, or if a page has far too many letters.
    """
    try:
        with closing(pypdfium2.PdfDocument(pdf)) as document:
            return tuple(_read_page(document, at, size) for at in range(len(document)))
    except PdfiumError as error:
        raise RefusedFileError(f"its content is damaged ({reason(error)})") from error


def _read_page(document: Any, at: int, size: tuple[float, float] | None) -> Page:
    tell(at + 1)
    with closing(document[at]) as page, closing(page.get_textpage()) as text_page:
        if text_page.count_chars() > _MOST_CHARACTERS:
            raise RefusedFileError(f"page {at + 1} has {text_page.count_chars():,} characters")
        left, bottom, right, top = page.get_trimbox()
        if size is not None:
            across, upward = (right - left - size[0]) / 2, (top - bottom - size[1]) / 2
            if min(across, upward) > _LARGER:
                left, bottom, right, top = left + across, bottom + upward, right - across, top - upward
        found = [*_placed(page, text_page, (left, bottom, right, top))]
        hidden = tuple(pair for pair in found if pair[1])
        return Page(tuple(each for each, how in found if not how), right - left, top - bottom, hidden)


def _placed(
    page: Any, text_page: Any, frame: tuple[float, float, float, float]
) -> Iterator[tuple[Fragment, str]]:
    """The texts of a page, and why each cannot be seen; ``frame`` is its trim: left, bottom, right and top in points."""
    left, bottom, right, top = frame
    for shown in page.get_objects([raw.FPDF_PAGEOBJ_TEXT]):
        text = _text(shown, text_page)
        if not text.strip():
            continue
        around = _around(shown)
        across, aslant, _, upward, x, y = shown.get_matrix().multiply(around).get()
        near, _, far, _ = around.on_rect(*shown.get_bounds())
        turned, sideways = across < 0, abs(aslant) > abs(across)
        size = abs(aslant if sideways else upward) * shown.get_font_size()
        fragment = Fragment(
            text=text,
            x=right - x if turned else x - left,
            y=y - bottom if turned else top - y,
            width=0.0 if sideways else max(0.0, x - near if turned else far - x),
            size=size,
            turned=turned,
        )
        if not sideways and size < _SMALLEST:
            yield fragment, f"in type of {size:.1f} points"
        elif not sideways and abs(across) < _NARROWEST * abs(upward):
            yield fragment, f"set {abs(across / upward):.0%} wide"
        else:
            yield fragment, _how_hidden(shown, page, x, y)


def _text(shown: Any, text_page: Any) -> str:
    size = raw.FPDFTextObj_GetText(shown, text_page, None, 0)
    units = (ctypes.c_ushort * (size // 2))()
    raw.FPDFTextObj_GetText(shown, text_page, units, size)
    text = bytes(units).decode("utf-16-le", "replace").rstrip("\0")
    return text.strip().translate(_REWRITTEN)


def _around(painted: Any) -> PdfMatrix:
    """Leads from the space of an object, which may be in pictures made of objects, to the page."""
    found = PdfMatrix()
    while (painted := painted.container) is not None:
        found = found.multiply(painted.get_matrix())
    return found


def _how_hidden(shown: Any, page: Any, x: float, y: float) -> str:
    mode = raw.FPDFTextObj_GetTextRenderMode(shown)
    if mode in (_INVISIBLE, _CLIPPING):
        return "without being painted"
    colour = _fill_of(shown) if mode == 0 else None
    if colour and not colour[3]:
        return "in ink that lets everything through"
    if colour and min(colour[:3]) >= _WHITE and not _is_on_ground(page, x, y):
        return "in white on white"
    # An object in a form has its paths in the space of that form, so they say nothing about the page.
    return "cut off by a frame" if shown.container is None and _is_cut_off(shown, x, y) else ""


def _fill_of(painted: Any) -> tuple[int, ...] | None:
    """Red, green, blue and how much of it covers, from 0 to 255 each."""
    parts = [c_uint() for _ in range(4)]
    found = raw.FPDFPageObj_GetFillColor(painted, *map(byref, parts))
    return tuple(part.value for part in parts) if found else None


def _is_cut_off(shown: Any, x: float, y: float) -> bool:
    """Whether a text begins outside what is shown of its object, by the boxes of all paths that cut it off."""
    clip = raw.FPDFPageObj_GetClipPath(shown)
    paths = range(max(0, raw.FPDFClipPath_CountPaths(clip)) if clip else 0)
    return any(not _holds(clip, path, x, y) for path in paths)


def _holds(clip: Any, path: int, x: float, y: float) -> bool:
    points = []
    across, upward = c_float(), c_float()
    for segment in range(max(0, raw.FPDFClipPath_CountPathSegments(clip, path))):
        found = raw.FPDFClipPath_GetPathSegment(clip, path, segment)
        if found and raw.FPDFPathSegment_GetPoint(found, byref(across), byref(upward)):
            points.append((across.value, upward.value))
    if not points:
        return True
    xs, ys = zip(*points, strict=True)
    beside = x < min(xs) - _OUTSIDE or x > max(xs) + _OUTSIDE
    return not (beside or y < min(ys) - _OUTSIDE or y > max(ys) + _OUTSIDE)


def _is_on_ground(page: Any, x: float, y: float) -> bool:
    """Whether anything but text is painted in a colour under a point of a page."""
    for painted in page.get_objects():
        if painted.type in (raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_FORM):
            continue
        left, bottom, right, top = _around(painted).on_rect(*painted.get_bounds())
        if left <= x <= right and bottom <= y <= top and not _is_white(painted):
            return True
    return False


def _is_white(painted: Any) -> bool:
    colour = _fill_of(painted) if painted.type == raw.FPDF_PAGEOBJ_PATH else None
    return colour is not None and (min(colour[:3]) >= _WHITE or not colour[3])
