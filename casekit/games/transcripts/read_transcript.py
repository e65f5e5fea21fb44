"""A transcript with its text, its edition and the names of its formulas: what everything asks that is done with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from casekit.diagnostics import Place, Source, Span
from casekit.games.transcripts.decks import TranscriptEdition
from casekit.games.transcripts.speeches import SpokenLine
from casekit.games.transcripts.transcript import AnyTranscript
from casekit.language.formula.nodes import Scope

T_co = TypeVar("T_co", bound=AnyTranscript, covariant=True)
D_co = TypeVar("D_co", covariant=True)


@dataclass(frozen=True)
class ReadTranscript(Generic[T_co, D_co]):
    """A transcript as it was read.

    Unless it was ``understood``, it has no players or no play, or lines are left out of it that could not be read or that
    name something unknown. Findings say so; the rules of the game are not held against what is left. ``unplaced`` counts
    blocks under a heading that could not be read or is unknown, each of which may be one that seems to be missing.
    """

    puzzle: T_co
    source: Source
    settings: TranscriptEdition[D_co]
    scope: Scope
    understood: bool = True
    unplaced: int = 0

    @property
    def title(self) -> str:
        """Its title."""
        return self.puzzle.title

    @property
    def passages(self) -> tuple[SpokenLine, ...]:
        """The words of everybody who speaks, with the lines that quote them."""
        return tuple(line for line in self.puzzle.play if isinstance(line, SpokenLine))

    @property
    def quoting(self) -> Iterator[tuple[str, str, Place]]:
        """Each of these lines: the words that it quotes, its logic, and where it is."""
        return ((each.quotation, each.text, each.place) for said in self.passages for each in said.statements)

    def keeping(self, kept: Sequence[bool]) -> Self:
        """The transcript with some of its speeches; of others it has no words."""
        silent = [said.number for said, keep in zip(self.passages, kept, strict=True) if not keep]
        play = tuple(line for line in self.puzzle.play if line.number not in silent)
        return replace(self, puzzle=replace(self.puzzle, play=play))

    def span(self, place: Place) -> Span:
        """Where something of the transcript is in its file."""
        return self.source.span(place.start, place.end)

    def field_span(self, key: str) -> Span:
        """Where a field of the header is, or the file's beginning without it."""
        place = self.puzzle.fields.get(key)
        return self.source.whole() if place is None else self.span(place)

    def heading_span(self, block: str) -> Span:
        """Where the heading of a block is, or the file's beginning without it."""
        place = self.puzzle.headings.get(block)
        return self.source.whole() if place is None else self.span(place)


AnyRead = ReadTranscript[Any, Any]
"""A transcript of some game as it was read."""
