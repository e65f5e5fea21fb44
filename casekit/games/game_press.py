"""What a game prints, as page content (``casekit.games.game``)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from casekit.print.content import booklet as content
    from casekit.print.content.pieces import Piece
    from casekit.print.ticket import Terms

COVER = "cover"
"""The product of every game that is no game's: a cover in one piece, made when a booklet has its pages."""


@dataclass(frozen=True, slots=True)
class Look:
    """A booklet's title, colour and paper, the paper that other things are printed on, and the place of findings."""

    title: str
    colour: str
    booklet_paper: str
    paper: str
    span: Span


class Press(ABC):
    """What a game prints, as page content."""

    products: tuple[str, ...]
    """What can be printed, in the order in which it is."""

    for_each_booklet: tuple[str, ...]
    """Those of them that are made for each booklet; the others once for an edition."""

    group: str
    """What the paragraphs of one group are called, in the figures of a shuffle."""

    for_a_document: tuple[str, ...]
    """What is printed of a document by itself, unless something else is asked for."""

    def offered(self, settings: Any) -> tuple[str, ...]:
        """Those of the products that an edition has: all, unless the game says otherwise."""
        del settings
        return self.products

    def missing(self, product: str, settings: Any, place: str) -> Diagnostic | None:
        """The finding for a product that an edition does not have; none, where every edition has everything."""
        del product, settings, place
        return None

    @abstractmethod
    def booklet(
        self, documents: Sequence[Any], slug: str, files: Sequence[str], look: Look
    ) -> "content.Booklet":
        """The content of a booklet of complete documents; ``files`` are theirs as the edition names them.

        It need not have numbered paragraphs.
        """

    def paragraphs(self, document: Any, number: int) -> "Iterable[content.Paragraph]":
        """Those of its numbered paragraphs that are written, as the booklet has them whose case of this number it is.

        It serves documents that nobody has checked. Games without numbered paragraphs have none.
        """
        del document, number
        return ()

    @abstractmethod
    def piece(self, product: str, documents: Sequence[Any], look: Look) -> "Piece":
        """What is printed beside a booklet of complete documents: of them, or of the edition that they share."""

    @abstractmethod
    def texts_of(self, document: Any) -> "Iterable[tuple[str, content.Passage]]":
        """The texts that are printed of a document, each under the name that a lock file has for it."""

    @abstractmethod
    def ticket_terms(self, language: str) -> "Terms":
        """The words of a job ticket."""

    def assets(self, settings: Any) -> tuple[Path, ...]:
        """Further files beside the edition's that decide what is printed of it."""
        del settings
        return ()
