"""Paper sizes and their type, what a file should be, how sheets are folded, and the variants of a file.

A variant is the plain file with a few differences:

| variant      | of       | for             | differences                                        |
|--------------|----------|-----------------|----------------------------------------------------|
| `plain`      | all      | screen, office  |                                                    |
| `print-shop` | all      | a print shop    | bleed, marks, whole sheets, inks, PDF/X-4          |
| `accessible` | booklets | screen readers  | tags, an outline by cases, reading order, PDF/UA-1 |

A booklet is folded as one signature, or several, one on the other. A signature is sheets that are folded
together, each around those within it. Sheet 0 is the outermost. With N pages in a signature, sheet s has on
its front page N - 2s at the left and page 1 + 2s at the right, on its back page 2 + 2s at the left and page
N - 1 - 2s at the right.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple

from casekit.diagnostics import Span
from casekit.values import field, frozen

CREATOR = "casekit"
"""The program that pages come from, as a PDF names it (``Creator``, PDF 1.7, section 14.3.3)."""

MOST_LETTERS_SHOWN = 40
"""The most letters of a text that a message shows."""

POINTS_PER_MM = 72 / 25.4
MM_PER_POINT = 25.4 / 72

BLEED = 3.0
"""How far art extends beyond the edge of a page for a print shop, in millimetres."""
LEADING = 1.32
"""The distance of lines in running text, as a multiple of its size."""
THUMB_INDEX_WIDTH = 8.0
"""How far the thumb index reaches into a page from its fore-edge, in millimetres."""
NUMBER_LINES = 1.55
"""The lines that a number takes above its paragraph. The base lines of all pages begin below it."""
LINES_BETWEEN_PARAGRAPHS = 2
"""The lines between the texts of two paragraphs, with the number of the second."""
PART_TITLE_LINES = 2
"""The lines that a title over all paragraphs takes."""

PAGES_PER_SHEET = 4
"""Pages of a folded sheet."""
OFFICE_PAPER_THICKNESS = 0.1
"""The thickness of office paper of 80 g/m2, in millimetres."""
MOST_STAPLED_MM = 1.6
"""The most paper that a stapler goes through, in millimetres: 16 sheets of office paper."""

INK_PROFILE = Path(__file__).resolve().parent.parent / "profiles" / "FOGRA39L.icc"
"""The ICC profile of the inks and the paper that print shops are asked for."""
PRINT_CONDITION = "FOGRA39"
"""The name of that printing condition in ``PROFILE_REGISTRY``."""
PRINT_CONDITION_NAME = "Coated FOGRA39 (ISO 12647-2:2004)"
"""The name of that printing condition for people."""
PROFILE_REGISTRY = "http://www.color.org"
"""The registry of printing conditions, as PDF/X names it."""

# The bottom margin of presentations and tables, as a part of that of other pages.
_REDUCED_BOTTOM = 2 / 3


@frozen(slots=True)
class Paper:
    """A page and its text. Lengths are millimetres."""

    width: float
    height: float
    inner: float
    """The margin at the binding."""
    outer: float
    """The margin at the fore-edge."""
    top: float
    bottom: float
    text: float
    """The size of running text, in points."""
    least: float = 0
    """The least size of text that is read through, in points."""

    @property
    def leading(self) -> float:
        """The distance of base lines in running text."""
        return LEADING * self.text / POINTS_PER_MM

    @property
    def measure(self) -> float:
        """The width of a line of text."""
        return self.width - self.inner - self.outer

    @property
    def depth(self) -> float:
        """The height of the text area."""
        return self.height - self.top - self.bottom

    @property
    def reduced_bottom(self) -> float:
        """The bottom margin of presentations and tables, which need every line."""
        return self.bottom * _REDUCED_BOTTOM

    @property
    def increased_depth(self) -> float:
        """The height of the text area of presentations and tables."""
        return self.height - self.top - self.reduced_bottom


PAPERS = {
    "a5": Paper(width=148, height=210, inner=19, outer=14, top=15, bottom=18, text=10.4),
    "a4": Paper(width=210, height=297, inner=34, outer=30, top=26, bottom=30, text=13),
    "half-letter": Paper(width=139.7, height=215.9, inner=17.5, outer=12.5, top=15, bottom=18, text=10.2),
    "letter": Paper(width=215.9, height=279.4, inner=36, outer=32, top=22, bottom=26, text=13),
    "large-print": Paper(width=210, height=297, inner=22, outer=17, top=16, bottom=18, text=16, least=16),
}
"""Papers by name. ``large-print`` is A4 for readers who need letters of 16 points at least."""


@frozen(slots=True)
class PageContent:
    """Page content of any kind."""

    title: str
    language: str
    """A language tag of IETF BCP 47."""
    paper: str
    """A name of ``PAPERS``."""
    span: Span
    """The place of findings."""


@frozen(slots=True)
class Format:
    """The properties that all pages of a file must have in common. Lengths are millimetres, of cut pages."""

    width: float
    height: float
    span: Span
    """The place that findings name."""
    inner: float = 0
    """The width of the margin at the binding, which no text may enter; the binding is left of odd pages."""
    outer: float = 0
    """The width of the margin at the fore-edge, which no text but the thumb index may enter."""
    strip: float = 0
    """How far from the fore-edge the numbers of a thumb index may be."""
    language: str = ""
    """A language tag of IETF BCP 47; empty if any will do."""

    @classmethod
    def of(cls, paper: str, span: Span) -> "Format":
        """Upright pages of a paper, which is a name of ``PAPERS``."""
        return cls(PAPERS[paper].width, PAPERS[paper].height, span)

    @classmethod
    def bound(cls, paper: str, span: Span, language: str = "") -> "Format":
        """The pages of a booklet."""
        page = PAPERS[paper]
        return cls(page.width, page.height, span, page.inner, page.outer, THUMB_INDEX_WIDTH, language)


class UpsideDownText(str):
    """A text that is upside down on its page."""

    __slots__ = ()


PageTexts = tuple[str, ...]
"""The texts on a page, each as often as it is there. Texts may be empty."""


@frozen(slots=True)
class ExpectedLayout:
    """A piece as it should be.

    A page whose texts are not ``UpsideDownText`` has nothing upside down.
    """

    format: Format
    layouts: tuple[tuple[PageTexts, ...], ...]
    """Every layout that will do; each has the texts of its pages."""


def pages_lacking(pages: int, multiple: int = PAGES_PER_SHEET) -> int:
    """How many pages are missing to the next multiple."""
    return -pages % multiple


@frozen(slots=True)
class Saddle:
    """How a booklet is to be folded and stapled."""

    sheet: str = ""
    """The paper to print on, a name of ``imposition.SHEETS``; empty for the smallest that holds two pages."""
    signature: int = 0
    """Pages that are folded together, a multiple of 4; 0 for as many as a stapler can take."""
    thickness: float = OFFICE_PAPER_THICKNESS
    """The thickness of the paper, in millimetres."""


def signatures(pages: int, saddle: Saddle) -> tuple[int, ...]:
    """The pages of each signature.

    Args:
        pages: of the booklet, a multiple of 4.
        saddle: how it is folded. A signature of its own size is kept, and the last one has the remaining
            pages; otherwise the sheets are divided evenly among as few signatures as a stapler can take.
    """
    if saddle.signature:
        full_signatures, remaining_pages = divmod(pages, saddle.signature)
        sizes = (saddle.signature,) * full_signatures
        return (*sizes, remaining_pages) if remaining_pages else sizes
    sheets = pages // PAGES_PER_SHEET
    sheets_per_stapler = max(1, int(MOST_STAPLED_MM / saddle.thickness))
    count = ceil(sheets / sheets_per_stapler)
    # The first signatures have one sheet more if the sheets cannot be divided evenly.
    return tuple(PAGES_PER_SHEET * (sheets // count + (at < sheets % count)) for at in range(count))


class SheetSide(NamedTuple):
    """One side of a printed sheet, before it is folded."""

    left: int
    """The page at the left, from 0."""
    right: int
    """The page at the right, from 0."""
    sheets_around: int
    """How many sheets of its signature are folded around this one."""


def sheet_sides(sizes: Sequence[int]) -> Iterator[SheetSide]:
    """The sides of all sheets as they are printed, front and back in turn, signature by signature.

    ``sizes`` are the pages of each signature: ``sheet_sides((8,))`` has the pages 7 and 0, 1 and 6, 5 and 2,
    3 and 4.
    """
    first_page = 0
    for size in sizes:
        last_page = first_page + size - 1
        for sheet in range(size // PAGES_PER_SHEET):
            low, high = first_page + 2 * sheet, last_page - 2 * sheet
            yield SheetSide(high, low, sheet)
            yield SheetSide(low + 1, high - 1, sheet)
        first_page += size


@frozen(slots=True)
class Variant:
    """One of the ways to print the same pages."""

    name: str
    """How it is asked for."""
    styles: tuple[str, ...] = ()
    """Style sheets of ``templates/`` that are added to the booklet's own."""
    bleed: float = 0
    """How far art extends beyond the edge of the page, in millimetres."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the typesetter when it writes the file."""
    booklets_only: bool = False
    """Whether other pieces stay plain."""
    ticket: bool = False
    """Whether a job ticket goes with the files."""

    @property
    def of_pieces(self) -> "Variant":
        """The variant in which sheets, cards and the like are made beside a booklet of this one."""
        return PLAIN if self.booklets_only else self

    @property
    def suffix(self) -> str:
        """The addition to the name of its file."""
        return "" if self == PLAIN else f"-{self.name}"


PLAIN = Variant("plain")
PRINT_SHOP = Variant("print-shop", styles=("print-shop.css",), bleed=BLEED, ticket=True)
ACCESSIBLE = Variant(
    "accessible", styles=("accessible.css",), options={"pdf_variant": "pdf/ua-1"}, booklets_only=True
)
VARIANTS = {variant.name: variant for variant in (PLAIN, PRINT_SHOP, ACCESSIBLE)}


@frozen(slots=True)
class Terms:
    """The words of a job ticket. ``{}`` stands for a title, a number or a name."""

    title: str
    one: str
    """That a piece has one page, and its size."""
    pages: str
    """How many pages of which size a piece has."""
    black: str
    """That a piece is printed in black."""
    coloured: str
    """That a piece is printed in four inks."""
    facts: str
    """The pages and the inks of a piece in one sentence."""
    uses: Mapping[str, str]
    """What is to be done with the pieces of a kind, by its name."""
    all: str
    """What is true of all files, with the name of the printing condition."""
    often: Mapping[str, str] = field(default_factory=dict)
    """How often the pieces of some kinds are printed for a box, and what is done with them there."""
    sheets: str = ""
    """How many sheets of paper are folded in each signature."""
