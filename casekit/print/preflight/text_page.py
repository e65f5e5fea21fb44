"""The text of a PDF as PDFium finds it, which neither wrote it nor shares code with what did.

PDFium's text page has every character in turn with the object that paints it. Characters that one object paints
without a gap are a fragment; those that a reader cannot see are kept apart. A booklet has 300,000
characters, so that functions that are asked for each of them are called by their addresses, which takes a fifth of the time.
"""

import ctypes
from collections.abc import Iterator
from contextlib import closing
from ctypes import c_double, c_float, c_int, c_uint, c_void_p
from functools import cache, cached_property
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pypdfium2
from pypdfium2 import PdfiumError, raw

from casekit.print.preflight.fragments import Fragment, Page
from casekit.print.preflight.objects.open_files import RefusedFileError, reason

_MOST_PAGES = 4_000
"""A booklet of ten cases has about 180."""
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
_DEEPEST = 8
_OUTSIDE = 1.0
_LARGER = 3.0
_GAP = 0.4
"""The gap as a part of the height of a character's box, which is about one and a half ems."""
_UNICODE_END = 0x110000

_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "FPDFText_GetUnicode": (c_uint, c_void_p, c_int),
    "FPDFText_GetTextObject": (c_void_p, c_void_p, c_int),
    "FPDFText_GetCharOrigin": (c_int, c_void_p, c_int, c_void_p, c_void_p),
    "FPDFText_GetLooseCharBox": (c_int, c_void_p, c_int, c_void_p),
    "FPDFText_IsGenerated": (c_int, c_void_p, c_int),
    "FPDFText_GetMatrix": (c_int, c_void_p, c_int, c_void_p),
    "FPDFText_GetFontSize": (c_double, c_void_p, c_int),
    "FPDFTextObj_GetTextRenderMode": (c_int, c_void_p),
    "FPDFPageObj_GetFillColor": (c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
    "FPDFPageObj_GetClipPath": (c_void_p, c_void_p),
    "FPDFClipPath_CountPaths": (c_int, c_void_p),
    "FPDFClipPath_CountPathSegments": (c_int, c_void_p, c_int),
    "FPDFClipPath_GetPathSegment": (c_void_p, c_void_p, c_int, c_int),
    "FPDFPathSegment_GetPoint": (c_int, c_void_p, c_void_p, c_void_p),
}


def read_pages(pdf: bytes, *, size: tuple[float, float] | None = None) -> tuple[Page, ...]:
    """Read the text of each page of a PDF.

    Args:
        pdf: its bytes.
        size: how wide and high, in points, a page is to be. One that is larger, whose boxes a program has lost, is cut in its middle.

    Raises:
        RefusedFileError: if PDFium cannot read it, or if it is too large to be a booklet.
    """
    try:
        with closing(pypdfium2.PdfDocument(pdf)) as document:
            count = len(document)
            if count > _MOST_PAGES:
                raise RefusedFileError(f"it has {count:,} pages")
            return tuple(_read_page(document, at, size) for at in range(count))
    except PdfiumError as error:
        raise RefusedFileError(f"its content is damaged ({reason(error)})") from error


def _read_page(document: Any, at: int, size: tuple[float, float] | None) -> Page:
    with closing(document[at]) as page, closing(page.get_textpage()) as text_page:
        if text_page.count_chars() > _MOST_CHARACTERS:
            raise RefusedFileError(f"page {at + 1} has {text_page.count_chars():,} characters")
        left, bottom, right, top = page.get_trimbox()
        if size is not None:
            across, upward = (right - left - size[0]) / 2, (top - bottom - size[1]) / 2
            if min(across, upward) > _LARGER:
                left, bottom, right, top = left + across, bottom + upward, right - across, top - upward
        fragments, hidden = _TextReading(page, text_page, (left, bottom, right, top)).fragments()
        return Page(fragments, right - left, top - bottom, hidden)


@cache
def _pdfium() -> Any:
    """The functions of PDFium that are called often."""
    return SimpleNamespace(
        **{
            name: ctypes.PYFUNCTYPE(*types)(ctypes.cast(getattr(raw, name), c_void_p).value or 0)
            for name, types in _FUNCTIONS.items()
        }
    )


