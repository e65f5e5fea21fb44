"""The interface of a game: the rest of casekit asks a ``Game`` and never knows which one it has.

A game is a few values that a command line needs, and nine rooms. A room is a Protocol: what a game knows of
its language, what it checks, how it is printed, and so on. A module of the game implements it, or an object.
A room is imported when it is first asked for, so that a check loads nothing that prints; mypy holds it
against the Protocol where the game returns it.

``casekit.kit.defaults.game`` has a game of documents of prose and lines, ``casekit.kit.transcripts.game`` one
of documents with transcripts; both bring most rooms.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, Self, TypeVar

from casekit.analysis.analyzer import Analyzer, Answered, Findings, Presentable, ProgressBar
from casekit.diagnostics import Finding, Source
from casekit.kit.edition_settings import EditionSettings
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.analysis.figures.metrics import MetricsSpec
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
    from casekit.readings.reading_copy import ReadingCopy
    from casekit.tabletop.game_rules import TableGame
    from casekit.translation.texts import Originals, Translatable


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
    """Settings as they were read, with all their texts; ``settings`` is missing if they cannot be used."""

    settings: S | None
    diagnostics: Findings = ()
    sources: tuple[Source, ...] = ()


@frozen
class ResolvedDocument(Generic[D]):
    """A syntax tree that was given its meaning.

    It ``is_complete`` if every line of logic was understood, so that it makes sense to ask what follows.
    """

    document: D
    diagnostics: Findings
    is_complete: bool


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
    """Something that a game prints: once for an edition, or once ``per_booklet``.

    Unless something else is asked for, a build of one document prints what is ``for_single_case``. What is
    ``box_only`` is made for a box, or if asked for by name. A leaflet (``is_leaflet``) has small pages
    and is finished and imposed as a booklet is. Where a product has ``solutions``, their place can be chosen
    (``PrintOptions.solution``). ``missing`` gives the finding for an edition, read from a file of this name,
    that has no such thing.
    """

    name: str
    per_booklet: bool = False
    is_leaflet: bool = False
    box_only: bool = False
    for_single_case: bool = False
    solutions: bool = False
    # Most products are printed of every edition.
    missing: Callable[[S, str], Finding | None] = lambda settings, file: None  # noqa: ARG005 - not needed


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

    def repeated_blocks(self, document: D_contra, /) -> Iterable[Finding]:
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
        """The sources of a document, laid out as players see them."""

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
        """The paragraphs that have a number, as far as they are written; the case has a ``number`` too."""

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
        """Completions after the beginning of a line in a block (empty in the header).

        ``None`` in a formula.
        """

    def describe_name(self, mention: "NameMention", settings: S_contra, /) -> "EditionName | None":
        """The description of a name that the edition gives to all its documents; ``None`` for other names."""

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

    def reading_copy(self, document: D_contra, /) -> "ReadingCopy | None":
        """Its prose for readers who write down what it says; ``None`` in games whose prose has no lines."""

    def manuscript(self, document: D_contra, tree: "SyntaxTree", /) -> "Sequence[ManuscriptPart]":
        """The blocks that have prose, in the order in which a proofreader is to read them."""


class TranslationRoom(Protocol[S]):
    """The texts that translators get."""

    def translatable(self, originals: "Originals[S]", /) -> "Translatable":
        """The texts of an edition and its documents, to be walked through."""


class FormerInterfaceError(Exception):
    """A game of a package was written for a former version of this interface."""


class Game(ABC, Generic[D, S]):
    """A game that casekit serves.

    ``name`` is the value of the header field ``game:``, ``title`` what its box says, ``dialect`` how its
    documents are written. ``api`` is the version of this interface that a game of another package was written
    for (``casekit.kit.registry.API``). ``effort`` is how many times the usual limit of time (``--limits``) a
    check of one of its documents may take. ``products`` are in the order in which they are printed.
    ``options`` are what new documents can be made by.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    dialect: "ClassVar[Dialect]"
    api: ClassVar[int] = 0
    effort: ClassVar[float] = 1
    products: tuple[Product[S], ...] = ()
    options: tuple[CreationOption, ...] = ()

    def __new__(cls, **fields: object) -> Self:
        """A game.

        Raises:
            FormerInterfaceError: if it has fields, as in the first version of this interface.
        """
        if fields:
            raise FormerInterfaceError
        return super().__new__(cls)

    @cached_property
    @abstractmethod
    def language(self) -> LanguageRoom[D, S]:
        """From files to typed values."""

    @cached_property
    @abstractmethod
    def checks(self) -> ChecksRoom[D]:
        """Checks that need no deduction."""

    @cached_property
    @abstractmethod
    def theory(self) -> TheoryRoom[D]:
        """Documents as theories."""

    @cached_property
    @abstractmethod
    def wording(self) -> WordingRoom[D, S]:
        """Documents in words and in figures."""

    @cached_property
    @abstractmethod
    def pages(self) -> PagesRoom[D]:
        """Documents on paper."""

    @cached_property
    @abstractmethod
    def authoring(self) -> AuthoringRoom[D, S]:
        """Help for writers, and new documents."""

    @cached_property
    @abstractmethod
    def proofreading(self) -> ProofreadingRoom[D]:
        """Documents for people who read no logic."""

    @cached_property
    @abstractmethod
    def translation(self) -> TranslationRoom[S]:
        """The texts that translators get."""

    @cached_property
    def table(self) -> "TableGame | None":
        """The rules of games that are played by simulated players and by people."""
        return None

    def __reduce__(self) -> "tuple[Callable[[str], AnyGame], tuple[str]]":
        # A game that is handed to another process is the same one there.
        from casekit.kit.registry import game_called

        return game_called, (self.name,)


AnyGame = Game[Document, EditionSettings]
"""A game with documents and settings of its own: what one read, no other understands."""

_OF_VERSION_1 = frozenset(("later", "value", "usual", "none", "nothing", "game_of"))


def name_of_version_1(module: str, name: str) -> object:
    """Attributes of a module: those of the first version named functions by their places.

    Raises:
        FormerInterfaceError: for these.
        AttributeError: for names that never were.
    """
    if name in _OF_VERSION_1:
        raise FormerInterfaceError
    raise AttributeError(f"module {module!r} has no attribute {name!r}")


if not TYPE_CHECKING:  # for type checkers there are no such names
    __getattr__ = partial(name_of_version_1, __name__)
