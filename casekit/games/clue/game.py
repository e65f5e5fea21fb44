"""Clue: how its puzzles are written, and its parts (``casekit.kit.transcripts``).

Puzzles hold no formulas; those that are asked are alone.
"""

from typing import TYPE_CHECKING

from casekit.kit.transcripts.game import TranscriptGame, creation_options, dialect_of
from casekit.language.syntax.line_forms import BlockForm, Form

if TYPE_CHECKING:
    from casekit.games.clue.document import Deck, Puzzle
    from casekit.kit.transcripts.checks import TranscriptRules
    from casekit.kit.transcripts.editions import EditionSpec
    from casekit.kit.transcripts.generator import GeneratorSpec
    from casekit.kit.transcripts.pages import TranscriptPages
    from casekit.kit.transcripts.resolver import TranscriptParts
    from casekit.kit.transcripts.theory import Deduction
    from casekit.language.formula.nodes import Scope


_SUGGESTION = "SCARLET suggests plum, rope, hall: MUSTARD passes, WHITE shows rope"

PUZZLE = dialect_of(
    "puzzle",
    "a puzzle has some 300",
    (
        BlockForm(
            "players",
            ("player",),
            about="who plays, in the order of turns, each with the number of cards",
            asked=True,
        ),
        BlockForm("seat", ("hand",), "seat {of:player}", example="seat SCARLET"),
        BlockForm(
            "play",
            ("suggestion", "accusation"),
            about="what was suggested, answered and accused, one line each",
            asked=True,
        ),
        BlockForm("truth", ("holding",), about="what the envelope holds, and every hand"),
    ),
    (
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
    {"holder": "a player", "card": "a card"},
)


class Clue(TranscriptGame["Deck"]):
    """Clue."""

    name = "clue"
    title = "Clue"
    dialect = PUZZLE
    players = range(2, 7)
    options = creation_options(PUZZLE, players)

    def decks(self) -> "EditionSpec[Deck]":
        """The deck and its deal."""
        from casekit.games.clue.document import DECKS

        return DECKS

    def transcript(self, parts: "TranscriptParts[Deck]") -> "Puzzle":
        """The transcript of its parts."""
        from casekit.games.clue.document import puzzle_of

        return puzzle_of(parts)

    def scope(self, transcript: "Puzzle") -> "Scope":
        """The names that its formulas may use."""
        from casekit.games.clue.document import scope_of

        return scope_of(transcript)

    def deduction(self) -> "Deduction[Puzzle]":
        """The meaning of its lines."""
        from casekit.games.clue.theory import DEDUCTION

        return DEDUCTION

    def rules(self) -> "TranscriptRules[Puzzle]":
        """The rules of the table."""
        from casekit.games.clue.checks import RULES

        return RULES

    def making(self) -> "GeneratorSpec[Deck]":
        """How transcripts are made."""
        from casekit.games.clue.generator import MAKING

        return MAKING

    def page_spec(self) -> "TranscriptPages[Puzzle]":
        """The pages."""
        from casekit.games.clue.pages import PAGES

        return PAGES


GAME = Clue()
