"""A case for its proofreader, whatever is still wrong with it: also people and places in its prose, and what its paragraphs leave out; and timetables.

These say where people are, and when, in truth and by what each line says by itself.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, starmap

from casekit.analysis.analyzer import Analyzer, Json
from casekit.analysis.proofreading.review import Mark, Review, ReviewPassage, Timetable, mark_of
from casekit.analysis.wording import TRUTH
from casekit.deduce.encoding.circuit import NONE, YES, Key
from casekit.diagnostics import Diagnostic
from casekit.games.midnight.document import AnswerPath, Case, CaseParagraph, Rule
from casekit.games.midnight.pages.booklet import true_answers
from casekit.games.midnight.proofreading import passages as passage_review, summaries as case_overviews
from casekit.games.midnight.proofreading.summaries import CaseTexts
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.dialect import SyntaxTree
from casekit.logic import formulas as logic, theory
from casekit.logic.theory import OutOfBudgetError
from casekit.prose.markup import label
from casekit.resources import Words, words as words_in
from casekit.values import frozen

PLACES, PEOPLE = "location", ("suspect", "person")
"""The types of places, and of people who may arrive."""

Options = Mapping[str, tuple[Key, str]]
"""The possible contents of a cell, each with the term and the value that says so; without any, nothing could be known of it."""

Row = tuple[str, tuple[Options, ...]]

Empty = tuple[str, tuple[str, ...], Sequence[Row], Sequence[Json]]
"""A timetable that is still to be filled: title, columns, rows, and events."""

_MOST_CELLS = 2_000
"""A picture of more cells shows nothing to anybody."""


@frozen
class _Shape:
    """How a fact is laid out: whom it is about, if anybody, its times, if it has some, and what may be in a cell of somebody at a time."""

    function: logic.Function
    people: tuple[str, ...]
    timed: logic.Sort | None
    cell: Callable[[str, str], Options]


def timetables_of(inquiry: CaseAnalysis, speech: CaseTexts, names: Mapping[str, str]) -> Iterator[Timetable]:
    """The timetables of which something is known, without those that are too hard to fill: each with times, then what has none.

    Any fact about somebody, or something, and a place is a row of one; its order of times, if it has one, are the columns.
    """
    functions = (each for each in inquiry.scope.functions if each.name not in inquiry.wording.elements)
    shapes = [shape for each in functions if (shape := _shape(inquiry.scope, each, speech)) is not None]
    shapes = [shape for shape in shapes if max(1, len(shape.people)) * len(_times(shape)) <= _MOST_CELLS]
    empty = [_timed(shape, inquiry, speech) for shape in shapes if shape.timed is not None]
    timeless = [shape for shape in shapes if shape.timed is None]
    empty += [_timeless(timeless, speech)] if timeless else []
    for title, columns, rows, events in empty:
        try:
            told = list(_filled(inquiry, rows, names))
        except theory.OutOfBudgetError:
            continue
        if told:
            yield {"title": title, "columns": columns, "rows": told, "events": events}


def _shape(scope: Scope, function: logic.Function, speech: CaseTexts) -> _Shape | None:
    """The places and times of a fact; ``None`` if it has neither."""
    sorts, value = function.arguments, function.values
    if function.table is not None:
        return None
    where = next((at for at, sort in enumerate(sorts) if sort.name == PLACES), None)
    placed = value is not None and value.name == PLACES
    if not placed and (where is None or value is not None):
        # When somebody came, or when something happened.
        came = value is not None and _is_time(scope, value)
        alone = len(sorts) == 1 and sorts[0].name in PEOPLE
        about = speech.about(function)
        return (
            _Shape(
                function, sorts[0].values, value, lambda who, time: {about: ((function.name, (who,)), time)}
            )
            if came and alone
            else None
        )
    others = [at for at in range(len(sorts)) if placed or at != where]
    # A time is a clock, or the last of an ordered type.
    times = [at for at in others if _is_time(scope, sorts[at])]
    clocks = [at for at in times if sorts[at].step is not None]
    when = next(reversed(clocks or times), None)
    who = [at for at in others if at != when]
    if len(who) > 1:
        return None
    named = None if placed or where is None else where
    places = value if named is None else sorts[named]

    def cell(person: str, time: str) -> Options:
        """The values that may be in a cell, by its label."""
        given = dict.fromkeys(who, person) | {when: time}
        return {
            speech.name(place): (
                (function.name, tuple({**given, named: place}[at] for at in range(len(sorts)))),
                place if named is None else YES,
            )
            for place in (places.values if places else ())
        }

    return _Shape(function, sorts[who[0]].values if who else (), None if when is None else sorts[when], cell)


def _is_time(scope: Scope, sort: logic.Sort) -> bool:
    """Whether a type is one of the document's own, whose values are in order."""
    return sort.ordered and scope.sort_of_name.get(sort.name) is sort


