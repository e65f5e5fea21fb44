"""The parts of a game that has transcripts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from casekit.games.game import later

if TYPE_CHECKING:
    from casekit.games.transcripts.asking.transcript_theory import Deduction
    from casekit.games.transcripts.checks.breaches import TranscriptRules
    from casekit.games.transcripts.decks import Decks
    from casekit.games.transcripts.making.made import Making
    from casekit.games.transcripts.printing.transcript_pages import TranscriptPages
    from casekit.games.transcripts.resolving import TranscriptParts
    from casekit.games.transcripts.transcript import AnyTranscript
    from casekit.language.document.dialect import Dialect
    from casekit.language.formula.nodes import Scope

D = TypeVar("D")
_usual_pages: Callable[[], Any] = later("casekit.games.transcripts.printing.transcript_pages:TranscriptPages")


@dataclass(frozen=True)
class TranscriptGame(Generic[D]):
    """A game with transcripts: how it is written, and its parts, each of which is imported when it is used.

    ``name`` is the value of the header field ``game:``, ``title`` what its box says. ``decks`` are what is dealt;
    ``transcript`` makes a typed one of its parts, ``scope`` has the names that its formulas may use. It is for a number of
    ``players``. ``api`` is that of a game from another package (``casekit.games.game``).
    """

    name: str
    title: str
    dialect: "Dialect"
    decks: "Callable[[], Decks[D]]"
    transcript: "Callable[[TranscriptParts[D]], AnyTranscript]"
    scope: "Callable[[Any], Scope]"
    deduction: "Callable[[], Deduction[Any]]"
    rules: "Callable[[], TranscriptRules[Any]]"
    making: "Callable[[], Making[D]]"
    pages: "Callable[[], TranscriptPages[Any]]" = _usual_pages
    players: range = range(2, 13)
    api: int = 0
