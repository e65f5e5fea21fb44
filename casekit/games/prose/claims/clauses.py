"""The clauses of sentences that nothing makes unsure, each with the times that it names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from casekit.games.prose.claims.sentence_words import SaidParagraph, SaidSentence
from casekit.language.spoken.readings import NamedTime
from casekit.language.spoken.word_letters import SaidWord

# Pieces of patterns of letters: a list of people, a time.
WHO = r"[NIW](?!')(?:(?:,?&|,)[NI](?!'))*"
TIME = r"(?:,?[Aaij]?[TtZE],?+)"

_START = re.compile(
    rf"(?:[:C]|(?<![NIW])[,&])(?=[,&C]*(?:(?<=&){TIME}C)?{TIME}*L*(?:{WHO}|[Hhn]|[Dd]L?[XvV])[LBb!-]*[BbGFgocSlXvY])"
)
"""The mark or word before a clause with a subject of its own."""
_PART = re.compile(r"[^;]+;?")
_ASIDE = re.compile(r"(?<=[NPXv]),[R!][^;:.,]{1,14}(?:,|(?=[;:.]))")
"""A relative clause, or a comparison, that is said of a person, a place or a thing."""
_DOUBTS = frozenset("?rxzU")
_UNSURE = _DOUBTS | frozenset("!y")
_VERBS = frozenset("BbGgocSlkvy")
_THAT = re.compile(r"C|D(?=[NIWHnDdqJh])")
_ONLY_A_TIME = re.compile(r"[HJX]BL*T\.")
"""The letters of "It was half past ten.", which goes for the next sentence."""
_SHORT = 60
"""Such a sentence has fewer characters."""


Times = tuple[str | NamedTime, ...]
"""Times as they are named, and the letters of words for all the time."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a sentence, from its ``start``-th word on: its letters, and the times that it names or, if none, the clause before."""

    sentence: SaidSentence
    start: int
    letters: str
    times: Times = ()

    @property
    def words(self) -> tuple[SaidWord, ...]:
        """Its words, one for each letter."""
        return self.sentence.words[self.start : self.start + len(self.letters)]

    def named(self, first: int, last: int) -> Times:
        """The times that it names from one word to another."""
        words = zip(self.letters[first:last], self.words[first:last], strict=True)
        return tuple(word.value or letter for letter, word in words if letter in "TZE")


@lru_cache(maxsize=500)
def clauses(said: SaidParagraph, number: int) -> tuple[Clause, ...]:
    """The clauses of a sentence that is not a question, but those that are doubted, reported or only possible."""
    sentence = said.sentence(number)
    if "?" in said.text[sentence.start : sentence.end]:
        return ()
    found, times = [], _time_before(said, number)
    for part in _PART.finditer(sentence.letters):
        main = _ASIDE.sub(lambda aside: "L" * len(aside[0]), part[0])
        for start, letters in _sure(main):
            clause = Clause(sentence, part.start() + start, letters)
            times = clause.named(0, len(letters)) or times
            found.append(replace(clause, times=times))
        for aside in _ASIDE.finditer(part[0]):
            start, letters = part.start() + aside.start() - 1, part[0][aside.start() - 1 : aside.end()]
            if _UNSURE.isdisjoint(letters):
                clause = Clause(sentence, start, letters)
                found.append(replace(clause, times=clause.named(0, len(letters))))
    return tuple(found)


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


def _time_before(said: SaidParagraph, number: int) -> Times:
    """The time of the sentence before, if it says no more than that."""
    start, end = said.stretches[number - 1] if number else (0, _SHORT)
    before = said.sentence(number - 1) if end - start < _SHORT else None
    is_time = before and _ONLY_A_TIME.fullmatch(before.letters)
    return Clause(before, 0, before.letters).named(0, len(before.letters)) if before and is_time else ()
