"""Clue: how its puzzles are written, and where its parts are; all else is the kit's (``casekit.kit.transcripts``).

Puzzles hold no formulas; those that are asked are alone.
"""

from typing import Any

from casekit.kit.interface import later, value
from casekit.kit.transcripts.game import TranscriptGame, dialect_of, game_of
from casekit.language.syntax.line_forms import BlockForm, Form

_SUGGESTION = "SCARLET suggests plum, rope, hall: MUSTARD passes, WHITE shows rope"

PUZZLE = dialect_of(
    "puzzle",
    "a puzzle has some 300",
    (
        BlockForm(
            "players",
            ("player",),
            about="who plays, in the order of turns, each with the number of cards",
            asked=True,
        ),
        BlockForm("seat", ("hand",), "seat {of:player}", example="seat SCARLET"),
        BlockForm(
            "play",
            ("suggestion", "accusation"),
            about="what was suggested, answered and accused, one line each",
            asked=True,
        ),
        BlockForm("truth", ("holding",), about="what the envelope holds, and every hand"),
    ),
    (
        Form(
            "player",
            ("{name:seated} {cards:number}",),
            "SCARLET 6",
            notes={"cards": "How many are in the player's hand."},
        ),
        Form("hand", ("{hand:card,}",), "rope, hall, plum", notes={"hand": "Cards of the seat."}),
        Form(
            "suggestion",
            ("{player} suggests {cards:card,}[: [{answers:answer,}]]",),
            _SUGGESTION,
            "names three cards",
        ),
        Form(
            "accusation",
            ("{player} accuses {cards:card,}: {right:right=true|wrong=false}",),
            "WHITE accuses plum, rope, hall: wrong",
            "ends the game, for this player at least",
        ),
        Form(
            "holding",
            ("{holder}: [{cards:card,}]",),
            "envelope: plum, rope, hall",
            notes={"holder": "A player, or envelope."},
        ),
        Form(
            "answer",
            ("{player} {shows:passes=false}", "{player} {shows:shows=true} [{card}]"),
            _SUGGESTION,
            "nothing is shown, or a card, which is named where the seat sees it",
            notes={"card": "null: the seat did not see it"},
        ),
    ),
    {"holder": "a player", "card": "a card"},
)


CLUE: TranscriptGame[Any] = TranscriptGame(
    name="clue",
    title="Clue",
    dialect=PUZZLE,
    decks=value("casekit.games.clue.document:DECKS"),
    transcript=later("casekit.games.clue.document:puzzle_of"),
    scope=later("casekit.games.clue.document:scope_of"),
    deduction=value("casekit.games.clue.theory:DEDUCTION"),
    rules=value("casekit.games.clue.checks:RULES"),
    pages=value("casekit.games.clue.pages:PAGES"),
    making=value("casekit.games.clue.generator:MAKING"),
    players=range(2, 7),
)

GAME = game_of(CLUE)
