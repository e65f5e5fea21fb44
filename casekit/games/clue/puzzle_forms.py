"""The forms of puzzles: their blocks and the lines in them. They hold no formulas; those that are asked are alone."""

from casekit.language.document.dialect import Dialect
from casekit.language.document.forms import BlockForm, Form, PartKind

SEAT = "seat"

BLOCKS = (
    BlockForm(
        "players",
        ("player",),
        about="who plays, in the order of turns, each with the number of cards",
        asked=True,
    ),
    BlockForm(SEAT, ("hand",), "seat {of:player}", example="seat SCARLET"),
    BlockForm("presentation", about="what readers are told at the start"),
    BlockForm(
        "play",
        ("suggestion", "accusation"),
        about="what was suggested, answered and accused, one line each",
        asked=True,
    ),
    BlockForm("truth", ("holding",), about="what the envelope holds, and every hand"),
    BlockForm("solution", about="what really happened"),
    BlockForm("notes", ("note",)),
)
BLOCKS_IN_ORDER = tuple(block.kind for block in BLOCKS[:-1])
"""Every block of a puzzle beside ``notes``, in the order of the skeleton; each occurs once."""

ASKED_ABOUT = {block.kind: block.about for block in BLOCKS if block.asked}
"""Those without which nothing can be asked."""

NEEDED = ASKED_ABOUT | {block.kind: block.about for block in BLOCKS if block.about}
"""Those without which a puzzle is not finished."""

_SUGGESTION = "SCARLET suggests plum, rope, hall: MUSTARD passes, WHITE shows rope"

PUZZLE = Dialect(
    "puzzle",
    noun="puzzle",
    usual="a puzzle has some 300",
    fields={"title": (), "level": ("apprentice", "amateur", "expert"), "author": (), "game": ()},
    required=("title", "level"),
    outline=BLOCKS,
    forms=(
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
    kinds={
        "seated": PartKind("a player", defines=True),
        "player": PartKind("a player"),
        "holder": PartKind("a player"),
        "card": PartKind("a card"),
    },
)
