"""A case for its proofreader, whatever is still wrong with it, and timetables.

A review also has the people and places that prose names, and what paragraphs leave out. Timetables say where
people are, and when, in truth and by what each line says by itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, product

from casekit.analysis.analyzer import Analyzer, Json
from casekit.analysis.proofreading.review import Mark, Review, ReviewPassage, Timetable, mark_of
from casekit.analysis.wording import TRUTH
from casekit.deduce.encoding.circuit import NONE, YES, Key
from casekit.diagnostics import Finding
from casekit.games.midnight.document import AnswerPath, Case, CaseParagraph, Rule
from casekit.games.midnight.pages.booklet import true_answers
from casekit.games.midnight.proofreading import passages, summaries
from casekit.games.midnight.proofreading.summaries import CaseTexts
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.dialect import SyntaxTree
from casekit.logic import formulas, theory
from casekit.logic.theory import OutOfBudgetError
from casekit.prose.markup import typographic
from casekit.resources import Words, words as words_in
from casekit.values import frozen, replace

PLACES, PEOPLE = "location", ("suspect", "person")
"""The types of places, and of people who may arrive."""

Options = Mapping[str, tuple[Key, str]]
"""The possible contents of a cell, each with the term and the value that says so.

Without any, nothing could be known of it.
"""

Row = tuple[str, tuple[Options, ...]]

Empty = tuple[str, tuple[str, ...], Sequence[Row], Sequence[Json]]
"""A timetable that is still to be filled: title, columns, rows, and events."""

_MOST_CELLS = 2_000
"""A picture of more cells shows nothing to anybody."""


@frozen
class _Shape:
    """How a fact is laid out: whom it is about, if anybody, and its times, if it has some.

    ``cell`` gives what may be in the cell of somebody at a time.
    """

    function: formulas.Function
    people: tuple[str, ...]
    timed: formulas.Sort | None
    cell: Callable[[str, str], Options]


def timetables_of(analysis: CaseAnalysis, speech: CaseTexts, names: Mapping[str, str]) -> Iterator[Timetable]:
    """The timetables of which something is known: those with times, then what has none.

    Any fact about somebody, or something, and a place is a row of one. The columns are its times, if it has
    some. Timetables that are too hard to fill are left out.
    """
    shapes = []
    for function in analysis.scope.functions:
        if function.name not in analysis.wording.elements:
            shape = _shape(analysis.scope, function, speech)
            if shape is not None and max(1, len(shape.people)) * len(_times(shape)) <= _MOST_CELLS:
                shapes.append(shape)
    empty = [_timed(shape, analysis, speech) for shape in shapes if shape.timed is not None]
    timeless = [shape for shape in shapes if shape.timed is None]
    if timeless:
        empty.append(_timeless(timeless, speech))
    for title, columns, rows, events in empty:
        try:
            filled = list(_filled_rows(analysis, rows, names))
        except theory.OutOfBudgetError:
            continue
        if filled:
            yield {"title": title, "columns": columns, "rows": filled, "events": events}


def _shape(scope: Scope, function: formulas.Function, speech: CaseTexts) -> _Shape | None:
    """The places and times of a fact; ``None`` if it has neither."""
    value = function.values
    if function.table is not None:
        return None
    if value is not None and value.name == PLACES:
        return _shape_of_stay(scope, function, None, speech)
    place = next((at for at, sort in enumerate(function.arguments) if sort.name == PLACES), None)
    if place is None or value is not None:
        return _shape_of_arrival(scope, function, speech)
    return _shape_of_stay(scope, function, place, speech)


def _shape_of_arrival(scope: Scope, function: formulas.Function, speech: CaseTexts) -> _Shape | None:
    """The shape of a fact that says when somebody came, or when something happened to somebody."""
    sorts, time = function.arguments, function.values
    if time is None or not _is_time(scope, time):
        return None
    if len(sorts) != 1 or sorts[0].name not in PEOPLE:
        return None
    about = speech.about(function)

    def cell(person: str, moment: str) -> Options:
        return {about: ((function.name, (person,)), moment)}

    return _Shape(function, sorts[0].values, time, cell)


def _shape_of_stay(
    scope: Scope, function: formulas.Function, place_at: int | None, speech: CaseTexts
) -> _Shape | None:
    """The shape of a fact that says where somebody is, or what is somewhere.

    ``place_at`` says which argument is the place, ``None`` that its value is.
    """
    sorts = function.arguments
    others = [at for at in range(len(sorts)) if at != place_at]
    time_at = _time_argument(scope, sorts, others)
    people_at = [at for at in others if at != time_at]
    if len(people_at) > 1:
        return None
    places = function.values if place_at is None else sorts[place_at]

    def cell(person: str, time: str) -> Options:
        """The values that may be in a cell, by its label."""
        given = dict.fromkeys(people_at, person) | {time_at: time}
        options: dict[str, tuple[Key, str]] = {}
        for place in places.values if places else ():
            arguments = {**given, place_at: place}
            key = (function.name, tuple(arguments[at] for at in range(len(sorts))))
            options[speech.name(place)] = (key, place if place_at is None else YES)
        return options

    people = sorts[people_at[0]].values if people_at else ()
    return _Shape(function, people, None if time_at is None else sorts[time_at], cell)


def _time_argument(scope: Scope, sorts: Sequence[formulas.Sort], others: Sequence[int]) -> int | None:
    """Which of the ``others`` among arguments is a time: the last clock, or else the last ordered type."""
    times = [at for at in others if _is_time(scope, sorts[at])]
    clocks = [at for at in times if sorts[at].step is not None]
    return next(reversed(clocks or times), None)


def _is_time(scope: Scope, sort: formulas.Sort) -> bool:
    """Whether a type is one of the document's own, whose values are in order."""
    return sort.ordered and scope.sort_of_name.get(sort.name) is sort


