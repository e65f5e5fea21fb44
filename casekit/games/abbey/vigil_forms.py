"""The forms of vigils: their blocks and the lines in them. They hold no formulas; those that are asked are alone."""

from casekit.games.transcripts.told_dialect import dialect_of
from casekit.language.document.forms import BlockForm, Form

_ORDERS_AND_RANKS = "dominican|franciscan|benedictine|novice|brother|father"
_TRAITS = f"{_ORDERS_AND_RANKS}|bearded|shaven|hooded|bareheaded|fat|thin"
_ASKS = "{who:player} asks {whom:player}"
_ANSWER = "{answer:yes|no|silence}"
_SEEN = "null: the seat did not see it"

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
            "play",
            (
                *("taking", "drawing", "having", "counting", "clearing", "requesting", "mass", "suspicion"),
                *("alibi", "shambles", "glimpsing", "looking", "swapping", "exchanging", "returning"),
                *("revealing", "accusing"),
            ),
            about="what was taken, asked, shown and accused, one line each",
            asked=True,
        ),
        BlockForm("truth", ("holding",), about="which card is under the board, and every hand at the deal"),
    ),
    (
        Form(
            "player",
            ("{name:seated} {cards:number}",),
            "ADSO 7",
            notes={"cards": "How many are in the player's hand."},
        ),
        Form("hand", ("{hand:card,}",), "gildas, hugh, odo", notes={"hand": "Cards of the seat."}),
        Form(
            "holding",
            ("{holder}: [{cards:card,}]",),
            "abbey: maurus",
            notes={"holder": "A player, abbey or parlor."},
        ),
        Form(
            "taking",
            ("{who:player} takes [{card}] from {whom:player}",),
            "ADSO takes tybalt from BERNO",
            "draws a card at random from another hand",
            notes={"card": _SEEN},
        ),
        Form(
            "drawing",
            ("{who:player} draws [{card}]",),
            "ADSO draws wido",
            "takes the top card of the parlor",
            notes={"card": _SEEN},
        ),
        Form(
            "having",
            (f"{_ASKS} about {{card}}: {_ANSWER}",),
            "ADSO asks BERNO about odo: no",
            "asks somebody a question",
        ),
        Form(
            "counting",
            (
                f"{_ASKS} how many {{traits:{_TRAITS},}}: {{count:number|silence}}",
                f"{_ASKS} how many suspects: {{count:number|silence}}",
            ),
            "BERNO asks ADSO how many bearded, fat: 2",
            "asks somebody a question",
        ),
        Form(
            "clearing",
            (f"{_ASKS} whether {{card}} is cleared: {_ANSWER}",),
            "ADSO asks CLARE whether odo is cleared: yes",
            "asks somebody a question",
        ),
        Form(
            "requesting",
            (
                f"{_ASKS} for {{traits:{_TRAITS},}}: {{shows:shows=true}} [{{card}}]",
                f"{_ASKS} for {{traits:{_TRAITS},}}: {{shows:has=false}} none",
            ),
            "ADSO asks BERNO for dominican, thin: shows lambert",
            "asks somebody a question",
            notes={"card": _SEEN},
        ),
        Form(
            "mass",
            ("mass[: {moved:passing,}]",),
            "mass: ADSO gives odo, ADSO receives wido",
            "everybody passes cards to the left, one more at each mass",
        ),
        Form(
            "suspicion",
            (f"suspicion {{trait:{_ORDERS_AND_RANKS}}}: {{shown:showing,}}",),
            "suspicion novice: ADSO shows piers, BERNO has none",
            "each who has such a card shows one to all",
        ),
        Form(
            "alibi",
            ("alibi[: {shown:showing,}]",),
            "alibi: ADSO shows odo, BERNO shows elias",
            "each shows a card to all, and it is out of the game",
        ),
        Form(
            "shambles",
            ("shambles[: {moved:passing,}]",),
            "shambles: ADSO gives simon, ADSO receives basil",
            "a card from each hand at random, shuffled, one back to each",
        ),
        Form(
            "glimpsing",
            (
                "{who:player} looks at all but {left:number} of {whom:player}[: {cards:card,}]",
                "{who:player} looks at {seen:number} of {whom:player}[: {cards:card,}]",
            ),
            "ADSO looks at all but 1 of CLARE: wido, aldous",
            "sees cards of another hand, or all of them",
        ),
        Form(
            "looking",
            ("{who:player} looks at {whom:player}[: {cards:card,}]",),
            "ADSO looks at BERNO: elias, tybalt, yvo",
            "sees cards of another hand, or all of them",
        ),
        Form(
            "swapping",
            ("{who:player} swaps with {whom:player}[: {cards:card,}]",),
            "ADSO swaps with BERNO: elias, tybalt",
            "two whole hands; what the seat has now",
        ),
        Form(
            "exchanging",
            ("{who:player} exchanges [{card}] of {whom:player} and [{other:card}] of {with:player}",),
            "ADSO exchanges elias of BERNO and yvo of CLARE",
            "one card each, drawn at random",
            notes={"card": _SEEN, "other": _SEEN},
        ),
        Form(
            "returning",
            ("{who:player} returns [{card}] to {whom:player}",),
            "ADSO returns odo to BERNO",
            "gives a card back that was taken",
            notes={"card": _SEEN},
        ),
        Form(
            "revealing",
            (f"{{who:player}} reveals {{trait:{_TRAITS}}}",),
            "ADSO reveals franciscan",
            "says something of the guilty monk, for the score",
        ),
        Form(
            "accusing",
            (
                "{who:player} accuses {card}: {by:player} shows",
                "{who:player} accuses {card}: {right:right=true}",
            ),
            "BERNO accuses gildas: ADSO shows",
            "names the guilty monk once the parlor is empty",
        ),
        Form(
            "passing",
            (
                "{player} {gives:gives=true} {cards:card&}",
                "{player} {gives:receives=false} {cards:card&}",
            ),
            "ADSO gives hugh and odo",
            "passes cards on, or gets them",
        ),
        Form(
            "showing",
            ("{player} {shows:shows=true} [{card}]", "{player} {shows:has=false} none"),
            "BERNO shows elias",
            "shows a card, or has none",
        ),
    ),
    {"holder": "a player", "card": "a card"},
)
