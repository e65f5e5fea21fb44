"""An evening: one coin is forged and too light, and each player knows that their own is not."""

from dataclasses import replace

from casekit.kit.transcripts.checks import RuleBreach, TranscriptRules
from casekit.kit.transcripts.codes import REPEATED_CARD
from casekit.kit.transcripts.document import PlayLine, Seated, Transcript, TranscriptItem
from casekit.kit.transcripts.editions import DeckRow, EditionSpec, NamedTable
from casekit.kit.transcripts.theory import Deduction, SeatView, TranscriptWords, theory_of_lines
from casekit.language.formula.nodes import Scope
from casekit.logic.formulas import Function, Sort
from casekit.values import frozen
from scales.forms import FORMS
from scales.game import GAME

METALS = ("Brass", "Copper", "Gold", "Iron", "Lead", "Nickel", "Silver", "Tin", "Zinc")
DECKS = EditionSpec(
    tables=(NamedTable("coins", "coin"),),
    usual=tuple(DeckRow(metal.lower(), metal, "coin") for metal in METALS),
    places={"forger": "whose coin is too light"},
)


@frozen
class Owned(TranscriptItem, dialect=FORMS):
    """Whose a coin is."""

    holder: str
    coin: str


@frozen
class Weighing(PlayLine, dialect=FORMS):
    """Coins in two pans, of which one sinks, or neither."""

    player: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    sinks: str


class Evening(Transcript[Seated, Owned, Weighing]):
    """What one seat sees."""

    game = GAME


def evening_of(told):
    """The evening of a text."""
    own = [Owned.of(line) for _, line in told.lines["seat"]]
    return Evening(
        **told.fields,
        players=tuple(Seated.of(line) for _, line in told.lines["players"]),
        seat=told.seat,
        hand=own[0] if own else None,
        play=tuple(Weighing.of(line, number=number) for number, line in told.lines["play"]),
        truth=tuple(Owned.of(line) for _, line in told.lines["truth"]),
    )


def scope_of(evening):
    """The names that formulas may use."""
    coin = Sort("coin", tuple(each.slug for each in evening.deck))
    return Scope((Sort("player", evening.names), coin), (Function("forged", (), coin),))


def _says(line):
    if isinstance(line, Owned):
        return f"forged {'=' if line.holder == 'forger' else '!='} {line.coin}"
    left, right = (" or ".join(f"forged = {coin}" for coin in pan) for pan in (line.left, line.right))
    return {"left": right, "right": left, "neither": f"not ({left} or {right})"}[line.sinks]


def _seen_by(evening, player):
    own = [line for line in evening.truth if line.holder == player]
    return SeatView(replace(evening, seat=player, hand=own[0], truth=())) if own else None


DEDUCTION = Deduction(
    theory=lambda evening: theory_of_lines(evening, _says),
    wording=TranscriptWords({"forged": "forged coin"}),
    seen_by=_seen_by,
)


def _illegal(evening):
    for line in evening.play:
        if {*line.left} & {*line.right} or len(line.left) != len(line.right):
            hint = "put as many other coins into the second pan"
            yield RuleBreach(REPEATED_CARD, "these pans cannot be compared", line.place, hint)


RULES = TranscriptRules(
    answer=lambda evening: tuple(line.coin for line in evening.truth if line.holder == "forger"),
    illegal=_illegal,
)