def _timed(shape: _Shape, analysis: CaseAnalysis, speech: CaseTexts) -> Empty:
    times = _times(shape)
    rows: list[Row] = []
    for person in shape.people or (shape.function.name,):
        cells = tuple(shape.cell(person, time) for time in times)
        rows.append((speech.name(person), cells))
    events = list(_events(shape, times, analysis, speech))
    return speech.about(shape.function), tuple(map(speech.name, times)), rows, events


def _times(shape: _Shape) -> tuple[str, ...]:
    return ("",) if shape.timed is None else shape.timed.values


def _timeless(shapes: list[_Shape], speech: CaseTexts) -> Empty:
    """People as rows and facts as columns; a fact about no person is a row of its own in the first column."""
    about = [shape for shape in shapes if shape.people] or shapes[:1]
    people = [shape.people or (shape.function.name,) for shape in about]
    rows: list[Row] = []
    for person in dict.fromkeys(chain(*people)):
        pairs = zip(about, people, strict=True)
        cells = [shape.cell(person, "") if person in own else {} for shape, own in pairs]
        rows.append((speech.name(person), tuple(cells)))
    rest: tuple[Options, ...] = ({},) * (len(about) - 1)
    others = [shape for shape in shapes if shape not in about]
    rows += [(speech.about(shape.function), (shape.cell("", ""), *rest)) for shape in others]
    return "", tuple(speech.about(shape.function) for shape in about), rows, ()


def _events(shape: _Shape, times: Sequence[str], analysis: CaseAnalysis, speech: CaseTexts) -> Iterator[Json]:
    """The events at one of the times, as far as the truth says."""
    for function in analysis.scope.functions:
        if function is shape.function or function.values != shape.timed or function.table is not None:
            continue
        if len(function.arguments) <= 1:
            for arguments in product(*(sort.values for sort in function.arguments)):
                value = analysis.facts.get((function.name, arguments))
                if value in times:
                    names = ", ".join(map(speech.name, arguments))
                    about = speech.about(function)
                    yield {"column": times.index(value), "says": f"{names}: {about}" if names else about}


@frozen(slots=True)
class _Line:
    """The statement of a line by itself: the values that terms have, and those that they do not have."""

    path: str
    says: Mapping[Key, str]
    denies: frozenset[tuple[Key, str]]


