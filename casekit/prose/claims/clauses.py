"""Clauses that nothing makes unsure, and those that say who was where."""

import re
from collections.abc import Iterator, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import pairwise

from casekit.language.suggestions import name_key
from casekit.logic.formulas import DAY
from casekit.prose.claims.sentences import TaggedParagraph, TaggedSentence, paragraph
from casekit.prose.expressions.recognizer import NameIndex, Token, listed_words, worded, words_of
from casekit.prose.expressions.time_and_number_words import NamedTime, minutes_between
from casekit.values import frozen, replace

# --- clauses ------------------------------------------------------------------------------------------

# Pieces of patterns of letters: a list of people, a time.
_WHO = r"[NIW](?!')(?:(?:,?&|,)[NI](?!'))*"
_TIME = r"(?:,?[Aaij]?[TtZE],?+)"

_START = re.compile(
    rf"(?:[:C]|(?<![NIW])[,&])(?=[,&C]*(?:(?<=&){_TIME}C)?{_TIME}*L*(?:{_WHO}|[Hhn]|[Dd]L?[XvV](?:[fAij][Dd]?[XvVP])?)(?![LBb!-]*[xyz])[LBb!-]*[BbGFgocSlXvY])"
)
"""The mark or word before a clause with a subject of its own."""
_PART = re.compile(r"[^;]+;?")
_ASIDE = re.compile(r"(?<=[NPXv]),(?:[R!][^;:.,]{1,14}|-[LDdAj]*[NPXv]+)(?:,|(?=[;:.]))")
"""A relative clause, a comparison or a contrast that is said of a person, a place or a thing."""
_DOUBTS = frozenset("?rxzU")
_DOUBTFUL = re.compile("[rxzy!n0-]")
_UNSURE = _DOUBTS | frozenset("!y")
_VERBS = frozenset("BbGgocSlkvy")
_THAT = re.compile(r"C|D(?=[NIWHnDdqJh])")
_ONLY_A_TIME = re.compile(r"[HJX]BL*T\.")
"""The letters of "It was half past ten.", which goes for the next sentence."""
_OPEN_END = re.compile(r"(?<=T)([^U;]*)(U.*)")
"""The letters of "until" and what follows it without a time, which makes nothing unsure that was so at another time."""
_SHORT = 60
"""Such a sentence has fewer characters."""


Times = tuple[str | NamedTime, ...]
"""Times as they are named, and the letters of words for all the time."""


@frozen(slots=True)
class SpokenClause:
    """A clause of a sentence, from its ``start``-th word on: its letters, and the times of what comes ``before``, which are its own if it names none."""

    sentence: TaggedSentence
    start: int
    letters: str
    before: Times = ()

    @property
    def words(self) -> tuple[Token, ...]:
        """Its words, one for each letter."""
        return self.sentence.words[self.start : self.start + len(self.letters)]

    @property
    def said(self) -> Iterator[str]:
        """Them in small letters."""
        return (name_key(word.text) for word in self.words)

    @property
    def times(self) -> Times:
        """The times that it names or takes over."""
        return self.named(0, len(self.letters)) or self.before

    def named(self, first: int, last: int) -> Times:
        """The times that it names from one word to another."""
        words = zip(self.letters[first:last], self.words[first:last], strict=True)
        return tuple(word.value or letter for letter, word in words if letter in "TZE")


@lru_cache(maxsize=500)
def clauses(said: TaggedParagraph, number: int) -> tuple[SpokenClause, ...]:
    """The clauses of a sentence, unless it asks something or begins like a question ("had I"), but those that are doubted, reported or only possible."""
    sentence, found = said.sentence(number), list[SpokenClause]()
    first = name_key(sentence.words[0].text) if sentence.words else ""
    if "?" in said.text[sentence.start : sentence.end] or first in listed_words(
        said.names.language, "inverted"
    ):
        return ()
    times = _time_before(said, number)
    for part in _PART.finditer(sentence.letters):
        plain = _ASIDE.sub(lambda aside: "L" * len(aside[0]), part[0])
        for start, letters in _sure(_OPEN_END.sub(lambda end: end[1] + "L" * len(end[2]), plain)):
            found.append(SpokenClause(sentence, part.start() + start, letters, times))
            times = found[-1].times
        for aside in _ASIDE.finditer(part[0]):
            start, letters = aside.start() - 1, part[0][aside.start() - 1 : aside.end()]
            found += (
                [SpokenClause(sentence, part.start() + start, letters)] if _UNSURE.isdisjoint(letters) else []
            )
    return tuple(found)


