"""One booklet of a build and the products to make for it, with its content and its numbers."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from casekit.kit.edition_settings import BookletSettings, EditionSettings
from casekit.kit.interface import AnyGame, Document, Product
from casekit.kit.registry import DEFAULT, game_called
from casekit.print.content import papers, pieces
from casekit.print.content.booklet import Booklet, Paragraph
from casekit.print.numbers import kept_numbers, page_filling, released_pages
from casekit.print.numbers.lock import Lock
from casekit.print.numbers.numbering import Numbering, number_again
from casekit.values import field, frozen, replace

BOOKLET = "booklet"
"""The name of the product that the paragraphs are printed in."""

COVER = "cover"
"""The name of a product that every game has: a cover in one piece, made when a booklet has its pages."""


@frozen
class PlannedBooklet:
    """One booklet of a build: its name, its look and its documents in order.

    A case that is built by itself is a booklet too.
    """

    slug: str
    """The name that its files begin with."""

    title: str
    """The title on its first page. A case by itself has one once it was read."""

    documents: tuple[Document, ...] = ()
    """Its documents that could be read, in the order of the edition."""

    colour: str = ""
    """The colour of its accents as the edition writes it; empty for the game's own."""

    paper: str = "a5"
    """The name of the paper that its pages have."""

    case_files: tuple[str, ...] = ()
    """The files of its cases, as the edition names them."""

    lock_file: Path | None = None
    """Where its numbers are kept; ``None`` for a case by itself."""

    lock: Lock | None = None
    """Its lock file as read; ``None`` as long as there is none, or if it is not to be read."""

    finishing: pieces.Finishing = field(default_factory=pieces.Finishing)
    """Its variant and what is made from the finished booklet; plain by default."""

    game: str = DEFAULT
    """The name of its game."""

    settings: BookletSettings = field(default_factory=lambda: BookletSettings(""))
    """What the edition says of it; those of a case by itself have an empty slug."""

    kept_pages: released_pages.KeptPages | None = None
    """The pages of an earlier printing, if it is to be set on them."""

    @property
    def variant(self) -> papers.Variant:
        """The variant of the booklet, and of whatever goes with it."""
        return self.finishing.variant

    @property
    def kept_pages_file(self) -> Path | None:
        """Where its pages are kept when it is released, in its variant; ``None`` for a case by itself."""
        if self.lock_file is None:
            return None
        return self.lock_file.with_name(f"{self.slug}{self.variant.suffix}{released_pages.SUFFIX}")

    @property
    def ticket_file(self) -> str:
        """The name of the job ticket of what goes to a print shop; empty if there is none."""
        return f"{self.slug}{self.variant.suffix}.txt" if self.variant.ticket else ""


class Task(NamedTuple):
    """A product to make for a booklet."""

    booklet: PlannedBooklet
    """The booklet; for a product of a whole edition its first, whose name and colour the product has."""

    product: str
    """The name of the product, such as ``booklet``."""

    @property
    def is_bound(self) -> bool:
        """Whether it is a booklet, or folded like one."""
        return self.product == BOOKLET or product_of(self.booklet, self.product).is_leaflet

    @property
    def variant(self) -> papers.Variant:
        """The variant in which it is made."""
        return self.booklet.variant if self.is_bound else self.booklet.variant.of_pieces

    @property
    def file(self) -> str:
        """The name of the product's file."""
        return f"{self.booklet.slug}-{self.product}{self.variant.suffix}.pdf"

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its file and of those that are made from it."""
        endings = self.booklet.finishing.further if self.is_bound else ()
        return (self.file, *(f"{self.booklet.slug}-{self.product}-{ending}.pdf" for ending in endings))


class NumberedContent(NamedTuple):
    """The content of a booklet with the numbers of its paragraphs."""

    content: Booklet
    """What the booklet holds, with the numbers that lead nowhere."""

    numbering: Numbering
    """The number of each paragraph."""


def game_of(booklet: PlannedBooklet) -> AnyGame:
    """The game of a booklet."""
    return game_called(booklet.game)


def product_of(booklet: PlannedBooklet, name: str) -> Product[EditionSettings]:
    """The product with a name, of the game that a booklet is for."""
    return next(product for product in game_of(booklet).products if product.name == name)


def paragraphs_in(booklet: PlannedBooklet, documents: Iterable[Document]) -> Iterator[Paragraph]:
    """The numbered paragraphs of a booklet's documents, as far as they are written."""
    for number, document in enumerate(documents, 1):
        yield from game_of(booklet).pages.paragraphs(document, number)


def paragraph_count(booklet: PlannedBooklet) -> int:
    """How many paragraphs of a booklet are written."""
    return sum(1 for _ in paragraphs_in(booklet, booklet.documents))


def print_options_of(booklet: PlannedBooklet, paper: str) -> pieces.PrintOptions:
    """How a booklet looks, and what goes with it on some paper."""
    return pieces.PrintOptions(
        slug=booklet.slug,
        title=booklet.title,
        colour=booklet.colour,
        booklet_paper=booklet.paper,
        paper=paper,
        span=booklet.documents[0].source.whole(),
        files=booklet.case_files,
        solution=booklet.finishing.solution,
    )


def content_of(booklet: PlannedBooklet) -> Booklet:
    """The content of a booklet, before it is numbered."""
    from casekit.kit.defaults.pages import imprint_of

    content = game_of(booklet).pages.booklet(booklet.documents, print_options_of(booklet, booklet.paper))
    is_of_edition = booklet.settings.slug != ""
    first = booklet.documents[0].settings
    imprint = imprint_of(first.imprint, booklet.settings.isbn, first.language) if is_of_edition else ()
    numbers_by_page = booklet.kept_pages.numbers if booklet.kept_pages else ()
    return replace(content, imprint=imprint, pages=numbers_by_page)


def numbered(
    booklet: PlannedBooklet,
    content: Booklet | None = None,
    attempt: int = 0,
    room: page_filling.PageRoom | None = None,
) -> NumberedContent:
    """Number the paragraphs of a booklet: as its lock does, or at random if it has none.

    Args:
        booklet: the booklet.
        content: its content, if that is known already.
        attempt: how many numberings were tried before, each of which gives other numbers.
        room: the room that its paragraphs take; without it they are numbered as if nobody saw two of them
            on one spread.
    """
    content = content or content_of(booklet)
    if booklet.lock:
        numbering = kept_numbers.keep(booklet.lock, content)
    else:
        numbering = number_again(content, attempt, room)
    return NumberedContent(replace(content, gaps=numbering.gaps), numbering)
