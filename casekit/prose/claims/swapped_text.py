"""Headings whose texts have changed places: those of places, of answers and of labels, by what goes with each; and rules whose words have."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import combinations
from math import fsum, log

from casekit.diagnostics import Finding, Place, Related, codes
from casekit.language.suggestions import name_key
from casekit.prose.claims.sentences import WORD, Read, SpokenPassage, TaggedParagraph, meanings, paragraph
from casekit.prose.expressions.recognizer import NameIndex, listed_words, usual_words, words_of
from casekit.prose.passages import ProseDocument
from casekit.values import frozen
from casekit.values.grouping import grouped

_Fits = Mapping[str, Mapping[str, float]]
"""How well texts go with headings: for the name of each text, a number for each heading, whatever the order of what it sums up."""


def _changed(
    fits: _Fits, least: float, enough: float, crossing: Sequence[tuple[str, str]] = ()
) -> Iterator[tuple[str, str]]:
    """Pairs of texts that go far better with each other's headings: each by ``least``, and both together ``enough``; better is enough if they are ``crossing``."""
    for one, other in combinations(fits, 2):
        here, there = fits[one].get(other, 0), fits[other].get(one, 0)
        own, theirs = fits[one].get(one, 0), fits[other].get(other, 0)
        is_crossing = (one, other) in crossing
        is_enough = here + there >= max(enough, (1 if is_crossing else 2) * (own + theirs))
        if is_enough and (is_crossing or min(here - own, there - theirs) >= least):
            yield one, other


_WORD = re.compile(r"[^\W\d_]{3,}")
NAME = re.compile(r"[\w-]+")
"""A pattern for names in formulas."""
_ROOT = 6
"""Words that begin with as many of the same letters are forms of one: "dismissed", "dismissal"."""


@lru_cache(maxsize=2_000)
def roots(text: str, language: str) -> frozenset[str]:
    """The words of a text that name or describe something, by their first letters."""
    words = {*_WORD.findall(name_key(text).replace("_", " "))} - usual_words(language)
    return frozenset([word[:_ROOT].removesuffix("s") for word in words])


# --- labels ------------------------------------------------------------------------------------------


@frozen
class Label:
    """The names of a value, and the words that go with it elsewhere: in rules, facts and quotations."""

    name: str
    place: Place
    text: str
    said: str


_MOST_LABELS = 100
"""A case has ten; each is compared with each."""


def labels(document: ProseDocument, found: Sequence[Label]) -> Iterator[Finding]:
    """Two values each of whose labels has the words for the other; nothing is said of very many."""
    language = document.settings.language
    read = found if words_of(language) and len(found) <= _MOST_LABELS else ()
    said = {each.name: roots(each.said, language) for each in read}
    spread = Counter(word for words in said.values() for word in words)
    fits = {}
    for each in read:
        words = roots(each.text, language)
        fits[each.name] = {
            name: len(words & roots(name, language)) + sum([spread[word] == 1 for word in words & about])
            for name, about in said.items()
        }
    by_name = {each.name: each for each in found}
    for one, other in _changed(fits, 0, 2):
        yield codes.OTHER_NAME.at(
            document.span(by_name[one].place),
            f'"{by_name[one].text}" and "{by_name[other].text}" have changed places: each has words for the other',
            hint="exchange the labels, or correct the names or the rules",
            related=(Related(document.span(by_name[other].place), "the other is here"),),
        )


def strange_things(document: ProseDocument, found: Sequence[Label], read: Read) -> Iterator[Finding]:
    """Labels with a thing that nothing else names, "A blow with the candlestick", or only paragraphs of others: of a gavel, where the solution has the pestle by whose name it goes."""
    words = words_of(document.settings.language)
    anywhere = " ".join([text for _, _, text in read])
    telling = " ".join([text for voice, _, text in read if not (voice.speaker or voice.here)])
    said = {*_WORD.findall(name_key(" ".join([anywhere, *[each.said for each in found]])))}
    known = said | listed_words(document.settings.language, "poisons")
    for each in found[:_MOST_LABELS] if words else ():
        named = re.search(words["with"], each.text, re.IGNORECASE) if words else None
        thing, own = name_key(named[1]) if named else "", f"{each.said} {telling}"
        called = _WORD.findall(name_key(each.text))
        is_substance = named is not None and named.start() == 0 and len(called[0]) > _ROOT
        if is_substance and each.name in said.difference(called) and called[0] not in known:
            thing = called[0]  # "Chloroform in the water", of `laudanum`
        pattern = re.compile(rf"\b{re.escape(thing.removesuffix('s'))}s?\b", re.IGNORECASE)
        is_told = re.search(rf"\b{re.escape(each.name)}\b", telling) and each.name not in each.text
        if thing and not pattern.search(own) and (is_told or not pattern.search(anywhere)):
            yield codes.OTHER_NAME.at(
                document.span(each.place),
                f'"{each.text}" names "{thing}", and nothing else that is about `{each.name}` does',
                hint="correct the label, or say in the prose what it was",
            )


