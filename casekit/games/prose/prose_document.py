"""A document with passages of prose that carry lines, as the checks of prose see it in any game."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, Self, TypeVar

from casekit.diagnostics import Span
from casekit.games.game import Document
from casekit.model.logic import Formula, Term
from casekit.model.passages import Prose
from casekit.model.place import Place

Mode = Literal["plain", "lie", "hint", "shown"]
"""The ways in which a line is meant: plainly, as a lie, as a guess, or as a claim that passages have ``shown``."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """The speaker of a line: somebody, or a term for whoever it is. ``name`` is its canonical text."""

    name: str
    term: Term


P_co = TypeVar("P_co", bound=Hashable, covariant=True)


@dataclass(frozen=True)
class QuotingLine(Generic[P_co]):
    """A line of logic that rests on words of its passage, if it has a ``quotation``.

    ``speakers`` are those of ``says``, outermost first. ``text`` is the canonical text of the line without its mark.
    A line that is ``shown`` can be known ``by`` some paths, or by all if none is named.
    """

    mode: Mode
    speakers: tuple[Speaker, ...]
    formula: Formula
    quotation: str
    text: str
    place: Place = field(default_factory=Place, compare=False)
    by: tuple[P_co, ...] = ()


@dataclass(frozen=True)
class ProsePassage(Generic[P_co]):
    """Paragraphs of prose with the lines that quote them."""

    prose: tuple[Prose, ...] = ()
    statements: tuple[QuotingLine[P_co], ...] = ()
    place: Place = field(default_factory=Place, compare=False)

    @property
    def name(self) -> str:
        """The name that messages have for it; empty, where it is the only one of its sort."""
        return ""


AnyLine = QuotingLine[Hashable]
AnyPassage = ProsePassage[Hashable]


class ProseDocument(Document, Protocol):
    """A document of such passages."""

    @property
    def passages(self) -> Sequence[AnyPassage]:
        """All of them, in order."""

    @property
    def quoting(self) -> Iterable[tuple[str, str, Place]]:
        """Each line, also outside passages: the words that it quotes, empty if there are none, its logic, and where it is."""

    def span(self, place: Place, /) -> Span:
        """The place of something in its file."""

    def keeping(self, kept: Sequence[bool], /) -> Self:
        """The document with those of its passages that are to be kept; the others are left out, or empty if it must have them."""
