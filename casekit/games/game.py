"""What a game offers. The rest of casekit asks a game and never knows which one it has.

| a game | is asked for | by |
|---|---|---|
| `Game` | its settings, its documents, a skeleton, what it prints, its translation | reading, `new`, `build` |
| `Document` | the checks of its text, its interrogation, its review, its prose | `check`, `review`, `proofread`, editors |
| `Interrogation` | its verdict, proofs, refutations, answers, figures | `check`, `prove`, `why-not`, `ask`, `report` |
| `Press` | what there is to print, as page content | `build`, `preflight`, `errata` |
| `Authoring` | the names in its texts, and what may be written where | editors |
| `Tabletop` | games between simulated players and between people, if it has any | `simulate`, `playtest`, `play` |
| `Translation` | catalogues, and texts put back from them | `translate` |

A game is a folder beside this file and a line in the table of ``casekit.games``. Its methods import what they need when
they are called, so that a command pays for nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from casekit.asking.interrogation import Answered, Findings, Interrogation, Json, Told
from casekit.diagnostics import Diagnostic, Source, Span
from casekit.games.bindings import BookletSettings, Imprint

if TYPE_CHECKING:
    from casekit.asking.draft import WritingDraft
    from casekit.asking.plain.plain_words import PlainWords
    from casekit.asking.playing.match import Host
    from casekit.asking.playtest.playbook import Playbook
    from casekit.asking.playtest.seats import SharedGame
    from casekit.asking.review.review_answer import BlindAnswer, ReviewAnswer
    from casekit.asking.source_tables import SourceTable
    from casekit.asking.versions.gauges import Gauge
    from casekit.asking.word_list import WordList
    from casekit.games.authoring import Authoring
    from casekit.language.document.dialect import Dialect
    from casekit.language.document.tree import SyntaxTree
    from casekit.language.formula.scope import Scope
    from casekit.manuscripts.manuscript_parts import ManuscriptPart
    from casekit.print.content import booklet as content
    from casekit.print.content.pieces import Piece
    from casekit.print.ticket import Terms
    from casekit.system.spreading import Workplace
    from casekit.translation.originals import Translatable
    from casekit.translation.translated import Translated

LONGEST_TITLE = 200
"""Characters of a title, or of any other field of a header, at the most."""


# --- settings ------------------------------------------------------------------------------------


class Settings(Protocol):
    """What all documents of an edition share."""

    @property
    def title(self) -> str:
        """What the edition is called."""

    @property
    def language(self) -> str:
        """The language of its prose, a tag of IETF BCP 47."""

    @property
    def booklets(self) -> Sequence[BookletSettings]:
        """What is bound."""

    @property
    def imprint(self) -> Imprint:
        """Who made it."""

    @property
    def file(self) -> Path | None:
        """Where they were read from; ``None`` for those that are built in."""


@dataclass(frozen=True)
class Loaded:
    """Settings as they were read: ``settings`` is missing if they cannot be used; ``sources`` are all texts of them."""

    settings: Any
    diagnostics: Findings = ()
    sources: tuple[Source, ...] = ()


# --- documents -----------------------------------------------------------------------------------


class Document(Protocol):
    """A typed document of a game. What its text leaves out is empty; the checks report it."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def source(self) -> Source:
        """Its text."""

    @property
    def settings(self) -> Settings:
        """What it shares with the other documents of its edition."""

    @property
    def scope(self) -> "Scope":
        """The names that its formulas may use."""

    @property
    def paragraphs(self) -> int:
        """How many paragraphs are printed of it."""

    def check(self, other_titles: tuple[str, ...]) -> Findings:
        """Every check that needs no deduction; no paragraph may name one of the other documents' titles."""

    def gaps(self) -> Findings:
        """What is still missing before anything can be asked of it; nothing, if it can be asked."""

    def interrogation(self) -> Interrogation:
        """The document with its questions open."""

    def review(
        self, tree: "SyntaxTree", findings: Findings, asked: Interrogation | None
    ) -> "ReviewAnswer | None":
        """What it prints beside what its lines say, with findings; ``None`` if the game has no prose beside its logic.

        ``tree`` is what it was read from, ``asked`` the document with its questions open, if its lines were understood.
        """

    def blind(self) -> "BlindAnswer | None":
        """Its prose without lines and solution, for somebody who is to solve it; ``None`` as above."""

    def manuscript(self, tree: "SyntaxTree") -> "Sequence[ManuscriptPart]":
        """Its blocks that have prose, in the order in which a proofreader is to read them.

        ``tree`` is what it was read from.
        """

    def draft(self) -> "WritingDraft":
        """How far it is written."""

    def source_tables(self) -> "Sequence[SourceTable]":
        """What can be read of it, laid out as players see it, by the names that its interrogation has for its sources.

        It serves whatever was understood of a document.
        """

    def words(self) -> "WordList":
        """What may be written in it beside the words of its edition."""

    def plain_words(self) -> "PlainWords | None":
        """Its lines and facts in plain words, in its language; ``None`` if the game has no such words.

        It serves whatever was understood of a document, so that one with errors can be shown too.
        """

    def filled_in(self, stand_in: Callable[[str], str]) -> "Document":
        """The document with something in the place of each text that is missing, so that a writer can look at its pages.

        ``stand_in`` gives the text for the name of what is missing. Pictures that cannot be printed are left out.
        """

    def assets(self) -> tuple[Path, ...]:
        """Further files that decide what is printed of it, such as pictures."""


