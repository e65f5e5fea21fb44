"""A case for people who read no logic: at a glance, in plain words, its prose for its proofreader, and without lines and solution for a tester."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import starmap

from casekit.asking import interrogation, overviews
from casekit.asking.interrogation import Interrogation, Json
from casekit.asking.review.reviewed import BlindBook, Mark, Review, ReviewedPassage, mark_of
from casekit.deduce.encoding.vocabulary import NONE
from casekit.diagnostics import Diagnostic, Place, Source
from casekit.games.midnight.asking import case_plain_words, case_wording
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.edition_and_case import (
    AnswerPath,
    Case,
    CaseParagraph,
    CasePassage,
    CasePath,
    PlacePath,
    Rule,
)
from casekit.games.midnight.printing.booklet_text import (
    options_of,
    path_table,
    phrases_of,
    questions_of,
    true_answers,
)
from casekit.games.midnight.reading import case_forms, declarations
from casekit.games.midnight.review import case_timetables, passage_review
from casekit.language.document import canonical, dialect, parsing
from casekit.language.document.dialect import SyntaxTree
from casekit.manuscripts.manuscript_parts import ManuscriptPart
from casekit.model.logic import Function
from casekit.model.theory import OutOfBudgetError
from casekit.print.text.prose import label
from casekit.resources import Words, words as words_in


def path_tables(case: Case) -> tuple[overviews.SourceTable, ...]:
    """A table of questions and one of locations."""
    edition = case.edition
    questions = tuple(
        overviews.SourceRow(
            suspect.name,
            tuple(
                _cell(case, AnswerPath(suspect.name, topic.slug), f"{suspect.name}, {topic.name}")
                for topic in edition.topics
            ),
        )
        for suspect in edition.suspects
    )
    places = tuple(
        overviews.SourceRow(
            zone.name,
            tuple(
                _cell(case, PlacePath(place.number), f"{place.number:02} {place.name}")
                for place in sorted(edition.locations, key=lambda each: each.number)
                if place.zone == zone.number
            ),
        )
        for zone in edition.zones
    )
    tables = (
        overviews.SourceTable("Questions", tuple(topic.name for topic in edition.topics), questions),
        overviews.SourceTable("Locations", (), tuple(row for row in places if row.cells)),
    )
    return tuple(table for table in tables if table.rows)


def _cell(case: Case, path: CasePath, name: str) -> overviews.SourceCell:
    paragraph = case.paragraph_of.get(path)
    if paragraph is None:
        return overviews.SourceCell(str(path), name)
    place = paragraph.place
    return overviews.SourceCell(
        paragraph.name, name, place.start, place.end, overviews.is_waiting(paragraph.prose)
    )


class CaseSpeech:
    """How people call what formulas of a case name, what its lines say, and its paths, in the language of the case.

    ``phrases`` are those of reviews, ``plain`` the plain words of the case.
    """

    def __init__(self, case: Case, tree: dialect.SyntaxTree) -> None:
        self._case, self._wording = case, case_wording.CaseWording(case)
        self.plain = case_plain_words.CasePlainWords(case)
        self.phrases = phrases_of(case.edition.language)
        self._lines = {item.start: (item, block.heading) for block in tree.blocks for item in block.items}

    def line(self, place: Place, text: str) -> str:
        """The meaning of the line at a place, by whose word; ``text`` is its logic."""
        item, heading = self._lines.get(place.start, (None, None))
        return (self.plain.statement(item, heading) if item and heading else "") or text

    def rule(self, place: Place, text: str) -> str:
        """A rule in words, without where readers learn it; one of the edition has no place, only its ``text``."""
        item, _ = self._lines.get(place.start, (None, None)) if place != Place() else (None, None)
        node = (
            getattr(item, "formula", None) or parsing.parse_lone_formula(Source("", text), case_forms.CASE)[0]
        )
        return text if node is None else self.plain.phrases.sentence(self.plain.formula(node))

    def name(self, value: str) -> str:
        """A value as it is printed."""
        if value == NONE:
            return str(self.phrases["nowhere"])
        printed = self._wording.value(value).strip('"')
        return label(printed, self._case.edition.language) if printed != value else value.replace("_", " ")

    def about(self, function: Function) -> str:
        """The subject of a fact, in the words of the writer."""
        return self._case.glosses.get(function.name) or function.name.replace("_", " ")

    def path(self, path: CasePath) -> str:
        """A path as people call it: ``ANNA, alibi`` or ``13 Luxury suite``."""
        edition = self._case.edition
        if isinstance(path, AnswerPath):
            topic = edition.topics_by_slug[path.topic].name
            return f"{path.suspect}, {topic[:1].lower() + topic[1:]}"
        return (
            f"{path.location:02} {label(edition.locations_by_number[path.location].name, edition.language)}"
        )

    def knower(self, path: CasePath) -> str:
        """The reader of what is found on a path."""
        if isinstance(path, PlacePath):
            return str(self.phrases["searches"].format(self.path(path)))
        topic = self._case.edition.topics_by_slug[path.topic]
        if topic.question:
            question = label(topic.question, self._case.edition.language)
            return str(self.phrases["asks_question"].format(path.suspect, question))
        name = label(topic.name, self._case.edition.language)
        return str(self.phrases["asks_about"].format(path.suspect, name))


def manuscript_of_case(case: Case, tree: dialect.SyntaxTree) -> tuple[ManuscriptPart, ...]:
    """Every block with prose, in the order of the case. One whose heading names no path is there under that heading."""
    language = case.edition.language
    words, speech = words_in("asking/words/review.toml", language), CaseSpeech(case, tree)
    given = {
        "presentation": (words["presentation"], speech.phrases["everybody"]),
        "solution": (words["solution"], ""),
    }
    told_by_rules = [
        words for block in tree.blocks if block.heading.kind == "rules" for words in _quotations(block)
    ]
    parts = []
    for block in tree.blocks:
        kind, name = block.heading.kind, canonical.heading_text(block.heading, case_forms.CASE)
        quoted = [*_quotations(block), *(told_by_rules if kind == "presentation" else ())]
        if kind in {"answer", "places"}:
            paths, _ = declarations.paths_of(block.heading, case.edition, case.source)
            title = ", ".join(map(speech.path, paths)) or name
            note = " ".join(map(speech.knower, paths))
        else:
            title, note = given.get(kind, (name, ""))
        parts.append(ManuscriptPart(block, name, title, note, tuple(dict.fromkeys(quoted))))
    return tuple(parts)


def _quotations(block: dialect.Block) -> tuple[str, ...]:
    """The words that the lines of a block quote."""
    return tuple(
        item.quotation.text
        for item in block.items
        if isinstance(item, (case_forms.RuleNode, case_forms.StatementNode))
        and item.quotation is not None
        and item.quotation.text
    )


def blind_case(case: Case) -> BlindBook:
    """The case as a tester gets it: paths in the order of the table in the booklet."""
    language, options = case.edition.language, options_of(case)
    return BlindBook(
        {
            "title": label(case.title, language),
            "file": case.source.name,
            "language": language,
            "principles": [rule.sentence for rule in case.edition.rules if rule.sentence],
            "given": _prose(case.presentation),
            "groups": [
                {"heading": heading, "choices": choices}
                for heading, named in _groups(case)
                if (choices := _choices(case, named))
            ],
            "questions": [
                {"question": question, "answers": [label(answer, language) for _, answer in options[element]]}
                for element, question in questions_of(language)
            ],
        }
    )


def _prose(passage: CasePassage) -> tuple[str, ...]:
    return tuple(prose.text for prose in passage.prose)


def _groups(case: Case) -> Iterator[tuple[str, list[tuple[str, CasePath]]]]:
    """The paths of each suspect and of each deck, by their names."""
    edition = case.edition
    for suspect in edition.suspects:
        paths = [AnswerPath(suspect.name, topic.slug) for topic in edition.topics]
        yield suspect.name, [(label(edition.about(path), edition.language), path) for path in paths]
    _, *decks = path_table(edition)
    for title, _, rows in decks:
        yield title, [(f"{code} {name}", path) for code, name, _, paths in rows for path in paths]


def _choices(case: Case, named: Iterable[tuple[str, CasePath]]) -> list[interrogation.Json]:
    written = ((name, case.paragraph_of.get(path)) for name, path in named)
    return [{"name": name, "prose": _prose(each)} for name, each in written if each is not None]


_MOST = 0.5
"""Where more than this share of the answers to a question have a line about something, one without is odd."""

_FEWEST = 3
"""Fewer answers have no custom."""


def _left_out(case: Case, speech: CaseSpeech, words: Words, paragraph: CaseParagraph) -> Iterator[Mark]:
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
    case: Case, tree: SyntaxTree, findings: Sequence[Diagnostic], asked: Interrogation | None
) -> Review:
    """The review of a case. If nobody ``asked``, its logic was not understood, and nothing is said of the truth."""
    inquiry = asked.inquiry if asked is not None and isinstance(asked.inquiry, CaseInquiry) else None
    known = inquiry if inquiry is not None and _is_answerable(inquiry) else None
    language, locations = case.edition.language, case.edition.locations_by_number
    words, speech = words_in("asking/words/review.toml", language), CaseSpeech(case, tree)
    paragraphs = in_order(case)
    headings = {each.name: ", ".join(map(speech.path, each.paths)) for each in paragraphs}
    by_path = {str(path): headings[each.name] for each in paragraphs for path in each.paths}
    told = {line.origin.place: line for line in known.told if line.by_culprit} if known else {}
    reviewer = passage_review.PassageReviewer(case, known, told, speech, words, by_path)
    starts = {each.start for each in (*case.headings.values(), *(one.place for one in case.paragraphs))}
    found = passage_review.by_block(case.source, starts, findings)

    def paragraph(number: int, each: CaseParagraph) -> ReviewedPassage:
        """It is odd if it says nothing, or not what others on its question do."""
        knower = " ".join(map(speech.knower, each.paths))
        at = ReviewedPassage(f"p{number}", headings[each.name], each.name, knower)
        own = (
            path.suspect if isinstance(path, AnswerPath) else locations[path.location].slug
            for path in each.paths
        )
        reviewed = reviewer.passage(each, at, found.get(each.place.start, ()), frozenset(own))
        return replace(reviewed, marks=(*_left_out(case, speech, words["marks"], each), *reviewed.marks))

    given = ReviewedPassage("given", words["presentation"], "presentation", speech.phrases["everybody"])
    return Review(
        title=label(case.title, language),
        file=case.source.name,
        language=language,
        given=reviewer.passage(case.presentation, given, found.get(case.presentation.place.start, ()))
        if "presentation" in case.blocks
        else None,
        paragraphs=tuple(starmap(paragraph, enumerate(paragraphs, 1))),
        rules=tuple(_rules(case, speech, findings)),
        timetables=tuple(case_timetables.timetables_of(known, speech, headings)) if known else (),
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


def _is_answerable(inquiry: CaseInquiry) -> bool:
    """Whether the truth can be asked about; a case that is too hard is reviewed without it."""
    try:
        asked = (inquiry.verdict, inquiry.told, inquiry.facts)
    except OutOfBudgetError:
        return False
    return all(each is not None for each in asked)


def _rules(
    case: Case, speech: CaseSpeech, findings: Sequence[Diagnostic]
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
