"""Scales as casekit sees it."""

from casekit.kit.interface import later, value
from casekit.kit.transcripts.game import TranscriptGame, game_of
from scales.forms import FORMS

SCALES = TranscriptGame(
    name="scales",
    title="Scales",
    api=1,
    dialect=FORMS,
    decks=value("scales.evening:DECKS"),
    transcript=later("scales.evening:evening_of"),
    scope=later("scales.evening:scope_of"),
    deduction=value("scales.evening:DEDUCTION"),
    rules=value("scales.evening:RULES"),
    making=value("scales.simulation:MAKING"),
    players=range(2, 5),
)
GAME = game_of(SCALES, usual=3)
