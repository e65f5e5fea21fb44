"""A document with passages of prose that carry lines, as the checks of prose see it in any game.

Words of prose are found in the text as it is written, so that a finding shows their place. While a case is
written, each keystroke leaves all passages but one as they were: in these nothing is looked for again.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, Literal, Protocol, Self, TypeVar

from casekit.diagnostics import USUAL, Diagnostic, Place, Prose, Source, Span, for_comparison, normalized
from casekit.language.formula.nodes import Scope
from casekit.logic.formulas import Formula, Term
from casekit.values import field, frozen

Mode = Literal["plain", "lie", "hint", "shown"]
"""The ways in which a line is meant: plainly, as a lie, as a guess, or as a claim that passages have
``shown``."""


@frozen(slots=True)
class Speaker:
    """The speaker of a line: somebody, or a term for whoever it is. ``name`` is its canonical text."""

    name: str
    term: Term


P_co = TypeVar("P_co", bound=Hashable, covariant=True)


@frozen
class ProseStatement(Generic[P_co]):
    """A line of logic that rests on words of its passage, if it has a ``quotation``.

    ``speakers`` are those of ``says``, outermost first. ``text`` is the canonical text of the line without
    its mark. A line that is ``shown`` can be known ``by`` some paths, or by all if none is named.
    """

    mode: Mode
    speakers: tuple[Speaker, ...]
    formula: Formula
    quotation: str
    text: str
    place: Place = field(default_factory=Place, compare=False)
    by: tuple[P_co, ...] = ()


@frozen
class ProsePassage(Generic[P_co]):
    """Paragraphs of prose with the lines that quote them."""

    prose: tuple[Prose, ...] = ()
    statements: tuple[ProseStatement[P_co], ...] = ()
    place: Place = field(default_factory=Place, compare=False)

    @property
    def name(self) -> str:
        """The name that messages have for it; empty, where it is the only one of its sort."""
        return ""


AnyLine = ProseStatement[Hashable]
AnyPassage = ProsePassage[Hashable]


class ProseSettings(Protocol):
    """The settings that checks of prose need: those that a document shares with its edition."""

    @property
    def language(self) -> str:
        """The language of its prose, as a code: ``en``."""


class ProseDocument(Protocol):
    """A document of such passages."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def source(self) -> Source:
        """Its text."""

    @property
    def settings(self) -> ProseSettings:
        """The settings of its edition."""

    @property
    def scope(self) -> Scope:
        """The names that its formulas may use."""

    @property
    def passages(self) -> Sequence[AnyPassage]:
        """All of them, in order."""

    @property
    def quoting(self) -> Iterable[tuple[str, str, Place]]:
        """Each line, also outside passages, with what it quotes, its logic, and where it is.

        The quoted words are empty if there are none.
        """

    def span(self, place: Place, /) -> Span:
        """The place of something in its file."""

    def keeping(self, kept: Sequence[bool], /) -> Self:
        """The document with those of its passages that are to be kept.

        The others are left out, or empty if it must have them.
        """


Finder = Callable[[str], Iterable[re.Match[str]]]
"""Finds matches in a text, in order, as ``finditer`` of a pattern does; it is asked once about each text."""


@lru_cache(maxsize=2_000)
def _matches(text: str, finder: Finder) -> tuple[re.Match[str], ...]:
    return tuple(finder(text))


def matches_in(text: str, finder: Finder) -> Iterable[re.Match[str]]:
    """Each match in a text; those in one of usual length are kept."""
    return _matches(text, finder) if len(text) <= USUAL else finder(text)


Found = list[tuple[re.Match[str], Place]]
"""Matches in a file, each with its place."""


def find_all(source: Source, passage: AnyPassage, finder: Finder) -> Found:
    """Each match in a passage, with its place."""
    found: Found = []
    for prose in passage.prose:
        found += matches(as_written(source, prose), prose.place.start, finder)
    return found


