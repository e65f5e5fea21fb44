"""Timetables of a case: where people are, and when, in truth and by what each line says by itself.

A timetable has a row per person (or thing) and a column per time. Facts without times share one timetable,
with a column per fact.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, product

from casekit.analysis.analyzer import Json
from casekit.analysis.proofreading.review import Timetable
from casekit.analysis.wording import TRUTH
from casekit.deduce.encoding.circuit import NONE, YES, Key
from casekit.games.midnight.proofreading.case_texts import CaseTexts
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.language.formula.nodes import Scope
from casekit.logic import formulas
from casekit.logic.theory import OutOfBudgetError
from casekit.values import frozen

PLACE_TYPE = "location"
"""The name of the type of places."""

PEOPLE_TYPES = ("suspect", "person")
"""The names of the types of people who may arrive."""

_MOST_CELLS = 2_000
"""A picture of more cells shows nothing to anybody."""

CellOptions = Mapping[str, tuple[Key, str]]
"""The possible contents of a cell in words, each with the term and the value that says so.

If there are none, nothing can be known of the cell.
"""


@frozen
class _FactLayout:
    """How the values of one fact are laid out in a timetable."""

    function: formulas.Function

    people: tuple[str, ...]
    """Whom the fact is about; empty if it is about nobody."""

    time_type: formulas.Sort | None
    """The type of its times, ``None`` if it has none."""

    options_of_cell: Callable[[str, str], CellOptions]
    """From somebody and a time (either may be empty) to what may be in their cell."""

    @property
    def times(self) -> tuple[str, ...]:
        """Its times; one that is empty if it has none."""
        return ("",) if self.time_type is None else self.time_type.values

    @property
    def row_names(self) -> tuple[str, ...]:
        """The values that its rows are about: people, or else the fact itself."""
        return self.people or (self.function.name,)


@frozen
class _EmptyRow:
    """A row of a timetable that is still to be filled."""

    name: str
    """Whom or what it is about, in words."""

    cells: tuple[CellOptions, ...]


@frozen
class _EmptyTimetable:
    """A timetable that is still to be filled."""

    title: str
    columns: tuple[str, ...]
    """The names of the times, or of the facts."""

    rows: Sequence[_EmptyRow]
    events: Sequence[Json] = ()


@frozen(slots=True)
class _LineMeaning:
    """The meaning of a line by itself."""

    path: str
    """The heading of its paragraph."""

    says: Mapping[Key, str]
    """The values that terms have."""

    denies: frozenset[tuple[Key, str]]
    """The values that terms do not have, of terms that have no certain one."""


def timetables_of(
    analysis: CaseAnalysis, texts: CaseTexts, headings: Mapping[str, str]
) -> Iterator[Timetable]:
    """The timetables of which something is known: those with times, then one of what has none.

    Timetables that are too hard to fill are left out. ``headings`` are those of paragraphs, by their names.
    """
    layouts = []
    for function in analysis.scope.functions:
        if function.name not in analysis.wording.elements:
            layout = _layout(analysis.scope, function, texts)
            if layout is not None and max(1, len(layout.people)) * len(layout.times) <= _MOST_CELLS:
                layouts.append(layout)
    empty = [
        _timetable_of_fact(layout, analysis, texts) for layout in layouts if layout.time_type is not None
    ]
    timeless = [layout for layout in layouts if layout.time_type is None]
    if timeless:
        empty.append(_timetable_without_times(timeless, texts))
    for timetable in empty:
        try:
            rows = list(_filled_rows(analysis, timetable.rows, headings))
        except OutOfBudgetError:
            continue
        if rows:
            yield {
                "title": timetable.title,
                "columns": timetable.columns,
                "rows": rows,
                "events": timetable.events,
            }


# --- how a fact is laid out --------------------------------------------------------------------------


def _layout(scope: Scope, function: formulas.Function, texts: CaseTexts) -> _FactLayout | None:
    """The layout of a fact; ``None`` if it has neither places nor times."""
    if function.table is not None:
        return None
    if function.values is not None and function.values.name == PLACE_TYPE:
        return _layout_of_stay(scope, function, None, texts)
    place_at = next((at for at, sort in enumerate(function.arguments) if sort.name == PLACE_TYPE), None)
    if place_at is None or function.values is not None:
        return _layout_of_arrival(scope, function, texts)
    return _layout_of_stay(scope, function, place_at, texts)


def _layout_of_arrival(scope: Scope, function: formulas.Function, texts: CaseTexts) -> _FactLayout | None:
    """The layout of a fact that says when somebody came, or when something happened to somebody.

    An example is ``arrived(suspect) : time``.
    """
    sorts, time_type = function.arguments, function.values
    if time_type is None or not _is_time(scope, time_type):
        return None
    if len(sorts) != 1 or sorts[0].name not in PEOPLE_TYPES:
        return None
    about = texts.about(function)

    def options_of_cell(person: str, time: str) -> CellOptions:
        return {about: ((function.name, (person,)), time)}

    return _FactLayout(function, sorts[0].values, time_type, options_of_cell)


def _layout_of_stay(
    scope: Scope, function: formulas.Function, place_at: int | None, texts: CaseTexts
) -> _FactLayout | None:
    """The layout of a fact that says where somebody is, or what is somewhere.

    Examples are ``at(suspect, time) : location``, the value of which is the place (``place_at`` is ``None``),
    and ``seen(suspect, location, time)``, of which it is the argument number ``place_at``.
    """
    sorts = function.arguments
    other_arguments = [at for at in range(len(sorts)) if at != place_at]
    time_at = _time_argument(scope, sorts, other_arguments)
    people_at = [at for at in other_arguments if at != time_at]
    if len(people_at) > 1:
        return None
    place_type = function.values if place_at is None else sorts[place_at]

    def options_of_cell(person: str, time: str) -> CellOptions:
        person_and_time = dict.fromkeys(people_at, person) | {time_at: time}
        options: dict[str, tuple[Key, str]] = {}
        for place in place_type.values if place_type else ():
            arguments = {**person_and_time, place_at: place}
            key = (function.name, tuple(arguments[at] for at in range(len(sorts))))
            options[texts.name(place)] = (key, place if place_at is None else YES)
        return options

    people = sorts[people_at[0]].values if people_at else ()
    return _FactLayout(function, people, None if time_at is None else sorts[time_at], options_of_cell)


def _time_argument(scope: Scope, sorts: Sequence[formulas.Sort], candidates: Sequence[int]) -> int | None:
    """The number of the argument that is a time: the last clock, or else the last ordered type.

    Only the ``candidates`` among the arguments are looked at.
    """
    times = [at for at in candidates if _is_time(scope, sorts[at])]
    clocks = [at for at in times if sorts[at].step is not None]
    return next(reversed(clocks or times), None)


def _is_time(scope: Scope, sort: formulas.Sort) -> bool:
    """Whether a type is one of the document's own, whose values are in order."""
    return sort.ordered and scope.sort_of_name.get(sort.name) is sort