@dataclass(frozen=True)
class Reading:
    """A syntax tree that was given its meaning.

    ``understood`` if every line of logic was, so that it makes sense to ask what follows.
    """

    document: Document
    diagnostics: Findings
    understood: bool


COVER = "cover"
"""The product of every game that is no game's: a cover in one piece, made when a booklet has its pages."""


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The text of a new document, and in words what is still to be done in it."""

    text: str
    to_do: str


@dataclass(frozen=True, slots=True)
class MadeBy:
    """Something that a new document can be made by: an option of ``casekit new --game``.

    It takes one of ``choices`` or, if there are none, a number from ``least`` to ``most``. The ``default`` counts if any
    other option of the game is given.
    """

    name: str
    help: str
    default: str | int
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None


# --- print ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """A booklet's title, colour and paper, the paper that other things are printed on, and the place of findings."""

    title: str
    colour: str
    booklet_paper: str
    paper: str
    span: Span


class Press(ABC):
    """What a game prints, as page content."""

    products: tuple[str, ...]
    """What can be printed, in the order in which it is."""

    for_each_booklet: tuple[str, ...]
    """Those of them that are made for each booklet; the others once for an edition."""

    group: str
    """What the paragraphs of one group are called, in the figures of a shuffle."""

    for_a_document: tuple[str, ...]
    """What is printed of a document by itself, unless something else is asked for."""

    @abstractmethod
    def offered(self, settings: Any) -> tuple[str, ...]:
        """Those of the products that an edition has."""

    @abstractmethod
    def missing(self, product: str, settings: Any, place: str) -> Diagnostic | None:
        """The finding for a product that an edition does not have."""

    @abstractmethod
    def booklet(
        self, documents: Sequence[Any], slug: str, files: Sequence[str], look: Look
    ) -> "content.Booklet":
        """The content of a booklet of complete documents; ``files`` are theirs as the edition names them.

        It need not have numbered paragraphs.
        """

    @abstractmethod
    def piece(self, product: str, documents: Sequence[Any], look: Look) -> "Piece":
        """What is printed beside a booklet of complete documents: of them, or of the edition that they share."""

    @abstractmethod
    def texts_of(self, document: Any) -> "Iterable[tuple[str, content.Passage]]":
        """The texts that are printed of a document, each under the name that a lock file has for it."""

    @abstractmethod
    def ticket_terms(self, language: str) -> "Terms":
        """The words of a job ticket."""

    @abstractmethod
    def assets(self, settings: Any) -> tuple[Path, ...]:
        """Further files that decide what is printed of an edition."""


# --- translation ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Originals:
    """What there is to translate: syntax trees by file as seen from ``root``; ``alone`` if only one is meant."""

    root: Path
    settings: Any
    sources: tuple[Source, ...]
    trees: "Mapping[str, SyntaxTree]"
    alone: bool


class Translation(ABC):
    """How a game's editions are translated."""

    @abstractmethod
    def ambiguous(self, document: Any) -> Findings:
        """What keeps a document's texts from being told apart."""

    @abstractmethod
    def translatable(self, originals: Originals) -> "Translatable":
        """Which texts there are."""

    # --- what every game does alike --------------------------------------------------------------

    def language(self, tag: str, original: str, place: Span) -> Answered[str]:
        """The canonical tag of a language that is not the original's."""
        from casekit.translation.tags import canonical, own_language

        found, problems = canonical(tag)
        own = own_language(found, original, place) if found else ()
        return (None if own else found), (*problems, *own)

    def unspoken(self, language: str, place: Span) -> Findings:
        """The finding that the fixed words of the pages are not known in a language."""
        from casekit.games.ticket_words import LANGUAGES
        from casekit.translation.tags import unspoken

        return unspoken(language, LANGUAGES, place)

    def mark(self, language: str) -> str:
        """The comment that each merged text begins with."""
        from casekit.translation.merge import mark

        return mark(language)

    def open(self, originals: Originals, language: str) -> "Translated":
        """Read the catalogues of a language."""
        from casekit.translation.translated import Translated
        from casekit.translation.work import open_work

        return Translated(open_work(self.translatable(originals), language))


# --- the table -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TablesWanted:
    """The games that are to be simulated: ``tables`` for each number of ``players``.

    ``where`` says on which machines they are played. ``readers`` and ``gates`` are texts in the words of the game, readers
    none for its usual ones. ``against`` are earlier answers by title. ``people`` are games of testers, which are told of
    beside the simulated ones.
    """

    tables: int
    players: tuple[int, ...]
    seed: int
    where: "Workplace"
    readers: str = ""
    gates: tuple[str, ...] = ()
    against: Mapping[str, Json] = field(default_factory=dict)
    people: "tuple[SharedGame, ...]" = ()


