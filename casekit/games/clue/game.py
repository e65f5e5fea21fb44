"""Clue: how its puzzles are written, and where its parts are; all else is the kit's (``casekit.games.transcripts``)."""

from typing import TYPE_CHECKING

from casekit.games.clue.puzzle_forms import PUZZLE
from casekit.games.game import later, value
from casekit.games.transcripts.told_game import game_of
from casekit.games.transcripts.transcript_game import TranscriptGame

if TYPE_CHECKING:
    from casekit.games.clue.deck import Deck

CLUE: "TranscriptGame[Deck]" = TranscriptGame(
    name="clue",
    title="Clue",
    dialect=PUZZLE,
    decks=value("casekit.games.clue.deck:DECKS"),
    transcript=later("casekit.games.clue.puzzle:puzzle_of"),
    scope=later("casekit.games.clue.signature:scope_of"),
    deduction=value("casekit.games.clue.asking.puzzle_wording:DEDUCTION"),
    rules=value("casekit.games.clue.puzzle_rules:RULES"),
    pages=value("casekit.games.clue.puzzle_pages:PAGES"),
    making=value("casekit.games.clue.simulation.generate:MAKING"),
    players=range(2, 7),
)

GAME = game_of(CLUE)
