"""What a game offers. The rest of casekit asks a game and never knows which one it has.

| a game | is asked for | by |
|---|---|---|
| `Game` | its settings, its documents, a skeleton, what it prints, its translation | reading, `new`, `build` |
| `Document` | the checks of its text, its interrogation, its review, its prose | `check`, `review`, `proofread`, editors |
| `Interrogation` | its verdict, proofs, refutations, answers, figures | `check`, `prove`, `why-not`, `ask`, `report` |
| `Press` | what there is to print, as page content | `build`, `preflight`, `errata` |
| `Authoring` | the names in its texts, and what may be written where | editors |
| `Rules` | games between simulated players and between people, if it has any | `simulate`, `playtest`, `play` |
| `Translation` | catalogues, and texts put back from them | `translate` |

A game is a folder beside this file and a line in the table of ``casekit.games``. A command pays for what it asks: a method
imports what it needs when it is called, or ``casekit.games.elsewhere`` does that for a method that only calls a function.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Answered, Findings, Json
from casekit.diagnostics import Diagnostic, Source
from casekit.games.game_documents import Document, Loaded, Reading
from casekit.games.game_press import Press
from casekit.games.game_translation import Translation

if TYPE_CHECKING:
    from casekit.asking.overviews.word_list import WordList
    from casekit.asking.versions.gauges import Gauge
    from casekit.games.authoring import Authoring
    from casekit.language.document.dialect import Dialect
    from casekit.language.document.tree import SyntaxTree
    from casekit.tabletop.table_rules import Rules


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

    press: Press
    """What it prints."""

    translation: Translation
    """How it is translated."""

    authoring: "Authoring"
    """What an editor is told about its documents."""

    tabletop: "Rules | None" = None
    """How it is played; ``None`` if it is not."""

    most_tries: int = 1
    """How many tries it takes at most to make one."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        # A game that is handed to another process is the same one there.
        from casekit.games import game_called

        return game_called, (self.name,)

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
    def new_edition(self) -> Source:
        """An edition file to begin with: the built-in edition, with its title in a line of its own."""

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
    def gauges(self, content: Json) -> "Iterator[Gauge]":
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
