"""Sentences that say who was where. What is not surely said is not read."""

import itertools
import re
from collections.abc import Iterator, Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache

from casekit.games.prose.claims.sentence_words import SaidParagraph, SaidSentence, paragraph
from casekit.language.formula.clocks import DAY
from casekit.language.spoken.readings import NamedTime
from casekit.language.spoken.word_letters import Namer, listed_words, words_of


@dataclass(frozen=True, slots=True)
class When:
    """The ``minutes`` at one of which something was so, or at all of them if it ``lasted``; none if a sentence names no time.

    If it lasted until a time, or from one on, only the last or first of them outside the ``ends`` is sure, by its ``edge``;
    "after" is the time after them. A time that only bounds another one is known by its ``words``.
    """

    minutes: AbstractSet[int] = frozenset()
    lasted: bool = False
    edge: str = ""
    ends: AbstractSet[int] = frozenset()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """That people were at a place, or were not, in a sentence from ``start`` to ``end`` of its paragraph.

    The first of the ``people`` are its ``subjects``, the others their company. Who was ``arriving`` need not have been there long.
    """

    start: int
    end: int
    people: tuple[str, ...]
    subjects: int
    place: str
    when: When
    arriving: bool
    denied: bool


# Patterns of the letters of sentences, in which no stretch can be read in two ways: that would take too long. Other words, a
# list of people, a time, words between commas, "at the stove", "with BORIS", and all that may be between a verb and its place.
_X = "[Xv]"
_WHO = r"[NIW](?!')(?:(?:,?&|,)[NI](?!'))*"
_TIME = r"(?:,?[Aaij]?[TtZE],?+)"
_ASIDE = r"(?:,[LXvVDdAaijfP]{1,7},)"
_WITH = rf"(?:,?w{_WHO}|M|A[NI]'?s)"
_RELATION = rf"[Aaij][Dd]?(?:N')?[LVXv]?{_X}(?:f[Dd]?[Xv]{{1,2}})?|[Aaij][NIW](?!')"
_SKIP = rf"(?:[LK]|V(?:[Dd]?[LXv]{{1,3}})?+|{_TIME}|{_ASIDE}|{_RELATION}|{_WITH})"
_STAYED = rf"{_SKIP}*?(?:[Aj]+[Dd]?(?P<at>P)|[Aj]?(?P<here>p))"
_ARRIVED = rf"{_SKIP}*?(?:[Aij]+[Dd]?(?P<to>P)|[Aij]?(?P<hither>p))"

# Who it is, then perhaps another verb; who was, came, brought something, did something, entered, had or left a place.
_SUBJECT = rf"(?<![fwAaij'])(?<!N&)(?P<who>{_WHO})(?:L|{_ASIDE}|,?R|{_TIME})*(?:[LBGgocSXv][^;.NIWHnCR?0-]{{0,12}}?,?&)?"
_DOINGS = (
    rf"(?:B[L-]*|(?<=-)|k(?:[Dd][LXv]{{0,2}})?+){_STAYED}",
    rf"(?P<go>G){_ARRIVED}",
    r"(?P<bring>c)(?:[NIW]?[Dd]?[LXv]{1,3}|[NIW])?+L*[ij][Dd]?(?P<there>P)",
    rf"v(?:L|{_TIME}|{_WITH})*jD?(?P<in>P)",
    r"(?P<get>g)L*[Dd]?(?P<held>P)",
    r"oL*[Dd]?(?P<shared>P)",
    r"(?<=L)D(?P<own>P)i[IL]",
    r"(?P<leave>l)L*[Dd]?(?P<left>P)",
)
_WAYS = tuple(
    re.compile(way)
    for way in (
        rf"(?:-(?:[Aaij]?[TtZE])*L)?{_SUBJECT}[LBb-]*(?:{'|'.join(_DOINGS)})",
        rf"-(?:[Aaij]?[TtZE])*B(?P<who>{_WHO}){_STAYED}",
        rf"S(?P<who>{_WHO}){_STAYED}",
        rf"(?:^|[,;&])(?:L|{_TIME})*[Aij]+D?(?P<at>P){_TIME}*(?:B|(?P<go>G))L*(?P<who>{_WHO})",
        rf"(?<![fwAaij'])(?P<nobody>n)L*B{_STAYED}",
        rf"hL*BL*(?P<nobody>n){_STAYED}",
        r"D(?P<at>P)L*BL*(?P<nobody>e)",
        rf"^(?:{_SKIP}|,)*+[Aj]+D?(?P<at>P)(?:{_SKIP}|,)*+[;.]?$",
    )
)
_COMPANY = re.compile(rf"{_TIME}*{_WITH}")
_WITHIN = re.compile(_WITH)
CLAUSE = re.compile(
    rf"(?:[;C]|(?<![NIW])[,&])(?=[,&C]*(?:(?<=&){_TIME}C)?{_TIME}*L*(?:{_WHO}|[Hhn]|[Dd]L?[XvV])[LBb-]*[BbGgocSlXv])"
)
"""The mark or word before a clause with a subject of its own."""
_ALWAYS = frozenset(range(DAY))


