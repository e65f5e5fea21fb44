"""A case for its proofreader, whatever is still wrong with it: also people and places in its prose, and what its paragraphs leave out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from casekit.asking.interrogation import Interrogation
from casekit.asking.review.printed_text import Mention, PrintedText, Stretch, named_in, spoken_mentions
from casekit.asking.review.reviewed import (
    Link,
    Mark,
    Review,
    ReviewedPassage,
    ReviewedRule,
    Source,
    Timetable,
    TimetableCell,
)
from casekit.asking.review.timetable_filling import filled_tables
from casekit.diagnostics import Diagnostic
from casekit.frozen import frozen
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.case_plain_words import CasePlainWords
from casekit.games.midnight.asking.case_wording import TARGETS
from casekit.games.midnight.edition_and_case import AnswerPath, Case, CaseParagraph, Edition, Rule
from casekit.games.midnight.printing.booklet_text import phrases_of, true_answers
from casekit.games.midnight.reading.place_names import names_of
from casekit.games.midnight.review.case_overviews import CaseSpeech
from casekit.games.prose.passage_review import (
    NamedValues,
    PassagePlace,
    PassageReviewer,
    by_block,
    functions_of,
)
from casekit.games.prose.whereabouts import tracks
from casekit.language.document.dialect import SyntaxTree
from casekit.language.spoken.word_letters import named_places
from casekit.model.theory import OutOfBudgetError
from casekit.print.text.prose import label
from casekit.resources import Words, words as words_in


def mentions(edition: Edition, printed: PrintedText, own: frozenset[str]) -> tuple[Mention, ...]:
    """Everything that a text names; ``own`` is its speaker, if it has one."""
    names = names_of(edition)
    speaker = next((name for name in names.people if name in own), None)
    places = (
        Mention("place", printed.text[start:end], Stretch(start, end), frozenset((slug,)))
        for start, end, slug in named_places(printed.text, speaker, names)
    )
    return (*named_in(printed, names.people), *places, *spoken_mentions(printed, edition.language))


_MOST = 0.5
"""Where more than this share of the answers to a question have a line about something, one without is odd."""

_FEWEST = 3
"""Fewer answers have no custom."""


@frozen
class Customs:
    """The usual contents of a case's paragraphs."""

    case: Case
    speech: CaseSpeech
    words: Words

    def marks(self, paragraph: CaseParagraph) -> Iterator[Mark]:
        """The marks of a paragraph that leaves something out."""
        if not paragraph.statements:
            yield Mark("look", "other", self.words["silent"])
        elif all(each.mode == "hint" for each in paragraph.statements):
            yield Mark("quiet", "other", self.words["suggests"])
        yield from self._oddities(paragraph)

    def _oddities(self, paragraph: CaseParagraph) -> Iterator[Mark]:
        """Facts that most answers to a question state of their speaker, and this one does not: perhaps its line was lost."""
        path = paragraph.paths[0]
        if not isinstance(path, AnswerPath):
            return
        customs, answers = self._customs(path.topic)
        mine = _about_self(paragraph)
        for name, count in customs.items():
            if name not in mine:
                about = self.speech.about(self.case.scope.function_of_name[name])
                yield Mark("look", "other", self.words["odd_one_out"].format(count, answers, about))

    def _customs(self, topic: str) -> tuple[Mapping[str, int], int]:
        """The facts that most answers to a question state of their speaker, and how many answers there are."""
        answers = [
            each
            for each in self.case.paragraphs
            if isinstance(each.paths[0], AnswerPath) and each.paths[0].topic == topic
        ]
        counts = Counter(name for each in answers for name in _about_self(each))
        known = self.case.scope.function_of_name
        usual = {
            name: count
            for name, count in counts.items()
            if len(answers) >= _FEWEST and count > _MOST * len(answers) and name in known
        }
        return usual, len(answers)


def _about_self(paragraph: CaseParagraph) -> set[str]:
    """The facts that an answer states of its speaker."""
    return {
        name
        for statement in paragraph.statements
        if statement.mode != "hint"
        for name in functions_of(statement.formula, paragraph.speaker or "")
    }


