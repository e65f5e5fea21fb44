"""People's whereabouts by time: the timetables that the declarations of a case allow.

Any fact about somebody, or something, and a place is a row of one; its order of times, if it has one, are the columns.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from casekit.asking.inquiry import Inquiry
from casekit.asking.review.timetable import TimetableEvent
from casekit.asking.review.timetable_filling import Options, Track
from casekit.deduce.encoding.vocabulary import YES
from casekit.games.midnight.asking.case_theory import TARGETS
from casekit.games.midnight.case import Case
from casekit.games.midnight.review.case_speech import CaseSpeech
from casekit.language.formula.clocks import step
from casekit.model.logic import Function, Sort

_PLACES = "location"
_PEOPLE = ("suspect", "person")
_MOST_CELLS = 2_000
"""A picture of more cells shows nothing to anybody."""


@dataclass(frozen=True)
class _Shape:
    """How a fact is laid out: the positions of who, when and where among its arguments; ``None`` for its value, or none."""

    function: Function
    who: int | None
    when: int | None
    where: int | None
    timed: Sort | None


def tracks(case: Case, inquiry: Inquiry, speech: CaseSpeech) -> Iterator[Track]:
    """The timetables of a case, still empty: each with times, then those at a time that is not named together."""
    shapes = [shape for function in case.scope.functions if (shape := _shape(case, function)) is not None]
    shapes = [shape for shape in shapes if _size(shape) <= _MOST_CELLS]
    for shape in shapes:
        if shape.timed is not None:
            yield _timed(shape, shape.timed, case, inquiry, speech)
    timeless = [shape for shape in shapes if shape.timed is None]
    if timeless:
        yield _timeless(timeless, speech)


def _shape(case: Case, function: Function) -> _Shape | None:
    """The places and times of a fact; ``None`` if it has neither."""
    if function.name in TARGETS or function.table is not None:
        return None
    sorts = function.arguments
    where = next((at for at, sort in enumerate(sorts) if sort.name == _PLACES), None)
    placed = function.values is not None and function.values.name == _PLACES
    if not placed and (where is None or function.values is not None):
        return _arrival(case, function)
    others = [at for at in range(len(sorts)) if placed or at != where]
    when = _when(case, function, others)
    who = [at for at in others if at != when]
    if len(who) > 1:
        return None
    timed = None if when is None else sorts[when]
    return _Shape(function, who[0] if who else None, when, None if placed else where, timed)


def _arrival(case: Case, function: Function) -> _Shape | None:
    """A fact that says when somebody came, or when something happened."""
    timed = function.values
    if timed is None or not _is_time(case, timed) or len(function.arguments) != 1:
        return None
    return _Shape(function, 0, None, None, timed) if function.arguments[0].name in _PEOPLE else None


def _when(case: Case, function: Function, others: list[int]) -> int | None:
    """The argument that is a time: a clock, or the last of an ordered type that is not the only one that says who."""
    times = [at for at in others if _is_time(case, function.arguments[at])]
    clocks = [at for at in times if step(function.arguments[at]) is not None]
    return clocks[-1] if clocks else times[-1] if times else None


def _is_time(case: Case, sort: Sort) -> bool:
    """Whether a type is one of the case's own, whose values are in order."""
    return sort.ordered and case.scope.sort_of_name.get(sort.name) is sort


def _size(shape: _Shape) -> int:
    who = 1 if shape.who is None else len(shape.function.arguments[shape.who].values)
    return who * (1 if shape.timed is None else len(shape.timed.values))


def _timed(shape: _Shape, timed: Sort, case: Case, inquiry: Inquiry, speech: CaseSpeech) -> Track:
    rows = tuple(
        (speech.name(person), tuple(_options(shape, person, time, speech) for time in timed.values))
        for person in _people(shape)
    )
    columns = tuple(speech.name(time) for time in timed.values)
    return Track(
        speech.about(shape.function), columns, rows, tuple(_events(shape, timed, case, inquiry, speech))
    )


def _people(shape: _Shape) -> tuple[str, ...]:
    return (shape.function.name,) if shape.who is None else shape.function.arguments[shape.who].values


def _options(shape: _Shape, who: str, time: str, speech: CaseSpeech) -> Options:
    """The values that may be in a cell, by its label."""
    function = shape.function
    given: dict[int, str] = {}
    if shape.who is not None:
        given[shape.who] = who
    if shape.when is not None:
        given[shape.when] = time
    elif shape.timed is not None:  # the time is the value
        return {speech.about(function): ((function.name, (who,)), time)}
    if shape.where is None:
        key = (function.name, tuple(given[at] for at in range(len(function.arguments))))
        places = function.values.values if function.values else ()
        return {speech.name(place): (key, place) for place in places}
    places = function.arguments[shape.where].values
    return {
        speech.name(place): (
            (
                function.name,
                tuple({**given, shape.where: place}[at] for at in range(len(function.arguments))),
            ),
            YES,
        )
        for place in places
    }


def _timeless(shapes: list[_Shape], speech: CaseSpeech) -> Track:
    """People as rows and facts as columns; a fact about no person is a row of its own in the first column."""
    about = [shape for shape in shapes if shape.who is not None] or shapes[:1]
    people = list(dict.fromkeys(person for shape in about for person in _people(shape)))
    rows = [
        (
            speech.name(person),
            tuple(_options(shape, person, "", speech) if person in _people(shape) else {} for shape in about),
        )
        for person in people
    ]
    rest: tuple[Options, ...] = ({},) * (len(about) - 1)
    rows += [
        (speech.about(shape.function), (_options(shape, "", "", speech), *rest))
        for shape in shapes
        if shape not in about
    ]
    columns = tuple(speech.about(shape.function) for shape in about)
    return Track("", columns, tuple(rows))


def _events(
    shape: _Shape, timed: Sort, case: Case, inquiry: Inquiry, speech: CaseSpeech
) -> Iterator[TimetableEvent]:
    """The events at one of the times, as far as the truth says."""
    for function in case.scope.functions:
        if function is shape.function or function.values != timed or function.table is not None:
            continue
        if len(function.arguments) <= 1:
            for arguments in product(*(sort.values for sort in function.arguments)):
                value = inquiry.facts.get((function.name, arguments))
                if value in timed.values:
                    names = ", ".join(map(speech.name, arguments))
                    about = speech.about(function)
                    yield TimetableEvent(timed.values.index(value), f"{names}: {about}" if names else about)
