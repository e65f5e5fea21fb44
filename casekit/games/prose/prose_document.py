"""A document with passages of prose that carry lines, as the checks of prose see it in any game."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Literal, Protocol, Self

from casekit.diagnostics import Span
from casekit.games.game import Document
from casekit.model.logic import Formula, Term
from casekit.model.passages import Prose
from casekit.model.place import Place

Mode = Literal["plain", "lie", "hint", "shown"]
"""The ways in which a line is meant: plainly, as a lie, as a guess, or as a claim that passages have ``shown``."""


class QuotingLine(Protocol):
    """A line of logic that rests on words."""

    @property
    def mode(self) -> Mode:
        """The way in which it is meant."""

    @property
    def formula(self) -> Formula:
        """Its logic."""

    @property
    def voices(self) -> Sequence[Term]:
        """Those whose word it is, outermost first, without the one whose passage it is in."""

    @property
    def text(self) -> str:
        """Its canonical text, without its mode."""

    @property
    def quotation(self) -> str:
        """The words that it quotes; empty if there are none."""

    @property
    def place(self) -> Place:
        """Where it is."""

    @property
    def by(self) -> Sequence[Hashable]:
        """The passages by which readers can know it, if the line names some."""


class ProsePassage(Protocol):
    """Prose, and the lines that quote it."""

    @property
    def name(self) -> str:
        """The name that messages have for it; empty if it is the only one of its sort."""

    @property
    def prose(self) -> Sequence[Prose]:
        """Its paragraphs."""

    @property
    def statements(self) -> Sequence[QuotingLine]:
        """Its lines."""

    @property
    def place(self) -> Place:
        """Where it begins."""


class ProseDocument(Document, Protocol):
    """A document of such passages."""

    @property
    def passages(self) -> Sequence[ProsePassage]:
        """All of them, in order."""

    @property
    def quoting(self) -> Iterable[tuple[str, str, Place]]:
        """Each line, also outside passages: the words that it quotes, empty if there are none, its logic, and where it is."""

    def span(self, place: Place, /) -> Span:
        """The place of something in its file."""

    def keeping(self, kept: Sequence[bool], /) -> Self:
        """The document with those of its passages that are to be kept; the others are left out, or empty if it must have them."""
