"""Deception: how its scenarios are written, and where its parts are; all else is the kit's (``casekit.kit.transcripts``).

Scenarios hold no formulas; those that are asked are alone.
"""

from typing import Any

from casekit.kit.interface import CreationOption, later, value
from casekit.kit.transcripts.game import TranscriptGame, dialect_of, game_of
from casekit.language.syntax.line_forms import BlockForm, Form

_PLAYER = "{name:seated}: {means:means,} | {clues:clue,}"
_REPLACEMENT = "replace {replaced:tile} by {tile}: {option}"
_ATTEMPT = "{player} solves {whom:player} {means}, {evidence:clue}: {right:yes=true|no=false}"
_NAMING = "{player} names {whom:player}: {right:right=true|wrong=false}"
_SECRETS = (
    "{about:murderer|accomplice|witness}: {name:player}",
    "{about:means=means}: {name:means}",
    "{about:evidence}: {name:clue}",
)
_FORMS = (
    Form("player", (_PLAYER,), "MEI: rope, brick, razor | glove, letter, ash", "somebody with their cards"),
    Form("roles", ("{roles:murderer|accomplice|witness,}",), "murderer, accomplice, witness"),
    Form("glimpse", ("witness: {names:player,}",), "witness: MEI, BO", notes={"names": "The culprits."}),
    Form("marker", ("marker {tile}: {option}",), "marker weather: storm", "an option of a tile is marked"),
    Form("replacement", (_REPLACEMENT,), "replace weather by motive: greed", "a new tile, with its marker"),
    Form("attempt", (_ATTEMPT,), "BO solves MEI rope, letter: no", "once each, at another player's cards"),
    Form("naming", (_NAMING,), "MEI names JUN: right", "the murderer who was found out names the witness"),
    Form("secret", _SECRETS, "murderer: MEI"),
)
_PLAY = ("marker", "replacement", "attempt", "naming")

SCENARIO = dialect_of(
    "scenario",
    "a scenario has some 400",
    (
        BlockForm("players", ("player",), about="who plays, each with their cards", asked=True),
        BlockForm("roles", ("roles",)),
        BlockForm("seat", ("glimpse",), "seat {of:player}", example="seat JUN"),
        BlockForm("play", _PLAY, about="the markers and the attempts, one line each", asked=True),
        BlockForm("truth", ("secret",), about="the murderer, the means and the evidence"),
    ),
    _FORMS,
    {"means": "a means", "clue": "a clue card", "tile": "a tile", "option": "an option"},
)

DECEPTION: TranscriptGame[Any] = TranscriptGame(
    name="deception",
    title="Deception",
    dialect=SCENARIO,
    decks=value("casekit.games.deception.document:DECKS"),
    transcript=later("casekit.games.deception.document:scenario_of"),
    scope=later("casekit.games.deception.document:scope_of"),
    deduction=value("casekit.games.deception.checks:DEDUCTION"),
    rules=value("casekit.games.deception.checks:RULES"),
    pages=value("casekit.games.deception.pages:PAGES"),
    making=value("casekit.games.deception.generator:MAKING"),
    players=range(3, 12),
)

GAME = game_of(
    DECEPTION,
    usual=5,
    more=(CreationOption("witness", "Let the reader be the witness.", default=False, values=()),),
    products=("tiles", "badges", "scientist", "investigator"),
    edition_figures=later("casekit.games.deception.deck_statistics:measure_edition"),
)
