"""Abbey: how its vigils are written, and its parts (``casekit.kit.transcripts``).

Vigils hold no formulas; those that are asked are alone.
"""

from typing import TYPE_CHECKING

from casekit.kit.transcripts.game import TranscriptGame, creation_options, dialect_of
from casekit.language.syntax.line_forms import BlockForm, Form

if TYPE_CHECKING:
    from casekit.games.abbey.document import Deck, Vigil
    from casekit.kit.transcripts.checks import TranscriptRules
    from casekit.kit.transcripts.editions import EditionSpec
    from casekit.kit.transcripts.generator import GeneratorSpec
    from casekit.kit.transcripts.pages import TranscriptPages
    from casekit.kit.transcripts.resolver import TranscriptParts
    from casekit.kit.transcripts.theory import Deduction
    from casekit.language.formula.nodes import Scope


_ORDERS_AND_RANKS = "dominican|franciscan|benedictine|novice|brother|father"
_TRAITS = f"{_ORDERS_AND_RANKS}|bearded|shaven|hooded|bareheaded|fat|thin"
_ASKS = "{who:player} asks {whom:player}"
_ANSWER = "{answer:yes|no|silence}"
_LIKE = f"{{traits:{_TRAITS},}}"

_PLAY = {
    "taking": ("{who:player} takes [{card}] from {whom:player}",),
    "drawing": ("{who:player} draws [{card}]",),
    "having": (f"{_ASKS} about {{card}}: {_ANSWER}",),
    "counting": (
        f"{_ASKS} how many {_LIKE}: {{count:number|silence}}",
        f"{_ASKS} how many suspects: {{count:number|silence}}",
    ),
    "clearing": (f"{_ASKS} whether {{card}} is cleared: {_ANSWER}",),
    "requesting": (
        f"{_ASKS} for {_LIKE}: {{shows:shows=true}} [{{card}}]",
        f"{_ASKS} for {_LIKE}: {{shows:has=false}} none",
    ),
    "mass": ("mass[: {moved:passing,}]",),
    "suspicion": (f"suspicion {{trait:{_ORDERS_AND_RANKS}}}: {{shown:showing,}}",),
    "alibi": ("alibi[: {shown:showing,}]",),
    "shambles": ("shambles[: {moved:passing,}]",),
    "glimpsing": (
        "{who:player} looks at all but {left:number} of {whom:player}[: {cards:card,}]",
        "{who:player} looks at {seen:number} of {whom:player}[: {cards:card,}]",
    ),
    "looking": ("{who:player} looks at {whom:player}[: {cards:card,}]",),
    "swapping": ("{who:player} swaps with {whom:player}[: {cards:card,}]",),
    "exchanging": ("{who:player} exchanges [{card}] of {whom:player} and [{other:card}] of {with:player}",),
    "returning": ("{who:player} returns [{card}] to {whom:player}",),
    "revealing": (f"{{who:player}} reveals {{trait:{_TRAITS}}}",),
    "accusing": (
        "{who:player} accuses {card}: {by:player} shows",
        "{who:player} accuses {card}: {right:right=true}",
    ),
}
"""The patterns of lines of play, by form."""

_PARTS = {
    "passing": ("{player} {gives:gives=true} {cards:card&}", "{player} {gives:receives=false} {cards:card&}"),
    "showing": ("{player} {shows:shows=true} [{card}]", "{player} {shows:has=false} none"),
}
"""Those of what one player does in a line."""

_QUESTION, _LOOK = "asks somebody a question", "sees cards of another hand, or all of them"

