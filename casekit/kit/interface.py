"""The interface of a game: the rest of casekit asks a ``Game`` and never knows which one it has.

A game is a value: a name, tables of data, and functions of its documents and settings. A command pays for what it asks, so a
function that takes long to import is given by its place, with ``later``. What most games would say the same is there by default:
``usual`` functions (``casekit.kit.defaults``) for documents of prose and lines, as their forms declare them, and settings
that are only titles and booklets.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from functools import partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, TypeVar

from casekit.analysis.analyzer import Analyzer, Answered, Findings, Presentable, ProgressBar
from casekit.diagnostics import Diagnostic, Source
from casekit.kit.edition_settings import EditionSettings
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.analysis.metrics import MetricsSpec
    from casekit.analysis.proofreading.review import BlindReadingCopy, Review
    from casekit.analysis.summaries import SourceTable, WordList, WritingProgress
    from casekit.analysis.verbalizer.verbalizer import Verbalizer
    from casekit.language.completions import CompletionItem, EditionName, NameMention
    from casekit.language.formula.nodes import Scope
    from casekit.language.syntax.dialect import Dialect, Heading, SyntaxTree
    from casekit.manuscripts.manuscript_parts import ManuscriptPart
    from casekit.print.content import booklet as content
    from casekit.print.content.papers import Terms
    from casekit.print.content.pieces import Piece, PrintOptions
    from casekit.tabletop.game_rules import TableGame
    from casekit.translation.texts import Originals, Translatable


P = ParamSpec("P")
R = TypeVar("R")


def _named(place: str) -> Any:
    """The function or value at a place such as ``casekit.games.clue.checks:RULES``, imported now."""
    module, _, name = place.partition(":")
    return attrgetter(name)(import_module(module))


def later(place: str) -> Callable[P, R]:
    """The function at a place, imported when it is first called."""
    return lambda *given, **named: _named(place)(*given, **named)  # noqa: PLW0108 -- not imported before


def value(place: str) -> Callable[P, R]:
    """A function that gives the value at a place, which is imported when it is first called."""
    return lambda *_given, **_options: _named(place)


def usual(place: str) -> Any:
    """A member of a game that is, by default, a function of ``casekit.kit.defaults`` with the game as its first argument."""
    return field(default=later(f"casekit.kit.defaults.{place}"), metadata={"usual": True})


def none(*_given: object) -> None:
    """Nothing, in games that have no such thing."""


def nothing(*_given: object) -> tuple[()]:
    """No things, likewise."""
    return ()


class Document(Protocol):
    """A typed document of a game. What its text leaves out is empty; the checks report it."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def source(self) -> Source:
        """Its text."""

    @property
    def settings(self) -> EditionSettings:
        """The settings that it shares with the other documents of its edition."""

    @property
    def scope(self) -> "Scope":
        """The names that its formulas may use."""


D = TypeVar("D", bound=Document)
S = TypeVar("S", bound=EditionSettings)


@frozen
class LoadedSettings(Generic[S]):
    """Settings as they were read: ``settings`` is missing if they cannot be used; ``sources`` are all texts of them."""

    settings: S | None
    diagnostics: Findings = ()
    sources: tuple[Source, ...] = ()


@frozen
class ResolvedDocument(Generic[D]):
    """A syntax tree that was given its meaning.

    ``understood`` if every line of logic was, so that it makes sense to ask what follows.
    """

    document: D
    diagnostics: Findings
    understood: bool


@frozen(slots=True)
class NewDocument:
    """The text of a new document, and in words what is still to be done in it."""

    text: str
    to_do: str


ENDLESS = range(2**63)
"""Any whole number."""


@frozen(slots=True)
class CreationOption:
    """Something that a new document can be made by: an option of ``casekit new --game``.

    The ``default`` counts if any other option of the game is given. One without ``values`` is a flag.
    """

    name: str
    help: str
    default: str | int
    values: tuple[str, ...] | range


@frozen
class Product(Generic[S]):
    """Something that a game prints: once for an edition unless ``each_booklet`` has its own.

    It is printed of a document ``alone`` unless something else is asked for. If its small pages are ``folded``, it is finished and imposed as
    a booklet is. If it is only ``boxed``, it is made for a box, or if it is asked for by name. If it has ``solutions``, their place can be
    chosen (``PrintOptions.solution``). ``missing`` gives the finding for an edition,
    read from a file of this name, that has no such thing.
    """

    name: str
    each_booklet: bool = False
    folded: bool = False
    boxed: bool = False
    alone: bool = False
    solutions: bool = False
    missing: Callable[[S, str], Diagnostic | None] = lambda settings, file: None  # noqa: ARG005 - every edition has it


