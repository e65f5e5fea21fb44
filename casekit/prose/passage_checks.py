"""Checks of passages of prose and their lines in any game.

Marks that must not be printed, and formulas that are printed by mistake, are found in single passages.

A quotation is what a proof will cite, so it must be in the prose that the reader reads. A repeated sentence
bores readers, and shows that two paragraphs belong to one case; a repeated line adds nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from casekit.diagnostics import USUAL, Finding, Place, Prose, Related, Source, codes, composed
from casekit.language.suggestions import name_key
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.parser import is_lone_formula
from casekit.prose.passages import (
    AnyLine,
    AnyPassage,
    Finder,
    ProseDocument,
    as_written,
    find_each,
    folded_prose,
    matches,
    matches_in,
    quoted_in,
    ways_of_quoting,
)

TO_DO = re.compile(r"TODO(?<!\wTODO)(?!\w)")
"""A mark in prose that is not finished. What begins with letters is found fastest."""

_MARK_OR_ESCAPE = re.compile(r"(?:\\.)++|\*\*|\*", re.DOTALL)
"""A mark of emphasis, or characters after a backslash, which are not marks."""

# --- formulas in prose --------------------------------------------------------------------------

_LOGICAL = re.compile(r"[=<>]|\w\(|(?<!\w)(?:implies|iff|not)(?!\w)")
"""Signs that a formula has and an English sentence hardly ever."""

_PARTS_OF_LOGICAL = ("=", "<", ">", "(", "implies", "iff", "not")
"""One of these is in every match of ``_LOGICAL``, and is found in a tenth of the time."""

_SIGNS_OF_PROSE = frozenset(".;?'\u2019")
"""Signs that no formula has: most sentences with "not" have one, which takes less time to see than to parse
them."""

_WHOLE_LINE = re.compile(r"^[^\S\n]*(?P<mode>(?:lie|hint|common)[ \t]+)?(?P<body>\S[^\n]*)$", re.MULTILINE)
_IN_QUOTATION_MARKS = re.compile(r'["“](?P<body>[^"“”\n]+)["”]')

_QUOTATION_AT_END = re.compile(r'\s*"[^"]*"\s*$')
"""What a statement quotes, as in ``room(ANNA) = deck "on deck"``."""

_SPEAKERS_AT_START = re.compile(r"^(?:[^\W\d_][\w-]* says )+")
"""The speaker of a statement, as in ``CLARA says room(ANNA) = deck``."""

_STATEMENT_MARK_INSIDE = re.compile(r"(?<=\S)[ \t]+~(?=[ \t])")
"""The mark of a statement that does not begin its line."""

# --- quotations and repetitions ------------------------------------------------------------------

LEAST_TELLING = 10
"""A quotation of fewer characters may be in any paragraph by chance."""

MOST_SOUGHT = 100
"""At most this many quotations are looked for in other paragraphs."""

_SENTENCE = re.compile(r"[^.!?]+[.!?]*")

FEWEST_WORDS = 6
"""A sentence of fewer words may well occur twice."""


def stray_marks(source: Source, prose: Iterable[Prose]) -> Iterator[Finding]:
    """Every `TODO` in prose, and every mark of emphasis without a partner: neither must be printed."""
    for paragraph in prose:
        text, start = as_written(source, paragraph), paragraph.place.start
        for _, place in matches(text, start, TO_DO.finditer):
            span = source.span(place.start, place.end)
            yield codes.TODO.at(span, "this is still to do", hint="write it, or remove the mark")
        unpaired: dict[str, int] = {}
        for match in matches_in(text, _MARK_OR_ESCAPE.finditer):
            mark = match.group()
            if mark in unpaired:
                del unpaired[mark]
            elif not mark.startswith("\\"):
                unpaired[mark] = start + match.start()
        for mark, mark_start in unpaired.items():
            yield codes.STRAY_EMPHASIS.at(
                source.span(mark_start, mark_start + len(mark)),
                f"`{mark}` has no partner in this paragraph",
                hint=f"close it with `{mark}`, or write `\\*` for a star",
            )


@cache
def _formula_finder(pattern: re.Pattern[str], dialect: Dialect) -> Finder:
    """Finds the matches of a pattern whose ``body`` is a formula."""

    def is_formula(text: str) -> bool:
        if not any(part in text for part in _PARTS_OF_LOGICAL) or not _LOGICAL.search(text):
            return False
        statement = _SPEAKERS_AT_START.sub("", _QUOTATION_AT_END.sub("", text.strip()))
        without_comment = statement.partition("//")[0]
        return _SIGNS_OF_PROSE.isdisjoint(without_comment) and is_lone_formula(statement, dialect)

    return lambda text: (match for match in pattern.finditer(text) if is_formula(match["body"]))


class _KindOfLogic(NamedTuple):
    """A way in which logic can be in prose by mistake."""

    finder: Finder
    message: str
    hint: str


def stray_logic(document: ProseDocument, dialect: Dialect) -> Iterator[Finding]:
    """Lines and quoted words that are formulas, and marks of statements inside a line."""
    how_to_state = "begin a line with `~` to state it, or say it in words"
    kinds_of_logic = (
        _KindOfLogic(
            _formula_finder(_IN_QUOTATION_MARKS, dialect),
            "this is a formula in quotation marks, which is printed",
            how_to_state,
        ),
        _KindOfLogic(
            _formula_finder(_WHOLE_LINE, dialect),
            "this line is a formula, but without `~` it is printed",
            how_to_state,
        ),
        _KindOfLogic(
            _STATEMENT_MARK_INSIDE.finditer,
            "a statement begins in the middle of a line, so it is printed",
            "begin a new line with `~`",
        ),
    )
    finders = [kind.finder for kind in kinds_of_logic]
    for passage in document.passages:
        kind_of_place: dict[Place, _KindOfLogic] = {}
        matches_by_finder = find_each(document.source, passage, finders)
        for kind, placed_matches in zip(kinds_of_logic, matches_by_finder, strict=True):
            for _, place in placed_matches:
                kind_of_place[place] = kind
        for place, kind in kind_of_place.items():
            yield codes.PROSE_LIKE_LOGIC.at(document.span(place), kind.message, hint=kind.hint)


def quotations_not_in_prose(document: ProseDocument, others: Sequence[AnyPassage]) -> Iterator[Finding]:
    """Quotations that do not occur in their block's prose; one of the ``others`` may have them instead."""
    statements = list(_statements_without_their_words(document))
    folded_passages: list[_FoldedPassage] = []
    if statements:
        folded_passages = [_FoldedPassage(passage, folded_prose(passage)) for passage in others]
    for number, statement in enumerate(statements):
        holder = _passage_with_words(statement, folded_passages) if number < MOST_SOUGHT else None
        message = f'"{statement.quotation}" is not in this paragraph'
        hint = "quote the words as they are, or correct the prose"
        related: tuple[Related, ...] = ()
        if holder is not None:
            message += f", but in {holder.name}"
            hint = "put each paragraph under its own heading"
            related = (Related(document.span(holder.place), "the words are here"),)
        yield codes.QUOTATION_NOT_IN_PROSE.at(
            document.span(statement.place), message, hint=hint, related=related
        )


