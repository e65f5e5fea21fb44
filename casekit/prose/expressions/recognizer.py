"""Times, numbers and negations that a text names, and its words by what they do in sentences.

Times, numbers and negations are such as "ten to twelve", "minuit moins dix", "half a dozen" and "hadn't".

Words have a letter each for what they do: those of "ANNA was in the cellar" are ``N`` (a person), ``B`` ("to
be"), ``j`` ("in"), ``D`` ("the") and ``P`` (a place). The letters come from ``words/letters.toml``, which
explains them, and from the names that a document has for people and places.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, Protocol

from casekit.language.suggestions import name_key, word_keys
from casekit.logic.formulas import Sort, minutes
from casekit.prose.expressions.time_and_number_words import NamedTime, NumberWords, TimeWords, compiled
from casekit.resources import Words, words_by_language
from casekit.values import frozen

SENTENCE_END = r"[.!?…](?<!\bMr.)(?<!\bMrs.)(?<!\bDr.)(?<!\bSt.)(?<!\bM.)(?<!\bMme.)(?<!\b[A-Z].)(?<!\b[ap].m.)[.!?…]*[\"”’»)\s]*(?=\s[\"“‘«(]*[^\W\d_a-zà-ÿ])"
"""A pattern for the end of a sentence within a paragraph: no end of a short form, and a capital follows."""

_SENTENCE_END = re.compile(SENTENCE_END)

_HOUR_PHRASES = {"en": ("at {}",), "fr": ("à {}", "à {} heures")}
"""How people say at what hour something is, by language; to be filled in with the hour."""

_ENGLISH_NEGATION = (
    r"(?<![\w-])(?:not|never|no\sone|nobody|nothing|none|neither|nor|nowhere|without|no|cannot|only|except|but\sfor"
    r"|(?:is|are|was|were|has|have|had|do|does|did|ca|wo|sha|would|could|should|might|must|need|ought|dare|ai)n['’]t)(?!\w)"
)
_FRENCH_NEGATION = r"(?<!\w)(?:ne|n['’](?=\w)|pas|jamais|personne|rien|aucune?|nul(?:le)?|sans|ni|sauf|non|seule?s?|seulement)(?!\w)|(?<!\w)n['’]"
_NEGATIONS: Mapping[str, str] = {"en": _ENGLISH_NEGATION, "fr": _FRENCH_NEGATION}
"""Patterns of words that deny or except something, by language."""

_LETTERS_FILE = "prose/expressions/words/letters.toml"

TOKEN = re.compile(
    r"\w+(?:(?<=\wn)['’]t\b|(?:(?<=\b[cdjlmnst])|(?<=\bqu))['’](?=\w|$)|(?:-\w+)*)|['’]\w+|[^\w\s]",
    re.IGNORECASE,
)
"""A word or a punctuation mark: "hadn't", "d'", "twenty-one", "'s", "," are one each."""

_ARTICLES = frozenset(
    (
        *("the", "this", "our", "la", "le", "les", "au", "aux", "du", "des", "l'", "d'"),
        *("die", "der", "das", "dem", "im"),
    )
)
"""A word alone is a place after one of these, or with a capital: "to hold" is not a place."""

_YEAR = re.compile("1[5-9][0-9][0-9]")

_LETTER_OF_SUFFIX = (("ly", "L"), ("ment", "L"), ("ing", "V"), ("ed", "v"), ("é", "v"), ("ée", "v"))
"""The letters of words that are in no list, by their endings."""

_UNKNOWN_LETTER = "X"
"""The letter of a word that is in no list, and of which its ending says nothing."""

_LETTERS_OF_SPEAKER = frozenset("IWM")
"""The letters of words that mean the speaker: "I", "we", "me"."""

_LETTERS_OF_NOUNS_TOO = frozenset("U!")
"""The letters of words that are nouns after an article: "the till", "the will"."""


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
    times_and_numbers = _times_and_numbers(language)
    if times_and_numbers is None:
        return ()
    times, _ = times_and_numbers
    return tuple(times.found(text))


@lru_cache(maxsize=64)
def hours(sort: Sort, language: str) -> Mapping[str, frozenset[int]]:
    """The minutes of the day that each value of a type may be, in the order of the values.

    The type is a clock, or its values are hours in words, such as ``half_past_ten``; other types have none.
    """
    if sort.step is not None:
        return {value: frozenset([minutes(value) or 0]) for value in sort.values}
    if not sort.ordered:
        return {}
    readings: dict[str, frozenset[int]] = {}
    for value in sort.values:
        words = name_key(value.replace("_", " ").replace("-", " "))
        time = _hour_in_words(words, language)
        if time is None or time.vague:
            return {}
        readings[value] = time.readings
    return readings


def _hour_in_words(words: str, language: str) -> NamedTime | None:
    """The time that words name, as people say at what hour something is."""
    for phrase in _HOUR_PHRASES.get(language.partition("-")[0].casefold(), ()):
        for time in all_times(phrase.format(words), language):
            if words in time.words:
                return time
    return None


def numbers_of(language: str) -> Mapping[str, int]:
    """The words for numbers of a language, none of one that is not known."""
    times_and_numbers = _times_and_numbers(language)
    if times_and_numbers is None:
        return {}
    _, number_words = times_and_numbers
    return number_words.numbers


@frozen(slots=True)
class SpokenNumber:
    """A number as a text names it."""

    words: str
    number: int
    counts: bool
    """Whether it surely counts something: "one" may be a pronoun, and in "cabin 12" nothing is counted."""


def find_numbers(text: str, language: str) -> tuple[SpokenNumber, ...]:
    """The numbers that a text names and that are not times of the clock.

    There are none in a language whose numbers are not known. Parts of an hour are in minutes.
    """
    times_and_numbers = _times_and_numbers(language)
    if times_and_numbers is None:
        return ()
    _, number_words = times_and_numbers
    # What was found is blotted out, so that it is not found a second time.
    unread_text = straightened(text)
    for time in all_times(unread_text, language):
        unread_text = _blotted(unread_text, time.start, time.end)
    durations = list(number_words.durations(unread_text))
    numbers = [(match.start(), match[0].strip(), minutes, True) for match, minutes in durations]
    for match, _ in durations:
        unread_text = _blotted(unread_text, *match.span())
    for match, number, counts in number_words.found(unread_text):
        numbers.append((match.start(), match[0].strip(), number, counts))
    return tuple([SpokenNumber(words, number, counts) for _, words, number, counts in sorted(numbers)])


def _blotted(text: str, start: int, end: int) -> str:
    """A text of the same length without some of its words."""
    return text[:start] + "#" * (end - start) + text[end:]


def find_negations(text: str, language: str) -> tuple[tuple[int, int], ...] | None:
    """Where a text denies or excepts something, from character to character.

    ``None`` in a language that is not known.
    """
    pattern = _NEGATIONS.get(language.partition("-")[0].casefold())
    return None if pattern is None else tuple(match.span() for match in compiled(pattern).finditer(text))


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
    """A word, or several that are one, such as "made for" or the name of a place."""

    start: int
    """Its first character in the paragraph."""
    end: int
    text: str
    value: str | NamedTime | None = None
    """The person, place or time that it means."""


def words_of(language: str) -> Words | None:
    """The lists of the data file in a language; ``None`` in one that is not known."""
    return words_by_language(_LETTERS_FILE).get(language.partition("-")[0].casefold())


@lru_cache(maxsize=32)
def listed_words(language: str, key: str) -> frozenset[str]:
    """The words of a list of the data file, none in a language without one."""
    lists = words_of(language)
    return frozenset(str(lists[key]).split(", ") if lists else ())


# --- what words can do ---------------------------------------------------------------------------


class _Phrase(NamedTuple):
    """A word, or several, with what they do."""

    words: str
    letter: str
    meaning: str | None
    """The person or place that they mean, or how many minutes of an hour."""


class _Entry(NamedTuple):
    """A phrase in a table, without its first word."""

    more_words: int
    """How many words follow the first."""
    rest: tuple[str, ...]
    """These words."""
    letter: str
    meaning: str | None


_NO_ENTRY = _Entry(0, (), "", None)
"""Stands for a word that is in no table."""

_LENGTH = attrgetter("more_words")

_Table = Mapping[tuple[str, str], Sequence[_Entry]]
"""Entries by the first word of their phrase and the second, empty if there is none, the longest first."""


def _table(phrases: Iterable[_Phrase]) -> _Table:
    table: dict[tuple[str, str], list[_Entry]] = {}
    for words, letter, meaning in phrases:
        first, *rest = words.split() if words.replace(" ", "").isalpha() else TOKEN.findall(words)
        entry = _Entry(len(rest), tuple(rest), letter, meaning)
        table.setdefault((first, rest[0] if rest else ""), []).append(entry)
    for entries in table.values():
        if len(entries) > 1:
            entries.sort(key=_LENGTH, reverse=True)
    return table


def _joined(first: _Table, second: _Table) -> _Table:
    """Two tables as one; of entries of one length, those of the first table come first."""
    both = {**second}
    for key, entries in first.items():
        all_entries = [*entries, *second.get(key, ())]
        if len(all_entries) > 1:
            all_entries.sort(key=_LENGTH, reverse=True)
        both[key] = all_entries
    return both


@lru_cache(maxsize=4)
def _table_of_language(language: str) -> _Table:
    """The uses of words in every document of a language."""
    lists = words_of(language)
    if lists is None:
        return {}
    phrases: list[_Phrase] = []
    for letter, listed in lists["letters"].items():
        phrases += [_Phrase(words, letter, None) for words in listed.split(", ")]
    for part_with_minutes in lists["parts"].split(", "):
        part_of_hour, _, minutes_of_part = part_with_minutes.rpartition(" ")
        phrases.append(_Phrase(part_of_hour, "m", minutes_of_part))
    return _table(phrases)


@lru_cache(maxsize=4)
def usual_words(language: str) -> frozenset[str]:
    """The words of all letters, or the first of several: those that name nothing."""
    return frozenset([first for first, _ in _table_of_language(language)])


@lru_cache(maxsize=8)
def _table_of_names(names: NameIndex) -> _Table:
    """The uses of words with the names of an edition, which come before other words."""
    phrases = [_Phrase(name_key(person), "N", person) for person in names.people]
    phrases += [_Phrase(called, "P", slug) for called, slug in names.called.items()]
    if names.day:
        todays = listed_words(names.language, "today")
        phrases += [_Phrase(words.replace("*", names.day), "L", None) for words in todays]
    return _joined(_table(phrases), _table_of_language(names.language))


@lru_cache(maxsize=64)
def _table_of_speaker(names: NameIndex, speaker: str | None) -> _Table:
    """The uses of words when one person speaks."""
    phrases = [_Phrase(called, "P", slug) for called, slug in names.own(speaker).items()]
    phrases += [_Phrase(word, "d", speaker) for word in listed_words(names.language, "my")]
    return _joined(_table(phrases), _table_of_names(names))


def day_named(opening: str, language: str) -> str:
    """The one day of the week that an opening names; empty if it names none, or several alike.

    One with its night, as in "Friday night", comes before one with a date, as in "on Friday", and that before
    one that is only named.
    """
    weekdays = listed_words(language, "weekdays")
    words_before_date = listed_words(language, "dated")
    parts_of_night = {words.rpartition("* ")[2] for words in listed_words(language, "today")}
    words: list[str] = ["", *re.findall(r"\w+", name_key(opening)), ""]
    days = {at: word for at, word in enumerate(words) if word in weekdays}
    with_night = {day for at, day in days.items() if words[at + 1] in parts_of_night}
    with_date = {day for at, day in days.items() if words[at - 1] in words_before_date}
    for candidates in (with_night, with_date, {*days.values()}):
        if len(candidates) == 1:
            return min(candidates)
    return ""


@lru_cache(maxsize=8)
def naming(names: NameIndex) -> frozenset[str]:
    """Words one of which is in every sentence that names a place, so that others need not be read.

    Sentences that say "here", or place only their speaker, may have none of them.
    """
    people = {name_key(person) for person in names.people}
    telling_words: set[str] = set()
    for called in names.called:
        words = [word for word in TOKEN.findall(called) if word not in people]
        telling_words.add(max(words, key=len))
    for person in names.people:
        telling_words.update([called.rpartition(" ")[2] for called in names.own(person)])
    lists = words_of(names.language) or {}
    telling_words.add(lists.get("there", ""))
    return frozenset(telling_words)


# --- what words do -------------------------------------------------------------------------------

Lettered = list[tuple[str, Token]]
"""The words of a text, each with the letter for what it does."""


def worded(text: str, start: int, speaker: str | None, names: NameIndex) -> Lettered:
    """The words of a text, which begins at ``start`` of its paragraph, each with its letter."""
    matches = [(*match.span(), match[0]) for match in TOKEN.finditer(text)]
    words = [word for _, _, word in matches]
    keys = [*word_keys(words), ""]
    entries = _entries_of_words(words, keys, _table_of_speaker(names, speaker))
    lettered: Lettered = []
    last_letter = ""
    next_word = 0
    for at, (first, end, _) in enumerate(matches):
        if at < next_word:  # it belongs to the words before it
            continue
        more_words, _, letter, meaning = entries[at]
        next_word = at + 1 + more_words
        if more_words:
            _, end, _ = matches[next_word - 1]  # noqa: PLW2901 -- it ends with the last of its words
        if letter in _LETTERS_OF_SPEAKER:
            meaning = speaker
        if letter in _LETTERS_OF_NOUNS_TOO and last_letter in {"D", "d"}:
            letter = _UNKNOWN_LETTER
        if last_letter == "C" and not letter and keys[at - 1] in listed_words(names.language, "relating"):
            lettered[-1] = "a", lettered[-1][1]  # "for letters", not "for she"
        last_letter = letter or _letter_by_ending(keys[at])
        lettered.append((last_letter, Token(start + first, start + end, text[first:end], meaning)))
    return lettered


def _entries_of_words(words: Sequence[str], keys: Sequence[str], table: _Table) -> list[_Entry]:
    """The first of the entries of each word that fits the words around it.

    ``keys`` are the keys of the words and an empty one after the last.
    """
    entries: list[_Entry] = []
    for at, word in enumerate(words):
        after = at + 1
        fitting_entry = _NO_ENTRY
        for entry in (*table.get((keys[at], keys[after]), ()), *table.get((keys[at], ""), ())):
            more_words, rest, letter, meaning = entry
            if more_words and tuple(keys[after : after + more_words]) != rest:
                continue
            if letter == "P" and not (more_words or word[0].isupper() or (at and keys[at - 1] in _ARTICLES)):
                continue
            # The name of a person is written as the document has it.
            if letter != "N" or meaning == word:
                fitting_entry = entry
                break
        entries.append(fitting_entry)
    return entries


@lru_cache(maxsize=10_000)
def _letter_by_ending(word: str) -> str:
    """The letter of a word that is in no list, by its ending.

    Figures may be a time, or a year, which is seldom that of the case.
    """
    if word[0].isdigit():
        return "?" if _YEAR.fullmatch(word) else "%"
    for suffix, letter in _LETTER_OF_SUFFIX:
        if word.endswith(suffix):
            return letter
    return _UNKNOWN_LETTER


@lru_cache(maxsize=2_000)
def named_places(text: str, speaker: str | None, names: NameIndex) -> tuple[tuple[int, int, str], ...]:
    """The places that a text names, from where to where, by the names that logic has for them."""
    words = worded(text.replace("\u2019", "'"), 0, speaker, names)
    return tuple([(word.start, word.end, str(word.value)) for letter, word in words if letter == "P"])


@lru_cache(maxsize=500)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a paragraph, from where to where."""
    places: list[tuple[int, int]] = []
    end_of_last = 0
    for end in (*[match.end() for match in _SENTENCE_END.finditer(text)], len(text)):
        start = end - len(text[end_of_last:end].lstrip())
        if start < end:
            places.append((start, end))
        end_of_last = end
    return tuple(places)
