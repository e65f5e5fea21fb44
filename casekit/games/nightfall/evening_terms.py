"""The terms of an evening's formulas: who is a murderer, where everybody was each night, who died and who was hanged."""

from casekit.games.nightfall.evening import NOBODY, Evening
from casekit.games.transcripts.decks import Decks
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import OPEN
from casekit.language.formula.scope import RESERVED, Scope
from casekit.model.logic import Function, Sort

MURDERERS = "murderers"
"""The question of every reader."""

FUNCTIONS = ("murderer", "visited", "stayed", "alone", "met", "tried", "died", "hanged", MURDERERS)

RESERVED_IN_EVENINGS = RESERVED | {*FUNCTIONS, "player", "night", NOBODY, OPEN}
"""Words of evenings that mean something already; no player can be called by one of them."""

VARIABLES = frozenset(("anybody", "earlier", "else"))
"""Nor by the words for any player or night in the rules."""

DECKS: Decks[None] = Decks(
    tables=(),
    made=lambda: None,
    usual=None,
    levels={
        "apprentice": Levels(lines=(5, 20), needed=(2, 3), steps=(1, 16), depth=(0, 1), together=9),
        "amateur": Levels(lines=(8, 26), needed=(2, 5), steps=(12, 30), depth=(0, 2), together=9),
        "expert": Levels(lines=(10, 44), needed=(3, 16), steps=(30, 999), depth=(0, 9), together=15),
    },
    reserved=RESERVED_IN_EVENINGS | VARIABLES,
)
"""What editions give: levels alone, since nothing is dealt."""


def scope_of(evening: Evening) -> Scope:
    """The names that formulas about an evening may use. Nights are numbered from 1; a day has the number of its night."""
    player = Sort("player", tuple(dict.fromkeys(evening.names)))
    night = Sort("night", tuple(map(str, evening.nights)) or ("1",), ordered=True)
    functions = (
        Function("murderer", (player,)),
        Function("visited", (player, night), player, optional=True),
        Function("stayed", (player, night)),
        Function("alone", (player, night)),
        Function("met", (player, player, night)),
        Function("tried", (player, night)),
        Function("died", (player,), night, optional=True),
        Function("hanged", (player,), night, optional=True),
        Function(MURDERERS, (), Sort("suspects", tuple(map(", ".join, evening.suspects)))),
    )
    return Scope((player, night), functions, reserved=RESERVED_IN_EVENINGS)