def _filled_rows(analysis: CaseAnalysis, rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[Json]:
    """The rows of which truth or some line says anything."""
    wanted: set[Key] = set()
    for _, cells in rows:
        for options in cells:
            wanted.update(key for key, _ in options.values())
    lines = tuple(_lines(analysis, wanted, names))
    for name, cells in rows:
        filled = [_cell(analysis, options, lines) for options in cells]
        if any(cell["place"] or cell["words"] for cell in filled):
            yield {"who": name, "cells": filled}


def _lines(analysis: CaseAnalysis, wanted: set[Key], names: Mapping[str, str]) -> Iterator[_Line]:
    """Lines of the document that speak of a timetable, hints apart."""
    solver = analysis.solver
    for name, origin in analysis.origins.items():
        line = solver.lines.get(name)
        if line is None or origin.kind in {TRUTH, "rule"} or origin.mode == "hint":
            continue
        keys, true = [key for key in dict.fromkeys(line.terms) if key in wanted], line.meaning.true
        if not keys or not solver.solve([true]):
            continue
        nodes: dict[tuple[Key, str], int] = {}
        literals: list[int] = []
        for key in keys:
            for value, node in solver.vocabulary[key].items():
                nodes[key, value] = node
                literals += (node, -node)
        follows = solver.entailed([true], literals)
        says = {key: value for (key, value), node in nodes.items() if node in follows}
        denied = (cell for cell, node in nodes.items() if cell[0] not in says and -node in follows)
        yield _Line(names.get(origin.path, origin.path), says, frozenset(denied))


def _cell(analysis: CaseAnalysis, options: Options, lines: Sequence[_Line]) -> Json:
    facts = analysis.facts
    place = next((label for label, (key, value) in options.items() if facts.get(key) == value), "")
    known = bool(options) and all(key in facts for key, _ in options.values())
    words: list[Json] = []
    for line in lines:
        words += _words_of_line(options, line, place, known=known)
    standing = "open"
    if place:
        is_told = any(not word["denied"] and word["place"] == place for word in words)
        standing = "told" if is_told else "untold"
    return {"place": place, "standing": standing, "words": words}


def _words_of_line(options: Options, line: _Line, place: str, *, known: bool) -> Iterator[Json]:
    """The words of a line about a cell in which ``place`` is true; ``known`` says whether that is known."""
    for option, (key, value) in options.items():
        denied = (key, value) in line.denies
        if denied or (line.says.get(key) == value and value != NONE):
            false = known and (option == place) == denied
            yield {"place": option, "path": line.path, "denied": denied, "false": false}


_MOST = 0.5
"""Where more than this share of the answers to a question have a line about something, one without is odd."""

_FEWEST = 3
"""Fewer answers have no custom."""


def _left_out(
    case: Case, speech: summaries.CaseTexts, words: Words, paragraph: CaseParagraph
) -> Iterator[Mark]:
    """The marks of a paragraph that leaves something out.

    Perhaps a line was lost if it does not state of its speaker what most answers to its question state of
    theirs.
    """
    if not paragraph.statements:
        yield mark_of("look", "other", words["silent"])
    elif all(statement.mode == "hint" for statement in paragraph.statements):
        yield mark_of("quiet", "other", words["suggests"])
    path = paragraph.paths[0]
    if not isinstance(path, AnswerPath):
        return
    answers = []
    for other in case.paragraphs:
        other_path = other.paths[0]
        if isinstance(other_path, AnswerPath) and other_path.topic == path.topic:
            answers.append(_about_self(other))
    if len(answers) < _FEWEST:
        return
    own = _about_self(paragraph)
    for name, function in case.scope.function_of_name.items():
        count = sum(name in facts for facts in answers)
        if count > _MOST * len(answers) and name not in own:
            about = speech.about(function)
            yield mark_of("look", "other", words["odd_one_out"].format(count, len(answers), about))


def _about_self(paragraph: CaseParagraph) -> set[str]:
    """The facts that an answer states of its speaker."""
    facts: set[str] = set()
    for statement in paragraph.statements:
        if statement.mode != "hint":
            facts |= passages.functions_about(statement.formula, paragraph.speaker or "")
    return facts


def review_case(case: Case, tree: SyntaxTree, findings: Sequence[Finding], asked: Analyzer | None) -> Review:
    """The review of a case.

    If nobody ``asked``, its logic was not understood, and nothing is said of the truth.
    """
    known = _answerable(asked)
    language = case.edition.language
    words, speech = words_in("analysis/words/review.toml", language), summaries.CaseTexts(case, tree)
    headings: dict[str, str] = {}
    headings_by_path: dict[str, str] = {}
    for paragraph in in_order(case):
        heading = headings[paragraph.name] = ", ".join(map(speech.path, paragraph.paths))
        headings_by_path |= dict.fromkeys(map(str, paragraph.paths), heading)
    culprit_lines = {}
    if known is not None:
        culprit_lines = {line.origin.place: line for line in known.statements_in_force if line.by_culprit}
    reviewer = passages.PassageReviewer(case, known, culprit_lines, speech, words, headings_by_path)
    starts = [place.start for place in case.headings.values()]
    starts += [paragraph.place.start for paragraph in case.paragraphs]
    in_blocks = passages.by_block(case.source, starts, findings)
    given = None
    if "presentation" in case.blocks:
        at = ReviewPassage("given", words["presentation"], "presentation", speech.phrases["everybody"])
        given = reviewer.passage(case.presentation, at, in_blocks.get(case.presentation.place.start, ()))
    paragraphs = tuple(_paragraphs(reviewer, headings, in_blocks))
    solution: tuple[ReviewPassage, ...] = ()
    if case.solution.prose:
        solution = tuple(reviewer.by_sentence(in_blocks.get(case.solution.place.start, ())))
    return Review(
        title=typographic(case.title, language),
        file=case.source.name,
        language=language,
        given=given,
        paragraphs=paragraphs,
        rules=tuple(_rules(case, speech, findings)),
        timetables=tuple(timetables_of(known, speech, headings)) if known is not None else (),
        answers=tuple(
            (question, typographic(answer, language)) for _, question, answer in true_answers(case)
        ),
        solution=solution,
        findings=tuple(findings),
        understood=known is not None,
    )


def _paragraphs(
    reviewer: passages.PassageReviewer,
    headings: Mapping[str, str],
    in_blocks: Mapping[int, Sequence[Finding]],
) -> Iterator[ReviewPassage]:
    """The paragraphs. One is odd if it says nothing, or not what others on its question do."""
    case, speech = reviewer.case, reviewer.speech
    for number, paragraph in enumerate(in_order(case), 1):
        knower = " ".join(map(speech.knower, paragraph.paths))
        at = ReviewPassage(f"p{number}", headings[paragraph.name], paragraph.name, knower)
        findings = in_blocks.get(paragraph.place.start, ())
        passage = reviewer.passage(paragraph, at, findings, _own_names(case, paragraph))
        left_out = _left_out(case, speech, reviewer.words["marks"], paragraph)
        yield replace(passage, marks=(*left_out, *passage.marks))


def _own_names(case: Case, paragraph: CaseParagraph) -> frozenset[str]:
    """The suspect whom a paragraph means by "I", or the locations that it means by "here"."""
    names = set()
    for path in paragraph.paths:
        if isinstance(path, AnswerPath):
            names.add(path.suspect)
        else:
            names.add(case.edition.locations_by_number[path.location].slug)
    return frozenset(names)


def in_order(case: Case) -> tuple[CaseParagraph, ...]:
    """The paragraphs in the order of the edition's paths, each once; second ones for a path at the end."""
    by_path = [case.paragraph_of[path] for path in case.edition.paths if path in case.paragraph_of]
    # Two paragraphs with the same text are two.
    by_id = {id(paragraph): paragraph for paragraph in (*by_path, *case.paragraphs)}
    return tuple(by_id.values())


def _answerable(asked: Analyzer | None) -> CaseAnalysis | None:
    """The case whose truth can be asked about; one that is too hard is reviewed without it."""
    analysis = asked.analysis if asked is not None else None
    if not isinstance(analysis, CaseAnalysis):
        return None
    try:
        answers = (analysis.verdict, analysis.statements_in_force, analysis.facts)
    except OutOfBudgetError:
        return None
    return analysis if all(answer is not None for answer in answers) else None


def _rules(
    case: Case, speech: summaries.CaseTexts, findings: Sequence[Finding]
) -> Iterator[tuple[Json, tuple[Finding, ...]]]:
    for rule in case.rules:
        row = 0 if rule.is_general else case.source.line_of(rule.place.start)
        reading = {
            "says": speech.rule(rule.place, rule.text),
            "formula": rule.text,
            "source": _source(rule),
            "words": rule.told,
        }
        yield reading, tuple(finding for finding in findings if finding.span.line == row)


def _source(rule: Rule) -> str:
    """Where readers learn a rule, as ``schemas/review.schema.json`` has it."""
    if rule.common and not rule.is_general:
        return "common"
    if not rule.told:
        return "untold"
    return "printed" if rule.is_general else "presentation"