def whole(said: TaggedParagraph, number: int) -> tuple[SpokenClause, ...]:
    """The parts of a sentence for what they take for granted, each as far as it denies, doubts or reports nothing."""
    sentence = said.sentence(number)
    return tuple(
        SpokenClause(sentence, part.start(), _DOUBTFUL.split(part[0], maxsplit=1)[0])
        for part in _PART.finditer(sentence.letters)
    )


def _sure(letters: str) -> Iterator[tuple[int, str]]:
    """The clauses of a part of a sentence that nothing in it makes unsure, and where they start.

    The words that are said are those after "says", up to another clause after "and" that has no "that" before it. "Would"
    makes its own clause unsure; so does "would" without a verb in it the next one.
    """
    if not _DOUBTS.isdisjoint(letters):
        return
    is_reported = is_that = is_possible = False
    for start, end in pairwise((0, *(match.end() for match in _START.finditer(letters)), len(letters))):
        clause = letters[start:end]
        joint = letters[start - 1 : start] + clause[: len(clause) - len(clause.lstrip(",&C"))]
        is_that |= "C" in joint
        is_reported &= is_that or "&" not in joint
        saying, possible = clause.rfind("y"), "!" in clause
        if saying < 0 and not (is_reported or is_possible or possible):
            yield start, clause
        if saying >= 0:
            is_reported, is_that = True, _THAT.search(clause, saying) is not None
        is_possible = possible and _VERBS.isdisjoint(clause)


def _time_before(said: TaggedParagraph, number: int) -> Times:
    """The time of the sentence before, if it says no more than that."""
    start, end = said.stretches[number - 1] if number else (0, _SHORT)
    before = said.sentence(number - 1) if end - start < _SHORT else None
    return (
        SpokenClause(before, 0, before.letters).times
        if before and _ONLY_A_TIME.fullmatch(before.letters)
        else ()
    )


# --- who was where ------------------------------------------------------------------------------------


@frozen(slots=True)
class TimeExtent:
    """The ``minutes`` at one of which something was so, or at all of them if it ``lasted``; none if a sentence names no time.

    If it lasted until a time, or from one on, only the last or first of them outside the ``ends`` is sure, by its ``edge``, and of
    "both" all outside the end; "after" is the time after them. A time that only bounds another one is known by its ``words``.
    """

    minutes: AbstractSet[int] = frozenset()
    lasted: bool = False
    edge: str = ""
    ends: AbstractSet[int] = frozenset()
    words: str = ""


@frozen(slots=True)
class PresenceClaim:
    """That people were at a place, or were not: the first are the ``subjects`` of the sentence, the others their company.

    Who was ``arriving`` need not have been there long. If ``nobody`` was there, a sentence without a time may mean any.
    """

    sentence: TaggedSentence
    people: tuple[str, ...]
    subjects: int
    place: str
    when: TimeExtent
    arriving: bool
    denied: bool
    nobody: bool = False


# What changes nothing in a clause, whose letters become L: times, words between commas, "at the stove", "sitting there", "with BORIS".
_WITH = re.compile(rf",?w{_WHO}|M|A[NI]'?s")
_BETWEEN_COMMAS = ",[LXvVDdAaijfO]{1,7},"
_RELATION = r"[Aaij][Dd]?(?:N')?[LVXv]?[Xv](?:f[Dd]?[Xv]{1,2})?|[Aaij][NIW](?!')"
_NOTHING = re.compile(rf"{_TIME}|{_BETWEEN_COMMAS}|{_RELATION}|{_WITH.pattern}|V(?:[Dd]?[LXv]{{1,3}})?+|K")

