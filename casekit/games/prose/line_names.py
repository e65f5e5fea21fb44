"""The contents of a line of logic that its words may name too: people, places, numbers and times."""

from collections.abc import Collection, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass

from casekit.asking.review.collating import LineContents
from casekit.games.prose.agreement import named_times
from casekit.games.prose.prose_document import AnyLine
from casekit.language.formula.scope import NAME
from casekit.language.spoken.readings import DAY
from casekit.language.spoken.spoken_words import spoken_numbers, spoken_times
from casekit.model.logic import (
    Apply,
    Constant,
    Equal,
    Formula,
    Iff,
    Not,
    Nothing,
    Or,
    Quantified,
    Term,
    all_terms,
    parts,
    subterms,
)

_LISTED = 2
"""The number of values that make a list that can be counted."""


@dataclass(frozen=True)
class NamedValues:
    """The values that lines of a document name as people and as places, the questions of its game, its glosses and its language."""

    people: AbstractSet[str]
    places: AbstractSet[str]
    elements: Collection[str]
    glosses: Mapping[str, str]
    language: str


def contents_of(line: AnyLine, own: frozenset[str], named: NamedValues) -> LineContents:
    """The contents of a line of a paragraph; ``own`` is the speaker there, or the places that are searched."""
    formula = line.formula
    terms = (*all_terms(formula), *(term for each in line.speakers for term in subterms(each.term)))
    values = frozenset(term.value for term in terms if isinstance(term, Constant))
    excepted = _excepted(formula)
    clock = frozenset(time for named in named_times(line.text) for time in named)
    glossed = _glossed(named, formula)
    return LineContents(
        names=(values - excepted) & named.people,
        excepted=excepted,
        own=own,
        places=values & named.places,
        counts=frozenset((*_counts(formula), *_spelt(named, values))),
        rest=frozenset(_left(formula)),
        numbers=frozenset(_sizes(formula)),
        clock=clock,
        times=clock | {reading for time in glossed for reading in time},
        window=_window(glossed),
        negative=_denies(formula),
        denies=_denies(formula) and not functions_of(formula) & {*named.elements},
        force=line.mode != "hint",
    )


def _excepted(formula: Formula) -> frozenset[str]:
    """The values that quantifiers leave out: a speaker of "nobody but us" need not name them."""
    passed = (term for part in _inside(formula) if isinstance(part, Quantified) for term in part.excluded)
    return frozenset(term.value for term in passed if isinstance(term, Constant))


def _inside(formula: Formula) -> Iterator[Formula]:
    yield formula
    for part in parts(formula):
        yield from _inside(part)


def _counts(formula: Formula) -> Iterator[int]:
    """Numbers that a formula has: those of its quantifiers, and how many values it lists."""
    for part in _inside(formula):
        if isinstance(part, Quantified) and part.quantifier in {"exactly", "at least", "at most"}:
            yield part.count
        if isinstance(part, Or) and len(_alternatives(part)) >= _LISTED:
            yield len(_alternatives(part))


def _left(formula: Formula) -> Iterator[int]:
    """How many there are beside those that a formula counts: "not one of the other ten"."""
    for part in _inside(formula):
        if isinstance(part, Quantified):
            size = len(part.variable.sort.values)
            counted = (*_counts(part.body), *([part.count] if part.count else ()))
            yield from (size - len(part.excluded) - count for count in counted)


def _alternatives(formula: Or) -> set[str]:
    """The values of ``X in { ... }``."""
    return {
        part.right.value
        for part in formula.parts
        if isinstance(part, Equal) and isinstance(part.right, Constant)
    }


def _spelt(named: NamedValues, values: frozenset[str]) -> Iterator[int]:
    """The numbers in names of values, such as ``fourth_reel``."""
    for value in sorted(values - named.people - named.places):
        if NAME.fullmatch(value):
            yield from (number.number for number in spoken_numbers(value.replace("_", " "), named.language))


def _sizes(formula: Formula) -> Iterator[int]:
    """How many values the types have that a formula speaks of, without those that are excepted too."""
    for part in _inside(formula):
        if isinstance(part, Quantified):
            size = len(part.variable.sort.values)
            yield from (size, size - len(part.excluded))


def _glossed(named: NamedValues, formula: Formula) -> tuple[frozenset[int], ...]:
    """The times in what the writer says of the facts that a formula speaks of."""
    glosses = (named.glosses[name] for name in sorted(functions_of(formula)) if name in named.glosses)
    return tuple(time.readings for gloss in glosses for time in spoken_times(gloss, named.language))


def functions_of(formula: Formula, about: str = "") -> set[str]:
    """The names of the facts that a formula speaks of, or of those about one value; who says "all" speaks of it too."""
    terms = [term for term in all_terms(formula) if isinstance(term, Apply)]
    everybody: Iterator[Term] = (
        part.variable
        for part in _inside(formula)
        if isinstance(part, Quantified) and part.quantifier in {"every", "no"}
        if about in part.variable.sort.values and Constant(about) not in part.excluded
    )
    named = {Constant(about), *everybody}
    return {term.function.name for term in terms if not about or named.intersection(term.arguments)}


def _window(times: tuple[frozenset[int], ...]) -> tuple[int, int] | None:
    """From one time to another, if there are two; the second may be after midnight."""
    if len(times) != 2:  # noqa: PLR2004 - a beginning and an end
        return None
    pairs = [(first, last) for first in sorted(times[0]) for last in sorted(times[1])]
    return min(pairs, key=lambda pair: (pair[1] - pair[0]) % DAY)


def _denies(formula: Formula) -> bool:
    """Whether a formula says that something is not so."""
    return any(
        isinstance(part, Not)
        or (isinstance(part, Quantified) and (part.quantifier == "no" and not part.excluded))
        or (isinstance(part, Equal) and isinstance(part.right, Nothing))
        for part in _inside(formula)
        if not isinstance(part, Iff)
    )
