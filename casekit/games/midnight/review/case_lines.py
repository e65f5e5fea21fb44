"""The contents of a case's lines: people, places, numbers and times."""

from collections.abc import Iterator

from casekit.asking.review.line_contents import LineContents
from casekit.games.midnight.asking.case_theory import TARGETS
from casekit.games.midnight.case import Case, Speaker, Statement
from casekit.games.prose.times import named_times
from casekit.language.formula.scope import NAME
from casekit.language.spoken.readings import DAY
from casekit.language.spoken.spoken_numbers import spoken_numbers
from casekit.language.spoken.spoken_times import spoken_times
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


def contents_of(case: Case, statement: Statement, own: frozenset[str]) -> LineContents:
    """The contents of a line of a paragraph; ``own`` is the speaker there, or the places that are searched."""
    formula = statement.formula
    values = _values(formula, statement.speakers)
    excepted = _excepted(formula)
    clock = frozenset(time for named in named_times(statement.text) for time in named)
    glossed = _glossed(case, formula)
    return LineContents(
        names=(values - excepted) & case.edition.suspects_by_name.keys(),
        excepted=excepted,
        own=own,
        places=values & case.edition.locations_by_slug.keys(),
        counts=frozenset((*_counts(formula), *_spelt(case, values))),
        rest=frozenset(_left(formula)),
        numbers=frozenset(_sizes(formula)),
        clock=clock,
        times=clock | {reading for time in glossed for reading in time},
        window=_window(glossed),
        negative=_denies(formula),
        denies=_denies(formula) and not functions_of(formula) & {*TARGETS},
        force=statement.mode != "hint",
    )


def _values(formula: Formula, speakers: tuple[Speaker, ...]) -> frozenset[str]:
    terms = (*all_terms(formula), *(term for each in speakers for term in subterms(each.term)))
    return frozenset(term.value for term in terms if isinstance(term, Constant))


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


def _spelt(case: Case, values: frozenset[str]) -> Iterator[int]:
    """The numbers in names of values, such as ``fourth_reel``."""
    own = values - case.edition.suspects_by_name.keys() - case.edition.locations_by_slug.keys()
    for value in sorted(own):
        if NAME.fullmatch(value):
            yield from (
                number.number for number in spoken_numbers(value.replace("_", " "), case.edition.language)
            )


def _sizes(formula: Formula) -> Iterator[int]:
    """How many values the types have that a formula speaks of, without those that are excepted too."""
    for part in _inside(formula):
        if isinstance(part, Quantified):
            size = len(part.variable.sort.values)
            yield from (size, size - len(part.excluded))


def _glossed(case: Case, formula: Formula) -> tuple[frozenset[int], ...]:
    """The times in what the writer says of the facts that a formula speaks of."""
    glosses = (case.glosses[name] for name in sorted(functions_of(formula)) if name in case.glosses)
    return tuple(time.readings for gloss in glosses for time in spoken_times(gloss, case.edition.language))


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
