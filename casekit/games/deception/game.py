"""Deception: how its scenarios are written, and its parts (``casekit.kit.transcripts``).

Scenarios hold no formulas; those that are asked are alone.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from casekit.kit.interface import CreationOption, Product, WordingRoom
from casekit.kit.transcripts.game import PRODUCTS, TranscriptGame, creation_options, dialect_of
from casekit.language.syntax.line_forms import BlockForm, Form

if TYPE_CHECKING:
    from casekit.games.deception.document import Deck, Scenario
    from casekit.kit.transcripts.checks import TranscriptRules
    from casekit.kit.transcripts.document import AnyRead
    from casekit.kit.transcripts.editions import EditionSpec, TranscriptEdition
    from casekit.kit.transcripts.generator import GeneratorSpec
    from casekit.kit.transcripts.pages import TranscriptPages
    from casekit.kit.transcripts.resolver import TranscriptParts
    from casekit.kit.transcripts.theory import Deduction
    from casekit.language.formula.nodes import Scope


_PLAYER = "{name:seated}: {means:means,} | {clues:clue,}"
_REPLACEMENT = "replace {replaced:tile} by {tile}: {option}"
_ATTEMPT = "{player} solves {whom:player} {means}, {evidence:clue}: {right:yes=true|no=false}"
_NAMING = "{player} names {whom:player}: {right:right=true|wrong=false}"
_SECRETS = (
    "{about:murderer|accomplice|witness}: {name:player}",
    "{about:means=means}: {name:means}",
    "{about:evidence}: {name:clue}",
)
_FORMS = (
    Form("player", (_PLAYER,), "MEI: rope, brick, razor | glove, letter, ash", "somebody with their cards"),
    Form("roles", ("{roles:murderer|accomplice|witness,}",), "murderer, accomplice, witness"),
    Form("glimpse", ("witness: {names:player,}",), "witness: MEI, BO", notes={"names": "The culprits."}),
    Form("marker", ("marker {tile}: {option}",), "marker weather: storm", "an option of a tile is marked"),
    Form("replacement", (_REPLACEMENT,), "replace weather by motive: greed", "a new tile, with its marker"),
    Form("attempt", (_ATTEMPT,), "BO solves MEI rope, letter: no", "once each, at another player's cards"),
    Form("naming", (_NAMING,), "MEI names JUN: right", "the murderer who was found out names the witness"),
    Form("secret", _SECRETS, "murderer: MEI"),
)
_PLAY = ("marker", "replacement", "attempt", "naming")

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
    _FORMS,
    {"means": "a means", "clue": "a clue card", "tile": "a tile", "option": "an option"},
)


class Deception(TranscriptGame["Deck"]):
    """Deception."""

    name = "deception"
    title = "Deception"
    dialect = SCENARIO
    players = range(3, 12)
    products = (*PRODUCTS, Product("tiles"), Product("badges"), Product("scientist"), Product("investigator"))
    options = (
        *creation_options(SCENARIO, players, usual=5),
        CreationOption("witness", "Let the reader be the witness.", default=False, values=()),
    )

    def decks(self) -> "EditionSpec[Deck]":
        """The deck and its deal."""
        from casekit.games.deception.document import DECKS

        return DECKS

    def transcript(self, parts: "TranscriptParts[Deck]") -> "Scenario":
        """The transcript of its parts."""
        from casekit.games.deception.document import scenario_of

        return scenario_of(parts)

    def scope(self, transcript: "Scenario") -> "Scope":
        """The names that its formulas may use."""
        from casekit.games.deception.document import scope_of

        return scope_of(transcript)

    def deduction(self) -> "Deduction[Scenario]":
        """The meaning of its lines."""
        from casekit.games.deception.theory import DEDUCTION

        return DEDUCTION

    def rules(self) -> "TranscriptRules[Scenario]":
        """The rules of the table."""
        from casekit.games.deception.checks import RULES

        return RULES

    def making(self) -> "GeneratorSpec[Deck]":
        """How transcripts are made."""
        from casekit.games.deception.generator import MAKING

        return MAKING

    def page_spec(self) -> "TranscriptPages[Scenario]":
        """The pages."""
        from casekit.games.deception.pages import PAGES

        return PAGES

    @cached_property
    def wording(self) -> "WordingRoom[AnyRead, TranscriptEdition[Deck]]":
        """Figures of proofs and of decks."""
        from casekit.games.deception.wording import DeceptionWordingRoom

        return DeceptionWordingRoom(self)


GAME = Deception()
