"""Abbey: how its vigils are written, and where its parts are; all else is the kit's (``casekit.games.transcripts``)."""

from typing import TYPE_CHECKING

from casekit.games.abbey.vigil_forms import VIGIL
from casekit.games.game import later, value
from casekit.games.transcripts.told_game import game_of
from casekit.games.transcripts.transcript_game import TranscriptGame

if TYPE_CHECKING:
    from casekit.games.abbey.deck import Deck

ABBEY: "TranscriptGame[Deck]" = TranscriptGame(
    name="abbey",
    title="Abbey",
    dialect=VIGIL,
    decks=value("casekit.games.abbey.deck:DECKS"),
    transcript=later("casekit.games.abbey.vigil:vigil_of"),
    scope=later("casekit.games.abbey.vigil_terms:scope_of"),
    deduction=value("casekit.games.abbey.asking.vigil_wording:DEDUCTION"),
    rules=value("casekit.games.abbey.vigil_rules:RULES"),
    pages=value("casekit.games.abbey.vigil_pages:PAGES"),
    making=value("casekit.games.abbey.simulation:MAKING"),
    players=range(3, 7),
)

GAME = game_of(ABBEY, usual=3)