def review_case(
    case: Case, tree: SyntaxTree, findings: Sequence[Diagnostic], asked: Interrogation | None
) -> Review:
    """The review of a case. If nobody ``asked``, its logic was not understood, and nothing is said of the truth."""
    inquiry = asked.inquiry if asked is not None and isinstance(asked.inquiry, CaseInquiry) else None
    language = case.edition.language
    words, phrases = words_in("asking/words/review.toml", language), phrases_of(language)
    speech = CaseSpeech(case, tree, CasePlainWords(case), phrases)
    paragraphs = in_order(case)
    links = {
        str(path): Link(", ".join(map(speech.path, paragraph.paths)), f"p{number}")
        for number, paragraph in enumerate(paragraphs, 1)
        for path in paragraph.paths
    }
    known = inquiry if inquiry is not None and _is_answerable(inquiry) else None
    lies = (
        {line.origin.place: (line.name, line.status) for line in known.told if line.by_culprit}
        if known
        else {}
    )
    edition = case.edition
    people, places = edition.suspects_by_name.keys(), edition.locations_by_slug.keys()
    reviewer = PassageReviewer(
        case.source,
        known,
        lies.get,
        speech,
        words,
        NamedValues(people, places, TARGETS, case.glosses, language),
        partial(mentions, edition),
        links,
        "look" if edition.quotations == "required" else "quiet",
    )
    starts = {each.start for each in (*case.headings.values(), *(one.place for one in case.paragraphs))}
    found = by_block(case.source, starts, findings)
    customs = Customs(case, speech, words["marks"])

    def paragraph(each: CaseParagraph) -> ReviewedPassage:
        """It is odd if it says nothing, or not what others on its question do."""
        heading, knower = ", ".join(map(speech.path, each.paths)), " ".join(map(speech.knower, each.paths))
        at = PassagePlace(links[str(each.paths[0])].id, heading, each.name, knower, _own(case, each))
        reviewed = reviewer.passage(each, at, found[each.place.start])
        return replace(reviewed, marks=(*customs.marks(each), *reviewed.marks))

    given = PassagePlace("given", words["presentation"], "presentation", phrases["everybody"])
    return Review(
        title=label(case.title, language),
        file=case.source.name,
        language=language,
        given=reviewer.passage(case.presentation, given, found[case.presentation.place.start])
        if "presentation" in case.blocks
        else None,
        paragraphs=tuple(map(paragraph, paragraphs)),
        rules=tuple(_rules(case, speech, findings)),
        timetables=tuple(_timetables(case, known, speech, links)),
        answers=tuple((question, label(answer, language)) for _, question, answer in true_answers(case)),
        solution=tuple(reviewer.by_sentence(case.solution, found[case.solution.place.start]))
        if case.solution.prose
        else (),
        findings=tuple(findings),
        understood=known is not None,
    )


def _own(case: Case, paragraph: CaseParagraph) -> frozenset[str]:
    """The speaker, or the places that are searched."""
    locations = case.edition.locations_by_number
    return frozenset(
        path.suspect if isinstance(path, AnswerPath) else locations[path.location].slug
        for path in paragraph.paths
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


def _rules(case: Case, speech: CaseSpeech, findings: Sequence[Diagnostic]) -> Iterator[ReviewedRule]:
    for rule in case.rules:
        row = 0 if rule.is_general else case.source.line_of(rule.place.start)
        beside = tuple(each for each in findings if each.span.line == row)
        yield ReviewedRule(speech.rule(rule.place, rule.text), rule.text, _source(rule), rule.told, beside)


def _source(rule: Rule) -> Source:
    if rule.is_general:
        return "printed" if rule.told else "untold"
    if rule.common:
        return "common"
    return "presentation" if rule.told else "untold"


def _timetables(
    case: Case, inquiry: CaseInquiry | None, speech: CaseSpeech, links: Mapping[str, Link]
) -> Iterator[Timetable[TimetableCell]]:
    if inquiry is None:
        return
    names = {paragraph.name: links[str(paragraph.paths[0])] for paragraph in case.paragraphs}

    def named(path: str) -> tuple[str, str]:
        link = names.get(path)
        return (link.name, link.id) if link else (path, "given")

    yield from filled_tables(inquiry, tracks(inquiry, speech, "location", ("suspect", "person")), named)
