"""Text with its place on a page, and lines put together by place, however a program has divided them.

Paragraph pages are taken apart at their numbers (``numbered_texts``). ``read_pages`` asks PDFium, which
neither wrote the file nor shares code with what did.
"""

import ctypes
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from ctypes import byref, c_float, c_uint
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any

import pypdfium2
from pypdfium2 import PdfiumError, PdfMatrix, raw

from casekit.diagnostics.invisible_characters import UNSEEN
from casekit.print.content.papers import MOST_LETTERS_SHOWN, POINTS_PER_MM, THUMB_INDEX_WIDTH
from casekit.print.preflight.pdf_opening import Box, RefusedFileError, present, reason
from casekit.system.sandbox import report_progress
from casekit.values import frozen, replace

# What has no ink, or is there only because of where a line ends.
_DROPPED = re.compile(rf"[\s\-\N{{HYPHEN}}\N{{NON-BREAKING HYPHEN}}{UNSEEN}]+")
# Points by which the base lines of one line may differ, the sizes of one text, and what rounding may add.
_SAME_LINE = 1.5
_SAME_SIZE = 0.3
_ROUNDING = 1.0
# Ems by which the ink of a last letter, a slanting f above all, may reach beyond its own width.
_OVERHANG = 0.3
# Ems by which one letter may be under the next, above all the tail of a Q.
_TAIL = 0.6
# Ems from which a gap is a space between words.
_WORD_SPACE = 0.12
# Ems between texts that do not belong together: two cells of a table. Spaces between words are narrower, if
# lines are not stretched.
_APART = 0.33


def normalise(text: str) -> str:
    """Text without what typesetting changes or has no ink for: spaces, hyphens, joiners, ligatures."""
    return _DROPPED.sub("", unicodedata.normalize("NFKC", text))


def plain(text: str) -> str:
    """A normalised text without the difference of capitals and small capitals."""
    return normalise(text).casefold()


@frozen(slots=True)
class Fragment:
    """Text set in one go. Lengths are points.

    They are measured from the upper left corner of the trimmed page as its reader sees it: of a fragment that
    is upside down, from the lower right corner.
    """

    text: str
    x: float
    """Its left edge."""
    y: float
    """Its base line."""
    width: float
    """Its width without the space at its end, which may hang over the margin; 0 if it runs up or down."""
    size: float
    """The size of its letters."""
    turned: bool
    """Whether it is upside down."""

    @property
    def slack(self) -> float:
        """Points by which its ink may reach over its edge."""
        return _ROUNDING + _OVERHANG * self.size

    def runs_into(self, following: "Fragment") -> bool:
        """Whether it goes on where the next of its line has begun."""
        return self.x + self.width > following.x + _ROUNDING + _TAIL * self.size

    @property
    def centre(self) -> float:
        """The middle between its edges."""
        return self.x + self.width / 2


PrintedLine = tuple[Fragment, ...]


@frozen
class Page:
    """A page that was read."""

    fragments: tuple[Fragment, ...]
    """The texts that can be seen, in the order they were painted."""
    width: float = 0
    """Its trimmed width, in points."""
    height: float = 0
    """Its trimmed height, in points."""
    hidden: tuple[tuple[Fragment, str], ...] = ()
    """Texts that cannot be seen, and how each is hidden."""

    @cached_property
    def upright(self) -> tuple[PrintedLine, ...]:
        """The lines that are upright, from the top, each from the left; adjacent words are one fragment."""
        return _lines([fragment for fragment in self.fragments if not fragment.turned])

    @cached_property
    def turned(self) -> tuple[PrintedLine, ...]:
        """The lines that are upside down, as their reader meets them."""
        return _lines([fragment for fragment in self.fragments if fragment.turned])


def painted(fragments: Iterable[Fragment]) -> str:
    """Fragments as one plain text, in the order they were painted."""
    return plain("".join(fragment.text for fragment in fragments))


def lacking(printed: str, texts: Sequence[str]) -> Iterator[str]:
    """The beginnings, in quotation marks, of texts that a plain text has not as often as it should."""
    for text, times in Counter(filter(None, map(plain, texts))).items():
        if printed.count(text) < times:
            original = next(candidate for candidate in texts if plain(candidate) == text)
            yield f"“{original[:MOST_LETTERS_SHOWN]}”"