def find_each(source: Source, passage: AnyPassage, finders: Sequence[Finder]) -> list[Found]:
    """The matches of each finder in a passage, which is put together once for all of them."""
    texts = [(as_written(source, prose), prose.place.start) for prose in passage.prose]
    found_by_each: list[Found] = []
    for finder in finders:
        found: Found = []
        for text, start in texts:
            found += matches(text, start, finder)
        found_by_each.append(found)
    return found_by_each


def matches(text: str, start: int, finder: Finder) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match in a prose paragraph as it is written, which begins at ``start`` of its file."""
    for match in matches_in(text, finder):
        yield match, Place(start + match.start(), start + match.end())


def as_written(source: Source, prose: Prose) -> str:
    """A prose paragraph as it is in its text.

    Statements and comments that are between its lines are white space.
    """
    at = prose.place.start
    if len(prose.pieces) == 1 and prose.pieces[0].start == at:
        return source.text[at : prose.pieces[0].end]
    pieces = []
    for piece in prose.pieces:
        pieces += [" " * (piece.start - at), source.text[piece.start : piece.end]]
        at = piece.end
    return "".join(pieces)


def folded_prose(passage: AnyPassage) -> str:
    """All prose of a passage, for ``quoted_in``."""
    return for_comparison(" ".join(prose.text for prose in passage.prose))


def quoted_in(prose: str, words: str) -> bool:
    """Whether words occur in folded prose."""
    return any(way in prose for way in ways_of_quoting(words))


def ways_of_quoting(words: str) -> tuple[str, str]:
    """How words may occur in folded prose: without their emphasis marks or with them.

    A printed star is a star.
    """
    return for_comparison(words), normalized(words)


D = TypeVar("D", bound=ProseDocument)

_MOST_CASES = 4
_MOST_PASSAGES = 2_000
"""The most cases that are remembered, and the most passages of each."""


class UnchangedPassages(Generic[D]):
    """The passages that checks of single passages found nothing in, by all that these checks can see.

    That is the passage and its surroundings, on which its findings depend: all else of its case, and other
    cases' titles. Documents that differ in nothing but passages and places have to be equal without their
    passages.
    """

    def __init__(self) -> None:
        self._known: list[tuple[D, tuple[str, ...], set[Hashable]]] = []

    def changed(self, document: D, other_titles: tuple[str, ...]) -> D:
        """The document without those passages."""
        sound = self._sound(document, other_titles)
        return document.keeping([_content(document, passage) not in sound for passage in document.passages])

    def remember(
        self, document: D, other_titles: tuple[str, ...], changed: D, findings: Iterable[Diagnostic]
    ) -> None:
        """Those of the ``changed`` passages that nothing was ``findings`` in need not be looked at again."""
        sound = self._sound(document, other_titles)
        # What was not read from a text has no place, so that nobody knows what a finding is about.
        passages = [passage for passage in document.passages if passage.place != Place()]
        lines = [document.source.line_of(passage.place.start) for passage in passages]
        if lines != sorted(set(lines)):
            return
        flawed = {bisect_right(lines, finding.span.line) - 1 for finding in findings}
        checked = {id(passage) for passage in changed.passages}
        for number, passage in enumerate(passages):
            if number not in flawed and id(passage) in checked:
                sound.add(_content(document, passage))

    def _sound(self, document: D, other_titles: tuple[str, ...]) -> set[Hashable]:
        here = document.keeping([False] * len(document.passages)), other_titles
        sound = next((case[2] for case in self._known if case[:2] == here), set[Hashable]())
        if len(sound) > _MOST_PASSAGES:
            sound.clear()
        others = [case for case in self._known if case[2] is not sound]
        self._known = [(*here, sound), *others][:_MOST_CASES]
        return sound


def _content(document: ProseDocument, passage: AnyPassage) -> Hashable:
    """All that a check can see of a passage but its place; in one scope, a text of logic has one meaning."""
    return (
        passage.name,
        tuple([(prose.text, as_written(document.source, prose)) for prose in passage.prose]),
        tuple([(statement.text, statement.quotation) for statement in passage.statements]),
    )
