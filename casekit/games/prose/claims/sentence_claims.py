"""Sentences that say who was where. What is not surely said is not read."""

import re
from collections.abc import Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache

from casekit.games.prose.claims.clauses import TIME, WHO, Clause, Times, clauses
from casekit.games.prose.claims.sentence_words import paragraph
from casekit.language.spoken.readings import NamedTime
from casekit.language.spoken.word_letters import Namer, listed_words, words_of
from casekit.model.logic import DAY


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


# What changes nothing in a clause, whose letters become L: times, words between commas, "at the stove", "sitting there", "with BORIS".
_WITH = re.compile(rf",?w{WHO}|M|A[NI]'?s")
_ASIDE = ",[LXvVDdAaijfO]{1,7},"
_RELATION = r"[Aaij][Dd]?(?:N')?[LVXv]?[Xv](?:f[Dd]?[Xv]{1,2})?|[Aaij][NIW](?!')"
_NOTHING = re.compile(rf"{TIME}|{_ASIDE}|{_RELATION}|{_WITH.pattern}|V(?:[Dd]?[LXv]{{1,3}})?+|K")

# Patterns of the letters of clauses, in which no stretch can be read in two ways: that would take too long. Who it is, then perhaps
# another verb; who was, came, brought something, did something, entered, had or left a place.
_STAYED = "L*(?:[Aj]+[Dd]?(?P<at>P)|[Aj]?(?P<here>p))"
_ARRIVED = "L*(?:[Aij]+[Dd]?(?P<to>P)|[Aij]?(?P<hither>p))"
_SEEN = rf"(?:{_STAYED}|L*(?P<go>F){_ARRIVED})"
_WHO = f"(?P<who>{WHO})"
_SUBJECT = rf"(?<![fwAaij'])(?<!N&){_WHO}(?:L|,?R)*(?:[LBGgocSXv][^;:.NIWHnCR?0-]{{0,12}}?,?&)?"
_DOINGS = (
    rf"(?:B[L-]*|(?<=-)|k(?:[Dd][LXv]{{0,2}})?+){_STAYED}",
    rf"(?P<go>[GF]){_ARRIVED}",
    r"(?P<came>Y)",
    r"(?P<bring>c)(?:[NIW]?[Dd]?[LXv]{1,3}|[NIW])?+L*[ij][Dd]?(?P<there>P)",
    r"vL*jD?(?P<in>P)",
    r"(?P<get>g)L*[Dd]?(?P<held>P)",
    r"oL*[Dd]?(?P<shared>P)",
    r"(?<=L)D(?P<own>P)i[IL]",
    r"(?P<leave>l)L*[Dd]?(?P<left>P)",
)
_WAYS = tuple(
    re.compile(way)
    for way in (
        rf"(?:-L*)?{_SUBJECT}[LBb-]*(?:{'|'.join(_DOINGS)})",
        rf"-L*B{_WHO}{_STAYED}",
        rf"hBL*-{_WHO}{_STAYED}",
        rf"S{_WHO}{_SEEN}",
        rf"(?<!&)(?P<who>N)[IW]L*S{_SEEN}",
        rf"[IW]L*Sf{_WHO}L*B{_STAYED}",
        rf"(?:^|[,;:&])L*[Aij]+D?(?P<at>P)L*(?:B|(?P<go>G))L*{_WHO}",
        rf"(?P<at>P),?R{_WHO}L*B",
        rf"^L+:{_WHO},?{_STAYED}",
        rf"(?<![fwAaij'])(?P<nobody>n)L*B{_STAYED}",
        rf"hL*BL*(?P<nobody>n){_STAYED}",
        r"D(?P<at>P)L*BL*(?P<nobody>e)",
        r"^[L,]*+[Aj]+D?(?P<at>P)[L,]*+[;:.]?$",
    )
)
_PLACES = frozenset(("at", "here", "to", "hither", "came", "there", "in", "held", "shared", "own", "left"))
_REST = re.compile(rf"(?:&?{TIME}|{_WITH.pattern})*")
"""What may follow a place and belong to it."""
_ALWAYS = frozenset(range(DAY))
_MAY = re.compile(r"[NIWHnO].*[BGFYgolckv]|[BGS].*[NIWHnO]|B.*e|LDPi|^[^BGgolcS]*[Aj]+D?P")


