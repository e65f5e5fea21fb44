"""The text of each page of a PDF, and which of it cannot be seen.

PDFium reads it, which neither wrote the file nor shares code with what did.
"""

import ctypes
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from ctypes import byref, c_float, c_uint
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import PdfiumError, PdfMatrix, raw

from casekit.print.preflight.pdf_opening import Box, RefusedFileError, reason
from casekit.print.preflight.printed_text import CELL_GAP_EMS, Fragment, Page, normalise
from casekit.system.sandbox import report_progress
from casekit.values import replace

_MOST_CHARACTERS_OF_A_PAGE = 200_000
"""The most characters of a page that is read. One that is full of small type has 10,000."""

_LATIN_LETTERS = (*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x100))
_HYPHEN_BY_SIGN = dict.fromkeys((0x02, 0xFFFE), "-")
"""The signs of PDFium for a hyphen at the end of a line."""

_LETTER_BY_EXCHANGED_BYTES = {letter << 8: chr(letter) for letter in _LATIN_LETTERS}
"""The letters of ligatures as Ghostscript writes them.

It exchanges the bytes of each, which makes them letters that no face of casekit has.
"""

_CORRECTIONS = _HYPHEN_BY_SIGN | _LETTER_BY_EXCHANGED_BYTES
"""The characters that stand for others in what PDFium gives."""

_SMALLEST_SIZE = 2.0
"""The size in points below which no eye reads type."""

_LEAST_WIDTH_PER_HEIGHT = 0.2
"""The width to which type may be squeezed, as a part of its own."""

_LEAST_WHITE = 250
"""The red, green and blue, up to 255, from which a colour counts as white."""

_OUTSIDE_POINTS = 1.0
"""Points beyond a frame from which a text is outside it."""

_LARGER_POINTS = 3.0
"""Points on each side by which a page must be larger than it should be to be cut."""


def read_pages(pdf: bytes, *, size: tuple[float, float] | None = None) -> tuple[Page, ...]:
    """Read the text of each page of a PDF.

    Args:
        pdf: its bytes.
        size: the width and the height, in points, that a page should have. One that is larger, whose boxes a
            program has lost, is cut in its middle.

    Raises:
        RefusedFileError: if PDFium cannot read it, or if a page has far too many letters.
    """
    try:
        with closing(pypdfium2.PdfDocument(pdf)) as document:
            return tuple(_read_page(document, page_index, size) for page_index in range(len(document)))
    except PdfiumError as error:
        raise RefusedFileError(f"its content is damaged ({reason(error)})") from error


def _read_page(document: Any, page_index: int, size: tuple[float, float] | None) -> Page:
    report_progress(page_index + 1)
    with closing(document[page_index]) as page, closing(page.get_textpage()) as text_page:
        character_count = text_page.count_chars()
        if character_count > _MOST_CHARACTERS_OF_A_PAGE:
            raise RefusedFileError(f"page {page_index + 1} has {character_count:,} characters")
        frame = _cut_to(size, page.get_trimbox())
        left, bottom, right, top = frame
        texts = [*_placed_texts(page, text_page, frame)]
        visible = tuple(fragment for fragment, way_hidden in texts if not way_hidden)
        hidden = tuple((fragment, way_hidden) for fragment, way_hidden in texts if way_hidden)
        return Page(visible, right - left, top - bottom, hidden)


def _cut_to(size: tuple[float, float] | None, box: Box) -> Box:
    """A box, or the middle of it with a width and a height if it is larger in both."""
    if size is None:
        return box
    left, bottom, right, top = box
    width, height = size
    excess_at_sides = (right - left - width) / 2
    excess_at_ends = (top - bottom - height) / 2
    if min(excess_at_sides, excess_at_ends) <= _LARGER_POINTS:
        return box
    return left + excess_at_sides, bottom + excess_at_ends, right - excess_at_sides, top - excess_at_ends