class _FoldedPassage(NamedTuple):
    """A passage with its prose as ``quoted_in`` takes it."""

    passage: AnyPassage
    prose: str


def _statements_without_their_words(document: ProseDocument) -> Iterator[AnyLine]:
    """The statements whose quotation is not in their passage."""
    for passage in document.passages:
        prose = folded_prose(passage)
        quotations = dict.fromkeys([statement.quotation for statement in passage.statements])
        absent = {words for words in quotations if not quoted_in(prose, words)}
        if absent:
            yield from [statement for statement in passage.statements if statement.quotation in absent]


def _passage_with_words(statement: AnyLine, passages: Sequence[_FoldedPassage]) -> AnyPassage | None:
    """The first passage that has the words of a statement, if these are telling."""
    if len(statement.quotation) < LEAST_TELLING:
        return None
    spellings = ways_of_quoting(statement.quotation)
    for passage, prose in passages:
        if any(spelling in prose for spelling in spellings):
            return passage
    return None


def missing_quotations(document: ProseDocument) -> Iterator[Finding]:
    """Lines without a quotation."""
    for passage in document.passages:
        for statement in passage.statements:
            if not statement.quotation:
                yield codes.MISSING_QUOTATION.at(
                    document.span(statement.place),
                    "this statement quotes no words of its paragraph",
                    hint="quote the words that say it, in quotation marks at the end of the line",
                )


class _Sentence(NamedTuple):
    """A sentence that is not short, in a text."""

    words: str
    """Its words in small letters, without anything between them but spaces."""
    start: int
    end: int


class _FirstSentence(NamedTuple):
    """Where a sentence is first."""

    passage: int
    """The number of its passage."""
    place: Place


def repeated_sentences(document: ProseDocument) -> Iterator[Finding]:
    """Sentences that are in more than one passage; what is still to be written is not a sentence yet."""
    first_of_words: dict[str, _FirstSentence] = {}
    for index, passage in enumerate(document.passages):
        for prose in passage.prose:
            text, text_start = as_written(document.source, prose), prose.place.start
            # Long texts are not kept.
            sentences = _cached_sentences(text) if len(text) <= USUAL else _sentences(text)
            for sentence in sentences:
                place = Place(text_start + sentence.start, text_start + sentence.end)
                first = first_of_words.setdefault(sentence.words, _FirstSentence(index, place))
                if first.passage != index:
                    yield codes.REPEATED_TEXT.at(
                        document.span(place),
                        "this sentence is in another paragraph too",
                        hint="say it differently, or let several paths share one paragraph",
                        related=(Related(document.span(first.place), "the first is here"),),
                    )


def _sentences(text: str) -> tuple[_Sentence, ...]:
    """The sentences of a text that are not short; none of a text that is still to be written."""
    if TO_DO.search(text):
        return ()
    sentences: list[_Sentence] = []
    for match in _SENTENCE.finditer(text):
        words = re.findall(r"\w+", name_key(match.group()))
        if len(words) >= FEWEST_WORDS:
            sentences.append(_Sentence(" ".join(words), *match.span()))
    return tuple(sentences)


_cached_sentences = lru_cache(maxsize=500)(_sentences)


def repeated_lines(document: ProseDocument) -> Iterator[Finding]:
    """Lines that a passage has already with the same quotation, or of which one has no quotation.

    Lines with other quotations may say one thing: several words may hint at it.
    """
    for passage in document.passages:
        lines_by_meaning: dict[tuple[object, ...], dict[str, AnyLine]] = {}
        for line in passage.statements:
            lines_by_words = lines_by_meaning.setdefault((line.mode, line.text, line.by), {})
            words = composed(line.quotation)
            first = lines_by_words.get(words) or lines_by_words.get("")
            if first is None and not words:
                first = next(iter(lines_by_words.values()), None)
            lines_by_words.setdefault(words, line)
            if first is not None:
                yield codes.REPEATED_LINE.at(
                    document.span(line.place),
                    "this line is in the paragraph twice",
                    hint="remove it, or correct what was to be different",
                    related=(Related(document.span(first.place), "the first is here"),),
                )
