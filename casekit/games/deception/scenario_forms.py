"""The forms of scenarios: their blocks and the lines in them. They hold no formulas; those that are asked are alone."""

from casekit.language.document.dialect import Dialect
from casekit.language.document.forms import BlockForm, Form, PartKind

SCENARIO = Dialect(
    "scenario",
    noun="scenario",
    usual="a scenario has some 400",
    fields={"title": (), "level": ("apprentice", "amateur", "expert"), "author": (), "game": ()},
    required=("title", "level"),
    outline=(
        BlockForm(
            "players",
            ("player",),
            about="who plays, each with their cards",
            asked=True,
        ),
        BlockForm("roles", ("roles",)),
        BlockForm("seat", ("sight",), "seat {of:player}", example="seat JUN"),
        BlockForm("presentation", about="what readers are told at the start"),
        BlockForm(
            "play",
            ("marker", "replacement", "attempt", "naming"),
            about="the markers and the attempts, one line each",
            asked=True,
        ),
        BlockForm("truth", ("culprit", "crime"), about="the murderer, the means and the evidence"),
        BlockForm("solution", about="what really happened"),
        BlockForm("notes", ("note",)),
    ),
    forms=(
        Form(
            "player",
            ("{name:seated}: {means:card,} | {clues:card,}",),
            "MEI: rope, brick, razor | glove, letter, ash",
            notes={"means": "The cards of means, at the left.", "clues": "The clue cards."},
        ),
        Form("roles", ("{roles:murderer|accomplice|witness,}",), "murderer, accomplice, witness"),
        Form(
            "sight", ("witness: {names:player,}",), "witness: MEI, BO", notes={"names": "The two culprits."}
        ),
        Form(
            "marker",
            ("marker {tile}: {option}",),
            "marker weather: storm",
            "the scientist marks an option of a tile",
        ),
        Form(
            "replacement",
            ("replace {replaced:tile} by {tile}: {option}",),
            "replace weather by motive: greed",
            "a new tile in the place of another, with its marker",
        ),
        Form(
            "attempt",
            ("{player} solves {whom:player} {means:card}, {evidence:card}: {right:yes=true|no=false}",),
            "BO solves MEI rope, letter: no",
            "an attempt at the cards of another player, once each",
        ),
        Form(
            "naming",
            ("{player} names {whom:player}: {right:right=true|wrong=false}",),
            "MEI names JUN: right",
            "the murderer who was found out looks for the witness",
        ),
        Form("culprit", ("{about:murderer|accomplice|witness}: {player}",), "murderer: MEI"),
        Form("crime", ("{about:means|evidence}: {card}",), "means: brick"),
    ),
    kinds={
        "seated": PartKind("a player", defines=True),
        "player": PartKind("a player"),
        "card": PartKind("a card"),
        "tile": PartKind("a tile"),
        "option": PartKind("an option"),
    },
)
