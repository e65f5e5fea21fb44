"""The declared facts that sentences may say: who was where, by what the writer says of a fact, and those in the case's own words."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set as AbstractSet
from functools import cache, cached_property
from itertools import chain

from casekit.language.formula.nodes import VALUE, FactSentences, Scope
from casekit.language.suggestions import name_key
from casekit.logic.formulas import DAY, Apply, Constant, Equal, Formula, Function, Holds, Term
from casekit.prose.claims.clauses import (
    PresenceClaim,
    TimeExtent,
    clauses,
    letters_of,
    negations,
    presences,
    whole,
)
from casekit.prose.claims.fact_patterns import FactPatterns, Phrase, stems
from casekit.prose.claims.sentences import TaggedSentence, paragraph
from casekit.prose.claims.swapped_text import roots
from casekit.prose.expressions.recognizer import (
    NameIndex,
    all_times,
    hours,
    listed_words,
    straightened,
    words_of,
)
from casekit.prose.expressions.time_and_number_words import window
from casekit.values import field, frozen

_NONE = frozenset[str]()
_TWO = 2
"""A beginning and an end."""


@frozen
class FactClaim:
    """The claim of a sentence about a fact, and about the subject of the sentence or else their company.

    One of the ``formulas`` is so, or ``every`` one, or none if it is ``denied``. They differ in the time alone.
    """

    sentence: TaggedSentence
    function: Function
    formulas: tuple[Formula, ...]
    every: bool = False
    denied: bool = False
    is_subject: bool = True

    def is_refuted_by(self, wrong: Collection[Formula]) -> bool:
        """Whether those of its formulas that are wrong make the claim wrong."""
        return bool(wrong) and (self.every or len(wrong) == len(self.formulas))


@frozen
class _Whereabouts:
    """A fact that says where somebody was: its arguments for a person and for a time, which are certain ``hours``, or the minutes that it is about, and the writer's ``words``."""

    function: Function
    who: int
    when: int | None
    about: AbstractSet[int]
    words: str
    hours: Mapping[str, frozenset[int]]