def text_of(lines: Iterable[PrintedLine]) -> str:
    """Lines as one text."""
    return "\n".join(_text_of_line(line) for line in lines)


def _text_of_line(line: PrintedLine) -> str:
    return "".join(fragment.text for fragment in line)


def _lines(fragments: Sequence[Fragment]) -> tuple[PrintedLine, ...]:
    """Fragments gathered by base line and joined."""
    lines: list[list[Fragment]] = []
    visible = [fragment for fragment in fragments if fragment.text.strip()]
    for fragment in sorted(visible, key=attrgetter("y")):
        if lines and fragment.y - lines[-1][0].y <= _SAME_LINE:
            lines[-1].append(fragment)
        else:
            lines.append([fragment])
    return tuple(_joined(sorted(line, key=attrgetter("x"))) for line in lines)


def _joined(line: Sequence[Fragment]) -> PrintedLine:
    joined = [line[0]]
    for fragment in line[1:]:
        last = joined[-1]
        gap = fragment.x - last.x - last.width
        if (
            gap <= _APART * last.size
            and not last.runs_into(fragment)
            and abs(fragment.size - last.size) <= _SAME_SIZE
            and last.width
        ):
            between = " " if gap > _WORD_SPACE * last.size and not last.text.endswith(" ") else ""
            width = fragment.x + fragment.width - last.x
            joined[-1] = replace(last, text=f"{last.text}{between}{fragment.text}", width=width)
        else:
            joined.append(fragment)
    return tuple(joined)


_HEAD_SIZE = 1.2


@dataclass(slots=True)
class NumberedText:
    """A paragraph as it was read: its number, the lines under it, and its first and last page (from 0)."""

    number: int
    pages: tuple[int, int]
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines as one normalised text."""
        return normalise("".join(self.lines))


def numbered_texts(
    pages: Sequence[Page], section: range, title: str, top: float
) -> tuple[list[NumberedText], list[str]]:
    """Take the paragraph pages apart: the numbered texts, and lines that belong to none of them."""
    body = _body_size(pages[section.start : section.stop])
    texts: list[NumberedText] = []
    strays: list[str] = []
    guides: dict[int, str] = {}
    for at in section:
        lines = _without_thumb_index(pages[at])
        guides[at] = normalise(text_of(line for line in lines if line[0].y < top))
        for line in lines:
            if line[0].y < top:
                continue
            if len(line) == 1 and line[0].text.strip().isdecimal() and line[0].size > body * _HEAD_SIZE:
                texts.append(NumberedText(int(line[0].text), (at, at)))
            elif texts:
                texts[-1].lines.append(text_of([line]))
                texts[-1].pages = texts[-1].pages[0], at
            elif normalise(text_of([line])) != title:
                strays.append(text_of([line]))
    for at, guide in guides.items():
        if pages[at].upright and guide != _span(texts, at):
            strays.append(guide)
    return texts, strays


def _body_size(pages: Sequence[Page]) -> float:
    """The size in which most letters of some pages are set."""
    letters: Counter[float] = Counter()
    for page in pages:
        for line in page.upright:
            for fragment in line:
                letters[round(fragment.size, 1)] += len(fragment.text)
    return max(letters, key=lambda size: (letters[size], size), default=0.0)


def _without_thumb_index(page: Page) -> list[PrintedLine]:
    """The upright lines of a page that have more than numbers of the thumb index, without these."""
    lines = []
    for line in page.upright:
        own = tuple(fragment for fragment in line if not in_strip(fragment, page.width, THUMB_INDEX_WIDTH))
        if own:
            lines.append(own)
    return lines


def _span(texts: Sequence[NumberedText], at: int) -> str:
    """The first and the last number on the spread that a page (from 0) is on; those before if it has none."""
    left = at - 1 + at % 2
    own = [text.number for text in texts if left <= text.pages[0] <= left + 1]
    own = own or [text.number for text in texts if text.pages[0] < left][-1:]
    return "–".join(dict.fromkeys((str(own[0]), str(own[-1])))) if own else ""


def in_strip(fragment: Fragment, width: float, strip: float) -> bool:
    """Whether a fragment is a number of the thumb index: at most ``strip`` millimetres from an edge."""
    reach = strip * POINTS_PER_MM
    at_edge = fragment.x + fragment.width <= reach or fragment.x >= width - reach
    return at_edge and fragment.x >= 0 and fragment.text.strip().isdecimal()


_MOST_CHARACTERS = 200_000
"""On a page. One that is full of small type has 10,000."""
_LETTERS = (*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x100))
_REWRITTEN = dict.fromkeys((0x02, 0xFFFE), "-") | {letter << 8: chr(letter) for letter in _LETTERS}
"""The signs of PDFium for a hyphen at the end of a line, and how Ghostscript writes the letters of ligatures.

