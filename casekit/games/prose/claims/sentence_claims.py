"""Sentences that say who was where, and facts in the words of their case. What is not surely said is not read."""

import re
from collections.abc import Hashable, Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from casekit.language.formula.clocks import DAY
from casekit.language.spoken.spoken_words import SENTENCE_END, all_times, spoken_negations, straightened
from casekit.resources import Words, spoken

_WORDS = "games/prose/words/claims.toml"


class Namer(Hashable, Protocol):
    """The names that prose may have for people and places; two that are equal name the same."""

    @property
    def people(self) -> tuple[str, ...]:
        """The people, by the names that both prose and logic have for them."""

    @property
    def language(self) -> str:
        """The language of the prose, a tag of IETF BCP 47."""

    @property
    def located(self) -> frozenset[str]:
        """The places, by the names that logic has for them."""

    def places(self, text: str, speaker: str | None, /) -> Iterator[tuple[int, int, str]]:
        """The places that a text names, from where to where, by the names that logic has for them."""


@dataclass(frozen=True, slots=True)
class Presence:
    """That people were at a place, or were not, in a sentence from ``start`` to ``end`` of its paragraph.

    ``minutes`` are those at which it was, all of them if it lasted, else one of them; none if the sentence names no time.
    Who was ``arriving`` need not have been there long.
    """

    start: int
    end: int
    people: tuple[str, ...]
    place: str
    minutes: AbstractSet[int]
    lasted: bool
    arriving: bool
    denied: bool


