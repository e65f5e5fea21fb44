"""The pages of a file as a reader sees them, by PDFium: pictures, and the letters that a program reads."""

import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from ctypes import byref, c_double
from functools import cached_property, lru_cache
from io import BytesIO
from math import pi, radians

import numpy as np
import pikepdf
import pypdfium2
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from pypdfium2 import raw

from casekit.print.comparison.placing import Affine, Boxes
from casekit.print.content.papers import POINTS_PER_MM
from casekit.values import frozen
from casekit.values.grouping import grouped

NEAR = 3.0
"""Points by which a letter may be beside its place."""

_PAIRS_AT_ONCE = 100_000
"""Pairs of letters that are looked at in one go."""

_LETTERS_OF_SUM = {ord("f") + ord("i"): "fi", ord("f") + ord("l"): "fl"}
"""Two letters of a ligature whose codes Ghostscript 10 adds up, by the sum."""

_LETTERS_OF_EXCHANGED_BYTES = {
    letter << 8: _LETTERS_OF_SUM.get(letter, chr(letter)) for letter in range(0x20, 0x100)
}
"""The letters of ligatures, by what Ghostscript 10 writes: their codes with bytes exchanged."""

DPI = 150
"""Dots per inch of the pictures: a dot is a sixth of a millimetre, and a comma has a dozen."""

PER_POINT = DPI / 72
"""Dots in a point."""

Picture = NDArray[np.uint8]
"""A page: height x width x blue, green, red."""

_HYPHENS = str.maketrans({"\x02": "-", "\u2010": "-", "\u2011": "-", "\ufffe": "-", "\xad": "-"})
"""Makes all hyphens alike, those of PDFium at the ends of lines among them."""

_MOST_SLANT = 0.1
"""Radians by which a line that is upside down may slant."""


@frozen
class Letters:
    """The letters that can be read on a page, in the order in which they were printed."""

    characters: tuple[str, ...]
    """Their characters."""

    boxes: Boxes
    """Their boxes."""

    spaced: tuple[bool, ...]
    """Whether a space precedes each."""

    @cached_property
    def middles(self) -> Boxes:
        """The middle of each letter: across and down."""
        return (self.boxes[:, :2] + self.boxes[:, 2:]) / 2


@lru_cache(1024)
def _printed(code: int) -> str:
    """The letter of a code; empty if it cannot be printed."""
    character = chr(code).translate(_HYPHENS)
    return character if character.isprintable() or character.isspace() else ""


