"""The forms of scenarios: their blocks and the lines in them. They hold no formulas; those that are asked are alone."""

from casekit.games.transcripts.told_dialect import dialect_of
from casekit.language.document.forms import BlockForm, Form

_PLAY = ("marker", "replacement", "attempt", "naming")
_PLAYER = "{name:seated}: {means:means,} | {clues:clue,}"
_ATTEMPT = "{player} solves {whom:player} {means}, {evidence:clue}: {right:yes=true|no=false}"
_NAMING = "{player} names {whom:player}: {right:right=true|wrong=false}"
_SECRETS = (
    "{about:murderer|accomplice|witness}: {name:player}",
    "{about:means=means}: {name:means}",
    "{about:evidence}: {name:clue}",
)

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
    (
        Form(
            "player", (_PLAYER,), "MEI: rope, brick, razor | glove, letter, ash", "somebody with their cards"
        ),
        Form("roles", ("{roles:murderer|accomplice|witness,}",), "murderer, accomplice, witness"),
        Form("glimpse", ("witness: {names:player,}",), "witness: MEI, BO", notes={"names": "The culprits."}),
        Form(
            "marker", ("marker {tile}: {option}",), "marker weather: storm", "an option of a tile is marked"
        ),
        Form(
            "replacement",
            ("replace {replaced:tile} by {tile}: {option}",),
            "replace weather by motive: greed",
            "a new tile in the place of another, with its marker",
        ),
        Form(
            "attempt", (_ATTEMPT,), "BO solves MEI rope, letter: no", "once each, at another player's cards"
        ),
        Form(
            "naming", (_NAMING,), "MEI names JUN: right", "the murderer who was found out names the witness"
        ),
        Form("secret", _SECRETS, "murderer: MEI"),
    ),
    {"means": "a means", "clue": "a clue card", "tile": "a tile", "option": "an option"},
)