def _timed(shape: _Shape, inquiry: CaseAnalysis, speech: CaseTexts) -> Empty:
    times = _times(shape)
    rows = [
        (speech.name(person), tuple(shape.cell(person, time) for time in times))
        for person in shape.people or (shape.function.name,)
    ]
    events = list(_events(shape, times, inquiry, speech))
    return speech.about(shape.function), tuple(map(speech.name, times)), rows, events


def _times(shape: _Shape) -> tuple[str, ...]:
    return ("",) if shape.timed is None else shape.timed.values


def _timeless(shapes: list[_Shape], speech: CaseTexts) -> Empty:
    """People as rows and facts as columns; a fact about no person is a row of its own in the first column."""
    about = [shape for shape in shapes if shape.people] or shapes[:1]
    people = [shape.people or (shape.function.name,) for shape in about]
    rows = [
        (
            speech.name(person),
            tuple(
                shape.cell(person, "") if person in own else {}
                for shape, own in zip(about, people, strict=True)
            ),
        )
        for person in dict.fromkeys(person for own in people for person in own)
    ]
    rest: tuple[Options, ...] = ({},) * (len(about) - 1)
    rows += [
        (speech.about(shape.function), (shape.cell("", ""), *rest)) for shape in shapes if shape not in about
    ]
    return "", tuple(speech.about(shape.function) for shape in about), rows, ()


def _events(shape: _Shape, times: Sequence[str], inquiry: CaseAnalysis, speech: CaseTexts) -> Iterator[Json]:
    """The events at one of the times, as far as the truth says."""
    for function in inquiry.scope.functions:
        if function is shape.function or function.values != shape.timed or function.table is not None:
            continue
        if len(function.arguments) <= 1:
            for arguments in product(*(sort.values for sort in function.arguments)):
                value = inquiry.facts.get((function.name, arguments))
                if value in times:
                    names = ", ".join(map(speech.name, arguments))
                    about = speech.about(function)
                    yield {"column": times.index(value), "says": f"{names}: {about}" if names else about}


@frozen(slots=True)
class _Line:
    """The statement of a line by itself: terms with the value that they have, and values that terms do not have."""

    path: str
    says: Mapping[Key, str]
    denies: frozenset[tuple[Key, str]]


