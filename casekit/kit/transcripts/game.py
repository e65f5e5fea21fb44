"""The parts of a game that has transcripts, its dialect, and the game as the rest of casekit sees it: the kit fills what the game does not say."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from casekit.kit.interface import ENDLESS, CreationOption, Game, Product, later, none
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.line_forms import BlockForm, Form, PartKind
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.analysis.analyzer import Presentable
    from casekit.kit.transcripts import (
        checks as transcript_checks,
        generator as made,
        pages as transcript_pages,
        resolver as resolving,
    )
    from casekit.kit.transcripts.document import AnyRead, AnyTranscript
    from casekit.kit.transcripts.editions import EditionSpec, TranscriptEdition
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
    """The dialect of documents called by a ``noun``: with the ``blocks`` of play, truth and what is before the story.

    Players are a kind of names; other ``names`` are those of a deck, each with what it is called in messages.
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


@frozen
class TranscriptGame(Generic[D]):
    """A game with transcripts: how it is written, and its parts, each of which is imported when it is used.

    ``name`` is the value of the header field ``game:``, ``title`` what its box says. ``decks`` are what is dealt;
    ``transcript`` makes a typed one of its parts, ``scope`` has the names that its formulas may use. It is for a number of
    ``players``. ``api`` is that of a game from another package (``casekit.kit.interface``).
    """

    name: str
    title: str
    dialect: "Dialect"
    decks: "Callable[[], EditionSpec[D]]"
    transcript: "Callable[[resolving.TranscriptParts[D]], AnyTranscript]"
    scope: "Callable[[Any], Scope]"
    deduction: "Callable[[], Deduction[Any]]"
    rules: "Callable[[], transcript_checks.TranscriptRules[Any]]"
    making: "Callable[[], made.GeneratorSpec[D]]"
    pages: "Callable[[], transcript_pages.TranscriptPages[Any]]" = later(
        "casekit.kit.transcripts.pages:TranscriptPages"
    )
    players: range = range(2, 13)
    api: int = 0


PRODUCTS: tuple[Product[Any], ...] = (
    Product("booklet", each_booklet=True),
    Product("cover", each_booklet=True),
    Product("sheet", each_booklet=True, alone=True, solutions=True),
    Product("notes"),
    Product("cards"),
)
"""The products of every such game; others are printed once for an edition."""


def game_of(
    game: TranscriptGame[D],
    players: range | None = None,
    usual: int = 4,
    more: tuple[CreationOption, ...] = (),
    products: tuple[str, ...] = (),
    each: tuple[str, ...] = (),
    edition_figures: "Callable[[TranscriptEdition[D]], Presentable | None]" = none,
) -> "Game[AnyRead, TranscriptEdition[D]]":
    """A game for ``usual`` players by default; documents are made by ``more`` than players, level and seed.

    ``products`` are the names of further ones, ``each`` those that each booklet has. Games that measure a deck have ``edition_figures``.
    """
    return Game(
        name=game.name,
        title=game.title,
        api=game.api,
        dialect=game.dialect,
        products=(
            *PRODUCTS,
            *map(Product, products),
            *(Product[Any](name, each_booklet=True) for name in each),
        ),
        built_in=partial(later("casekit.kit.transcripts.editions:built_in"), game),
        load=partial(later("casekit.kit.transcripts.editions:load"), game),
        read=partial(later("casekit.kit.transcripts.resolver:read"), game),
        words=partial(later("casekit.kit.transcripts.authoring:words"), game),
        check=later("casekit.kit.transcripts.checks:check"),
        interrogation=later("casekit.kit.transcripts.checks:interrogation"),
        manuscript=later("casekit.kit.transcripts.authoring:manuscript"),
        draft=later("casekit.kit.transcripts.authoring:draft"),
        filled_in=later("casekit.kit.transcripts.authoring:filled_in"),
        source_tables=later("casekit.kit.transcripts.authoring:source_tables"),
        figures=partial(later("casekit.kit.transcripts.metrics_page:figure_forms"), game.dialect.noun),
        edition_figures=edition_figures,
        booklet=later("casekit.kit.transcripts.pages:booklet"),
        piece=later("casekit.kit.transcripts.pages:piece"),
        texts_of=later("casekit.kit.transcripts.pages:texts_of"),
        ticket=partial(later("casekit.kit.transcripts.pages:ticket"), game),
        translatable=partial(later("casekit.kit.transcripts.translatable:translatable"), game),
        offers=partial(later("casekit.kit.transcripts.authoring:offers"), game),
        of_edition=partial(later("casekit.kit.transcripts.authoring:of_edition"), game),
        options=(
            CreationOption("players", "How many sit at the table.", usual, players or game.players),
            CreationOption("level", "How hard it is to be.", "amateur", game.dialect.fields["level"]),
            CreationOption(
                "seed", "Which games to simulate; the same seed gives the same puzzle.", 1, ENDLESS
            ),
            *more,
        ),
        made=partial(later("casekit.kit.transcripts.generator:made"), game),
    )
