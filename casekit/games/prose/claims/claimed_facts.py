"""The declared facts that sentences may say: who was where, by what the writer says of a fact, and those in the case's own words."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property

from casekit.games.prose.claims.sentence_claims import Namer, Presence, plainly_said, words_of
from casekit.language.formula.clocks import DAY, minutes, step
from casekit.language.formula.scope import Scope
from casekit.language.sentences import VALUE, Sentences, split
from casekit.language.spoken.readings import window
from casekit.language.spoken.spoken_words import all_times, straightened
from casekit.model.logic import Apply, Constant, Equal, Formula, Function, Holds, Sort

_TWO = 2
"""A beginning and an end."""
_FEWEST_WORDS = 2
"""A phrase with fewer words that are always the same may be said of anything."""


@dataclass(frozen=True)
class Claimed:
    """The claim of a sentence, from ``start`` to ``end`` of its paragraph, about a fact.

    One of the ``formulas`` is so, or ``every`` one, or none if it is ``denied``. They differ in the time alone.
    """

    start: int
    end: int
    function: Function
    formulas: tuple[Formula, ...]
    every: bool = False
    denied: bool = False


@dataclass(frozen=True)
class _Whereabouts:
    """A fact that says where somebody was: its arguments for a person and for a time, and the minutes that it is about if it has no time."""

    function: Function
    who: int
    when: int | None
    about: AbstractSet[int]


@dataclass(frozen=True)
class _Phrase:
    """A clause that says a fact, or that it is not so: its pattern, the sort of each group, and words that are always in it."""

    function: Function
    so: bool
    pattern: Callable[[], re.Pattern[str]]
    groups: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class ClaimedFacts:
    """The facts of one document as its prose may say them.

    ``places`` is the type of places, ``elements`` are questions of the game, about which nothing is read; ``printed`` gives what a
    value is called.
    """

    names: Namer
    scope: Scope
    glosses: Mapping[str, str]
    sentences: Mapping[str, Sentences]
    places: str
    elements: Collection[str]
    printed: Callable[[str], str]

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
            when = [at for at, sort in enumerate(function.arguments) if step(sort) is not None]
            placed = function.table is None and function.values and function.values.name == self.places
            if not placed or len(who) != 1 or 1 + len(when) != len(function.arguments) or words is None:
                continue
            if re.search(words["present"], said) if said else re.fullmatch(words["names"], function.name):
                found.append(_Whereabouts(function, who[0], when[0] if when else None, self._about(said)))
        return tuple(found)

    def _about(self, said: str) -> AbstractSet[int]:
        """The minutes that the words on a fact name: all from the first to the last of two."""
        times = tuple(each.readings for each in all_times(straightened(said), self.names.language))
        span = window(times)
        if span is None:
            return frozenset[int]().union(*times)
        first, last = span
        return frozenset((first + passed) % DAY for passed in range((last - first) % DAY + 1))

    def of_presence(self, presence: Presence) -> Iterator[Claimed]:
        """The claims of a sentence that says who was where, about facts of the document."""
        for fact in self._whereabouts:
            for person in presence.people:
                terms = [Apply(fact.function, each) for each in _arguments(fact, presence, person)]
                if terms and person in fact.function.arguments[fact.who].members:
                    formulas = tuple(Equal(term, Constant(presence.place)) for term in terms)
                    place = presence.start, presence.end
                    yield Claimed(*place, fact.function, formulas, presence.lasted, presence.denied)

    # --- in the words of the case ----------------------------------------------------------------

    def in_words(self, text: str, speaker: str | None) -> Iterator[Claimed]:
        """The facts that a paragraph says in the words of their declarations."""
        folded = " ".join(text.casefold().split())
        for phrase in self._phrases:
            for match in phrase.pattern().finditer(text) if phrase.words in folded else ():
                place = plainly_said(text, *match.span(), self.names.language)
                meant = {
                    group: self._meant(_sort(phrase.function, group), match[f"g{at}"], speaker)
                    for at, group in enumerate(phrase.groups)
                }
                if place is not None and None not in meant.values():
                    yield Claimed(
                        *place, phrase.function, (_formula(phrase.function, meant),), denied=not phrase.so
                    )

    @cached_property
    def _phrases(self) -> tuple[_Phrase, ...]:
        declared = (
            (function, sentence, so)
            for function in self.scope.functions
            if function.name in self.sentences and function.name not in self.elements
            for sentence, so in (
                (self.sentences[function.name].so, True),
                (self.sentences[function.name].not_so, False),
            )
            if sentence
        )
        found = (self._phrase(function, sentence, so=so) for function, sentence, so in declared)
        return tuple(each for each in found if len(each.words.split()) >= _FEWEST_WORDS)

    def _phrase(self, function: Function, sentence: str, *, so: bool) -> _Phrase:
        pieces = tuple(split(sentence))
        groups = tuple(name for _, name in pieces if name)

        @cache
        def pattern() -> re.Pattern[str]:
            text, at = "", 0
            for words, name in pieces:
                text += re.escape(words).replace(r"\ ", r"\s+")
                if name:
                    text += rf"(?P<g{at}>{self._called(_sort(function, name))})"
                    at += 1
            return re.compile(rf"(?<!\w){text}(?!\w)", re.IGNORECASE)

        words = max((text for text, _ in pieces), key=len)
        return _Phrase(function, so, pattern, groups, " ".join(words.casefold().split()))

    def _called(self, sort: Sort | None) -> str:
        """A pattern for the values of a type."""
        values = sort.values if sort else ()
        called = sorted(
            {re.escape(name) for value in values for name in self._names(value)}, key=len, reverse=True
        )
        words = words_of(self.names.language) or {}
        own = [str(words["self"])] if words and {*self.names.people} & {*values} else []
        article = rf"(?:(?:{words['det']})(?:\s+|(?<=['’])))?" if words else ""
        return rf"{article}(?:{'|'.join([*called, *own])})" if called else "(?!)"

    def _names(self, value: str) -> set[str]:
        return {self.printed(value), re.sub("[_-]", " ", value), value}

    def _meant(self, sort: Sort | None, words: str, speaker: str | None) -> str | None:
        """The value that words mean, with an article or without; who speaks may be nobody."""
        known = words_of(self.names.language) or {}
        whole = " ".join(words.casefold().split())
        said = {whole, re.sub(rf"^(?:{known.get('det', '')})(?:\s+|(?<=['’]))", "", whole)}
        values = sort.values if sort else ()
        meant = next(
            (each for each in values if not said.isdisjoint(map(str.casefold, self._names(each)))), None
        )
        return meant or (speaker if re.fullmatch(known.get("self", ""), words, re.IGNORECASE) else None)


def _sort(function: Function, name: str) -> Sort | None:
    """The type of what takes the place of a placeholder."""
    if name == VALUE:
        return function.values
    at = int(name) - 1
    return function.arguments[at] if at < len(function.arguments) else None


def _formula(function: Function, meant: Mapping[str, str | None]) -> Formula:
    arguments = tuple(Constant(meant[str(at)] or "") for at in range(1, len(function.arguments) + 1))
    term = Apply(function, arguments)
    return Equal(term, Constant(meant[VALUE] or "")) if function.values else Holds(term)


def _arguments(fact: _Whereabouts, presence: Presence, person: str) -> Iterator[tuple[Constant, ...]]:
    """The arguments at which a fact is what a sentence says of a person."""
    who = Constant(person)
    if fact.when is None:
        near = bool(fact.about & presence.minutes) and (presence.lasted or not presence.arriving)
        if near or not (fact.about or presence.minutes):
            yield (who,)
        return
    times = fact.function.arguments[fact.when].values
    at = [place for place, each in enumerate(times) if minutes(each) in presence.minutes]
    if presence.arriving and at:
        at.append(min(at[-1] + 1, len(times) - 1))
    if presence.lasted and len(at) > _TWO:
        at = at[1:-1]  # when somebody came and went is less sure than where they were in between
    for each in at:
        time = Constant(times[each])
        yield (who, time) if fact.who < fact.when else (time, who)