@lru_cache(maxsize=500)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a paragraph, from where to where."""
    found, at = [], 0
    for end in (*[match.end() for match in re.finditer(SENTENCE_END, text)], len(text)):
        start = at + len(text[at:end]) - len(text[at:end].lstrip())
        if start < end:
            found.append((start, end))
        at = end
    return tuple(found)


@lru_cache(maxsize=500)
def first_places(text: str, names: Namer) -> tuple[tuple[str, bool], ...]:
    """The places that a paragraph names, and whether each is in its first sentence."""
    first = sentences(text)[:1]
    return tuple([(each, start < first[0][1]) for start, _, each in names.places(text, None)])


def words_of(language: str) -> Words | None:
    """The words for claims in a language; ``None`` in one that is not known."""
    return spoken(_WORDS).get(language.partition("-")[0].casefold())


@dataclass(frozen=True)
class _Patterns:
    """The patterns of a cast for the text before the place that somebody was at and after it, and the words of its language."""

    before: tuple[re.Pattern[str], ...]
    company: re.Pattern[str]
    words: Words


@lru_cache(maxsize=8)
def _patterns(people: tuple[str, ...], language: str) -> _Patterns | None:
    words = words_of(language)
    if words is None:
        return None
    one = rf"(?:(?:{'|'.join(map(re.escape, people))})\b|(?:{words['self']}))"
    other = rf"(?:{one}|(?:{words['me']})\b)"
    who = rf"(?P<who>{one}(?:(?:,?\s+(?:{words['and']})\s+|,\s+){other})*)"
    place = rf"\b(?:{words['at']})(?:\s+|(?<=['’]))(?:(?:{words['det']})(?:\s+|(?<=['’])))?$"
    tail = rf"(?:\s+(?:{words['little']}|{words['doing']})){{0,3}}\s+{place}"
    did = rf"\b(?:(?P<absent>{words['absent']})|(?P<be>{words['be']})|(?P<go>{words['go']}))\b"
    return _Patterns(
        (
            re.compile(rf"(?<![\w'’]){who}\s*(?:\b(?:{words['loose']})\s+){{0,3}}{did}{tail}"),
            re.compile(rf"\b(?:{words['seen']})\s+{who}{tail}"),
            re.compile(rf"^\W*(?i:{place})"),
        ),
        re.compile(
            rf",?\s+(?:{words['with']})\s+(?P<who>{other}(?:(?:,?\s+(?:{words['and']})\s+|,\s+){other})*)"
        ),
        words,
    )


def _is_doubted(text: str, words: Words) -> bool:
    """Whether a sentence asks, or has a word that makes it unsure."""
    return re.search(rf"\?|\b(?:{words['doubt']})\b", text, re.IGNORECASE) is not None


_ALWAYS = frozenset(range(DAY))
_PAUSE = re.compile(r"[,.;:!]|$|\s+(?:with|avec)\b")
"""The text after a place that a sentence begins with, if its speaker was there: "In the loft, ..."; a subject is somebody else."""


@lru_cache(maxsize=500)
def presences(text: str, speaker: str | None, names: Namer) -> tuple[Presence, ...]:
    """The presences that a paragraph claims; what it quotes somebody else as saying is left out."""
    patterns = _patterns(names.people, names.language)
    if patterns is None:
        return ()
    places = [*names.places(text, speaker)]
    found: list[Presence] = []
    for start, end in sentences(text) if places else ():
        sentence = text[start:end]
        here = [each for each in places if start <= each[0] < end]
        if here and not is_quoted(text, start, here[0][0]) and not _is_doubted(sentence, patterns.words):
            found += _claimed(sentence, start, here, speaker, names, patterns)
    return tuple(found)


@lru_cache(maxsize=500)
def third_person(text: str, speaker: str, language: str) -> re.Match[str] | None:
    """Words in which who speaks is named as somebody else is: "ANNA and I" is not what ANNA says."""
    words = words_of(language)
    named = (match.start() for match in re.finditer(re.escape(speaker), text))
    # Mostly by somebody who is quoted, which is seen sooner than a pattern is made.
    if words is None or "TODO" in text or all(is_quoted(text, at) for at in named):
        return None
    own, be = re.escape(speaker), rf"(?:{words['be']}|{words['go']}|{words['absent']})\b"
    pattern = (
        rf"\b(?:{words['with']}|(?:{words['self']})\s+{words['and']}|{words['seen']})\s+{own}\b"
        rf"|\b{own}\s+(?:{words['and']})\s+(?:{words['me']})\b|\b{own}\s+(?:(?:{words['loose']})\s+)*{be}"
    )
    return next((match for match in re.finditer(pattern, text) if not is_quoted(text, match.start())), None)


def plainly_said(text: str, start: int, end: int, language: str) -> tuple[int, int] | None:
    """The sentence of some words of a text; ``None`` if they are doubted, denied, or quoted from somebody else."""
    words = words_of(language)
    here = next((each for each in sentences(text) if each[0] <= start < each[1]), None)
    if here is None or words is None or is_quoted(text, start):
        return None
    around = f"{text[here[0] : start]} # {text[end : here[1]]}"
    return None if _is_doubted(around, words) or spoken_negations(around, language) else here


def is_quoted(text: str, *places: int) -> bool:
    """Whether any of some places of a text is within quotation marks, or in a stretch that is emphasised, as letters are."""
    return any(
        text.count('"', 0, at) % 2
        or text.count("*", 0, at) % 2
        or text.count("“", 0, at) > text.count("”", 0, at)
        for at in places
    )


def _claimed(
    sentence: str,
    start: int,
    places: Sequence[tuple[int, int, str]],
    speaker: str | None,
    names: Namer,
    patterns: _Patterns,
) -> Iterator[Presence]:
    for first, last, place in places:
        before = sentence[: first - start]
        fits = next((match for each in patterns.before if (match := each.search(before))), None)
        if fits is None or ("who" not in fits.groupdict() and not _PAUSE.match(sentence, last - start)):
            continue
        how, when = fits.groupdict(), _when(sentence, names.language, patterns.words)
        negations = len(spoken_negations(sentence, names.language) or ())
        company = patterns.company.match(sentence, last - start)
        people = _people(how["who"], speaker, names, patterns.words) if how.get("who") else (speaker,)
        people = (*people, *(_people(company["who"], speaker, names, patterns.words) if company else ()))
        absent = how.get("absent") is not None
        if (
            when is not None
            and None not in people
            and negations == (2 if absent and names.language[:2] == "fr" else int(absent))
        ):
            known = tuple(dict.fromkeys(each for each in people if each))
            yield Presence(
                start, start + len(sentence), known, place, *when, how.get("go") is not None, absent
            )


def _people(said: str, speaker: str | None, names: Namer, words: Words) -> tuple[str | None, ...]:
    """Whom words name; who speaks may be nobody of whom lines could say anything."""
    meant = (
        each
        for each in re.findall(r"[\w-]+", said)
        if each in names.people or each.casefold() in words["speaker"]
    )
    return tuple(each if each in names.people else speaker for each in meant)


def _when(sentence: str, language: str, words: Words) -> tuple[AbstractSet[int], bool] | None:
    """The minutes that a sentence names, and whether all of them are meant; ``None`` if that is not sure."""
    times = all_times(straightened(sentence), language)
    if any(each.vague for each in times):
        return None
    whole = re.search(rf"\b(?:{words['whole']})\b", sentence)
    match times:
        case ():
            return (_ALWAYS, True) if whole else (frozenset(), False)
        case (one,) if len(one.within) <= len(one.readings):
            return one.readings, False
        case (first, last) if first.within == last.within and len(first.within) > len(first.readings):
            return first.within, True
    return None
