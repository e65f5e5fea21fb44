"""A transcript with its text, its edition and the names of its formulas: what everything asks that is done with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from casekit.diagnostics import Source, Span
from casekit.games.bindings import BookletSettings, Imprint
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import AnyTranscript, Level
from casekit.language.formula.scope import Scope
from casekit.model.place import Place


class TranscriptSettings(Protocol):
    """The settings that all transcripts of an edition share."""

    @property
    def title(self) -> str:
        """The title of the edition."""

    @property
    def language(self) -> str:
        """The language of its prose, a tag of IETF BCP 47."""

    @property
    def levels(self) -> Mapping[Level, Levels]:
        """The limits of each level."""

    @property
    def booklets(self) -> tuple[BookletSettings, ...]:
        """The booklets that are bound."""

    @property
    def imprint(self) -> Imprint:
        """The people who made it."""

    @property
    def file(self) -> Path | None:
        """Where they were read from; ``None`` for those that are built in."""


T_co = TypeVar("T_co", bound=AnyTranscript, covariant=True)
S_co = TypeVar("S_co", bound=TranscriptSettings, covariant=True)


@dataclass(frozen=True)
class ReadTranscript(Generic[T_co, S_co]):
    """A transcript as it was read.

    Unless it was ``understood``, it has no players or no play, or lines are left out of it that could not be read or that
    name something unknown. Findings say so; the rules of the game are not held against what is left. ``unplaced`` counts
    blocks under a heading that could not be read or is unknown, each of which may be one that seems to be missing.
    """

    puzzle: T_co
    source: Source
    settings: S_co
    scope: Scope
    understood: bool = True
    unplaced: int = 0

    @property
    def title(self) -> str:
        """Its title."""
        return self.puzzle.title

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
