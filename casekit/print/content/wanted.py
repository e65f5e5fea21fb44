"""What a finished file should be, for those who look at it again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from casekit.diagnostics import Span
from casekit.print.content.papers import PAPERS, STRIP

CREATOR = "casekit"
"""What a PDF says of the program that its pages come from (``Creator``, PDF 1.7, section 14.3.3)."""


class Titled(Protocol):
    """Page content of any kind, as far as a file tells of it as a whole."""

    @property
    def title(self) -> str:
        """What it is called."""

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


@dataclass(frozen=True, slots=True)
class Wanted:
    """A piece as it should be: its format, and for each page the texts that are on it, as often as they do.

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