# --- timetables that are still empty -----------------------------------------------------------------


def _timetable_of_fact(layout: _FactLayout, analysis: CaseAnalysis, texts: CaseTexts) -> _EmptyTimetable:
    """The timetable of a fact with times: a column per time."""
    rows: list[_EmptyRow] = []
    for person in layout.row_names:
        cells = tuple(layout.options_of_cell(person, time) for time in layout.times)
        rows.append(_EmptyRow(texts.name(person), cells))
    events = list(_events(layout, analysis, texts))
    return _EmptyTimetable(texts.about(layout.function), tuple(map(texts.name, layout.times)), rows, events)


def _timetable_without_times(layouts: list[_FactLayout], texts: CaseTexts) -> _EmptyTimetable:
    """People as rows and facts as columns; a fact about no person is a row of its own in the first column."""
    columns = [layout for layout in layouts if layout.people] or layouts[:1]
    rows: list[_EmptyRow] = []
    for person in dict.fromkeys(chain.from_iterable(layout.row_names for layout in columns)):
        cells = [
            layout.options_of_cell(person, "") if person in layout.row_names else {} for layout in columns
        ]
        rows.append(_EmptyRow(texts.name(person), tuple(cells)))
    empty_cells: tuple[CellOptions, ...] = ({},) * (len(columns) - 1)
    for layout in layouts:
        if layout not in columns:
            cell = layout.options_of_cell("", "")
            rows.append(_EmptyRow(texts.about(layout.function), (cell, *empty_cells)))
    return _EmptyTimetable("", tuple(texts.about(layout.function) for layout in columns), rows)


