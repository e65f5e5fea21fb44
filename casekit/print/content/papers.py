"""Paper sizes, the type that suits them, and what a finished file should be, for those who look at it again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from casekit.diagnostics import Span

CREATOR = "casekit"
"""The program that pages come from, as a PDF names it (``Creator``, PDF 1.7, section 14.3.3)."""

_LOW = 2 / 3
POINTS_PER_MM = 72 / 25.4
"""Points in a millimetre."""
BLEED = 3.0
"""How far art goes on beyond the edge of a page for a print shop, in millimetres."""
LEADING = 1.32
"""The distance of lines in running text, as a multiple of its size."""
STRIP = 8.0
"""How far the thumb index reaches into a page from its fore-edge, in millimetres."""
NUMBER = 1.55
"""The lines that a number takes above its paragraph. All pages keep the grid of base lines that begins below it."""
BETWEEN = 2
"""The lines between the texts of two paragraphs, with the number of the second."""
PART = 2
"""The lines that a title over all paragraphs takes."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A page: its size, its margins (``inner`` at the binding), all in millimetres, and its text size in points.

    No text that is read through is smaller than ``least``.
    """

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float
    text: float
    least: float = 0

    @property
    def leading(self) -> float:
        """The distance of base lines in running text, in millimetres."""
        return LEADING * self.text / POINTS_PER_MM

    @property
    def measure(self) -> float:
        """The width of a line of text, in millimetres."""
        return self.width - self.inner - self.outer

    @property
    def depth(self) -> float:
        """The height of the text area, in millimetres."""
        return self.height - self.top - self.bottom

    @property
    def low(self) -> float:
        """The bottom margin of presentations and tables, which need every line, in millimetres."""
        return self.bottom * _LOW

    @property
    def deep(self) -> float:
        """The height of their text area, in millimetres."""
        return self.height - self.top - self.low


PAPERS = {
    "a5": Paper(width=148, height=210, inner=19, outer=14, top=15, bottom=18, text=10.4),
    "a4": Paper(width=210, height=297, inner=34, outer=30, top=26, bottom=30, text=13),
    "half-letter": Paper(width=139.7, height=215.9, inner=17.5, outer=12.5, top=15, bottom=18, text=10.2),
    "letter": Paper(width=215.9, height=279.4, inner=36, outer=32, top=22, bottom=26, text=13),
    "large-print": Paper(width=210, height=297, inner=22, outer=17, top=18, bottom=18, text=16, least=16),
}
"""Papers by name. ``large-print`` is A4 for readers who need letters of 16 points at least."""


class Titled(Protocol):
    """Page content of any kind, as far as a file describes it as a whole."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def language(self) -> str:
        """Its language as a tag of IETF BCP 47."""


@dataclass(frozen=True, slots=True)
class Format:
    """The size of cut pages in millimetres, and the place to name where they have another.

    ``inner`` and ``outer`` are the widths of the margins that no text may enter, ``inner`` on the left of odd pages; the
    numbers of a thumb index may be within ``strip`` of the fore-edge. ``language`` is a tag of IETF BCP 47, empty if any will do.
    """

    width: float
    height: float
    span: Span
    inner: float = 0
    outer: float = 0
    strip: float = 0
    language: str = ""

    @classmethod
    def of(cls, paper: str, span: Span) -> "Format":
        """Upright pages of a paper."""
        return cls(PAPERS[paper].width, PAPERS[paper].height, span)

    @classmethod
    def bound(cls, paper: str, span: Span, language: str = "") -> "Format":
        """The pages of a booklet."""
        page = PAPERS[paper]
        return cls(page.width, page.height, span, page.inner, page.outer, STRIP, language)

    def margins_of(self, page: int) -> tuple[float, float]:
        """Left and right margin of a page, which count from 1, in millimetres."""
        return (self.inner, self.outer) if page % 2 else (self.outer, self.inner)


class Turned(str):
    """A text that is upside down on its page."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A piece as it should be: its format, and for each page the texts that are on it, as often as they do.

    A page without a text that is ``Turned`` has nothing upside down.

    ``otherwise`` are other layouts of the same that will do as well.
    """

    format: Format
    pages: tuple[tuple[str, ...], ...]
    otherwise: tuple[tuple[tuple[str, ...], ...], ...] = ()

    @property
    def layouts(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Every layout that will do."""
        return (self.pages, *self.otherwise)


def visible_texts(texts: Iterable[str]) -> tuple[str, ...]:
    """Those of a page's texts that leave something to be seen."""
    return tuple(text for text in texts if text.strip())