@lru_cache(maxsize=500)
def presences(text: str, speaker: str | None, here: str, names: Namer) -> tuple[Presence, ...]:
    """The presences that a paragraph claims; what it quotes somebody else as saying is left out."""
    said = paragraph(text, speaker, here, names)
    found: list[Presence] = []
    likely = (number for number in said.places() if _may_claim(said.letters(number)))
    for sentence in map(said.sentence, likely if words_of(names.language) else ()):
        if is_doubted(sentence):
            continue
        times = _time_before(said, sentence)
        starts = [0, *(match.end() for match in CLAUSE.finditer(sentence.letters)), len(sentence.letters)]
        for start, end in itertools.pairwise(starts):
            letters = sentence.letters[start:end]
            named = zip(letters, sentence.words[start:end], strict=True)
            times = [word.value or letter for letter, word in named if letter in "TZE"] or times
            if "P" in letters or "p" in letters:
                found += _claimed(sentence, start, letters, times, speaker, names)
    return tuple(found)


_Times = list[str | NamedTime | None]

_ONLY_A_TIME = re.compile(r"[HX]BL*T\.")
"""The letters of "It was half past ten.", which goes for the next sentence."""
_SHORT = 60
"""Such a sentence has fewer characters."""


def _time_before(said: SaidParagraph, sentence: SaidSentence) -> _Times:
    """The time of the sentence before, if it says no more than that."""
    start, end = said.stretches[sentence.number - 1] if sentence.number else (0, _SHORT)
    before = said.sentence(sentence.number - 1) if end - start < _SHORT else None
    is_time = before and _ONLY_A_TIME.fullmatch(before.letters)
    return (
        [word.value for letter, word in zip(before.letters, before.words, strict=True) if letter == "T"]
        if before and is_time
        else []
    )


_MAY = re.compile(r"[NIWHn].*[BGgolckv]|[BGS].*[NIWHn]|B.*e|LDPi|^[^BGgolcS]*[Aj]+D?P")


def _may_claim(letters: str) -> bool:
    """Whether a sentence may say who was where, by letters that are known at once."""
    return _DOUBT.isdisjoint(letters.translate(_BEFORE_TIMES)) and _MAY.search(letters) is not None


def is_doubted(sentence: SaidSentence, doubts: str = "?ryxzUu") -> bool:
    """Whether a sentence asks, or has a word that makes it unsure."""
    return not set(doubts).isdisjoint(sentence.letters)


_DOUBT = frozenset("?ryxzUu")
_BEFORE_TIMES = str.maketrans("", "", "Uu")
_DENIALS = frozenset("-0n")


def negations(letters: str) -> int:
    """How many words of a sentence deny something, by their letters."""
    return sum(letter in _DENIALS for letter in letters)


def _claimed(
    sentence: SaidSentence, start: int, letters: str, times: _Times, speaker: str | None, names: Namer
) -> Iterator[Presence]:
    when = _when(times)
    if when is None:
        return
    known: set[tuple[str, ...]] = set()
    for match in (match for way in _WAYS for match in way.finditer(letters)):
        how = {name: match.start(name) for name, said in match.groupdict().items() if said}
        place = str(sentence.words[start + next(at for name, at in how.items() if name in _PLACES)].value)
        if "nobody" in how:
            people = [each for each in names.people if each != speaker]
        elif "who" in how:
            people = _people(sentence, start, match.span("who"), match.string)
        else:
            people = [speaker or ""]  # "In the loft, with EDITH": who speaks was there
        company = _COMPANY.match(letters, match.end())
        beside = _WITHIN.finditer(letters, match.start(), company.end() if company else match.end())
        others = [one for each in beside for one in _people(sentence, start, each.span(), letters)]
        denials, everybody = negations(match[0]), tuple(dict.fromkeys((*people, *others)))
        denied = "nobody" in how or (denials > 0 and "leave" not in how)
        is_known = (*everybody, place) in known or not (everybody and all(everybody))
        if is_known or not denials == negations(letters) <= 1:
            continue
        known.add((*everybody, place))
        if not (when.minutes or when.words) and _has_never(sentence, names.language):
            at = When(_ALWAYS, lasted=True)
        elif "leave" in how and not denials:
            at, denied = replace(when, edge="after"), True
        else:
            at = replace(when, lasted=when.lasted or (denied and when.minutes == _ALWAYS))
        arriving = not {"go", "get", "bring"}.isdisjoint(how)
        yield Presence(sentence.start, sentence.end, everybody, len({*people}), place, at, arriving, denied)


def _has_never(sentence: SaidSentence, language: str) -> bool:
    never = listed_words(language, "never")
    return any(word.text.casefold() in never for word in sentence.words)


_PLACES = frozenset(("at", "here", "to", "hither", "there", "in", "held", "shared", "own", "left"))


def _people(sentence: SaidSentence, start: int, stretch: tuple[int, int], letters: str) -> list[str]:
    """Whom a stretch of a clause names; an empty name is that of a speaker of whom lines could say nothing."""
    first, last = stretch
    words = zip(letters[first:last], sentence.words[start + first : start + last], strict=True)
    return [str(word.value or "") for letter, word in words if letter in "NIWM"]


def _when(times: _Times) -> When | None:
    """The times that a clause names, as one; ``None`` if that is not sure."""
    named = [each for each in times if isinstance(each, NamedTime)]
    match named:
        case []:
            return When(_ALWAYS if times else frozenset(), lasted="Z" in times)
        case [one] if one.vague:
            return When(words=one.words.casefold())
        case [one] if len(one.within) <= len(one.readings):
            return When(one.readings)
        case [one]:
            before = any((each - 1) % DAY in one.within for each in one.readings)
            return When(one.within, lasted=True, edge="last" if before else "first", ends=one.readings)
        case [first, last] if first.within == last.within and len(first.within) > len(first.readings):
            return When(first.within, lasted=True)
    return None