It exchanges the bytes of each, which makes them letters that no face of casekit has.
"""
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
        size: how wide and high, in points, a page is to be. One that is larger, whose boxes a program has
            lost, is cut in its middle.

    Raises:
        RefusedFileError: if PDFium cannot read it, or if a page has far too many letters.
    """
    try:
        with closing(pypdfium2.PdfDocument(pdf)) as document:
            return tuple(_read_page(document, at, size) for at in range(len(document)))
    except PdfiumError as error:
        raise RefusedFileError(f"its content is damaged ({reason(error)})") from error


def _read_page(document: Any, at: int, size: tuple[float, float] | None) -> Page:
    report_progress(at + 1)
    with closing(document[at]) as page, closing(page.get_textpage()) as text_page:
        if text_page.count_chars() > _MOST_CHARACTERS:
            raise RefusedFileError(f"page {at + 1} has {text_page.count_chars():,} characters")
        left, bottom, right, top = page.get_trimbox()
        if size is not None:
            across, upward = (right - left - size[0]) / 2, (top - bottom - size[1]) / 2
            if min(across, upward) > _LARGER:
                left, bottom, right, top = left + across, bottom + upward, right - across, top - upward
        texts = [*_placed_texts(page, text_page, (left, bottom, right, top))]
        visible = tuple(fragment for fragment, how in texts if not how)
        hidden = tuple((fragment, how) for fragment, how in texts if how)
        return Page(visible, right - left, top - bottom, hidden)


def _placed_texts(page: Any, text_page: Any, frame: Box) -> Iterator[tuple[Fragment, str]]:
    """The texts of a page, and why each cannot be seen; ``frame`` is its trim in points."""
    # Few pages have loose texts, for which letters are looked up.
    letters: dict[int | None, list[int]] | None = None
    for shown in page.get_objects([raw.FPDF_PAGEOBJ_TEXT]):
        text = _text(shown, text_page)
        if not text.strip():
            continue
        around = _around(shown)
        matrix = shown.get_matrix().multiply(around)
        fragment = _fragment(shown, text, frame, around, matrix)
        how = _how_hidden(shown, page, fragment, matrix)
        is_loose = fragment.width > fragment.size * max(2, len(normalise(text)))
        if not is_loose:
            yield fragment, how
            continue
        if letters is None:
            letters = _letters_by_object(text_page)
        for part in _parts(fragment, letters.get(_address(shown.raw), ()), text_page, frame):
            yield part, how


def _fragment(shown: Any, text: str, frame: Box, around: PdfMatrix, matrix: PdfMatrix) -> Fragment:
    """A text object of a page as a fragment; ``matrix`` leads from its own space to the page."""
    left, bottom, right, top = frame
    across, aslant, _, upward, x, y = matrix.get()
    near, _, far, _ = around.on_rect(*shown.get_bounds())
    turned, sideways = across < 0, abs(aslant) > abs(across)
    return Fragment(
        text=text,
        x=right - x if turned else x - left,
        y=y - bottom if turned else top - y,
        width=0.0 if sideways else max(0.0, x - near if turned else far - x),
        size=abs(aslant if sideways else upward) * shown.get_font_size(),
        turned=turned,
    )


def _letters_by_object(text_page: Any) -> dict[int | None, list[int]]:
    """The places of letters in the text of a page, by the text objects that they are in."""
    letters: defaultdict[int | None, list[int]] = defaultdict(list)
    for at in range(text_page.count_chars()):
        letters[_address(raw.FPDFText_GetTextObject(text_page, at))].append(at)
    return letters