@frozen(eq=False)
class Game(Generic[D, S]):
    """A game that casekit serves.

    ``name`` is the value of the header field ``game:``, ``title`` what its box says, ``dialect`` how its documents are written.

    An edition: ``built_in`` settings for documents without one; ``edition``, the file of these, to begin with; ``load`` reads the
    bytes of an ``edition.toml``, the files that it names are looked up beside it; ``words`` that may be written in its documents,
    or in one of them.

    A document: ``read`` gives every name of a tree its meaning. ``check`` needs no deduction; no paragraph may name one of the
    titles, which are those of other documents. ``gaps`` are missing before anything can be asked; ``interrogation`` is the
    document with its questions open; ``assets`` are further files that decide what is printed of it. ``ambiguous`` blocks have texts that translators could not distinguish.

    Its prose: ``review`` shows it beside its lines (from tree, findings and the open questions, if there are any), ``blind``
    without them; both give ``None`` in games without prose beside the logic. ``manuscript`` are the blocks that have prose, in the order in which a
    proofreader is to read them. ``draft`` says how far it is written, and ``filled_in`` puts a text in the place of each that is
    missing, from its name, and leaves out pictures that cannot be printed. ``source_tables`` lay out what can be read as players see it;
    ``plain_words`` say its lines in its language. All of them serve whatever was understood of a document.

    Its ``figures`` say how those of several documents are compared, those of versions by their JSON, and how all are shown on a page;
    ``edition_figures`` are those of an edition, in games that measure what they deal.

    On paper: ``products`` in the order in which they are printed; the content of a ``booklet`` and of any other ``piece`` of complete
    documents; ``paragraphs`` with a number, of the case of this number in a booklet, as far as they are written; ``texts_of`` a document under the names that lock files have for them;
    the words of a job ``ticket`` in a language. ``translatable`` texts are walked through for translators.

    For editors, also in half-written texts: ``mentions`` of names; ``headings`` that a document may have (those that must be there are
    ``wanted``), and ``heading_keys``, the texts of these that a heading stands for; ``offers`` for what goes on after the
    beginning of a line in a block (empty in the header), ``None`` where that is a formula; ``of_edition``, a name that the
    edition gives to all its documents.

    Documents are ``made`` with a title: a first draft, or one that fits the ``options`` if values of them are given. ``completed`` makes a
    half-written one whole, with every line of it; ``None`` in games that complete none. The same options give the same text.
    ``api`` is the version of this interface, ``casekit.games.API``, that a game of another package was written for. ``tabletop`` has the rules of games that are played by simulated players and by people.
    """

    name: str
    title: str
    dialect: "Dialect"
    read: "Callable[[SyntaxTree, S], ResolvedDocument[D]]"
    interrogation: Callable[[D], Analyzer]
    api: int = 0
    built_in: Callable[[], S] = usual("document:built_in")
    edition: Callable[[], Source] = usual("document:edition")
    load: Callable[[bytes, Path], LoadedSettings[S]] = usual("document:load")
    words: "Callable[[S, D | None], WordList]" = usual("authoring:words")
    check: Callable[[D, tuple[str, ...]], Findings] = usual("document:check")
    gaps: Callable[[D], Findings] = usual("document:gaps")
    ambiguous: Callable[[D], Iterable[Diagnostic]] = nothing
    assets: Callable[[D], tuple[Path, ...]] = nothing
    review: "Callable[[D, SyntaxTree, Findings, Analyzer | None], Review | None]" = none
    blind: "Callable[[D], BlindReadingCopy | None]" = none
    manuscript: "Callable[[D, SyntaxTree], Sequence[ManuscriptPart]]" = usual("authoring:manuscript")
    draft: "Callable[[D], WritingProgress]" = usual("authoring:draft")
    filled_in: Callable[[D, Callable[[str], str]], D] = usual("document:filled_in")
    source_tables: "Callable[[D], Sequence[SourceTable]]" = nothing
    plain_words: "Callable[[D], Verbalizer | None]" = none
    figures: "Callable[[], MetricsSpec]" = usual("metrics:figures")
    edition_figures: Callable[[S], Presentable | None] = none
    products: tuple[Product[S], ...] = (
        Product("booklet", each_booklet=True),
        Product("sheet", each_booklet=True, alone=True, solutions=True),
    )
    booklet: "Callable[[Sequence[D], PrintOptions], content.Booklet]" = usual("pages:booklet")
    piece: "Callable[[str, Sequence[D], PrintOptions], Piece]" = usual("pages:piece")
    paragraphs: "Callable[[D, int], Iterable[content.Paragraph]]" = nothing
    texts_of: "Callable[[D], Iterable[tuple[str, content.Passage]]]" = usual("pages:texts_of")
    ticket: "Callable[[str], Terms]" = usual("pages:ticket")
    translatable: "Callable[[Originals[S]], Translatable]" = usual("authoring:translatable")
    mentions: "Callable[[SyntaxTree, Scope | None, S | None], Iterator[NameMention]]" = usual(
        "plain_authoring:mentions"
    )
    headings: "Callable[[S], Iterator[CompletionItem]]" = usual("authoring:headings")
    heading_keys: "Callable[[Heading, S], tuple[str, ...]]" = usual("authoring:heading_keys")
    offers: "Callable[[str, str, Scope | None, S], tuple[CompletionItem, ...] | None]" = usual(
        "plain_authoring:offers"
    )
    of_edition: "Callable[[NameMention, S], EditionName | None]" = none
    options: tuple[CreationOption, ...] = ()
    made: Callable[[str, S, Mapping[str, str | int], ProgressBar], Answered[NewDocument]] = usual(
        "plain_authoring:made"
    )
    completed: "Callable[[Source, S, Mapping[str, str | int], ProgressBar], Answered[NewDocument] | None]" = (
        none
    )
    tabletop: "Callable[[], TableGame | None]" = none

    def __post_init__(self) -> None:
        for each in fields(self):
            # Those of its functions that are the usual ones are given the game.
            if "usual" in each.metadata and getattr(self, each.name) is each.default:
                object.__setattr__(self, each.name, partial(each.default, self))

    def __reduce__(self) -> "tuple[Callable[[str], AnyGame], tuple[str]]":
        # A game that is handed to another process is the same one there.
        from casekit.kit.registry import game_called

        return game_called, (self.name,)


AnyGame = Game[Document, EditionSettings]
"""A game with documents and settings of its own: what one read, no other understands."""
