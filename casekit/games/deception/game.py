"""Deception: how its scenarios are written, and where its parts are; all else is the kit's (``casekit.games.transcripts``)."""

from typing import Any

from casekit.games.deception.scenario_forms import SCENARIO
from casekit.games.game import MadeBy
from casekit.games.later import later, value
from casekit.games.transcripts.told_game import game_of
from casekit.games.transcripts.transcript_game import TranscriptGame

DECEPTION: TranscriptGame[Any] = TranscriptGame(
    name="deception",
    title="Deception",
    dialect=SCENARIO,
    decks=value("casekit.games.deception.deck:DECKS"),
    transcript=later("casekit.games.deception.scenario:scenario_of"),
    scope=later("casekit.games.deception.scenario_theory:scope_of"),
    deduction=value("casekit.games.deception.scenario_theory:DEDUCTION"),
    rules=value("casekit.games.deception.scenario_rules:RULES"),
    pages=value("casekit.games.deception.scenario_pages:PAGES"),
    making=value("casekit.games.deception.simulation:MAKING"),
    players=range(3, 12),
)

GAME = game_of(
    DECEPTION,
    usual=5,
    more=(MadeBy("witness", "Let the reader be the witness.", default=False, values=()),),
    products=("tiles", "badges", "scientist", "investigator"),
    edition_figures=later("casekit.games.deception.deck_figures:measure_edition"),
)
