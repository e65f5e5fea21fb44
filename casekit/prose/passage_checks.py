"""Checks of prose in any game.

They find marks that must not be printed, logic that nobody marked, quotations, and repetitions.

A quotation is what a proof will cite, so it must be in the prose that the reader reads. A repeated sentence
bores readers, and shows that two paragraphs belong to one case; a repeated line adds nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from casekit.diagnostics import USUAL, Diagnostic, Place, Prose, Related, Source, codes, composed
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

_MARK = re.compile(r"(?:\\.)++|\*\*|\*", re.DOTALL)


def stray_marks(source: Source, prose: Iterable[Prose]) -> Iterator[Diagnostic]:
    """Every `TODO` that prose still holds: a draft must not be printed unnoticed.

    Emphasis that is opened and not closed is found too: it would be a star in print.
    """
    for paragraph in prose:
        text, start = as_written(source, paragraph), paragraph.place.start
        for _, place in matches(text, start, TO_DO.finditer):
            span = source.span(place.start, place.end)
            yield codes.TODO.at(span, "this is still to do", hint="write it, or remove the mark")
        opened: dict[str, int] = {}
        for match in matches_in(text, _MARK.finditer):
            mark = match.group()
            if mark in opened:
                del opened[mark]
            elif not mark.startswith("\\"):
                opened[mark] = start + match.start()
        for mark, at in opened.items():
            yield codes.STRAY_EMPHASIS.at(
                source.span(at, at + len(mark)),
                f"`{mark}` has no partner in this paragraph",
                hint=f"close it with `{mark}`, or write `\\*` for a star",
            )


_LOGICAL = re.compile(r"[=<>]|\w\(|(?<!\w)(?:implies|iff|not)(?!\w)")
"""Signs that a formula has and an English sentence hardly ever."""
_SIGNS = ("=", "<", ">", "(", "implies", "iff", "not")
"""One of these is in all that has one of those, and is seen in a tenth of the time."""
_OF_PROSE = frozenset(".;?'\u2019")
"""Signs that no formula has: most sentences with "not" have one, which takes less time to see than to parse
them."""
_LINE = re.compile(r"^[^\S\n]*(?P<mode>(?:lie|hint|common)[ \t]+)?(?P<body>\S[^\n]*)$", re.MULTILINE)
_QUOTED = re.compile(r'["“](?P<body>[^"“”\n]+)["”]')
_WORDS_BEHIND = re.compile(r'\s*"[^"]*"\s*$')
_SPEAKERS = re.compile(r"^(?:[^\W\d_][\w-]* says )+")
_LOST_MARK = re.compile(r"(?<=\S)[ \t]+~(?=[ \t])")


@cache
def _formulas(pattern: re.Pattern[str], dialect: Dialect) -> Finder:
    """Finds what a pattern does, if it is a formula."""

    def is_formula(text: str) -> bool:
        if not any(map(text.__contains__, _SIGNS)) or not _LOGICAL.search(text):
            return False
        line = _SPEAKERS.sub("", _WORDS_BEHIND.sub("", text.strip()))
        return _OF_PROSE.isdisjoint(line.partition("//")[0]) and is_lone_formula(line, dialect)

    return lambda text: (match for match in pattern.finditer(text) if is_formula(match["body"]))


def stray_logic(document: ProseDocument, dialect: Dialect) -> Iterator[Diagnostic]:
    """Lines and quoted words that are formulas, and marks of statements inside a line."""
    stating = "begin a line with `~` to state it, or say it in words"
    kinds_of_logic: tuple[tuple[Finder, str, str], ...] = (
        (
            _formulas(_QUOTED, dialect),
            "this is a formula in quotation marks, which is printed",
            stating,
        ),
        (
            _formulas(_LINE, dialect),
            "this line is a formula, but without `~` it is printed",
            stating,
        ),
        (
            _LOST_MARK.finditer,
            "a statement begins in the middle of a line, so it is printed",
            "begin a new line with `~`",
        ),
    )
    finders = [finder for finder, _, _ in kinds_of_logic]
    for passage in document.passages:
        by_place: dict[Place, tuple[str, str]] = {}
        found_of_each = find_each(document.source, passage, finders)
        for found, (_, message, hint) in zip(found_of_each, kinds_of_logic, strict=True):
            for _, place in found:
                by_place[place] = message, hint
        for place, (message, hint) in by_place.items():
            yield codes.PROSE_LIKE_LOGIC.at(document.span(place), message, hint=hint)


_TELLING = 10
"""Shorter quotations may be in any paragraph by chance."""

_MOST_SOUGHT = 100
"""The most quotations that are looked for in other paragraphs."""


def quotations(document: ProseDocument, others: Sequence[AnyPassage]) -> Iterator[Diagnostic]:
    """Quotations that do not occur in their block's prose; one of the ``others`` may have them instead."""
    lost = [*_lost(document)]
    prose = [(passage, folded_prose(passage)) for passage in others] if lost else []
    for number, statement in enumerate(lost):
        holder = _holder(statement, prose) if number < _MOST_SOUGHT else None
        where = f", but in {holder.name}" if holder else ""
        yield codes.QUOTATION_NOT_IN_PROSE.at(
            document.span(statement.place),
            f'"{statement.quotation}" is not in this paragraph{where}',
            hint="put each paragraph under its own heading"
            if holder
            else "quote the words as they are, or correct the prose",
            related=(Related(document.span(holder.place), "the words are here"),) if holder else (),
        )