_ABOUT = {
    "taking": ("ADSO takes tybalt from BERNO", "draws a card at random from another hand"),
    "drawing": ("ADSO draws wido", "takes the top card of the parlor"),
    "having": ("ADSO asks BERNO about odo: no", _QUESTION),
    "counting": ("BERNO asks ADSO how many bearded, fat: 2", _QUESTION),
    "clearing": ("ADSO asks CLARE whether odo is cleared: yes", _QUESTION),
    "requesting": ("ADSO asks BERNO for dominican, thin: shows lambert", _QUESTION),
    "mass": (
        "mass: ADSO gives odo, ADSO receives wido",
        "everybody passes cards to the left, one more at each mass",
    ),
    "suspicion": (
        "suspicion novice: ADSO shows piers, BERNO has none",
        "each who has such a card shows one to all",
    ),
    "alibi": (
        "alibi: ADSO shows odo, BERNO shows elias",
        "each shows a card to all, and it is out of the game",
    ),
    "shambles": (
        "shambles: ADSO gives simon, ADSO receives basil",
        "a card from each hand at random, shuffled, one back to each",
    ),
    "glimpsing": ("ADSO looks at all but 1 of CLARE: wido, aldous", _LOOK),
    "looking": ("ADSO looks at BERNO: elias, tybalt, yvo", _LOOK),
    "swapping": ("ADSO swaps with BERNO: elias, tybalt", "two whole hands; what the seat has now"),
    "exchanging": ("ADSO exchanges elias of BERNO and yvo of CLARE", "one card each, drawn at random"),
    "returning": ("ADSO returns odo to BERNO", "gives a card back that was taken"),
    "revealing": ("ADSO reveals franciscan", "says something of the guilty monk, for the score"),
    "accusing": ("BERNO accuses gildas: ADSO shows", "names the guilty monk once the parlor is empty"),
    "passing": ("ADSO gives hugh and odo", "passes cards on, or gets them"),
    "showing": ("BERNO shows elias", "shows a card, or has none"),
}
"""An example of each of them, and what it is."""

_HOLDER = {"holder": "A player, abbey or parlor."}
_UNSEEN = {"card": "null: the seat did not see it"}
_NOTES = {
    **dict.fromkeys(("taking", "drawing", "requesting", "returning"), _UNSEEN),
    "exchanging": dict.fromkeys(("card", "other"), _UNSEEN["card"]),
}

VIGIL = dialect_of(
    "vigil",
    "a vigil has some 400",
    (
        BlockForm(
            "players",
            ("player",),
            about="who plays, from left to left, each with the number of cards",
            asked=True,
        ),
        BlockForm("seat", ("hand",), "seat {of:player}", example="seat ADSO"),
        BlockForm(
            "play", tuple(_PLAY), about="what was taken, asked, shown and accused, one line each", asked=True
        ),
        BlockForm("truth", ("holding",), about="which card is under the board, and every hand at the deal"),
    ),
    (
        Form(
            "player", ("{name:seated} {cards:number}",), "ADSO 7", notes={"cards": "How many each is dealt."}
        ),
        Form("hand", ("{hand:card,}",), "gildas, hugh, odo", notes={"hand": "Cards of the seat."}),
        Form("holding", ("{holder}: [{cards:card,}]",), "abbey: maurus", notes=_HOLDER),
        *(
            Form(name, patterns, *_ABOUT[name], notes=_NOTES.get(name, {}))
            for name, patterns in (_PLAY | _PARTS).items()
        ),
    ),
    {"holder": "a player", "card": "a card"},
)


class Abbey(TranscriptGame["Deck"]):
    """Abbey."""

    name = "abbey"
    title = "Abbey"
    dialect = VIGIL
    effort = 4
    players = range(3, 7)
    options = creation_options(VIGIL, players, usual=3)

    def decks(self) -> "EditionSpec[Deck]":
        """The deck and its deal."""
        from casekit.games.abbey.document import DECKS

        return DECKS

    def transcript(self, parts: "TranscriptParts[Deck]") -> "Vigil":
        """The transcript of its parts."""
        from casekit.games.abbey.document import vigil_of

        return vigil_of(parts)

    def scope(self, transcript: "Vigil") -> "Scope":
        """The names that its formulas may use."""
        from casekit.games.abbey.terms import scope_of

        return scope_of(transcript)

    def deduction(self) -> "Deduction[Vigil]":
        """The meaning of its lines."""
        from casekit.games.abbey.theory import DEDUCTION

        return DEDUCTION

    def rules(self) -> "TranscriptRules[Vigil]":
        """The rules of the table."""
        from casekit.games.abbey.checks import RULES

        return RULES

    def making(self) -> "GeneratorSpec[Deck]":
        """How transcripts are made."""
        from casekit.games.abbey.generator import MAKING

        return MAKING

    def page_spec(self) -> "TranscriptPages[Vigil]":
        """The pages."""
        from casekit.games.abbey.pages import PAGES

        return PAGES


GAME = Abbey()
