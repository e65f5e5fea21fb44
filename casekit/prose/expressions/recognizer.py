"""Times, numbers and negations that a text names, and its words by what they do in sentences.

The former are such as "ten to twelve", "minuit moins dix", "half a dozen" and "hadn't". Words have a letter
each, from a table for each language, and the names that a document gives them.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, Protocol

from casekit.language.suggestions import name_key, word_keys
from casekit.logic.formulas import Sort, minutes
from casekit.prose.expressions.time_and_number_words import NamedTime, NumberWords, TimeWords, compiled
from casekit.resources import Words, words_by_language
from casekit.values import frozen

SENTENCE_END = r"[.!?…](?<!\bMr.)(?<!\bMrs.)(?<!\bDr.)(?<!\bSt.)(?<!\bM.)(?<!\bMme.)(?<!\b[A-Z].)(?<!\b[ap].m.)[.!?…]*[\"”’»)\s]*(?=\s[\"“‘«(]*[^\W\d_a-zà-ÿ])"
"""A pattern for the end of a sentence within a paragraph: no end of a short form, and a capital follows."""


@lru_cache(maxsize=8)
def _times_and_numbers(language: str) -> tuple[TimeWords, NumberWords] | None:
    """How a language names times and numbers; ``None`` for one that is not known."""
    match language.partition("-")[0].casefold():
        case "en":
            from casekit.prose.expressions import english  # noqa: PLC0415 - prose is in one language

            return english.TIMES, english.NUMBER_WORDS
        case "fr":
            from casekit.prose.expressions import french  # noqa: PLC0415 - likewise

            return french.TIMES, french.NUMBER_WORDS
    return None


def find_times(text: str, language: str) -> tuple[NamedTime, ...]:
    """The times that a text names, in order; none in a language whose times are not known.

    A time that only bounds another one, as in "shortly before midnight", is left out.
    """
    return tuple(time for time in all_times(straightened(text), language) if not time.vague)


def straightened(text: str) -> str:
    """A text with single spaces and straight apostrophes."""
    return " ".join(text.replace("\u2019", "'").split())


def all_times(text: str, language: str) -> tuple[NamedTime, ...]:
    """The times that a straightened text names, those included that only bound another one."""
    known = _times_and_numbers(language)
    return () if known is None else tuple(known[0].found(text))


_CLOCKS = {"en": ("at {}",), "fr": ("à {}", "à {} heures")}


@lru_cache(maxsize=64)
def hours(sort: Sort, language: str) -> Mapping[str, frozenset[int]]:
    """The minutes that each value of a type may be, in order.

    The type is a clock, or its values are hours in words; other types have none.
    """
    if sort.step is not None:
        return {value: frozenset([minutes(value) or 0]) for value in sort.values}
    readings: dict[str, frozenset[int]] = {}
    for value in sort.values if sort.ordered else ():
        words = name_key(value.replace("_", " ").replace("-", " "))
        time = _hour_in_words(words, language)
        if time is None or time.vague:
            return {}
        readings[value] = time.readings
    return readings


def _hour_in_words(words: str, language: str) -> NamedTime | None:
    """The time that words name, as people say at what hour something is."""
    for clock in _CLOCKS.get(language.partition("-")[0].casefold(), ()):
        for time in all_times(clock.format(words), language):
            if words in time.words:
                return time
    return None


def numbers_of(language: str) -> Mapping[str, int]:
    """The words for numbers of a language, none of one that is not known."""
    known = _times_and_numbers(language)
    return known[1].numbers if known else {}


@frozen(slots=True)
class SpokenNumber:
    """A number as a text names it; ``counts`` if it surely counts something.

    "One" may be a pronoun, and in "cabin 12" nothing is counted.
    """

    words: str
    number: int
    counts: bool


def find_numbers(text: str, language: str) -> tuple[SpokenNumber, ...]:
    """The numbers that a text names and that are not times of the clock.

    There are none in a language whose numbers are not known. Parts of an hour are in minutes.
    """
    known = _times_and_numbers(language)
    if known is None:
        return ()
    _, words = known
    rest = straightened(text)
    for time in all_times(rest, language):
        rest = _without(rest, time.start, time.end)
    durations = list(words.durations(rest))
    named = [(match.start(), match[0].strip(), minutes, True) for match, minutes in durations]
    for match, _ in durations:
        rest = _without(rest, *match.span())
    for match, number, counts in words.found(rest):
        named.append((match.start(), match[0].strip(), number, counts))
    return tuple([SpokenNumber(said, number, counts) for _, said, number, counts in sorted(named)])


def _without(text: str, start: int, end: int) -> str:
    """A text of the same length without some of its words."""
    return text[:start] + "#" * (end - start) + text[end:]


_ENGLISH = (
    r"(?<![\w-])(?:not|never|no\sone|nobody|nothing|none|neither|nor|nowhere|without|no|cannot|only|except|but\sfor"
    r"|(?:is|are|was|were|has|have|had|do|does|did|ca|wo|sha|would|could|should|might|must|need|ought|dare|ai)n['’]t)(?!\w)"
)
_FRENCH = r"(?<!\w)(?:ne|n['’](?=\w)|pas|jamais|personne|rien|aucune?|nul(?:le)?|sans|ni|sauf|non|seule?s?|seulement)(?!\w)|(?<!\w)n['’]"
_PATTERNS: Mapping[str, str] = {"en": _ENGLISH, "fr": _FRENCH}


def find_negations(text: str, language: str) -> tuple[tuple[int, int], ...] | None:
    """Where a text denies or excepts something, from character to character.

    ``None`` in a language that is not known.
    """
    pattern = _PATTERNS.get(language.partition("-")[0].casefold())
    return None if pattern is None else tuple(match.span() for match in compiled(pattern).finditer(text))


_LETTERS = "prose/expressions/words/letters.toml"
TOKEN = re.compile(
    r"\w+(?:(?<=\wn)['’]t\b|(?:(?<=\b[cdjlmnst])|(?<=\bqu))['’](?=\w|$)|(?:-\w+)*)|['’]\w+|[^\w\s]",
    re.IGNORECASE,
)
_END = re.compile(SENTENCE_END)
_ARTICLES = frozenset(
    (
        *("the", "this", "our", "la", "le", "les", "au", "aux", "du", "des", "l'", "d'"),
        *("die", "der", "das", "dem", "im"),
    )
)
"""A word alone is a place after one of these, or with a capital: "to hold" is not a place."""
_YEAR = re.compile("1[5-9][0-9][0-9]")
_SUFFIXES = (("ly", "L"), ("ment", "L"), ("ing", "V"), ("ed", "v"), ("é", "v"), ("ée", "v"))


class NameIndex(Hashable, Protocol):
    """The names that prose may have for people and places; two that are equal name the same."""

    @property
    def people(self) -> tuple[str, ...]:
        """The people, by the names that both prose and logic have for them."""

    @property
    def language(self) -> str:
        """The language of the prose, a tag of IETF BCP 47."""

    @property
    def day(self) -> str:
        """The day of the week on which it happened, in small letters; empty if nobody knows."""

    @property
    def located(self) -> frozenset[str]:
        """The places, by the names that logic has for them."""

    def printed(self, place: str, /) -> str:
        """The printed name of a place."""

    @property
    def called(self) -> Mapping[str, str]:
        """The places by what prose may call them, in small letters."""

    def own(self, speaker: str | None, /) -> Mapping[str, str]:
        """The places that are so called by one speaker alone: "my cabin"."""


class Token(NamedTuple):
    """A word or several that are one, from ``start`` to ``end`` of a paragraph.

    ``value`` is who, where or when it means.
    """

    start: int
    end: int
    text: str
    value: str | NamedTime | None = None


def words_of(language: str) -> Words | None:
    """The words for claims in a language; ``None`` in one that is not known."""
    return words_by_language(_LETTERS).get(language.partition("-")[0].casefold())


@lru_cache(maxsize=32)
def listed_words(language: str, key: str) -> frozenset[str]:
    """The words of a list of the data file, none in a language without one."""
    known = words_of(language)
    return frozenset(str(known[key]).split(", ") if known else ())


_Role = tuple[str, str, str | None]
"""Words, the letter for what they do, and what they mean."""


_Entry = tuple[int, tuple[str, ...], str, str | None]
"""How many words follow the first, these words, the letter for all, and what they mean."""
_LENGTH = itemgetter(0)
_Table = Mapping[tuple[str, str], Sequence[_Entry]]
"""The roles that words have, by the first word and the second, if there is one; the longest come first."""


def _table(roles: Iterable[_Role]) -> _Table:
    table: dict[tuple[str, str], list[_Entry]] = {}
    for words, letter, meaning in roles:
        first, *rest = words.split() if words.replace(" ", "").isalpha() else TOKEN.findall(words)
        entry = (len(rest), tuple(rest), letter, meaning)
        table.setdefault((first, rest[0] if rest else ""), []).append(entry)
    for entries in table.values():
        if len(entries) > 1:
            entries.sort(key=_LENGTH, reverse=True)
    return table


@lru_cache(maxsize=4)
def _usual(language: str) -> _Table:
    """The roles that words have in every document of a language."""
    words = words_of(language)
    if words is None:
        return {}
    roles: list[_Role] = []
    for letter, listed in words["letters"].items():
        roles += [(word, letter, None) for word in listed.split(", ")]
    for listed in words["parts"].split(", "):
        part_of_day, _, minutes_of_part = listed.rpartition(" ")
        roles.append((part_of_day, "m", minutes_of_part))
    return _table(roles)


@lru_cache(maxsize=4)
def usual_words(language: str) -> frozenset[str]:
    """The words of all letters, or the first of several: those that name nothing."""
    return frozenset([first for first, _ in _usual(language)])


@lru_cache(maxsize=8)
def _named(names: NameIndex) -> _Table:
    """The roles that words have in an edition: names come before other words."""
    roles: list[_Role] = [(name_key(person), "N", person) for person in names.people]
    roles += [(called, "P", slug) for called, slug in names.called.items()]
    if names.day:
        todays = listed_words(names.language, "today")
        roles += [(words.replace("*", names.day), "L", None) for words in todays]
    return _joined(_table(roles), _usual(names.language))


def day_named(opening: str, language: str) -> str:
    """The one day of the week that an opening names.

    It is the one on whose night something was, else the one on which it was, else the one that is named.
    """
    week = listed_words(language, "weekdays")
    dating = listed_words(language, "dated")
    nights = {words.rpartition("* ")[2] for words in listed_words(language, "today")}
    words: list[str] = ["", *re.findall(r"\w+", name_key(opening)), ""]
    named = {at: word for at, word in enumerate(words) if word in week}
    on_night = {word for at, word in named.items() if words[at + 1] in nights}
    dated = {word for at, word in named.items() if words[at - 1] in dating}
    for days in (on_night, dated, {*named.values()}):
        if len(days) == 1:
            return min(days)
    return ""


@lru_cache(maxsize=64)
def _words_of_speaker(names: NameIndex, speaker: str | None) -> _Table:
    """The roles that words have when one person speaks."""
    roles: list[_Role] = [(called, "P", slug) for called, slug in names.own(speaker).items()]
    roles += [(word, "d", speaker) for word in listed_words(names.language, "my")]
    return _joined(_table(roles), _named(names))


def _joined(first: _Table, second: _Table) -> _Table:
    """Two tables as one, the longest words first."""
    both = {**second}
    for words, entries in first.items():
        together = [*entries, *second.get(words, ())]
        if len(together) > 1:
            together.sort(key=_LENGTH, reverse=True)
        both[words] = together
    return both


@lru_cache(maxsize=8)
def naming(names: NameIndex) -> frozenset[str]:
    """Words one of which is in every sentence that names a place, so that others need not be read.

    Sentences that say "here", or place only their speaker, may have none of them.
    """
    people = {name_key(person) for person in names.people}
    telling: set[str] = set()
    for called in names.called:
        words = [word for word in TOKEN.findall(called) if word not in people]
        telling.add(max(words, key=len))
    for person in names.people:
        telling.update([called.rpartition(" ")[2] for called in names.own(person)])
    words_of_language = words_of(names.language) or {}
    telling.add(words_of_language.get("there", ""))
    return frozenset(telling)


Lettered = list[tuple[str, Token]]


def worded(text: str, start: int, speaker: str | None, names: NameIndex) -> Lettered:
    """The words of a text that begins at ``start``."""
    written = [(*match.span(), match[0]) for match in TOKEN.finditer(text)]
    words = [word for _, _, word in written]
    keys = [*word_keys(words), ""]
    roles = _roles(words, keys, _words_of_speaker(names, speaker))
    lettered: Lettered = []
    before = ""
    after = 0
    for at, (first, end, _) in enumerate(written):
        if at < after:  # it belongs to the words before it
            continue
        length, _, letter, meaning = roles[at]
        after = at + 1 + length
        if length:
            _, end, _ = written[after - 1]  # noqa: PLW2901 -- it ends with the last of its words
        if letter in {"I", "W", "M"}:
            meaning = speaker
        if letter in {"U", "!"} and before in {"D", "d"}:  # the till, the will
            letter = "X"
        if before == "C" and not letter and keys[at - 1] in listed_words(names.language, "relating"):
            lettered[-1] = "a", lettered[-1][1]  # "for letters", not "for she"
        before = letter or _unlisted(keys[at])
        lettered.append((before, Token(start + first, start + end, text[first:end], meaning)))
    return lettered


_UNLISTED: _Entry = (0, (), "", None)


def _roles(words: Sequence[str], keys: Sequence[str], table: _Table) -> list[_Entry]:
    """The first of the entries of each word that fits the words around it.

    ``keys`` are the keys of the words and an empty one after the last.
    """
    roles: list[_Entry] = []
    for at, word in enumerate(words):
        after = at + 1
        role = _UNLISTED
        for entry in (*table.get((keys[at], keys[after]), ()), *table.get((keys[at], ""), ())):
            length, rest, letter, meaning = entry
            if length and tuple(keys[after : after + length]) != rest:
                continue
            if letter == "P" and not (length or word[0].isupper() or (at and keys[at - 1] in _ARTICLES)):
                continue
            if letter != "N" or meaning == word:
                role = entry
                break
        roles.append(role)
    return roles


@lru_cache(maxsize=10_000)
def _unlisted(word: str) -> str:
    """The letter of a word that is in no list, by its ending.

    Figures may be a time, or a year, which is seldom that of the case.
    """
    if word[0].isdigit():
        return "?" if _YEAR.fullmatch(word) else "%"
    return next((letter for suffix, letter in _SUFFIXES if word.endswith(suffix)), "X")


@lru_cache(maxsize=2_000)
def named_places(text: str, speaker: str | None, names: NameIndex) -> tuple[tuple[int, int, str], ...]:
    """The places that a text names, from where to where, by the names that logic has for them."""
    words = worded(text.replace("\u2019", "'"), 0, speaker, names)
    return tuple([(word.start, word.end, str(word.value)) for letter, word in words if letter == "P"])


@lru_cache(maxsize=500)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a paragraph, from where to where."""
    places: list[tuple[int, int]] = []
    at = 0
    for end in (*[match.end() for match in _END.finditer(text)], len(text)):
        start = end - len(text[at:end].lstrip())
        if start < end:
            places.append((start, end))
        at = end
    return tuple(places)