class Leaf:
    """A page of an open file."""

    unit: float
    """The points of its unit."""

    points: tuple[float, float]
    """The width and the height, in points, of what is shown of it."""

    turn: int
    """The degrees by which it is turned to be shown."""

    def __init__(self, page: pypdfium2.PdfPage, unit: float = 1.0) -> None:
        self._page = page
        self._points = page.get_size()
        self.unit = unit
        self.points = self._points[0] * unit, self._points[1] * unit
        self.turn = page.get_rotation()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what is shown, in millimetres."""
        return self.points[0] / POINTS_PER_MM, self.points[1] / POINTS_PER_MM

    @property
    def dots(self) -> tuple[int, int]:
        """Height and width of its picture."""
        return _dots(self._points)

    @cached_property
    def picture(self) -> Picture:
        """The page on white paper, with what is laid over it as annotations."""
        return self._painted(Affine.identity(), self.dots)

    def repainted(self, picture: Picture) -> "Leaf":
        """The same page with another picture of its size."""
        other = Leaf(self._page, self.unit)
        other.picture = picture
        other.letters = self.letters
        return other

    def laid(self, place: Affine, dots: tuple[int, int]) -> Picture:
        """The picture of the page where a map leads it, on paper of some height and width in dots."""
        picture = self._painted(place, dots)
        width, height = self._points
        corners = place.of(np.array([(0, 0), (width, 0), (width, height), (0, height)])) * PER_POINT
        page_mask = Image.new("1", picture.shape[1::-1])
        ImageDraw.Draw(page_mask).polygon([(float(x), float(y)) for x, y in corners.round()], fill=1)
        # Anything beyond the edges of a page is not printed.
        picture[~np.asarray(page_mask)] = 255
        return picture

    def _painted(self, place: Affine, dots: tuple[int, int]) -> Picture:
        """The content where a map leads it, on white paper of some height and width in dots."""
        height, width = dots
        # PDFium paints into an array of ours: copying one of its own would take half as long again.
        picture: Picture = np.full((height, width, 3), 255, np.uint8)
        bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGR, picture.ctypes.data, 3 * width)
        if not bitmap:
            raise pypdfium2.PdfiumError("there is no picture of a page")
        try:
            # PDFium takes whole points for the edges of the page; a part of one would stretch it.
            across, down = (length / max(1, int(length)) * PER_POINT for length in self._points)
            (a, c), (b, d) = place.linear
            e, f = place.shift * PER_POINT
            matrix = raw.FS_MATRIX(a * across, b * across, c * down, d * down, e, f)
            whole = raw.FS_RECTF(0, 0, width, height)
            flags = raw.FPDF_ANNOT | raw.FPDF_NO_NATIVETEXT
            raw.FPDF_RenderPageBitmapWithMatrix(bitmap, self._page, matrix, whole, flags)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
        return picture

    def text(self) -> str:
        """The text that can be read, in the order in which it was printed."""
        with closing(self._page.get_textpage()) as text:
            return str(text.get_text_range())

    def is_upside_down(self) -> bool:
        """Whether its first line is printed upside down."""
        with closing(self._page.get_textpage()) as text:
            angle = raw.FPDFText_GetCharAngle(text, 0) if text.count_chars() else 0
        return bool(abs((angle + radians(self.turn)) % (2 * pi) - pi) < _MOST_SLANT)

    @cached_property
    def letters(self) -> Letters:
        """The letters that can be read, with places."""
        characters: list[str] = []
        boxes: list[tuple[float, ...]] = []
        spaced: list[bool] = []
        left, right, bottom, top = sides = [c_double() for _ in range(4)]
        references = [byref(side) for side in sides]
        is_after_space = False
        unicode, char_box = raw.FPDFText_GetUnicode, raw.FPDFText_GetCharBox
        with closing(self._page.get_textpage()) as text:
            for index in range(text.count_chars()):
                character = _printed(unicode(text, index))
                if character and not character.isspace():
                    characters.append(character)
                    char_box(text, index, *references)
                    boxes.append((left.value, bottom.value, right.value, top.value))
                    spaced.append(is_after_space)
                is_after_space = character.isspace()
        boxes_as_shown = self._as_shown(np.array(boxes, dtype=np.float64).reshape(-1, 4))
        return Letters(tuple(characters), boxes_as_shown, tuple(spaced))

    def _as_shown(self, boxes: Boxes) -> Boxes:
        """Boxes (left, bottom, right, top) of the page's own coordinates as the page is shown."""
        left, bottom, right, top = self._page.get_bbox()
        x, y = boxes[:, (0, 2)], boxes[:, (1, 3)]
        across, down = {
            0: (x - left, top - y),
            90: (y - bottom, x - left),
            180: (right - x, y - bottom),
            270: (top - y, right - x),
        }[self.turn]
        return np.stack([across.min(1), down.min(1), across.max(1), down.max(1)], axis=1)


@frozen
class Rendering:
    """An open file, page by page. Pages count from 0."""

    file: pypdfium2.PdfDocument
    """The file."""

    units: Mapping[int, float]
    """The points of the unit of each page whose unit is not a point."""

    def __len__(self) -> int:
        return len(self.file)

    def dots(self, index: int) -> tuple[int, int]:
        """Height and width of the picture of a page, without a look at its content."""
        return _dots(self.file.get_page_size(index))

    @contextmanager
    def leaf(self, index: int) -> Iterator[Leaf]:
        """A page."""
        with closing(self.file[index]) as page:
            yield Leaf(page, self.units.get(index, 1.0))