# Patterns of the letters of clauses, in which no stretch can be read in two ways: that would take too long. Who it is, then perhaps
# another verb; who was, came, brought something, did something, entered, had or left a place.
_STAYED = "L*(?:(?:[Aj]+[Dd]?|(?<=-)D)P|[Aj]?p)"
_ARRIVED = "L*(?:[Aij]+[Dd]?P|[Aij]?p)"
_SEEN = rf"(?:{_STAYED}|L*(?P<go>F){_ARRIVED})"
_PEOPLE = f"(?P<who>{_WHO})"
_SUBJECT = rf"(?<![fwAaij'])(?<!N&){_PEOPLE}(?:L|,?R)*(?:[LBGgocSXv][^;:.NIWHnCR?0-]{{0,12}}?,?&)?"
_DOINGS = (
    rf"(?:B[L-]*|(?<=-)|k(?:[Dd][LXv]{{0,2}})?+){_STAYED}",
    rf"(?P<go>GF?|F){_ARRIVED}",
    r"(?P<came>Y)",
    r"(?P<bring>c)(?:[NIW]?[Dd]?[LXv]{1,3}|[NIW])?+L*[ij][Dd]?P",
    r"vL*jD?P",
    r"(?P<get>g)L*[Dd]?P",
    r"oL*[Dd]?P",
    r"(?<=L)DPi[IL]",
    r"(?P<leave>l)L*[Dd]?P",
)
_WAYS = tuple(
    re.compile(way)
    for way in (
        rf"(?:-L*)?{_SUBJECT}[LBb-]*(?:{'|'.join(_DOINGS)})",
        rf"-L*B{_PEOPLE}{_STAYED}",
        rf"hBL*-{_PEOPLE}{_STAYED}",
        rf"S{_PEOPLE}{_SEEN}",
        rf"(?<!&)(?P<who>N)[IW]L*S{_SEEN}",
        rf"[IW]L*Sf{_PEOPLE}L*B{_STAYED}",
        rf"(?:^|[,;:&])L*[Aij]+D?PL*,?L*(?:B|(?P<go>G))L*{_PEOPLE}",
        rf"P,?R{_PEOPLE}L*B",
        rf"^L+:{_PEOPLE},?{_STAYED}",
        rf"(?<![fwAaij'])(?P<nobody>n)L*B{_STAYED}",
        rf"hL*BL*(?P<nobody>n){_STAYED}",
        r"DPL*BL*(?P<nobody>e)",
        r"SD?PL*(?P<nobody>e)",
        r"^[L,]*+[Aj]+D?P[L,]*+[;:.]?$",
    )
)
_AT = re.compile("[PpY]")
_REST = re.compile(rf"(?:&?{_TIME}|{_WITH.pattern})*")
"""The letters that may follow a place and go with it."""
_ALWAYS = frozenset(range(DAY))
_MAY = re.compile(
    r"^(?!(?!.*;).*[?rxz]).*(?:[NIWHnO].*[BGFYgolckvS]|[BGS].*[NIWHnO]|[BS].*e|LDPi)|^[^BGgolcS?rxz]*[Aj]+D?P"
)
"""The letters of sentences that may say who was where, as far as each is known at once."""


@lru_cache(maxsize=500)
def presences(
    text: str, speaker: str | None, here: str, names: NameIndex, *, about: str = "", timed: bool = False
) -> tuple[PresenceClaim, ...]:
    """The presences that a paragraph claims, or those at a time; what it quotes somebody else as saying is left out."""
    if words_of(names.language) is None:
        return ()
    said = paragraph(text, speaker, here, names, about)
    likely = (
        each for each in (said.timed_places if timed else said.places) if _MAY.search(said.letters(each))
    )
    found = (clause for number in likely for clause in clauses(said, number) if "u" not in clause.letters)
    return tuple(presence for clause in found for presence in _claimed(clause, speaker, names))


_DENIALS = frozenset("-0n")


def letters_of(words: str, names: NameIndex, speaker: str | None = None) -> str:
    """The letters of words, as far as each alone has one."""
    return "".join([letter for letter, _ in worded(words, 0, speaker, names)])