# --- places ------------------------------------------------------------------------------------------

_NAMED = 0.5
"""A word of a place's name in the paragraph of another, which may have a reason to name it."""
_SAID = 0.8
"""A line about another place."""
_OPENING = re.compile(r"DP(?:[bB]|L[Dd]|X[fAj])")
"""The letters with which a paragraph begins that describes a place: "The kitchen is", "The loft has a", "The hut smells of"."""


def places(document: ProseDocument, read: Read, names: NameIndex) -> Iterator[Finding]:
    """Places whose paragraphs never name them, and that open with another place; or two in the words of sentences on the other, or with lines about it alone."""
    if words_of(names.language) is None:
        return
    called, crossed = _called(names), set[str]()
    alone = {voice.place: voice for voice, _, _ in read if voice.place}
    mine = grouped([(voice.place, text) for voice, _, text in read if voice.place])
    others = [(voice, text) for voice, _, text in read if not voice.place]
    for at, one, there, other in _homes(alone, names):
        crossed |= {at, there}
        message = f"this is the place of {one}, but it names {other} instead, and that of {other} names {one} instead"
        yield _misplaced(document, message, alone[at], alone[there])
    words = {
        place: roots(" ".join(said), names.language) for place, said in mine.items() if place not in crossed
    }
    about = {
        place: [
            name for line in each.passage.statements for name in names.located & {*NAME.findall(line.text)}
        ]
        for place, each in alone.items()
        if place in words
    }
    lost = [
        each for each, said in words.items() if each not in about[each] and each not in map(called.get, said)
    ]
    near = _near([paragraph(text, voice.speaker, "", names) for voice, text in others if lost], names)
    spread = Counter(word for said in words.values() for word in said)
    fits = {
        one: {
            other: fsum([1 / spread[word] for word in words[one] & near.get(other, set()) - called.keys()])
            # A line about another place has words about that, wherever they are found.
            + max(
                sum([_NAMED for word in words[one] if called.get(word) == other]),
                _SAID * about[one].count(other),
            )
            for other in lost
        }
        for one in lost
    }
    two = combinations(lost, 2)
    crossing = [(one, other) for one, other in two if ({*about[one]}, {*about[other]}) == ({other}, {one})]
    pairs = dict(_changed(fits, 0.3, 2, crossing))
    for one in lost:
        is_free = one not in pairs and one not in pairs.values()
        other = _opening(paragraph(mine[one][0], None, one, names)) if is_free else pairs.get(one, "")
        if other and other != one:
            here, there = map(names.printed, (one, other))
            message = f"this paragraph is about {there}, and never about {here}"
            mutual = f"; that of {there} is about {here}" if one in pairs else ""
            found = [alone[each] for each in (one, other)[: 1 + bool(mutual)]]
            yield _misplaced(document, message + mutual, *found)


def _homes(alone: Mapping[str, SpokenPassage], names: NameIndex) -> Iterator[tuple[str, str, str, str]]:
    """Pairs of places with their owners: each paragraph names the other owner and not its own, at least one of them only by what that one has."""
    owners = {place: who for who in names.people for place in names.own(who).values() if place in alone}
    texts = {at: " ".join([prose.text for prose in alone[at].passage.prose]) for at in owners}
    people = {*owners.values()}
    named = {at: people & {*NAME.findall(re.sub("['\u2019]", " ", text))} for at, text in texts.items()}
    for (at, one), (there, other) in combinations(owners.items(), 2):
        if one != other and named[at] & {one, other} == {other} and named[there] & {one, other} == {one}:
            things = [{*filter(None, sum(_having(names).findall(texts[each]), ()))} for each in (at, there)]
            if things[0] == {other} or things[1] == {one}:
                yield at, one, there, other


@lru_cache(maxsize=8)
def _having(names: NameIndex) -> re.Pattern[str]:
    """A pattern for people who have something: "INGRID's shirt", "the shirt of INGRID", "la chemise d'INGRID"; "none of INGRID" is nobody's."""
    people = "|".join(sorted(map(re.escape, names.people), key=len, reverse=True))
    return re.compile(rf"\b(?:({people})['\u2019]|(?:[Tt]he\s+\w+\s+of|de|d['\u2019])\s*({people})\b)")


@lru_cache(maxsize=8)
def _called(names: NameIndex) -> Mapping[str, str]:
    """The words that are in the names of one place alone, with it."""
    words = [
        (word, place) for called, place in names.called.items() for word in roots(called, names.language)
    ]
    return {word: each[0] for word, each in grouped(words).items() if len({*each}) == 1}


def _near(read: Iterable[TaggedParagraph], names: NameIndex) -> Mapping[str, AbstractSet[str]]:
    """The words of the sentences that name each place."""
    called = _called(names)
    told = [roots(said.folded[number], names.language) for said in read for number in said.places]
    near = grouped([(called[each], words) for words in told for each in words & called.keys()])
    return {place: frozenset[str]().union(*words) for place, words in near.items()}


