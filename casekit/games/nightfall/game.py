"""Nightfall: how its evenings are written, and its parts (``casekit.kit.transcripts``)."""

from typing import TYPE_CHECKING

from casekit.kit.interface import CreationOption, Product
from casekit.kit.transcripts.game import (
    PRODUCTS,
    QUOTING,
    SPEECH,
    TranscriptGame,
    creation_options,
    dialect_of,
)
from casekit.language.syntax.line_forms import BlockForm, Form

if TYPE_CHECKING:
    from casekit.games.nightfall.document import Evening
    from casekit.kit.transcripts.checks import TranscriptRules
    from casekit.kit.transcripts.document import Event, SpokenLine
    from casekit.kit.transcripts.editions import EditionSpec
    from casekit.kit.transcripts.generator import GeneratorSpec
    from casekit.kit.transcripts.pages import TranscriptPages
    from casekit.kit.transcripts.resolver import TranscriptParts
    from casekit.kit.transcripts.theory import Deduction
    from casekit.language.formula.nodes import Scope


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


_RULES_FOR_READERS = (
    "Most players are innocent, and some are murderers. An innocent says only what is true; a murderer may lie.",
    "At night each living player stays at home or visits one other player, alone and not seen by the others.",
    "All who are at the same home in a night meet: whoever stays there, and all visitors.",
    "An innocent who is alone with a murderer in a night may be killed; nobody is killed before a witness.",
)
"""What players know (rulebook, the night)."""

_SENTENCES_FOR_READERS = {
    "murderer": ("(1) is a murderer", "(1) is innocent"),
    "visited": ("(1) was at the home of (value) in night (2)", "(1) = (value) means that (1) stayed at home"),
    "stayed": ("(1) stayed at home in night (2)", "(1) did not stay at home in night (2)"),
    "alone": ("(1) met nobody in night (2)", "(1) met somebody in night (2)"),
    "met": ("(1) met (2) in night (3)", "(1) did not meet (2) in night (3)"),
    "tried": ("(1) tried to kill in night (2)", "(1) did not try to kill in night (2)"),
    "died": ("(1) was killed in night (value)",),
    "hanged": ("(1) was hanged on day (value)",),
}
"""The facts of evenings in words."""


class Nightfall(TranscriptGame["None"]):
    """Nightfall."""

    name = "nightfall"
    title = "Nightfall"
    dialect = EVENING
    players = range(3, 13)
    rules_for_readers = _RULES_FOR_READERS
    sentences_for_readers = _SENTENCES_FOR_READERS
    products = (
        *PRODUCTS,
        Product("record"),
        Product("evening", per_booklet=True),
        Product("slips", per_booklet=True),
    )
    options = (
        *creation_options(EVENING, players, usual=5),
        CreationOption("murderers", "How many murderers there are; two from six players on.", 1, range(1, 3)),
        CreationOption("days", "The day whose statements make it certain.", 2, range(1, 5)),
    )

    def moment_of(self, transcript: "Evening", speech: "SpokenLine") -> str:
        """The day, and so the night before it, of which most speeches are."""
        day = transcript.days[speech.number]
        return f"It is day {day}, after night {day}." if day else "It is before the first night."

    def decks(self) -> "EditionSpec[None]":
        """The deck and its deal."""
        from casekit.games.nightfall.document import DECKS

        return DECKS

    def transcript(self, parts: "TranscriptParts[None]") -> "Evening":
        """The transcript of its parts."""
        from casekit.games.nightfall.document import evening_of

        return evening_of(parts)

    def scope(self, transcript: "Evening") -> "Scope":
        """The names that its formulas may use."""
        from casekit.games.nightfall.document import scope_of

        return scope_of(transcript)

    def too_long(self, transcript: "Evening") -> "tuple[Event, str] | None":
        """The first line of play that is one too many, or the first night."""
        from casekit.games.nightfall.document import first_night_too_many

        return super().too_long(transcript) or first_night_too_many(transcript)

    def deduction(self) -> "Deduction[Evening]":
        """The meaning of its lines."""
        from casekit.games.nightfall.theory import DEDUCTION

        return DEDUCTION

    def rules(self) -> "TranscriptRules[Evening]":
        """The rules of the table."""
        from casekit.games.nightfall.checks import RULES

        return RULES

    def making(self) -> "GeneratorSpec[None]":
        """How transcripts are made."""
        from casekit.games.nightfall.generator import MAKING

        return MAKING

    def page_spec(self) -> "TranscriptPages[Evening]":
        """The pages."""
        from casekit.games.nightfall.pages import PAGES

        return PAGES


GAME = Nightfall()
