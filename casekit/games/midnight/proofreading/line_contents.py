"""Things that the words that a line quotes may name, and those that a text does name."""

from collections.abc import Iterable, Iterator

from casekit.analysis.proofreading.marked_text import MarkedText, TextRange
from casekit.analysis.proofreading.mentions import Mention, named_in, spoken_mentions
from casekit.analysis.proofreading.text_marks import LineContents
from casekit.games.midnight.document import Case, Edition, Statement
from casekit.games.midnight.language.prose_names import names_of
from casekit.games.midnight.language.scope import NOBODY
from casekit.games.midnight.theory import wording
from casekit.language.formula.nodes import NAME
from casekit.logic.formulas import (
    QUANTIFIERS,
    Apply,
    Constant,
    Equal,
    Formula,
    Not,
    Nothing,
    Or,
    Quantified,
    Term,
    all_terms,
    functions_in,
    parts,
)
from casekit.prose.claims import name_checks, quotation_checks
from casekit.prose.expressions import recognizer, time_and_number_words

_SHORTEST_LIST = 2
"""The number of values that make a list that words can count: "one of the two"."""


def mentions(edition: Edition, printed: MarkedText, own_names: frozenset[str]) -> tuple[Mention, ...]:
    """Everything that a text names; ``own_names`` has its speaker, if it has one."""
    names = names_of(edition)
    speaker = next((name for name in names.people if name in own_names), None)
    places = (
        Mention("place", printed.text[start:end], TextRange(start, end), frozenset((slug,)))
        for start, end, slug in recognizer.named_places(printed.text, speaker, names)
    )
    return (*named_in(printed, names.people), *places, *spoken_mentions(printed, edition.language))


def contents_of(line: Statement, own_names: frozenset[str], case: Case) -> LineContents:
    """The contents of a line of a passage.

    ``own_names`` are what the passage means by "I" and "here": its speaker, or the places that are searched.
    """
    formula, edition = line.formula, case.edition
    terms = list(all_terms(formula))
    for speaker in line.speakers:
        terms += all_terms(speaker.term)
    values = frozenset(term.value for term in terms if isinstance(term, Constant))
    excepted = frozenset(name_checks.left_out(formula))
    people, places = edition.suspects_by_name.keys(), edition.locations_by_slug.keys()
    other_values = values - people - places - {NOBODY}
    clock = _clock_times(line)
    glossed_times = _glossed_times(formula, case)
    quantified = [part for part in _parts_at_any_depth(formula) if isinstance(part, Quantified)]
    negative = _is_negative(formula)
    return LineContents(
        names=(values - excepted) & people,
        excepted=excepted,
        own=own_names,
        places=values & places,
        counts=frozenset((*_counts(formula), *_spelt_numbers(other_values, edition.language))),
        rest=frozenset(_counts_of_rest(quantified)),
        numbers=frozenset(_sizes_of_types(quantified)),
        clock=clock,
        times=clock.union(*glossed_times),
        window=time_and_number_words.window(glossed_times),
        negative=negative,
        denies=negative and not functions_in(formula) & {*wording.TARGETS},
        force=line.mode != "hint",
    )


def functions_about(formula: Formula, value: str) -> set[str]:
    """The names of the facts about a value that a formula speaks of; "all" speaks of every value."""
    terms_for_value: set[Term] = {Constant(value)}
    for part in _parts_at_any_depth(formula):
        if not isinstance(part, Quantified) or part.quantifier not in {"every", "no"}:
            continue
        if value in part.variable.sort.values and Constant(value) not in part.excluded:
            terms_for_value.add(part.variable)
    facts = [term for term in all_terms(formula) if isinstance(term, Apply)]
    return {fact.function.name for fact in facts if terms_for_value.intersection(fact.arguments)}


def _parts_at_any_depth(formula: Formula) -> Iterator[Formula]:
    """A formula itself, its parts, the parts of these, and so on."""
    yield formula
    for part in parts(formula):
        yield from _parts_at_any_depth(part)


# --- times -------------------------------------------------------------------------------------------


def _clock_times(line: Statement) -> frozenset[int]:
    """The times that a line names, in minutes since the day began."""
    minutes: set[int] = set()
    for times, _ in quotation_checks.times_named(line.text):
        minutes |= times
    return frozenset(minutes)


def _glossed_times(formula: Formula, case: Case) -> tuple[time_and_number_words.Readings, ...]:
    """The times in the comments on the facts that a formula speaks of."""
    readings: list[time_and_number_words.Readings] = []
    for name in sorted(functions_in(formula)):
        if name in case.glosses:
            times = recognizer.find_times(case.glosses[name], case.edition.language)
            readings += [time.readings for time in times]
    return tuple(readings)


# --- numbers -----------------------------------------------------------------------------------------


def _counts(formula: Formula) -> Iterator[int]:
    """Numbers that a formula has: those of its quantifiers, and how many values it lists."""
    for part in _parts_at_any_depth(formula):
        if isinstance(part, Quantified) and QUANTIFIERS[part.quantifier].has_number:
            yield part.count
        if isinstance(part, Or) and len(_alternatives(part)) >= _SHORTEST_LIST:
            yield len(_alternatives(part))


def _alternatives(formula: Or) -> set[str]:
    """The values of ``X in { ... }``."""
    values = set()
    for part in formula.parts:
        if isinstance(part, Equal) and isinstance(part.right, Constant):
            values.add(part.right.value)
    return values


def _spelt_numbers(values: Iterable[str], language: str) -> Iterator[int]:
    """The numbers in the names of values: 2 for ``two_keys``."""
    for value in sorted(values):
        if NAME.fullmatch(value):
            for number_words in recognizer.find_numbers(value.replace("_", " "), language):
                yield number_words.number


def _sizes_of_types(quantified: Iterable[Quantified]) -> Iterator[int]:
    """How many values the types have that a formula speaks of, with and without those that are excepted."""
    for part in quantified:
        size = len(part.variable.sort.values)
        yield size
        yield size - len(part.excluded)


def _counts_of_rest(quantified: Iterable[Quantified]) -> Iterator[int]:
    """How many there are beside those that are counted: "not one of the other ten"."""
    for part in quantified:
        size = len(part.variable.sort.values)
        own_count = (part.count,) if part.count else ()
        for count in (*_counts(part.body), *own_count):
            yield size - len(part.excluded) - count


# --- negation ----------------------------------------------------------------------------------------


def _is_negative(formula: Formula) -> bool:
    """Whether a formula says that something is not so."""
    for part in _parts_at_any_depth(formula):
        if isinstance(part, Not):
            return True
        if isinstance(part, Quantified) and part.quantifier == "no" and not part.excluded:
            return True
        if isinstance(part, Equal) and isinstance(part.right, Nothing):
            return True
    return False