@lru_cache(maxsize=500)
def presences(
    text: str, speaker: str | None, here: str, names: Namer, *, timed: bool = False
) -> tuple[Presence, ...]:
    """The presences that a paragraph claims, or those at a time; what it quotes somebody else as saying is left out."""
    if words_of(names.language) is None:
        return ()
    said = paragraph(text, speaker, here, names)
    found: list[Presence] = []
    for number in said.timed_places if timed else said.places:
        if _may_claim(said.letters(number)):
            for clause in clauses(said, number):
                found += _claimed(clause, speaker, names) if "u" not in clause.letters else ()
    return tuple(found)


def _may_claim(letters: str) -> bool:
    """Whether a sentence may say who was where, by letters that are known at once."""
    return (";" in letters or _DOUBTS.isdisjoint(letters)) and _MAY.search(letters) is not None


_DOUBTS = frozenset("?rxz")
_DENIALS = frozenset("-0n")


def negations(letters: str) -> int:
    """How many words of a sentence deny something, by their letters."""
    return sum(letter in _DENIALS for letter in letters)


def _claimed(clause: Clause, speaker: str | None, names: Namer) -> Iterator[Presence]:
    letters, words, sentence = clause.letters, clause.words, clause.sentence
    if "P" not in letters and "p" not in letters and "Y" not in letters:
        return
    known: set[tuple[str, ...]] = set()
    plain = _NOTHING.sub(lambda nothing: "L" * len(nothing[0]), letters)
    for match in (match for way in _WAYS for match in way.finditer(plain)):
        how = {name: match.start(name) for name, said in match.groupdict().items() if said}
        place = next((str(words[at].value) for name, at in how.items() if name in _PLACES), "")
        rest = _REST.match(letters, match.end())
        end = rest.end() if rest else match.end()
        if "nobody" in how:
            people = [each for each in names.people if each != speaker]
        elif "who" in how:
            people = _people(clause, *match.span("who"))
        else:
            people = [speaker or ""]  # "In the loft, with EDITH": who speaks was there
        company = _WITH.finditer(letters, match.start(), end)
        others = [one for each in company for one in _people(clause, *each.span())]
        denials, everybody = negations(match[0]), tuple(dict.fromkeys((*people, *others)))
        denied = "nobody" in how or (denials > 0 and "leave" not in how)
        is_known = (*everybody, place) in known or not (place and everybody and all(everybody))
        if is_known or not denials == negations(letters) <= 1:
            continue
        known.add((*everybody, place))
        beside = clause.named(match.start(), end)
        for when in _whens(clause.times, beside):
            if not (when.minutes or when.words) and _has_never(clause, names.language):
                at = When(_ALWAYS, lasted=True)
            elif "leave" in how and not denials:
                at, denied = replace(when, edge="after"), True
            else:
                at = replace(when, lasted=when.lasted or (denied and when.minutes == _ALWAYS))
            arriving = not {"go", "get", "bring", "came"}.isdisjoint(how)
            yield Presence(
                sentence.start, sentence.end, everybody, len({*people}), place, at, arriving, denied
            )


def _has_never(clause: Clause, language: str) -> bool:
    never = listed_words(language, "never")
    return any(word.text.casefold() in never for word in clause.words)


def _people(clause: Clause, first: int, last: int) -> list[str]:
    """Whom a stretch of a clause names; an empty name is that of a speaker of whom lines could say nothing."""
    words = zip(clause.letters[first:last], clause.words[first:last], strict=True)
    return [str(word.value or "") for letter, word in words if letter in "NIWM"]


def _whens(times: Times, beside: Times) -> Sequence[When]:
    """The times that a clause names as one or, if that is not sure, as those ``beside`` what it says."""
    when = _when(times) or (_when(beside) if beside else None)
    if when:
        return [when]
    exact = [each for each in beside if isinstance(each, NamedTime) and _is_exact(each)]
    return [When(each.readings) for each in exact] if len(exact) == len(beside) else ()


def _is_exact(time: NamedTime) -> bool:
    return not time.vague and len(time.within) <= len(time.readings)


def _when(times: Times) -> When | None:
    """Times as one; ``None`` if that is not sure."""
    named = [each for each in times if isinstance(each, NamedTime)]
    match named:
        case []:
            return When(_ALWAYS if times else frozenset(), lasted="Z" in times)
        case [one] if one.vague:
            return When(words=one.words.casefold())
        case [one] if _is_exact(one):
            return When(one.readings)
        case [one]:
            before = any((each - 1) % DAY in one.within for each in one.readings)
            return When(one.within, lasted=True, edge="last" if before else "first", ends=one.readings)
        case [first, last] if first.within == last.within and len(first.within) > len(first.readings):
            return When(first.within, lasted=True)
    return None
