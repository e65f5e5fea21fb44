"""Nightfall: how its evenings are written, and where its parts are; all else is the kit's (``casekit.kit.transcripts``)."""

from casekit.kit.interface import CreationOption, later, value
from casekit.kit.transcripts.game import QUOTING, SPEECH, TranscriptGame, dialect_of, game_of
from casekit.language.syntax.line_forms import BlockForm, Form

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


NIGHTFALL: TranscriptGame[None] = TranscriptGame(
    name="nightfall",
    title="Nightfall",
    dialect=EVENING,
    decks=value("casekit.games.nightfall.document:DECKS"),
    transcript=later("casekit.games.nightfall.document:evening_of"),
    scope=later("casekit.games.nightfall.document:scope_of"),
    deduction=value("casekit.games.nightfall.theory:DEDUCTION"),
    rules=value("casekit.games.nightfall.checks:RULES"),
    pages=value("casekit.games.nightfall.pages:PAGES"),
    making=value("casekit.games.nightfall.generator:MAKING"),
    players=range(3, 13),
)

GAME = game_of(
    NIGHTFALL,
    usual=5,
    more=(
        CreationOption("murderers", "How many murderers there are; two from six players on.", 1, range(1, 3)),
        CreationOption("days", "The day whose statements make it certain.", 2, range(1, 5)),
    ),
    products=("record",),
    each=("evening", "slips"),
)
