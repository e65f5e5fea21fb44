"""A case for its proofreader, whatever is still wrong with it: also people and places in its prose, and what its paragraphs leave out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import starmap

from casekit.asking.interrogation import Interrogation, Json
from casekit.asking.review.reviewed import (
    Mark,
    Review,
    ReviewedPassage,
    mark_of,
)
from casekit.diagnostics import Diagnostic
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.edition_and_case import AnswerPath, Case, CaseParagraph, Rule
from casekit.games.midnight.printing.booklet_text import true_answers
from casekit.games.midnight.review import case_overviews, case_timetables, passage_review
from casekit.language.document.dialect import SyntaxTree
from casekit.model.theory import OutOfBudgetError
from casekit.print.text.prose import label
from casekit.resources import Words, words as words_in

_MOST = 0.5
"""Where more than this share of the answers to a question have a line about something, one without is odd."""

_FEWEST = 3
"""Fewer answers have no custom."""


def _left_out(
    case: Case, speech: case_overviews.CaseSpeech, words: Words, paragraph: CaseParagraph
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
    case: Case, tree: SyntaxTree, findings: Sequence[Diagnostic], asked: Interrogation | None
) -> Review:
    """The review of a case. If nobody ``asked``, its logic was not understood, and nothing is said of the truth."""
    inquiry = asked.inquiry if asked is not None and isinstance(asked.inquiry, CaseInquiry) else None
    known = inquiry if inquiry is not None and _is_answerable(inquiry) else None
    language, locations = case.edition.language, case.edition.locations_by_number
    words, speech = words_in("asking/words/review.toml", language), case_overviews.CaseSpeech(case, tree)
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
    case: Case, speech: case_overviews.CaseSpeech, findings: Sequence[Diagnostic]
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
