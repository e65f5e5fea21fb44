"""The same thing otherwise elsewhere: "four loaves", "five loaves"; "the red lamp", "the green lamp"; "the lamp was out", "the lamp was burning"."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from casekit.diagnostics import Diagnostic, Prose, codes
from casekit.games.prose.claims.fact_phrases import ANOTHERS, opposites
from casekit.games.prose.claims.sentence_claims import SpokenClause, Times, clauses, negations
from casekit.games.prose.claims.sentence_words import (
    WORD,
    ProseSentence,
    Read,
    SaidParagraph,
    Voice,
    paragraph,
    quoting,
)
from casekit.games.prose.prose_document import ProseDocument
from casekit.language.spoken.spoken_words import (
    TOKEN,
    Namer,
    listed_words,
    named_places,
    numbers_of,
    sentences,
    usual_words,
    words_of,
)
from casekit.values import frozen, grouped

_NUMBER = "number"
_SHORT = 3
"""Nouns have at least as many letters."""
_PAIR = 2
_MANY = 10
_CLOSE = 2
"""Numbers of many are of one thing, wherever that is, if one is at most as many times the other: "forty" and "sixty pickers"."""
_RARE = 6
"""Things that are named more often may be others each time, if they are few or have a colour."""


@frozen(slots=True)
class _Quality:
    """The quality that the ``at``-th word of a paragraph says a thing has, and the word ``after`` the noun if that may be its noun; it may be ``the`` one that everybody knows."""

    value: str
    voice: Voice
    prose: Prose
    text: str
    at: int
    after: str
    the: bool


def other_qualities(document: ProseDocument, read: Read, names: Namer) -> Iterator[Diagnostic]:
    """Things of which paragraphs say different numbers, colours or materials; those of people are facts, if they are any of a case."""
    language = document.settings.language
    known, usual = _qualities(language), usual_words(language)
    types = [each.values for each in document.scope.functions if each.arguments and each.values]
    of_people = {value for each in types for value in each.values}
    told = {kind for word, (kind, _) in known.items() if word in of_people and kind != _NUMBER}
    found: dict[tuple[str, str], list[_Quality]] = {}
    spread = Counter[str]()
    for voice, prose, text in read if known else ():
        words = [*map(str.casefold, TOKEN.findall(text)), "", "", ""]
        spread.update(words)
        for at, (kind, value) in [(at, known[word]) for at, word in enumerate(words) if word in known]:
            place = _noun(words, at, kind, language)
            noun, after = (words[place], words[place + 1]) if place >= 0 else ("", "")
            if len(noun) >= _SHORT and noun.isalpha() and noun not in usual and kind not in told:
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


def _are_near(one: _Quality, other: _Quality, names: Namer) -> bool:
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


# --- sentences about the same -------------------------------------------------------------------------

_NEAR, _ALIKE = 5, 4
"""The most words before a day that may say what was done; and in how many words sentences about the same are alike."""


class _Event(NamedTuple):
    """A sentence of a paragraph, from ``start`` to ``end``: its words that name something, whom it names, its one day if it has one, and the words for what was ``done`` on that."""

    start: int
    end: int
    words: AbstractSet[str]
    people: AbstractSet[str]
    day: str
    done: AbstractSet[str]


def other_events(document: ProseDocument, read: Read, names: Namer) -> Iterator[Diagnostic]:
    """Sentences of two paragraphs without a lie that are about the same, or about one deed, and name different days, or other people."""
    honest = _honest(read)
    told = [
        (prose, each) for _, prose, text in honest for each in _events(text, names.people, names.language)
    ]
    places = {word for called in names.called for word in called.split()}
    spoken = grouped(
        [(word, at) for at, (_, each) in enumerate(told) for word in sorted(each.words - places)]
    )
    done = grouped([(word, at) for at, (_, each) in enumerate(told) for word in sorted(each.done)])
    rare = [pair for where in spoken.values() if len(where) <= _RARE for pair in combinations(where, 2)]
    alike = [pair for pair, number in Counter(rare).items() if number >= _ALIKE]
    deeds = [where for word, where in done.items() if where == spoken.get(word) and len(where) <= _RARE]
    for first, second in sorted({*alike, *(pair for where in deeds for pair in combinations(where, 2))}):
        (at, one), (there, other) = told[first], told[second]
        days = (other.day.capitalize(), one.day.capitalize())
        people = [", ".join(sorted(each.people)) for each in (other, one)]
        said = days if one.day != other.day else people if one.people.isdisjoint(other.people) else ("", "")
        if all(said) and at != there:
            before = ProseSentence(document, at, one.start, one.end)
            yield ProseSentence(document, there, other.start, other.end).finding(
                codes.OTHER_TIME if said is days else codes.OTHER_NAME,
                f'this says {said[0]}, and "{before.words}" says {said[1]} of the same',
                "correct one of them, or say how they differ",
            )


def other_days_of_facts(
    document: ProseDocument, voices: Sequence[Voice], language: str
) -> Iterator[Diagnostic]:
    """Lines that say the same and quote different days."""
    days, dated = (listed_words(language, key) for key in ("weekdays", "dated"))
    first: dict[str, tuple[str, str]] = {}
    for _, line in quoting(voices):
        spoken = pairwise(["", *WORD.findall(line.quotation.casefold())])
        named = {word for before, word in spoken if word in days and before in dated}
        day = min(named) if len(named) == 1 else ""
        before, words = first.setdefault(line.text, (day, line.quotation)) if day else ("", "")
        if before != day:
            yield Diagnostic(
                codes.OTHER_TIME,
                f'"{line.quotation}" says {day.capitalize()}, and "{words}" says {before.capitalize()} of the same',
                document.span(line.place),
                hint="correct one of them, or say how they differ",
            )


@lru_cache(maxsize=500)
def _events(text: str, people: tuple[str, ...], language: str) -> tuple[_Event, ...]:
    """The sentences of a paragraph; the day of one is not that of "Friday's sale"."""
    usual, found = usual_words(language), list[_Event]()
    for start, end in sentences(text) if words_of(language) else ():
        tokens = TOKEN.findall(text[start:end])
        words = [*map(str.casefold, tokens), ""]
        days = [at for at, word in enumerate(words) if word in listed_words(language, "weekdays")]
        day = days[0] if len(days) == 1 and words[days[0] + 1][:1] != "'" else 0
        is_dated = day > 0 and words[day - 1] in listed_words(language, "dated")
        near = words[max(0, day - _NEAR) : day] if is_dated else []
        named = {word for word in tokens if len(word) > _SHORT and word.islower()} - usual
        done = {word for word in near if len(word) > _SHORT} - usual
        found.append(
            _Event(start, end, named, {*people}.intersection(tokens), words[day] if day else "", done)
        )
    return tuple(found)


# --- states ------------------------------------------------------------------------------------------

_States = Mapping[str, tuple[str, bool]]
"""Words for how something is, each with its pair and whether it is on the second side of that."""
_About = tuple[str, str]
"""A pair, and a noun."""
_Told = tuple[SaidParagraph, Prose, int, set[bool]]
"""A sentence of a paragraph, by its number, and the sides that it may be on."""
_PARTICIPLE = ("ed", "é", "ée", "és", "ées")
_BEFORE, _BESIDE, _DENIED = 5, 2, 3
"""How far a noun may be before a word for its state and after it, and a word that denies it before."""


def other_states(document: ProseDocument, read: Read, names: Namer) -> Iterator[Diagnostic]:
    """Things that the prose seldom names, and of which two paragraphs without a lie say the contrary, both at no time or at the same."""
    honest = _honest(read)
    folded = [text.casefold() for _, _, text in honest] if words_of(names.language) else []
    spread = Counter([word for text in folded for word in {*WORD.findall(text)}])
    denied = re.compile(str((words_of(names.language) or {}).get("denied")))
    states, told = (
        _contrasted(spread, denied.findall(" ".join(folded)), names.language),
        dict[_About, list[_Told]](),
    )
    passing, inverted = (listed_words(names.language, key) for key in ("passing", "inverted"))
    for voice, prose, text in honest if states else ():
        said = paragraph(text, voice.speaker, voice.place, names)
        for number, sentence in enumerate(said.folded):
            words = {*WORD.findall(sentence)}
            if words.isdisjoint(states) or words & passing or sentence.partition(" ")[0] in inverted:
                continue
            both = {True, False} if denied.search(sentence) else set[bool]()
            nouns = sorted(word for word in words if 1 < spread[word] <= _RARE and len(word) >= _SHORT)
            for pair, side in sorted({states[word] for word in words & states.keys()}):
                for noun in nouns:
                    told.setdefault((pair, noun), []).append((said, prose, number, {side} | both))
    for about, where in told.items():
        may_differ = len(frozenset[bool]().union(*(each[3] for each in where))) > 1 < len(where)
        sides = [*_sides(document, about, where, states, names.language)] if may_differ else []
        first, before, when = sides[0] if sides else (False, None, ())
        for other, here, then in sides[1:]:
            if before and other != first and here.prose != before.prose and then == when:
                yield here.finding(
                    codes.CONTRARY_SENTENCE,
                    f'the prose says "{here.words}" here and "{before.words}" elsewhere',
                    "correct one of them, or say what has changed",
                )
                break


def _honest(read: Read) -> Read:
    """The finished paragraphs of passages in which no line is a lie."""
    lying = {id(voice) for voice, _, _ in read for line in voice.passage.statements if line.mode == "lie"}
    return [each for each in read if id(each[0]) not in lying and "TODO" not in each[2]]


def _contrasted(spread: Mapping[str, int], denied: Iterable[str], language: str) -> _States:
    """The words for states of which texts have the contrary, too: by another word, or by denying them."""
    known = opposites(language)
    present = {known[word] for word in spread.keys() & known.keys()}
    contrasted = {word: each for word, each in known.items() if (each[0], not each[1]) in present}
    return contrasted | {
        word: known.get(word, (word, False))
        for word in denied
        if spread[word] > 1 and (word in known or word.endswith(_PARTICIPLE))
    }


def _sides(
    document: ProseDocument, about: _About, told: Iterable[_Told], states: _States, language: str
) -> Iterator[tuple[bool, ProseSentence, Times]]:
    """On which side of a pair each sentence says that a noun is, if it does, and when."""
    for clause, prose in ((each, prose) for said, prose, at, _ in told for each in clauses(said, at)):
        for side in [side for each, side in _states_of(clause, states, language) if each == about]:
            at = ProseSentence(document, prose, clause.words[0].start, clause.words[-1].end)
            yield side, at, clause.named(0, len(clause.letters))


def _states_of(clause: SpokenClause, states: _States, language: str) -> Iterator[tuple[_About, bool]]:
    """The pairs of which a clause says something, by the words for states in it, each with the noun next to it, and on which side that is."""
    said, letters, indefinite = [*clause.said], clause.letters, listed_words(language, "indefinite")
    for at, word in enumerate(said if not ANOTHERS.search(letters) else ()):
        if word in states:
            pair, side = states[word]
            denied = negations(letters[max(0, at - _DENIED) : at]) % 2 == 1
            ways = (
                range(at - 1, max(-1, at - 1 - _BEFORE), -1),
                range(at + 1, min(len(said), at + 1 + _BESIDE)),
            )
            for way in ways if word != pair else ways[:1]:
                near = next(
                    (each for each in way if letters[each] in "XVP,;:&" and said[each] not in states), -1
                )
                if (
                    near >= 0
                    and letters[near] in "XVP"
                    and indefinite.isdisjoint(said[max(0, near - 2) : near])
                ):
                    yield (pair, said[near]), side != denied