class Tabletop(ABC):
    """How a game is played at simulated tables."""

    @abstractmethod
    def understood(self, wanted: TablesWanted) -> None:
        """See that readers and gates mean something.

        Raises:
            ValueError: if not; the message says what they may be.
        """

    @abstractmethod
    def simulate(
        self, interrogation: Any, wanted: TablesWanted, step: Callable[[int], None]
    ) -> "Answered[Told]":
        """Play a document, and say what came of it; ``step`` is called with the number of tables done now and then.

        Raises:
            OutOfBudgetError: if a question of a reader is too hard.
            SpreadingError: if it cannot be played where it is wanted.
        """

    @abstractmethod
    def page(self, simulated: Sequence[Any], findings: Iterable[Diagnostic]) -> str:
        """What came of several documents, as an HTML page."""

    @abstractmethod
    def playbook(self, document: Any) -> "Playbook":
        """What people need to play a document at a screen."""

    @abstractmethod
    def host(self, interrogation: Any) -> "Answered[Host]":
        """A document that is ready for whole games of people, or why it cannot be played.

        Raises:
            OutOfBudgetError: if a question of a simulated player is too hard.
        """


# --- the game ------------------------------------------------------------------------------------


class Game(ABC):
    """A game that casekit serves."""

    name: str
    """What the header field ``game:`` calls it."""

    title: str
    """What its box says."""

    schema: str
    """The schema of its documents as JSON."""

    dialect: "Dialect"
    """How its documents are written."""

    options: tuple[MadeBy, ...] = ()
    """What its documents can be made by, if it can make them to measure."""

    tabletop: Tabletop | None = None
    """How it is played at simulated tables; ``None`` if it is not."""

    most_tries: int = 1
    """How many tries it takes at most to make one."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        # A game that is handed to another process is the same one there.
        from casekit.games import game_called

        return game_called, (self.name,)

    @property
    @abstractmethod
    def press(self) -> Press:
        """What it prints."""

    @property
    @abstractmethod
    def translation(self) -> Translation:
        """How it is translated."""

    @property
    @abstractmethod
    def authoring(self) -> "Authoring":
        """What an editor is told about its documents."""

    @abstractmethod
    def built_in(self) -> Any:
        """The settings of documents without an edition of their own."""

    @abstractmethod
    def load(self, data: bytes, file: Path) -> Loaded:
        """Read the bytes of an ``edition.toml``; the files that it names are looked up beside it."""

    @abstractmethod
    def read(self, tree: "SyntaxTree", settings: Any) -> Reading:
        """Give every name of a tree its meaning."""

    @abstractmethod
    def new_edition(self) -> str:
        """The text of an edition file to begin with: the built-in edition, with its title in a line of its own."""

    @abstractmethod
    def words(self, settings: Any) -> "WordList":
        """What may be written in every document of an edition."""

    @abstractmethod
    def skeleton(self, title: str, settings: Any) -> Skeleton:
        """A first draft."""

    def made_to_measure(
        self, title: str, settings: Any, given: Mapping[str, Any], step: Callable[[str], None]
    ) -> "Answered[Skeleton]":
        """A draft that fits the options given, or why there is none.

        ``step`` is called with a few words before each try.
        """
        del given, step
        return self.skeleton(title, settings), ()

    def completed(
        self, source: Source, settings: Any, given: Mapping[str, Any], step: Callable[[str], None]
    ) -> "Answered[Skeleton] | None":
        """A half-written document made whole, or why that cannot be done; neither, if nothing is missing.

        ``None`` if the game completes none. Every line of ``source`` is in the text that is given back. ``given`` holds
        those options that somebody chose, and ``step`` is called with a few words before each try.
        """
        del source, settings, given, step
        return None

    @abstractmethod
    def compared(self, figures: Sequence[Any]) -> str:
        """The figures of several documents beside each other, as text."""

    @abstractmethod
    def gauges(self, content: Json) -> "tuple[Gauge, ...]":
        """The figures of a document in an answer of ``casekit report --json``, to compare its versions.

        Raises:
            KeyError, TypeError, AttributeError: if the answer is of another form.
        """

    @abstractmethod
    def figures_page(self, figures: Sequence[Any], findings: Iterable[Diagnostic]) -> str:
        """The figures of documents as an HTML page."""

    # --- what every game does alike --------------------------------------------------------------

    def parse(self, source: Source) -> "tuple[SyntaxTree, Findings]":
        """The syntax tree of a text, as far as it can be read."""
        from casekit.language.document.parsing import parse

        return parse(source, self.dialect)

    def format(self, tree: "SyntaxTree") -> str:
        """The canonical text of a tree."""
        from casekit.language.document.canonical import format_document

        return format_document(tree, self.dialect)

    def export(self, tree: "SyntaxTree", document: Document) -> Json:
        """A document as JSON (``schema``)."""
        from casekit.language.document.document_json import export_document

        return export_document(tree, self.dialect, document.scope, self.name)

    def import_(self, content: Json, name: str) -> "SyntaxTree":
        """The syntax tree that such JSON describes."""
        from casekit.language.document.document_json import import_document

        return import_document(content, name, self.dialect)
