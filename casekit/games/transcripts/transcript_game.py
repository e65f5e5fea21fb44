"""The parts of a game that has transcripts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casekit.games.transcripts.asking.transcript_theory import Deduction
    from casekit.games.transcripts.checks.breaches import TranscriptRules
    from casekit.games.transcripts.printing.transcript_pages import TranscriptPages
    from casekit.language.document.dialect import Dialect


@dataclass(frozen=True)
class TranscriptGame:
    """A game with transcripts: how it is written, and its parts, each of which is imported when it is used.

    ``name`` is the value of the header field ``game:``, ``noun`` what its documents are called.
    """

    name: str
    noun: str
    dialect: "Callable[[], Dialect]"
    deduction: "Callable[[], Deduction[Any]]"
    rules: "Callable[[], TranscriptRules[Any]]"
    pages: "Callable[[], TranscriptPages[Any]]"