def _lost(document: ProseDocument) -> Iterator[AnyLine]:
    """The statements whose quotation is not in their passage."""
    for passage in document.passages:
        prose = folded_prose(passage)
        quoted = dict.fromkeys([statement.quotation for statement in passage.statements])
        lost = {words for words in quoted if not quoted_in(prose, words)}
        if lost:
            yield from [statement for statement in passage.statements if statement.quotation in lost]


def _holder(statement: AnyLine, prose: Sequence[tuple[AnyPassage, str]]) -> AnyPassage | None:
    """The first paragraph that has the words of a statement."""
    if len(statement.quotation) < _TELLING:
        return None
    sought = ways_of_quoting(statement.quotation)
    for passage, words in prose:
        if any(way in words for way in sought):
            return passage
    return None


def missing(document: ProseDocument) -> Iterator[Diagnostic]:
    """Lines without a quotation."""
    for passage in document.passages:
        for statement in passage.statements:
            if not statement.quotation:
                yield codes.MISSING_QUOTATION.at(
                    document.span(statement.place),
                    "this statement quotes no words of its paragraph",
                    hint="quote the words that say it, in quotation marks at the end of the line",
                )


_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_FEWEST_WORDS = 6
"""Shorter sentences may well occur twice."""


def repetition(document: ProseDocument) -> Iterator[Diagnostic]:
    """Sentences that are in more than one passage; what is still to be written is not a sentence yet."""
    first: dict[str, tuple[int, int, int]] = {}
    for index, passage in enumerate(document.passages):
        for prose in passage.prose:
            text, at = as_written(document.source, prose), prose.place.start
            for words, start, end in _kept(text) if len(text) <= USUAL else _sentences(text):
                before = first.setdefault(words, (index, at + start, at + end))
                if before[0] != index:
                    yield codes.REPEATED_TEXT.at(
                        document.span(Place(at + start, at + end)),
                        "this sentence is in another paragraph too",
                        hint="say it differently, or let several paths share one paragraph",
                        related=(Related(document.span(Place(*before[1:])), "the first is here"),),
                    )


def repeated_lines(document: ProseDocument) -> Iterator[Diagnostic]:
    """Lines that a paragraph has already, resting on the same words or on none.

    Several words may hint at one thing.
    """
    for passage in document.passages:
        seen: dict[tuple[object, ...], dict[str, AnyLine]] = {}
        for line in passage.statements:
            same = seen.setdefault((line.mode, line.text, line.by), {})
            words = composed(line.quotation)
            first = same.get(words) or same.get("")
            first = first or (None if words else next(iter(same.values()), None))
            same.setdefault(words, line)
            if first is not None:
                yield codes.REPEATED_LINE.at(
                    document.span(line.place),
                    "this line is in the paragraph twice",
                    hint="remove it, or correct what was to be different",
                    related=(Related(document.span(first.place), "the first is here"),),
                )


def _sentences(text: str) -> tuple[tuple[str, int, int], ...]:
    """The words of each sentence that is not short, and its place in the text."""
    if TO_DO.search(text):
        return ()
    sentences: list[tuple[str, int, int]] = []
    for match in _SENTENCE.finditer(text):
        words = re.findall(r"\w+", name_key(match.group()))
        if len(words) >= _FEWEST_WORDS:
            sentences.append((" ".join(words), *match.span()))
    return tuple(sentences)


_kept = lru_cache(maxsize=500)(_sentences)