def _filled(inquiry: CaseAnalysis, rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[Json]:
    """The rows of which truth or some line says anything."""
    wanted = {key for _, cells in rows for options in cells for key, _ in options.values()}
    lines = tuple(_lines(inquiry, wanted, names))
    for name, cells in rows:
        told = [_cell(inquiry, options, lines) for options in cells]
        if any(cell["place"] or cell["words"] for cell in told):
            yield {"who": name, "cells": told}


def _lines(inquiry: CaseAnalysis, wanted: set[Key], names: Mapping[str, str]) -> Iterator[_Line]:
    """Lines of the document that speak of a timetable, hints apart."""
    knowledge = inquiry.knowledge
    for name, origin in inquiry.origins.items():
        line = knowledge.lines.get(name)
        if line is None or origin.kind in {TRUTH, "rule"} or origin.mode == "hint":
            continue
        keys, true = [key for key in dict.fromkeys(line.terms) if key in wanted], line.meaning.true
        if keys and knowledge.solve([true]):
            nodes = {(key, value): node for key in keys for value, node in knowledge.vocabulary[key].items()}
            follows = knowledge.entailed([true], [sign * node for node in nodes.values() for sign in (1, -1)])
            says = {key: value for (key, value), node in nodes.items() if node in follows}
            denied = (cell for cell, node in nodes.items() if cell[0] not in says and -node in follows)
            yield _Line(names.get(origin.path, origin.path), says, frozenset(denied))


def _cell(inquiry: CaseAnalysis, options: Options, lines: Sequence[_Line]) -> Json:
    facts = inquiry.facts
    place = next((label for label, (key, value) in options.items() if facts.get(key) == value), "")
    known = bool(options) and all(key in facts for key, _ in options.values())
    words = [word for line in lines for word in _said(options, line, place, known=known)]
    told = any(not word["denied"] and word["place"] == place for word in words)
    return {"place": place, "standing": ("told" if told else "untold") if place else "open", "words": words}


def _said(options: Options, line: _Line, place: str, *, known: bool) -> Iterator[Json]:
    for called, (key, value) in options.items():
        denied = (key, value) in line.denies
        if denied or (line.says.get(key) == value and value != NONE):
            false = known and (called == place) == denied
            yield {"place": called, "path": line.path, "denied": denied, "false": false}


_MOST = 0.5
"""Where more than this share of the answers to a question have a line about something, one without is odd."""

_FEWEST = 3
"""Fewer answers have no custom."""


def _left_out(
    case: Case, speech: case_overviews.CaseTexts, words: Words, paragraph: CaseParagraph
) -> Iterator[Mark]:
    """The marks of a paragraph that leaves something out.

    Perhaps a line was lost if it does not state of its speaker what most answers to its question state of theirs.
    """
    if not paragraph.statements:
        yield mark_of("look", "other", words["silent"])
    elif all(each.mode == "hint" for each in paragraph.statements):
        yield mark_of("quiet", "other", words["suggests"])
    path, mine, known = paragraph.paths[0], _about_self(paragraph), case.scope.function_of_name
    if not isinstance(path, AnswerPath):
        return
    firsts = ((each, each.paths[0]) for each in case.paragraphs)
    answers = [
        _about_self(each)
        for each, first in firsts
        if isinstance(first, AnswerPath) and first.topic == path.topic
    ]
    counts = Counter(name for each in answers for name in each if name in known)
    for name, count in counts.items() if len(answers) >= _FEWEST else ():
        if count > _MOST * len(answers) and name not in mine:
            about = speech.about(known[name])
            yield mark_of("look", "other", words["odd_one_out"].format(count, len(answers), about))


def _about_self(paragraph: CaseParagraph) -> set[str]:
    """The facts that an answer states of its speaker."""
    return {
        name
        for statement in paragraph.statements
        if statement.mode != "hint"
        for name in passage_review.functions_about(statement.formula, paragraph.speaker or "")
    }


def review_case(
    case: Case, tree: SyntaxTree, findings: Sequence[Diagnostic], asked: Analyzer | None
) -> Review:
    """The review of a case. If nobody ``asked``, its logic was not understood, and nothing is said of the truth."""
    inquiry = asked.inquiry if asked is not None and isinstance(asked.inquiry, CaseAnalysis) else None
    known = inquiry if inquiry is not None and _is_answerable(inquiry) else None
    language, locations = case.edition.language, case.edition.locations_by_number
    words, speech = words_in("analysis/words/review.toml", language), case_overviews.CaseTexts(case, tree)
    paragraphs = in_order(case)
    headings = {each.name: ", ".join(map(speech.path, each.paths)) for each in paragraphs}
    by_path = {str(path): headings[each.name] for each in paragraphs for path in each.paths}
    told = {line.origin.place: line for line in known.told if line.by_culprit} if known else {}
    reviewer = passage_review.PassageReviewer(case, known, told, speech, words, by_path)
    starts = {each.start for each in (*case.headings.values(), *(one.place for one in case.paragraphs))}
    found = passage_review.by_block(case.source, starts, findings)

    def paragraph(number: int, each: CaseParagraph) -> ReviewPassage:
        """It is odd if it says nothing, or not what others on its question do."""
        knower = " ".join(map(speech.knower, each.paths))
        at = ReviewPassage(f"p{number}", headings[each.name], each.name, knower)
        own = (
            path.suspect if isinstance(path, AnswerPath) else locations[path.location].slug
            for path in each.paths
        )
        reviewed = reviewer.passage(each, at, found.get(each.place.start, ()), frozenset(own))
        return replace(reviewed, marks=(*_left_out(case, speech, words["marks"], each), *reviewed.marks))

    given = ReviewPassage("given", words["presentation"], "presentation", speech.phrases["everybody"])
    return Review(
        title=label(case.title, language),
        file=case.source.name,
        language=language,
        given=reviewer.passage(case.presentation, given, found.get(case.presentation.place.start, ()))
        if "presentation" in case.blocks
        else None,
        paragraphs=tuple(starmap(paragraph, enumerate(paragraphs, 1))),
        rules=tuple(_rules(case, speech, findings)),
        timetables=tuple(timetables_of(known, speech, headings)) if known else (),
        answers=tuple((question, label(answer, language)) for _, question, answer in true_answers(case)),
        solution=tuple(reviewer.by_sentence(found.get(case.solution.place.start, ())))
        if case.solution.prose
        else (),
        findings=tuple(findings),
        understood=known is not None,
    )


def in_order(case: Case) -> tuple[CaseParagraph, ...]:
    """The paragraphs in the order of the edition's paths, each once; second ones for a path at the end."""
    known = dict.fromkeys(
        id(case.paragraph_of[path]) for path in case.edition.paths if path in case.paragraph_of
    )
    by_id = {id(paragraph): paragraph for paragraph in case.paragraphs}
    return tuple(by_id[each] for each in dict.fromkeys((*known, *by_id)))


def _is_answerable(inquiry: CaseAnalysis) -> bool:
    """Whether the truth can be asked about; a case that is too hard is reviewed without it."""
    try:
        asked = (inquiry.verdict, inquiry.told, inquiry.facts)
    except OutOfBudgetError:
        return False
    return all(each is not None for each in asked)


def _rules(
    case: Case, speech: case_overviews.CaseTexts, findings: Sequence[Diagnostic]
) -> Iterator[tuple[Json, tuple[Diagnostic, ...]]]:
    for rule in case.rules:
        row = 0 if rule.is_general else case.source.line_of(rule.place.start)
        told = {
            "says": speech.rule(rule.place, rule.text),
            "formula": rule.text,
            "source": _source(rule),
            "words": rule.told,
        }
        yield told, tuple(each for each in findings if each.span.line == row)


def _source(rule: Rule) -> str:
    """Where readers learn a rule, as ``schemas/review.schema.json`` has it."""
    if rule.common and not rule.is_general:
        return "common"
    return "untold" if not rule.told else "printed" if rule.is_general else "presentation"
