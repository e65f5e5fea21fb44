"""A game of documents of prose and lines in blocks; most rooms follow from the forms of its lines.

Such a game brings a dialect, a language room (``PlainLanguageRoom`` without ``resolve``) and a theory.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from casekit.kit.interface import (
    AuthoringRoom,
    ChecksRoom,
    Game,
    PagesRoom,
    Product,
    ProofreadingRoom,
    TranslationRoom,
    WordingRoom,
)

if TYPE_CHECKING:
    from casekit.kit.defaults.document import PlainDocument, PlainEdition


class PlainGame(Game["PlainDocument", "PlainEdition"]):
    """A game whose editions have titles and booklets, and whose documents have only prose and lines."""

    products: "tuple[Product[PlainEdition], ...]" = (
        Product("booklet", per_booklet=True),
        Product("sheet", per_booklet=True, for_single_case=True, solutions=True),
    )

    @cached_property
    def checks(self) -> "ChecksRoom[PlainDocument]":
        """Missing blocks, ``TODO``, stray marks."""
        from casekit.kit.defaults.document import PlainChecksRoom

        return PlainChecksRoom(self)

    @cached_property
    def wording(self) -> "WordingRoom[PlainDocument, PlainEdition]":
        """Answers, sources of the smallest proof, all proofs."""
        from casekit.kit.defaults.metrics import PlainWordingRoom

        return PlainWordingRoom(self)

    @cached_property
    def pages(self) -> "PagesRoom[PlainDocument]":
        """Prose of the sources with a grid, solutions at the end."""
        from casekit.kit.defaults.pages import PlainPagesRoom

        return PlainPagesRoom(self)

    @cached_property
    def authoring(self) -> "AuthoringRoom[PlainDocument, PlainEdition]":
        """The defaults that follow from the forms; a document begins with ``catalogue/skeleton.case``."""
        from casekit.kit.defaults.authoring import PlainAuthoringRoom

        return PlainAuthoringRoom(self)

    @cached_property
    def proofreading(self) -> "ProofreadingRoom[PlainDocument]":
        """The prose of each block; no review."""
        from casekit.kit.defaults.authoring import PlainProofreadingRoom

        return PlainProofreadingRoom(self)

    @cached_property
    def translation(self) -> "TranslationRoom[PlainEdition]":
        """The title and all prose."""
        from casekit.kit.defaults.translation import PlainTranslationRoom

        return PlainTranslationRoom(self)
