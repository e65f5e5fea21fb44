"""Declared facts in the words of their declarations: in any tense, with asides, the other way round, with the thing where it is described."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise

from casekit.games.prose.claims.clauses import Clause, Times
from casekit.games.prose.claims.sentence_claims import negations
from casekit.games.prose.claims.sentence_words import paragraph
from casekit.language.formula.nodes import VALUE, split
from casekit.language.spoken.readings import NamedTime
from casekit.language.spoken.word_letters import Lettered, Namer, SaidWord, worded, words_of
from casekit.model.logic import Function, Sort, minutes

_FEWEST_WORDS = 2
"""A phrase with fewer words that are always the same may be said of anything."""
_BETWEEN = re.compile(r"[LDdVTZE-]|[Aaij](?=T)|,R|,[LXvVDdAaijfPwT]{1,7},")
"""The letters of what may be between the words of a phrase: what changes nothing, a time, "who", words between commas."""
_PLACE = re.compile(r"L*[Aaij]*D?[Pp]")
_OTHERS = re.compile(r"[faAijw][Dd]?$")
"""The letters before a clause that is not about what it begins with: "the cat of MARTHA"."""
_ANOTHERS = re.compile(r"[XvV]'")
"""The letters before a clause that may be about another's thing: "in my mother's letters"."""
_TIMES = frozenset("%#mt")
_DOING = frozenset("vcSgolk")
"""The letters of verbs that may be said in the passive."""
_SUFFIXES = (("ies", "y"), ("ied", "y"), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_SHORT = 3
"""Words of fewer letters have no suffix."""

Meant = dict[str, str | None]
"""The values of placeholders; ``None`` for one whose value is not sure."""


@dataclass(frozen=True)
class Phrase:
    """A clause that says a fact, or that it is not so: stems of words and placeholders, in order.

    ``negations`` are those of its words. The value of ``when`` is a time, which may be anywhere in its clause. One of each of its ``keys`` is
    in every text that says it. Something that it has at a place by ``kept``, a verb, may also be one of lying, standing or hanging.
    """

    function: Function
    so: bool
    elements: tuple[str, ...]
    negations: int
    when: str
    keys: tuple[tuple[str, ...], ...]
    kept: str = ""


@dataclass(frozen=True)
class FactPhrases:
    """The phrases of a document. ``places`` is the type of places, ``called`` gives what a value is called, in small letters."""

    names: Namer
    places: str
    called: Callable[[str], frozenset[str]]

    def of(self, function: Function, clause: str, *, so: bool) -> Iterator[Phrase]:
        """The ways of saying a clause: as it is, the other way round ("ALMA was the heir"), as what ALMA does or is done by her, and with "ALMA's" for "of ALMA"."""
        if max(len(words.split()) for words, _ in split(clause)) < _FEWEST_WORDS:
            return
        phrase, letters = self._phrase(function, clause, so=so)
        by = str((words_of(self.names.language) or {}).get("by"))
        yield phrase
        for elements in _turned(phrase.elements, letters, by):
            yield replace(phrase, elements=elements)

    def _phrase(self, function: Function, clause: str, *, so: bool) -> tuple[Phrase, str]:
        """A clause as it is, with the letters of its elements; those of placeholders are "(", those of verbs "v"."""
        elements: list[str] = []
        keys: list[tuple[str, ...]] = []
        when, letters, denials = "", "", 0
        language = self.names.language
        for words, name in split(clause):
            sort = sort_of(function, name) if name else None
            said = [each for each in _lettered(words, self.names) if each[0] not in "LDd"]
            if said and said[-1][0] in "Aaij" and self._is_relative(sort):
                said.pop()
            denials += negations("".join(letter for letter, _ in said))
            for letter, word in (each for each in said if each[0] != "-"):
                stem = _stem(word.text, language)
                elements.append(f"@{_value(word)}" if word.value else stem)
                letters += "v" if letter in _DOING or stem in _verbs(language) else letter
                keys.append(() if word.value else _forms(word.text.casefold(), language))
            if sort is not None and sort.step is not None:
                when = name
            elif name:
                keys.append(tuple(max(each, key=len) for _, each in self._literal(sort)))
                elements.append(f"({name})")
                letters += "("
        thing = elements[-1:] == [f"({VALUE})"] and function.values and function.values.name == self.places
        kept = elements[-2] if thing and "(1)" not in elements and elements[:-2] else ""
        keys = keys[:-2] if kept else keys  # it may as well stand as lie
        ordered = sorted(filter(None, keys), key=lambda key: (len(key), -len(key[0])))
        return Phrase(function, so, tuple(elements), denials, when, tuple(ordered), kept), letters

    def _is_relative(self, sort: Sort | None) -> bool:
        """Whether a preposition before a value may be another one in prose."""
        return sort is not None and (sort.step is not None or sort.name == self.places)

    def _literal(self, sort: Sort | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The values of a type with the words that each may be; none where other people are, and for places."""
        if sort is None or sort.name == self.places or not sort.members.isdisjoint(self.names.people):
            return ()
        return _literal(sort, self.called)

    def values_named(self, sort: Sort, own: Collection[str], text: str) -> set[str]:
        """The values of a type that a text names, if nothing in it makes that unsure; of words that mean much else, beside one of a fact's ``own``."""
        stem = partial(_stem, language=self.names.language)
        folded = text.casefold()
        likely = [each for each in self._literal(sort) if stem(each[1][0]) in folded]
        said = worded(text, 0, None, self.names) if likely else []
        if not set("!?xz-0nC").isdisjoint(letter for letter, _ in said):
            return set()
        stems = [stem(word.text) for _, word in said]
        named = set()
        for value, called in likely:
            wanted = [*map(stem, called)]
            for at in range(len(said) - len(called) + 1):
                beside = {*stems[max(at - 1, 0) : at], *stems[at + len(called) : at + len(called) + 1]}
                if stems[at : at + len(called)] == wanted and (
                    said[at][0] in "XvK" or not beside.isdisjoint(own)
                ):
                    named.add(value)
        return named

    # --- in sentences ----------------------------------------------------------------------------

    def said(self, phrase: Phrase, clause: Clause, here: str) -> Iterator[tuple[Mapping[str, str], bool]]:
        """The values that a phrase has in a clause, wherever that has it, and whether it says so; ``here`` is the place that is described."""
        letters, outer = clause.letters, negations(clause.letters)
        for first in range(len(letters)):
            meant: Meant = {}
            end = self._matched(phrase.elements, phrase, clause, first, meant)
            end = end or self._kept(phrase, clause, first, here, meant)
            if not end or _ANOTHERS.search(letters, 0, first):
                continue
            denials = negations(letters[first:end]) - phrase.negations
            is_others = _OTHERS.search(letters, 0, first) and "R" not in letters[first:end]
            if is_others or denials not in {0, 1} or outer - phrase.negations != denials:
                continue
            if phrase.when:
                meant[phrase.when] = _at(clause.times, sort_of(phrase.function, phrase.when))
            sure = {name: value for name, value in meant.items() if value}
            if len(sure) == len(meant):
                yield sure, phrase.so != bool(denials)

    def _matched(self, elements: Sequence[str], phrase: Phrase, clause: Clause, at: int, meant: Meant) -> int:
        """Where elements end that begin at a word; 0 if they do not. What placeholders mean is put into ``meant``."""
        for number, element in enumerate(elements):
            end = self._element(element, phrase, clause, at, meant)
            while not end and number and (between := _BETWEEN.match(clause.letters, at)):
                at = between.end()
                end = self._element(element, phrase, clause, at, meant)
            if not end:
                return 0
            at = end
        return at

    def _element(self, element: str, phrase: Phrase, clause: Clause, at: int, meant: Meant) -> int:
        letters = clause.letters[at : at + 8]
        if not letters:
            return 0
        word = clause.words[at]
        if element.startswith("@"):
            return at + 1 if _value(word) == element[1:] else 0
        if not element.startswith("("):
            stands = element == phrase.kept and letters[0] in "Bb"
            return at + 1 if stands or _stem(word.text, self.names.language) == element else 0
        name = element.strip("()'")
        sort = sort_of(phrase.function, name)
        if sort is not None and sort.name == self.places:
            place = _PLACE.match(letters)
            meant[name] = str(clause.words[at + place.end() - 1].value) if place else None
            return at + place.end() if place else 0
        if letters[0] in "NI" and (letters[1:2] == "'") == element.endswith("'"):
            meant[name] = str(word.value) if sort and word.value in sort.members else None
            return at + 1 + element.endswith("'")
        for value, called in self._literal(sort):
            if tuple(each.text.casefold() for each in clause.words[at : at + len(called)]) == called:
                meant[name] = value
                return at + len(called)
        return 0

    def _kept(self, phrase: Phrase, clause: Clause, at: int, here: str, meant: Meant) -> int:
        """Where a clause ends that puts a thing where somebody describes it: "on the hook hung the coat"."""
        letters = clause.letters
        if not (phrase.kept and here) or not set("PphTBSGnRC").isdisjoint(letters):
            return 0
        *thing, verb, place = phrase.elements
        for order in ((*thing, verb), (verb, *thing)):
            end = self._matched(order, phrase, clause, at, meant)
            if any(
                letter == "b" and _stem(word.text, self.names.language) != "be"
                for letter, word in zip(letters[at:end], clause.words[at:end], strict=True)
            ):
                meant[place.strip("()")] = here
                return end
        return 0


def _turned(elements: tuple[str, ...], letters: str, by: str) -> Iterator[tuple[str, ...]]:
    """Other orders of the elements of a clause, by their letters."""
    match elements:
        case [*subject, "be", last] if last.startswith("(") and not any("(" in each for each in subject):
            yield (last, "be", *subject)
        case [one, verb, *rest] if verb != "be" and re.match(r"\(v[^AaijfwvBb]", letters):
            yield (*rest, "be", verb, by, one)
        case [*rest, "be", verb, one_by, one] if one_by == by and one.startswith("("):
            yield (one, verb, *rest)
        case [_, "be", *rest] if letters[0] == "h" and (relation := re.search(r"[Aaij]", letters[2:])):
            yield (*rest[: relation.start()], "be", *rest[relation.start() :])
    for at, (of, owner) in enumerate(pairwise(elements)):
        if of in {"of", "de"} and owner.startswith("("):
            first = max((1 + place for place, each in enumerate(elements[:at]) if each == "be"), default=0)
            yield (*elements[:first], f"{owner}'", *elements[first:at], *elements[at + 2 :])


def sort_of(function: Function, name: str) -> Sort | None:
    """The type of what takes the place of a placeholder."""
    if name == VALUE:
        return function.values
    at = int(name) - 1
    return function.arguments[at] if at < len(function.arguments) else None


@lru_cache(maxsize=1_000)
def _lettered(words: str, names: Namer) -> Lettered:
    found = worded(words, 0, None, names)
    if _TIMES.isdisjoint([letter for letter, _ in found]):
        return found
    said = paragraph(words, None, "", names).sentence(0)
    return [*zip(said.letters, said.words, strict=True)]


@lru_cache(maxsize=64)
def _literal(sort: Sort, called: Callable[[str], frozenset[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((value, tuple(name.split())) for value in sort.values for name in sorted(called(value)))


def _value(word: SaidWord) -> str:
    """The meaning of a word, as text: somebody, a place, or the words for a time."""
    return word.value.words.casefold() if isinstance(word.value, NamedTime) else word.value or ""


def _at(times: Times, sort: Sort | None) -> str | None:
    """The value of a clock that a clause names; ``None`` if it names none, or several."""
    match times:
        case [NamedTime() as time] if sort and not time.vague and len(time.within) <= len(time.readings):
            found = [each for each in sort.values if minutes(each) in time.readings]
            return found[0] if len(found) == 1 else None
    return None


@lru_cache(maxsize=2_000)
def _stem(word: str, language: str) -> str:
    """A word without what its ending says of time and number."""
    whole = word.casefold().replace("’", "'")
    base = _irregular(language).get(whole)
    if base:
        return base
    for suffix, instead in _SUFFIXES:
        if len(whole) > _SHORT and whole.endswith(suffix) and not whole.endswith("ss"):
            rest = whole.removesuffix(suffix) + instead
            return rest[:-1] if suffix == "ed" and rest[-1:] == rest[-2:-1] else rest.removesuffix("e")
    return whole


def _forms(word: str, language: str) -> tuple[str, ...]:
    """Pieces of words one of which is in every form of a word; none if that is not known, or the word is everywhere."""
    stem = _stem(word, language)
    irregular = tuple(form for form, first in _irregular(language).items() if first == stem)
    if irregular or len(word) <= _SHORT:
        return irregular if stem != "be" else ()
    return (stem if word.startswith(stem) else stem[:_SHORT],)


def _verbs(language: str) -> Collection[str]:
    """The verbs whose forms are listed."""
    return _irregular(language).values()


@lru_cache(maxsize=4)
def _irregular(language: str) -> Mapping[str, str]:
    """The forms of verbs that no rule gives, with the first of each."""
    words = words_of(language)
    verbs = [each.split() for each in words["verbs"].split("; ")] if words else []
    return {form: first for first, *others in verbs for form in (first, *others)}