def _events(layout: _FactLayout, analysis: CaseAnalysis, texts: CaseTexts) -> Iterator[Json]:
    """The events at one of the times of a fact, as far as the truth says."""
    times = layout.times
    for function in analysis.scope.functions:
        if function is layout.function or function.values != layout.time_type or function.table is not None:
            continue
        if len(function.arguments) <= 1:
            for arguments in product(*(sort.values for sort in function.arguments)):
                time = analysis.facts.get((function.name, arguments))
                if time in times:
                    names = ", ".join(map(texts.name, arguments))
                    about = texts.about(function)
                    yield {"column": times.index(time), "says": f"{names}: {about}" if names else about}


# --- filled in ---------------------------------------------------------------------------------------


def _filled_rows(
    analysis: CaseAnalysis, rows: Sequence[_EmptyRow], headings: Mapping[str, str]
) -> Iterator[Json]:
    """The rows of which truth or some line says anything."""
    terms: set[Key] = set()
    for row in rows:
        for options in row.cells:
            terms.update(key for key, _ in options.values())
    lines = tuple(_lines_about(terms, analysis, headings))
    for row in rows:
        cells = [_filled_cell(analysis, options, lines) for options in row.cells]
        if any(cell["place"] or cell["words"] for cell in cells):
            yield {"who": row.name, "cells": cells}


def _lines_about(
    terms: set[Key], analysis: CaseAnalysis, headings: Mapping[str, str]
) -> Iterator[_LineMeaning]:
    """The meanings of those lines of the document that speak of some terms, apart from hints."""
    solver = analysis.solver
    for name, origin in analysis.origins.items():
        line = solver.lines.get(name)
        if line is None or origin.kind in {TRUTH, "rule"} or origin.mode == "hint":
            continue
        own_terms = [key for key in dict.fromkeys(line.terms) if key in terms]
        if not own_terms or not solver.solve([line.meaning.true]):
            continue
        nodes: dict[tuple[Key, str], int] = {}
        literals: list[int] = []
        for key in own_terms:
            for value, node in solver.vocabulary[key].items():
                nodes[key, value] = node
                literals += (node, -node)
        follows = solver.entailed([line.meaning.true], literals)
        says = {key: value for (key, value), node in nodes.items() if node in follows}
        denied = (
            (key, value) for (key, value), node in nodes.items() if key not in says and -node in follows
        )
        yield _LineMeaning(headings.get(origin.path, origin.path), says, frozenset(denied))


def _filled_cell(analysis: CaseAnalysis, options: CellOptions, lines: Sequence[_LineMeaning]) -> Json:
    facts = analysis.facts
    true_place = next((place for place, (key, value) in options.items() if facts.get(key) == value), "")
    is_known = bool(options) and all(key in facts for key, _ in options.values())
    words: list[Json] = []
    for line in lines:
        words += _words_of_line(options, line, true_place, is_known=is_known)
    standing = "open"
    if true_place:
        is_told = any(not word["denied"] and word["place"] == true_place for word in words)
        standing = "told" if is_told else "untold"
    return {"place": true_place, "standing": standing, "words": words}


def _words_of_line(
    options: CellOptions, line: _LineMeaning, true_place: str, *, is_known: bool
) -> Iterator[Json]:
    """The words of a line about a cell; ``is_known`` says whether the truth about the cell is known."""
    for place, (key, value) in options.items():
        is_denied = (key, value) in line.denies
        if is_denied or (line.says.get(key) == value and value != NONE):
            is_false = is_known and (place == true_place) == is_denied
            yield {"place": place, "path": line.path, "denied": is_denied, "false": is_false}
