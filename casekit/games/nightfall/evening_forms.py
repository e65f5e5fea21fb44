"""The forms of evenings: their blocks and the lines in them."""

from casekit.games.transcripts.speeches import QUOTING, SPEECH
from casekit.games.transcripts.told_dialect import dialect_of
from casekit.language.document.forms import BlockForm, Form

_PLAY = ("night", "dawn", "speech", "statement", "vote", "hanging")

EVENING = dialect_of(
    "evening",
    "an evening has some 500",
    (
        BlockForm("players", ("player",), about="who plays", asked=True),
        BlockForm("rules", ("murderers", "attempts")),
        BlockForm("seat", (), "seat {of:player}", example="seat ALICE"),
        BlockForm("play", _PLAY, about="the nights and days, one line each", asked=True),
        BlockForm("truth", ("culprits", "choices"), about="the murderers, and what everybody did at night"),
    ),
    (
        Form("player", ("{name:seated}",), "ALICE"),
        Form("murderers", ("murderers {count:number}",), "murderers 2", "how many there are"),
        Form(
            "attempts",
            ("attempt every {count:number} nights",),
            "attempt every 2 nights",
            "each murderer tries to kill at least once in this number of nights",
        ),
        Form(
            "night",
            ("night[: {move}, meets {met:player|nobody&}]",),
            "night: ALICE visits BOB, meets BOB",
            "a night, and what the seat did and saw in it",
        ),
        Form("dawn", ("dawn: {dead:player|nobody&}",), "dawn: DAVID", "who died in the night"),
        SPEECH,
        QUOTING,
        Form(
            "vote",
            ("vote: {ballots:ballot,}",),
            "vote: ALICE for CHARLIE, BOB abstains, CHARLIE for BOB",
            "whom each living player wants to hang",
        ),
        Form(
            "hanging",
            ("hanged: {player}, {role:innocent|murderer}", "hanged: nobody"),
            "hanged: BOB, innocent",
            "whom the vote hangs, and what they were",
        ),
        Form("culprits", ("murderers: {names:player,}",), "murderers: CHARLIE"),
        Form(
            "choices",
            ("night {number}: {moves:move,}",),
            "night 1: ALICE visits BOB, BOB stays, CHARLIE visits DAVID to kill, DAVID stays",
            "what everybody did in a night",
        ),
        Form("ballot", ("{player} for {whom:player}", "{player} abstains")),
        Form("move", ("{player} stays[ {kills:to kill}]", "{player} visits {host:player}[ {kills:to kill}]")),
    ),
    {},
    mark="~ ",
    formula_places=('== play\nA says "b"\n~ ',),
)
