"""Times, numbers and negations that a text names.

Such as "ten to twelve", "minuit moins dix", "half a dozen" and "hadn't".

And words by what they do in sentences: a letter for each, from a table for each language, and the names that
a document gives them.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from casekit.language.suggestions import name_key
from casekit.logic.formulas import Sort, minutes
from casekit.prose.expressions import english, french
from casekit.prose.expressions.time_and_number_words import NamedTime, NumberWords, TimeWords, compiled
from casekit.resources import Words, spoken
from casekit.values import frozen

SENTENCE_END = r"[.!?…](?<!\bMr.)(?<!\bMrs.)(?<!\bDr.)(?<!\bSt.)(?<!\bM.)(?<!\bMme.)(?<!\b[A-Z].)(?<!\b[ap].m.)[.!?…]*[\"”’»)\s]*(?=\s[\"“‘«(]*[^\W\d_a-zà-ÿ])"
"""A pattern for the end of a sentence within a paragraph: no end of a short form, and a capital follows."""

_TIMES: Mapping[str, TimeWords] = {"en": english.TIMES, "fr": french.TIMES}


def spoken_times(text: str, language: str) -> tuple[NamedTime, ...]:
    """The times that a text names, in order; none in a language whose times are not known.

    A time that only bounds another one, as in "shortly before midnight", is left out.
    """
    return tuple(time for time in all_times(straightened(text), language) if not time.vague)


def straightened(text: str) -> str:
    """A text with single spaces and straight apostrophes."""
    return " ".join(text.replace("\u2019", "'").split())


def all_times(text: str, language: str) -> tuple[NamedTime, ...]:
    """The times that a straightened text names, those included that only bound another one."""
    words = _TIMES.get(language.partition("-")[0].casefold())
    return () if words is None else tuple(words.found(text))


_CLOCKS = {"en": ("at {}",), "fr": ("à {}", "à {} heures")}


@lru_cache(maxsize=64)
def hours(sort: Sort, language: str) -> Mapping[str, frozenset[int]]:
    """The minutes that each value of a type may be, in order.

    The type is a clock, or its values are hours in words; other types have none.
    """
    if sort.step is not None:
        return {each: frozenset([minutes(each) or 0]) for each in sort.values}
    found = {}
    for value in sort.values if sort.ordered else ():
        words = name_key(value.replace("_", " ").replace("-", " "))
        said = (each.format(words) for each in _CLOCKS.get(language.partition("-")[0].casefold(), ()))
        times = [time for text in said for time in all_times(text, language) if words in time.words]
        if not times or times[0].vague:
            return {}
        found[value] = times[0].readings
    return found


_NUMBERS: Mapping[str, NumberWords] = {"en": english.NUMBER_WORDS, "fr": french.NUMBER_WORDS}


def numbers_of(language: str) -> Mapping[str, int]:
    """The words for numbers of a language, none of one that is not known."""
    words = _NUMBERS.get(language.partition("-")[0].casefold())
    return words.numbers if words else {}


@frozen(slots=True)
class SpokenNumber:
    """A number as a text names it; ``counts`` if it surely counts something.

    "One" may be a pronoun, and in "cabin 12" nothing is counted.
    """

    words: str
    number: int
    counts: bool


def spoken_numbers(text: str, language: str) -> tuple[SpokenNumber, ...]:
    """The numbers that a text names and that are not times of the clock.

    There are none in a language whose numbers are not known.

    Parts of an hour are in minutes.
    """
    words = _NUMBERS.get(language.partition("-")[0].casefold())
    if words is None:
        return ()
    rest = straightened(text)
    for time in all_times(rest, language):
        rest = _without(rest, time.start, time.end)
    durations = list(words.durations(rest))
    named = [(match.start(), match[0].strip(), minutes, True) for match, minutes in durations]
    for match, _ in durations:
        rest = _without(rest, *match.span())
    named += [
        (match.start(), match[0].strip(), number, counts) for match, number, counts in words.found(rest)
    ]
    return tuple(SpokenNumber(said, number, counts) for _, said, number, counts in sorted(named))


def _without(text: str, start: int, end: int) -> str:
    """A text of the same length without some of its words."""
    return text[:start] + "#" * (end - start) + text[end:]


_ENGLISH = (
    r"(?<![\w-])(?:not|never|no\sone|nobody|nothing|none|neither|nor|nowhere|without|no|cannot|only|except|but\sfor"
    r"|(?:is|are|was|were|has|have|had|do|does|did|ca|wo|sha|would|could|should|might|must|need|ought|dare|ai)n['’]t)(?!\w)"
)
_FRENCH = r"(?<!\w)(?:ne|n['’](?=\w)|pas|jamais|personne|rien|aucune?|nul(?:le)?|sans|ni|sauf|non|seule?s?|seulement)(?!\w)|(?<!\w)n['’]"
_PATTERNS: Mapping[str, str] = {"en": _ENGLISH, "fr": _FRENCH}


def spoken_negations(text: str, language: str) -> tuple[tuple[int, int], ...] | None:
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
    return spoken(_LETTERS).get(language.partition("-")[0].casefold())


@lru_cache(maxsize=32)
def listed_words(language: str, key: str) -> frozenset[str]:
    """The words of a list of the data file, none in a language without one."""
    known = words_of(language)
    return frozenset(str(known[key]).split(", ") if known else ())


_Entry = tuple[tuple[str, ...], str, str | None]
_Table = Mapping[tuple[str, str], Sequence[_Entry]]
"""The parts that words play, by the first of them and the second, if there is one: the words after the first,
the letter of all, and what they mean."""


def _table(entries: Iterable[tuple[str, str, str | None]]) -> _Table:
    table: dict[tuple[str, str], list[_Entry]] = {}
    for words, letter, value in entries:
        first, *rest = words.split() if words.replace(" ", "").isalpha() else TOKEN.findall(words)
        table.setdefault((first, rest[0] if rest else ""), []).append((tuple(rest), letter, value))
    for several in filter(lambda each: len(each) > 1, table.values()):
        several.sort(key=lambda each: -len(each[0]))
    return table


@lru_cache(maxsize=4)
def _usual(language: str) -> _Table:
    words = words_of(language)
    if words is None:
        return {}
    said = (
        (each, letter, None) for letter, listed in words["letters"].items() for each in listed.split(", ")
    )
    parts = (each.rpartition(" ") for each in words["parts"].split(", "))
    return _table([*said, *((part, "m", minutes) for part, _, minutes in parts)])


@lru_cache(maxsize=4)
def usual_words(language: str) -> frozenset[str]:
    """The words of all letters, or the first of several: those that name nothing."""
    return frozenset([first for first, _ in _usual(language)])


@lru_cache(maxsize=8)
def _named(names: NameIndex) -> _Table:
    """The part that words play in an edition: names come before other words."""
    people = ((name_key(each), "N", each) for each in names.people)
    today = listed_words(names.language, "today") if names.day else ()
    named = _table(
        [
            *people,
            *((called, "P", slug) for called, slug in names.called.items()),
            *((each.replace("*", names.day), "L", None) for each in today),
        ]
    )
    return _joined(named, _usual(names.language))


def day_named(opening: str, language: str) -> str:
    """The one day of the week that an opening names.

    It is the one on whose night something was, else the one on which it was, else the one that is named.
    """
    week, dating = (listed_words(language, key) for key in ("weekdays", "dated"))
    nights = {words.rpartition("* ")[2] for words in listed_words(language, "today")}
    words = ["", *re.findall(r"\w+", name_key(opening)), ""]
    named = {at: word for at, word in enumerate(words) if word in week}
    on_night = {word for at, word in named.items() if words[at + 1] in nights}
    dated = {word for at, word in named.items() if words[at - 1] in dating}
    return next((min(each) for each in (on_night, dated, {*named.values()}) if len(each) == 1), "")


@lru_cache(maxsize=64)
def _words_of_speaker(names: NameIndex, speaker: str | None) -> _Table:
    own = ((called, "P", slug) for called, slug in names.own(speaker).items())
    return _joined(
        _table([*own, *((each, "d", speaker) for each in listed_words(names.language, "my"))]), _named(names)
    )


def _joined(first: _Table, second: _Table) -> _Table:
    """Two tables as one, the longest words first."""
    both = {**second, **{words: (*entries, *second.get(words, ())) for words, entries in first.items()}}
    several = (words for words in first if len(both[words]) > 1)
    return both | {words: sorted(both[words], key=lambda each: -len(each[0])) for words in several}


@lru_cache(maxsize=8)
def naming(names: NameIndex) -> frozenset[str]:
    """Words one of which is in every sentence that names a place, so that others need not be read.

    Sentences that say "here", or place only their speaker, may have none of them.
    """
    people = {name_key(each) for each in names.people}
    called = (TOKEN.findall(each) for each in names.called)
    own = (each.rpartition(" ")[2] for person in names.people for each in names.own(person))
    words = words_of(names.language) or {}
    return frozenset(
        (
            *(max((word for word in each if word not in people), key=len) for each in called),
            *own,
            words.get("there", ""),
        )
    )


Lettered = list[tuple[str, Token]]


def worded(text: str, start: int, speaker: str | None, names: NameIndex) -> Lettered:
    """The words of a text that begins at ``start``."""
    table = _words_of_speaker(names, speaker)
    raw = [(*match.span(), match[0]) for match in TOKEN.finditer(text)]
    said = [*name_key("\n".join([written for _, _, written in raw])).split("\n"), ""]
    found: Lettered = []
    after = 0
    for at, (first, last, written) in enumerate(raw):
        if at < after:
            continue
        after = at + 1
        word, end = said[at], last
        letter, value = "", None
        for rest, each, means in (*table.get((word, said[after]), ()), *table.get((word, ""), ())):
            if rest and tuple(said[after : after + len(rest)]) != rest:
                continue
            if each == "P" and not (rest or written[0].isupper() or (at and said[at - 1] in _ARTICLES)):
                continue
            if each != "N" or means == written:
                letter, value, after = each, speaker if each in "IWM" else means, at + 1 + len(rest)
                _, end, _ = raw[after - 1]
                break
        before = found[-1][0] if found else ""
        if letter in {"U", "!"} and before in {"D", "d"}:  # the till, the will
            letter = "X"
        if before == "C" and not letter and said[at - 1] in listed_words(names.language, "relating"):
            found[-1] = "a", found[-1][1]  # "for letters", not "for she"
        said_word = Token(start + first, start + end, text[first:end], value)
        found.append((letter or _unlisted(word), said_word))
    return found


@lru_cache(maxsize=10_000)
def _unlisted(word: str) -> str:
    """The letter of a word that is in no list, by its ending.

    Figures may be a time, or a year, which is seldom that of the case.
    """
    if word[0].isdigit():
        return "?" if _YEAR.fullmatch(word) else "%"
    return next((each for suffix, each in _SUFFIXES if word.endswith(suffix)), "X")


@lru_cache(maxsize=2_000)
def named_places(text: str, speaker: str | None, names: NameIndex) -> tuple[tuple[int, int, str], ...]:
    """The places that a text names, from where to where, by the names that logic has for them."""
    words = worded(text.replace("\u2019", "'"), 0, speaker, names)
    return tuple((word.start, word.end, str(word.value)) for letter, word in words if letter == "P")


@lru_cache(maxsize=500)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a paragraph, from where to where."""
    found, at = [], 0
    for end in (*[match.end() for match in _END.finditer(text)], len(text)):
        start = at + len(text[at:end]) - len(text[at:end].lstrip())
        if start < end:
            found.append((start, end))
        at = end
    return tuple(found)
