"""A document with passages of prose that carry lines, as the checks of prose see it in any game.

Words of prose are found in the text as it is written, so that a finding shows their place. While a case is
written, each keystroke leaves all passages but one as they were: in these nothing is looked for again.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from casekit.diagnostics import USUAL, Finding, Place, Prose, Source, Span, for_comparison, normalized
from casekit.language.formula.nodes import Scope
from casekit.logic.formulas import Formula, Term
from casekit.values import field, frozen

Mode = Literal["plain", "lie", "hint", "shown"]
"""How a line is meant: plainly, as a lie, as a guess, or as a claim that passages have ``shown``."""


@frozen(slots=True)
class Speaker:
    """The speaker of a line: somebody, or a term for whoever it is."""

    name: str
    """The canonical text of the term."""
    term: Term


P_co = TypeVar("P_co", bound=Hashable, covariant=True)


@frozen
class ProseStatement(Generic[P_co]):
    """A line of logic, which may rest on words of its passage."""

    mode: Mode
    speakers: tuple[Speaker, ...]
    """Those before ``says``, the outermost first."""
    formula: Formula
    quotation: str
    """The words of the passage, empty if it quotes none."""
    text: str
    """The canonical text of the line, without its mark."""
    place: Place = field(default_factory=Place, compare=False)
    by: tuple[P_co, ...] = ()
    """The paths by which a line that is ``shown`` can be known; all of them if it is empty."""


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
        """Each line, also outside passages: the words that it quotes or nothing, its logic, and its place."""

    def span(self, place: Place, /) -> Span:
        """The place of something in its file."""

    def keeping(self, kept: Sequence[bool], /) -> Self:
        """The document with some of its passages; ``kept`` says of each whether it is one of them.

        The others are left out, or empty if the document must have them.
        """


Finder = Callable[[str], Iterable[re.Match[str]]]
"""Finds matches in a text, in order, as ``finditer`` of a pattern does; it is asked once about each text."""


PlacedMatches = list[tuple[re.Match[str], Place]]
"""Matches in a file, each with its place."""


def find_all(source: Source, passage: AnyPassage, finder: Finder) -> PlacedMatches:
    """Each match in a passage, with its place."""
    placed_matches: PlacedMatches = []
    for prose in passage.prose:
        placed_matches += matches(as_written(source, prose), prose.place.start, finder)
    return placed_matches


def find_each(source: Source, passage: AnyPassage, finders: Sequence[Finder]) -> list[PlacedMatches]:
    """The matches of each finder in a passage, which is put together once for all of them."""
    texts = [(as_written(source, prose), prose.place.start) for prose in passage.prose]
    matches_by_finder: list[PlacedMatches] = []
    for finder in finders:
        placed_matches: PlacedMatches = []
        for text, start in texts:
            placed_matches += matches(text, start, finder)
        matches_by_finder.append(placed_matches)
    return matches_by_finder


def matches(text: str, start: int, finder: Finder) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match in a paragraph of prose as it is written, which begins at ``start`` of its file."""
    for match in matches_in(text, finder):
        yield match, Place(start + match.start(), start + match.end())


def matches_in(text: str, finder: Finder) -> Iterable[re.Match[str]]:
    """Each match in a text; those in one of usual length are kept."""
    return _cached_matches(text, finder) if len(text) <= USUAL else finder(text)


@lru_cache(maxsize=2_000)
def _cached_matches(text: str, finder: Finder) -> tuple[re.Match[str], ...]:
    return tuple(finder(text))


def as_written(source: Source, prose: Prose) -> str:
    """A paragraph of prose as it is in its file, with spaces for statements and comments inside it."""
    start = prose.place.start
    if len(prose.pieces) == 1 and prose.pieces[0].start == start:
        return source.text[start : prose.pieces[0].end]
    parts = []
    end_of_last = start
    for piece in prose.pieces:
        parts += [" " * (piece.start - end_of_last), source.text[piece.start : piece.end]]
        end_of_last = piece.end
    return "".join(parts)


