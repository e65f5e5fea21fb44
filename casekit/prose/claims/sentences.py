"""Passages with who speaks there, their paragraphs as sentences, and these as words, each with its letter; "he", "there" and "then" with what they mean."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from casekit.diagnostics import (
    USUAL,
    Code,
    Edit,
    Finding,
    Place,
    Prose,
    Span,
    composed,
    composed_places,
    place_of_words,
)
from casekit.language.suggestions import name_key
from casekit.prose.expressions.recognizer import (
    Lettered,
    NameIndex,
    Token,
    all_times,
    listed_words,
    naming,
    sentences,
    worded,
    words_of,
)
from casekit.prose.expressions.time_and_number_words import HOUR, NamedTime
from casekit.prose.passages import AnyLine, AnyPassage, ProseDocument, as_written
from casekit.values import frozen


@frozen
class SpokenPassage:
    """A passage, whose word it is if somebody speaks there, on which topic, the places where it is found, whether all of it is true, and whom it is about."""

    passage: AnyPassage
    speaker: str | None = None
    here: frozenset[str] = frozenset()
    honest: bool = True
    topic: str = ""
    about: str = ""

    @cached_property
    def place(self) -> str:
        """The one place that it describes, empty if there is none."""
        return min(self.here) if len(self.here) == 1 else ""


@frozen
class ProseSentence:
    """A sentence of a paragraph of prose, from ``start`` to ``end`` of it."""

    document: ProseDocument
    prose: Prose
    start: int
    end: int

    @property
    def words(self) -> str:
        """Its words, in one line."""
        return " ".join(text_of(self.document, self.prose)[self.start : self.end].split())

    @property
    def span(self) -> Span:
        """Where it is in the text of its document."""
        at = self.prose.place.start
        return self.document.span(Place(at + self.start, at + self.end))

    def finding(self, code: Code, message: str, hint: str, fix: tuple[Edit, ...] = ()) -> Finding:
        """A finding at its place."""
        return code.at(self.span, message, hint=hint, fix=fix)


def texts(
    document: ProseDocument, voices: Iterable[SpokenPassage]
) -> Iterator[tuple[SpokenPassage, Prose, str]]:
    """The paragraphs of passages, each with its voice and its text."""
    return ((voice, prose, text_of(document, prose)) for voice in voices for prose in voice.passage.prose)


Read = Sequence[tuple[SpokenPassage, Prose, str]]
"""Paragraphs as ``texts`` gives them."""


def quoting(
    voices: Iterable[SpokenPassage], *, hints: bool = False
) -> Iterator[tuple[SpokenPassage, AnyLine]]:
    """The lines of passages that quote words for what they surely say, or may hint as well, each with its voice."""
    lines = ((voice, line) for voice in voices for line in voice.passage.statements if line.quotation)
    left_out = {"shown"} if hints else {"hint", "shown"}
    return ((voice, line) for voice, line in lines if line.mode not in left_out)


class QuotedWords(NamedTuple):
    """Words that are quoted, from ``start`` to ``end`` of a paragraph, and their sentences, from ``first`` to ``last``."""

    prose: Prose
    text: str
    first: int
    start: int
    end: int
    last: int


def quoted_words(paragraphs: Sequence[tuple[Prose, str]], quotation: str) -> QuotedWords | None:
    """Where paragraphs have words that are quoted, with emphasis or without."""
    found = [(*each, *place) for each in paragraphs if (place := place_of_words(each[1], quotation))]
    words = re.findall(r"\w+", composed(quotation)) if not found else ()
    pattern = re.compile(r"[\W_]+".join(words))
    for prose, text in paragraphs if words else ():
        letters, places = composed_places(text)
        match = pattern.search(letters)
        if match is not None:
            found.append((prose, text, places[match.start()], places[match.end()]))
    for prose, text, start, end in found:
        here = [each for each in sentences(text) if each[0] < end and start < each[1]]
        if here:
            return QuotedWords(prose, text, here[0][0], start, end, here[-1][1])
    return None


def text_of(document: ProseDocument, prose: Prose) -> str:
    """A paragraph as it is written, in one line; one that is far too long claims nothing."""
    text = as_written(document.source, prose)
    return text.replace("\n", " ") if len(text) <= USUAL else ""


_APART = re.compile(r'"[^"]*(?:"|$)|\*[^*]+(?:\*|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)')
"""Words that somebody else may have said or written: quoted, or in italics as letters are."""
WORD = re.compile(r"[^\W\d_]+")
"""A pattern for words without their marks."""
_MARKS = str.maketrans(dict.fromkeys("0123456789.,;:!?…()-–—'\u2019\"“”«»*_", " "))
_DIGIT = re.compile(r"\d")
_TIMED = re.compile(r"[%m]|[AaijUu&L]#|#[.,;:]")
"""The letters of words among which may be a time: one that only times have, or a number that follows a preposition."""
SUBJECT = re.compile(r"(?:[,;:L&CQ]|[Aaij]?[TtE])*+([NHIW])(?!')")
"""The letters of a sentence that begins with somebody."""
_SOMEBODY = re.compile(r"D[LXv]{0,2}(X),?R?L*[BbGgSo]")
"""The letters of somebody or something else who does something: "the porter was"."""
_AFTER_PRONOUNS = frozenset((*"AaijTtE.,;:&w", ""))
"""The letters after a "her" that owns nothing."""
_CLEFT = re.compile(r"(?:^|[;,&])L*(J[Bb])[^;:.,JBbGC]{0,8}([CR]|D(?=L*[BbGgcolSvNIWH-]))")
"""The letters of "it was EDITH who", "it was at ten that"."""
_LONGEST = 1_000
"""The most characters of a sentence that is read."""


@frozen
class TaggedSentence:
    """A sentence of a paragraph, its ``number`` in it, from ``start`` to ``end``: its words, and a letter for each.

    N a person, I the speaker, H "he"; P a place, p "here"; T a time; B and G verbs of being and going; further letters are those of
    the data file.
    """

    number: int
    start: int
    end: int
    letters: str
    words: tuple[Token, ...]


_NEEDED = re.compile(r"[HhtmO]|q(?=[AaijTtE.,;:&w])")
"""The letters of words that mean what sentences before have named."""


class TaggedParagraph:
    """A paragraph, each sentence of which is read when it is first asked for, and those before it only if it needs them.

    ``here`` is the place that it describes, empty if it describes none; ``about`` is whom its pronouns mean that can mean nobody in it.
    """

    def __init__(self, text: str, speaker: str | None, here: str, names: NameIndex, about: str = "") -> None:
        self.whole, self._speaker, self._here, self.names, self._about = text, speaker, here, names, about
        self._words: dict[int, Lettered] = {}
        self._read: dict[int, TaggedSentence] = {}

    @cached_property
    def text(self) -> str:
        """The text without what somebody else may have said or written, and without sentences that are far too long."""
        text = self.whole.replace("\u2019", "'")
        for start, end in self.stretches:
            if end - start > _LONGEST:
                text = text[:start] + " " * (end - start) + text[end:]
        return _APART.sub(lambda match: f'"{" " * (len(match[0]) - 1)}', text)

    @cached_property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """The sentences, from where to where."""
        return sentences(self.whole)

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """The sentences in small letters."""
        return tuple(name_key(self.text[start:end]) for start, end in self.stretches)

    @cached_property
    def _all_words(self) -> frozenset[str]:
        return frozenset(name_key(self.whole).translate(_MARKS).split())

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The numbers of the sentences that may name places."""
        here = listed_words(self.names.language, "here") if self._here else frozenset[str]()
        words = self._all_words & (naming(self.names) | here)
        return tuple(at for at in range(len(self.stretches) if words else 0) if self._has(at, words))

    @cached_property
    def timed_places(self) -> tuple[int, ...]:
        """Those of them that may name a time, or follow a sentence that does, and somebody, unless somebody speaks."""
        language = self.names.language
        words = self._all_words & telling(language, "%#tZEe")
        people = telling(language, "HneO").union(map(name_key, self.names.people))
        found = (at for at in self.places if self._speaker or self._has(at, people))
        return tuple(
            at
            for at in found
            if self._has(at, words) or _DIGIT.search(self.folded[at]) or (at and self._has(at - 1, words))
        )

    def _has(self, number: int, words: frozenset[str]) -> bool:
        said = self.folded[number]
        return any(map(said.__contains__, words)) and not words.isdisjoint(WORD.findall(said))

    def named(self, number: int) -> set[str]:
        """The places that a sentence names."""
        return {str(word.value) for letter, word in self.words(number) if letter == "P"}

    def letters(self, number: int) -> str:
        """The letters of a sentence as far as each word alone has one: its times are not known."""
        return "".join([letter for letter, _ in self.words(number)])

    def words(self, number: int) -> Lettered:
        """The words of a sentence before its times and pronouns are known."""
        if number not in self._words:
            start, end = self.stretches[number]
            self._words[number] = worded(self.text[start:end], start, self._speaker, self.names)
        return self._words[number]

    def sentence(self, number: int) -> TaggedSentence:
        """One of its sentences."""
        if number not in self._read:
            context, words = _Context(self._here, self.names, self._about), Lettered()
            for each in range(0 if _NEEDED.search(self.letters(number)) else number, number + 1):
                start, end = self.stretches[each]
                is_timed = _TIMED.search(self.letters(each))
                times = all_times(self.text[start:end], self.names.language) if is_timed else ()
                words = context.resolved(context.timed(self.words(each), start, times))
            letters = "".join([letter for letter, _ in words])
            said = tuple([word for _, word in words])
            self._read[number] = TaggedSentence(number, *self.stretches[number], letters, said)
        return self._read[number]