def _placed_texts(page: Any, text_page: Any, frame: Box) -> Iterator[tuple[Fragment, str]]:
    """The texts of a page, each with the way in which it is hidden; ``frame`` is its trim in points."""
    # Few pages have texts over several cells, for which letters are looked up.
    letters_by_object: dict[int | None, list[int]] | None = None
    for text_object in page.get_objects([raw.FPDF_PAGEOBJ_TEXT]):
        text = _text_of_object(text_object, text_page)
        if not text.strip():
            continue
        to_page = _matrix_to_page(text_object)
        matrix = text_object.get_matrix().multiply(to_page)
        fragment = _fragment(text_object, text, frame, to_page, matrix)
        way_hidden = _way_hidden(text_object, page, fragment, matrix)
        has_wide_gaps = fragment.width > fragment.size * max(2, len(normalise(text)))
        if not has_wide_gaps:
            yield fragment, way_hidden
            continue
        if letters_by_object is None:
            letters_by_object = _letters_by_object(text_page)
        letters = letters_by_object.get(_address(text_object.raw), ())
        for cell in _cells(fragment, letters, text_page, frame):
            yield cell, way_hidden


def _fragment(text_object: Any, text: str, frame: Box, to_page: PdfMatrix, matrix: PdfMatrix) -> Fragment:
    """A text object of a page as a fragment.

    Args:
        text_object: the object.
        text: its text.
        frame: the trim of the page, in points.
        to_page: leads from the space that the object is in to the page.
        matrix: leads from the object's own space to the page.
    """
    left, bottom, right, top = frame
    across, aslant, _, upward, x, y = matrix.get()
    left_edge, _, right_edge, _ = to_page.on_rect(*text_object.get_bounds())
    is_turned = across < 0
    is_sideways = abs(aslant) > abs(across)
    width = max(0.0, x - left_edge if is_turned else right_edge - x)
    return Fragment(
        text=text,
        x=right - x if is_turned else x - left,
        y=y - bottom if is_turned else top - y,
        width=0.0 if is_sideways else width,
        size=abs(aslant if is_sideways else upward) * text_object.get_font_size(),
        turned=is_turned,
    )


def _letters_by_object(text_page: Any) -> dict[int | None, list[int]]:
    """The indexes of letters in the text of a page, by the address of the text object that they are in."""
    letters: defaultdict[int | None, list[int]] = defaultdict(list)
    for index in range(text_page.count_chars()):
        letters[_address(raw.FPDFText_GetTextObject(text_page, index))].append(index)
    return letters


def _cells(
    fragment: Fragment, letters: Sequence[int], text_page: Any, frame: Sequence[float]
) -> Sequence[Fragment]:
    """The cells of a table that were set in one go, as Cairo does it; ``letters`` are indexes in the page."""
    frame_left, _, frame_right, _ = frame
    cells: list[Fragment] = []
    for index in letters:
        letter = text_page.get_text_range(index, 1).strip()
        if not letter:
            continue
        left, _, right, _ = text_page.get_charbox(index)
        start, end = left - frame_left, right - frame_left
        if fragment.turned:
            start, end = frame_right - right, frame_right - left
        if cells and start - cells[-1].x - cells[-1].width <= CELL_GAP_EMS * fragment.size:
            cells[-1] = replace(cells[-1], text=cells[-1].text + letter, width=end - cells[-1].x)
        else:
            cells.append(replace(fragment, text=letter, x=start, width=end - start))
    return cells or (fragment,)


def _address(page_object: Any) -> int | None:
    """The place of an object in memory, by which two of them can be compared."""
    return ctypes.cast(page_object, ctypes.c_void_p).value


