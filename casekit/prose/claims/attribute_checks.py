"""The same thing otherwise elsewhere: "four loaves", "five loaves"; "the red lamp", "the green lamp"; "on Monday", "on Thursday"."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from casekit.diagnostics import Finding, Prose, codes
from casekit.language.suggestions import name_key, word_keys
from casekit.prose.claims.sentences import WORD, ProseSentence, Read, SpokenPassage, quoting
from casekit.prose.expressions.recognizer import (
    TOKEN,
    NameIndex,
    listed_words,
    named_places,
    numbers_of,
    usual_words,
)
from casekit.prose.passages import ProseDocument
from casekit.values import frozen

_NUMBER = "number"
_SHORT = 3
"""Nouns have at least as many letters."""
_PAIR = 2
_MANY = 10
_CLOSE = 2
"""Numbers of many are of one thing, wherever that is, if one is at most as many times the other: "forty" and "sixty pickers"."""
_BESIDE = 6
"""How many words from a noun on may say that it is about another time."""
_RARE = 6
"""Things that are named more often may be others each time, if they are few or have a colour."""


@frozen(slots=True)
class _Quality:
    """The quality that the ``at``-th word of a paragraph says a thing has, and the word ``after`` the noun if that may be its noun; it may be ``the`` one that everybody knows."""

    value: str
    voice: SpokenPassage
    prose: Prose
    text: str
    at: int
    after: str
    the: bool


def other_qualities(document: ProseDocument, read: Read, names: NameIndex) -> Iterator[Finding]:
    """Things of which paragraphs say different numbers, colours or materials; those of people are facts, if they are any of a case."""
    language = document.settings.language
    known, usual = _qualities(language), usual_words(language)
    types = [each.values for each in document.scope.functions if each.arguments and each.values]
    of_people = {value for each in types for value in each.values}
    told = {kind for word, (kind, _) in known.items() if word in of_people and kind != _NUMBER}
    passing = listed_words(language, "passing")
    found: dict[tuple[str, str], list[_Quality]] = {}
    spread = Counter[str]()
    for voice, prose, text in read if known else ():
        words = [*word_keys(TOKEN.findall(text)), "", "", ""]
        spread.update(words)
        for at, (kind, value) in [(at, known[word]) for at, word in enumerate(words) if word in known]:
            place = _noun(words, at, kind, language)
            noun, after = (words[place], words[place + 1]) if place >= 0 else ("", "")
            is_passing = not passing.isdisjoint(words[place : place + _BESIDE])  # "four keys until June"
            if len(noun) >= _SHORT and noun.isalpha() and not (noun in usual or kind in told or is_passing):
                the = words[min(at, place) - 1] in listed_words(language, "definite")
                after = after if after.isalpha() and after not in usual else ""
                found.setdefault((kind, noun), []).append(_Quality(value, voice, prose, text, at, after, the))
    for (kind, noun), said in found.items():
        if _differ(kind, said, spread[noun]):
            first = said[0]
            last = next(each for each in said if each.value != first.value)
            if (kind == _NUMBER and _are_close(first.value, last.value)) or _are_near(first, last, names):
                here, before = (_sentence(document, each) for each in (last, first))
                yield here.finding(
                    codes.OTHER_NUMBER if kind == _NUMBER else codes.OTHER_NAME,
                    f'the prose says "{here.words}" here and "{before.words}" elsewhere',
                    "correct one of them, or say how they differ",
                )


@lru_cache(maxsize=4)
def _qualities(language: str) -> Mapping[str, tuple[str, str]]:
    """The words for numbers, colours and materials, each with its kind and what it means."""
    found: dict[str, tuple[str, str]] = {
        word: (_NUMBER, str(number)) for word, number in numbers_of(language).items() if number > 1
    }
    for kind in ("colours", "materials"):
        for forms in listed_words(language, kind):
            found |= dict.fromkeys(forms.split("/"), (kind, forms))
    return found


def _noun(words: Sequence[str], at: int, kind: str, language: str) -> int:
    """Where the noun is that a word belongs to; below 0 if that is not sure."""
    before, first = (words[at - 1], words[at - 2]) if at > 1 else (words[at - 1] if at else "", "")
    if kind == _NUMBER:
        inexact, noun = listed_words(language, "inexact"), words[at + 1]
        is_exact = inexact.isdisjoint((before, first) if before in {"and", "et"} else (before,))
        if before in listed_words(language, "of"):  # "a bundle of thirty letters", not "two of thirty"
            is_exact = not {first} & (inexact | usual_words(language) | numbers_of(language).keys())
        is_counted = noun[-1:] in {"s", "x"} and noun not in listed_words(language, "units")
        return at + 1 if is_exact and is_counted else -1
    if before in listed_words(language, "being"):
        return at - 2
    return at - 1 if "yes" in listed_words(language, "nouns_first") else at + 1


def _differ(kind: str, said: Sequence[_Quality], spread: int) -> bool:
    """Whether all that is said is surely of one thing, and gives it two values."""
    values = {each.value for each in said}
    if len(values) != _PAIR:
        return False
    if kind == _NUMBER:
        least, most = sorted(map(int, values))
        if least >= _MANY:
            return spread <= _RARE or _are_close(*values)
        is_known = spread <= len(said) + 1 and any(each.the for each in said)  # "the six plates"
        return spread <= _RARE and (is_known or most <= least + max(1, least // 4))
    return spread <= _RARE and len({each.after for each in said}) == 1 and any(each.the for each in said)


def _are_close(one: str, other: str) -> bool:
    """Whether two numbers are of many, and one is at most twice the other, or sounds like it: "thirteen" and "thirty"."""
    least, most = sorted(map(int, (one, other)))
    return least >= _MANY and (most <= _CLOSE * least or most == _MANY * (least - _MANY))


def _are_near(one: _Quality, other: _Quality, names: NameIndex) -> bool:
    """Whether two paragraphs may speak of one thing: they have a place in common, or one names whoever speaks in the other."""
    places = [
        {named for _, _, named in named_places(each.text, each.voice.speaker, names)} | each.voice.here
        for each in (one, other)
    ]
    speakers = [each.voice.speaker or "" for each in (one, other)]
    is_named = (
        who in each.text or who == by
        for who, each, by in zip(speakers, (other, one), speakers[::-1], strict=True)
        if who
    )
    return (
        bool(places[0] & places[1])
        or any(is_named)
        or not all(each.voice.speaker or each.voice.here for each in (one, other))
    )


def _sentence(document: ProseDocument, said: _Quality) -> ProseSentence:
    """The words that say it: the quality with what is beside it."""
    words = [*TOKEN.finditer(said.text)][said.at : said.at + 2]
    return ProseSentence(document, said.prose, words[0].start(), words[-1].end())


# --- lines about the same -----------------------------------------------------------------------------


def other_days_of_facts(
    document: ProseDocument, voices: Sequence[SpokenPassage], language: str
) -> Iterator[Finding]:
    """Lines that say the same and quote different days."""
    days, dated = (listed_words(language, key) for key in ("weekdays", "dated"))
    first: dict[str, tuple[str, str]] = {}
    for _, line in quoting(voices):
        spoken = pairwise(["", *WORD.findall(name_key(line.quotation))])
        named = {word for before, word in spoken if word in days and before in dated}
        day = min(named) if len(named) == 1 else ""
        before, words = first.setdefault(line.text, (day, line.quotation)) if day else ("", "")
        if before != day:
            yield codes.OTHER_TIME.at(
                document.span(line.place),
                f'"{line.quotation}" says {day.capitalize()}, and "{words}" says {before.capitalize()} of the same',
                hint="correct one of them, or say how they differ",
            )