paragraph = lru_cache(maxsize=500)(TaggedParagraph)
"""A paragraph, the same for the same text."""


@lru_cache(maxsize=8)
def telling(language: str, letters: str) -> frozenset[str]:
    """Words one of which is in all that has one of some letters, but figures: the last that is longest of several."""
    words = words_of(language) or {"letters": {}, "parts": "", "never": ""}
    listed = [words["letters"].get(letter, "") for letter in letters]
    listed += [words["parts"], words["never"]] if "%" in letters else []
    said = (WORD.findall(each)[::-1] for some in listed for each in some.split(", "))
    return frozenset(max(each, key=len) for each in said if each)


@dataclass
class _Context:
    """The things that a paragraph has named so far: the place that "there" is, the time that "then" is, and who "he" may be.

    ``near`` are the people of the last sentence that named some, and whether each was more than the owner of something; those
    who have no name in the document are "?he", "?she", "?!" if they have one elsewhere, or "?". ``known`` are people by the pronoun that surely meant them.
    """

    here: str
    names: NameIndex
    about: str = ""
    places: Sequence[str] = ()
    time: NamedTime | None = None
    near: Mapping[str, bool] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)

    def timed(self, words: Lettered, start: int, times: Sequence[NamedTime]) -> Lettered:
        """The words of a sentence, those of a time as one; "at half past" is half past the hour that was named before."""
        found: Lettered = []
        for letter, word in words:
            first, last = word.start - start, word.end - start
            here = [each for each in times if each.start < last and first < each.end] if times else []
            if not here:
                part = self._part(word) if letter == "m" else None
                found.append(("T", part) if part else (letter, word))
            elif not found or found[-1][1].value is not here[0]:
                time = self.time = here[0]
                found.append(("T", Token(start + time.start, start + time.end, time.words, time)))
        return found

    def _part(self, word: Token) -> Token | None:
        """Minutes of an hour as a time, if they come later in the hour than the time before."""
        minutes = int(str(word.value))
        if self.time is None or any(each % HOUR >= minutes for each in self.time.readings):
            return None
        readings = frozenset(each - each % HOUR + minutes for each in self.time.readings)
        return word._replace(
            value=NamedTime(word.start, word.end, word.text, readings, readings, vague=False)
        )

    def resolved(self, words: Lettered) -> Lettered:
        """The words of a sentence, each pronoun with what it means."""
        letters = "".join([letter for letter, _ in words])
        begun = SUBJECT.match(letters)
        subject = begun[1] if begun else ""
        self.near = {} if subject == "N" else self.near
        others = self._others(letters, words)
        pronouns = {self._pronoun(word) for letter, word in words if letter in "HO"}
        met: dict[str, bool] = {}
        places: list[str] = []
        for at, (letter, word) in enumerate(words):
            after = letters[at + 1 : at + 2]
            if at in others:
                met[others[at]] = True
            if letter == "N":
                met[str(word.value)] = after != "'" or met.get(str(word.value), False)
            elif letter == "P":
                places.append(str(word.value))
            elif letter in "HOq":
                is_owner = letter == "q" and after not in _AFTER_PRONOUNS
                self._resolve(words, at, "q" if is_owner else "O", pronouns, met)
            elif letter in "pYt%#m" or (letter == "h" and after not in {"B", "b"}):
                words[at] = self._meant(letter, word, {*(places or self.places)})
        self.places = places or self.places
        is_more = subject == "H" or (subject in {"I", "W"} and not met)
        self.near = {**self.near, **met} if is_more else met
        return self._uncleft(letters, words)

    def _uncleft(self, letters: str, words: Lettered) -> Lettered:
        """The words of "it was EDITH who came" as those of "EDITH came"."""
        for match in _CLEFT.finditer(letters):
            if name_key(words[match.start(2)][1].text) in listed_words(self.names.language, "cleft"):
                for at in (*range(*match.span(1)), match.start(2)):
                    words[at] = "L", words[at][1]
        return words

    def _meant(self, letter: str, word: Token, there: set[str]) -> tuple[str, Token]:
        """A word for a place or a time that was named before, with what it means; a number that names no time is a word like others."""
        match letter:
            case "p" | "Y" if self.here:
                return letter, word._replace(value=self.here)
            case "h" if len(there) == 1:
                return "p", word._replace(value=min(there))
            case "t" if self.time:
                return "T", word._replace(value=self.time)
        return {"p": "L", "h": "L", "Y": "G", "t": "?"}.get(letter, "X"), word

    def _resolve(
        self, words: Lettered, at: int, letter: str, pronouns: set[str], met: dict[str, bool]
    ) -> None:
        """Put what a pronoun means in its place: somebody, or the place after "his" that is so called by its owner."""
        word = words[at][1]
        pronoun, is_owner = self._pronoun(word), letter == "q"
        near = {**self.near, **met}
        if is_owner:  # "her coat" may begin a sentence about the owner of what was named before
            near = met if at else dict.fromkeys(self.near, True)
        who = self._who(pronoun, near, is_alone=is_owner or pronouns <= {pronoun})
        if who and pronoun and not (is_owner and at):
            self.known[who] = pronoun
            met[who] = not is_owner
        if not is_owner:
            words[at] = ("N", word._replace(value=who)) if who else words[at]
        elif at + 1 < len(words):
            thing, noun = words[at + 1]
            own = self.names.own(who) if who else {}
            called = f" {name_key(noun.text)}"
            slug = next((slug for name, slug in own.items() if name.endswith(called)), "")
            words[at : at + 2] = (
                ("d", word._replace(value=who or None)),
                ("P", noun._replace(value=slug)) if slug else (thing, noun),
            )

    def _who(self, pronoun: str, near: Mapping[str, bool], *, is_alone: bool) -> str:
        """The one person of some whom a pronoun can mean; nobody, if others may be meant, or it meant somebody else before."""
        given = meanings(self.names.language, "given")
        meant = {who: self.known.get(who) or given.get(name_key(who), who.partition("?")[2]) for who in near}
        may_be = [who for who, by in meant.items() if by in {"", "!", pronoun} or not pronoun]
        if {*may_be} <= {"?"} and pronoun and given.get(name_key(self.about)) == pronoun:
            return self.about
        if len(may_be) != 1 or "?" in may_be[0]:
            return ""
        (who,) = may_be
        is_free = is_alone and near[who] and pronoun not in self.known.values()
        return who if is_free or meant[who] == pronoun else ""

    def _pronoun(self, word: Token) -> str:
        """The pronoun "he" for "him" and "his", "she" for "her"."""
        said = name_key(word.text)
        return meanings(self.names.language, "owners").get(said, said)

    def _others(self, letters: str, words: Lettered) -> Mapping[int, str]:
        """The words that are about people whom the document has no names for, by where they are."""
        kinds = meanings(self.names.language, "others")
        others = {match.start(1): "?" for match in _SOMEBODY.finditer(letters)}
        for at, (letter, word) in enumerate(words):
            if at and letter in "XvV" and word.text[0].isupper():
                others[at] = "?!"
            elif kind := kinds.get(name_key(word.text)):
                others[at] = kind
        return others


@lru_cache(maxsize=8)
def meanings(language: str, key: str) -> Mapping[str, str]:
    """The words of a list of the data file, each with what follows it there."""
    return {said: meant for said, _, meant in (each.rpartition(" ") for each in listed_words(language, key))}