def negations(letters: str) -> int:
    """How many words of a sentence deny something, by their letters."""
    return sum(letter in _DENIALS for letter in letters)


def _claimed(clause: SpokenClause, speaker: str | None, names: NameIndex) -> Iterator[PresenceClaim]:
    letters, found = clause.letters, set[tuple[object, ...]]()
    plain = _NOTHING.sub(lambda nothing: "L" * len(nothing[0]), letters)
    for match in (match for way in _WAYS if _AT.search(plain) for match in way.finditer(plain)):
        how = {name for name, said in match.groupdict().items() if said}
        rest = _REST.match(letters, match.end())
        end = rest.end() if rest else match.end()
        if "nobody" in how:
            people = [each for each in names.people if each != speaker]
        else:  # "In the loft, with EDITH": who speaks was there
            people = _people(clause, *match.span("who")) if "who" in how else [speaker or ""]
        company = _WITH.finditer(letters, match.start(), end)
        others = (one for each in company for one in _people(clause, *each.span()))
        denials, everybody = negations(match[0]), tuple(dict.fromkeys((*people, *others)))
        place = str(clause.words[match.start() + max(map(match[0].rfind, "PpY"))].value)
        is_sure = all((*everybody, everybody)) and denials == negations(letters) <= 1
        if (everybody, place) in found or not is_sure:
            continue
        found.add((everybody, place))
        left, nobody = "leave" in how and not denials, "nobody" in how
        denied = left or nobody or (denials > 0 and "leave" not in how)
        for when in _whens(clause.times, clause.named(match.start(), end)):
            always = denied and when.minutes == _ALWAYS
            at = replace(when, edge="after") if left else replace(when, lasted=when.lasted or always)
            if when == TimeExtent() and not listed_words(names.language, "never").isdisjoint(clause.said):
                at = TimeExtent(_ALWAYS, lasted=True)
            if at.edge == "both" and not listed_words(names.language, "between").isdisjoint(
                word.partition(" ")[0] for word in clause.said
            ):
                at = replace(at, edge="", ends=frozenset())
            arriving = not {"go", "get", "bring", "came"}.isdisjoint(how)
            count = len({*people})
            yield PresenceClaim(clause.sentence, everybody, count, place, at, arriving, denied, nobody)


def _people(clause: SpokenClause, first: int, last: int) -> list[str]:
    """Whom a stretch of a clause names; an empty name is that of a speaker of whom lines could say nothing."""
    words = zip(clause.letters[first:last], clause.words[first:last], strict=True)
    return [str(word.value or "") for letter, word in words if letter in "NIWM"]


def _whens(times: Times, beside: Times) -> Sequence[TimeExtent]:
    """The times that a clause names as one or, if that is not sure, as those ``beside`` what it says."""
    when = _when(times) or (_when(beside) if beside else None)
    if when:
        return [when]
    exact = [each for each in beside if isinstance(each, NamedTime) and is_exact(each)]
    return [TimeExtent(each.readings) for each in exact] if len(exact) == len(beside) else ()


def is_exact(time: NamedTime) -> bool:
    """Whether a time is a minute that words name, not one end of others or near one."""
    return not time.vague and len(time.within) <= len(time.readings)


def _when(times: Times) -> TimeExtent | None:
    """Times as one; ``None`` if that is not sure."""
    named = [each for each in times if isinstance(each, NamedTime)]
    match named:
        case []:
            return TimeExtent(_ALWAYS if times else frozenset(), lasted="Z" in times)
        case [one] if one.vague:
            return TimeExtent(words=name_key(one.words))
        case [one] if is_exact(one):
            return TimeExtent(one.readings)
        case [one]:
            before = any((each - 1) % DAY in one.within for each in one.readings)
            return TimeExtent(one.within, lasted=True, edge="last" if before else "first", ends=one.readings)
        case [first, last] if first.within == last.within and len(first.within) > len(first.readings):
            ends = last.readings | first.readings if first.vague else last.readings
            within = minutes_between(first.readings, last.readings)
            return TimeExtent(within, lasted=True, edge="both", ends=ends)
    return None
