"""Nightfall: how its evenings are written, and where its parts are; all else is the kit's (``casekit.games.transcripts``)."""

from casekit.games.game import MadeBy, later, value
from casekit.games.nightfall.evening_forms import EVENING
from casekit.games.transcripts.told_game import game_of
from casekit.games.transcripts.transcript_game import TranscriptGame

NIGHTFALL: TranscriptGame[None] = TranscriptGame(
    name="nightfall",
    title="Nightfall",
    dialect=EVENING,
    decks=value("casekit.games.nightfall.evening:DECKS"),
    transcript=later("casekit.games.nightfall.evening:evening_of"),
    scope=later("casekit.games.nightfall.evening:scope_of"),
    deduction=value("casekit.games.nightfall.evening_theory:DEDUCTION"),
    rules=value("casekit.games.nightfall.evening_rules:RULES"),
    pages=value("casekit.games.nightfall.evening_pages:PAGES"),
    making=value("casekit.games.nightfall.simulation:MAKING"),
    players=range(3, 13),
)

GAME = game_of(
    NIGHTFALL,
    usual=5,
    more=(
        MadeBy("murderers", "How many murderers there are; two from six players on.", 1, range(1, 3)),
        MadeBy("days", "The day whose statements make it certain.", 2, range(1, 5)),
    ),
    products=("record",),
    each=("evening", "slips"),
)
