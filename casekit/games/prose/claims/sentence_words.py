"""Paragraphs as sentences, and these as words, each with its letter; "he", "there" and "then" with what they mean."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from casekit.language.spoken.readings import HOUR, NamedTime
from casekit.language.spoken.spoken_words import all_times
from casekit.language.spoken.word_letters import (
    Lettered,
    Namer,
    SaidWord,
    listed_words,
    naming,
    sentences,
    worded,
)

_APART = re.compile(r'"[^"]*(?:"|$)|\*[^*]+(?:\*|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)')
"""Words that somebody else may have said or written: quoted, or in italics as letters are."""
_WORD = re.compile(r"\w+")
_TIMED = re.compile(r"[%m]|[AaijUu&L]#|#[.,;]")
"""The letters of words among which may be a time: one that only times have, or a number that follows a preposition."""
_BEGINNING = re.compile(r"(?:[,;L&CQ]|[Aaij]?[TtE])*")
"""The letters before the subject of a sentence that begins with it."""
_SOMEBODY = re.compile(r"D[LXv]{0,2}X,?R?L*[BbGgSo]")
"""The letters of somebody or something else who does something: "the porter was"."""
_LONGEST = 1_000
"""The most characters of a sentence that is read."""


@dataclass(frozen=True)
class SaidSentence:
    """A sentence of a paragraph, its ``number`` in it, from ``start`` to ``end``: its words, and a letter for each.

    N a person, I the speaker, H "he"; P a place, p "here"; T a time; B and G verbs of being and going; further letters are those of
    the data file.
    """

    number: int
    start: int
    end: int
    letters: str
    words: tuple[SaidWord, ...]


@lru_cache(maxsize=500)
def paragraph(text: str, speaker: str | None, here: str, names: Namer) -> "SaidParagraph":
    """A paragraph whose sentences are still to be read; ``here`` is the place that it describes, empty if it describes none."""
    plain = _APART.sub(lambda match: f'"{" " * (len(match[0]) - 1)}', text.replace("\u2019", "'"))
    stretches = tuple(each for each in sentences(text) if each[1] - each[0] <= _LONGEST)
    return SaidParagraph(plain, stretches, speaker, here, names)


def has(text: str, keys: Iterable[Iterable[str]]) -> bool:
    """Whether a text has one of some pieces of words for each of ``keys``."""
    return all(any(map(text.__contains__, each)) for each in keys)


_NEEDED = frozenset("Hhtm")
"""The letters of words that mean what sentences before have named."""


class SaidParagraph:
    """A paragraph, each sentence of which is read when it is first asked for, and those before it only if it needs them."""

    def __init__(
        self, text: str, stretches: tuple[tuple[int, int], ...], speaker: str | None, here: str, names: Namer
    ) -> None:
        self.text, self.stretches = text, stretches
        self._speaker, self._here, self._names = speaker, here, names
        self._words: dict[int, Lettered] = {}
        self._read: dict[int, SaidSentence] = {}

    def naming(self, words: Collection[str]) -> list[int]:
        """The numbers of the sentences that have one of some words, in small letters."""
        wanted = frozenset(words)
        said = [_WORD.findall(self.text[start:end].casefold()) for start, end in self.stretches]
        return [number for number, each in enumerate(said) if not wanted.isdisjoint(each)]

    def having(self, keys: Iterable[Iterable[str]]) -> list[int]:
        """The numbers of the sentences that have one of some pieces of words for each of ``keys``, in small letters."""
        found = enumerate(self.text[start:end].casefold() for start, end in self.stretches)
        return [number for number, said in found if has(said, keys)]

    def places(self) -> list[int]:
        """The numbers of the sentences that may name places."""
        here = listed_words(self._names.language, "here") if self._here else ()
        return self.naming({*naming(self._names), *here})

    def named(self, number: int) -> set[str]:
        """The places that a sentence names."""
        return {str(word.value) for letter, word in self._worded(number) if letter == "P"}

    def letters(self, number: int) -> str:
        """The letters of a sentence as far as each word alone has one: its times are not known."""
        return "".join([letter for letter, _ in self._worded(number)])

    def word(self, number: int, at: int) -> SaidWord:
        """A word of a sentence before its times and pronouns are known."""
        return self._worded(number)[at][1]

    def sentence(self, number: int) -> SaidSentence:
        """One of its sentences."""
        if number not in self._read:
            context = _Context(self._here, self._names)
            for earlier in range(number if _NEEDED.isdisjoint(self.letters(number)) else 0, number):
                self._resolved(earlier, context)
            words = self._resolved(number, context)
            start, end = self.stretches[number]
            letters_of = "".join([letter for letter, _ in words])
            self._read[number] = SaidSentence(
                number, start, end, letters_of, tuple(word for _, word in words)
            )
        return self._read[number]

    def lettered(self, number: int) -> Lettered:
        """The words of a sentence, each with its letter."""
        return [*zip(self.sentence(number).letters, self.sentence(number).words, strict=True)]

    def _worded(self, number: int) -> Lettered:
        if number not in self._words:
            start, end = self.stretches[number]
            self._words[number] = worded(self.text[start:end], start, self._speaker, self._names)
        return self._words[number]

    def _resolved(self, number: int, context: "_Context") -> Lettered:
        words = self._worded(number)
        start, end = self.stretches[number]
        found = (
            all_times(self.text[start:end], self._names.language)
            if _TIMED.search(self.letters(number))
            else ()
        )
        return context.resolved(context.timed(words, start, found))


def _has_strange_name(words: Lettered) -> bool:
    """Whether a word after the first has a capital letter and is nothing that is known."""
    return any(letter in "XvV" and word.text[0].isupper() for letter, word in words[1:])


class _Context:
    """The things that a paragraph has named so far: the place that "there" is, the time that "then" is, and who "he" is, as far as they are sure."""

    def __init__(self, here: str, names: Namer) -> None:
        self._here, self._names = here, names
        self._places: list[str] = []
        self._time: NamedTime | None = None
        self._he = self._pronoun = ""
        self._only, self._owner = "", ""
        self._meant: dict[str, str] = {}

    def timed(self, words: Lettered, start: int, times: Sequence[NamedTime]) -> Lettered:
        """The words of a sentence, those of a time as one; "at half past" is half past the hour that was named before."""
        found: Lettered = []
        for letter, word in words:
            first, last = word.start - start, word.end - start
            here = [each for each in times if each.start < last and first < each.end] if times else []
            time = here[0] if here else None
            if time is None:
                part = self._part(word) if letter == "m" else None
                found.append(("T", part) if part else (letter, word))
            elif not found or found[-1][1].value is not time:
                found.append(("T", SaidWord(start + time.start, start + time.end, time.words, time)))
            self._time = time or self._time
        return found

    def _part(self, word: SaidWord) -> SaidWord | None:
        """Minutes of an hour as a time, if they come later in the hour than the time before."""
        minutes = int(str(word.value))
        if self._time is None or any(each % HOUR >= minutes for each in self._time.readings):
            return None
        readings = frozenset(each - each % HOUR + minutes for each in self._time.readings)
        time = NamedTime(word.start, word.end, word.text, readings, readings, vague=False)
        return SaidWord(word.start, word.end, word.text, time)

    def resolved(self, words: Lettered) -> Lettered:
        """The words of a sentence, each pronoun with what it means."""
        letters = "".join([letter for letter, _ in words])
        who, after = self._antecedent(letters, words)
        places: list[str] = []
        for at, (letter, word) in enumerate(words):
            match letter:
                case "P":
                    places.append(str(word.value))
                case "p" if self._here:
                    words[at] = "p", word._replace(value=self._here)
                case "p":
                    words[at] = "L", word
                case "h" if letters[at + 1 : at + 2] not in "Bb":
                    there = {*(places or self._places)}
                    words[at] = ("p", word._replace(value=min(there))) if len(there) == 1 else ("L", word)
                case "t":
                    words[at] = ("T", word._replace(value=self._time)) if self._time else ("?", word)
                case "H" if who and at > after:
                    words[at] = "N", word._replace(value=who)
                case "%" | "#" | "m":
                    words[at] = "X", word
                case "q" if at + 1 < len(words):
                    words[at] = "d", word
                    words[at + 1] = self._owned(words, at + 1)
        self._places = places or self._places
        self._after(letters, words)
        return words

    def _owned(self, words: Lettered, at: int) -> tuple[str, SaidWord]:
        """A word after "his": the place that is so called by the one person whom a sentence has named before."""
        letter, word = words[at]
        people = {str(each.value) for letter, each in words[:at] if letter == "N"}
        own = self._names.own(min(people)) if len(people) == 1 else {}
        noun = f" {word.text.casefold()}"
        slug = next((slug for called, slug in own.items() if called.endswith(noun)), "")
        return ("P", word._replace(value=slug)) if slug else (letter, word)

    def _antecedent(self, letters: str, words: Lettered) -> tuple[str, int]:
        """The person that "he" is in a sentence, and from which word on; nobody, if it might be somebody else."""
        begin = _BEGINNING.match(letters)
        at = begin.end() if begin else 0
        first = letters[at : at + 1]
        named = {str(word.value) for letter, word in words if letter == "N"}
        pronouns = {word.text.casefold() for letter, word in words if letter == "H"}
        if _has_strange_name(words) or len(named) > 1 or len(pronouns) > 1 or _SOMEBODY.search(letters):
            self._he = ""
        elif first == "N" and letters[at + 1 : at + 2] != "'":
            self._he, self._pronoun = min(named), min(pronouns, default="")
        elif (
            first not in {"H", "I", "W"}
            or (named and named != {self._he})
            or (self._pronoun and pronouns - {self._pronoun})
        ):
            self._he = ""
        else:
            self._pronoun = self._pronoun or min(pronouns, default="")
        who = self._sure(self._he, letters, words, pronouns) if pronouns else ""
        return who, at if first == "N" else -1

    def _sure(self, who: str, letters: str, words: Lettered, said: Collection[str]) -> str:
        """Somebody whom "he" may mean, or the one person of the sentence before; nobody, if "he" or "she" was another, or others are there."""
        is_first = "N" not in letters and len(said) == 1 and self._owner in {"", *said}
        who = who or (self._only if is_first and not _SOMEBODY.search(letters) else "")
        meant = {pronoun for pronoun, person in self._meant.items() if person == who}
        if (
            not who
            or meant.difference(said)
            or self._others(words[: letters.find("H")])
            or any(self._meant.get(each, who) != who for each in said)
        ):
            return ""
        self._meant.update(dict.fromkeys(said, who))
        return who

    def _others(self, words: Lettered) -> bool:
        """Whether words are about people whom the document has no names for."""
        listed = listed_words(self._names.language, "others")
        return _has_strange_name(words) or any(word.text.casefold() in listed for _, word in words)

    def _after(self, letters: str, words: Lettered) -> None:
        """Remember the one person of a sentence whom nobody else in it may be taken for; "her umbrella" goes on about the same."""
        named = {str(word.value) for letter, word in words if letter == "N"}
        others = self._others(words)
        if others:
            self._he = ""
        if others or len(named) > 1 or _SOMEBODY.search(letters) or ("H" in letters and not named):
            self._only = ""
        elif named:
            at = next(at for at, (letter, _) in enumerate(words) if letter == "N")
            self._only, self._owner = min(named), "?" if letters[at + 1 : at + 2] == "'" else ""
        else:
            owners = dict(map(str.split, listed_words(self._names.language, "owners")))
            owner = owners.get(words[0][1].text.casefold(), "") if words else ""
            self._only = self._only if owner and self._owner in {"", "?", owner} else ""
            self._owner = owner
