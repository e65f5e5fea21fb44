"""Times, numbers and negations that a text names: "ten to twelve", "minuit moins dix", "half a dozen", "hadn't"."""

from collections.abc import Mapping
from functools import lru_cache

from casekit.frozen import frozen
from casekit.language.spoken import english, french
from casekit.language.spoken.readings import NamedTime, NumberWords, TimeWords, compiled
from casekit.model.logic import Sort, minutes

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
    """The minutes that each value of a type may be: of a clock, or of a type whose values are hours in words, in order; none of others."""
    if sort.step is not None:
        return {each: frozenset([minutes(each) or 0]) for each in sort.values}
    found = {}
    for value in sort.values if sort.ordered else ():
        words = value.replace("_", " ").replace("-", " ").casefold()
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
    """The numbers that a text names and that are not times of the clock; none in a language whose numbers are not known.

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
    """Where a text denies or excepts something, from character to character; ``None`` in a language that is not known."""
    pattern = _PATTERNS.get(language.partition("-")[0].casefold())
    return None if pattern is None else tuple(match.span() for match in compiled(pattern).finditer(text))
