"""A case for its proofreader, whatever is still wrong with it."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from casekit.asking.plain.plain_words import PlainWords
from casekit.asking.review.reviewed import Link, Review, ReviewedRule, Source, TrueAnswer
from casekit.asking.review.timetable import Timetable
from casekit.asking.review.timetable_filling import TimetableFiller
from casekit.deduce.solving.out_of_budget import OutOfBudgetError
from casekit.diagnostics import Diagnostic
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.case import Case, CaseParagraph, Rule
from casekit.games.midnight.edition import CasePath
from casekit.games.midnight.printing.page_words import words_of
from casekit.games.midnight.reading.declarations import NOBODY, VICTIM
from casekit.games.midnight.review.case_speech import CaseSpeech
from casekit.games.midnight.review.passage_review import PassageReviewer
from casekit.games.midnight.review.review_phrases import phrases_of, questions_of
from casekit.games.midnight.review.whereabouts import tracks
from casekit.language.document.tree import SyntaxTree
from casekit.print.text.prose import label
from casekit.resources import words as words_in


def review_case(
    case: Case,
    tree: SyntaxTree,
    plain: PlainWords,
    findings: Sequence[Diagnostic],
    inquiry: CaseInquiry | None,
) -> Review:
    """The review of a case. Without an ``inquiry`` its logic was not understood, and nothing is said of the truth."""
    language = case.edition.language
    words, phrases = words_in("asking/words/review.toml", language), phrases_of(language)
    speech = CaseSpeech(case, tree, plain, phrases)
    paragraphs = in_order(case)
    links = {
        path: Link(", ".join(map(speech.path, paragraph.paths)), f"p{number}")
        for number, paragraph in enumerate(paragraphs, 1)
        for path in paragraph.paths
    }
    known = inquiry if inquiry is not None and _is_answerable(inquiry) else None
    reviewer = PassageReviewer(case, known, speech, words, links)
    found = _by_block(case, findings)
    return Review(
        title=label(case.title, language),
        file=case.source.name,
        language=language,
        given=reviewer.given(found[case.presentation.place.start], phrases["everybody"])
        if "presentation" in case.blocks
        else None,
        paragraphs=tuple(reviewer.paragraph(each, found[each.place.start]) for each in paragraphs),
        rules=tuple(_rules(case, speech, findings)),
        timetables=tuple(_timetables(case, known, speech, links)),
        answers=tuple(_answers(case)),
        solution=tuple(reviewer.solution(found[case.solution.place.start])) if case.solution.prose else (),
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


def _by_block(case: Case, findings: Sequence[Diagnostic]) -> Mapping[int, list[Diagnostic]]:
    """The findings in each block, under the place of its heading."""
    starts = sorted(
        {place.start for place in case.headings.values()} | {each.place.start for each in case.paragraphs}
    )
    rows = [case.source.line_of(start) for start in starts]
    found: dict[int, list[Diagnostic]] = defaultdict(list)
    for each in findings:
        at = bisect_right(rows, each.span.line) - 1
        if at >= 0 and each.span.file == case.source.name:
            found[starts[at]].append(each)
    return found


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


def _answers(case: Case) -> Iterator[TrueAnswer]:
    """The true answers, as far as the truth gives them, in the words of the deduction sheet."""
    words = words_of(case.edition.language)
    labels = {option.slug: option.label for option in (*case.motives, *case.methods)} | {
        "none": case.accident
    }
    people = {NOBODY: words["accident"], VICTIM: words["suicide"]}
    for element, question in questions_of(case.edition.language):
        value = case.answers.get(element, "")
        answer = people.get(value, value) if element == "culprit" else labels.get(value, value)
        yield TrueAnswer(question, label(answer, case.edition.language))


def _timetables(
    case: Case, inquiry: CaseInquiry | None, speech: CaseSpeech, links: Mapping[CasePath, Link]
) -> Iterator[Timetable]:
    if inquiry is None:
        return
    names = {paragraph.name: links[paragraph.paths[0]] for paragraph in case.paragraphs}

    def named(path: str) -> tuple[str, str]:
        link = names.get(path)
        return (link.name, link.id) if link else (path, "given")

    filler = TimetableFiller(inquiry, named)
    for track in tracks(case, inquiry, speech):
        try:
            filled = filler.fill(track)
        except OutOfBudgetError:
            continue
        if filled is not None:
            yield filled