@frozen
class ClaimReader:
    """The facts of one document as its prose may say them.

    ``places`` is the type of places, ``elements`` are questions of the game, about which nothing is read; ``printed`` gives what a
    value is called. ``near`` has for facts, by their names, the first sentence met so far that has their words, whether it is read as them or not.
    """

    names: NameIndex
    scope: Scope
    glosses: Mapping[str, str]
    sentences: Mapping[str, FactSentences]
    places: str
    elements: Collection[str]
    printed: Callable[[str], str]
    near: dict[str, str] = field(default_factory=dict)

    def said(self, text: str, speaker: str | None, here: str, about: str = "") -> Iterator[FactClaim]:
        """The claims of a paragraph; ``here`` is the place that it describes."""
        is_timed = all(each.when is not None or each.about for each in self._whereabouts)
        for presence in presences(text, speaker, here, self.names, about=about, timed=is_timed):
            yield from self._of_presence(presence)
        yield from self.in_words(text, speaker, here, about)

    # --- who was where ---------------------------------------------------------------------------

    @cached_property
    def _whereabouts(self) -> tuple[_Whereabouts, ...]:
        words = words_of(self.names.language)
        functions = self.scope.functions if words else ()
        people = {*self.names.people}
        found = []
        for function in functions:
            clause = self.sentences.get(function.name)
            said = f"{clause.so if clause else ''} {self.glosses.get(function.name, '')}".strip()
            who = [at for at, sort in enumerate(function.arguments) if people & sort.members]
            clocks = [hours(sort, self.names.language) for sort in function.arguments]
            when = [at for at, clock in enumerate(clocks) if clock]
            placed = function.table is None and function.values and function.values.name == self.places
            if not placed or len(who) != 1 or 1 + len(when) != len(function.arguments) or words is None:
                continue
            if re.search(words["present"], said) if said else re.fullmatch(words["names"], function.name):
                at = when[0] if when else None
                about, clock = self._about(said), clocks[when[0]] if when else {}
                found.append(_Whereabouts(function, who[0], at, about, name_key(said), clock))
        return tuple(found)

    def _about(self, said: str) -> AbstractSet[int]:
        """The minutes that the words on a fact name: all from the first to the last of two."""
        named = all_times(straightened(said), self.names.language)
        exact = [each for each in named if not each.vague]
        times = tuple(each.readings for each in exact or named)
        span = window(times)
        if span is None:
            return frozenset[int]().union(*times)
        first, last = span
        return frozenset((first + passed) % DAY for passed in range((last - first) % DAY + 1))

    def _of_presence(self, presence: PresenceClaim) -> Iterator[FactClaim]:
        """The claims of a sentence that says who was where, about facts of the document."""
        sentence, every, denied = presence.sentence, presence.when.lasted, presence.denied
        for fact in self._whereabouts:
            for number, person in enumerate(presence.people):
                terms = (Apply(fact.function, each) for each in _arguments(fact, presence, person))
                formulas = tuple(Equal(term, Constant(presence.place)) for term in terms)
                if formulas and person in fact.function.arguments[fact.who].members:
                    yield FactClaim(
                        sentence, fact.function, formulas, every, denied, number < presence.subjects
                    )

    # --- in the words of the case ----------------------------------------------------------------

    def in_words(self, text: str, speaker: str | None, here: str, about: str = "") -> Iterator[FactClaim]:
        """The facts that a paragraph says in the words of their declarations."""
        known, phrases, pieces = self._phrases
        folded = name_key(text)
        present = {each for each in pieces if each in folded}
        likely = [each for each in phrases if not present.isdisjoint(each.keys[0])]
        for phrase in (each for each in likely if _has(folded, each.keys)):
            said = paragraph(text, speaker, here, self.names, about)
            numbers = [at for at, sentence in enumerate(said.folded) if _has(sentence, phrase.keys)]
            wanted = [each for each in phrase.elements if "(" not in each]
            for (start, end), words in [(said.stretches[at], said.folded[at]) for at in numbers]:
                if sum(map(words.__contains__, wanted)) >= len(wanted) - 1:  # a verb may have another form
                    self.near.setdefault(phrase.function.name, " ".join(said.whole[start:end].split()))
            read = whole if phrase.is_owned else clauses
            for clause in (clause for number in numbers for clause in read(said, number)):
                for meant, so in known.said(phrase, clause, here):
                    function = phrase.function
                    arguments = (Constant(meant[str(at)]) for at, _ in enumerate(function.arguments, 1))
                    term, value = Apply(function, tuple(arguments)), meant.get(VALUE)
                    formula = Equal(term, Constant(value)) if value else Holds(term)
                    yield FactClaim(clause.sentence, function, (formula,), denied=not so)

    @cached_property
    def _phrases(self) -> tuple[FactPatterns, tuple[Phrase, ...], frozenset[str]]:
        known = FactPatterns(self.names, self.places, cache(self._names))
        elsewhere = {*self.elements, *(each.function.name for each in self._whereabouts)}
        functions = self.scope.functions if words_of(self.names.language) else ()
        phrases = [
            phrase
            for each in functions
            if each.name in self.sentences and each.name not in elsewhere
            for clause, so in self.sentences[each.name].ways
            for phrase in known.of(each, clause, so=so)
            if phrase.keys
        ]
        return known, tuple(phrases), frozenset(piece for each in phrases for piece in each.keys[0])

    def is_whereabouts(self, term: Term) -> bool:
        """Whether a term is of a fact that says where somebody was."""
        return isinstance(term, Apply) and any(each.function == term.function for each in self._whereabouts)

    def values_named(self, function: Function, text: str) -> set[str]:
        """The values of a fact that words surely name; none where they may mean something else."""
        if function.values is None or function.name in self.elements or function.values.step is not None:
            return set()
        known, phrases, _ = self._phrases
        own = [each for phrase in phrases if phrase.function == function for each in phrase.elements]
        return known.values_named(function.values, frozenset(own), text)

    def words_about(self, function: Function) -> tuple[frozenset[str], frozenset[str]]:
        """The words for what somebody has done, is or has, or for what something is or is done; and those that say the contrary.

        There are none, if it takes more than a negation to deny them and no word says that they are not so.
        """
        clauses_ = self.sentences.get(function.name)
        ways = [] if clauses_ is None or function.values else [*clauses_.ways]
        denials = {
            so: [negations(letters_of(words, self.names)) for words, each in ways if each == so]
            for so in (True, False)
        }
        if not ways or any(denials[True]):
            return _NONE, _NONE
        said = [re.sub(r"\(\w+\)", "", words) for words, so in ways if so]
        if all(denials[False]) and ways[0][0].startswith("(1)"):
            spoken = (roots(each.replace("-", ""), self.names.language) for each in said)
            return frozenset[str]().union(*spoken), _NONE
        being = "|".join(sorted(listed_words(self.names.language, "be")))
        if all(denials[False]):
            ends = (re.search(rf"\b(?:{being}) ([\w-]+)$", each.strip()) for each in said)
            return frozenset([name_key(end[1]) for end in ends if end]), _NONE
        one, other = name_key(ways[0][0]).split(), name_key(ways[1][0]).split()
        pairs = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]]
        if any(denials[False]) or len(one) != len(other) or len(pairs) != 1 or ways[1][1]:
            return _NONE, _NONE
        return frozenset(pairs[0][:1]), frozenset(pairs[0][1:])

    @cached_property
    def own_words(self) -> Mapping[str, AbstractSet[str]]:
        """The stems of the words that are in the sentences of one fact alone, by its name."""
        said = {
            name: stems(" ".join([so for so, _ in each.ways]), self.names.language)
            for name, each in self.sentences.items()
        }
        spread = Counter(chain.from_iterable(said.values()))
        return {name: {word for word in words if spread[word] == 1} for name, words in said.items()}

    def _names(self, value: str) -> frozenset[str]:
        return frozenset(map(name_key, (self.printed(value), re.sub("[_-]", " ", value), value)))