class _TextReading:
    """One page being read. ``frame`` is its trim: left, bottom, right and top in points."""

    def __init__(self, page: Any, text_page: Any, frame: tuple[float, float, float, float]) -> None:
        self._call = _pdfium()
        self._page = page
        self._text_page = text_page
        self._handle = ctypes.cast(text_page.raw, c_void_p).value
        self._frame = frame
        self._hows: dict[int, str] = {}
        self._numbers = (c_double * 2)()
        self._floats = (c_float * 6)()
        self._parts = (c_uint * 4)()
        self._unwritten: list[int] = []

    def fragments(self) -> tuple[tuple[Fragment, ...], tuple[tuple[Fragment, str], ...]]:
        """The text that can be seen; and that which cannot, with the reason."""
        placed = [*self._placed()]
        return tuple(each for each, how in placed if not how), tuple(pair for pair in placed if pair[1])

    def _characters(self) -> str:
        """One character for each that the text page has."""
        count = self._text_page.count_chars()
        text: str = self._text_page.get_text_range() if count else ""
        if len(text) != count or (text and max(text) > "\uffff"):
            # Where a unit is not a character, or a character has several units of UTF-16, they are asked for one by one.
            unicode = self._call.FPDFText_GetUnicode
            codes = (unicode(self._handle, at) for at in range(count))
            text = "".join(chr(code) if 0 < code < _UNICODE_END else "\0" for code in codes)
        return text.translate(_REWRITTEN)

    def _placed(self) -> Iterator[tuple[Fragment, str]]:
        """Characters that one object paints without a gap, as fragments, and why each cannot be seen."""
        text = self._characters()
        painter, generated = self._call.FPDFText_GetTextObject, self._call.FPDFText_IsGenerated
        first, current = -1, 0
        for start, end in _words(text):
            owner, last = painter(self._handle, start), painter(self._handle, end - 1)
            goes_on = first >= 0 and owner == current
            if goes_on and generated(self._handle, start - 1):
                goes_on = not self._is_gap(start)
                if goes_on:
                    # The letters of one word may have been set apart.
                    self._unwritten.append(start - 1)
            if not goes_on and first >= 0:
                yield self._fragment(text, first, start, current)
            if not goes_on:
                first, current = start, owner
            if owner == last:
                continue
            # Several objects paint one word.
            owners = [painter(self._handle, at) for at in range(start, end)]
            for at, (one, other) in enumerate(pairwise(owners), start + 1):
                if one != other:
                    yield self._fragment(text, first, at, one)
                    first, current = at, other
        if first >= 0:
            yield self._fragment(text, first, len(text), current)

    def _is_gap(self, at: int) -> bool:
        """Whether the space before a character, which PDFium found in a distance, is wider than one between words."""
        floats = self._floats
        address = ctypes.addressof(floats)
        last = at - 2
        if not self._call.FPDFText_GetLooseCharBox(self._handle, last, address):
            return True
        left, top, right, bottom = floats[:4]
        self._call.FPDFText_GetLooseCharBox(self._handle, at, address)
        next_left, next_top, next_right, next_bottom = floats[:4]
        across = max(next_left - right, left - next_right)
        upward = max(next_bottom - top, bottom - next_top)
        height = max(min(abs(top - bottom), abs(next_top - next_bottom)), 1.0)
        return bool(max(across, upward) > _GAP * height)

    def _fragment(self, text: str, first: int, end: int, painter: int) -> tuple[Fragment, str]:
        """The fragment of some characters, never with spaces at either end of them, and why it cannot be seen."""
        end = first + len(text[first:end].rstrip())
        numbers, floats = self._numbers, self._floats
        at = ctypes.addressof(numbers)
        self._call.FPDFText_GetCharOrigin(self._handle, first, at, at + 8)
        x, y = numbers
        self._call.FPDFText_GetMatrix(self._handle, first, ctypes.addressof(floats))
        across, aslant, _, upward = floats[:4]
        self._call.FPDFText_GetLooseCharBox(self._handle, end - 1, ctypes.addressof(floats))
        near, far = floats[0], floats[2]
        size = abs(upward) * self._call.FPDFText_GetFontSize(self._handle, first)
        left, bottom, right, top = self._frame
        turned = across < 0
        sideways = abs(aslant) > abs(across)
        if sideways:
            size *= abs(aslant) / abs(upward) if upward else 1
        fragment = Fragment(
            text=self._shown(text, first, end),
            x=right - x if turned else x - left,
            y=y - bottom if turned else top - y,
            width=0.0 if sideways else max(0.0, x - near if turned else far - x),
            size=size,
            turned=turned,
        )
        if not sideways and size < _SMALLEST:
            return fragment, f"in type of {size:.1f} points"
        if not sideways and abs(across) < _NARROWEST * abs(upward):
            return fragment, f"set {abs(across / upward):.0%} wide"
        return fragment, self._how_hidden(painter, x, y)

    def _shown(self, text: str, first: int, end: int) -> str:
        ends = [first - 1, *self._unwritten, end]
        shown = "".join(text[at + 1 : next_] for at, next_ in pairwise(ends))
        self._unwritten.clear()
        written = end < len(text) and not self._call.FPDFText_IsGenerated(self._handle, end)
        return shown + " " * (written and text[end].isspace())

    def _how_hidden(self, painter: int, x: float, y: float) -> str:
        if not painter:
            return ""
        if painter not in self._hows:
            self._hows[painter] = self._how_painted(painter, x, y)
        return self._hows[painter] or ("cut off by a frame" if self._is_cut_off(painter, x, y) else "")

    def _how_painted(self, painter: int, x: float, y: float) -> str:
        mode = self._call.FPDFTextObj_GetTextRenderMode(painter)
        if mode in (_INVISIBLE, _CLIPPING):
            return "without being painted"
        at = ctypes.addressof(self._parts)
        if mode != 0 or not self._call.FPDFPageObj_GetFillColor(painter, at, at + 4, at + 8, at + 12):
            return ""
        *colour, alpha = self._parts
        if alpha == 0:
            return "in ink that lets everything through"
        if min(colour) >= _WHITE and not _is_on_ground(self._page, x, y):
            return "in white on white"
        return ""

    @cached_property
    def _of_page(self) -> frozenset[int]:
        """The objects of the page that are in no form."""
        return frozenset(ctypes.cast(each, c_void_p).value or 0 for each in _objects_of(self._page))

    def _is_cut_off(self, painter: int, x: float, y: float) -> bool:
        """Whether a text begins outside what is shown of its object, by the boxes of all paths that cut it off.

        An object in a form has its paths in the space of that form, so they say nothing about the page.
        """
        if painter not in self._of_page:
            return False
        clip: int = self._call.FPDFPageObj_GetClipPath(painter) or 0
        paths = max(0, self._call.FPDFClipPath_CountPaths(clip)) if clip else 0
        return any(not self._holds(clip, path, x, y) for path in range(paths))

    def _holds(self, clip: int, path: int, x: float, y: float) -> bool:
        at = ctypes.addressof(self._floats)
        points = []
        for segment in range(max(0, self._call.FPDFClipPath_CountPathSegments(clip, path))):
            found = self._call.FPDFClipPath_GetPathSegment(clip, path, segment)
            if found and self._call.FPDFPathSegment_GetPoint(found, at, at + 4):
                points.append((self._floats[0], self._floats[1]))
        if not points:
            return True
        xs, ys = zip(*points, strict=True)
        beside = x < min(xs) - _OUTSIDE or x > max(xs) + _OUTSIDE
        return not (beside or y < min(ys) - _OUTSIDE or y > max(ys) + _OUTSIDE)


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Where each word of a text begins and ends."""
    at = 0
    for word in text.split():
        at = text.index(word, at)
        yield at, at + len(word)
        at += len(word)


def _is_on_ground(page: Any, x: float, y: float) -> bool:
    """Whether anything but text is painted in a colour under a point of a page."""
    return any(_is_ground(painted, x, y, _DEEPEST) for painted in _objects_of(page))


def _objects_of(page: Any) -> Iterator[Any]:
    return (raw.FPDFPage_GetObject(page.raw, at) for at in range(raw.FPDFPage_CountObjects(page.raw)))


def _is_ground(painted: Any, x: float, y: float, depth: int) -> bool:
    """Whether an object, or one in a picture made of objects, has ink at a point."""
    kind = raw.FPDFPageObj_GetType(painted)
    edges = tuple(c_float() for _ in range(4))
    if kind == raw.FPDF_PAGEOBJ_TEXT or not raw.FPDFPageObj_GetBounds(painted, *map(ctypes.byref, edges)):
        return False
    if kind == raw.FPDF_PAGEOBJ_FORM:
        # Its content has its place in its own space.
        inner = _inside(painted, x, y)
        count = raw.FPDFFormObj_CountObjects(painted) if inner and depth else 0
        parts = (raw.FPDFFormObj_GetObject(painted, at) for at in range(count))
        return inner is not None and any(_is_ground(part, *inner, depth - 1) for part in parts)
    left, bottom, right, top = (edge.value for edge in edges)
    return left <= x <= right and bottom <= y <= top and not _is_white(painted, kind)


def _inside(form: Any, x: float, y: float) -> tuple[float, float] | None:
    """A point in the space of a picture made of objects."""
    matrix = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(form, ctypes.byref(matrix)):
        return None
    area = matrix.a * matrix.d - matrix.b * matrix.c
    if not area:
        return None
    across, upward = x - matrix.e, y - matrix.f
    return (
        (matrix.d * across - matrix.c * upward) / area,
        (matrix.a * upward - matrix.b * across) / area,
    )


def _is_white(painted: Any, kind: int) -> bool:
    red, green, blue, alpha = parts = tuple(c_uint() for _ in range(4))
    if kind != raw.FPDF_PAGEOBJ_PATH or not raw.FPDFPageObj_GetFillColor(painted, *map(ctypes.byref, parts)):
        return False
    return min(red.value, green.value, blue.value) >= _WHITE or not alpha.value
