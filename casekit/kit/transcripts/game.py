"""A game with transcripts: its dialect, its parts, and its rooms, which the kit furnishes."""

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from casekit.kit.interface import (
    ENDLESS,
    AuthoringRoom,
    ChecksRoom,
    CreationOption,
    Game,
    LanguageRoom,
    PagesRoom,
    Product,
    ProofreadingRoom,
    TheoryRoom,
    TranslationRoom,
    WordingRoom,
    name_of_version_1,
)
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.line_forms import BlockForm, Form, PartKind

if TYPE_CHECKING:
    from casekit.kit.transcripts.checks import TranscriptRules
    from casekit.kit.transcripts.document import AnyRead, AnyTranscript, Event, SpokenLine
    from casekit.kit.transcripts.editions import EditionSpec, TranscriptEdition
    from casekit.kit.transcripts.generator import GeneratorSpec
    from casekit.kit.transcripts.pages import TranscriptPages
    from casekit.kit.transcripts.resolver import TranscriptParts
    from casekit.kit.transcripts.theory import Deduction
    from casekit.language.formula.nodes import Scope


SPEECH = Form(
    "speech",
    ("{player} says {said:speech}",),
    'ALICE says "I was at home."',
    "what somebody says",
    notes={"said": "In their words; the lines below it, with `~`, quote them."},
)
QUOTING = Form(
    "statement",
    ("~ {formula}  [{quotation}]",),
    '~ stayed(ALICE, 1)  "I was at home"',
    "what the words above say, as a formula",
)


def dialect_of(
    noun: str,
    usual: str,
    blocks: tuple[BlockForm, ...],
    forms: tuple[Form, ...],
    names: Mapping[str, str],
    **more: Any,
) -> Dialect:
    """The dialect of documents that are called by a ``noun``.

    Its ``blocks`` are those of play, of the truth and of the text before the story. Players are a kind of
    names; other ``names`` are those of a deck, each with the word for it in messages.
    """
    *before, play, truth = blocks
    return Dialect(
        noun,
        noun=noun,
        usual=usual,
        fields={"title": (), "level": ("apprentice", "amateur", "expert"), "author": (), "game": ()},
        required=("title", "level"),
        outline=(
            *before,
            BlockForm("presentation", about="what readers are told at the start"),
            play,
            truth,
            BlockForm("solution", about="what really happened"),
            BlockForm("notes", ("note",)),
        ),
        forms=forms,
        kinds={
            "seated": PartKind("a player", defines=True),
            **{kind: PartKind(spoken) for kind, spoken in ({"player": "a player"} | {**names}).items()},
        },
        **more,
    )


D = TypeVar("D")

PRODUCTS: tuple[Product[Any], ...] = (
    Product("booklet", per_booklet=True),
    Product("cover", per_booklet=True),
    Product("sheet", per_booklet=True, for_single_case=True, solutions=True),
    Product("notes"),
    Product("cards"),
)
"""The products of every such game; others are printed once for an edition."""


def creation_options(dialect: Dialect, players: range, usual: int = 4) -> tuple[CreationOption, ...]:
    """The options that documents of every such game are made by; for ``usual`` players by default."""
    return (
        CreationOption("players", "How many sit at the table.", usual, players),
        CreationOption("level", "How hard it is to be.", "amateur", dialect.fields["level"]),
        CreationOption(
            "seed", f"Which games to simulate; the same seed gives the same {dialect.noun}.", 1, ENDLESS
        ),
    )


MOST_LINES = 300
"""The most lines of play that are reasoned about; hand-written ones have thirty."""


