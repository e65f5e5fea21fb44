"""A document in plain words for people who read no logic, and people's whereabouts by time: its timetables.

Any fact about somebody, or something, and a place is a row of one; its order of times, if it has one, are the columns.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import product

from casekit.asking.inquiry import Inquiry
from casekit.asking.plain.plain_words import PlainWords
from casekit.asking.review.timetable_filling import Options, Track
from casekit.asking.wording import Wording
from casekit.deduce.encoding.vocabulary import NONE, YES
from casekit.diagnostics import Place, Source
from casekit.frozen import frozen
from casekit.language.document.dialect import Dialect, SyntaxTree
from casekit.language.document.parsing import parse_lone_formula
from casekit.language.formula.nodes import Scope
from casekit.model.logic import Function, Sort
from casekit.model.theory import Fact
from casekit.print.text.prose import label


class PlainSpeech:
    """How people call what formulas of a document name, and what its lines say.

    ``tree`` is the text with the lines as they were written, ``glosses`` are what the writer says of facts, and ``nowhere``
    stands for no value.
    """

    def __init__(
        self,
        tree: SyntaxTree,
        dialect: Dialect,
        plain: PlainWords,
        wording: Wording,
        glosses: Mapping[str, str],
        nowhere: str,
    ) -> None:
        self._dialect, self._plain, self._wording = dialect, plain, wording
        self._glosses, self._nowhere = glosses, nowhere
        self._lines = {item.start: (item, block.heading) for block in tree.blocks for item in block.items}

    def line(self, place: Place, text: str) -> str:
        """The meaning of the line at a place, by whose word; ``text`` is its logic."""
        item, heading = self._lines.get(place.start, (None, None))
        return (self._plain.statement(item, heading) if item and heading else "") or text

    def rule(self, place: Place, text: str) -> str:
        """A rule in words, without where readers learn it; one of the edition has no place, only its ``text``."""
        item, _ = self._lines.get(place.start, (None, None)) if place != Place() else (None, None)
        node = getattr(item, "formula", None) or parse_lone_formula(Source("", text), self._dialect)[0]
        return text if node is None else self._plain.phrases.sentence(self._plain.formula(node))

    def fact(self, fact: Fact) -> str:
        """A fact as a clause."""
        return self._plain.fact(fact)

    def name(self, value: str) -> str:
        """A value as it is printed."""
        if value == NONE:
            return self._nowhere
        printed = self._wording.value(value).strip('"')
        return label(printed, self._plain.lexicon.language) if printed != value else value.replace("_", " ")

    def about(self, function: Function) -> str:
        """The subject of a fact, in the words of the writer."""
        return self._glosses.get(function.name) or function.name.replace("_", " ")


_MOST_CELLS = 2_000
"""A picture of more cells shows nothing to anybody."""


@frozen
class _Shape:
    """How a fact is laid out: the positions of who, when and where among its arguments; ``None`` for its value, or none."""

    function: Function
    who: int | None
    when: int | None
    where: int | None
    timed: Sort | None


def tracks(inquiry: Inquiry, speech: PlainSpeech, places: str, people: Collection[str]) -> Iterator[Track]:
    """The timetables of a document, still empty: each with times, then those at a time that is not named together.

    ``places`` and ``people`` are the types of places, and of people who may arrive.
    """
    scope, elements = inquiry.scope, inquiry.wording.elements
    asked = (each for each in scope.functions if each.name not in elements)
    shapes = [shape for each in asked if (shape := _shape(scope, each, places, people)) is not None]
    shapes = [shape for shape in shapes if _size(shape) <= _MOST_CELLS]
    for shape in shapes:
        if shape.timed is not None:
            yield _timed(shape, shape.timed, inquiry, speech)
    timeless = [shape for shape in shapes if shape.timed is None]
    if timeless:
        yield _timeless(timeless, speech)


def _shape(scope: Scope, function: Function, places: str, people: Collection[str]) -> _Shape | None:
    """The places and times of a fact; ``None`` if it has neither."""
    if function.table is not None:
        return None
    sorts = function.arguments
    where = next((at for at, sort in enumerate(sorts) if sort.name == places), None)
    placed = function.values is not None and function.values.name == places
    if not placed and (where is None or function.values is not None):
        return _arrival(scope, function, people)
    others = [at for at in range(len(sorts)) if placed or at != where]
    when = _when(scope, function, others)
    who = [at for at in others if at != when]
    if len(who) > 1:
        return None
    timed = None if when is None else sorts[when]
    return _Shape(function, who[0] if who else None, when, None if placed else where, timed)


def _arrival(scope: Scope, function: Function, people: Collection[str]) -> _Shape | None:
    """A fact that says when somebody came, or when something happened."""
    timed = function.values
    if timed is None or not _is_time(scope, timed) or len(function.arguments) != 1:
        return None
    return _Shape(function, 0, None, None, timed) if function.arguments[0].name in people else None


def _when(scope: Scope, function: Function, others: list[int]) -> int | None:
    """The argument that is a time: a clock, or the last of an ordered type that is not the only one that says who."""
    times = [at for at in others if _is_time(scope, function.arguments[at])]
    clocks = [at for at in times if function.arguments[at].step is not None]
    return clocks[-1] if clocks else times[-1] if times else None


def _is_time(scope: Scope, sort: Sort) -> bool:
    """Whether a type is one of the document's own, whose values are in order."""
    return sort.ordered and scope.sort_of_name.get(sort.name) is sort


def _size(shape: _Shape) -> int:
    who = 1 if shape.who is None else len(shape.function.arguments[shape.who].values)
    return who * (1 if shape.timed is None else len(shape.timed.values))


def _timed(shape: _Shape, timed: Sort, inquiry: Inquiry, speech: PlainSpeech) -> Track:
    rows = tuple(
        (speech.name(person), tuple(_options(shape, person, time, speech) for time in timed.values))
        for person in _people(shape)
    )
    columns = tuple(speech.name(time) for time in timed.values)
    return Track(speech.about(shape.function), columns, rows, tuple(_events(shape, timed, inquiry, speech)))


def _people(shape: _Shape) -> tuple[str, ...]:
    return (shape.function.name,) if shape.who is None else shape.function.arguments[shape.who].values


def _options(shape: _Shape, who: str, time: str, speech: PlainSpeech) -> Options:
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


def _timeless(shapes: list[_Shape], speech: PlainSpeech) -> Track:
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


def _events(shape: _Shape, timed: Sort, inquiry: Inquiry, speech: PlainSpeech) -> Iterator[tuple[int, str]]:
    """The events at one of the times, as far as the truth says."""
    for function in inquiry.scope.functions:
        if function is shape.function or function.values != timed or function.table is not None:
            continue
        if len(function.arguments) <= 1:
            for arguments in product(*(sort.values for sort in function.arguments)):
                value = inquiry.facts.get((function.name, arguments))
                if value in timed.values:
                    names = ", ".join(map(speech.name, arguments))
                    about = speech.about(function)
                    yield timed.values.index(value), f"{names}: {about}" if names else about
