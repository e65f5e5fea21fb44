"""Declared facts in the words of their declarations: in any tense, with asides, the other way round, with the thing where it is described."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from casekit.language.formula.nodes import VALUE, split
from casekit.language.suggestions import name_key
from casekit.logic.formulas import Function, Sort
from casekit.prose.claims.clauses import SpokenClause, Times, is_exact, negations
from casekit.prose.claims.sentences import WORD, paragraph, telling
from casekit.prose.expressions.recognizer import (
    Lettered,
    NameIndex,
    Token,
    hours,
    listed_words,
    usual_words,
    worded,
    words_of,
)
from casekit.prose.expressions.time_and_number_words import NamedTime
from casekit.values import frozen, replace

_FEWEST_WORDS = 2
"""A phrase with fewer words that are always the same may be said of anything."""
_OTHERS = re.compile(r"[faAijw][Dd]?$")
"""The letters before a clause that is not about what it begins with: "the cat of MARTHA"."""
ANOTHERS = re.compile(r"[XvV]'")
"""The letters before a clause that may be about another's thing: "in my mother's letters"."""
_ASIDE = re.compile(r"(?<=,)[LXvVDdAaijfOC&]{1,9},|(?<=[XvV])D[XNIWHn]L*[BL].*$")
"""The letters of words between commas, and of a relative clause at the end: "that everybody has been looking for"."""
_TIMES = frozenset("%#mt")
_DOING = frozenset("vcSgolk")
"""The letters of verbs that may be said in the passive."""
_SUFFIXES = (("ies", "y"), ("ied", "y"), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_HYPHENED = re.compile(r"\w+(?:-\w+)*")
_SHORT = 3
"""Words of fewer letters have no suffix."""

# Patterns of clauses in which each word is its letter, its stem or meaning, and a space: what may be between the words of a phrase, which
# is what changes nothing, a time, "who", words between commas; and before a place.
_BETWEEN = r"(?:[LDdVTZE-]\S* |[Aaij]\S* (?=T)|,\S* R\S* |,\S* (?:[LXvVDdAaijfPwT]\S* ){1,7},\S* )*?"
# A thing that nothing else is said to be about: "the lamp", not "of the lamp"; what follows if it is here; and what may follow in a list.
_ALONE = r"(?:^|(?<!\S)[^AaijfwUu'\s]\S* )[Dd]\S* (?:L\S* )*"
_IS_LYING = r"b(?!be )\S* "
# What may be between that and its name: "lies the frayed bell rope"; "a" only before a name of several words.
_ITS_NAME = tuple(rf"(?:[LTZ]\S* )*{article}\S* (?:[LXvV]\S* ){{0,2}}?" for article in ("D", "[Dd]"))
_IS_HERE = r"(?=bbe (?:L\S* )*[Aaj]\S* |[XvV]\S* [LDd]\S* )"
_AND_MORE = r"(?=[,;:.w]\S* |[Aaj]\S* )"
_ACTIVE = frozenset("BbGgocSlFYkNIWHJOn-0RPTh!?")
_BEFORE_PLACES = r"(?:L\S* )*(?:[Aaij]\S* )*(?:D\S* )?"


@frozen
class Phrase:
    """A clause that says a fact, or that it is not so: stems of words and placeholders, in order.

    ``negations`` are those of its words. The value of ``when`` is a time, which may be anywhere in its clause. One of each of its ``keys`` is
    in every text that says it. One that ``is_owned`` names somebody's thing, one that ``is_thing`` speaks of no person. Something that it has at a place by ``kept``, a verb, may also be one of lying, standing or hanging.
    """

    function: Function
    so: bool
    elements: tuple[str, ...]
    negations: int
    when: str
    keys: tuple[tuple[str, ...], ...]
    kept: str = ""
    is_owned: bool = False
    is_thing: bool = False


@frozen
class FactPatterns:
    """The phrases of a document. ``places`` is the type of places, ``called`` gives what a value is called, in small letters."""

    names: NameIndex
    places: str
    called: Callable[[str], frozenset[str]]

    def of(self, function: Function, clause: str, *, so: bool) -> Iterator[Phrase]:
        """The ways of saying a clause: as it is, the other way round ("ALMA was the heir"), as what ALMA does or is done by her, and with "ALMA's" for "of ALMA"."""
        if sum([len(words.split()) for words, _ in split(clause)]) < _FEWEST_WORDS:
            return
        yield from self._as_it_is(function, clause, so=so)
        for other, is_same in in_other_words(clause, self.names.language):
            yield from self._as_it_is(function, other, so=so == is_same)

    def _as_it_is(self, function: Function, clause: str, *, so: bool) -> Iterator[Phrase]:
        phrase, letters = self._phrase(function, clause, so=so)
        by = str((words_of(self.names.language) or {}).get("by"))
        yield phrase
        for elements in _turned(phrase.elements, letters, by):
            yield replace(phrase, elements=elements)
        worn = re.match(str((words_of(self.names.language) or {}).get("wearing")), clause)
        if worn and so and function.values:  # "EDGAR's red scarf"
            noun = [_stem(each, self.names.language) for each in worn.groups() if each]
            called = tuple(max(each, key=len) for _, each in self._literal(function.values))
            yield replace(phrase, elements=("(1)'", f"({VALUE})", *noun), keys=(called,), is_owned=True)
        owned = re.match(str((words_of(self.names.language) or {}).get("owning")), clause)
        if owned and so and function.values is None:  # "EDGAR's key"
            thing, keys = _stem(owned[1], self.names.language), _forms(owned[1], self.names.language)
            ways = [
                ("(1)'", thing),
                *((thing, of, "(1)") for of in sorted(listed_words(self.names.language, "of"))),
            ]
            for elements in ways:
                yield replace(phrase, elements=elements, keys=(keys,), is_owned=True)

    def _phrase(self, function: Function, clause: str, *, so: bool) -> tuple[Phrase, str]:
        """A clause as it is, with the letters of its elements; those of placeholders are "(", those of verbs "v"."""
        elements: list[str] = []
        keys: list[tuple[str, ...]] = []
        when, letters, denials = "", "", 0
        language = self.names.language
        for words, name in split(clause):
            sort = _sort_of(function, name)
            # Hours in words may be numbers where they are not what a fact is about.
            is_time = sort is not None and (
                sort.step is not None or (name != VALUE and bool(hours(sort, self.names.language)))
            )
            lettered = _lettered(words, self.names)
            said = [each for each in lettered if each[0] not in "LDdE"]
            if said and said[-1][0] in "Aaij" and sort and (is_time or sort.name == self.places):
                said.pop()  # another one may be before a time or a place
            if said and said[-1][0] in "Bb":  # "was out"
                said += [each for each in lettered[lettered.index(said[-1]) :] if each[0] == "L"]
            denials += negations("".join(letter for letter, _ in said))
            for letter, word in (each for each in said if each[0] != "-"):
                elements.append(_meaning(word, language))
                is_verb = letter in _DOING or elements[-1] in _verbs(language)
                letters += "v" if is_verb else letter
                is_key = not word.value and letter not in "Aaijfwh"
                keys.append(_forms(name_key(word.text), language) if is_key else ())
            when = name if is_time else when
            if name and not is_time:
                keys.append(tuple(max(each, key=len) for _, each in self._literal(sort)))
                elements.append(f"({name})")
                letters += "("
        is_placed = (
            elements[-1:] == [f"({VALUE})"] and function.values and function.values.name == self.places
        )
        is_thing = not any(sort.members & {*self.names.people} for sort in function.arguments)
        kept = elements[-2] if is_placed and is_thing and elements[:-2] else ""
        keys = keys[:-2] if kept else keys  # it may as well stand as lie
        ordered = sorted(filter(None, keys), key=lambda key: (len(key), -len(key[0])))
        return Phrase(
            function, so, tuple(elements), denials, when, tuple(ordered), kept, is_thing=is_thing
        ), letters

    def _literal(self, sort: Sort | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The values of a type with the words that each may be; none where other people are, and for places."""
        if sort is None or sort.name == self.places or not sort.members.isdisjoint(self.names.people):
            return ()
        return _literal(sort, self.called)

    def values_named(self, sort: Sort, own: Collection[str], text: str) -> set[str]:
        """The values of a type that a text names, if nothing in it makes that unsure; of words that mean much else, beside one of a fact's ``own``."""
        folded = name_key(text)
        likely = [each for each in self._literal(sort) if _stem(each[1][0], self.names.language) in folded]
        said = worded(text, 0, None, self.names) if likely else []
        if not set("!?xz-0nC").isdisjoint(letter for letter, _ in said):
            return set()
        stems = [_stem(word.text, self.names.language) for _, word in said]
        named = set()
        for value, called in likely:
            wanted = [_stem(each, self.names.language) for each in called]
            for at in range(len(said) - len(called) + 1):
                end = at + len(called)
                beside = {*stems[max(at - 1, 0) : at], *stems[end : end + 1]}
                if stems[at:end] == wanted and (said[at][0] in "XvK" or not beside.isdisjoint(own)):
                    named.add(value)
        return named

    # --- in sentences ----------------------------------------------------------------------------

    def said(
        self, phrase: Phrase, clause: SpokenClause, here: str
    ) -> Iterator[tuple[Mapping[str, str], bool]]:
        """The values that a phrase has in a clause, wherever that has it, and whether it says so; ``here`` is the place that is described."""
        letters = clause.letters
        meanings = [_meaning(each, self.names.language) for each in clause.words]
        further = listed_words(self.names.language, "further")  # "a second glass"
        text = "".join([f"{letter}{said} " for letter, said in zip(letters, meanings, strict=True)])
        for pattern in self._patterns(
            phrase, here if set("PhTBSGnRC").isdisjoint(_ASIDE.sub("", letters)) else ""
        ):
            for match in re.finditer(pattern, text):
                first, end = (text.count(" ", 0, at) for at in match.span())
                denials = negations(letters[first:end]) - phrase.negations
                is_others = _OTHERS.search(letters, 0, first) and "R" not in letters[first:end]
                is_others = is_others or letters[end : end + 1] == "f"  # "the cord of the curtain"
                near = clause.sentence.words if phrase.is_thing else clause.words[max(0, first - 2) : first]
                if not phrase.kept and not further.isdisjoint([name_key(word.text) for word in near]):
                    continue
                if phrase.is_thing and not phrase.when and not self._is_lasting(clause):
                    continue
                if phrase.is_owned:  # "EDGAR's key to his trunk"
                    is_others = letters[end : end + 1] in {*"fiXvV'"}
                if is_others or ANOTHERS.search(letters, 0, first) or denials not in {0, 1}:
                    continue
                found = ((name[1:], said) for name, said in match.groupdict().items())
                meant = {name: self._value(phrase, name, said) if said else here for name, said in found}
                if phrase.when:
                    meant[phrase.when] = self._at(clause.times, _sort_of(phrase.function, phrase.when))
                if all(meant.values()) and negations(letters) - phrase.negations == denials:
                    yield meant, phrase.so != bool(denials)
        for groups in self._listed(phrase, text) if phrase.kept and phrase.so and here else ():
            meant = {name[1:]: self._value(phrase, name[1:], said) for name, said in groups.items()}
            yield {**meant, VALUE: here}, phrase.so

    def _is_lasting(self, clause: SpokenClause) -> bool:
        """Whether a clause says how a thing was all the time, or at none: at an hour, or when something else happened, it may be otherwise."""
        words = clause.sentence.words[max(0, clause.start - 1) : clause.start + len(clause.letters) + 1]
        passing = listed_words(self.names.language, "passing")
        return passing.isdisjoint([name_key(word.text) for word in words]) and {"E", "Z"}.issuperset(
            clause.named(0, len(clause.letters))
        )

    def _patterns(self, phrase: Phrase, here: str) -> Iterator[str]:
        """The patterns of a phrase; where somebody describes a place, also of a thing there and a verb: "on the hook hung the coat"."""
        yield self._pattern(phrase, phrase.elements, rf"(?:[Bb]\S*|\S{phrase.kept}) ")
        *thing, verb, place = phrase.elements
        if phrase.kept and here and place == f"({VALUE})":
            called, here_is = self._pattern(phrase, thing, ""), f"(?P<p{VALUE}>)"
            yield self._pattern(phrase, (*thing, verb), _IS_LYING) + here_is
            yield _IS_LYING + _ITS_NAME[len(thing) > 1] + called + r"(?!X\S* )" + here_is
            if phrase.so:
                yield _ALONE + self._pattern(phrase, thing, "") + _IS_HERE + f"(?P<p{VALUE}>)"

    def _listed(self, phrase: Phrase, text: str) -> Iterator[Mapping[str, str]]:
        """The thing of a phrase, if it is among those that are listed without a verb: "a lamp, a ledger, a cap"."""
        verbs = _verbs(self.names.language)
        for match in re.finditer(_ALONE + self._pattern(phrase, phrase.elements[:-2], "") + _AND_MORE, text):
            before = text[: match.end()].split()
            if not any(word[0] in _ACTIVE or word[1:] in verbs for word in before):
                yield match.groupdict()

    def _pattern(self, phrase: Phrase, elements: Sequence[str], kept: str) -> str:
        pieces = []
        for element in elements:
            name = element.strip("()'")
            sort = _sort_of(phrase.function, name) if "(" in element else None
            owner = r"'\S* " if element.endswith("'") else "(?!')"
            if sort is None:
                pieces.append(kept if element == phrase.kept else rf"\S{re.escape(element)} ")
            elif sort.name == self.places:
                pieces.append(rf"{_BEFORE_PLACES}(?P<p{name}>[Pp]\S+ )")
            else:
                stems = (re.escape(each).replace(r"\ ", r" \S") for each in self._by_stems(sort))
                called = "".join([rf"|\S{each} " for each in stems])
                whose = rf"(?=')|d(?:{'|'.join(sort.values)}) )(?:{owner})?"  # "my", "her"
                ending = whose if element.endswith("'") else f"){owner}"
                pieces.append(rf"(?P<p{name}>(?:[NI]\S+ {called}){ending}")
        return r"(?<!\S)" + _BETWEEN.join(pieces)

    def _by_stems(self, sort: Sort) -> Mapping[str, str]:
        """The values of a type by the stems of the words for each."""
        language = self.names.language
        return {
            " ".join([_stem(each, language) for each in called]): value
            for value, called in self._literal(sort)
        }

    def _value(self, phrase: Phrase, name: str, said: str) -> str:
        """The value that a placeholder has by the words in its place; empty if they mean something else."""
        sort = _sort_of(phrase.function, name)
        words = " ".join([word[1:] for word in said.split()])
        return "" if sort is None else words if words in sort.members else self._by_stems(sort).get(words, "")

    def _at(self, times: Times, sort: Sort | None) -> str:
        """The value of a clock that a clause names; empty if it names none, or several."""
        match times:
            case [NamedTime() as time] if sort and is_exact(time):
                known = hours(sort, self.names.language)
                found = [each for each, at in known.items() if not at.isdisjoint(time.readings)]
                return found[0] if len(found) == 1 else ""
        return ""


def _turned(elements: tuple[str, ...], letters: str, by: str) -> Iterator[tuple[str, ...]]:
    """Other orders of the elements of a clause, by their letters."""
    match elements:
        case [*subject, "be", last] if last.startswith("(") and not any("(" in each for each in subject):
            yield (last, "be", *subject)
        case [one, "be", *rest] if one.startswith("("):
            yield (*rest, "be", one)
            if re.match(r".v(?:$|[^AaijfwvBb])", letters[1:]):
                yield ("be", *rest, "be", one) if len(rest) == 1 else (rest[0], one, *rest[1:])
        case [one, verb, *rest] if re.match(r"\(v[^AaijfwvBb]", letters):
            yield (*rest, "be", verb, by, one)
        case [*rest, "be", verb, one_by, one] if one_by == by and one.startswith("("):
            yield (one, verb, *rest)
        case [_, "be", *rest] if letters[0] == "h" and (relation := re.search(r"[Aaij]", letters[2:])):
            yield (*rest[: relation.start()], "be", *rest[relation.start() :])
    for at, (of, owner) in enumerate(pairwise(elements)):
        if of in {"of", "de"} and owner.startswith("("):
            first = max((1 + place for place, each in enumerate(elements[:at]) if each == "be"), default=0)
            yield (*elements[:first], f"{owner}'", *elements[first:at], *elements[at + 2 :])


def in_other_words(clause: str, language: str) -> Iterator[tuple[str, bool]]:
    """A clause with other words for one of its own, and whether they mean the same: "shut" and "closed", but "open"."""
    known = opposites(language)
    for word in sorted(known.keys() & {*_HYPHENED.findall(clause)}):
        sides = [side.split("|") for side in known[word][0].split("/")]
        for other, is_same in [(each, word in side) for side in sides for each in side if each != word]:
            yield re.sub(rf"(?<!\w){word}(?!\w)", other, clause), is_same


@lru_cache(maxsize=4)
def opposites(language: str) -> Mapping[str, tuple[str, bool]]:
    """Words for how something is, each with its pair, "open/shut|closed", and whether it is on the second side of that."""
    pairs = [(pair, pair.split("/")) for pair in sorted(listed_words(language, "opposites"))]
    return {
        word: (pair, side is not sides[0])
        for pair, sides in pairs
        for side in sides
        for word in side.split("|")
    }


def _sort_of(function: Function, name: str) -> Sort | None:
    """The type of what takes the place of a placeholder."""
    sorts = {str(at): sort for at, sort in enumerate(function.arguments, 1)}
    return function.values if name == VALUE else sorts.get(name)


@lru_cache(maxsize=1_000)
def _lettered(words: str, names: NameIndex) -> Lettered:
    found = worded(words, 0, None, names)
    if _TIMES.isdisjoint([letter for letter, _ in found]):
        return found
    said = paragraph(words, None, "", names).sentence(0)
    return [*zip(said.letters, said.words, strict=True)]


@lru_cache(maxsize=64)
def _literal(sort: Sort, called: Callable[[str], frozenset[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((value, tuple(name.split())) for value in sort.values for name in sorted(called(value)))


def _meaning(word: Token, language: str) -> str:
    """A word as who, where or when it means, or else as its stem, without spaces."""
    meant = name_key(word.value.words) if isinstance(word.value, NamedTime) else word.value
    return (meant or _stem(word.text, language)).replace(" ", "_")


@lru_cache(maxsize=2_000)
def _stem(word: str, language: str) -> str:
    """A word without what its ending says of time and number."""
    whole = name_key(word).replace("’", "'")
    base = _irregular(language).get(whole)
    if base:
        return base
    for suffix, instead in _SUFFIXES:
        if len(whole) > _SHORT and whole.endswith(suffix) and not whole.endswith("ss"):
            rest = whole.removesuffix(suffix) + instead
            return rest[:-1] if suffix == "ed" and rest[-1:] == rest[-2:-1] else rest.removesuffix("e")
    return whole


@lru_cache(maxsize=2_000)
def stems(text: str, language: str) -> frozenset[str]:
    """The stems of the words of a text that name, describe or do something."""
    words = [word for word in WORD.findall(name_key(text)) if len(word) > _SHORT]
    return frozenset([_stem(word, language) for word in words if word not in _small(language)])


@lru_cache(maxsize=4)
def _small(language: str) -> frozenset[str]:
    return usual_words(language) - telling(language, "BGgFSolckU")


def _forms(word: str, language: str) -> tuple[str, ...]:
    """Pieces of words one of which is in every form of a word; none if the word is everywhere."""
    stem = _stem(word, language)
    if stem in _verbs(language):
        return _verbs(language)[stem] if stem != "be" else ()
    return (stem if word.startswith(stem) else stem[:_SHORT],)


@lru_cache(maxsize=4)
def _irregular(language: str) -> Mapping[str, str]:
    """The forms of verbs that no rule gives, with the first of each."""
    return {form: first for first, forms in _verbs(language).items() for form in forms}


@lru_cache(maxsize=4)
def _verbs(language: str) -> Mapping[str, tuple[str, ...]]:
    words = words_of(language)
    verbs = [tuple(each.split()) for each in words["verbs"].split("; ")] if words else []
    return {forms[0]: forms for forms in verbs}