def _text_of_object(text_object: Any, text_page: Any) -> str:
    size = raw.FPDFTextObj_GetText(text_object, text_page, None, 0)
    units = (ctypes.c_ushort * (size // 2))()
    raw.FPDFTextObj_GetText(text_object, text_page, units, size)
    return bytes(units).decode("utf-16-le", "replace").rstrip("\0").strip().translate(_CORRECTIONS)


def _matrix_to_page(page_object: Any) -> PdfMatrix:
    """Leads from the space that an object is in, which may be that of a form inside others, to the page."""
    matrix = PdfMatrix()
    form = page_object.container
    while form is not None:
        matrix = matrix.multiply(form.get_matrix())
        form = form.container
    return matrix


def _way_hidden(text_object: Any, page: Any, fragment: Fragment, matrix: PdfMatrix) -> str:
    """The way in which a text is hidden, as in ``in white on white``; empty if it can be seen."""
    across, aslant, _, upward, x, y = matrix.get()
    is_sideways = abs(aslant) > abs(across)
    if not is_sideways and fragment.size < _SMALLEST_SIZE:
        return f"in type of {fragment.size:.1f} points"
    if not is_sideways and abs(across) < _LEAST_WIDTH_PER_HEIGHT * abs(upward):
        return f"set {abs(across / upward):.0%} wide"
    mode = raw.FPDFTextObj_GetTextRenderMode(text_object)
    if mode in (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP):
        return "without being painted"
    colour = _fill_of(text_object) if mode == raw.FPDF_TEXTRENDERMODE_FILL else None
    if colour and colour.is_transparent:
        return "in ink that lets everything through"
    if colour and colour.is_white and not _is_on_coloured_ground(page, x, y):
        return "in white on white"
    # An object in a form has its paths in the space of that form, so they say nothing about the page.
    if text_object.container is None and _is_cut_off(text_object, x, y):
        return "cut off by a frame"
    return ""


class _Fill(NamedTuple):
    """The colour that fills an object; each part is from 0 to 255."""

    red: int
    green: int
    blue: int

    opacity: int
    """How much of it covers what is below it."""

    @property
    def is_white(self) -> bool:
        """Whether it looks like paper."""
        return min(self.red, self.green, self.blue) >= _LEAST_WHITE

    @property
    def is_transparent(self) -> bool:
        """Whether nothing of it is seen."""
        return not self.opacity


def _fill_of(page_object: Any) -> _Fill | None:
    parts = [c_uint() for _ in range(4)]
    has_colour = raw.FPDFPageObj_GetFillColor(page_object, *map(byref, parts))
    return _Fill(*(part.value for part in parts)) if has_colour else None


def _is_cut_off(text_object: Any, x: float, y: float) -> bool:
    """Whether a text begins outside what is shown of its object, by the boxes of all paths that cut it."""
    clip = raw.FPDFPageObj_GetClipPath(text_object)
    path_count = max(0, raw.FPDFClipPath_CountPaths(clip)) if clip else 0
    point_x, point_y = c_float(), c_float()
    for path in range(path_count):
        distances = []  # across and upward, from the text to each point of the path
        for segment in range(max(0, raw.FPDFClipPath_CountPathSegments(clip, path))):
            point = raw.FPDFClipPath_GetPathSegment(clip, path, segment)
            if point and raw.FPDFPathSegment_GetPoint(point, byref(point_x), byref(point_y)):
                distances.append((point_x.value - x, point_y.value - y))
        for distances_along_axis in zip(*distances, strict=True):
            # All of the path is on one side of the text.
            if min(distances_along_axis) > _OUTSIDE_POINTS or max(distances_along_axis) < -_OUTSIDE_POINTS:
                return True
    return False


def _is_on_coloured_ground(page: Any, x: float, y: float) -> bool:
    """Whether anything but text is painted in a colour under a point of a page."""
    for page_object in page.get_objects():
        if page_object.type in (raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_FORM):
            continue
        left, bottom, right, top = _matrix_to_page(page_object).on_rect(*page_object.get_bounds())
        colour = _fill_of(page_object) if page_object.type == raw.FPDF_PAGEOBJ_PATH else None
        is_unseen = colour is not None and (colour.is_white or colour.is_transparent)
        if left <= x <= right and bottom <= y <= top and not is_unseen:
            return True
    return False