class TranscriptGame(Game["AnyRead", "TranscriptEdition[D]"], Generic[D]):
    """A game with transcripts, for a number of ``players``.

    It says how its documents are written, and imports each of its parts when it is asked for.
    """

    players: range = range(2, 13)
    products: "tuple[Product[TranscriptEdition[D]], ...]" = PRODUCTS

    rules_for_readers: tuple[str, ...] = ()
    """The rules that whoever reads a speech knows, as sentences."""

    sentences_for_readers: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Sentences that say a fact of a formula, by its name; ``(1)`` is its first argument."""

    def moment_of(self, _transcript: Any, _speech: "SpokenLine") -> str:
        """The moment of a speech, as a sentence for whoever reads it; empty in games without days."""
        return ""

    def too_long(self, transcript: Any) -> "tuple[Event, str] | None":
        """The first line of play that is one too many to reason about, and why, in words, if there is one.

        Each line is held against all before it: a play of twice the length takes four times as long or more.
        """
        if len(transcript.play) <= MOST_LINES:
            return None
        lines = len(transcript.play)
        reason = f"the play has {lines:,} lines; casekit reasons about at most {MOST_LINES}"
        return transcript.play[MOST_LINES], reason

    @abstractmethod
    def decks(self) -> "EditionSpec[D]":
        """The deck and its deal."""

    @abstractmethod
    def transcript(self, parts: "TranscriptParts[D]") -> "AnyTranscript":
        """A typed transcript of its parts."""

    @abstractmethod
    def scope(self, transcript: Any) -> "Scope":
        """The names that formulas of a transcript may use."""

    @abstractmethod
    def deduction(self) -> "Deduction[Any]":
        """The meaning of the lines of a transcript."""

    @abstractmethod
    def rules(self) -> "TranscriptRules[Any]":
        """The rules of the table, and how findings speak of it."""

    @abstractmethod
    def making(self) -> "GeneratorSpec[D]":
        """How transcripts are made."""

    def page_spec(self) -> "TranscriptPages[Any]":
        """The pages: the usual ones, unless a game has others."""
        from casekit.kit.transcripts.pages import TranscriptPages

        return TranscriptPages()

    @cached_property
    def language(self) -> "LanguageRoom[AnyRead, TranscriptEdition[D]]":
        """Editions with decks and levels, and transcripts."""
        from casekit.kit.transcripts.resolver import TranscriptLanguageRoom

        return TranscriptLanguageRoom(self)

    @cached_property
    def checks(self) -> "ChecksRoom[AnyRead]":
        """The table and its rules, prose, and the secret that the truth states."""
        from casekit.kit.transcripts import checks

        return checks

    @cached_property
    def theory(self) -> "TheoryRoom[AnyRead]":
        """Transcripts with their questions open."""
        from casekit.kit.transcripts import checks

        return checks

    @cached_property
    def wording(self) -> "WordingRoom[AnyRead, TranscriptEdition[D]]":
        """Figures of proofs, and the lines of play."""
        from casekit.kit.transcripts.wording import TranscriptWordingRoom

        return TranscriptWordingRoom(self)

    @cached_property
    def pages(self) -> "PagesRoom[AnyRead]":
        """Transcripts on paper."""
        from casekit.kit.transcripts.pages import TranscriptPagesRoom

        return TranscriptPagesRoom(self)

    @cached_property
    def authoring(self) -> "AuthoringRoom[AnyRead, TranscriptEdition[D]]":
        """Help for writers, and simulated games."""
        from casekit.kit.transcripts.authoring import TranscriptAuthoringRoom

        return TranscriptAuthoringRoom(self)

    @cached_property
    def proofreading(self) -> "ProofreadingRoom[AnyRead]":
        """Stories and solutions."""
        from casekit.kit.transcripts import proofreading

        return proofreading

    @cached_property
    def translation(self) -> "TranslationRoom[TranscriptEdition[D]]":
        """Titles, stories, solutions and the names of what is dealt."""
        from casekit.kit.transcripts.translation import TranscriptTranslationRoom

        return TranscriptTranslationRoom(self)


if not TYPE_CHECKING:  # for type checkers there are no such names
    __getattr__ = partial(name_of_version_1, __name__)
