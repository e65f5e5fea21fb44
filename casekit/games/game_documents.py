"""What a game reads: settings that the documents of an edition share, and typed documents (``casekit.games.game``)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from casekit.asking.interrogation import Findings, Interrogation
from casekit.diagnostics import Source
from casekit.games.bindings import BookletSettings, Imprint

if TYPE_CHECKING:
    from casekit.asking.overviews.draft import WritingDraft
    from casekit.asking.overviews.source_tables import SourceTable
    from casekit.asking.overviews.word_list import WordList
    from casekit.asking.plain.plain_words import PlainWords
    from casekit.asking.review.review_answer import BlindAnswer, ReviewAnswer
    from casekit.language.document.tree import SyntaxTree
    from casekit.language.formula.scope import Scope
    from casekit.manuscripts.manuscript_parts import ManuscriptPart

LONGEST_TITLE = 200
"""Characters of a title, or of any other field of a header, at the most."""


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