def _opening(said: TaggedParagraph) -> str:
    """The place with which a paragraph opens, empty if it opens with something else."""
    named = said.named(0) if 0 in said.places and _OPENING.match(said.letters(0)) else set[str]()
    return min(named) if len(named) == 1 else ""


def _misplaced(document: ProseDocument, message: str, *voices: SpokenPassage) -> Finding:
    """That a paragraph is under the wrong heading, and perhaps has changed places with another."""
    one, *others = (document.span(each.passage.place) for each in voices)
    return codes.MISPLACED_PARAGRAPH.at(
        one,
        message,
        hint="put each paragraph under its own heading",
        related=tuple(Related(place, "the other paragraph is here") for place in others),
    )


# --- answers -----------------------------------------------------------------------------------------

_TERM = re.compile(r"([A-Za-z][\w-]*)(?:\(([^()]*)\)| !?=)")
"""A fact in a line, with what it is about."""
_DOUBT = 0.5
"""How often a kind of fact may turn up among answers that have not had it yet."""
_MANY_ALIKE = 2
"""How much better exchanged answers fit; twice as much, if no more others have been asked."""


def answers(document: ProseDocument, voices: Sequence[SpokenPassage], names: NameIndex) -> Iterator[Finding]:
    """Two answers of one person of the kind that others give on the other topic; or two answers whose lines are about each other's speaker alone."""
    asked = {(str(each.speaker), each.topic): each for each in voices if each.topic}
    texts = {key: " ".join([line.text for line in each.passage.statements]) for key, each in asked.items()}
    people, strangers = {*names.people}, dict[tuple[str, str], set[str]]()
    for (speaker, topic), text in texts.items():
        about = people & {*NAME.findall(text)}
        if about and speaker not in about:  # people who were together say of both where they were
            said = " ".join([prose.text for prose in asked[speaker, topic].passage.prose])
            strangers[speaker, topic] = {each for each in about if each not in said}
    for one, other in combinations(strangers, 2):
        if strangers[one] == {other[0]} and strangers[other] == {one[0]}:
            mutual = f"this answer of {one[0]} is about {other[0]}, and one of {other[0]} is about {one[0]}"
            yield _misplaced(document, mutual, asked[one], asked[other])
    kinds = {key: _kinds(each, texts[key], names) for key, each in asked.items()}
    for speaker in dict.fromkeys(key[0] for key in asked):
        own = {topic: kind for (who, topic), kind in kinds.items() if who == speaker}
        answered = [(topic, kind) for (who, topic), kind in kinds.items() if who != speaker]
        others = {**dict.fromkeys(own, ()), **grouped(answered)}
        counted = {
            topic: Counter([kind for each in found for kind in each]) for topic, found in others.items()
        }
        sizes = {topic: len(found) for topic, found in others.items()}
        fits = {one: {topic: _fit(kind, topic, counted, sizes) for topic in own} for one, kind in own.items()}
        # Of two others, either may be the odd one.
        enough = _MANY_ALIKE if min(sizes.values(), default=0) > _MANY_ALIKE else 2 * _MANY_ALIKE
        for first, second in _changed(fits, 0, enough):
            like = f"this answer is like those of others on {second}, and that on {second} like theirs on {first}"
            yield _misplaced(document, like, asked[speaker, first], asked[speaker, second])


_Kinds = AbstractSet[tuple[str, str]]
"""The facts of lines, each with whether it is about their speaker, about somebody else or about nobody; and whether the words are about the victim, or about where the speaker was."""


def _kinds(voice: SpokenPassage, lines: str, names: NameIndex) -> _Kinds:
    people, said = {*names.people}, " ".join([prose.text for prose in voice.passage.prose])
    found = [(fact, people & {*about.split(", ")}) for fact, about in _TERM.findall(lines)]
    kinds = {(fact, "own" if voice.speaker in who else "other" if who else "") for fact, who in found}
    before, pronouns = re.split("|".join(people), said, maxsplit=1)[0], meanings(names.language, "pronouns")
    kinds |= {(pronouns[word], "victim") for word in WORD.findall(name_key(before)) if word in pronouns}
    stayed = str((words_of(names.language) or {}).get("stayed"))
    return kinds | {("stayed", "own") for _ in re.findall(stayed, said)[:1]}


def _fit(
    own: _Kinds, topic: str, counted: Mapping[str, Counter[tuple[str, str]]], sizes: Mapping[str, int]
) -> float:
    """How much likelier the facts of an answer are on one topic than on another, by how many answers of others have each."""
    more, fits = log((sum(sizes.values()) - sizes[topic] + 1) / (sizes[topic] + 1)), list[float]()
    for kind in own:
        here, everywhere = counted[topic][kind], sum([each[kind] for each in counted.values()])
        if everywhere > 1:
            fits.append(log((here + _DOUBT) / (everywhere - here + _DOUBT)) + more)
    return fsum(fits)