def _parts(
    fragment: Fragment, letters: Sequence[int], text_page: Any, frame: Sequence[float]
) -> Sequence[Fragment]:
    """A text that was set in one go over several cells of a table, as Cairo does it, cell by cell."""
    parts: list[Fragment] = []
    for at in letters:
        if not (letter := text_page.get_text_range(at, 1).strip()):
            continue
        near, _, far, _ = text_page.get_charbox(at)
        start, end = near - frame[0], far - frame[0]
        if fragment.turned:
            start, end = frame[2] - far, frame[2] - near
        if parts and start - parts[-1].x - parts[-1].width <= _APART * fragment.size:
            parts[-1] = replace(parts[-1], text=parts[-1].text + letter, width=end - parts[-1].x)
        else:
            parts.append(replace(fragment, text=letter, x=start, width=end - start))
    return parts or (fragment,)


def _address(painted: Any) -> int | None:
    return ctypes.cast(painted, ctypes.c_void_p).value


def _text(shown: Any, text_page: Any) -> str:
    size = raw.FPDFTextObj_GetText(shown, text_page, None, 0)
    units = (ctypes.c_ushort * (size // 2))()
    raw.FPDFTextObj_GetText(shown, text_page, units, size)
    return bytes(units).decode("utf-16-le", "replace").rstrip("\0").strip().translate(_REWRITTEN)


def _around(painted: Any) -> PdfMatrix:
    """Leads from the space of an object, which may be in pictures made of objects, to the page."""
    matrix = PdfMatrix()
    while (painted := painted.container) is not None:
        matrix = matrix.multiply(painted.get_matrix())
    return matrix


def _how_hidden(shown: Any, page: Any, fragment: Fragment, matrix: PdfMatrix) -> str:
    """Why a text cannot be seen; empty if it can."""
    across, aslant, _, upward, x, y = matrix.get()
    is_sideways = abs(aslant) > abs(across)
    if not is_sideways and fragment.size < _SMALLEST:
        return f"in type of {fragment.size:.1f} points"
    if not is_sideways and abs(across) < _NARROWEST * abs(upward):
        return f"set {abs(across / upward):.0%} wide"
    mode = raw.FPDFTextObj_GetTextRenderMode(shown)
    colour = _fill_of(shown) if mode == 0 else None
    ways = {
        "without being painted": mode in (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP),
        "in ink that lets everything through": colour and not colour[3],
        "in white on white": colour and min(colour[:3]) >= _WHITE and not _is_on_ground(page, x, y),
        # An object in a form has its paths in the space of that form, so they say nothing about the page.
        "cut off by a frame": shown.container is None and _is_cut_off(shown, x, y),
    }
    return next(iter(present(ways)), "")


def _fill_of(painted: Any) -> tuple[int, ...] | None:
    """Red, green, blue and how much of it covers, from 0 to 255 each."""
    parts = [c_uint() for _ in range(4)]
    has_colour = raw.FPDFPageObj_GetFillColor(painted, *map(byref, parts))
    return tuple(part.value for part in parts) if has_colour else None


def _is_cut_off(shown: Any, x: float, y: float) -> bool:
    """Whether a text begins outside what is shown of its object, by the boxes of all paths that cut it."""
    clip = raw.FPDFPageObj_GetClipPath(shown)
    across, upward = c_float(), c_float()
    for path in range(max(0, raw.FPDFClipPath_CountPaths(clip)) if clip else 0):
        away = []
        for segment in range(max(0, raw.FPDFClipPath_CountPathSegments(clip, path))):
            point = raw.FPDFClipPath_GetPathSegment(clip, path, segment)
            if point and raw.FPDFPathSegment_GetPoint(point, byref(across), byref(upward)):
                away.append((across.value - x, upward.value - y))
        # All of the path is on one side of it.
        if any(min(side) > _OUTSIDE or max(side) < -_OUTSIDE for side in zip(*away, strict=True)):
            return True
    return False


def _is_on_ground(page: Any, x: float, y: float) -> bool:
    """Whether anything but text is painted in a colour under a point of a page."""
    for painted in page.get_objects():
        if painted.type in (raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_FORM):
            continue
        left, bottom, right, top = _around(painted).on_rect(*painted.get_bounds())
        colour = _fill_of(painted) if painted.type == raw.FPDF_PAGEOBJ_PATH else None
        is_white = colour is not None and (min(colour[:3]) >= _WHITE or not colour[3])
        if left <= x <= right and bottom <= y <= top and not is_white:
            return True
    return False
