"""The interface of a game: the rest of casekit asks a ``Game`` and never knows which one it has.

A game is a value: a name, tables of data, and functions of its documents and settings. A command pays for what it asks, so a
function that takes long to import is given by its place, with ``later``. What most games would say the same is there by default:
``usual`` functions (``casekit.kit.defaults``) for documents of prose and lines, as their forms declare them, and settings
that are only titles and booklets.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from functools import cached_property, partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, TypeVar, cast

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
D_contra = TypeVar("D_contra", bound=Document, contravariant=True)
S_contra = TypeVar("S_contra", bound=EditionSettings, contravariant=True)


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


class LanguageRoom(Protocol[D, S]):
    """From files to typed values."""

    def default_edition(self) -> S:
        """The settings of documents without an edition of their own."""

    def edition_template(self) -> Source:
        """The file of these, to begin an edition with."""

    def load_edition(self, data: bytes, file: Path, /) -> LoadedSettings[S]:
        """Read the bytes of an ``edition.toml``; the files that it names are looked up beside ``file``."""

    def resolve(self, tree: "SyntaxTree", settings: S, /) -> ResolvedDocument[D]:
        """Give every name of a tree its meaning."""


class ChecksRoom(Protocol[D_contra]):
    """The checks of a document that need no deduction."""

    def check(self, document: D_contra, titles: tuple[str, ...], /) -> Findings:
        """Every check; no paragraph may name one of the ``titles``, which are those of other documents."""

    def missing_parts(self, document: D_contra, /) -> Findings:
        """Whatever is missing before anything can be asked."""

    def repeated_blocks(self, document: D_contra, /) -> Iterable[Diagnostic]:
        """Blocks whose texts translators could not distinguish."""


class TheoryRoom(Protocol[D_contra]):
    """A document as a theory."""

    def analyze(self, document: D_contra, /) -> Analyzer:
        """The document with its questions open."""


class WordingRoom(Protocol[D_contra, S_contra]):
    """A document in words and in figures."""

    def verbalizer(self, document: D_contra, /) -> "Verbalizer | None":
        """Says the lines of a document in its language; ``None`` in games that cannot."""

    def source_tables(self, document: D_contra, /) -> "Sequence[SourceTable]":
        """What can be read, laid out as players see it."""

    def metrics_spec(self) -> "MetricsSpec":
        """How figures are compared: of several documents, of versions by their JSON; and shown on a page."""

    def edition_metrics(self, settings: S_contra, /) -> Presentable | None:
        """The figures of an edition, in games that measure what they deal."""


class PagesRoom(Protocol[D]):
    """Complete documents on paper."""

    def booklet(self, documents: Sequence[D], look: "PrintOptions", /) -> "content.Booklet":
        """The content of a booklet."""

    def piece(self, product: str, documents: Sequence[D], look: "PrintOptions", /) -> "Piece":
        """The content of any other product."""

    def paragraphs(self, document: D, number: int, /) -> "Iterable[content.Paragraph]":
        """The paragraphs with a number, as far as they are written, of the case of a ``number`` in a booklet."""

    def lock_texts(self, document: D, /) -> "Iterable[tuple[str, content.Passage]]":
        """The texts of a document under the names that lock files have for them."""

    def ticket_terms(self, language: str, /) -> "Terms":
        """The words of a job ticket."""

    def asset_files(self, document: D, /) -> tuple[Path, ...]:
        """Further files that decide what is printed of a document."""

    def with_placeholders(self, document: D, stand_in: Callable[[str], str], /) -> D:
        """A document with a text in the place of each that is missing, made of its name.

        Pictures that cannot be printed are left out.
        """


class AuthoringRoom(Protocol[D_contra, S_contra]):
    """Help for writers and their editors, also in half-written texts; and new documents."""

    def word_list(self, settings: S_contra, document: D_contra | None, /) -> "WordList":
        """The words that may be written in all documents of an edition, or in one of them."""

    def progress(self, document: D_contra, /) -> "WritingProgress":
        """How far a document is written."""

    def name_mentions(
        self, tree: "SyntaxTree", scope: "Scope | None", settings: S_contra | None, /
    ) -> "Iterator[NameMention]":
        """Every name in a text."""

    def headings(self, settings: S_contra, /) -> "Iterator[CompletionItem]":
        """The headings that a document may have; those that must be there are ``wanted``."""

    def heading_keys(self, heading: "Heading", settings: S_contra, /) -> tuple[str, ...]:
        """The texts of these that a heading stands for."""

    def completions(
        self, block: str, before: str, scope: "Scope | None", settings: S_contra, /
    ) -> "tuple[CompletionItem, ...] | None":
        """What may go on after the beginning of a line in a block, empty in the header; ``None`` in a formula."""

    def describe_name(self, mention: "NameMention", settings: S_contra, /) -> "EditionName | None":
        """What is said of a name that the edition gives to all its documents; ``None`` if it is no such name."""

    def create(
        self, title: str, settings: S_contra, options: Mapping[str, str | int], steps: ProgressBar, /
    ) -> Answered[NewDocument]:
        """A first draft or, if values of the game's options are given, a document that fits them.

        The same options give the same text.
        """

    def complete(
        self, source: Source, settings: S_contra, options: Mapping[str, str | int], steps: ProgressBar, /
    ) -> Answered[NewDocument] | None:
        """A half-written document made whole, with every line of it; ``None`` in games that complete none."""


class ProofreadingRoom(Protocol[D_contra]):
    """A document for people who read no logic. All of it serves whatever was understood of a document."""

    def review(
        self, document: D_contra, tree: "SyntaxTree", findings: Findings, analyzer: Analyzer | None, /
    ) -> "Review | None":
        """Its prose beside its lines, with the open questions, if there are any.

        ``None`` in games without prose beside the logic.
        """

    def blind_copy(self, document: D_contra, /) -> "BlindReadingCopy | None":
        """Its prose without its lines, likewise."""

    def manuscript(self, document: D_contra, tree: "SyntaxTree", /) -> "Sequence[ManuscriptPart]":
        """The blocks that have prose, in the order in which a proofreader is to read them."""


class TranslationRoom(Protocol[S]):
    """What translators get."""

    def translatable(self, originals: "Originals[S]", /) -> "Translatable":
        """The texts of an edition and its documents, to be walked through."""


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
        "authoring:mentions"
    )
    headings: "Callable[[S], Iterator[CompletionItem]]" = usual("authoring:headings")
    heading_keys: "Callable[[Heading, S], tuple[str, ...]]" = usual("authoring:heading_keys")
    offers: "Callable[[str, str, Scope | None, S], tuple[CompletionItem, ...] | None]" = usual(
        "authoring:offers"
    )
    of_edition: "Callable[[NameMention, S], EditionName | None]" = none
    options: tuple[CreationOption, ...] = ()
    made: Callable[[str, S, Mapping[str, str | int], ProgressBar], Answered[NewDocument]] = usual(
        "authoring:made"
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

    # The members by rooms.

    @cached_property
    def language(self) -> LanguageRoom[D, S]:
        """Its documents and editions, from files to typed values."""
        return cast(
            "LanguageRoom[D, S]",
            SimpleNamespace(
                default_edition=self.built_in,
                edition_template=self.edition,
                load_edition=self.load,
                resolve=self.read,
            ),
        )

    @cached_property
    def checks(self) -> ChecksRoom[D]:
        """Its checks that need no deduction."""
        return cast(
            "ChecksRoom[D]",
            SimpleNamespace(check=self.check, missing_parts=self.gaps, repeated_blocks=self.ambiguous),
        )

    @cached_property
    def theory(self) -> TheoryRoom[D]:
        """Its documents as theories."""
        return cast("TheoryRoom[D]", SimpleNamespace(analyze=self.interrogation))

    @cached_property
    def wording(self) -> WordingRoom[D, S]:
        """Its documents in words and in figures."""
        return cast(
            "WordingRoom[D, S]",
            SimpleNamespace(
                verbalizer=self.plain_words,
                source_tables=self.source_tables,
                metrics_spec=self.figures,
                edition_metrics=self.edition_figures,
            ),
        )

    @cached_property
    def pages(self) -> PagesRoom[D]:
        """Its documents on paper."""
        return cast(
            "PagesRoom[D]",
            SimpleNamespace(
                booklet=self.booklet,
                piece=self.piece,
                paragraphs=self.paragraphs,
                lock_texts=self.texts_of,
                ticket_terms=self.ticket,
                asset_files=self.assets,
                with_placeholders=self.filled_in,
            ),
        )

    @cached_property
    def authoring(self) -> AuthoringRoom[D, S]:
        """Help for its writers, and new documents."""
        return cast(
            "AuthoringRoom[D, S]",
            SimpleNamespace(
                word_list=self.words,
                progress=self.draft,
                name_mentions=self.mentions,
                headings=self.headings,
                heading_keys=self.heading_keys,
                completions=self.offers,
                describe_name=self.of_edition,
                create=self.made,
                complete=self.completed,
            ),
        )

    @cached_property
    def proofreading(self) -> ProofreadingRoom[D]:
        """Its documents for people who read no logic."""
        return cast(
            "ProofreadingRoom[D]",
            SimpleNamespace(review=self.review, blind_copy=self.blind, manuscript=self.manuscript),
        )

    @cached_property
    def translation(self) -> TranslationRoom[S]:
        """What translators get of it."""
        return cast("TranslationRoom[S]", SimpleNamespace(translatable=self.translatable))

    @cached_property
    def table(self) -> "TableGame | None":
        """Its rules, if it is played by simulated players and by people."""
        return self.tabletop()

    def __reduce__(self) -> "tuple[Callable[[str], AnyGame], tuple[str]]":
        # A game that is handed to another process is the same one there.
        from casekit.kit.registry import game_called

        return game_called, (self.name,)


AnyGame = Game[Document, EditionSettings]
"""A game with documents and settings of its own: what one read, no other understands."""