def folded_prose(passage: AnyPassage) -> str:
    """All prose of a passage, for ``quoted_in``."""
    return for_comparison(" ".join(prose.text for prose in passage.prose))


def quoted_in(prose: str, words: str) -> bool:
    """Whether words occur in folded prose, which is a result of ``folded_prose``."""
    return any(spelling in prose for spelling in ways_of_quoting(words))


def ways_of_quoting(words: str) -> tuple[str, str]:
    """How words may occur in folded prose: without their stars, which may be emphasis, or with them."""
    return for_comparison(words), normalized(words)


D = TypeVar("D", bound=ProseDocument)

MOST_KNOWN_DOCUMENTS = 4
"""At most this many documents are remembered, those checked last."""

MOST_KNOWN_PASSAGES = 2_000
"""At most about this many passages of each are remembered."""


class _KnownDocument(NamedTuple, Generic[D]):
    """A document some of whose passages were checked, and what the findings in these depend on."""

    without_passages: D
    other_titles: tuple[str, ...]
    """The titles of other cases."""
    faultless: set[Hashable]
    """The passages in which nothing was found, as ``_content`` gives them."""


class UnchangedPassages(Generic[D]):
    """Remembers the passages in which checks of single passages found nothing, so that these run once.

    A passage is the same if everything is that these checks can see: its text, all of its document but other
    passages, and the titles of other cases. Documents that differ in nothing but passages and places have to
    be equal without their passages.
    """

    def __init__(self) -> None:
        self._known_documents: list[_KnownDocument[D]] = []

    def changed(self, document: D, other_titles: tuple[str, ...]) -> D:
        """The document with those of its passages that have to be checked."""
        faultless = self._faultless_passages(document, other_titles)
        has_to_be_checked = [_content(document, passage) not in faultless for passage in document.passages]
        return document.keeping(has_to_be_checked)

    def remember(
        self, document: D, other_titles: tuple[str, ...], changed: D, findings: Iterable[Finding]
    ) -> None:
        """Remember which passages of the ``changed`` document none of the findings is about."""
        faultless = self._faultless_passages(document, other_titles)
        # What was not read from a text has no place, so that nobody knows what a finding is about.
        passages = [passage for passage in document.passages if passage.place != Place()]
        first_lines = [document.source.line_of(passage.place.start) for passage in passages]
        if first_lines != sorted(set(first_lines)):
            return
        with_findings = {bisect_right(first_lines, finding.span.line) - 1 for finding in findings}
        checked = {id(passage) for passage in changed.passages}
        for number, passage in enumerate(passages):
            if number not in with_findings and id(passage) in checked:
                faultless.add(_content(document, passage))

    def _faultless_passages(self, document: D, other_titles: tuple[str, ...]) -> set[Hashable]:
        """The set of the document's passages in which nothing was found, to be added to."""
        without_passages = document.keeping([False] * len(document.passages))
        faultless = set[Hashable]()
        for known in self._known_documents:
            if (known.without_passages, known.other_titles) == (without_passages, other_titles):
                faultless = known.faultless
                break
        if len(faultless) > MOST_KNOWN_PASSAGES:
            faultless.clear()
        others = [known for known in self._known_documents if known.faultless is not faultless]
        last = _KnownDocument(without_passages, other_titles, faultless)
        self._known_documents = [last, *others][:MOST_KNOWN_DOCUMENTS]
        return faultless


def _content(document: ProseDocument, passage: AnyPassage) -> Hashable:
    """All that a check can see of a passage but its place; in one scope, a text of logic has one meaning."""
    return (
        passage.name,
        tuple([(prose.text, as_written(document.source, prose)) for prose in passage.prose]),
        tuple([(statement.text, statement.quotation) for statement in passage.statements]),
    )