def _dots(size: tuple[float, float]) -> tuple[int, int]:
    """Height and width of the picture of a page of a size in points."""
    width, height = size
    return max(1, round(height * PER_POINT)), max(1, round(width * PER_POINT))


@contextmanager
def rendering(pdf: bytes) -> Iterator[Rendering]:
    """Open a file.

    Raises:
        pypdfium2.PdfiumError: if it cannot be opened.
    """
    units: dict[int, float] = {}
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        # PDFium does not know other units; whatever it could open is compared all the same.
        with suppress(pikepdf.PdfError, TypeError, ValueError, OverflowError):
            if b"UserUnit" in pdf or b"ObjStm" in pdf:
                with pikepdf.open(BytesIO(pdf)) as file:
                    pages = [page.obj for page in file.pages]
                    units = {
                        index: float(page.UserUnit) for index, page in enumerate(pages) if "/UserUnit" in page
                    }
        yield Rendering(document, units)


def same_text(one: str, other: str) -> bool:
    """Whether two texts are the same letters in the same order; most pages are told apart by that alone."""
    return one == other or _plain(one) == _plain(other)


def unlike(ours: Letters, theirs: Letters) -> tuple[Letters, Letters]:
    """The letters read on each of two pages and not, at the same place, on the other."""
    one, other = taken_apart(ours), taken_apart(theirs)
    return _without(one, other), _without(other, one)


def some(letters: Letters, chosen: np.ndarray) -> Letters:
    """Those of letters that are chosen: ``chosen`` says it of each."""
    indexes = np.flatnonzero(chosen)
    return Letters(
        tuple(letters.characters[index] for index in indexes),
        letters.boxes[indexes],
        tuple(letters.spaced[index] for index in indexes),
    )


def _without(letters: Letters, others: Letters) -> Letters:
    """The letters at whose place the others have no such letter."""
    indexes_of, indexes_of_others = places_of(letters), places_of(others)
    has_no_partner = np.ones(len(letters.characters), np.bool_)
    for character in indexes_of.keys() & indexes_of_others.keys():
        indexes = indexes_of[character]
        other_middles = others.middles[indexes_of_others[character]]
        # A page of a stranger's may hold a letter so often that all pairs of it would fill the memory.
        step = max(1, _PAIRS_AT_ONCE // len(other_middles))
        for start in range(0, len(indexes), step):
            part = indexes[start : start + step]
            distances = np.abs(letters.middles[part][:, None] - other_middles).max(axis=2)
            has_no_partner[part] = distances.min(axis=1) > NEAR
    return some(letters, has_no_partner)


def places_of(letters: Letters) -> dict[str, list[int]]:
    """The indexes of the letters that have each character."""
    return grouped((character, index) for index, character in enumerate(letters.characters))


def taken_apart(letters: Letters) -> Letters:
    """The letters with ligatures taken apart."""
    characters: list[str] = []
    indexes: list[int] = []
    spaced: list[bool] = []
    for index, character in enumerate(letters.characters):
        for part, letter in enumerate(_plain_letter(character)):
            is_first_part = part == 0
            characters.append(letter)
            indexes.append(index)
            spaced.append(letters.spaced[index] and is_first_part)
    return Letters(tuple(characters), letters.boxes[indexes], tuple(spaced))


def _plain(text: str) -> str:
    """Text without spaces and hyphens, its ligatures taken apart."""
    letters = filter(
        str.isprintable, unicodedata.normalize("NFKC", text.translate(_LETTERS_OF_EXCHANGED_BYTES))
    )
    return "".join(letter for letter in letters if not letter.isspace() and letter not in "-\u2010")


_plain_letter = lru_cache(1024)(_plain)
