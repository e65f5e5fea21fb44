"""An edition of puzzles: the deck and the levels that all its puzzles share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from casekit.games.bindings import BookletSettings, Imprint
from casekit.games.clue.deck import CLASSIC, Deck
from casekit.games.clue.levels import DEFAULTS
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import Level


@dataclass(frozen=True)
class PuzzleEdition:
    """Everything that a puzzle takes for granted. ``file`` is where it was read from, ``None`` for the built-in one."""

    title: str
    language: str = "en"
    deck: Deck = CLASSIC
    levels: Mapping[Level, Levels] = field(default_factory=lambda: DEFAULTS)
    booklets: tuple[BookletSettings, ...] = ()
    imprint: Imprint = field(default_factory=Imprint)
    file: Path | None = None


CLASSIC_EDITION = PuzzleEdition("Clue")


def classic_edition() -> PuzzleEdition:
    """The edition of a puzzle that has none of its own."""
    return CLASSIC_EDITION
