"""Names in prose: suspects in capitals (rulebook, "Unique passengers"), and nothing that gives the shuffle away.

Players find suspects at a glance. A paragraph is printed under a number alone, without its path, its number or its case.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from casekit.diagnostics import Diagnostic, Edit, codes
from casekit.games.midnight.case import Case
from casekit.games.midnight.codes import LOWER_CASE_NAME, UNKNOWN_NAME_IN_PROSE
from casekit.games.midnight.edition import AnswerPath, PlacePath
from casekit.games.prose.prose_document import Finder, find_all
from casekit.language.nearest import did_you_mean
from casekit.model.place import Place
from casekit.resources import spoken

_WORD = re.compile(r"(?<![\w.])[^\W\d_]{3,}(?:-[^\W\d_]+)*(?![\w])")
_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_COMMON = frozenset(("TODO", "SOS", "VIP", "RMS", "USA", "BBC"))

_NEAR = 20
"""How many characters before a word are looked at."""
_WORD_BEFORE = re.compile(r"(\w+)\s+$")
_SENTENCE_START = re.compile(r"(?:^|[.!?:…]|\n\s*\n)[\s\"'“”‘’«»*(—–-]*$")


@cache
def _listed(kind: str) -> frozenset[str]:
    """Words of a kind (``data/names.toml``), in all languages that editions are printed in."""
    tables = spoken("games/midnight/data/names.toml").values()
    return frozenset(word for words in tables for word in words.get(kind, "").split())


def _capitals(text: str) -> Iterator[re.Match[str]]:
    """Words in capitals."""
    return (match for match in _WORD.finditer(text) if match.group() == match.group().upper())


def unknown(case: Case) -> Iterator[Diagnostic]:
    """Words in capitals that name nobody: players would look for a suspect who is not there."""
    suspects = case.edition.suspects_by_name
    allowed = {*suspects, *case.edition.abbreviations, *_COMMON}
    for passage in case.passages:
        for match, place in find_all(case.source, passage, _capitals):
            word = match.group()
            if word in allowed or _ROMAN.fullmatch(word):
                continue
            hint = did_you_mean(
                word,
                suspects,
                "write other people's names in small letters; add abbreviations to the edition's `abbreviations`",
            )
            yield Diagnostic(
                UNKNOWN_NAME_IN_PROSE, f"no suspect is called {word}", case.span(place), hint=hint
            )


def lower_case(case: Case) -> Iterator[Diagnostic]:
    """Suspects' names that are not in capitals.

    The butler of the house is not a suspect BUTLER: a name that is also an ordinary word may be in small letters and
    begin a sentence.
    """
    suspects = case.edition.suspects_by_name
    spelled = {name.casefold(): name for name in suspects}
    names = _small_names(tuple(suspects))
    found = [
        (match, place) for passage in case.passages for match, place in find_all(case.source, passage, names)
    ]
    ordinary = _listed("ordinary") | {match.group() for match, _ in found if _is_ordinary_here(match)}
    for match, place in found:
        word = match.group()
        if _may_be_ordinary(match, ordinary):
            continue
        name = spelled[word.casefold()]
        yield Diagnostic(
            LOWER_CASE_NAME,
            f"`{word}` is a suspect's name in small letters",
            case.span(place),
            hint=f"write {name}; give other people different names",
            fix=(Edit(case.span(place), name),),
        )


@lru_cache(maxsize=8)
def _small_names(suspects: tuple[str, ...]) -> Finder:
    """Finds suspects' names that are not in capitals."""
    words = "|".join(map(re.escape, suspects))
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    return lambda text: (match for match in pattern.finditer(text) if match.group() not in suspects)


def _may_be_ordinary(match: re.Match[str], ordinary: frozenset[str]) -> bool:
    word = match.group()
    begins = word == word.capitalize() and _SENTENCE_START.search(_before(match)) is not None
    return (word.lower() if begins else word) in ordinary


def _before(match: re.Match[str]) -> str:
    """The characters right before a word; if there are more, the first of these is a letter."""
    start = max(0, match.start() - _NEAR)
    return ("x" if start else "") + match.string[start : match.start()]


def _is_ordinary_here(match: re.Match[str]) -> bool:
    """Whether a word in small letters follows one that no name follows: `the butler`, `she rose`."""
    before = _WORD_BEFORE.search(_before(match))
    return match.group().islower() and before is not None and before[1].lower() in _listed("never_before")


_NUMBERED = re.compile(r"\b(?:paragraph|path|location|case)\s+(?:no\.?\s*|number\s+)?\d+", re.IGNORECASE)
_COUNTED = re.compile(r"(?<!\w)(?:no\.|number|#)\s*(\d{1,9})(?!\w)", re.IGNORECASE)
_SHORT = 5
"""A title of fewer letters is a common word as likely as not."""


def spoilers(case: Case, other_titles: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Paragraphs that name a path, a number, the title of their case or that of another."""
    titles = [title for title in (case.title.strip(), *other_titles) if len(title) >= _SHORT]
    titled = re.compile(rf"(?<!\w)(?:{'|'.join(map(_spaced, titles))})(?!\w)", re.IGNORECASE)
    answers = _answers(case)
    for paragraph in case.paragraphs:
        for match, place in find_all(case.source, paragraph, _NUMBERED.finditer):
            yield _spoiler(case, match, place, "a number of the booklet or the board")
        for match, place in find_all(case.source, paragraph, answers.finditer):
            if AnswerPath(match[1], match[2]) in paragraph.paths:
                yield _spoiler(case, match, place, "its own path")
        for match, place in find_all(case.source, paragraph, _COUNTED.finditer):
            if PlacePath(int(match[1])) in paragraph.paths:
                yield _spoiler(case, match, place, "its own location")
        for match, place in find_all(case.source, paragraph, titled.finditer) if titles else ():
            yield _spoiler(case, match, place, "the title of a case")


def _spoiler(case: Case, match: re.Match[str], place: Place, what: str) -> Diagnostic:
    return Diagnostic(
        codes.SPOILING_PARAGRAPH,
        f"`{' '.join(match.group().split())}` names {what}",
        case.span(place),
        hint="say it in other words: a paragraph is printed without its path and its case",
    )


def _answers(case: Case) -> re.Pattern[str]:
    suspects = "|".join(map(re.escape, case.edition.suspects_by_name))
    topics = "|".join(map(re.escape, case.edition.topics_by_slug))
    return re.compile(rf"\b({suspects})\s+({topics})\b")


def _spaced(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split())
