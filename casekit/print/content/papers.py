"""Paper sizes and their type, the purposes of pages, how sheets are folded, and what a file should be.

A variant is the plain file with the few things that it has otherwise:

| variant      | of       | for             | otherwise                                          |
|--------------|----------|-----------------|----------------------------------------------------|
| `plain`      | all      | screen, office  |                                                    |
| `print-shop` | all      | a print shop    | bleed, marks, whole sheets, inks, PDF/X-4          |
| `accessible` | booklets | screen readers  | tags, an outline by cases, reading order, PDF/UA-1 |

A booklet is folded as one signature, or several, one on the other: sheets that are folded together, each
around those within it. Sheet 0 is the outermost. With N pages in a signature, sheet s has on its front page
N - 2s at the left and page 1 + 2s at the right, on its back page 2 + 2s at the left and page N - 1 - 2s at
the right.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from casekit.diagnostics import Span
from casekit.values import field, frozen

CREATOR = "casekit"
"""The program that pages come from, as a PDF names it (``Creator``, PDF 1.7, section 14.3.3)."""

SHOWN = 40
"""The most letters of a text that a message shows."""
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
"""The lines that a number takes above its paragraph. The base lines of all pages begin below it."""
BETWEEN = 2
"""The lines between the texts of two paragraphs, with the number of the second."""
PART = 2
"""The lines that a title over all paragraphs takes."""


@frozen(slots=True)
class Paper:
    """A page: its size and margins in millimetres (``inner`` at the binding), its text size in points.

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
    "large-print": Paper(width=210, height=297, inner=22, outer=17, top=16, bottom=18, text=16, least=16),
}
"""Papers by name. ``large-print`` is A4 for readers who need letters of 16 points at least."""


@frozen(slots=True)
class PageContent:
    """Page content of any kind: its title, its language as a tag of IETF BCP 47, a name of ``PAPERS``.

    ``span`` is the place of findings.
    """

    title: str
    language: str
    paper: str
    span: Span


@frozen(slots=True)
class Format:
    """The size of cut pages in millimetres, and the place to name where they have another.

    ``inner`` and ``outer`` are the widths of the margins that no text may enter, ``inner`` on the left of odd
    pages; the numbers of a thumb index may be within ``strip`` of the fore-edge. ``language`` is a tag of
    IETF BCP 47, empty if any will do.
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


class UpsideDownText(str):
    """A text that is upside down on its page."""

    __slots__ = ()


@frozen(slots=True)
class ExpectedLayout:
    """A piece as it should be: its format, and every layout that will do.

    A layout has for each page the texts on it, as often as they are there.

    Texts may be empty. A page without a text that is ``UpsideDownText`` has nothing upside down.
    """

    format: Format
    layouts: tuple[tuple[tuple[str, ...], ...], ...]


PROFILE = Path(__file__).resolve().parent.parent / "profiles" / "FOGRA39L.icc"
CONDITION = "FOGRA39"
CONDITION_NAME = "Coated FOGRA39 (ISO 12647-2:2004)"
REGISTRY = "http://www.color.org"


SHEET = 4
"""Pages of a folded sheet."""
THICKNESS = 0.1
"""Millimetres: office paper of 80 g/m2."""
STAPLER = 1.6
"""Millimetres of paper that a stapler goes through: 16 sheets of office paper."""


def lacking(pages: int, multiple: int = SHEET) -> int:
    """How many pages are wanting to the next multiple."""
    return -pages % multiple


@frozen(slots=True)
class Saddle:
    """How a booklet is to be folded and stapled.

    Attributes:
        sheet: a name of ``SHEETS``; without one, the smallest that holds two pages.
        signature: pages folded together, a multiple of 4; 0 for as many as a stapler can take.
        thickness: of the paper, in millimetres.
    """

    sheet: str = ""
    signature: int = 0
    thickness: float = THICKNESS


def signatures(pages: int, saddle: Saddle) -> tuple[int, ...]:
    """The pages of each signature.

    Args:
        pages: of the booklet, a multiple of 4.
        saddle: how it is folded. A signature of its own size is kept, and the last one has what is left;
            otherwise the sheets are divided evenly among as few signatures as a stapler can take.
    """
    if saddle.signature:
        full, rest = divmod(pages, saddle.signature)
        return (saddle.signature,) * full + ((rest,) if rest else ())
    sheets = pages // SHEET
    count = -(-sheets // max(1, int(STAPLER / saddle.thickness)))
    return tuple(SHEET * (sheets // count + (at < sheets % count)) for at in range(count))


def sides(sizes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The sides of all sheets as they are printed, front and back in turn, signature by signature.

    Each has its page at the left and the one at the right, counted from 0, and how many sheets are around it
    in its signature.
    """
    first = 0
    for size in sizes:
        last = first + size - 1
        for sheet in range(size // SHEET):
            low, high = first + 2 * sheet, last - 2 * sheet
            yield high, low, sheet
            yield low + 1, high - 1, sheet
        first += size


@frozen(slots=True)
class Variant:
    """One of the ways to print the same pages.

    Attributes:
        name: how it is asked for.
        styles: style sheets of this package that are added to the booklet's own.
        bleed: how far art goes on beyond the edge of the page, in millimetres.
        options: those of the typesetter when it writes the file.
        booklets_only: whether other pieces stay plain.
        ticket: whether a job ticket goes with the files.
    """

    name: str
    styles: tuple[str, ...] = ()
    bleed: float = 0
    options: Mapping[str, str] = field(default_factory=dict)
    booklets_only: bool = False
    ticket: bool = False

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
    """The words of a job ticket. ``{}`` stands for a title, a number or a name.

    ``uses`` say of each kind of piece what is to be done with it; ``one`` and ``pages`` how many pages of
    which size it has, ``black`` and ``coloured`` in which inks it is printed; ``facts`` puts both together.
    ``often`` says of some kinds how often they are printed for a box, and what is done with them there;
    ``sheets`` how many sheets of paper are folded in each part.
    """

    title: str
    one: str
    pages: str
    black: str
    coloured: str
    facts: str
    uses: Mapping[str, str]
    all: str
    often: Mapping[str, str] = field(default_factory=dict)
    sheets: str = ""