def _has(text: str, keys: Iterable[Iterable[str]]) -> bool:
    """Whether a text has one of some pieces of words for each of ``keys``."""
    return all(any(map(text.__contains__, each)) for each in keys)


def _arguments(fact: _Whereabouts, presence: PresenceClaim, person: str) -> Iterator[tuple[Constant, ...]]:
    """The arguments at which a fact is what a sentence says of a person."""
    who = Constant(person)
    if fact.when is None:
        when = presence.when
        near = bool(fact.about & when.minutes) and (when.lasted or not presence.arriving)
        said = when.words in fact.words if when.words else not (fact.about or when.minutes)
        if (near or said) and when.edge != "after":
            yield (who,)
        return
    times = fact.function.arguments[fact.when].values
    is_any = presence.nobody and presence.when == TimeExtent()
    at = [place for place, each in enumerate(times) if is_any or fact.hours[each] & presence.when.minutes]
    if presence.when.edge == "after":
        at = [at[-1] + 1] if at and at[-1] + 1 < len(times) else []
    elif presence.arriving and at and not (presence.denied or presence.when.ends):
        at.append(min(at[-1] + 1, len(times) - 1))
    if presence.when.ends:  # of "until ten", only the time before is sure; of "from nine until ten" nine, too
        within = [place for place in at if not fact.hours[times[place]] & presence.when.ends]
        both = within if len(at) > _TWO else at
        at = {"last": within[-1:], "both": both}.get(presence.when.edge, within[:1])
    elif presence.when.lasted and len(at) > _TWO:
        at = at[1:-1]  # when somebody came and went is less sure than where they were in between
    for each in at:
        time = Constant(times[each])
        yield (who, time) if fact.who < fact.when else (time, who)
