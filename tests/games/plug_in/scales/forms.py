"""How evenings with scales are written."""

from casekit.kit.transcripts.game import dialect_of
from casekit.language.syntax.line_forms import BlockForm, Form

FORMS = dialect_of(
    "evening",
    "an evening has some 100",
    (
        BlockForm("players", ("player",), about="who plays", asked=True),
        BlockForm("seat", ("owned",), "seat {of:player}", example="seat ANNA"),
        BlockForm("play", ("weighing",), about="what was weighed", asked=True),
        BlockForm("truth", ("owned",), about="whose the coins are"),
    ),
    (
        Form("player", ("{name:seated}",), "ANNA"),
        Form("owned", ("{holder}: {coin}",), "forger: zinc"),
        Form(
            "weighing",
            ("{player} weighs {left:coin,} against {right:coin,}: {sinks:left|right|neither}",),
            "ANNA weighs tin, lead against iron, gold: left",
            "the pan that sinks has the heavier coins",
        ),
    ),
    {"coin": "a coin", "holder": "a player"},
    is_made=True,
)
